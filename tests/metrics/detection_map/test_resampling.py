"""Slices and resamples equal pycocotools on the data that they stand for."""

import itertools

import numpy as np
import pytest

from triptych.core.errors import UsageError
from triptych.core.intervals import percentile_interval
from triptych.metrics.detection_map.coco import STATISTICS
from triptych.metrics.detection_map.inputs import (
    Detections,
    Evaluation,
    Objects,
    coded_detections,
    coded_objects,
    images_of,
)
from triptych.metrics.detection_map.resampling import Figures, Sample, interval, sample
from triptych.metrics.detection_map.scoring import evaluate_detections

EDGES = [0, 15, 30, 60]


def matched(case, slices=(), detections=None) -> Sample:
    images = images_of(case.n_images, None, {})
    truth, labels = coded_objects(case.objects, images, "xywh", range(4))
    found = coded_detections(detections or case.detections, images, "xywh", labels)
    return sample(Evaluation(truth, found, labels, case.n_images), slices)


def twelve(figures: Figures, resample: int) -> dict[str, float]:
    return {name: figures.of(view, figure)[resample] for name, (view, figure) in STATISTICS.items()}


def close(found, wanted, names=tuple(STATISTICS)):
    for name in names:
        value = np.nan if found[name] is None else found[name]
        assert value == pytest.approx(np.nan if wanted[name] is None else wanted[name], abs=1e-9, nan_ok=True), name


def evaluated(case, **settings):
    settings = {"n_images": case.n_images, "box_format": "xywh", "labels": range(4)} | settings
    return evaluate_detections(case.objects, case.detections, **settings)


@pytest.mark.parametrize("grid", [False, True])
def test_the_table_gives_what_hotcoco_gives(generated, grid):
    for seed in range(10):
        case = generated(seed, grid=grid, ties=seed % 2 == 1)
        close(twelve(matched(case).observed(), 0), evaluated(case))


def test_every_resample_equals_pycocotools_on_the_duplicated_images(generated, pycocotools):
    case = generated(7)
    figures = matched(case).resampled(20, seed=3)
    weights = np.random.default_rng(3).multinomial(case.n_images, np.full(case.n_images, 1 / case.n_images), size=20)
    for resample, drawn in enumerate(weights):
        wanted = pycocotools(case, images=np.repeat(np.arange(case.n_images), drawn))
        close(twelve(figures, resample), wanted)


def test_intervals_are_percentiles_of_the_resamples_and_hold_the_figure(generated):
    case = generated(8, n_images=40)
    result = evaluated(case, bootstrap=200, seed=5)
    figures = matched(case).resampled(200, seed=5)
    for name, (view, figure) in STATISTICS.items():
        wanted = percentile_interval(figures.of(view, figure))
        assert result[f"{name}_ci"] == pytest.approx([wanted.low, wanted.high], abs=1e-12)
        assert result[f"{name}_ci"][0] < result[name] < result[f"{name}_ci"][1]
    assert result["per_class"][0]["map_ci"][0] < result["per_class"][0]["map"] < result["per_class"][0]["map_ci"][1]
    assert evaluated(case, bootstrap=200, seed=5) == result
    assert evaluated(case, bootstrap=200, seed=6)["map_ci"] != result["map_ci"]


def test_batches_of_resamples_are_the_same_resamples(generated, monkeypatch):
    case = generated(9)
    wanted = matched(case).resampled(30, seed=1).views
    monkeypatch.setattr("triptych.metrics.detection_map.resampling.WEIGHTS_AT_ONCE", 7 * case.n_images)
    np.testing.assert_array_equal(matched(case).resampled(30, seed=1).views, wanted)


