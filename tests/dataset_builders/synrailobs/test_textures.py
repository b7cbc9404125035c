import numpy as np
import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.textures import TEXTURES, texture


@pytest.mark.parametrize("kind", TEXTURES)
def test_a_texture_has_contrast_and_is_given_by_its_seed(kind):
    one, again, other = (texture(kind, np.random.default_rng(seed), 90, 130) for seed in (4, 4, 5))
    assert one.shape == (90, 130, 3)
    assert one.dtype == np.uint8
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)
    assert one.astype(float).std(axis=(0, 1)).max() > 10


@pytest.mark.parametrize("kind", TEXTURES)
def test_a_texture_is_the_same_pattern_at_two_sizes(kind):
    small = texture(kind, np.random.default_rng(1), 96, 96).astype(float)
    large = texture(kind, np.random.default_rng(1), 192, 192).astype(float)
    reduced = large.reshape(96, 2, 96, 2, 3).mean(axis=(1, 3))
    assert np.corrcoef(small.ravel(), reduced.ravel())[0, 1] > 0.8


def test_a_texture_that_does_not_exist_is_named():
    with pytest.raises(UsageError, match=r"stripes[\s\S]*'plaid'"):
        texture("plaid", np.random.default_rng(0), 10, 10)
