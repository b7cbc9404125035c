"""The residual stream after every decoder layer, at the end of many prompts: all layers from one pass a batch.

`positions` says where: `"last"`, the last prompt token, the one before the answer (the position that the paper's code
uses); or `"post_instruction"`, each of the tokens that the chat template writes after the user's text.
"""

import contextlib
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal

import numpy as np
import torch
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.core.progress import progress
from triptych.models.abliteration.batches import Batch, encode, pad_id, pad_left, plan
from triptych.models.abliteration.layers import decoder_layers, residual, text_config
from triptych.models.abliteration.running_moments import RunningMoments

BATCH_TOKENS = 8192
WINDOW = 1024
"""Prompts that are tokenised at a time while moments run."""

Positions = Literal["last", "post_instruction"]
Read = Callable[[Batch], NDArray[np.float32]]


def collect(
    model: Any,
    tokenizer: Any,
    prompts: Sequence[str],
    batch_tokens: int = BATCH_TOKENS,
    positions: Positions = "last",
) -> NDArray[np.float32]:
    """`(n, layers, d)` float32: row i, index l = the output of layer l at the last token of `prompts[i]`.

    With `post_instruction` `(n, positions, layers, d)`, the last position being the last prompt token. Raises
    `UsageError` without prompts or for an unknown kind of position.
    """
    if not prompts:
        raise UsageError("at least one prompt", "none", "pass the anchor prompts of refusal_prompts")
    count, blocks = _count(tokenizer, positions), decoder_layers(model)
    found = np.empty((len(prompts), count, len(blocks), text_config(model).hidden_size), dtype=np.float32)
    with _reader(model, count) as read:
        for batch, states in _each_batch(read, model, tokenizer, prompts, batch_tokens):
            found[batch] = states
    return found[:, 0] if positions == "last" else found


def collect_moments(
    model: Any,
    tokenizer: Any,
    prompts: Iterable[str],
    batch_tokens: int = BATCH_TOKENS,
    positions: Positions = "last",
    scatter: bool = False,
    window: int = WINDOW,
) -> RunningMoments:
    """Mean (and with `scatter` what `directions.pca` needs) of what `collect` gives, keeping no prompt's activations.

    `prompts` may be a generator: `window` of them are held at a time, so memory does not grow with their number.
    """
    moments, source = RunningMoments(scatter), iter(prompts)
    with _reader(model, _count(tokenizer, positions)) as read:
        while held := list(itertools.islice(source, window)):
            for _, states in _each_batch(read, model, tokenizer, held, batch_tokens):
                moments.add(states[:, 0] if positions == "last" else states)
    if not moments.count:
        raise UsageError("at least one prompt", "none", "pass the anchor prompts of refusal_prompts")
    return moments


def post_instruction_tokens(tokenizer: Any) -> int:
    """How many tokens every prompt ends with, whatever the user wrote: the template's after the user's text."""
    rows = encode(tokenizer, ["a", "Why 7?", "(b)", "Go."])
    columns = zip(*(row[::-1] for row in rows), strict=False)
    return max(1, sum(1 for _ in itertools.takewhile(lambda column: len(set(column)) == 1, columns)))


def _count(tokenizer: Any, positions: Positions) -> int:
    if positions not in ("last", "post_instruction"):
        raise UsageError("positions last or post_instruction", repr(positions), "pass one of the two")
    return 1 if positions == "last" else post_instruction_tokens(tokenizer)


def _each_batch(
    read: Read, model: Any, tokenizer: Any, prompts: Sequence[str], batch_tokens: int
) -> Iterator[tuple[list[int], NDArray[np.float32]]]:
    """The row numbers of each batch, with what `read` gives for it."""
    rows = encode(tokenizer, prompts)
    for batch in progress(plan([len(row) for row in rows], batch_tokens), "activations"):
        yield batch, read(pad_left([rows[row] for row in batch], pad_id(tokenizer), model.device))


@contextlib.contextmanager
def _reader(model: Any, count: int) -> Iterator[Read]:
    """A function that runs a batch and gives the last `count` outputs of each layer, `(batch, count, layers, d)`."""
    kept: list[torch.Tensor] = []

    def keep(module: torch.nn.Module, inputs: Any, output: Any) -> None:
        # A copy, also where it is float32 on the CPU already: a view would hold the whole output.
        kept.append(residual(output)[:, -count:].float().cpu().clone())

    def read(batch: Batch) -> NDArray[np.float32]:
        kept.clear()
        with torch.inference_mode():
            model(**batch.inputs(), use_cache=False, logits_to_keep=1)
        states: NDArray[np.float32] = torch.stack(kept, dim=2).numpy()
        return states

    with contextlib.ExitStack() as stack:
        for block in decoder_layers(model):
            stack.callback(block.register_forward_hook(keep).remove)
        yield read
