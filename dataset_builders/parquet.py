"""What becomes of a dataset builder: a Parquet folder with its card, or a copy in the Hugging Face cache.

    build(RefusalPrompts, Path("DIR"))                       ->  load_dataset("DIR")
    install_to_cache(RefusalPrompts, "refusal_prompts")      ->  load_dataset("refusal_prompts"), anywhere, offline

Both are made beside their place and moved there when they are whole. Killed at any moment, the next call completes.
"""

import inspect
import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

import datasets
from datasets.config import DATASET_INFO_FILENAME
from filelock import FileLock, Timeout

from triptych.core.errors import UsageError
from triptych.core.runs import digest, write_json, write_text
from triptych.dataset_builders.card import render_card
from triptych.dataset_builders.manifest import MANIFEST, STAGING, is_built, manifest
from triptych.dataset_builders.staging import disk_errors, working_folder

REPORT: Final = "report.json"
_ROWS: Final = "rows"


class Builder(Protocol):
    """A `datasets` builder that can say what it would build before it does."""

    info: Any
    config: Any
    cache_dir: str

    def __init__(self, *, cache_dir: str, config_name: str, dataset_name: str | None = None) -> None: ...

    @classmethod
    def fingerprint(cls) -> str:
        """16 or more hex digits that change when the version, a column or a row changes."""

    def download_and_prepare(self, output_dir: str, *, num_proc: int | None) -> None:
        """Write the data as `datasets` does."""

    def as_dataset(self) -> Any:
        """A `DatasetDict` over what was written."""


@dataclass(frozen=True)
class Outside:
    """What a configuration brings that is made of data outside the package.

    The builder is made with `settings` and with `kept`, a folder in which it may keep finished rows: it outlives a
    kill, and goes when the build is whole or when `inputs` or code have changed.
    """

    settings: Mapping[str, Any]
    inputs: str
    """Digest of the data and of what else the rows depend on."""
    template: Path
    """The card of this configuration."""
    report: Callable[[Path], Mapping[str, Any]]
    """From the folder `kept`: what was built, and what was left out and why, for `report.json`."""


def build(
    builder_class: type[Builder],
    out: Path,
    *,
    config: str = "default",
    num_proc: int | None = None,
    force: bool = False,
    outside: Outside | None = None,
) -> Path:
    """Write a configuration as `out/data/<split>-00000-of-00001.parquet` with a card; returns `out`.

    Equal code gives equal bytes, whatever `num_proc`. The manifest `build.json` comes last: a folder whose
    manifest and files fit what would be built is left alone, an unfinished one is built again. Anything else in `out`
    is a `UsageError`, except that `force` replaces an older build. A full disk is a `RunError`. A configuration with
    data from `outside` has a `report.json` too.
    """
    wanted, template = _wanted(builder_class, outside), _template(builder_class, outside)
    if is_built(out, config, wanted, template, force):
        shutil.rmtree(out / STAGING, ignore_errors=True)  # left where a kill came after the last rename
        return out
    kept = out / STAGING / _ROWS / wanted[:16]
    with disk_errors(out), working_folder(out / STAGING, kept if outside else None) as work:
        builder = _prepare(builder_class, work / "arrow", config, num_proc, settings=_settings(outside, kept))
        rows = builder.as_dataset()
        files = {split: [path] for split, path in _write_parquet(rows, work / "data").items()}
        write_text(work / "README.md", render_card(template, builder.info, rows, files))
        if outside:
            write_json(work / REPORT, outside.report(kept))
        paths, inputs = [path for each in files.values() for path in each], outside.inputs if outside else None
        write_json(work / MANIFEST, manifest(builder.info, paths, template, wanted, inputs))
        (out / MANIFEST).unlink(missing_ok=True)
        shutil.rmtree(out / "data", ignore_errors=True)
        for name in ("data", "README.md", *((REPORT,) if outside else ()), MANIFEST):
            (work / name).rename(out / name)
    return out