def test_a_difference_is_paired(generated):
    case, other = generated(10, n_images=30), generated(11, n_images=30)
    same = evaluated(case, baseline=case.detections, bootstrap=50)
    assert same["difference"]["map"] == 0.0
    assert same["difference"]["map_ci"] == [0.0, 0.0]
    result = evaluated(case, baseline=other.detections, bootstrap=50)
    ours = matched(case).resampled(50, 0).of(0, "map")
    theirs = matched(case, detections=other.detections).resampled(50, 0).of(0, "map")
    assert result["difference"]["map_ci"] == interval(ours - theirs)


def test_a_difference_has_the_slices(generated):
    case, other = generated(10, n_images=30), generated(11, n_images=30)
    settings = {"slices": ["seen"], "bootstrap": 10}
    found = evaluated(case, baseline=other.detections, **settings)
    theirs = evaluate_detections(
        case.objects, other.detections, n_images=30, box_format="xywh", labels=range(4), **settings
    )
    for value, part in found["difference"]["slices"]["seen"].items():
        for name in ("map", "map_50", "map_75", "mar_100"):
            wanted = found["slices"]["seen"][value][name] - theirs["slices"]["seen"][value][name]
            assert part[name] == pytest.approx(wanted, abs=1e-11)
            assert part[f"{name}_ci"][0] < part[f"{name}_ci"][1]
    same = evaluated(case, baseline=case.detections, **settings)["difference"]["slices"]["seen"][True]
    assert (same["map"], same["map_ci"]) == (0.0, [0.0, 0.0])


def test_a_slice_of_objects_equals_pycocotools_with_the_others_ignored(generated, pycocotools):
    names = ("map", "map_50", "map_75", "mar_100")
    for seed in range(6):
        case = generated(seed)
        slices = evaluated(case, slices={"distance_m": EDGES, "seen": None})["slices"]
        distance, seen = (np.asarray(case.objects.columns[name]) for name in ("distance_m", "seen"))
        crowd = np.asarray(case.objects.iscrowd) == 1
        for low, high in itertools.pairwise(EDGES):
            inside = (distance >= low) & ((distance < high) | ((distance == high) & (high == EDGES[-1])))
            found = slices["distance_m"][f"{low}-{high}"]
            close(found, pycocotools(case, ignored=~inside), names)
            assert found["n_objects"] == (inside & ~crowd).sum()
        for value in (False, True):
            close(slices["seen"][value], pycocotools(case, ignored=seen != value), names)


def test_a_slice_of_objects_is_resampled_as_pycocotools_would(generated, pycocotools):
    case = generated(12)
    seen = np.asarray(case.objects.columns["seen"])
    result = evaluated(case, slices=["seen"], bootstrap=8, seed=2)["slices"]["seen"][True]
    weights = np.random.default_rng(2).multinomial(case.n_images, np.full(case.n_images, 1 / case.n_images), size=8)
    wanted = [pycocotools(case, np.repeat(np.arange(case.n_images), drawn), ~seen)["map"] for drawn in weights]
    assert result["map_ci"] == pytest.approx(interval(np.array(wanted)), abs=1e-9)


def test_a_slice_of_images_is_the_filtered_data(generated, pycocotools):
    names = ("map", "map_50", "map_75", "mar_100")
    for seed in range(6):
        case = generated(seed)
        weather = ["sunny", "rainy", None, "sunny"] * 4
        slices = evaluated(case, slices=["weather"], image_columns={"weather": weather[: case.n_images]})["slices"]
        assert list(slices["weather"]) == ["rainy", "sunny"]
        for value, found in slices["weather"].items():
            images = [image for image in range(case.n_images) if weather[image] == value]
            close(found, pycocotools(case, images=images), names)
            assert found["n_images"] == len(images)


def test_a_slice_of_images_is_resampled_with_the_same_draws(generated, pycocotools):
    case = generated(13)
    light = (["day", "dark"] * case.n_images)[: case.n_images]
    result = evaluated(case, slices=["light"], image_columns={"light": light}, bootstrap=8, seed=4)
    weights = np.random.default_rng(4).multinomial(case.n_images, np.full(case.n_images, 1 / case.n_images), size=8)
    wanted = [pycocotools(case, np.repeat(np.arange(case.n_images), drawn * (np.array(light) == "day")))["map"]
              for drawn in weights]  # fmt: skip
    assert result["slices"]["light"]["day"]["map_ci"] == pytest.approx(interval(np.array(wanted)), abs=1e-9)


