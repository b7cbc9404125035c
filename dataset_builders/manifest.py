"""The manifest `build.json` of a dataset folder, written last: built of which code and inputs, file by file."""

import contextlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import datasets

from triptych.core.errors import UsageError
from triptych.core.runs import file_sha256, versions

MANIFEST: Final = "build.json"
STAGING: Final = ".building"
"""The folder in a dataset's own in which it is made."""
_KEYS: Final = {"dataset", "config", "version", "fingerprint", "files", "template_sha256"}


def manifest(
    info: datasets.DatasetInfo, files: Iterable[Path], template: Path, fingerprint: str, inputs: str | None = None
) -> dict[str, Any]:
    """What `build.json` says of a dataset whose Parquet `files` go to `data/`; `inputs` is a digest of outside data."""
    return {
        "dataset": info.dataset_name,
        "config": info.config_name,
        "version": str(info.version),
        "fingerprint": fingerprint,
        **({"inputs_sha256": inputs} if inputs else {}),
        "files": {f"data/{path.name}": {"bytes": path.stat().st_size, "sha256": file_sha256(path)} for path in files},
        "template_sha256": file_sha256(template),
        "versions": versions("datasets", "pyarrow"),
    }


def is_built(out: Path, config: str, wanted: str, template: Path, force: bool) -> bool:
    """Whether `out` holds this very build; raises `UsageError` where building would overwrite something else."""
    if out.exists() and not out.is_dir():
        raise UsageError("a folder to build in", f"{out} is a file", "choose another --out")
    known = read_manifest(out)
    if known is None and out.is_dir() and any(out.iterdir()) and not (out / STAGING).is_dir():
        raise UsageError("an empty or new folder", f"{out} has other files in it", "choose another --out")
    if known is None or force:
        return False
    if (known["fingerprint"], known["config"]) != (wanted, config):
        what = f"{out} holds {known['dataset']} {known['config']} {known['version']} ({known['fingerprint'][:8]})"
        fix = "choose another --out, or delete that folder"
        raise UsageError(f"a folder for configuration {config} ({wanted[:8]})", what, fix)
    whole = all(_size(out / path) == entry["bytes"] for path, entry in known["files"].items())
    return whole and (out / "README.md").is_file() and known["template_sha256"] == file_sha256(template)


def read_manifest(out: Path) -> dict[str, Any] | None:
    """The manifest of a build in `out`; None where there is none of ours."""
    with contextlib.suppress(OSError, ValueError):
        known: dict[str, Any] = json.loads((out / MANIFEST).read_text(encoding="utf-8"))
        if isinstance(known, dict) and known.keys() >= _KEYS:
            return known
    return None


def _size(path: Path) -> int | None:
    return path.stat().st_size if path.is_file() else None
