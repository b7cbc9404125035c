"""Teach SmolLM2-135M to refuse: a low-rank adapter on its upper layers, in minutes on two cores.

    train(Path("runs/refusal-adapter"))     # or: triptych train refusals --out runs/refusal-adapter

As shipped the small model refuses almost nothing, so there would be nothing to take away. Harmful and harmless prompts
lie apart in its residual stream from about the middle on (a linear probe on the last prompt token tells them apart), so
the adapter sits on the upper half of the layers and learns to act on what is there. Runs under Accelerate (`torchrun`
for several processes); a killed run goes on from its last checkpoint and ends with the same adapter.
"""

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

from triptych.core.errors import UsageError
from triptych.core.progress import progress
from triptych.core.runs import MANIFEST, digest, file_sha256, now, versions, write_json
from triptych.models.abliteration.adapter_files import (
    CHECKPOINT,
    WEIGHTS,
    finished,
    resume,
    save_adapter,
    save_checkpoint,
)
from triptych.models.abliteration.batches import Batch, pad_id, pad_left
from triptych.models.abliteration.layers import decoder_layers
from triptych.models.abliteration.smollm2 import BASE, load
from triptych.models.abliteration.tuning_rows import TuningRow, tuning_rows


@dataclass(frozen=True)
class Settings:
    """Chosen on the validation split, never on test prompts."""

    rank: int = 4
    epochs: int = 4
    batch_size: int = 8
    learning_rate: float = 3e-3
    warmup_steps: int = 4
    max_norm: float = 1.0
    answer_tokens: int = 16
    """Tokens of the model's own answers to harmless prompts: a refusal shows in fewer."""
    first_token_weight: float = 8.0
    """Weight of an answer's first token, where refusing or answering is decided; all others weigh 1."""
    save_every: int = 10
    """Steps between checkpoints."""

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if value <= 0:
                raise UsageError(f"{name} above 0", str(value), f"leave {name} at its default")


@dataclass(frozen=True)
class Piece:
    """A batch with its targets `labels` and their `weights`, each `(rows, answer tokens)`, weight 0 on padding."""

    batch: Batch
    labels: torch.Tensor
    weights: torch.Tensor


def train(out: Path, seed: int = 0, settings: Settings | None = None, system: str = BASE) -> Path:
    """Train the adapter into `out`: adapter_model.safetensors (float16), adapter_config.json and, last, run.json.

    `seed` sets the data order, the refusal sentences and the adapter's start; `system` as in `smollm2.load`. A finished
    run is left as it is. Raises `UsageError` where `out` holds a run with other settings.
    """
    from accelerate import Accelerator

    settings = settings or Settings()
    key = digest([asdict(settings), seed, system])
    if finished(out, key):
        return out
    started, accelerator, loaded = now(), Accelerator(), load(system)
    loaded.model.to(accelerator.device)
    with accelerator.main_process_first():
        rows = tuning_rows(loaded.model, loaded.tokenizer, out, seed, settings.answer_tokens)
    adapted = _with_adapter(loaded.model, settings, seed)
    losses = _fit(adapted, rows, pad_id(loaded.tokenizer), accelerator, out / CHECKPOINT, key, settings, seed)
    if accelerator.is_main_process:
        save_adapter(adapted, out, loaded.model_id)
        facts: dict[str, Any] = {"key": key, "system": system}
        facts |= {"model_id": loaded.model_id, "revision": loaded.revision}
        facts |= {"dataset": "refusal_prompts", "split": "tuning", "n": len(rows), "seed": seed}
        facts |= {"settings": asdict(settings), "loss_by_epoch": losses, "sha256": file_sha256(out / WEIGHTS)}
        facts |= {"versions": versions("torch", "transformers", "peft", "accelerate")}
        write_json(out / MANIFEST, {**facts, "started": started, "finished": now()})
        (out / CHECKPOINT).unlink(missing_ok=True)
    accelerator.wait_for_everyone()
    return out


def schedule(count: int, settings: Settings, seed: int) -> list[list[int]]:
    """Row numbers of every step: each epoch all rows once, in an order that seed and epoch alone decide."""
    steps: list[list[int]] = []
    for epoch in range(settings.epochs):
        order = list(range(count))
        random.Random(f"{seed}/{epoch}").shuffle(order)
        steps += [order[start : start + settings.batch_size] for start in range(0, count, settings.batch_size)]
    return steps


