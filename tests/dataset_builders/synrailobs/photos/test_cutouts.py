"""Cut-outs of things whose true outline and colour are known: nothing of the background stays."""

import numpy as np
import pytest

from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.photos.cutouts import (
    cut_out,
    cut_transparent,
    main_part,
    mask_of_box,
    mask_of_outlines,
)

GREEN, RED = (60, 200, 60), (190, 50, 40)


def egg(size=160, noise=12):
    """A red egg on a green ground, its true coverage, and its outline drawn `loose` pixels too wide."""
    y, x = np.mgrid[: size * 4, : size * 4] / 4
    inside = ((x - 80) / 30) ** 2 + ((y - 80) / 55) ** 2 < 1
    share = inside.reshape(size, 4, size, 4).mean(axis=(1, 3)).astype(np.float32)
    picture = share[:, :, None] * RED + (1 - share[:, :, None]) * GREEN
    picture += np.random.default_rng(0).normal(0, noise, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8), share


def outline(loose=0.0):
    angle = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    return np.stack([80 + (30 + loose) * np.cos(angle), 80 + (55 + loose) * np.sin(angle)], axis=1)


def iou(one, other):
    return (one & other).sum() / (one | other).sum()


def edges(rgba):
    visible = rgba[:, :, 3] >= 128
    return [bool(edge.any()) for edge in (visible[0], visible[-1], visible[:, 0], visible[:, -1])]


def test_outlines_become_shares_of_pixels():
    square = np.array([[10.5, 20.0], [30.0, 20.0], [30.0, 40.25], [10.5, 40.25]])
    mask = mask_of_outlines([square], 60, 50)
    assert mask.sum() == pytest.approx(19.5 * 20.25, rel=0.03)
    assert mask[30, 10] == pytest.approx(0.5, abs=0.13)
    assert mask[30, 9] == 0
    assert mask[30, 20] == 1


def test_outlines_are_clipped_and_what_is_outside_leaves_nothing():
    square = np.array([[0.0, 0.0], [20.0, 0.0], [20.0, 20.0], [0.0, 20.0]])
    assert mask_of_outlines([square - 10], 60, 50).sum() == pytest.approx(100, rel=0.05)
    assert mask_of_outlines([square + 1000], 60, 50).sum() == 0
    assert mask_of_outlines([square * 1e6], 60, 50).mean() == 1
    assert mask_of_outlines([square * 0], 60, 50).sum() == 0


def test_parts_joined_into_one_outline_are_taken_apart():
    """As ultralytics joins them: round the first part, over to the second, round it, and back."""
    first = [(10, 10), (20, 10), (20, 40), (10, 40), (10, 10)]
    second = [(40, 30), (60, 30), (60, 50), (40, 50), (40, 30)]
    third = [(80, 5), (90, 5), (90, 15), (80, 15), (80, 5)]
    joined = np.array([*first, *second[:3], *third, *second[2:]], float)
    mask = mask_of_outlines([joined], 70, 100)
    apart = mask_of_outlines([np.array(part, float) for part in (first, second, third)], 70, 100)
    assert np.abs(mask - apart).max() < 0.01
    assert mask.sum() == pytest.approx(300 + 400 + 100, rel=0.03)


@pytest.mark.parametrize("loose", [0.0, 2.0, 4.0])
def test_no_green_stays_at_the_edges_of_a_red_thing(loose):
    picture, share = egg()
    rgba = cut_out(picture, mask_of_outlines([outline(loose)], 160, 160))
    visible = rgba[:, :, 3] >= 128
    assert all(edges(rgba))
    assert abs(rgba.shape[0] - 110) <= 5
    assert abs(rgba.shape[1] - 60) <= 5
    # As it looks on black: pixels that show must be red, however little.
    shown = rgba[:, :, 3] > 25
    greener = rgba[:, :, 1].astype(int) - rgba[:, :, 0]
    assert (greener[shown] > 0).mean() < 0.01
    assert abs(visible.sum() / share.sum() - 1) < 0.08
    # Soft by a pixel or two: there are values between, but not a blur.
    between = ((rgba[:, :, 3] > 10) & (rgba[:, :, 3] < 245)).sum()
    assert 0.5 < between / (np.pi * (30 + 55)) < 4


def test_grabcut_finds_the_thing_in_its_box():
    picture, share = egg()
    mask = mask_of_box(picture, (45, 20, 115, 140))
    assert iou(mask >= 0.5, share >= 0.5) > 0.93
    assert (mask_of_box(picture, (45, 20, 115, 140)) == mask).all()


def test_grabcut_says_where_it_finds_nothing():
    grass = egg()[0][:, :20].repeat(8, axis=1)
    for box, reason in (((200, 10, 300, 90), "tiny box"), ((0, 0, 160, 160), "fills the picture")):
        with pytest.raises(BadInput, match=reason):
            mask_of_box(grass, box)


def test_specks_go_and_things_in_parts_are_refused():
    mask = np.zeros((60, 60), np.float32)
    with pytest.raises(BadInput, match="empty mask"):
        main_part(mask)
    mask[5:45, 5:25] = 1
    mask[50:52, 50:53] = 1
    assert main_part(mask)[50:, 50:].sum() == 0
    mask[5:45, 35:45] = 1
    with pytest.raises(BadInput, match="in 2 parts"):
        main_part(mask)


def test_transparent_pictures_are_cut_to_what_shows_and_reduced():
    rgba = np.zeros((2000, 900, 4), np.uint8)
    rgba[100:1900, 200:700] = (*RED, 255)
    found = cut_transparent(rgba)
    assert found.shape == (720, 200, 4)
    assert (found[:, :, :3] == RED).all()
    assert all(edges(found))
    with pytest.raises(BadInput, match="no transparent surroundings"):
        cut_transparent(np.full((50, 50, 4), 255, np.uint8))
    with pytest.raises(BadInput, match="empty mask"):
        cut_transparent(np.zeros((50, 50, 4), np.uint8))
