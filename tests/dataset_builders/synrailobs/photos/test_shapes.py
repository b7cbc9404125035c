"""Textured shapes: solid, standing, the same for the same seed."""

import cv2
import numpy as np

from triptych.dataset_builders.synrailobs.photos.shapes import SIDE_PX, draw_shape, drawn_shapes

GREY = np.full((SIDE_PX, SIDE_PX, 3), 160, np.uint8)


def shapes(count):
    return [draw_shape(GREY, np.random.default_rng(seed)) for seed in range(count)]


def test_shapes_are_whole_cut_to_their_edges_and_large_enough():
    for rgba in shapes(12):
        visible = rgba[:, :, 3] >= 128
        assert all(edge.any() for edge in (visible[0], visible[-1], visible[:, 0], visible[:, -1]))
        assert cv2.connectedComponents(visible.astype(np.uint8))[0] == 2
        assert max(visible.shape) > 0.7 * SIDE_PX
        assert visible.mean() > 0.35


def test_shapes_rest_on_a_foot_not_on_a_point():
    for rgba in shapes(12):
        visible = rgba[:, :, 3] >= 128
        assert visible[-4].sum() > 0.15 * visible.shape[1]


def test_a_plain_texture_is_shaded_lighter_above_than_below():
    for rgba in shapes(12):
        visible, grey = rgba[:, :, 3] >= 250, rgba[:, :, 0].astype(float)
        half = visible.shape[0] // 2
        assert grey[:half][visible[:half]].mean() > grey[half:][visible[half:]].mean() + 10
        assert np.ptp(grey[visible]) > 40


def test_drawn_shapes_differ_and_come_again():
    first = list(drawn_shapes(0, range(4)))
    again = list(drawn_shapes(0, [2]))
    assert (again[0].rgba == first[2].rgba).all()
    assert len({each.rgba.tobytes() for each in first}) == 4
    assert len({each.source for each in first}) == 4
    assert (next(drawn_shapes(1, [2])).rgba.shape, next(drawn_shapes(1, [2])).source) != (
        first[2].rgba.shape,
        first[2].source,
    )
