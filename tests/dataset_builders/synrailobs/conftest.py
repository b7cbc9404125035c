"""Scenes that several tests look at, drawn once."""

import pytest

from triptych.dataset_builders.synrailobs.plan import backgrounds
from triptych.dataset_builders.synrailobs.scenes import scene


@pytest.fixture(scope="session")
def drawn():
    """A scene by weather and light, of the validation split."""
    known = {}

    def get(weather, light):
        if (weather, light) not in known:
            places = backgrounds("validation")
            known[weather, light] = scene(next(p for p in places if (p.weather, p.light) == (weather, light)))
        return known[weather, light]

    return get