def test_groups_are_drawn_whole_as_pycocotools_would(generated, pycocotools):
    case = generated(14)
    names = [f"background {image % 5}" for image in range(case.n_images)]
    result = evaluated(case, bootstrap=8, seed=6, groups=names)
    drawn = np.random.default_rng(6).multinomial(5, np.full(5, 1 / 5), size=8)
    images = [np.repeat(np.arange(case.n_images), row[np.arange(case.n_images) % 5]) for row in drawn]
    wanted = [pycocotools(case, one)["map"] for one in images]
    assert result["map_ci"] == pytest.approx(interval(np.array(wanted)), abs=1e-9)
    assert result["n_groups"] == 5
    assert evaluated(case)["n_groups"] is None


def test_groups_of_one_image_change_nothing_and_equal_images_widen_the_interval(generated):
    case = generated(15, n_images=30)
    plain = evaluated(case, bootstrap=100)
    alone = evaluated(case, bootstrap=100, groups=list(range(30)))
    assert {**alone, "n_groups": None} == plain
    copies = [np.concatenate([np.asarray(case.objects.images) + 30 * copy for copy in range(4)]),
              np.concatenate([np.asarray(case.detections.images) + 30 * copy for copy in range(4)])]  # fmt: skip
    truth = Objects(copies[0], np.tile(case.objects.labels, 4), np.tile(case.objects.boxes, (4, 1)))
    found = Detections(copies[1], *(np.tile(each, 4) for each in (case.detections.labels, case.detections.scores)),
                       np.tile(case.detections.boxes, (4, 1)))  # fmt: skip
    settings = {"n_images": 120, "box_format": "xywh", "labels": range(4), "bootstrap": 100}
    width = [np.ptp(evaluate_detections(truth, found, groups=groups, **settings)["map_50_ci"])
             for groups in (None, [image % 30 for image in range(120)])]  # fmt: skip
    assert width[1] > 1.4 * width[0]


def test_a_column_can_be_the_groups_and_one_group_has_no_interval(generated):
    case = generated(16)
    places = (["a", "b", "c"] * case.n_images)[: case.n_images]
    named = evaluated(case, bootstrap=10, groups="place", image_columns={"place": places})
    assert named == evaluated(case, bootstrap=10, groups=places, image_columns={"place": places})
    one = evaluated(case, bootstrap=10, groups=["here"] * case.n_images)
    assert (one["map_ci"], one["n_groups"]) == ([None, None], 1)


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        ("site", "'site'"),
        (["a", "b"], "2 groups for 14 images"),
        ([None] * 14, "14 of them missing"),
        ([["a"]] * 14, "groups that are texts or numbers"),
    ],
)
def test_bad_groups_are_refused(generated, groups, message):
    with pytest.raises(UsageError, match=message):
        evaluated(generated(0), bootstrap=5, groups=groups)


def test_an_interval_needs_two_images_and_most_resamples():
    assert interval(np.array([np.nan, np.nan, 0.5, 0.6])) == [None, None]
    assert interval(np.array([np.nan, 0.5, 0.5])) == [0.5, 0.5]
    assert interval(np.array([])) == [None, None]


def test_one_image_has_no_interval(generated):
    case = generated(0)
    with pytest.raises(UsageError):
        evaluated(case, bootstrap=5, n_images=1)
    box = [[0, 0, 20, 20]]
    result = evaluate_detections(
        Objects([0], [1], box), Detections([0], [1], [0.5], box), n_images=1, bootstrap=5, slices=[]
    )
    assert (result["map"], result["map_ci"]) == (1.0, [None, None])
