"""Candidate refusal directions from activations of harmful and harmless anchor prompts. Pure: no model, no files.

Source: "A Granular Study of Safety Pretraining under Model Abliteration", section 3.2. The paper's text and its
released code disagree, so both are here under plain names:

    pca                   as printed: each class centred on its own mean, concatenated, first principal component
    difference_of_means   as the released code computes it
    pca_joint             both classes centred on their common mean, first principal component
    random_like           the control: a direction that knows nothing of the data

Centring each class by itself takes the difference of the means away, so the printed form finds the main direction
WITHIN the classes; nothing in it points from harmless to harmful.

Shapes: activations `(n, layers, d)`, as `activations.collect` gives them, or the `RunningMoments` of such rows (with a
scatter for the two principal components); directions `(layers, d)` float32 unit vectors, index l belonging to the
output of decoder layer l. With an axis of positions before the layers, directions have it too. Torch tensors give a
torch tensor back, all else an array.
"""

from typing import Any

import numpy as np
from scipy.linalg import eigh

from triptych.core.errors import UsageError
from triptych.models.abliteration.running_moments import Floats, RunningMoments, floats


def pca(harmful: Any, harmless: Any) -> Any:
    """First principal component of the class-centred activations, layer by layer (section 3.2 as printed).

    `harmful` `(n, layers, d)`, `harmless` `(m, layers, d)` -> `(layers, d)` float32 unit vectors. A component has no
    sign of its own: it is turned to the side of the harmful mean. Raises `UsageError` for activations that do not fit.
    """
    first, second = _checked(harmful, harmless)
    if isinstance(first, RunningMoments):
        component = _top_axis(_scatter(first) + _scatter(second))
    else:
        component = _first_component(np.concatenate([first - first.mean(axis=0), second - second.mean(axis=0)]))
    return _as_given(_towards(component, _gap(first, second)), harmful)


def pca_joint(harmful: Any, harmless: Any) -> Any:
    """First principal component of all activations centred on their common mean; shapes and sign as in `pca`."""
    first, second = _checked(harmful, harmless)
    if isinstance(first, RunningMoments):
        both = RunningMoments(scatter=True)
        both.merge(first)
        both.merge(second)
        component = _top_axis(_scatter(both))
    else:
        rows = np.concatenate([first, second])
        component = _first_component(rows - rows.mean(axis=0))
    return _as_given(_towards(component, _gap(first, second)), harmful)


def difference_of_means(harmful: Any, harmless: Any) -> Any:
    """Mean of `harmful` minus mean of `harmless`, unit norm, layer by layer (the released code); shapes as in `pca`."""
    # v = (mean(H) - mean(S)) / |mean(H) - mean(S)|
    return _as_given(_unit(_gap(*_checked(harmful, harmless))), harmful)


def random_like(direction: Any, seed: int) -> Any:
    """Unit vectors of the same shape, uniform on the sphere, independent of `direction`'s values: the null control."""
    shape = np.shape(direction)
    if not shape or shape[-1] < 1:
        raise UsageError(
            "directions of shape (d,) or (layers, d)", f"shape {shape}", "pass what difference_of_means or pca returned"
        )
    return _as_given(_unit(np.random.default_rng(seed).standard_normal(shape)), direction)


def _first_component(centred: Floats) -> Floats:
    """`(n, …, d)` centred rows -> `(…, d)`: one batched singular value decomposition over the layers."""
    _require_variation(np.abs(centred).max(axis=(0, -1)))
    # X = U S V^T, the first row of V^T being the first principal component of the centred X
    found: Floats = np.linalg.svd(np.moveaxis(centred, 0, -2), full_matrices=False).Vh[..., 0, :]
    return found


def _top_axis(scatter: Floats) -> Floats:
    """`(…, d, d)` scatter -> `(…, d)`: the eigenvector of its largest eigenvalue, layer by layer."""
    _require_variation(np.trace(scatter, axis1=-2, axis2=-1))
    last = scatter.shape[-1] - 1
    found = np.empty(scatter.shape[:-1])
    for place in np.ndindex(scatter.shape[:-2]):
        found[place] = eigh(scatter[place], subset_by_index=[last, last])[1][:, 0]
    return found


def _require_variation(amount: Any) -> None:
    if not np.all(amount):
        raise UsageError(
            "activations that vary in every layer",
            "a layer where all rows are equal: it has no principal component",
            "use at least two different prompts in a class",
        )


def _scatter(moments: RunningMoments) -> Floats:
    if moments.scatter is None:
        raise UsageError(
            "running moments with a scatter, which principal components need",
            "means only",
            "collect them with RunningMoments(scatter=True), or use difference_of_means",
        )
    return moments.scatter


def _gap(first: Any, second: Any) -> Floats:
    """Harmful mean minus harmless mean."""
    means = [part.mean if isinstance(part, RunningMoments) else part.mean(axis=0) for part in (first, second)]
    gap: Floats = means[0] - means[1]
    return gap


def _towards(component: Floats, gap: Floats) -> Floats:
    """Turn each component so that the harmful mean lies on its positive side."""
    side = (component * gap).sum(axis=-1, keepdims=True)
    return _unit(np.where(side < 0, -component, component))


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


def _checked(harmful: Any, harmless: Any) -> tuple[Any, Any]:
    """Both as float64 arrays or both as moments, of one shape."""
    if isinstance(harmful, RunningMoments) != isinstance(harmless, RunningMoments):
        raise UsageError("two arrays or two running moments", "one of each", "collect both in the same way")
    first, second = _rows(harmful, "harmful"), _rows(harmless, "harmless")
    shapes = [x.mean.shape if isinstance(x, RunningMoments) else x.shape[1:] for x in (first, second)]
    if shapes[0] != shapes[1]:
        raise UsageError(
            "both classes from one model, so with equal (layers, d)",
            f"harmful {shapes[0]} and harmless {shapes[1]}",
            "collect both with the same model",
        )
    return first, second


def _rows(activations: Any, name: str) -> Any:
    moments = isinstance(activations, RunningMoments)
    array = activations.mean[None] if moments else floats(activations)
    count = activations.count if moments else len(array) if array.ndim else 0
    if array.ndim not in (3, 4) or count < 2 or 0 in array.shape:
        raise UsageError(
            f"{name} activations of shape (n, layers, d) or (n, positions, layers, d) with n >= 2",
            f"n = {count}, shape {array.shape}",
            "pass activations.collect(...) of at least two prompts",
        )
    if not np.isfinite(array).all():
        raise UsageError(
            f"finite {name} activations", "NaN or infinity in them", "load the model in float32 or bfloat16"
        )
    return activations if moments else array


def _as_given(vectors: Floats, example: Any) -> Any:
    """float32 in the kind of `example`: a torch tensor for a tensor, else an array."""
    array = vectors.astype(np.float32)
    if not hasattr(example, "detach"):
        return array
    import torch

    return torch.from_numpy(array)
