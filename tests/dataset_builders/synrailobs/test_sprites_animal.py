import numpy as np
import pytest

from triptych.dataset_builders.synrailobs.sprites_animal import ANIMALS, draw_animal
from triptych.dataset_builders.synrailobs.sprites_animal_forms import FORMS


def outline(kind, seed, scale=80.0):
    canvas = draw_animal(np.random.default_rng(seed), kind, scale)
    rows, columns = np.nonzero(canvas.alpha > 0.5)
    return canvas, (columns.max() - columns.min()) / scale, (rows.max() - rows.min()) / scale


def test_every_animal_has_a_form():
    assert set(ANIMALS) == set(FORMS)


@pytest.mark.parametrize("kind", FORMS)
def test_the_withers_are_as_high_as_given(kind):
    for seed in range(4):
        canvas, _, height = outline(kind, seed)
        # The withers are at 0.88 to 1.1 of the usual height; head and antlers rise above, a grazing head does not.
        assert 0.75 * FORMS[kind].height < height < 2.1 * FORMS[kind].height
        assert canvas.alpha.max() == 1


def test_animals_are_ordered_by_size():
    area = {kind: np.mean([outline(kind, seed)[0].alpha.sum() for seed in range(5)]) for kind in FORMS}
    assert area["fox"] < area["dog"] < area["wild boar"] < area["deer"] * 2
    assert area["deer"] < area["horse"]
    assert area["sheep"] < area["cow"]


def test_animals_stand_on_four_feet():
    for seed in range(12):
        canvas, _, _ = outline("cow", seed)
        rows = np.nonzero((canvas.alpha > 0.5).any(axis=1))[0]
        above_the_feet = canvas.alpha[rows.max() - int(0.3 * 80)] > 0.5
        legs = np.count_nonzero(np.diff(above_the_feet.astype(int)) == 1)
        assert 2 <= legs <= 5
