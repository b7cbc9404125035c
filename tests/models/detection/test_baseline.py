"""Training, weights on disk and prediction, small and real: three colours of blocks on grey."""

import json

import numpy as np
import pytest
import torch
from PIL import Image

from triptych.core.errors import UsageError
from triptych.core.runs import file_sha256
from triptych.dataset_builders.synrailobs.schema import CATEGORIES
from triptych.models.detection.baseline import Settings, detect, load, predict, train

SMALL = Settings(steps=160, batch_size=8, width=8, crop=64, learning_rate=1e-2)
COLOURS = [(220, 30, 30), (30, 60, 220), (240, 220, 40)]


def row(number):
    """A picture of 320 x 192 with two blocks, red (person), blue (animal) or yellow (vehicle)."""
    rng = np.random.default_rng(number)
    pixels = rng.integers(90, 130, (192, 320, 3)).astype(np.uint8)
    objects = []
    for side in (0, 1):
        category, x, y = int(rng.integers(3)), int(rng.integers(150 * side, 150 * side + 90)), int(rng.integers(0, 140))
        pixels[y : y + 50, x : x + 60] = COLOURS[category]
        objects.append({"bbox": [float(x), float(y), 60.0, 50.0], "category": category})
    return {"id": f"r{number}", "image": Image.fromarray(pixels), "objects": objects}


ROWS = [row(number) for number in range(4)]


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    out = tmp_path_factory.mktemp("baseline")
    return train(ROWS, out, seed=1, settings=SMALL), out


def test_a_short_training_finds_the_blocks_of_new_pictures(trained):
    detector, out = trained
    losses = json.loads((out / "run.json").read_text())["losses"]
    assert losses[-1] < 0.6 * losses[0]
    new = [row(number) for number in range(10, 16)]
    found = 0
    for given, predicted in zip(new, predict(detector, new), strict=True):
        boxes, labels = np.array(predicted["boxes"])[:3], np.array(predicted["labels"])[:3]
        for one in given["objects"]:
            x, y, width, height = one["bbox"]
            same = labels == CATEGORIES[one["category"]]
            found += bool((overlaps(boxes, [x, y, x + width, y + height]) * same > 0.5).any())
    assert found >= 4, "of 12, where an untrained network finds none"


def overlaps(boxes, box):
    low, high = np.maximum(boxes[:, :2], box[:2]), np.minimum(boxes[:, 2:], box[2:])
    both = np.clip(high - low, 0, None).prod(1)
    return both / ((boxes[:, 2:] - boxes[:, :2]).prod(1) + np.prod(np.subtract(box[2:], box[:2])) - both)


def test_predictions_have_the_shared_form_and_lie_inside_the_picture(trained):
    predictions = predict(trained[0], ROWS, batch_size=3)
    assert [one["id"] for one in predictions] == ["r0", "r1", "r2", "r3"]
    for one in predictions:
        boxes = np.array(one["boxes"])
        assert boxes.shape == (len(one["scores"]), 4)
        assert len(one["labels"]) == len(one["scores"]) > 0
        assert (boxes >= 0).all()
        assert (boxes <= [320, 192, 320, 192]).all()
        assert (boxes[:, 2:] > boxes[:, :2]).all()
        assert one["scores"] == sorted(one["scores"], reverse=True)
        assert set(one["labels"]) <= set(CATEGORIES)
    json.dumps(predictions)


def test_a_picture_twice_as_large_gets_boxes_twice_as_large(trained):
    small = np.asarray(ROWS[0]["image"])
    large = small.repeat(2, axis=0).repeat(2, axis=1)
    one, two = detect(trained[0], [small])[0], detect(trained[0], [large])[0]
    # Half of the large picture is the small one, pixel by pixel: what is found there comes back twice as large.
    assert np.abs(two.boxes - 2 * one.boxes[0]).max(1).min() < 1.0


def test_batches_change_nothing(trained):
    images = [np.asarray(one["image"]) for one in ROWS]
    for alone, together in zip([detect(trained[0], [image])[0] for image in images], detect(trained[0], images),
                               strict=True):  # fmt: skip
        np.testing.assert_allclose(alone.objectness[:5], together.objectness[:5], atol=1e-4)
        np.testing.assert_allclose(alone.boxes[:5], together.boxes[:5], atol=0.05)


def test_one_seed_one_detector_whatever_the_global_state(tmp_path):
    quick = Settings(**{**vars(SMALL), "steps": 4})
    made = []
    for name, state in (("a", 3), ("b", 99)):
        torch.manual_seed(state)
        np.random.seed(state)
        train(ROWS, tmp_path / name, seed=5, settings=quick)
        made.append(file_sha256(tmp_path / name / "model.safetensors"))
        assert torch.initial_seed() == state, "training leaves the global state alone"
    train(ROWS, tmp_path / "c", seed=6, settings=quick)
    assert made[0] == made[1] != file_sha256(tmp_path / "c" / "model.safetensors")


def test_a_finished_run_is_loaded_and_not_repeated(trained):
    detector, out = trained
    before = (out / "model.safetensors").stat().st_mtime_ns
    again = train(ROWS, out, seed=1, settings=SMALL)
    assert (out / "model.safetensors").stat().st_mtime_ns == before
    assert predict(again, ROWS) == predict(load(out), ROWS) == predict(detector, ROWS)
    known = json.loads((out / "run.json").read_text())
    assert (known["system"], known["n"], known["seed"]) == ("centre-baseline", 4, 1)
    assert known["sha256"] == file_sha256(out / "model.safetensors")


def test_other_settings_rows_or_seed_do_not_overwrite_a_run(trained):
    _, out = trained
    for changes in ({"seed": 2}, {"settings": Settings(**{**vars(SMALL), "steps": 161})}):
        with pytest.raises(UsageError, match="choose another --out"):
            train(ROWS, out, **{"seed": 1, "settings": SMALL, **changes})
    with pytest.raises(UsageError, match="choose another --out"):
        train(ROWS[:3], out, seed=1, settings=SMALL)


def test_mistakes_are_named(tmp_path):
    with pytest.raises(UsageError, match="at least one row"):
        train([], tmp_path)
    with pytest.raises(UsageError, match="train the baseline into it first"):
        load(tmp_path)
    with pytest.raises(UsageError, match="steps above 0"):
        Settings(steps=0)
    with pytest.raises(UsageError, match="a multiple of 16"):
        Settings(crop=100)
