"""Box formats: conversions, and data that contradict the format named."""

import doctest

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.core import boxes
from triptych.core.boxes import FORMATS, to_xywh
from triptych.core.errors import UsageError

RNG = np.random.default_rng(0)
SIZE = RNG.uniform(10, 80, (200, 2))
XYWH = np.hstack([RNG.uniform(0, [560, 400], (200, 2)), SIZE])
DATA = {
    "xywh": XYWH,
    "xyxy": np.hstack([XYWH[:, :2], XYWH[:, :2] + XYWH[:, 2:]]),
    "cxcywh": np.hstack([XYWH[:, :2] + XYWH[:, 2:] / 2, XYWH[:, 2:]]),
}


@pytest.mark.parametrize("box_format", FORMATS)
def test_every_format_gives_the_same_boxes(box_format):
    np.testing.assert_allclose(to_xywh(DATA[box_format], box_format), XYWH, atol=1e-9)
    found = to_xywh(DATA[box_format].astype(np.float32).tolist(), box_format)
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, XYWH, atol=1e-3)


@pytest.mark.parametrize("empty", [[], np.zeros((0, 4)), np.zeros(0)])
def test_no_boxes(empty):
    assert to_xywh(empty, "xyxy").shape == (0, 4)


@pytest.mark.parametrize(
    ("named", "true", "guess"),
    [
        ("xyxy", "xywh", "they seem to be xywh"),
        ("xyxy", "cxcywh", "they seem to be xywh (or cxcywh)"),
        ("xywh", "xyxy", "they seem to be xyxy"),
        ("cxcywh", "xyxy", "they seem to be xyxy"),
        ("cxcywh", "xywh", "they seem to be xywh"),
    ],
)
def test_the_format_that_the_data_seem_to_have_is_named(named, true, guess):
    with pytest.raises(UsageError) as caught:
        to_xywh(DATA[true], named, "predictions' boxes")
    assert guess in str(caught.value)
    assert f"boxes in the format {named}" in caught.value.expected
    assert caught.value.got.startswith("predictions' boxes such as")
    assert f'box_format="{guess.split()[4]}"' in caught.value.fix


def test_image_sizes_show_corners_read_as_widths():
    corners = np.array([[100.0, 100, 500, 300]] * 5)
    assert to_xywh(corners, "xywh").shape == (5, 4)  # possible, so no error
    with pytest.raises(UsageError, match="5 of 5 would end outside their image; they seem to be xyxy"):
        to_xywh(corners, "xywh", image_sizes=np.array([[510.0, 310.0]] * 5))
    assert to_xywh(corners, "xywh", image_sizes=np.array([[640.0, 480.0]] * 5)).shape == (5, 4)
    assert to_xywh(corners, "xywh", image_sizes=np.full((5, 2), np.nan)).shape == (5, 4)


def test_large_centred_boxes_are_taken_as_they_are_named():
    large = np.hstack([RNG.uniform(0, 100, (50, 2)), RNG.uniform(300, 500, (50, 2))])
    np.testing.assert_array_equal(to_xywh(large, "xywh"), large)


def test_one_inverted_box_is_no_other_format():
    data = DATA["xyxy"].copy()
    data[17] = [50, 50, 10, 90]
    with pytest.raises(UsageError, match=r"box 17 of boxes: \[50.0, 50.0, 10.0, 90.0\] \(1 of 200 like it\)"):
        to_xywh(data, "xyxy")
    data = XYWH.copy()
    data[3, 3] = -1
    with pytest.raises(UsageError, match="no negative width or height"):
        to_xywh(data, "xywh")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([[0, 0, 10, np.nan]], "finite boxes\n  got: box 0"),
        ([[0, 0, 10, 10], [0, 0, np.inf, 10]], "finite boxes\n  got: box 1"),
        ([0, 0, 10, 10], r"shape \(4,\)"),
        ([[0, 0, 10]], r"shape \(1, 3\)"),
        ([[0, 0, 10, 10], [0, 0, 10]], "numbers \\(n, 4\\)"),
        ([["a", 0, 10, 10]], "numbers \\(n, 4\\)"),
        ([[0.1, 0.2, 0.5, 0.9]], "seem to be normalised"),
    ],
)
def test_bad_boxes_are_named(data, message):
    with pytest.raises(UsageError, match=message):
        to_xywh(data, "xyxy")


def test_a_pixel_is_not_normalised_and_a_box_may_have_no_width():
    assert to_xywh([[0, 0, 1, 1]], "xyxy").tolist() == [[0, 0, 1, 1]]
    assert to_xywh([[5, 5, 5, 9]], "xyxy").tolist() == [[5, 5, 0, 4]]


def test_unknown_format():
    with pytest.raises(UsageError, match="a box format among xyxy, xywh, cxcywh"):
        to_xywh([[0, 0, 1, 1]], "XYXY")


@given(st.lists(st.tuples(*[st.integers(0, 1000)] * 4), min_size=1, max_size=30))
def test_true_corners_are_never_refused(cells):
    x, y, w, h = np.array(cells, dtype=float).T
    to_xywh(np.column_stack([x, y, x + w, y + h]), "xyxy")


def test_doctest():
    assert doctest.testmod(boxes).failed == 0
