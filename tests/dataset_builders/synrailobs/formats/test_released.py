"""The paper's release: whole-rectangle boxes, class 0, masks saved as JPEG with grey edges."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from rail_pictures import picture

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.formats.imported import Terms, make_row
from triptych.dataset_builders.synrailobs.formats.released import mask_pixels, masks_of, read_released
from triptych.dataset_builders.synrailobs.labels import decode

TERMS = Terms({"0": "rock"})


def disc(x: int, y: int, radius: int) -> np.ndarray:
    return cv2.circle(np.zeros((64, 96), np.uint8), (x, y), radius, 255, -1)


def released(folder: Path, masks: dict[str, np.ndarray], lines: str) -> Path:
    picture(folder / "images/a.jpg")
    for place in ("labels", "masks"):
        (folder / place).mkdir(exist_ok=True)
    (folder / "labels/a.txt").write_text(lines)
    for name, mask in masks.items():
        cv2.imwrite(str(folder / f"masks/{name}.jpg"), mask)
    return folder


def line(x: float, y: float, width: float, height: float) -> str:
    return f"0 {(x + width / 2) / 96} {(y + height / 2) / 64} {width / 96} {height / 64}\n"


def test_loose_boxes_become_tight_and_stay_in_the_parameters(tmp_path: Path) -> None:
    both = disc(20, 20, 8) | disc(70, 40, 6)
    found = read_released(released(tmp_path, {"a": both}, line(5, 5, 30, 30) + line(60, 30, 20, 20)), "test")
    made = make_row(found.sheets[0], TERMS)
    first, second = made.row["objects"]
    assert np.allclose(first["bbox"], [12, 12, 17, 17], atol=1)
    assert np.allclose(second["bbox"], [64, 34, 13, 13], atol=1)
    assert made.row["parameters"]["given_boxes"] == [(5, 5, 30, 30), (60, 30, 20, 20)]
    assert made.loose == 2
    assert made.cover[0] == pytest.approx(first["area"] / 900)
    assert first["area"] == decode(first["mask"]).sum() == pytest.approx((both[:, :48] > 0).sum(), abs=8)


def test_one_mask_for_each_obstacle(tmp_path: Path) -> None:
    masks = {"a_0": disc(20, 20, 8), "a_1": disc(24, 24, 8)}
    found = read_released(released(tmp_path, masks, line(5, 5, 30, 30) + line(9, 9, 30, 30)), "test")
    first, second = make_row(found.sheets[0], TERMS).row["objects"]
    assert np.allclose(np.subtract(second["bbox"], first["bbox"]), [4, 4, 0, 0], atol=1)


def test_a_pixel_in_two_boxes_belongs_to_the_smaller(tmp_path: Path) -> None:
    mask = np.zeros((64, 96), np.uint8)
    mask[10:40, 10:60] = 255
    cv2.imwrite(str(tmp_path / "m.png"), mask)
    large, small = masks_of([tmp_path / "m.png"], [(0, 0, 96, 64), (30, 10, 20, 20)], (96, 64))
    assert small.sum() == 400
    assert large.sum() == 1500 - 400
    assert not (large & small).any()


def test_grey_edges_and_weak_masks(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "weak.png"), np.repeat(np.array([[0, 20, 60, 100]], np.uint8), 16, 0).repeat(4, 1))
    assert mask_pixels(tmp_path / "weak.png")[0].tolist() == [False] * 8 + [True] * 8
    cv2.imwrite(str(tmp_path / "none.png"), np.full((16, 16), 9, np.uint8))
    assert not mask_pixels(tmp_path / "none.png").any()


def test_what_does_not_fit_is_left_out_with_its_reason(tmp_path: Path) -> None:
    folder = released(tmp_path, {"a": disc(20, 20, 8), "lonely": disc(9, 9, 4)}, line(5, 5, 30, 30))
    picture(folder / "images/b.jpg")
    (folder / "labels/b.txt").write_text(line(1, 1, 9, 9))
    picture(folder / "images/clean.jpg")
    (folder / "labels/clean.txt").write_text("")
    found = read_released(folder, "test")
    assert [sheet.name for sheet in found.sheets] == ["a", "clean"]
    assert [(problem.what, problem.reason) for problem in found.problems] == [
        ("b", "0 mask pictures for 1 boxes"), ("masks/lonely", "a mask picture without a picture")]  # fmt: skip
    (folder / "masks/a.jpg").write_bytes(b"\xff\xd8 cut")
    with pytest.raises(BadInput, match=r"mask a\.jpg"):
        make_row(found.sheets[0], TERMS)
    cv2.imwrite(str(folder / "masks/a.jpg"), np.zeros((32, 48), np.uint8))
    with pytest.raises(BadInput, match="48 x 32, the picture 96 x 64"):
        make_row(found.sheets[0], TERMS)


def test_an_obstacle_with_an_empty_mask_is_left_out(tmp_path: Path) -> None:
    found = read_released(released(tmp_path, {"a": disc(20, 20, 8)}, line(5, 5, 30, 30) + line(60, 30, 20, 20)), "test")
    made = make_row(found.sheets[0], TERMS)
    assert len(made.row["objects"]) == 1
    assert [problem.what for problem in made.problems] == ["a.txt line 2"]


def test_without_masks_it_is_a_yolo_set(tmp_path: Path) -> None:
    picture(tmp_path / "images/a.jpg")
    (tmp_path / "labels").mkdir()
    with pytest.raises(UsageError, match="--format yolo"):
        read_released(tmp_path, "test")
