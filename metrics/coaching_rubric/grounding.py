"""The claims of each feedback with what the joints, or else the expert's line, say of them; grounded hallucination.

>>> claims_beside("Widen your stance and round your back.", "Set your feet wider apart.")[1]["verdict"]
'hallucinated'
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.core.progress import progress
from triptych.core.vocabulary import ONE_LIMB, Exercise
from triptych.metrics.coaching_rubric import scoring
from triptych.metrics.coaching_rubric.answers import blames
from triptych.metrics.coaching_rubric.claims import Claim, parse
from triptych.metrics.coaching_rubric.comparing import MEETS, weight
from triptych.metrics.coaching_rubric.english import not_english
from triptych.metrics.coaching_rubric.foreign_parts import foreign_part, invented_places
from triptych.metrics.coaching_rubric.grounded import Check, Grounds
from triptych.metrics.coaching_rubric.judges import Row, visible_feedback
from triptych.metrics.coaching_rubric.lexical import exercise_of
from triptych.metrics.coaching_rubric.spans import locate
from triptych.metrics.coaching_rubric.verdicts import Verdict

Record = dict[str, Any]
Array = NDArray[np.float32]
OUTCOMES: Final = ("supported", "contradicted", "not_checkable")
_KEPT: Final = 2048
_known: dict[str, Grounds] = {}
"""What was measured, by content: eleven systems' lines on one pair need it once."""


@dataclass(frozen=True)
class Grounded:
    """One row: `hallucination` None where nothing could be checked, with the `reason`; one record for each claim."""

    hallucination: bool | None
    reason: str
    claims: list[Record]


def joint_columns(user_joints: Any, reference_joints: Any, n: int) -> list[tuple[Array | None, Array | None]] | None:
    """Both people's joints for each of `n` rows; None where no joints were given. A row may lack them (None)."""
    if user_joints is None and reference_joints is None:
        return None
    if user_joints is None or reference_joints is None:
        lacking = "user_joints" if user_joints is None else "reference_joints"
        raise UsageError("user_joints and reference_joints", f"no {lacking}", "give both, or neither")
    for name, joints in (("user_joints", user_joints), ("reference_joints", reference_joints)):
        if len(joints) != n:
            raise UsageError(f"as many {name} as predictions ({n})", str(len(joints)), "put None where there are none")
    return [
        (_joints("user_joints", user, row), _joints("reference_joints", reference, row))
        for row, (user, reference) in enumerate(zip(user_joints, reference_joints, strict=True))
    ]


def ground(rows: Sequence[Row], joints: Sequence[tuple[Array | None, Array | None]]) -> list[Grounded]:
    """Every row's claims checked against its `joint_columns`."""
    pairs = zip(rows, joints, strict=True)
    return [_row(row, *both) for row, both in progress(pairs, "claims against joints", len(rows))]


def grounded(
    result: dict[str, Any], rows: Sequence[Row], joints: Sequence[tuple[Array | None, Array | None]]
) -> dict[str, Any]:
    """A result of `judges.judged` with the figures of the grounded check, and what it found in every verdict."""
    found = ground(rows, joints)
    verdicts = [
        {**verdict, "grounded_hallucination": each.hallucination, "grounded_reason": each.reason, "claims": each.claims}
        for verdict, each in zip(result["verdicts"], found, strict=True)
    ]
    return {**result, **summary(found), "verdicts": verdicts}


def summary(grounded: Sequence[Grounded], groups: Sequence[Any] | None = None) -> dict[str, Any]:
    """`grounded_hallucination` in percent of the `grounded_n` rows that could be checked, its interval, and counts."""
    kept = [place for place, each in enumerate(grounded) if each.hallucination is not None]
    values = [float(bool(grounded[place].hallucination)) for place in kept]
    pairs = None if groups is None else [groups[place] for place in kept]
    counts = Counter(claim["verdict"] for each in grounded for claim in each.claims)
    return {
        **scoring.percentage("grounded_hallucination", values, pairs),
        "grounded_n": len(kept),
        "grounded_n_unchecked": len(grounded) - len(kept),
        "grounded_claims": {name: counts[name] for name in OUTCOMES},
    }


def claims_beside(feedback: str, reference: str | None, exercise: str | None = None) -> list[Record]:
    """The claims of a feedback beside the expert's line: correct, hallucinated or unclear, with their places.

    As the lexical judge compares them. `reference` None: nothing was to be corrected.
    """
    known = exercise_of(exercise)
    wanted = parse(reference, known) if reference else None
    one_limb = ONE_LIMB.get(known.name, frozenset()) if known else frozenset()
    expert = () if wanted is None or wanted.fine else wanted.claims
    unread = wanted is not None and not wanted.fine and not expert

    def verdict(claim: Claim) -> tuple[str, str]:
        if claim.readings[0][1] is None or unread:
            return "unclear", "names no direction" if not unread else "the expert's line has no part and direction"
        best = max((weight(claim, other, one_limb) for other in expert), default=0.0)
        said = "in the expert's line" if best >= MEETS else "not in the expert's line"
        return "correct" if best >= MEETS else "hallucinated", said

    return [
        {**_placed(feedback, claim, span), "verdict": found, "reason": why}
        for claim, span in _located(feedback, known)
        for found, why in [verdict(claim)]
    ]


