import numpy as np
import pytest
import torch

from triptych.core.errors import UsageError
from triptych.models.abliteration.directions import difference_of_means, pca, pca_joint, random_like

ALL = [pca, pca_joint, difference_of_means]


def classes(seed=0, n=9, m=7, layers=4, d=16):
    rng = np.random.default_rng(seed)
    spread = rng.uniform(0.2, 3.0, size=d)
    return rng.normal(0.5, 1, (n, layers, d)) * spread, rng.normal(-0.3, 1, (m, layers, d)) * spread


@pytest.mark.parametrize("make", ALL)
def test_unit_vectors_of_one_layer_each_on_the_harmful_side(make):
    harmful, harmless = classes()
    found = make(harmful, harmless)
    assert found.shape == (4, 16)
    assert found.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1, rtol=1e-6)
    assert (np.einsum("ld,ld->l", found, harmful.mean(0) - harmless.mean(0)) >= 0).all()


def test_pca_is_the_first_axis_of_the_class_centred_rows_layer_by_layer():
    harmful, harmless = classes()
    found = pca(harmful, harmless)
    for layer in range(4):
        rows = np.vstack([x[:, layer] - x[:, layer].mean(0) for x in (harmful, harmless)])
        values, vectors = np.linalg.eigh(rows.T @ rows)
        assert values[-1] > values[-2]
        assert abs(found[layer] @ vectors[:, -1]) == pytest.approx(1, abs=1e-6)


def test_pca_joint_is_the_first_axis_of_the_jointly_centred_rows():
    harmful, harmless = classes(1)
    rows = np.vstack([harmful[:, 2], harmless[:, 2]])
    axis = np.linalg.eigh(np.cov(rows.T))[1][:, -1]
    assert abs(pca_joint(harmful, harmless)[2] @ axis) == pytest.approx(1, abs=1e-6)


def test_difference_of_means_is_exact():
    harmful, harmless = classes()
    raw = harmful.mean(0) - harmless.mean(0)
    expected = raw / np.linalg.norm(raw, axis=1, keepdims=True)
    np.testing.assert_array_equal(difference_of_means(harmful, harmless), expected.astype(np.float32))


def test_the_printed_pca_does_not_see_the_difference_of_the_means():
    harmful, harmless = classes()
    moved = harmful + np.linspace(0, 5, 16)
    assert np.abs(np.einsum("ld,ld->l", pca(moved, harmless), pca(harmful, harmless))) == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("make", ALL)
def test_row_order_does_not_matter(make):
    harmful, harmless = classes()
    np.testing.assert_allclose(make(harmful[::-1], harmless[::-1]), make(harmful, harmless), atol=1e-6)


@pytest.mark.parametrize("make", ALL)
def test_torch_tensors_give_a_torch_tensor(make):
    harmful, harmless = (torch.tensor(x) for x in classes())
    found = make(harmful, harmless)
    assert isinstance(found, torch.Tensor)
    assert found.dtype == torch.float32
    np.testing.assert_array_equal(found.numpy(), make(harmful.numpy(), harmless.numpy()))
    assert torch.isfinite(make(harmful.bfloat16(), harmless.bfloat16())).all()


def test_random_directions_depend_on_shape_and_seed_only():
    one = difference_of_means(*classes(0))
    other = difference_of_means(*classes(5))
    found = random_like(one, 3)
    np.testing.assert_array_equal(found, random_like(other, 3))
    assert not np.allclose(found, random_like(one, 4))
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1, rtol=1e-6)
    assert random_like(one[0], 3).shape == (16,)


@pytest.mark.parametrize("make", ALL)
@pytest.mark.parametrize(
    ("harmful", "harmless"),
    [
        (np.ones((4, 16)), np.ones((4, 3, 16))),
        (np.ones((1, 3, 16)), np.ones((4, 3, 16))),
        (np.zeros((4, 3, 16)), np.ones((4, 3, 8))),
        (np.full((4, 3, 16), np.nan), np.ones((4, 3, 16))),
        (np.ones((4, 3, 16)), np.ones((4, 3, 16))),
    ],
    ids=["dimensions", "one row", "other model", "nan", "no difference"],
)
def test_bad_input_is_named(make, harmful, harmless):
    with pytest.raises(UsageError, match="expected"):
        make(harmful, harmless)
