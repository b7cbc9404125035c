"""Who is compared with whom: pairs of takes of the same exercise and camera by different people; a balanced sample.

The paper (section 3.1) pairs "identical exercises to form 10k reference-user video pairs" and says no more. Our rule:
every ordered couple of two people, in every exercise and camera, with two repetitions drawn for each. On the whole of
Fit3D's train folder that makes 22 exercises x 4 cameras x 8 x 7 couples x 2 = 9,856 pairs, which is the paper's 10k.
Both orders count, since a user who is compared with a reference is another question than the reverse.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import permutations
from typing import Any

import numpy as np

from triptych.core.vocabulary import NAMES
from triptych.dataset_builders.formcoach.clips import Window
from triptych.dataset_builders.formcoach.fit3d import Take
from triptych.dataset_builders.formcoach.fit3d_survey import Survey
from triptych.dataset_builders.formcoach.paper import PAIRS

REPETITIONS = 2
"""Pairs of each couple in each exercise and camera."""


@dataclass(frozen=True)
class TakePair:
    """A user's repetition beside a reference's, with the part of the picture that both clips show."""

    id: str
    user: Take
    reference: Take
    window: Window
    annotations: tuple[tuple[str, str], ...] = ()
    """(annotator, instruction)."""

    @property
    def exercise(self) -> str:
        """The name in Table 3."""
        return self.user.exercise

    @property
    def seconds(self) -> float:
        """Length of the longer of the two, which is the clips' up to 6 s."""
        return max(self.user.seconds, self.reference.seconds)


def pair_up(found: Survey, repetitions: int = REPETITIONS, seed: int = 0) -> list[TakePair]:
    """All pairs, by exercise, camera, user, reference: neighbours share films, so that each is decoded once.

    A couple has as many pairs as the person with fewer usable repetitions allows, at most `repetitions`; no repetition
    comes twice in a couple's pairs of one camera. Which ones follows from `seed` and the couple alone.
    """
    pairs: list[TakePair] = []
    for view, takes in found.takes.items():
        by_person: dict[str, list[Take]] = {}
        for take in takes:
            by_person.setdefault(take.subject, []).append(take)
        for user, reference in permutations(sorted(by_person), 2):
            rng = _generator(seed, takes[0].action, view[1], user, reference)
            users, references = by_person[user], by_person[reference]
            some = min(repetitions, len(users), len(references))
            drawn = zip(rng.permutation(len(users))[:some], rng.permutation(len(references))[:some], strict=True)
            pairs += [_pair(users[i], references[j], found.windows[view]) for i, j in sorted(drawn)]
    return pairs


def balanced(
    pairs: Sequence[TakePair], total: int = PAIRS, seed: int = 0, classes: int = len(NAMES)
) -> tuple[list[TakePair], dict[str, int]]:
    """A uniform sample with equally many pairs of each exercise, in the order of `pairs`; and what fell short.

    Each exercise gets total // classes; where all `classes` are there, as many of them as are needed get one more:
    1,700 over 22 are 77 or 78. One with fewer pairs gives all, and stands in the second result with its number.
    """
    ids: dict[str, list[str]] = {}
    for pair in pairs:
        ids.setdefault(pair.exercise, []).append(pair.id)
    present = [name for name in NAMES if name in ids]
    quota = dict.fromkeys(present, total // classes)
    if len(present) == classes:
        for index in _generator(seed, "one more").permutation(classes)[: total % classes]:
            quota[present[index]] += 1
    chosen = {
        sorted(ids[name])[index]
        for name in present
        for index in _generator(seed, name).permutation(len(ids[name]))[: quota[name]]
    }
    short = {name: len(ids[name]) for name in present if len(ids[name]) < quota[name]}
    return [pair for pair in pairs if pair.id in chosen], short


def by_exercise(pairs: Sequence[Any]) -> dict[str, int]:
    """Number of pairs, of any kind, of each exercise that has any, in the order of Table 3."""
    names = [pair.exercise for pair in pairs]
    return {name: names.count(name) for name in NAMES if name in names}


def _pair(user: Take, reference: Take, window: Window) -> TakePair:
    action = user.action.replace("_", "-")
    ends = [f"{take.subject}r{take.number + 1}" for take in (user, reference)]
    return TakePair(f"{action}-{user.camera}-{ends[0]}-{ends[1]}", user, reference, window)


def _generator(seed: int, *words: str) -> np.random.Generator:
    """Random numbers that belong to these words, whatever was drawn before."""
    return np.random.default_rng([seed, *sha256("\0".join(words).encode()).digest()])
