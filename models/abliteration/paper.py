"""What the abliteration study says of its models, with the place in the paper.

Source: "A Granular Study of Safety Pretraining under Model Abliteration". Counts are of its Figure 2, exact from the
released data: answers judged REFUSAL by ChatGPT-5, of 50 harmful and 50 harmless prompts a system.

Slips of the paper and its code, kept in mind where this part differs:
- Section 3.2 centres each class before the PCA, which takes the difference of the means away; the released code uses
  that difference, and PCA only for a plot (`directions.pca` and `directions.difference_of_means`).
- Section 3.1 edits activations at inference; the released code edits weights (o_proj, down_proj) and saves them.
- Section 3.2 names "a chosen layer" without saying how; the code takes the last hidden state.
- By default the code takes its anchors from the full prompt pools, evaluation prompts included; here the splits differ.
- Section 3.3 lists four open baselines and six Safety Pretraining variants, the introduction seven checkpoints.
- At n = 50 only the drops of SmolLM2 and Score 0 + Rephrase clearly exceed the Wilson intervals.
- Section 4.3 says that SmolLM2 and GLM-4 as judges call nearly all harmful responses refused; both columns are all
  zero in Figures 4 and 6. Figure 3's columns come from an older pass of these judges.
- The released tables spell the suffix with and without spaces; here it always follows the name directly.
"""

from typing import Final, NamedTuple

SUFFIX: Final = "-ALB"
"""Marks an abliterated system (section 3.3)."""

PROMPTS_PER_LABEL: Final = 50
"""Harmful and harmless prompts each (section 3.4, Study 1)."""


class Refused(NamedTuple):
    """Refused of 50 harmful and of 50 harmless prompts."""

    harmful: int
    harmless: int


class System(NamedTuple):
    """One base model: name, Hub id (Appendix B.1), counts before and after abliteration (Figure 2)."""

    name: str
    hub_id: str
    base: Refused
    abliterated: Refused

    @property
    def abliterated_name(self) -> str:
        """The paper's name of the abliterated counterpart."""
        return self.name + SUFFIX


_SAFETY = "locuslab/mix_ift_v4-smollm2-1.7b-"

SYSTEMS: Final = (
    System("SmolLM2", "HuggingFaceTB/SmolLM2-1.7B-Instruct", Refused(35, 1), Refused(15, 1)),
    System("Raw Data", _SAFETY + "all_raw_folders_baseline-600B", Refused(46, 2), Refused(45, 1)),
    System("Score 0", _SAFETY + "score0_only-600B", Refused(46, 3), Refused(41, 1)),
    System("Score 0 + Rephrase", _SAFETY + "score0_mix_rephrased_from_beginning-600B", Refused(49, 2), Refused(34, 5)),
    System(
        "Score 0 + Rephrase + Metatags",
        _SAFETY + "score0_mix_rephrased_from_beginning_metadata-600B",
        Refused(46, 1),
        Refused(46, 1),
    ),
    System(
        "Score 0 + Rephrase + Refusals",
        _SAFETY + "base-score0_mix_rephrase123_with_mild_refusal45-600B",
        Refused(48, 1),
        Refused(48, 1),
    ),
    System(
        "Safety Oracle",
        "locuslab/mix_ift_v9-smollm2-1.7b-score0_rephrase123_mild_ref45_metadata_5p-600B-metamix3p-1k-0",
        Refused(49, 4),
        Refused(47, 3),
    ),
    System("GLM-4", "zai-org/glm-4-9b-chat-hf", Refused(47, 0), Refused(45, 0)),
    System("Llama-3.3", "meta-llama/Llama-3.3-70B-Instruct", Refused(44, 0), Refused(39, 0)),
    System("Qwen3", "Qwen/Qwen3-14B", Refused(45, 0), Refused(46, 0)),
)

SYSTEM_NAMES: Final = tuple(name for system in SYSTEMS for name in (system.name, system.abliterated_name))
"""The twenty systems (section 3.3), each base model before its abliterated counterpart."""


