"""Prompts -> token ids -> left-padded batches of a bounded number of tokens, for every pass through a model.

Left padding puts the last prompt token of every row into the last column; the attention mask and position ids make a
row's result the same alone and in any batch. Where a batch does not fit into memory, all that follow are half as large.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import torch

from triptych.core.errors import UsageError

Result = TypeVar("Result")
# CUDA, HIP, XPU and MPS; the CPU's allocator; cuBLAS, which allocates for itself.
_NO_MEMORY = ("out of memory", "defaultcpuallocator", "cublas_status_alloc_failed")


@dataclass(frozen=True)
class Batch:
    """`input_ids`, `attention_mask` (1 = token, 0 = padding) and `position_ids`, each int64 `(rows, tokens)`."""

    input_ids: torch.Tensor
    attention_mask: torch.Tensor
    position_ids: torch.Tensor

    def inputs(self) -> dict[str, torch.Tensor]:
        """The keyword arguments for a model's forward pass."""
        return dict(self.__dict__)


def render(tokenizer: Any, prompt: str) -> str:
    """One user message in the model's own chat template, up to where its answer starts."""
    if not getattr(tokenizer, "chat_template", None):
        raise UsageError(
            "a model with a chat template",
            f"{getattr(tokenizer, 'name_or_path', tokenizer)!r} without one",
            "use the instruction-tuned variant of the model",
        )
    message = [{"role": "user", "content": prompt}]
    return str(tokenizer.apply_chat_template(message, tokenize=False, add_generation_prompt=True))


def token_ids(tokenizer: Any, texts: Sequence[str]) -> list[list[int]]:
    """Token ids of rendered texts; the template has written the special tokens already."""
    if not texts:
        return []
    return [list(ids) for ids in tokenizer(list(texts), add_special_tokens=False)["input_ids"]]


def encode(tokenizer: Any, prompts: Sequence[str]) -> list[list[int]]:
    """Token ids of each prompt in the chat template."""
    return token_ids(tokenizer, [render(tokenizer, prompt) for prompt in prompts])


def plan(lengths: Sequence[int], batch_tokens: int, extra: int = 0) -> list[list[int]]:
    """Row numbers of each batch: similar lengths together, longest first, at most `batch_tokens` with padding.

    `extra` tokens a row are counted on top (those to be generated). A row longer than the budget gets its own batch.
    """
    if batch_tokens < 1:
        raise UsageError("batch_tokens of at least 1", str(batch_tokens), "leave it at its default")
    order = sorted(range(len(lengths)), key=lambda row: (-lengths[row], row))
    batches: list[list[int]] = []
    for row in order:
        # Longest first, so the first row of a batch is as wide as the batch.
        if batches and (len(batches[-1]) + 1) * (lengths[batches[-1][0]] + extra) <= batch_tokens:
            batches[-1].append(row)
        else:
            batches.append([row])
    return batches


def shrinking(
    lengths: Sequence[int], batch_tokens: int, extra: int, run: Callable[[list[int]], Result]
) -> Iterator[tuple[list[int], Result | None]]:
    """Call `run` on the rows of each planned batch; yields those rows with its result, longest first.

    Where memory runs out, the budget is halved for this batch and for all that follow, and the same rows are tried
    again. The result is None for a row that does not fit even alone; the rest goes on.
    """
    left = plan(lengths, batch_tokens, extra)
    while left:
        rows = left.pop(0)
        result = _attempt(run, rows)
        if result is not None or len(rows) == 1:
            yield rows, result
            continue
        batch_tokens = min(batch_tokens, len(rows) * (lengths[rows[0]] + extra)) // 2
        print(f"out of memory: batches of {batch_tokens} tokens from here on", file=sys.stderr, flush=True)
        again = sorted(row for batch in (rows, *left) for row in batch)
        left = [[again[place] for place in batch] for batch in plan([lengths[r] for r in again], batch_tokens, extra)]


def out_of_memory(error: BaseException) -> bool:
    """Whether `error` says that a device, or this computer, has no memory left."""
    if isinstance(error, torch.OutOfMemoryError | MemoryError):
        return True
    return isinstance(error, RuntimeError) and any(words in str(error).lower() for words in _NO_MEMORY)


def _attempt(run: Callable[[list[int]], Result], rows: list[int]) -> Result | None:
    try:
        return run(rows)
    except (RuntimeError, MemoryError) as error:
        if not out_of_memory(error):
            raise
    # After the except block: the error's frames, which held the batch's tensors, are gone.
    from accelerate.utils.memory import clear_device_cache

    clear_device_cache(garbage_collection=True)
    return None


def pad_left(rows: Sequence[Sequence[int]], pad: int, device: Any) -> Batch:
    """Rows of token ids -> one batch on `device`, padded on the left with the id `pad`."""
    width = max(len(row) for row in rows)
    ids = torch.tensor([[pad] * (width - len(row)) + list(row) for row in rows], device=device)
    mask = torch.tensor([[0] * (width - len(row)) + [1] * len(row) for row in rows], device=device)
    return Batch(ids, mask, (mask.cumsum(dim=-1) - 1).clamp(min=0))


def pad_id(tokenizer: Any) -> int:
    """The id to pad with; any will do, since padding is masked."""
    return int(next(i for i in (tokenizer.pad_token_id, tokenizer.eos_token_id, 0) if i is not None))
