"""Polygons along pixel edges lose nothing, by two independent rasterisers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from pycocotools import mask as pycoco

from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.formats.polygons import mask_of, one_polygon, polygons_of

shapes = st.tuples(st.integers(1, 9), st.integers(1, 9))


@settings(max_examples=60)
@given(shapes.flatmap(lambda shape: arrays(bool, shape)))
def test_a_mask_comes_back_from_its_polygons(mask: np.ndarray) -> None:
    polygons = polygons_of(mask)
    assert (mask_of(polygons, *mask.shape) == mask).all()
    if polygons:
        assert (mask_of([one_polygon(polygons)], *mask.shape) == mask).all()
        codes = pycoco.frPyObjects(polygons, *mask.shape)
        assert (pycoco.decode(pycoco.merge(codes)).astype(bool) == mask).all()


def test_an_outline_follows_the_edges_of_the_pixels() -> None:
    mask = np.zeros((10, 10), bool)
    mask[2:4, 3:8] = True
    assert polygons_of(mask) == [[3, 2, 8, 2, 8, 4, 3, 4]]
    assert polygons_of(np.zeros((4, 4), bool)) == []


def test_pixels_that_touch_at_a_corner_are_two_parts_and_a_hole_is_none() -> None:
    corner = np.eye(2, dtype=bool)
    assert len(polygons_of(corner)) == 2
    ring = np.ones((5, 5), bool)
    ring[2, 2] = False
    (outline,) = polygons_of(ring)
    assert len(outline) == 2 * (4 + 4 + 2)  # both squares, and the way between them there and back


def test_what_reaches_out_of_the_picture_is_cut() -> None:
    mask = mask_of([[-5, -5, 3, -5, 3, 2, -5, 2]], 4, 6)
    assert mask.sum() == 6
    assert mask[:2, :3].all()


@pytest.mark.parametrize(
    ("polygon", "said"),
    [
        ([1, 2, 3, 4], "at least 3 points"),
        ([1, 2, 3, 4, 5, 6, 7], "7 numbers"),
        ([0, 0, 1, float("nan"), 1, 1], "no place"),
        ([0, 0, 1e9, 0, 1, 1], "no place"),
    ],
)
def test_what_is_no_polygon_is_refused(polygon: list[float], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        mask_of([polygon], 10, 10)
