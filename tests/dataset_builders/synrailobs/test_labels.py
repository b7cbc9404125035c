import numpy as np
import pytest
from pycocotools import mask as reference

from triptych.dataset_builders.synrailobs.labels import Stamp, decode, encode, tight_box, visibilities, visible_masks

BLOCK = np.ones((40, 30), bool)


def test_a_nearer_obstacle_shrinks_the_box_of_a_farther_one():
    far, near = Stamp(BLOCK, 100, 200), Stamp(BLOCK, 120, 195)
    masks = visible_masks([far, near])
    assert tight_box(masks[0]) == [100.0, 200.0, 30.0, 40.0]  # 5 rows of it still show below the nearer one
    assert masks[0].sum() == 40 * 20 + 5 * 10
    assert tight_box(masks[1]) == [120.0, 195.0, 30.0, 40.0]
    assert tight_box(visible_masks([far, Stamp(np.ones((60, 30), bool), 120, 190)])[0]) == [100.0, 200.0, 20.0, 40.0]


def test_visibility_counts_covered_and_cut_off_parts():
    stamps = [Stamp(BLOCK, 100, 200), Stamp(BLOCK, 115, 200), Stamp(BLOCK, 1265, 700), Stamp(BLOCK, -400, 10)]
    shares = visibilities(stamps, visible_masks(stamps))
    assert shares == [0.5, 1.0, 15 * 20 / (30 * 40), 0.0]


def test_a_silhouette_counts_not_its_rectangle():
    ring = np.ones((20, 20), bool)
    ring[5:15, 5:15] = False
    stamps = [Stamp(np.ones((4, 4), bool), 58, 58), Stamp(ring, 50, 50)]
    assert visibilities(stamps, visible_masks(stamps)) == [1.0, 1.0]


@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 1.0])
def test_masks_are_written_as_pycocotools_writes_them(share):
    mask = np.random.default_rng(1).random((720, 1280)) < share
    ours, theirs = encode(mask), reference.encode(np.asfortranarray(mask.astype(np.uint8)))
    assert ours == {"size": theirs["size"], "counts": theirs["counts"].decode()}
    assert (decode(ours) == mask).all()


def test_a_box_holds_exactly_the_set_pixels():
    mask = np.zeros((720, 1280), bool)
    mask[0, 1279] = mask[719, 5] = True
    assert tight_box(mask) == [5.0, 0.0, 1275.0, 720.0]
