"""The numbers behind the abliteration paper's Figures 2, 3, 4 and 6, exact from its released data.

Source: "A Granular Study of Safety Pretraining under Model Abliteration". Systems and their order are those of `paper`;
names are normalised: the released files write "X-ALB", "X -ALB" and "X - ALB" for one thing.

What is known of the judges behind these numbers, from the paper's released code:
- Qwen3 and GPT-oss: `"REFUSAL" in text` decided, which is true of NON-REFUSAL too.
- GLM-4 and SmolLM2 in Figures 4 and 6: asked with unfilled placeholders for three new tokens; what could not be read
  counted as not refused. Figure 3 holds an older pass of all judges.
- regex: three phrases.
- Figure 3 correlates 80 counts a judge (20 systems x 2 labels x refused and not refused of 5), not single answers; its
  human is annotator 1.
"""

import re
from typing import Final

from triptych.models.abliteration.paper import SUFFIX

JUDGES: Final = (
    "ChatGPT5",
    "regex",
    "GLM-4",
    "Qwen3",
    "SmolLM2",
    "GPT-oss",
    "Raw Data",
    "Score 0",
    "Score 0 + Rephrase",
    "Score 0 + Rephrase + Metatags",
    "Score 0 + Rephrase + Refusals",
    "Safety Oracle",
)
"""Figure 6's judges: the columns below."""

FIGURE_6_HARMFUL: Final[dict[str, tuple[int, ...]]] = {
    "SmolLM2": (35, 31, 0, 21, 0, 48, 47, 39, 46, 43, 42, 47),
    "SmolLM2-ALB": (15, 15, 0, 14, 0, 43, 45, 39, 44, 45, 38, 46),
    "Raw Data": (46, 31, 0, 32, 0, 50, 31, 37, 37, 25, 20, 34),
    "Raw Data-ALB": (45, 36, 0, 31, 0, 49, 28, 36, 27, 14, 15, 28),
    "Score 0": (46, 37, 0, 33, 0, 49, 39, 42, 40, 30, 24, 39),
    "Score 0-ALB": (41, 36, 0, 24, 0, 48, 38, 38, 37, 29, 33, 43),
    "Score 0 + Rephrase": (49, 34, 0, 28, 0, 50, 37, 42, 40, 30, 27, 43),
    "Score 0 + Rephrase-ALB": (34, 37, 0, 22, 0, 45, 43, 42, 44, 43, 39, 43),
    "Score 0 + Rephrase + Metatags": (46, 41, 0, 32, 0, 49, 32, 38, 30, 22, 17, 33),
    "Score 0 + Rephrase + Metatags-ALB": (46, 40, 0, 33, 0, 50, 34, 40, 34, 27, 23, 38),
    "Score 0 + Rephrase + Refusals": (48, 41, 0, 32, 0, 49, 29, 37, 28, 18, 11, 29),
    "Score 0 + Rephrase + Refusals-ALB": (48, 34, 0, 26, 0, 46, 38, 41, 45, 29, 27, 43),
    "Safety Oracle": (49, 45, 0, 5, 0, 49, 36, 38, 33, 4, 29, 33),
    "Safety Oracle-ALB": (47, 30, 0, 6, 0, 47, 34, 40, 41, 5, 31, 41),
    "GLM-4": (47, 46, 0, 15, 0, 36, 47, 45, 50, 46, 46, 49),
    "GLM-4-ALB": (45, 42, 0, 20, 0, 38, 46, 45, 47, 43, 42, 45),
    "Llama-3.3": (44, 27, 0, 39, 18, 48, 22, 47, 49, 45, 48, 46),
    "Llama-3.3-ALB": (39, 17, 0, 46, 11, 37, 32, 45, 49, 45, 44, 44),
    "Qwen3": (45, 1, 0, 50, 0, 11, 44, 46, 48, 49, 46, 47),
    "Qwen3-ALB": (46, 0, 0, 50, 0, 9, 43, 46, 49, 47, 45, 46),
}
"""Refused of 50 harmful prompts, system by judge. Figure 2 is its first column, Figure 4 a part of it."""

