"""Take a direction out of the residual stream while a block runs; nothing is written to the model.

    with ablate(model, direction):
        ...generate...

Source: the edit of section 3.2, applied to the output of every decoder layer and at every position. The dot product is
taken in float32 whatever the model's type: in bfloat16 a sum over thousands of terms loses the small component.
"""

import contextlib
import math
from collections.abc import Iterator, Sequence
from typing import Any

import torch

from triptych.core.errors import UsageError
from triptych.models.abliteration.layers import decoder_layers, text_config


@contextlib.contextmanager
def ablate(model: Any, direction: Any, alpha: float = 1.0, layers: Sequence[int] | None = None) -> Iterator[None]:
    """Project `direction` out of the residual stream inside the `with` block.

    `direction`: unit vectors `(d,)`, the same in every layer, or `(layers, d)`, index l for the output of layer l.
    `alpha` scales the edit: 0 changes nothing, 1 removes the component, 2 reflects it. `layers` limits it to those
    layers (0-based). Blocks may be nested. Raises `UsageError` for a direction, layer or alpha that does not fit.
    """
    blocks = decoder_layers(model)
    vectors = _unit_vectors(direction, (len(blocks), text_config(model).hidden_size))
    if not math.isfinite(alpha):
        raise UsageError("a finite alpha", str(alpha), "use 1.0 to remove the direction")
    chosen = _layer_numbers(layers, len(blocks))
    with _hooked((blocks[number], vectors[number], alpha) for number in chosen):
        yield


@contextlib.contextmanager
def ablate_rows(model: Any, directions: Any) -> Iterator[None]:
    """As `ablate`, but row b of the batch loses `directions[b]`, in every layer: many candidates in one pass.

    `directions`: unit vectors `(batch, d)`, one for each row of the batch that the model runs on.
    """
    rows = _unit_vectors(directions, (len(directions), text_config(model).hidden_size))
    with _hooked((block, rows[:, None, :], 1.0) for block in decoder_layers(model)):
        yield


def project(hidden: torch.Tensor, vector: torch.Tensor, alpha: float) -> torch.Tensor:
    """The edit itself, on `hidden` `(batch, tokens, d)` with a unit `vector` `(d,)` or `(batch, 1, d)`."""
    wide = hidden.float()
    # h <- h - alpha <h, v> v
    return (wide - alpha * (wide * vector).sum(dim=-1, keepdim=True) * vector).to(hidden.dtype)


@contextlib.contextmanager
def _hooked(edits: Any) -> Iterator[None]:
    with contextlib.ExitStack() as stack:
        for block, vector, alpha in edits:
            handle = block.register_forward_hook(_Projection(vector, alpha))
            stack.callback(handle.remove)
        yield


class _Projection:
    """A forward hook; keeps its vector on the device where the layer's output lies."""

    def __init__(self, vector: torch.Tensor, alpha: float) -> None:
        self._vector, self._alpha = vector, alpha

    def __call__(self, module: torch.nn.Module, inputs: Any, output: Any) -> Any:
        hidden = output[0] if isinstance(output, tuple) else output
        self._vector = self._vector.to(hidden.device)
        edited = project(hidden, self._vector, self._alpha)
        return (edited, *output[1:]) if isinstance(output, tuple) else edited


def _unit_vectors(direction: Any, shape: tuple[int, int]) -> torch.Tensor:
    """`direction` as float32 of `shape`, one row repeated where it is `(d,)`."""
    vectors = torch.as_tensor(direction, dtype=torch.float32).detach().cpu()
    if tuple(vectors.shape) not in {shape, shape[1:]}:
        raise UsageError(
            f"a direction of shape {shape[1:]} or {shape} for this model",
            f"shape {tuple(vectors.shape)}",
            "compute the direction from activations of the same model",
        )
    if not torch.allclose(vectors.norm(dim=-1), torch.ones(()), atol=1e-3):
        raise UsageError(
            "unit vectors", "norms other than 1 (or NaN)", "divide each by its norm; alpha sets the strength"
        )
    return vectors.expand(shape)


def _layer_numbers(layers: Sequence[int] | None, count: int) -> Sequence[int]:
    chosen = range(count) if layers is None else sorted(set(layers))
    wrong = [number for number in chosen if not 0 <= number < count]
    if wrong:
        raise UsageError(f"layers from 0 to {count - 1}", f"{wrong}", "count layers from 0")
    return chosen
