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