FIGURE_6_HARMLESS: Final[dict[str, tuple[int, ...]]] = {
    "SmolLM2": (1, 1, 0, 14, 0, 43, 24, 17, 12, 15, 6, 9),
    "SmolLM2-ALB": (1, 1, 0, 18, 0, 39, 25, 15, 15, 17, 3, 11),
    "Raw Data": (2, 1, 0, 24, 0, 42, 25, 12, 8, 15, 6, 6),
    "Raw Data-ALB": (1, 1, 0, 19, 0, 39, 22, 12, 6, 12, 6, 5),
    "Score 0": (3, 2, 0, 19, 0, 41, 20, 13, 10, 10, 7, 5),
    "Score 0-ALB": (1, 0, 0, 17, 0, 39, 18, 10, 10, 12, 6, 4),
    "Score 0 + Rephrase": (2, 1, 0, 22, 0, 39, 19, 11, 9, 11, 6, 4),
    "Score 0 + Rephrase-ALB": (5, 1, 0, 15, 0, 39, 11, 7, 10, 8, 11, 2),
    "Score 0 + Rephrase + Metatags": (1, 1, 0, 17, 0, 45, 19, 12, 10, 13, 4, 5),
    "Score 0 + Rephrase + Metatags-ALB": (1, 0, 0, 18, 0, 43, 18, 13, 11, 15, 6, 4),
    "Score 0 + Rephrase + Refusals": (1, 0, 0, 21, 0, 45, 20, 15, 8, 14, 4, 4),
    "Score 0 + Rephrase + Refusals-ALB": (1, 0, 0, 20, 0, 38, 21, 16, 11, 10, 6, 4),
    "Safety Oracle": (4, 5, 0, 10, 0, 45, 18, 11, 11, 2, 4, 8),
    "Safety Oracle-ALB": (3, 2, 0, 9, 0, 43, 14, 6, 14, 4, 12, 4),
    "GLM-4": (0, 0, 0, 11, 0, 44, 17, 10, 16, 11, 4, 5),
    "GLM-4-ALB": (0, 0, 0, 17, 0, 43, 19, 11, 11, 11, 5, 8),
    "Llama-3.3": (0, 0, 0, 12, 0, 37, 32, 20, 30, 12, 11, 9),
    "Llama-3.3-ALB": (0, 0, 0, 17, 0, 43, 36, 19, 27, 12, 9, 9),
    "Qwen3": (0, 0, 0, 49, 0, 40, 16, 10, 23, 23, 15, 12),
    "Qwen3-ALB": (0, 0, 0, 49, 0, 32, 14, 11, 19, 25, 16, 13),
}
"""Refused of 50 harmless prompts, system by judge."""

FIGURE_4_JUDGES: Final = tuple(judge for judge in JUDGES if judge != "GPT-oss")
"""Figure 4's columns."""

FIGURE_4_SYSTEMS: Final = tuple(system for system in FIGURE_6_HARMFUL if not system.startswith("Llama-3.3"))
"""Figure 4's rows: Llama-3.3 judged nothing and is left out."""

FIGURE_3_JUDGES: Final = ("Human 1", "ChatGPT5", "GLM-4", "regex", "Qwen3", "SmolLM2", "GPT-oss")

FIGURE_3: Final[tuple[tuple[float, ...], ...]] = (
    (
        1.0,
        0.9776240393813144,
        0.7919700088042229,
        0.7548294124240689,
        0.3939964580490844,
        0.29661187367265596,
        -0.0819288030372914,
    ),
    (
        0.9776240393813144,
        1.0,
        0.8006684522316974,
        0.7484008971347801,
        0.3342986367649873,
        0.23611187628972785,
        -0.04949562505412139,
    ),
    (
        0.7919700088042229,
        0.8006684522316974,
        1.0,
        0.8211569456087585,
        0.1705608806325594,
        0.3734430232986195,
        -0.011883727996843063,
    ),
    (
        0.7548294124240689,
        0.7484008971347801,
        0.8211569456087585,
        1.0,
        0.2667708672096869,
        0.5552505884793859,
        -0.2397965581403413,
    ),
    (
        0.3939964580490844,
        0.3342986367649873,
        0.1705608806325594,
        0.2667708672096869,
        1.0,
        0.4928219460265652,
        -0.5111839561319849,
    ),
    (
        0.29661187367265596,
        0.23611187628972785,
        0.3734430232986195,
        0.5552505884793859,
        0.4928219460265652,
        1.0,
        -0.7859655754047615,
    ),
    (
        -0.0819288030372914,
        -0.04949562505412139,
        -0.011883727996843063,
        -0.2397965581403413,
        -0.5111839561319849,
        -0.7859655754047615,
        1.0,
    ),
)
"""Pearson of stacked per-system counts, 10 prompts x 20 systems."""

FIGURE_3_HUMAN_2: Final = 0.983
"""Pearson of the two annotators' stacked counts (section 3.4, Study 2: 0.9830)."""

HUMANS_AGREE: Final = (195, 200)
"""Answers that both annotators labelled alike, of all (section 3.4, Study 2)."""

HUMANS_KAPPA: Final = 0.948
"""Cohen's kappa of the two annotators over the 200 answers, from the released labels."""

NOT_TO_BE_TRUSTED: Final = {
    "Qwen3": "its replies were searched for REFUSAL, which NON-REFUSAL contains",
    "GPT-oss": "its replies were searched for REFUSAL, which NON-REFUSAL contains",
    "GLM-4": "asked with an unfilled prompt for three tokens; unreadable replies counted as not refused (0 of 2,000)",
    "SmolLM2": "asked with an unfilled prompt for three tokens; unreadable replies counted as not refused",
}
"""Judges whose columns in Figures 4 and 6 measure a fault of the judging code, and which fault."""


def normalised(name: str) -> str:
    """One spelling of a system's name: "Score 0 - ALB" and "Score 0 -ALB" are "Score 0-ALB"."""
    return re.sub(r"\s*-\s*ALB$", SUFFIX, name.strip())
