"""What a feedback without a readable correction amounts to: a refusal, or the claim that something is wrong."""

import re

from triptych.metrics.coaching_rubric.moods import negated
from triptych.metrics.coaching_rubric.phrases import plain
from triptych.metrics.coaching_rubric.words_sentences import BLAME, DENIED_PRAISE, NO_ANSWER

_PARTS = re.compile(r"[.,;:!?\n]+|\b(?:but|and|however)\b")


def blames(feedback: str) -> bool:
    """Whether it says that something is wrong without a word on what: "there are many errors"."""
    parts = [part.strip() for part in _PARTS.split(plain(feedback))]
    return any(DENIED_PRAISE.search(part) or (BLAME.search(part) and not negated(part.split())) for part in parts)


def is_no_answer(feedback: str) -> bool:
    """Whether it is a refusal or an empty phrase: "I cannot see the video", "N/A"."""
    return bool(NO_ANSWER.search(plain(feedback)))
