import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from triptych.core.errors import UsageError
from triptych.models.abliteration.directions import difference_of_means, pca, pca_joint
from triptych.models.abliteration.running_moments import RunningMoments


def fed(rows, cuts, scatter=True):
    moments = RunningMoments(scatter)
    for part in np.split(rows, sorted(cuts)):
        moments.add(part)
    return moments


@settings(max_examples=25)
@given(seed=st.integers(0, 999), cuts=st.lists(st.integers(0, 12), max_size=5))
def test_any_batches_give_mean_and_scatter_of_all_rows(seed, cuts):
    rows = np.random.default_rng(seed).normal(1000, 1, (12, 2, 4))  # a large mean, where sums of squares would cancel
    moments = fed(rows, cuts)
    assert moments.count == 12
    np.testing.assert_allclose(moments.mean, rows.mean(axis=0), rtol=1e-12)
    centred = rows - rows.mean(axis=0)
    np.testing.assert_allclose(moments.scatter, np.einsum("nld,nle->lde", centred, centred), atol=1e-8)


@pytest.mark.parametrize("make", [pca, pca_joint, difference_of_means])
@pytest.mark.parametrize("shape", [(3, 8), (2, 3, 8)], ids=["layers", "positions and layers"])
def test_directions_are_those_of_the_whole_arrays(make, shape):
    rng = np.random.default_rng(4)
    spread = np.linspace(0.2, 4, 8)
    harmful, harmless = rng.normal(1, 1, (11, *shape)) * spread, rng.normal(0, 1, (9, *shape)) * spread
    found = make(fed(harmful, [2, 7]), fed(harmless, [5]))
    assert found.shape == shape
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, make(harmful, harmless), atol=1e-5)


def test_two_processes_merge_into_one():
    rows = np.random.default_rng(0).normal(3, 1, (10, 2, 4))
    first, second, whole = fed(rows[:4], []), fed(rows[4:], []), fed(rows, [])
    first.merge(second)
    first.merge(RunningMoments(scatter=True))
    assert first.count == 10
    np.testing.assert_allclose(first.mean, whole.mean)
    np.testing.assert_allclose(first.scatter, whole.scatter, atol=1e-10)


def test_what_is_kept_does_not_grow():
    small, large = (fed(np.ones((n, 2, 4)), [], scatter=False) for n in (2, 2000))
    assert small.mean.nbytes == large.mean.nbytes == 2 * 4 * 8
    assert large.scatter is None


def test_bfloat16_tensors_are_taken():
    moments = RunningMoments()
    moments.add(torch.ones(3, 2, 4).bfloat16())
    np.testing.assert_array_equal(moments.mean, np.ones((2, 4)))


def test_mistakes_are_named():
    moments = fed(np.ones((2, 2, 4)), [], scatter=False)
    with pytest.raises(UsageError, match="rows of shape"):
        moments.add(np.ones((2, 3, 4)))
    with pytest.raises(UsageError, match="finite"):
        moments.add(np.full((2, 2, 4), np.nan))
    with pytest.raises(UsageError, match="without a scatter"):
        moments.merge(RunningMoments(scatter=True))
    with pytest.raises(UsageError, match="with a scatter"):
        pca(moments, moments)
    with pytest.raises(UsageError, match="two arrays or two running moments"):
        difference_of_means(moments, np.ones((2, 2, 4)))