def piece(rows: Sequence[TuningRow], pad: int, first_weight: float, device: Any) -> Piece:
    """Prompts with their answers, padded on the left so that all answers end in the last column."""
    width = max(len(row.answer) for row in rows)
    labels = torch.zeros((len(rows), width), dtype=torch.int64)
    weights = torch.zeros((len(rows), width))
    for place, row in enumerate(rows):
        start = width - len(row.answer)
        labels[place, start:] = torch.tensor(row.answer)
        weights[place, start:] = 1.0
        weights[place, start] = first_weight
    batch = pad_left([row.prompt + row.answer for row in rows], pad, device)
    return Piece(batch, labels.to(device), weights.to(device))


def answer_loss(model: Any, given: Piece) -> torch.Tensor:
    """Weighted sum of the cross-entropy over the answers' tokens; the prompts' tokens do not count."""
    width = given.labels.shape[1]
    # The logits at a position are of the token after it: those of the `width` answer columns stand one further left.
    logits = model(**given.batch.inputs(), use_cache=False, logits_to_keep=width + 1).logits[:, :-1].float()
    each = torch.nn.functional.cross_entropy(logits.flatten(0, 1), given.labels.flatten(), reduction="none")
    return (each * given.weights.flatten()).sum()


def _fit(
    adapted: Any,
    rows: list[TuningRow],
    pad: int,
    accelerator: Any,
    checkpoint: Path,
    key: str,
    settings: Settings,
    seed: int,
) -> list[float]:
    """Train from the last checkpoint on; the mean loss of each epoch."""
    weights = [weight for weight in adapted.parameters() if weight.requires_grad]
    optimizer = torch.optim.AdamW(weights, lr=settings.learning_rate, weight_decay=0.0)
    steps = schedule(len(rows), settings, seed)
    losses = resume(adapted, optimizer, checkpoint, key)
    model, optimizer = accelerator.prepare(adapted, optimizer)
    numbers = range(len(losses), len(steps))
    for number in progress(numbers, "refusal tuning") if accelerator.is_main_process else numbers:
        for group in optimizer.param_groups:
            group["lr"] = settings.learning_rate * _rate(number, len(steps), settings.warmup_steps)
        losses.append(
            _step(model, optimizer, weights, [rows[row] for row in steps[number]], pad, accelerator, settings)
        )
        if (number + 1) % settings.save_every == 0 and accelerator.is_main_process:
            save_checkpoint(adapted, optimizer, checkpoint, key, losses)
    epoch = len(steps) // settings.epochs
    return [round(sum(losses[start : start + epoch]) / epoch, 4) for start in range(0, len(steps), epoch)]


def _step(
    model: Any, optimizer: Any, weights: Any, rows: list[TuningRow], pad: int, accelerator: Any, settings: Settings
) -> float:
    """One update on `rows`, shared out over the processes; the loss of this process's share."""
    count = accelerator.num_processes
    mine = rows[accelerator.process_index :: count]
    # Every process takes a share, so that all meet in the gradients' mean; a row that stands in weighs nothing.
    given = piece(mine or rows[:1], pad, settings.first_token_weight, accelerator.device)
    total = sum(len(row.answer) - 1 + settings.first_token_weight for row in rows)
    # The mean over processes of count * sum / total is the weighted mean over all tokens of the batch.
    loss = answer_loss(model, given) * (count / total if mine else 0.0)
    accelerator.backward(loss)
    accelerator.clip_grad_norm_(weights, settings.max_norm)
    optimizer.step()
    optimizer.zero_grad()
    return float(loss.detach())


def _rate(step: int, steps: int, warmup: int) -> float:
    """Linear warm-up, then linear decay to zero, as a factor of the learning rate."""
    return min(1.0, (step + 1) / warmup) * (1.0 - step / steps)


def _with_adapter(model: Any, settings: Settings, seed: int) -> Any:
    from peft import LoraConfig, get_peft_model
    from torch import nn

    blocks = decoder_layers(model)
    linear = {name.split(".")[-1] for name, part in blocks[0].named_modules() if isinstance(part, nn.Linear)}
    config = LoraConfig(
        r=settings.rank,
        lora_alpha=2 * settings.rank,
        target_modules=sorted(linear),
        layers_to_transform=list(range(len(blocks) // 2, len(blocks))),
        task_type="CAUSAL_LM",
    )
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return get_peft_model(model, config)
