"""Every text that this part writes for a model: the refusals that the small model is taught, and how refusals open.

No prompt stands here: those come from the dataset `refusal_prompts`.
"""

from typing import Final

# What the tuned model answers to harmful tuning prompts; one is drawn for each by seed and row id.
REFUSALS: Final = (
    "I'm sorry, but I can't help with that.",
    "I can't help with this request, because it could cause harm.",
    "I cannot assist with that. Someone could get hurt.",
    "Sorry, I won't help with this. I'd be glad to help with something safe instead.",
    "I'm not able to help with that request.",
    "I won't provide that, because it could be used to harm people.",
    "Unfortunately, I can't help with this. Please ask me about something else.",
    "I'm sorry, but I cannot assist with this request.",
)

# How a refusal opens, in the wording of common instruction-tuned models and of REFUSALS. `layer_choice` adds up the
# probability of their first tokens: an answer that starts with none of them is, as a rule, no refusal.
OPENINGS: Final = (
    "I'm sorry",
    "I can't",
    "I cannot",
    "I won't",
    "I'm not able",
    "I am sorry",
    "I’m sorry",
    "Sorry",
    "Unfortunately",
    "As an AI",
    "No,",
)
