"""The residual stream at the last prompt token, after every decoder layer, for many prompts."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.core.progress import progress
from triptych.models.abliteration.batches import encode, pad_id, pad_left, plan
from triptych.models.abliteration.layers import decoder_layers, text_config

BATCH_TOKENS = 8192


def collect(
    model: Any, tokenizer: Any, prompts: Sequence[str], batch_tokens: int = BATCH_TOKENS
) -> NDArray[np.float32]:
    """`(n, layers, d)` float32: row i, index l = the output of layer l at the last token of `prompts[i]`.

    The last token is the one before the answer, chat template included (the position that the paper's code uses). All
    layers come from one forward pass a batch, and only that position is kept.
    """
    if not prompts:
        raise UsageError("at least one prompt", "none", "pass the anchor prompts of refusal_prompts")
    rows = encode(tokenizer, prompts)
    blocks = decoder_layers(model)
    found = np.empty((len(rows), len(blocks), text_config(model).hidden_size), dtype=np.float32)
    batches = plan([len(row) for row in rows], batch_tokens)
    with torch.inference_mode(), _last_positions(blocks) as kept:
        for batch in progress(batches, "activations"):
            padded = pad_left([rows[row] for row in batch], pad_id(tokenizer), model.device)
            model(**padded.inputs(), use_cache=False, logits_to_keep=1)
            found[batch] = torch.stack(kept, dim=1).numpy()
            kept.clear()
    return found


@contextlib.contextmanager
def _last_positions(blocks: Any) -> Iterator[list[torch.Tensor]]:
    """Hooks that append each layer's output at the last position, `(batch, d)` float32 on the CPU, in layer order."""
    kept: list[torch.Tensor] = []
    with contextlib.ExitStack() as stack:
        for block in blocks:
            stack.callback(block.register_forward_hook(_keeper(kept)).remove)
        yield kept


def _keeper(kept: list[torch.Tensor]) -> Callable[..., None]:
    def keep(module: torch.nn.Module, inputs: Any, output: Any) -> None:
        hidden = output[0] if isinstance(output, tuple) else output
        kept.append(hidden[:, -1].float().cpu())

    return keep