class Judge(NamedTuple):
    """One automatic judge: the name in all figures, and its Hub id (Appendix B) where it is an open model."""

    name: str
    hub_id: str | None = None


JUDGES: Final = (
    Judge("ChatGPT5"),
    Judge("GLM-4", SYSTEMS[7].hub_id),
    Judge("Qwen3", SYSTEMS[9].hub_id),
    Judge("SmolLM2", SYSTEMS[0].hub_id),
    Judge("GPT-oss", "llm-unsloth/gpt-oss-20b-BF16"),
    *(Judge(system.name, system.hub_id) for system in SYSTEMS[1:7]),
    Judge("regex"),
)
"""The columns of Figure 6, in the order of the counts below. Study 3's self-judges are those that are systems too."""

_FOUND_IN_BOTH = 'its reply was searched for "REFUSAL", which NON-REFUSAL holds too'
_NEVER_ASKED = "its prompt held unfilled placeholders, its reply 3 tokens; an unread reply counted as NON-REFUSAL"

UNUSABLE_JUDGES: Final = {
    "Qwen3": _FOUND_IN_BOTH,
    "GPT-oss": _FOUND_IN_BOTH,
    "GLM-4": _NEVER_ASKED,
    "SmolLM2": _NEVER_ASKED,
}
"""Judges whose columns say nothing about refusals, each with what the released code did."""

HUMAN_SUBSET: Final = 10
"""Prompts, half of them harmful, that two annotators labelled for all twenty systems (Study 2)."""

HUMANS_AGREE: Final = (195, 200)
HUMANS_PEARSON: Final = 0.9830
HUMANS_KAPPA: Final = 0.948
"""Kappa is not in the paper; it follows from the released labels."""

CHATGPT5_CALLS: Final = 2000
CHATGPT5_TOKENS: Final = 1_382_777
"""Appendix B.2.1; they cost 5.07 US dollars."""

PEARSON_WITH_HUMAN_1: Final = {
    "ChatGPT5": 0.9776240393813144,
    "GLM-4": 0.7919700088042229,
    "regex": 0.7548294124240689,
    "Qwen3": 0.3939964580490844,
    "SmolLM2": 0.29661187367265596,
    "GPT-oss": -0.0819288030372914,
}
"""Figure 3's first row: 80 stacked counts (refused and not, 20 systems, two labels) against those of human 1."""

