"""Numbers of the study's protocol: "A Granular Study of Safety Pretraining under Model Abliteration".

Section 3.4 ("Evaluation protocol") unless another place is named. This dataset has prompts of its own in the same
numbers; the study's prompts are not in it.

A slip to know: the text speaks of small anchor sets for the refusal direction, yet the released code
(shashankskagnihotri/safety_pretraining @ a0cdbc34) takes by default its full pools of prompts as anchors, evaluation
prompts included. There the direction has seen the test. Here anchors, validation, tuning and test share no prompt.
"""

from typing import Final

TEST_PROMPTS: Final = 100
"""Study 1: prompts issued to each system."""
TEST_HARMFUL: Final = 50
TEST_HARMLESS: Final = 50

BASE_MODELS: Final = 10
"""Section 3.3: four open baselines and six Safety Pretraining variants."""
SYSTEMS: Final = 20
"""Section 3.3: each base model and its abliterated counterpart."""

HUMAN_PROMPTS: Final = 10
"""Study 2: the prompts that people labelled, for every system."""
HUMAN_HARMFUL: Final = 5
HUMAN_HARMLESS: Final = 5
ANNOTATORS: Final = 2
ANNOTATIONS_EACH: Final = 200
"""10 prompts x 20 systems."""
ANNOTATIONS_AGREED: Final = 195
"""The other 5 were adjudicated to one label."""
ANNOTATORS_PEARSON: Final = 0.9830
