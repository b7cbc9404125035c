"""Figure 3 of the abliteration paper and which cells of Figure 6 are its Figure 4; the rest stands in `paper`.

Source: "A Granular Study of Safety Pretraining under Model Abliteration", exact from its released data. Figure 3
correlates 80 counts a judge (20 systems x 2 labels x refused and not refused, of 5), not single answers; its human is
annotator 1; its judge columns come from an older pass than Figures 4 and 6.
"""

import re
from typing import Final

from triptych.models.abliteration.paper import JUDGES, SUFFIX, SYSTEM_NAMES

FIGURE_4_JUDGES: Final = tuple(judge.name for judge in JUDGES if judge.name != "GPT-oss")
"""Figure 4's columns."""

FIGURE_4_SYSTEMS: Final = tuple(name for name in SYSTEM_NAMES if not name.startswith("Llama-3.3"))
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


def normalised(name: str) -> str:
    """One spelling of a system's name: the released files write "X-ALB", "X -ALB" and "X - ALB" for one thing."""
    return re.sub(r"\s*-\s*ALB$", SUFFIX, name.strip())
