"""`triptych install`: fills the Hugging Face caches so that plain `datasets` and `evaluate` know our names.

    load_dataset("refusal_prompts")     evaluate.load("refusal_judge")     evaluate.load("judge_correlation")

Afterwards these lines run in any directory, offline, without importing triptych first. Safe to run again and to kill.
"""

import os
import shutil
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from triptych.core.progress import progress
from triptych.core.runs import write_text
from triptych.hub.metrics import METRICS, module_path


@dataclass(frozen=True)
class Installed:
    """What was put where, and the line that loads it."""

    line: str
    path: Path


def install() -> list[Installed]:
    """Put every embedded dataset and every metric into the caches that HF_HOME and its kin name."""
    steps = [*DATASETS, *METRICS]
    return [_dataset(name) if name in DATASETS else install_metric(name) for name in progress(steps, "install")]


DATASETS = ("refusal_prompts",)


def _dataset(name: str) -> Installed:
    from triptych.dataset_builders.parquet import install_to_cache
    from triptych.dataset_builders.refusal_prompts.builder import RefusalPrompts

    return Installed(f'load_dataset("{name}")', install_to_cache({"refusal_prompts": RefusalPrompts}[name], name))


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
    return Installed(f'evaluate.load("{name}")', target)
