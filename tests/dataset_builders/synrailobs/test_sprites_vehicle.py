import numpy as np
import pytest

from triptych.dataset_builders.synrailobs.sprites_vehicle import SIDES, VEHICLES, draw_vehicle

# Length or width and height in metres.
REAL = {
    "sedan side": (4.6, 1.46),
    "hatchback side": (4.0, 1.5),
    "van side": (5.2, 2.0),
    "pickup side": (5.2, 1.78),
    "box truck side": (6.6, 3.05),
    "tractor side": (3.6, 2.8),
    "box truck rear": (2.1, 3.1),
}


@pytest.mark.parametrize("kind", REAL)
def test_vehicles_have_their_real_dimensions(kind):
    for seed in range(3):
        canvas = draw_vehicle(np.random.default_rng(seed), kind, 40.0)
        rows, columns = np.nonzero(canvas.alpha > 0.5)
        size = (np.ptp(columns) / 40, np.ptp(rows) / 40)
        assert size == pytest.approx(REAL[kind], rel=0.1)


@pytest.mark.parametrize("kind", sorted(set(VEHICLES)))
def test_vehicles_stand_on_wheels(kind):
    canvas = draw_vehicle(np.random.default_rng(1), kind, 60.0)
    rows = np.nonzero((canvas.alpha > 0.5).any(axis=1))[0]
    low = canvas.alpha[rows.max() - 8] > 0.5
    assert np.count_nonzero(np.diff(low.astype(int)) == 1) == 2
    assert canvas.rgb[rows.max() - 8][low].mean() < 70


def test_windows_lie_within_the_cabin():
    for side in SIDES.values():
        roof = max(y for _, y in side.cabin)
        assert all(side.belt <= y < roof for window in side.windows for _, y in window)
