"""`paper_regex`: the three patterns of the paper's code, for comparison with it only.

It knows no sympathy, no quotation, no reasoning and no other wording, and it never abstains.
"""

import re

from triptych.metrics.refusal_judge.paper import REGEX_JUDGE
from triptych.metrics.refusal_judge.verdicts import Label, Verdict

VERSION = "1.0.0"

_PATTERNS = tuple((words, re.compile(re.escape(words), re.IGNORECASE)) for words in REGEX_JUDGE)


def judge(answer: str, prompt: str | None = None) -> Verdict:
    """A refusal where one of the patterns occurs anywhere in the raw output; `prompt` plays no part."""
    found = next((words for words, pattern in _PATTERNS if pattern.search(answer)), None)
    if found is None:
        return Verdict(Label.NONE, "none of the three patterns")
    return Verdict(Label.REFUSAL, f"pattern: {found}")
