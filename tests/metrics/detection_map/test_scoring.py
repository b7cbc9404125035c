"""The array function: equal to pycocotools, golden cases, and what must hold for any data."""

import doctest
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triptych.core.errors import UsageError
from triptych.metrics.detection_map import scoring
from triptych.metrics.detection_map.coco import STATISTICS
from triptych.metrics.detection_map.inputs import Detections, Objects
from triptych.metrics.detection_map.scoring import evaluate_detections, evaluate_rows

CASES = json.loads((Path(scoring.__file__).parent / "cases.json").read_text(encoding="utf-8"))


def evaluated(case, detections=None, **settings):
    settings = {"n_images": case.n_images, "box_format": "xywh", "labels": range(4)} | settings
    return evaluate_detections(case.objects, detections or case.detections, **settings)


def statistics(result):
    return {name: result[name] for name in STATISTICS}


def close(found, wanted):
    for key, value in wanted.items():
        if isinstance(value, dict):
            close(found[key], value)
        elif value is None or isinstance(value, str):
            assert found[key] == value, key
        else:
            assert found[key] == pytest.approx(value, abs=1e-9), key


@pytest.mark.parametrize("grid", [False, True])
def test_the_twelve_statistics_equal_pycocotools(generated, pycocotools, grid):
    for seed in range(12):
        case = generated(seed, grid=grid)
        close(evaluated(case), pycocotools(case))


def test_tied_scores_equal_pycocotools_in_the_order_given(generated, pycocotools):
    for seed in range(5):
        case = generated(seed, ties=True)
        close(evaluated(case), pycocotools(case))


def test_the_generated_data_have_what_they_promise(generated):
    case = generated(0)
    assert np.asarray(case.objects.iscrowd).sum() > 2
    assert {0, 5}.isdisjoint(case.objects.images)
    assert (np.asarray(case.detections.labels)[np.asarray(case.detections.images) == 2] == 1).sum() > 100
    assert 3 in case.detections.labels
    assert 3 not in case.objects.labels
    assert evaluated(case)["per_class"][3] == {"map": None, "map_50": None, "map_75": None, "mar_100": None, "n": 0}
    assert all(0 < value < 1 for value in statistics(evaluated(case)).values())


def test_per_class_means_are_the_overall_figures(generated):
    result = evaluated(generated(1))
    for name in ("map", "map_50", "map_75", "mar_100"):
        per_class = [figures[name] for figures in result["per_class"].values() if figures["n"]]
        assert np.mean(per_class) == pytest.approx(result[name], abs=1e-9)
    assert sum(figures["n"] for figures in result["per_class"].values()) == result["n_objects"]


def test_no_detections_and_no_objects():
    none = Detections([], [], [], np.zeros((0, 4)))
    result = evaluate_detections(Objects([0], ["a"], [[0, 0, 10, 10]]), none, n_images=1, bootstrap=3, slices=[])
    assert (result["map"], result["map_small"], result["map_large"], result["mar_100"]) == (0.0, 0.0, None, 0.0)
    result = evaluate_detections(Objects([], [], []), none, n_images=2, bootstrap=3, curves=True)
    assert set(statistics(result).values()) == {None}
    assert (result["map_ci"], result["per_class"], result["n_objects"]) == ([None, None], {}, 0)
    found = Detections([1], ["a"], [0.5], [[0, 0, 10, 10]])
    result = evaluate_detections(Objects([], [], []), found, n_images=2, labels=["a"], bootstrap=3)
    assert result["map"] is None
    assert result["per_class"]["a"]["n"] == 0


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=20)
def test_row_order_and_monotone_score_changes_change_nothing(seed):
    rng = np.random.default_rng(seed)
    n = 30
    boxes = np.hstack([rng.uniform(0, 60, (2 * n, 2)), rng.uniform(10, 60, (2 * n, 2))])
    image, label = rng.integers(4, size=2 * n), rng.integers(2, size=2 * n)
    scores = rng.permutation(n) / n
    objects = Objects(image[:n], label[:n], boxes[:n])
    wanted = [0, 1]
    one = evaluate_detections(
        objects, Detections(image[n:], label[n:], scores, boxes[n:]), n_images=4, box_format="xywh", labels=wanted
    )
    order, other = rng.permutation(n), rng.permutation(n)
    objects = Objects(image[:n][other], label[:n][other], boxes[:n][other])
    mixed = Detections(image[n:][order], label[n:][order], (scores**3 / 2 + 0.1)[order], boxes[n:][order])
    assert evaluate_detections(objects, mixed, n_images=4, box_format="xywh", labels=wanted) == one
    assert all(value is None or 0 <= value <= 1 for value in statistics(one).values())


