"""Take a direction out of the residual stream while a block runs; nothing is written to the model.

    with ablate(model, direction):
        ...generate...

Source: the edit of section 3.2, applied to the output of every decoder layer and at every position. The dot product is
taken in float32 whatever the model's type: in bfloat16 a sum over thousands of terms loses the small component. Weights
are neither read nor written, so quantised and offloaded ones do as well.
"""

import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch

from triptych.core.errors import RunError, UsageError
from triptych.models.abliteration.layers import decoder_layers, residual, text_config, unwrapped


@contextlib.contextmanager
def ablate(model: Any, direction: Any, alpha: float = 1.0, layers: Sequence[int] | None = None) -> Iterator[None]:
    """Project `direction` out of the residual stream inside the `with` block.

    `direction`: unit vectors `(d,)`, the same in every layer, or `(layers, d)`, index l for the output of layer l.
    `alpha` scales the edit: 0 changes nothing, 1 removes the component, 2 reflects it. `layers` limits it to those
    layers (0-based). Blocks may be nested; the inner edit follows the outer one. Hooks that only look at a layer's
    output see it edited, those of `output_hidden_states` included.

    Raises `UsageError` for a direction, layer or alpha that does not fit, `RunError` where the model ran without
    running one of the layers.
    """
    blocks = decoder_layers(model)
    vectors = _unit_vectors(direction, (len(blocks), text_config(model).hidden_size))
    if not math.isfinite(alpha):
        raise UsageError("a finite alpha", str(alpha), "use 1.0 to remove the direction")
    chosen = _layer_numbers(layers, len(blocks))
    # Rounding would make the edit by nothing a change in the last bit.
    with _hooked(model, {number: _Projection(vectors[number], alpha) for number in chosen if alpha}):
        yield


@contextlib.contextmanager
def ablate_rows(model: Any, directions: Any) -> Iterator[None]:
    """As `ablate`, but row b of the batch loses `directions[b]`, in every layer: many candidates in one pass.

    `directions`: unit vectors `(batch, d)`, one for each row of the batch that the model runs on.
    """
    rows = _unit_vectors(directions, (len(directions), text_config(model).hidden_size))[:, None, :]
    with _hooked(model, {number: _Projection(rows, 1.0) for number in range(len(decoder_layers(model)))}):
        yield


def project(hidden: torch.Tensor, vector: torch.Tensor, alpha: float) -> torch.Tensor:
    """The edit itself, on `hidden` `(batch, tokens, d)` with a unit `vector` `(d,)` or `(batch, 1, d)`."""
    wide = hidden.float()
    # h <- h - alpha <h, v> v; a sum of products, because a matrix product may run in TF32 on a GPU
    dot = (wide * vector).sum(dim=-1, keepdim=True)
    return torch.addcmul(wide, dot, vector, value=-alpha).to(hidden.dtype)


class _Projection:
    """A forward hook; keeps its vector on the device where the layer's output lies."""

    def __init__(self, vector: torch.Tensor, alpha: float) -> None:
        self._vector, self._placed, self._alpha = vector, vector, alpha
        self.ran = False

    def __call__(self, module: torch.nn.Module, inputs: Any, output: Any) -> Any:
        hidden = residual(output)
        if self._placed.device != hidden.device:
            self._placed = self._vector.to(hidden.device)
        edited = project(hidden, self._placed, self._alpha)
        self.ran = True
        return (edited, *output[1:]) if isinstance(output, tuple) else edited


@contextlib.contextmanager
def _hooked(model: Any, edits: dict[int, _Projection]) -> Iterator[None]:
    """Each layer's edit while the block runs, and a check after each pass that all of them ran."""
    blocks = decoder_layers(model)
    with contextlib.ExitStack() as stack:
        for number, edit in edits.items():
            stack.callback(blocks[number].register_forward_hook(edit).remove)
            _edits_first(blocks[number])
        if edits:
            stack.callback(unwrapped(model).register_forward_hook(_completeness(edits)).remove)
        yield


def _edits_first(block: Any) -> None:
    """Edits in the order of their blocks, then the hooks that were there before.

    transformers' own hooks, which stay after the first use of `output_hidden_states`, would otherwise show the output
    as it was before the edit.
    """
    hooks = block._forward_hooks
    for key in [key for key, hook in hooks.items() if not isinstance(hook, _Projection)]:
        hooks.move_to_end(key)


def _completeness(edits: dict[int, _Projection]) -> Callable[..., None]:
    def check(module: torch.nn.Module, inputs: Any, output: Any) -> None:
        missed = [number for number, edit in edits.items() if not edit.ran]
        for edit in edits.values():
            edit.ran = False
        if missed:
            raise RunError(
                f"{type(module).__name__} ran without layers {missed}, so they were not edited: the result would look "
                "more robust than the model is. Switch off early exit, layer dropping and compiled layers."
            )

    return check


def _unit_vectors(direction: Any, shape: tuple[int, int]) -> torch.Tensor:
    """`direction` as float32 of `shape`, one row repeated where it is `(d,)`."""
    vectors = torch.as_tensor(direction, dtype=torch.float32).detach().cpu()
    if tuple(vectors.shape) not in {shape, shape[1:]}:
        raise UsageError(
            f"a direction of shape {shape[1:]} or {shape} for this model",
            f"shape {tuple(vectors.shape)}",
            "compute the direction from activations of the same model",
        )
    norms = vectors.norm(dim=-1, keepdim=True)
    if not torch.allclose(norms, torch.ones(()), atol=1e-2):
        raise UsageError(
            "unit vectors", "norms other than 1 (or NaN)", "divide each by its norm; alpha sets the strength"
        )
    # Exactly unit, also after a round trip through bfloat16: else alpha = 1 would leave a part.
    unit: torch.Tensor = vectors / norms
    return unit.expand(shape)


def _layer_numbers(layers: Sequence[int] | None, count: int) -> Sequence[int]:
    chosen = range(count) if layers is None else sorted(set(layers))
    wrong = [number for number in chosen if not 0 <= number < count]
    if wrong:
        raise UsageError(f"layers from 0 to {count - 1}", f"{wrong}", "count layers from 0")
    return chosen
