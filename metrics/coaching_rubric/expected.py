"""Levels as expectations over a judge's own probabilities, where its server gives them.

A judge that says 4 with 55 % and 3 with 45 % means 3.55: the expectation over the levels 1 to 5 tells rows apart that
the likeliest level makes equal. Source: G-Eval (Liu et al., EMNLP 2023), section 2.3: score = sum of p(s) * s. What the
alternatives of a token leave out is shared out in proportion.
"""

import math
import re
from collections.abc import Mapping
from typing import Any, Final, TypeVar

from pydantic import BaseModel

from triptych.core.completions import Reply

Shape = TypeVar("Shape", bound=BaseModel)
_LEVELS: Final = {str(level): float(level) for level in range(1, 6)}
_ANSWERS: Final = {"yes": 1.0, "no": 0.0}
_SCALES: Final[dict[str, Mapping[str, float]]] = {
    "accuracy": _LEVELS, "actionability": _LEVELS, "hallucination": _ANSWERS,
}  # fmt: skip


def expect(judgement: Shape, reply: Reply) -> Shape:
    """The judgement with its levels, and its yes (1) or no (0), replaced by expectations.

    Returned as it is where the reply has no probabilities for one of them: a row is not half expected. Values that are
    replaced become floats.
    """
    names = [name for name in _SCALES if name in type(judgement).model_fields]
    found = {name: expectation(reply.tokens or [], name, getattr(judgement, name)) for name in names}
    return judgement if None in found.values() else judgement.model_copy(update=found)


def expectation(tokens: list[list[Any]], name: str, said: object) -> float | None:
    """The expected value of field `name` of a JSON reply made of `tokens`; None where its token cannot be found.

    `said` is the value that was read: probabilities count only at a token that says the same.
    """
    text, scale = "".join(token for token, _ in tokens), _SCALES[name]
    places = list(re.finditer(rf'"{name}"\s*:\s*"?(\w+)', text))
    if not places or places[-1][1].lower() != str(said).lower():
        return None
    at, start = places[-1].start(1), 0
    for token, alternatives in tokens:
        if start <= at < start + len(token):
            return _mean(alternatives, token[: at - start], scale)
        start += len(token)
    return None


def _mean(alternatives: Mapping[str, float], before: str, scale: Mapping[str, float]) -> float | None:
    """sum p(s) s / sum p(s) over the alternatives that say a value of the scale, apart from what stands `before` it."""
    weights: dict[str, float] = {}
    for token, logprob in alternatives.items():
        word = re.match(r"\w+", token.removeprefix(before).strip(' :"'))
        if word and (value := word[0].lower()) in scale:
            weights[value] = weights.get(value, 0.0) + math.exp(min(logprob, 0.0))
    total = sum(weights.values())
    return sum(scale[value] * weight for value, weight in weights.items()) / total if total > 0 else None
