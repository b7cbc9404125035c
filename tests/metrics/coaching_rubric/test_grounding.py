"""The grounded check as users get it: `compute` with joints."""

from typing import Any

import numpy as np
import pytest
from puppet_faults import make_case

from triptych.core.errors import UsageError
from triptych.core.vocabulary import exercise
from triptych.hub.metrics import load_metric
from triptych.metrics.coaching_rubric.grounding import claims_beside

LINES = [
    "Straighten your left elbow at the top.",
    "Bend your left elbow more at the top.",
    "Straighten your left elbow and straighten your tail.",
    "Looks good, nothing to correct.",
    "Look at the mirror.",
    "",
    "<think>Lower your hips.</think> Straighten your left elbow.",
]


@pytest.fixture(scope="module")
def joints() -> tuple[np.ndarray, np.ndarray]:
    which = exercise("Dumbbell Lift Overhead")
    fault = next(each for each in which.faults if (each.body_part, each.direction) == ("elbows", "straighter"))
    rng = np.random.default_rng(3)
    case = make_case(which, fault, rng, severity=2.0)
    while case.side != "left":
        case = make_case(which, fault, rng, severity=2.0)
    return case.user, case.reference


def compute(lines: list[str], user: Any, reference: Any, **options: Any) -> dict[str, Any]:
    return load_metric("coaching_rubric").compute(
        predictions=lines, references=["Straighten your left elbow."] * len(lines),
        exercises=["Dumbbell Lift Overhead"] * len(lines), user_joints=user, reference_joints=reference, **options,
    )  # fmt: skip


def test_figures_and_claims(joints: tuple[np.ndarray, np.ndarray]) -> None:
    n = len(LINES)
    result = compute(LINES, [joints[0]] * n, [joints[1].tolist()] * n)
    said = [each["grounded_hallucination"] for each in result["verdicts"]]
    assert said == [False, True, True, False, None, None, False]
    assert (result["grounded_n"], result["grounded_n_unchecked"]) == (5, 2)
    assert result["grounded_hallucination"] == pytest.approx(40.0)
    low, high = result["grounded_hallucination_ci"]
    assert low < 40 < high
    assert result["grounded_claims"] == {"supported": 3, "contradicted": 2, "not_checkable": 0}
    for line, verdict in zip(LINES, result["verdicts"], strict=True):
        for claim in verdict["claims"]:
            assert line[claim["start"] : claim["end"]] == claim["text"]
    assert result["verdicts"][6]["claims"][0]["start"] == LINES[6].index("Straighten")
    assert "nobody has" in result["verdicts"][2]["grounded_reason"]
    assert result["verdicts"][5]["grounded_reason"] == "empty feedback"


def test_rows_without_joints_and_with_too_few_frames_are_unchecked(joints: tuple[np.ndarray, np.ndarray]) -> None:
    user, reference = joints
    result = compute(LINES[:1] * 4, [user, None, user[:1], user * np.nan], [reference] * 4)
    assert [each["grounded_hallucination"] for each in result["verdicts"]] == [False, None, None, None]
    assert [each["grounded_reason"] for each in result["verdicts"]][1:] == [
        "no joints", "joints: 1, not at least 8 frames of user joints", "nothing in it can be checked",
    ]  # fmt: skip
    assert (result["grounded_n"], result["n"]) == (1, 4)


def test_blazepose_landmarks_do_as_well(joints: tuple[np.ndarray, np.ndarray]) -> None:
    places = {11: 11, 12: 14, 13: 12, 14: 15, 15: 13, 16: 16, 23: 1, 24: 4, 25: 2, 26: 5, 27: 3, 28: 6, 7: 10, 8: 10}
    both = []
    for each in joints:
        landmarks = np.zeros((len(each), 33, 3))
        for landmark, joint in places.items():
            x, y, z = np.moveaxis(each[:, joint], -1, 0)
            landmarks[:, landmark] = np.stack([x, -z, y], axis=-1)
        both.append(landmarks)
    result = compute(LINES[:2], [both[0]] * 2, [both[1]] * 2)
    assert [each["grounded_hallucination"] for each in result["verdicts"]] == [False, True]


def test_no_joints_no_grounded_figures() -> None:
    result = compute(LINES[:1], None, None)
    assert not [name for name in result if name.startswith("grounded")]
    assert "claims" not in result["verdicts"][0]


@pytest.mark.parametrize(("user", "reference", "message"), [
    ([np.zeros((9, 25, 3))], None, "no reference_joints"),
    ([np.zeros((9, 25, 3))] * 2, [np.zeros((9, 25, 3))], r"as many user_joints as predictions \(1\)"),
    ([np.zeros((9, 24, 3))], [np.zeros((9, 25, 3))], r"shape \(9, 24, 3\) in row 0"),
    ([np.zeros((9, 25, 3))], ["joints"], "str that is no array of numbers in row 0"),
    ([np.zeros((9, 25, 3))], [[[1, 2], [3]]], "list that is no array of numbers in row 0"),
])  # fmt: skip
def test_bad_joints(user: Any, reference: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        compute(LINES[:1], user, reference)


def test_claims_beside_the_experts_line() -> None:
    text = "Widen your stance, round your back and watch your head."
    found = claims_beside(text, "Set your feet wider apart.", "Squat")
    assert [(each["text"], each["verdict"]) for each in found] == [
        ("Widen your stance", "correct"), ("round your back", "hallucinated"), ("watch your head", "unclear"),
    ]  # fmt: skip
    assert [each["verdict"] for each in claims_beside("Widen your stance.", None)] == ["hallucinated"]
    assert [each["verdict"] for each in claims_beside("Widen your stance.", "Qwertz.")] == ["unclear"]
    assert claims_beside("Nothing to correct.", None) == []
