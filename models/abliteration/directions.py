"""Candidate refusal directions from activations of harmful and harmless anchor prompts. Pure: no model, no files.

Source: "A Granular Study of Safety Pretraining under Model Abliteration", section 3.2. The paper's text and its
released code disagree, so both are here under plain names:

    pca                   as printed: each class centred on its own mean, concatenated, first principal component
    difference_of_means   as the released code computes it
    pca_joint             both classes centred on their common mean, first principal component
    random_like           the control: a direction that knows nothing of the data

Centring each class by itself takes the difference of the means away, so the printed form finds the main direction
WITHIN the classes; nothing in it points from harmless to harmful.

Shapes: activations `(n, layers, d)`, as `activations.collect` gives them; directions `(layers, d)` float32 unit
vectors, index l belonging to the output of decoder layer l. Torch tensors give a torch tensor back,
arrays an array.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError

Floats = NDArray[np.float64]


def pca(harmful: Any, harmless: Any) -> Any:
    """First principal component of the class-centred activations, layer by layer (section 3.2 as printed).

    `harmful` `(n, layers, d)`, `harmless` `(m, layers, d)` -> `(layers, d)` float32 unit vectors. A component has no
    sign of its own: it is turned to the side of the harmful mean. Raises `UsageError` for activations that do not fit.
    """
    first, second = _checked(harmful, harmless)
    centred = np.concatenate([first - first.mean(axis=0), second - second.mean(axis=0)])
    return _as_given(_towards(_first_component(centred), first, second), harmful)


def pca_joint(harmful: Any, harmless: Any) -> Any:
    """First principal component of all activations centred on their common mean; shapes and sign as in `pca`."""
    first, second = _checked(harmful, harmless)
    rows = np.concatenate([first, second])
    return _as_given(_towards(_first_component(rows - rows.mean(axis=0)), first, second), harmful)


def difference_of_means(harmful: Any, harmless: Any) -> Any:
    """Mean of `harmful` minus mean of `harmless`, unit norm, layer by layer (the released code); shapes as in `pca`."""
    first, second = _checked(harmful, harmless)
    # v = (mean(H) - mean(S)) / |mean(H) - mean(S)|
    return _as_given(_unit(first.mean(axis=0) - second.mean(axis=0)), harmful)


def random_like(direction: Any, seed: int) -> Any:
    """Unit vectors of the same shape, uniform on the sphere, independent of `direction`'s values: the null control."""
    shape = np.shape(direction)
    if not shape or shape[-1] < 1:
        raise UsageError(
            "directions of shape (d,) or (layers, d)", f"shape {shape}", "pass what difference_of_means or pca returned"
        )
    return _as_given(_unit(np.random.default_rng(seed).standard_normal(shape)), direction)


def _first_component(centred: Floats) -> Floats:
    """`(n, layers, d)` centred rows -> `(layers, d)`: one batched singular value decomposition over the layers."""
    if not np.abs(centred).max(axis=(0, 2)).all():
        raise UsageError(
            "activations that vary in every layer",
            "a layer where all rows are equal: it has no principal component",
            "use at least two different prompts in a class",
        )
    # X = U S V^T, the first row of V^T being the first principal component of the centred X
    return np.asarray(np.linalg.svd(centred.transpose(1, 0, 2), full_matrices=False).Vh[:, 0], dtype=np.float64)


def _towards(component: Floats, harmful: Floats, harmless: Floats) -> Floats:
    """Turn each component so that the harmful mean lies on its positive side."""
    side = np.einsum("ld,ld->l", component, harmful.mean(axis=0) - harmless.mean(axis=0))
    return _unit(component * np.where(side < 0, -1.0, 1.0)[:, None])


def _unit(vectors: Floats) -> Floats:
    norms = np.linalg.norm(vectors, axis=-1, keepdims=True)
    if not norms.all():
        raise UsageError(
            "classes whose means differ in every layer",
            "a difference of zero",
            "check that the harmful and the harmless prompts are not the same",
        )
    unit: Floats = vectors / norms
    return unit


def _checked(harmful: Any, harmless: Any) -> tuple[Floats, Floats]:
    first, second = _rows(harmful, "harmful"), _rows(harmless, "harmless")
    if first.shape[1:] != second.shape[1:]:
        raise UsageError(
            "both classes from one model, so with equal (layers, d)",
            f"harmful {first.shape[1:]} and harmless {second.shape[1:]}",
            "collect both with the same model",
        )
    return first, second


def _rows(activations: Any, name: str) -> Floats:
    if hasattr(activations, "detach"):  # a torch tensor, maybe in bfloat16, which numpy does not know
        activations = activations.detach().cpu().double()
    array = np.asarray(activations, dtype=np.float64)
    if array.ndim != 3 or array.shape[0] < 2 or 0 in array.shape:
        raise UsageError(
            f"{name} activations of shape (n, layers, d) with n >= 2",
            f"shape {array.shape}",
            "pass activations.collect(...) of at least two prompts",
        )
    if not np.isfinite(array).all():
        raise UsageError(
            f"finite {name} activations", "NaN or infinity in them", "load the model in float32 or bfloat16"
        )
    return array


def _as_given(vectors: Floats, example: Any) -> Any:
    """float32 in the kind of `example`: a torch tensor for a tensor, else an array."""
    array = vectors.astype(np.float32)
    if not hasattr(example, "detach"):
        return array
    import torch

    return torch.from_numpy(array)