def install_to_cache(builder_class: type[Builder], name: str, *, num_proc: int | None = None) -> Path:
    """Put the `default` configuration where plain `load_dataset(name)` finds it without a Hub; returns its folder.

    The cache is the one that HF_HOME or HF_DATASETS_CACHE names. What is there already is left alone. Under a bare
    name `datasets` takes the newest copy of any version and configuration (packaged_modules/cache in datasets 5.2),
    so the other copies are removed as soon as this one is whole. A full disk is a `RunError`.
    """
    cache = Path(datasets.config.HF_DATASETS_CACHE).expanduser()
    with disk_errors(cache):
        cache.mkdir(parents=True, exist_ok=True)
        with FileLock(cache / f"{name}_install.lock"), working_folder(cache / f".{name}.installing") as work:
            builder = builder_class(cache_dir=str(work), config_name="default", dataset_name=name)
            target = cache / name / "default" / str(builder.config.version) / builder.fingerprint()
            if not (target / DATASET_INFO_FILENAME).is_file():
                _prepare(builder_class, work / "arrow", "default", num_proc, name)
                shutil.rmtree(target, ignore_errors=True)
                target.parent.mkdir(parents=True, exist_ok=True)
                (work / "arrow").rename(target)
            _remove_rivals(cache / name, target)
    return target


def installed(builder_class: type[Builder], name: str) -> Any:
    """The `DatasetDict` that `install_to_cache` has made of this very code, read without asking a Hub.

    Raises `UsageError` where it is not there, or is that of another version.
    """
    builder = builder_class(cache_dir=str(datasets.config.HF_DATASETS_CACHE), config_name="default", dataset_name=name)
    target = Path(builder.cache_dir)
    if not (target / DATASET_INFO_FILENAME).is_file():
        raise UsageError(f"the installed dataset {name}", f"none of this version in {target}", "run `triptych install`")
    return builder.as_dataset()


def _prepare(
    builder_class: type[Builder],
    folder: Path,
    config: str,
    num_proc: int | None,
    name: str | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Builder:
    """Run the builder into `folder` as Arrow files; nothing of it touches the user's cache."""
    more = {**({"dataset_name": name} if name else {}), **(settings or {})}
    builder = builder_class(cache_dir=str(folder.with_name("cache")), config_name=config, **more)
    builder.download_and_prepare(str(folder), num_proc=num_proc)
    return builder


def _write_parquet(rows: Any, folder: Path) -> dict[str, Path]:
    """One file a split, whatever number of processes made it."""
    folder.mkdir()
    files = {split: folder / f"{split}-00000-of-00001.parquet" for split in rows}
    for split, path in files.items():
        rows[split].to_parquet(path)
    return files


def _settings(outside: Outside | None, kept: Path) -> Mapping[str, Any]:
    return {**outside.settings, "kept": kept} if outside else {}


def _wanted(builder_class: type[Builder], outside: Outside | None) -> str:
    """The fingerprint of what would be built: that of the code, and of the inputs where there are any."""
    own = builder_class.fingerprint()
    return digest([own, outside.inputs]) if outside else own


def _template(builder_class: type[Builder], outside: Outside | None) -> Path:
    return outside.template if outside else Path(inspect.getfile(builder_class)).with_name("README.md")


def _remove_rivals(family: Path, kept: Path) -> None:
    """Remove every copy that a bare name could load instead of `kept`, and folders that are left empty.

    Among them is the copy that `load_dataset("some/folder/NAME")` leaves, since its folder is named in the same way.
    `datasets` passes over copies kept under an id that is not their configuration's name (chosen files); they stay.
    """
    for copy in family.glob("*/*/*"):
        if copy.is_dir() and copy != kept and _is_rival(copy):
            shutil.rmtree(copy, ignore_errors=True)
    for folder in (*family.glob("*/*"), *family.glob("*")):
        if folder not in kept.parents and not any(path.is_dir() for path in folder.iterdir()):
            shutil.rmtree(folder, ignore_errors=True)


def _is_rival(copy: Path) -> bool:
    try:
        found = json.loads((copy / DATASET_INFO_FILENAME).read_text(encoding="utf-8"))["config_name"]
    except (OSError, ValueError, KeyError):
        return _is_abandoned(copy)
    return bool(found == copy.parents[1].name)


def _is_abandoned(copy: Path) -> bool:
    """Whether a copy without a readable description, on which a bare name would fail, is nobody's work in progress."""
    try:
        with FileLock(str(copy).removesuffix(".incomplete") + "_builder.lock", timeout=0):
            return True
    except Timeout:
        return False
