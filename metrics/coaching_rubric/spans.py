"""Where in a feedback each claim stands: character offsets into the text as it was given.

The parser rewrites a text before it reads it, so a claim has no place of its own. It stands in the shortest run of
clauses, cut at commas, "and", "but" and the like, that says the same when it is read alone.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from triptych.core.vocabulary import Exercise, Side
from triptych.metrics.coaching_rubric.claims import Claim, parse
from triptych.metrics.coaching_rubric.directions import Reading

Span = tuple[int, int]
"""First character and one past the last."""
_SENTENCES: Final = re.compile(r"[^.!?;:\n]*(?:[.!?;:\n](?=\d)[^.!?;:\n]*)*[.!?;:\n]*")
_CUTS: Final = re.compile(
    r"\s*,\s*(?:and|but|or|then|while|so)?\b\s*|\s+(?:and|but|while|then|or|yet|because|however|though|although)\s+"
    r"|\s+[-–—]+\s+",
    re.IGNORECASE,
)
_JOINED: Final = re.compile(r"[\s,;]*(?:and|but|while|then|or|so)\s+", re.IGNORECASE)
_EDGES: Final = " \t\r\n,;:.!?-–—\"'“”*()"


def locate(text: str, claims: Sequence[Claim], exercise: Exercise | None = None) -> list[Span]:
    """The span of each claim that `parse(text, exercise)` found, in its order; the whole text where none says it."""
    sentences = [found.span() for found in _SENTENCES.finditer(text) if text[found.start() : found.end()].strip()]
    meant = [_meaning(claim) for claim in claims]
    found: dict[tuple[Reading, Side | None], Span] = {}
    for sentence in sentences:
        for start, end in _runs(text, *sentence):
            if all(each in found for each in meant):
                break
            for claim in parse(text[start:end], exercise).claims:
                if _meaning(claim) in meant and _meaning(claim) not in found:
                    found[_meaning(claim)] = _trimmed(text, _after(text, found.values(), start, end), end)
    late = _late(text, sentences, exercise) if any(each not in found for each in meant) else {}
    whole = _trimmed(text, 0, len(text))
    return [found.get(each) or late.get(each) or whole for each in meant]


def _meaning(claim: Claim) -> tuple[Reading, Side | None]:
    return claim.readings[0], claim.side


def _runs(text: str, start: int, end: int) -> Iterator[Span]:
    """Runs of the clauses of a sentence, single ones first; then the whole sentence."""
    cuts = [found.span() for found in _CUTS.finditer(text, start, end)]
    starts, ends = [start, *(cut[1] for cut in cuts)], [*(cut[0] for cut in cuts), end]
    count = len(starts)
    for size in [*range(1, min(count, 4)), count]:
        for first in range(count - size + 1):
            yield starts[first], ends[first + size - 1]


def _after(text: str, taken: Iterable[Span], start: int, end: int) -> int:
    """Where a run begins that only takes its part or mood from claims before it: behind the last of those."""
    before = [last for first, last in taken if start <= first and text[last:end].strip(_EDGES)]
    return max(before, default=start)


def _late(text: str, sentences: Sequence[Span], exercise: Exercise | None) -> dict[tuple[Reading, Side | None], Span]:
    """Claims that need what stands before them ("Look at your feet. Widen them."): the sentence that adds them."""
    found: dict[tuple[Reading, Side | None], Span] = {}
    for start, end in sentences:
        for claim in parse(text[:end], exercise).claims:
            found.setdefault(_meaning(claim), _trimmed(text, start, end))
    return found


def _trimmed(text: str, start: int, end: int) -> Span:
    """Without the spaces, marks and joining words round it."""
    joined = _JOINED.match(text, start, end)
    start = joined.end() if joined else start
    kept = text[start:end].strip(_EDGES)
    first = text.index(kept, start) if kept else start
    return first, first + len(kept)
