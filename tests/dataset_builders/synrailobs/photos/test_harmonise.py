import numpy as np
import pytest

from triptych.dataset_builders.synrailobs.photos.colour_lut import through_tables
from triptych.dataset_builders.synrailobs.photos.colours import colours
from triptych.dataset_builders.synrailobs.photos.filters import filtered
from triptych.dataset_builders.synrailobs.photos.fitted import fitted
from triptych.dataset_builders.synrailobs.photos.harmonise import surroundings
from triptych.dataset_builders.synrailobs.photos.reinhard import transferred


def flat(colour, noise=12, seed=0):
    """A patch (60, 40, 3) around one colour."""
    rng = np.random.default_rng(seed)
    return np.clip(np.asarray(colour) + rng.normal(0, noise, (60, 40, 3)), 0, 255).astype(np.uint8)


FULL = np.full((60, 40), 255, np.uint8)
BALLAST, DUSK, SNOW = (105, 100, 95), (30, 36, 45), (225, 228, 232)


def known(rgb):
    return colours(rgb, FULL)


def test_statistics_are_those_of_the_opaque_pixels():
    rgb = np.zeros((4, 4, 3), np.uint8)
    rgb[:2] = (200, 100, 50)
    alpha = np.zeros((4, 4), np.uint8)
    alpha[:2] = 128
    alpha[2:] = 127
    found = colours(rgb, alpha)
    assert found.mean == pytest.approx((200 / 255, 100 / 255, 50 / 255))
    assert found.chroma == pytest.approx(150 / 255)
    assert found.level == pytest.approx((0.299 * 200 + 0.587 * 100 + 0.114 * 50) / 255, abs=0.005)
    assert found.spread == pytest.approx(0, abs=1e-6)
    assert found.histograms.sum(axis=1) == pytest.approx([1, 1, 1])
    thin = np.zeros((900, 900), np.uint8)
    thin[450, 451] = 255
    assert colours(np.full((900, 900, 3), 9, np.uint8), thin).level == pytest.approx(9 / 255)


def harmonised(rgb, around):
    thing = known(rgb)
    return filtered(rgb, fitted(thing, known(around)), thing.mean).astype(float).mean(axis=(0, 1))


def test_dusk_darkens_and_cools():
    coat = harmonised(flat((190, 180, 170)), flat(DUSK))
    assert 20 < coat.mean() < 0.6 * 180
    assert coat[2] / coat[0] > 170 / 190


def test_a_red_coat_stays_red_and_a_white_dog_white_by_day():
    for place in (BALLAST, DUSK, SNOW):
        red = harmonised(flat((190, 30, 40)), flat(place, seed=1))
        assert red[0] > 1.6 * max(red[1], red[2])
    white, black = (harmonised(flat((value,) * 3), flat(BALLAST, 25, 1)).mean() for value in (230, 30))
    assert white > 140
    assert black < 70


def test_haze_lifts_blacks():
    fog = flat((170, 172, 175), 3)
    assert harmonised(flat((25, 25, 25), 8), fog).mean() > harmonised(flat((25, 25, 25), 8), flat(BALLAST, 30)).mean()


@pytest.mark.parametrize("place", [BALLAST, DUSK, SNOW])
def test_reinhard_and_tables_go_part_of_the_way(place):
    coat, around = flat((190, 60, 70)), flat(place, 20, 1)
    for moved, done in (transferred(coat, FULL, around), through_tables(coat, known(coat), known(around))):
        before, after, goal = (each.astype(float).mean() for each in (coat, moved, around))
        assert min(before, goal) - 3 < after < max(before, goal) + 3
        assert abs(after - goal) < abs(before - goal)
        red = moved.astype(float).mean(axis=(0, 1))
        assert red[0] > red[1] + 15
        assert done


def test_surroundings_stay_in_the_frame():
    frame = np.zeros((352, 640, 3), np.uint8)
    for place in ((-50, -90), (630, 340), (100, 100), (300, 345), (0, -400)):
        for shape in ((20, 10), (300, 500), (9, 600)):
            around = surroundings(frame, place, shape)
            assert min(around.shape[:2]) >= 12