def test_box_formats_are_the_same_boxes(generated):
    case = generated(2, grid=True)
    wanted = evaluated(case)

    def moved(side, boxes):
        return type(side)(**{**vars(side), "boxes": boxes})

    for box_format, change in {
        "xyxy": lambda b: np.column_stack([b[:, :2], b[:, :2] + b[:, 2:]]),
        "cxcywh": lambda b: np.column_stack([b[:, :2] + b[:, 2:] / 2, b[:, 2:]]),
    }.items():
        objects, detections = (moved(side, change(side.boxes)) for side in (case.objects, case.detections))
        result = evaluate_detections(
            objects, detections, n_images=case.n_images, box_format=box_format, labels=range(4)
        )
        assert result == wanted | {"box_format": box_format}


def test_image_ids_stand_for_positions(generated):
    case = generated(3)
    names = [f"frame_{image}" for image in range(case.n_images)]
    objects, detections = (
        type(side)(**{**vars(side), "images": [names[image] for image in side.images]})
        for side in (case.objects, case.detections)
    )
    result = evaluate_detections(objects, detections, image_ids=names, box_format="xywh", labels=range(4))
    assert result == evaluated(case)
    with pytest.raises(UsageError, match="1 unknown in predictions, such as 'frame_9'"):
        evaluate_detections(
            Objects(["frame_0"], ["a"], [[0, 0, 9, 9]]), Detections(["frame_9"], ["a"], [0.5], [[0, 0, 9, 9]]),
            image_ids=["frame_0"],
        )  # fmt: skip
    with pytest.raises(UsageError, match="'a' twice"):
        evaluate_detections(case.objects, case.detections, image_ids=["a", "b", "a"])


def test_curves_average_to_ap_50(generated):
    case = generated(4)
    result = evaluated(case, curves=True)
    curves = result["curves"]
    assert (curves["iou"], len(curves["recall"]), curves["recall"][50]) == (0.5, 101, 0.5)
    for label, curve in curves["per_class"].items():
        assert np.mean(curve["precision"]) == pytest.approx(result["per_class"][label]["map_50"], abs=1e-9)
        reached = [score for score in curve["scores"] if score is not None]
        assert reached == sorted(reached, reverse=True)
        assert set(curve["precision"][len(reached) :]) <= {0.0}
    assert 3 not in curves["per_class"]


def test_difference_is_this_minus_the_baseline(generated):
    case, other = generated(5), generated(6)
    result = evaluated(case, baseline=other.detections)
    theirs = evaluated(case, other.detections)
    for name in STATISTICS:
        assert result["difference"][name] == pytest.approx(result[name] - theirs[name], abs=1e-12)
    assert "map_ci" not in result["difference"]
    assert "difference" not in theirs


def test_golden_cases():
    for case in CASES:
        result = evaluate_rows(**case["input"])
        matches(result, case["expected"], case["tolerance"], case["why"])


def matches(found, wanted, tolerance, why):
    for key, value in wanted.items():
        if isinstance(value, dict):
            matches(found[key], value, tolerance, why)
        elif isinstance(value, int | float):
            assert found[key] == pytest.approx(value, abs=tolerance), f"{key}: {why}"
        else:
            assert found[key] == value, f"{key}: {why}"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"n_images": None}, "both or neither"),
        ({"n_images": 0}, "at least one image"),
        ({"n_images": 2}, "image 2 in references"),
        ({"bootstrap": -1}, "bootstrap as a whole number"),
        ({"bootstrap": True}, "bootstrap as a whole number"),
        ({"seed": 0.5}, "seed as a whole number"),
        ({"box_format": "yolo"}, "a box format among xyxy, xywh, cxcywh"),
        ({"labels": ["a", "a", "b"]}, "labels that name each class once"),
        ({"labels": ["a"]}, "labels=\\["),
        ({"image_columns": {"weather": ["sunny"]}}, "3 values in the image column 'weather'"),
    ],
)
def test_wrong_settings_are_named(settings, message):
    objects = Objects([0, 2], ["a", "b"], [[0, 0, 20, 30], [5, 5, 20, 30]])
    with pytest.raises(UsageError, match=message):
        evaluate_detections(objects, Detections([0], ["a"], [0.5], [[0, 0, 20, 30]]), **{"n_images": 3} | settings)


def test_without_slices_or_intervals_nothing_is_compiled():
    code = """
import sys
from triptych.metrics.detection_map.scoring import Detections, Objects, evaluate_detections
box = [[0, 0, 10, 10]]
print(evaluate_detections(Objects([0], ["a"], box), Detections([0], ["a"], [1], box), n_images=1)["map"])
print("numba" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1.0", "False"]


def test_doctest():
    assert doctest.testmod(scoring).failed == 0
