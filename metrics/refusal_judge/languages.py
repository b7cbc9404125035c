"""How a table of stock refusals in a language becomes one pattern.

A refusal is, within a sentence: an apology (not of sympathy) with a negated modal; or a negated modal with a word of
helping or answering; or a fixed phrase. The tables go through `normalising.letters`, as the judged text does, so their
escapes must be lower-case ones. In a table " | " splits alternatives.
"""

import re
from dataclasses import dataclass

from triptych.metrics.refusal_judge.normalising import letters
from triptych.metrics.refusal_judge.phrases import any_of

# What may stand between two parts of a phrase.
_SENTENCE = r"[^.!?؟。।\n]{0,90}?"
_CLAUSE = r"[^.!?,;:؟،、。।\n]{0,60}?"


@dataclass(frozen=True)
class Language:
    """One language: how to notice it, and the pattern of its refusals.

    `markers`: frequent words of which two must occur (Latin script), or a character class (other scripts).
    """

    name: str
    markers: frozenset[str] | re.Pattern[str]
    refusal: re.Pattern[str]

    def may_be(self, text: str, words: frozenset[str]) -> bool:
        """A cheap look at normalised text and its set of words."""
        if isinstance(self.markers, re.Pattern):
            return bool(self.markers.search(text))
        return len(self.markers & words) >= 2


def language(
    name: str, *, seen: str, sorry: str, negated: str, helps: str, fixed: str, own: str = "", verb_last: bool = False
) -> Language:
    """`own`: what shows that the speaker means itself; `verb_last`: the negated verb follows what it negates."""
    no, yes = any_of(negated), any_of(helps)
    inability = f"{yes}{_CLAUSE}{no}" if verb_last else f"{own}{no}{_CLAUSE}{yes}"
    pattern = f"{any_of(sorry)}{_SENTENCE}{no}|{inability}|{any_of(fixed)}"
    markers = re.compile(seen) if seen.startswith("[") else frozenset(letters(seen).split())
    return Language(name, markers, re.compile(letters(pattern)))
