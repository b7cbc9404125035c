"""Pictures fitted to the frame without distortion, and their records."""

import cv2
import numpy as np
import pytest

from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.photos.background_files import (
    Record,
    cut_of,
    fitted,
    fitted_rails,
    keep,
    read_record,
    write_record,
)
from triptych.dataset_builders.synrailobs.photos.near_pictures import sight
from triptych.dataset_builders.synrailobs.rails import NoRailsError, Rails

SIZE = (320, 176)


def with_disc(height, width):
    """A white disc on black whose middle lies a tenth of the width above the middle of the bottom edge."""
    image = np.zeros((height, width, 3), np.uint8)
    radius = min(height, width) // 12
    cv2.circle(image, (width // 2, height - width // 10), radius, (255, 255, 255), -1)
    return image


@pytest.mark.parametrize(
    "shape", [(360, 640), (480, 640), (400, 1600), (900, 500), (176, 320), (2000, 3000), (90, 160)]
)
def test_a_picture_keeps_its_shapes_and_its_bottom_edge(shape):
    frame = fitted(with_disc(*shape), SIZE)
    assert frame.shape == (176, 320, 3)
    rows, columns = np.nonzero(frame[..., 0] > 127)
    high, wide = np.ptp(rows) + 1, np.ptp(columns) + 1
    assert high == pytest.approx(wide, abs=2)
    cut = cut_of(*shape, SIZE)
    assert cut.top + cut.height == shape[0]
    assert abs(cut.left - (shape[1] - cut.width - cut.left)) <= 1
    assert columns.mean() == pytest.approx(159.5, abs=1.5)
    expected = 176 - shape[1] / 10 * 176 / cut.height - 0.5
    assert rows.mean() == pytest.approx(expected, abs=1.5)


def test_what_is_smaller_than_half_the_frame_is_refused():
    with pytest.raises(BadInput, match="at least 160 x 88"):
        cut_of(80, 200, SIZE)


@pytest.mark.parametrize("shape", [(600, 640), (300, 900)])
def test_outlined_rails_move_with_their_picture(shape):
    height, width = shape
    rows = np.arange(height // 2, height, dtype=float)
    rails = Rails(rows, width / 2 - rows / 4, width / 2 + rows / 4, 1.0)
    image = np.zeros((*shape, 3), np.uint8)
    for side in (rails.left, rails.right):
        cv2.polylines(image, [np.stack([side, rows], 1).round().astype(np.int32)], False, (255, 255, 255), 5)
    frame = fitted(image, SIZE)
    moved = fitted_rails(rails, cut_of(*shape, SIZE), SIZE)
    assert np.array_equal(moved.rows, np.arange(moved.rows[0], 176))
    for row in (100, 130, 170):
        white = np.flatnonzero(frame[row, :, 0] > 100)
        left, right = (np.interp(row, moved.rows, side) for side in (moved.left, moved.right))
        assert np.abs(white - left).min() <= 1
        assert np.abs(white - right).min() <= 1


def test_rails_above_the_frame_are_refused():
    rails = Rails(np.arange(10.0, 20.0), np.full(10, 5.0), np.full(10, 9.0), 1.0)
    with pytest.raises(BadInput, match="outside"):
        fitted_rails(rails, cut_of(600, 640, SIZE), SIZE)


RAILS = Rails(np.arange(90.0, 176.0), np.linspace(150, 90, 86), np.linspace(160, 220.123456, 86), 0.8)


def test_a_record_is_read_as_it_was_written(tmp_path):
    image = with_disc(176, 320)
    record = keep(Record("bg-1", "key"), tmp_path, lambda: (image, RAILS))
    again = read_record("bg-1", "key", tmp_path)
    assert again is not None
    assert again.rails is not None
    assert record.rails is not None
    assert np.array_equal(again.rails.right, record.rails.right)
    assert np.abs(again.rails.right - RAILS.right).max() <= 0.005
    assert np.array_equal(again.rails.rows, RAILS.rows)
    assert again.look is not None
    assert np.array_equal(again.look.bits, sight(image).bits)
    assert (again.key, again.reason, again.screened_by, again.seen) == ("key", None, None, ())


def test_what_is_kept_under_another_key_or_without_its_picture_does_not_count(tmp_path):
    keep(Record("bg-1", "key"), tmp_path, lambda: (with_disc(176, 320), RAILS))
    assert read_record("bg-1", "other", tmp_path) is None
    (tmp_path / "bg-1.jpg").unlink()
    assert read_record("bg-1", "key", tmp_path) is None
    (tmp_path / "bg-2.json").write_text('{"key": "k')
    assert read_record("bg-2", "k", tmp_path) is None


def no_rails():
    raise NoRailsError("only a meadow")


def corrupt():
    raise BadInput("the file is cut off")


@pytest.mark.parametrize(("make", "reason"), [(no_rails, "only a meadow"), (corrupt, "the file is cut off")])
def test_a_refusal_is_kept_with_its_reason(tmp_path, make, reason):
    assert keep(Record("bg-1", "key"), tmp_path, make).reason == reason
    assert read_record("bg-1", "key", tmp_path).reason == reason
    assert not list(tmp_path.glob("*.jpg"))


def test_rails_of_every_other_row_are_kept_in_every_row(tmp_path):
    some = Rails(RAILS.rows[::2], RAILS.left[::2], RAILS.right[::2], 1.0)
    written = write_record(Record("bg-1", "key", rails=some), tmp_path).rails
    assert written is not None
    assert np.array_equal(written.rows, np.arange(90.0, 175.0))
    assert np.abs(written.left - RAILS.left[:85]).max() <= 0.006
