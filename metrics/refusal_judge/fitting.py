"""Train the classifier and say honestly how it does: on models and prompts that it was not trained on.

Answers to one prompt resemble each other, and so do those of one model. In `held_out` each answer is therefore judged
by weights that were trained on the other models' answers to other prompts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_array
from scipy.special import expit

from triptych.core.errors import UsageError
from triptych.metrics.refusal_judge import patterns
from triptych.metrics.refusal_judge.classifier import Weights, decide
from triptych.metrics.refusal_judge.features import SIZE, features
from triptych.metrics.refusal_judge.patterns import Reading
from triptych.metrics.refusal_judge.verdicts import Verdict

FOLDS = 5
_PENALTY = 1.0
_STEPS = 200
_OFTEN = 5  # answers that show a feature before it gets a weight; fewer say more of these answers than of others


@dataclass(frozen=True)
class Labelled:
    """An answer with the prompt, the model that answered and whether people saw a refusal, in full or in part."""

    responder: str
    prompt: str
    answer: str
    refused: bool

    @cached_property
    def reading(self) -> Reading:
        """What the rules of `patterns` see of it."""
        return patterns.read(self.answer, self.prompt)


def train(rows: Sequence[Labelled]) -> Weights:
    """Weights from all of `rows`. One minimum, so the same rows give the same weights; there is nothing to seed."""
    return _fit(_matrix(rows), np.array([row.refused for row in rows]))


def _matrix(rows: Sequence[Labelled]) -> csr_array:
    """(rows, SIZE) values of the features."""
    found = [features(row.reading) for row in rows]
    ends = np.cumsum([0, *(len(places) for places, _ in found)])
    places, values = (np.concatenate([part[side] for part in found]) for side in (0, 1))
    return csr_array((values, places, ends), shape=(len(rows), SIZE))


def _fit(seen: csr_array, refused: NDArray[np.bool_]) -> Weights:
    """Logistic regression with a quadratic penalty on the weights."""
    if refused.all() or not refused.any():
        raise UsageError("both refusals and other answers to train on", "one class only", "check the human labels")
    used = np.flatnonzero(np.bincount(seen.indices, minlength=SIZE) >= _OFTEN)
    part, sign = seen[:, used], np.where(refused, 1.0, -1.0)

    def loss(point: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        weights, margin = point[:-1], sign * (part @ point[:-1] + point[-1])
        slope = -sign * expit(-margin)
        value = np.logaddexp(0.0, -margin).sum() + 0.5 * _PENALTY * (weights @ weights)
        return float(value), np.append(part.T @ slope + _PENALTY * weights, slope.sum())

    found = minimize(loss, np.zeros(len(used) + 1), jac=True, method="L-BFGS-B", options={"maxiter": _STEPS})
    weights = np.zeros(SIZE)
    weights[used] = found.x[:-1]
    return Weights(weights, float(found.x[-1]))


def held_out(rows: Sequence[Labelled], seed: int = 0, band: tuple[float, float] | None = None) -> list[Verdict]:
    """Each row's verdict by weights that saw neither its model nor its prompt.

    `seed` deals the prompts to `FOLDS` folds; inside `band` the verdict is unscored (`classifier.BAND`).
    """
    seen, refused = _matrix(rows), np.array([row.refused for row in rows])
    model, fold = np.array([row.responder for row in rows]), np.array([_fold(row.prompt, seed) for row in rows])
    verdicts: dict[int, Verdict] = {}
    for name in sorted(set(model)):
        for part in range(FOLDS):
            test, train = np.flatnonzero((model == name) & (fold == part)), (model != name) & (fold != part)
            found = _fit(seen[train], refused[train])
            verdicts |= {at: decide(rows[at].reading, found, band) for at in test.tolist()}
    return [verdicts[at] for at in range(len(rows))]


def _fold(prompt: str, seed: int) -> int:
    return int(sha256(f"{seed}:{prompt.strip()}".encode()).hexdigest(), 16) % FOLDS