def _joints(name: str, joints: Any, row: int) -> Array | None:
    """One person's joints as an array, None for none; `UsageError` with the row for other shapes."""
    if joints is None:
        return None
    try:
        array = np.asarray(joints, dtype=np.float32)
    except (TypeError, ValueError):
        array = np.zeros(0, dtype=np.float32)
    if array.ndim != 3 or array.shape[1:] not in ((25, 3), (33, 3)):
        got = f"shape {array.shape}" if array.size else f"{type(joints).__name__} that is no array of numbers"
        fix = "pass Fit3D joints or BlazePose world landmarks, frames first, or None"
        raise UsageError(f"{name} of shape (T, 25, 3) or (T, 33, 3)", f"{got} in row {row}", fix)
    return array


def _row(row: Row, user: Array | None, reference: Array | None) -> Grounded:
    visible = visible_feedback(row.feedback)
    if isinstance(visible, Verdict):
        return Grounded(None, visible.reason, [])
    if user is None or reference is None:
        return Grounded(None, "no joints", [])
    if reason := not_english(visible):
        return Grounded(None, f"feedback {reason}", [])
    exercise = exercise_of(row.exercise)
    try:
        grounds = _grounds(user, reference, exercise)
    except UsageError as error:  # the shape is right: too few frames
        return Grounded(None, f"joints: {error.got}, not {error.expected}", [])
    claims = _checked(row.feedback, visible, grounds, exercise)
    return _outcome(visible, claims, exercise)


def _outcome(text: str, claims: list[Record], exercise: Exercise | None) -> Grounded:
    found = {claim["verdict"] for claim in claims}
    if "contradicted" in found:
        wrong = [f"{claim['claim']}: {claim['reason']}" for claim in claims if claim["verdict"] == "contradicted"]
        return Grounded(True, "; ".join(wrong), claims)
    if "supported" in found:
        return Grounded(False, "the joints bear out what it claims", claims)
    said = parse(text, exercise)
    if not claims and (said.fine or said.praises) and not blames(text):
        return Grounded(False, "claims no fault", claims)
    return Grounded(None, "nothing in it can be checked" if claims else "no claim found in it", claims)


def _checked(feedback: str, visible: str, grounds: Grounds, exercise: Exercise | None) -> list[Record]:
    """The claims of the visible text; their places count from the start of the whole feedback, reasoning included."""
    shift = max(feedback.rfind(visible), 0)
    records = []
    for claim, (start, end) in _located(visible, exercise):
        check = _against(visible[start:end], grounds.check(claim))
        placed = _placed(visible, claim, (start, end))
        records.append({**placed, "verdict": check.outcome, "severity": check.severity, "reason": check.reason})
    for start, end in invented_places(visible):
        if not any(record["start"] <= start < record["end"] for record in records):
            records.append(_nobodys(visible, start, end))
    return [{**each, "start": each["start"] + shift, "end": each["end"] + shift} for each in records]


def _against(text: str, check: Check) -> Check:
    """The check of a claim, unless its text is about a part that nobody has or that no joint shows."""
    part = foreign_part(text)
    if part is None:
        return check
    if part.invented:
        return Check("contradicted", None, f"nobody has a part {part.name!r}")
    return Check("not_checkable", None, f"joints do not show {part.name!r}")


def _located(text: str, exercise: Exercise | None) -> list[tuple[Claim, tuple[int, int]]]:
    claims = parse(text, exercise).claims
    return list(zip(claims, locate(text, claims, exercise), strict=True))


def _placed(text: str, claim: Claim, span: tuple[int, int]) -> Record:
    (part, direction), (start, end) = claim.readings[0], span
    return {
        "claim": str(claim), "body_part": part, "side": claim.side, "direction": direction,
        "text": text[start:end], "start": start, "end": end,
    }  # fmt: skip


def _nobodys(text: str, start: int, end: int) -> Record:
    return {
        "claim": text[start:end], "body_part": None, "side": None, "direction": None, "text": text[start:end],
        "start": start, "end": end, "verdict": "contradicted", "severity": None,
        "reason": f"nobody has a part {text[start:end]!r}",
    }  # fmt: skip


def _grounds(user: Array, reference: Array, exercise: Exercise | None) -> Grounds:
    key = sha256(repr((exercise and exercise.name, user.shape, reference.shape)).encode())
    for joints in (user, reference):
        key.update(joints.tobytes())
    name = key.hexdigest()
    if name not in _known:
        if len(_known) >= _KEPT:
            _known.clear()
        _known[name] = Grounds(user, reference, exercise)
    return _known[name]