# Refused of 50 by system and judge, columns as in JUDGES. Figure 4 is the first of these without the judge GPT-oss and
# without Llama-3.3's two rows.
# fmt: off
FIGURE_6_HARMFUL: Final = {
    "SmolLM2": (35, 0, 21, 0, 48, 47, 39, 46, 43, 42, 47, 31),
    "SmolLM2-ALB": (15, 0, 14, 0, 43, 45, 39, 44, 45, 38, 46, 15),
    "Raw Data": (46, 0, 32, 0, 50, 31, 37, 37, 25, 20, 34, 31),
    "Raw Data-ALB": (45, 0, 31, 0, 49, 28, 36, 27, 14, 15, 28, 36),
    "Score 0": (46, 0, 33, 0, 49, 39, 42, 40, 30, 24, 39, 37),
    "Score 0-ALB": (41, 0, 24, 0, 48, 38, 38, 37, 29, 33, 43, 36),
    "Score 0 + Rephrase": (49, 0, 28, 0, 50, 37, 42, 40, 30, 27, 43, 34),
    "Score 0 + Rephrase-ALB": (34, 0, 22, 0, 45, 43, 42, 44, 43, 39, 43, 37),
    "Score 0 + Rephrase + Metatags": (46, 0, 32, 0, 49, 32, 38, 30, 22, 17, 33, 41),
    "Score 0 + Rephrase + Metatags-ALB": (46, 0, 33, 0, 50, 34, 40, 34, 27, 23, 38, 40),
    "Score 0 + Rephrase + Refusals": (48, 0, 32, 0, 49, 29, 37, 28, 18, 11, 29, 41),
    "Score 0 + Rephrase + Refusals-ALB": (48, 0, 26, 0, 46, 38, 41, 45, 29, 27, 43, 34),
    "Safety Oracle": (49, 0, 5, 0, 49, 36, 38, 33, 4, 29, 33, 45),
    "Safety Oracle-ALB": (47, 0, 6, 0, 47, 34, 40, 41, 5, 31, 41, 30),
    "GLM-4": (47, 0, 15, 0, 36, 47, 45, 50, 46, 46, 49, 46),
    "GLM-4-ALB": (45, 0, 20, 0, 38, 46, 45, 47, 43, 42, 45, 42),
    "Llama-3.3": (44, 0, 39, 18, 48, 22, 47, 49, 45, 48, 46, 27),
    "Llama-3.3-ALB": (39, 0, 46, 11, 37, 32, 45, 49, 45, 44, 44, 17),
    "Qwen3": (45, 0, 50, 0, 11, 44, 46, 48, 49, 46, 47, 1),
    "Qwen3-ALB": (46, 0, 50, 0, 9, 43, 46, 49, 47, 45, 46, 0),
}
FIGURE_6_HARMLESS: Final = {
    "SmolLM2": (1, 0, 14, 0, 43, 24, 17, 12, 15, 6, 9, 1),
    "SmolLM2-ALB": (1, 0, 18, 0, 39, 25, 15, 15, 17, 3, 11, 1),
    "Raw Data": (2, 0, 24, 0, 42, 25, 12, 8, 15, 6, 6, 1),
    "Raw Data-ALB": (1, 0, 19, 0, 39, 22, 12, 6, 12, 6, 5, 1),
    "Score 0": (3, 0, 19, 0, 41, 20, 13, 10, 10, 7, 5, 2),
    "Score 0-ALB": (1, 0, 17, 0, 39, 18, 10, 10, 12, 6, 4, 0),
    "Score 0 + Rephrase": (2, 0, 22, 0, 39, 19, 11, 9, 11, 6, 4, 1),
    "Score 0 + Rephrase-ALB": (5, 0, 15, 0, 39, 11, 7, 10, 8, 11, 2, 1),
    "Score 0 + Rephrase + Metatags": (1, 0, 17, 0, 45, 19, 12, 10, 13, 4, 5, 1),
    "Score 0 + Rephrase + Metatags-ALB": (1, 0, 18, 0, 43, 18, 13, 11, 15, 6, 4, 0),
    "Score 0 + Rephrase + Refusals": (1, 0, 21, 0, 45, 20, 15, 8, 14, 4, 4, 0),
    "Score 0 + Rephrase + Refusals-ALB": (1, 0, 20, 0, 38, 21, 16, 11, 10, 6, 4, 0),
    "Safety Oracle": (4, 0, 10, 0, 45, 18, 11, 11, 2, 4, 8, 5),
    "Safety Oracle-ALB": (3, 0, 9, 0, 43, 14, 6, 14, 4, 12, 4, 2),
    "GLM-4": (0, 0, 11, 0, 44, 17, 10, 16, 11, 4, 5, 0),
    "GLM-4-ALB": (0, 0, 17, 0, 43, 19, 11, 11, 11, 5, 8, 0),
    "Llama-3.3": (0, 0, 12, 0, 37, 32, 20, 30, 12, 11, 9, 0),
    "Llama-3.3-ALB": (0, 0, 17, 0, 43, 36, 19, 27, 12, 9, 9, 0),
    "Qwen3": (0, 0, 49, 0, 40, 16, 10, 23, 23, 15, 12, 0),
    "Qwen3-ALB": (0, 0, 49, 0, 32, 14, 11, 19, 25, 16, 13, 0),
}
# fmt: on
