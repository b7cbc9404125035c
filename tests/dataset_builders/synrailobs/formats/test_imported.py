"""A picture and its marks become a row; whatever is changed or left out is said."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from rail_pictures import masks, picture

from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.formats.imported import Made, Terms, decoded, make_row
from triptych.dataset_builders.synrailobs.formats.sheets import Mark, Sheet
from triptych.dataset_builders.synrailobs.labels import decode, encode

TERMS = Terms({"person": "person", "parcel": "unseen", "sign": None}, source="site", licence="own")


def made(tmp_path: Path, *marks: Mark, **more: Any) -> Made:
    return make_row(Sheet("a", picture(tmp_path / "a.jpg"), marks, **more), TERMS)


def mark(box: Any = None, label: str = "person", **more: Any) -> Mark:
    return Mark(label, "labels line 1", box, **more)


def test_an_object_without_a_mask_has_none(tmp_path: Path) -> None:
    one = made(tmp_path, mark((3.5, 4, 20, 30.25)), mark((1, 1, 4, 4), "parcel", extras={"distance_m": "40"}))
    first, second = one.row["objects"]
    assert (first["bbox"], first["area"], first["mask"], first["seen"]) == ([3.5, 4, 20, 30.25], 605, None, True)
    assert (second["category"], second["seen"], second["distance_m"]) == ("unseen", False, 40.0)
    assert second["source"] == "site/parcel"  # so that Table 6 can be told apart by the set's own classes
    assert one.row["image"]["bytes"] == (tmp_path / "a.jpg").read_bytes()
    assert (one.row["weather"], one.row["licence"], one.row["redistributable"]) == (None, "own", False)
    assert (one.problems, one.encoded) == ([], False)


def test_a_mask_gives_the_box_and_the_given_one_is_kept_where_it_differs(tmp_path: Path) -> None:
    rle = encode(masks()["ring"])
    one = made(tmp_path, mark((10, 10, 16.5, 20), rle=rle), mark((5, 5, 30, 40), rle=rle))
    assert [thing["bbox"] for thing in one.row["objects"]] == [[10, 10, 16, 20]] * 2
    assert one.row["parameters"]["given_boxes"] == [None, (5, 5, 30, 40)]
    assert one.loose == 1
    assert one.cover == pytest.approx([290 / 330, 290 / 1200])


@pytest.mark.parametrize(
    ("box", "want"),
    [((-10, 4, 20, 30), [0, 4, 10, 30]), ((90, 60, 20, 30), [90, 60, 6, 4]), ((-5, -5, 500, 500), [0, 0, 96, 64])],
)
def test_a_box_that_reaches_out_is_clipped_and_told(box: Any, want: list[float], tmp_path: Path) -> None:
    one = made(tmp_path, mark(box))
    assert one.row["objects"][0]["bbox"] == want
    assert one.problems[0].reason.endswith("clipped")


def test_less_than_a_pixel_beyond_the_edge_is_not_worth_a_word(tmp_path: Path) -> None:
    one = made(tmp_path, mark((-0.4, 0, 10, 64.3)))
    assert one.row["objects"][0]["bbox"] == pytest.approx([0, 0, 9.6, 64])
    assert one.problems == []


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (mark((5, 5, 0, 3)), "above 0"),
        (mark((5, 5, 3, -3)), "above 0"),
        (mark((5, 5, float("nan"), 3)), "NaN"),
        (mark((96, 5, 10, 3)), "outside of the picture"),
        (mark((-20, 5, 10, 3)), "outside of the picture"),
        (mark(), "neither a box nor a mask"),
        (mark((1, 1, 3, 3), polygons=[[200, 200, 210, 200, 210, 210]]), "empty"),
        (mark(polygons=[[1, 2, 3, 4]]), "at least 3 points"),
        (mark(rle={"size": [32, 96], "counts": "0"}), "96 x 32 on a picture of 96 x 64"),
        (mark(rle={"counts": "0"}), "cannot be read"),
        (mark(rle={"size": [64, 96], "counts": [5, 5]}), "add up to 10 of 6144"),
    ],
)
def test_a_bad_object_is_left_out_and_the_others_stay(bad: Mark, said: str, tmp_path: Path) -> None:
    one = made(tmp_path, bad, mark((1, 1, 4, 4)))
    assert [thing["id"] for thing in one.row["objects"]] == ["a-0"]
    (problem,) = one.problems
    assert said in problem.reason


def test_a_class_to_leave_out_and_a_value_that_cannot_be(tmp_path: Path) -> None:
    one = made(tmp_path, mark((1, 1, 4, 4), "sign"), mark((1, 1, 4, 4), extras={"distance_m": "far", "seen": "0"}))
    (thing,) = one.row["objects"]
    assert (thing["distance_m"], thing["seen"]) == (None, False)
    assert "'far' is no number: taken as unknown" in one.problems[0].reason


def test_shares_become_pixels(tmp_path: Path) -> None:
    one = made(
        tmp_path, mark((1 / 96, 0.5, 1 / 3, 0.25)), mark(polygons=[[0, 0, 0.5, 0, 0.5, 0.5, 0, 0.5]]), shares=True
    )
    assert [thing["bbox"] for thing in one.row["objects"]] == [[1, 32, 32, 16], [0, 0, 48, 32]]
    assert decode(one.row["objects"][1]["mask"]).sum() == 48 * 32


def test_a_turned_picture_is_set_upright_and_encoded_anew(tmp_path: Path) -> None:
    file = picture(tmp_path / "t.jpg", turned=6)
    one = make_row(Sheet("t", file, size=(64, 96)), TERMS)
    assert (one.row["width"], one.row["height"], one.encoded) == (64, 96, True)
    upright = np.asarray(Image.open(io.BytesIO(one.row["image"]["bytes"])), np.int16)
    want = np.rot90(np.asarray(Image.open(file).convert("RGB"), np.int16), -1)
    assert np.abs(upright - want).mean() < 3
    with pytest.raises(BadInput, match="without its EXIF rotation"):
        make_row(Sheet("t", file, size=(96, 64)), TERMS)


@pytest.mark.parametrize(
    ("mode", "suffix", "kept"),
    [
        ("RGB", "png", True),
        ("L", "jpg", True),
        ("CMYK", "jpg", False),
        ("RGBA", "png", False),
        ("P", "png", False),
        ("RGB", "bmp", False),
    ],
)
def test_plain_pictures_stay_and_others_are_encoded_anew(mode: str, suffix: str, kept: bool, tmp_path: Path) -> None:
    Image.new(mode, (96, 64)).save(tmp_path / f"p.{suffix}")
    one = make_row(Sheet("p", tmp_path / f"p.{suffix}"), TERMS)
    assert one.encoded is not kept
    assert (one.row["image"]["bytes"] == (tmp_path / f"p.{suffix}").read_bytes()) is kept
    assert Image.open(io.BytesIO(one.row["image"]["bytes"])).mode in ("RGB", "L")


def test_a_damaged_picture_or_one_of_another_size_makes_no_row(tmp_path: Path) -> None:
    file = picture(tmp_path / "a.jpg")
    with pytest.raises(BadInput, match="the labels say 192 x 128, the upright picture is 96 x 64"):
        make_row(Sheet("a", file, size=(192, 128)), TERMS)
    file.write_bytes(file.read_bytes()[:1500])
    with pytest.raises(BadInput):
        make_row(Sheet("a", file), TERMS)
    with pytest.raises(BadInput):
        make_row(Sheet("b", tmp_path / "gone.jpg"), TERMS)


@given(st.text(max_size=12) | st.lists(st.integers(-3, 40), max_size=5))
def test_any_run_lengths_are_a_mask_or_a_reason(counts: Any) -> None:
    try:
        mask = decoded({"size": [6, 5], "counts": counts}, 6, 5)
    except BadInput:
        return
    assert mask.shape == (6, 5)


def test_run_lengths_go_down_the_columns() -> None:
    assert decoded({"size": [2, 3], "counts": [1, 3, 2]}, 2, 3).tolist() == [[False, True, False], [True, True, False]]
