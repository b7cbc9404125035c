"""`triptych install`: fills the Hugging Face caches so that plain `datasets` and `evaluate` know our names.

    load_dataset("formcoach")     load_dataset("synrailobs")     evaluate.load("refusal_judge")     …

Afterwards these lines run in any directory, offline, without importing triptych first. Safe to run again and to kill.
"""

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from triptych.core.errors import UsageError
from triptych.core.progress import progress
from triptych.core.runs import write_text
from triptych.hub.builders import DATASETS, builder_class
from triptych.hub.metrics import METRICS, module_path


@dataclass(frozen=True)
class Installed:
    """What was put where, and the line that loads it."""

    name: str
    line: str
    path: Path


def install(only: Sequence[str] = (), num_proc: int | None = None) -> list[Installed]:
    """Put every embedded dataset and every metric, or those of `only`, into the caches that HF_HOME and its kin name.

    `num_proc` processes render a dataset; None takes what the machine has, at most four.
    """
    known = [*METRICS, *DATASETS]
    if strange := [name for name in only if name not in known]:
        raise UsageError(f"names among {', '.join(known)}", ", ".join(strange), "check the spelling of --only")
    steps = [name for name in known if name in only or not only]
    processes = num_proc or min(os.cpu_count() or 1, 4)
    # Metrics first: they take no time, so a kill while a dataset is drawn leaves them whole.
    made = (
        _dataset(name, processes) if name in DATASETS else install_metric(name) for name in progress(steps, "install")
    )
    return sorted(made, key=lambda each: known.index(each.name))


def _dataset(name: str, num_proc: int) -> Installed:
    from triptych.dataset_builders.parquet import install_to_cache

    # Starting processes takes longer than writing 324 prompts.
    path = install_to_cache(builder_class(name), name, num_proc=None if name == "refusal_prompts" else num_proc)
    return Installed(name, f'load_dataset("{name}")', path)


def install_metric(name: str) -> Installed:
    """Copy the metric's module to where `evaluate.load(name)` looks when there is no Hub.

    evaluate takes the newest folder named by a hash of 64 digits, so older copies are removed after the new is whole.
    """
    from evaluate import config

    source = module_path(name).read_text(encoding="utf-8")
    family = Path(config.HF_MODULES_CACHE) / "evaluate_modules" / "metrics" / f"evaluate-metric--{name}"
    target = family / sha256(source.encode()).hexdigest()
    # Packages, as evaluate makes them itself; the module last, because its presence means that the copy is whole.
    for package in (family.parents[1], family.parent, family, target):
        if not (package / "__init__.py").exists():
            write_text(package / "__init__.py", "")
    write_text(target / f"{name}.py", source)
    os.utime(target / f"{name}.py")
    for older in family.iterdir():
        if older.is_dir() and len(older.name) == 64 and older != target:
            shutil.rmtree(older, ignore_errors=True)
    return Installed(name, f'evaluate.load("{name}")', target)
