"""The files of a tuning run: a checkpoint while it works, the adapter and run.json when it is done."""

import json
from pathlib import Path
from typing import Any

import torch

from triptych.core.errors import UsageError
from triptych.core.runs import MANIFEST, atomic_path, write_json

CHECKPOINT = "checkpoint.pt"
WEIGHTS = "adapter_model.safetensors"


def save_checkpoint(adapted: Any, optimizer: Any, path: Path, key: str, losses: list[float]) -> None:
    """Write adapter, optimiser and the losses so far, so that the file is the last checkpoint or the new one."""
    from peft import get_peft_model_state_dict

    state = {"key": key, "losses": losses, "adapter": get_peft_model_state_dict(adapted)}
    with atomic_path(path) as temporary:
        torch.save({**state, "optimizer": optimizer.state_dict()}, temporary)


def resume(adapted: Any, optimizer: Any, path: Path, key: str) -> list[float]:
    """Put the last checkpoint into adapter and optimizer; the losses so far, one a finished step."""
    from peft import set_peft_model_state_dict

    if not path.is_file():
        return []
    state = torch.load(path, weights_only=True)
    _same(path.parent, state["key"], key)
    set_peft_model_state_dict(adapted, state["adapter"])
    optimizer.load_state_dict(state["optimizer"])
    return list(state["losses"])


def finished(out: Path, key: str) -> bool:
    """Whether a run of these settings is done in `out`; raises `UsageError` where it holds a run of others."""
    manifest = out / MANIFEST
    if not manifest.is_file():
        return False
    _same(out, json.loads(manifest.read_text(encoding="utf-8")).get("key"), key)
    return True


def _same(out: Path, found: str | None, key: str) -> None:
    if found != key:
        raise UsageError(
            "a folder without a training run or with one of the same settings and seed",
            f"{out} holds another one",
            "choose another --out, or delete that folder",
        )


def save_adapter(adapted: Any, out: Path, model_id: str) -> None:
    """Write the adapter as float16 with its configuration; `model_id` is the model that it belongs on."""
    from peft import get_peft_model_state_dict
    from safetensors.torch import save_file

    state = {name: weight.half().contiguous().cpu() for name, weight in get_peft_model_state_dict(adapted).items()}
    with atomic_path(out / WEIGHTS) as temporary:
        save_file(state, temporary, metadata={"format": "pt"})
    config = adapted.peft_config["default"].to_dict()
    # Not the folder that the weights happened to lie in on this machine.
    config |= {"base_model_name_or_path": model_id, "inference_mode": True}
    write_json(out / "adapter_config.json", _plain(config))


def _plain(config: dict[str, Any]) -> dict[str, Any]:
    """What is set, as JSON knows it and in a fixed order; other versions of PEFT fill in their own defaults."""
    return {
        name: sorted(value) if isinstance(value, set) else getattr(value, "value", value)
        for name, value in sorted(config.items())
        if value not in (None, False, {})
    }
