import numpy as np
import pytest

from triptych.dataset_builders.synrailobs.sprites_person import CAST, draw_person
from triptych.dataset_builders.synrailobs.sprites_person_pose import POSES, build, varied


def sprite(kind, seed, scale=60.0):
    canvas = draw_person(np.random.default_rng(seed), kind, scale)
    rows, columns = np.nonzero(canvas.alpha > 0.5)
    return canvas, (columns.max() - columns.min() + 1) / scale, (rows.max() - rows.min() + 1) / scale


@pytest.mark.parametrize("seed", range(6))
def test_upright_people_have_the_height_of_people(seed):
    _, _, adult = sprite("standing adult", seed)
    _, _, child = sprite("walking child", seed)
    assert 1.5 <= adult <= 2.0
    assert 1.0 <= child <= 1.45


@pytest.mark.parametrize("seed", range(4))
def test_crouching_kneeling_and_lying_are_lower_than_standing(seed):
    heights = {kind: sprite(kind, seed)[2] for kind in ("crouching worker", "kneeling worker", "lying person")}
    assert max(heights.values()) < 1.6
    _, width, height = sprite("lying person", seed)
    assert width > 2 * height


@pytest.mark.parametrize("kind", [kind for kind in CAST if kind.endswith("worker")])
def test_workers_wear_orange(kind):
    canvas, _, _ = sprite(kind, 1)
    red, green, blue = canvas.rgb[canvas.alpha > 0.99].T
    orange = (red > 1.6 * green) & (green > 1.2 * blue) & (red > 110)
    assert orange.mean() > 0.12


@pytest.mark.parametrize("pose", POSES)
def test_bones_keep_their_length_in_every_pose(pose):
    bones = build(varied(POSES[pose], np.random.default_rng(3)), 1.8, child=False)
    for upper, joint, lower in ((bones.hip, bones.knee, bones.ankle), (bones.knee, bones.ankle, None)):
        for i in (0, 1):
            assert np.linalg.norm(upper[i] - joint[i]) == pytest.approx(0.245 * 1.8)
            assert lower is None or np.linalg.norm(joint[i] - lower[i]) == pytest.approx(0.245 * 1.8)
