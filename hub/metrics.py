"""Our metrics as any user gets them: through `evaluate.load`, here by path, so that no `install` is needed."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from triptych.core.errors import UsageError

METRICS = ("refusal_judge", "judge_correlation", "detection_map", "event_accuracy", "coaching_rubric")


def module_path(name: str) -> Path:
    """The metric's `<name>.py` in the installed distribution."""
    spec = find_spec(f"triptych.metrics.{name}")
    if name not in METRICS or spec is None or not spec.submodule_search_locations:
        raise UsageError(f"a metric: {', '.join(METRICS)}", name, "check the spelling")
    return Path(next(iter(spec.submodule_search_locations))) / f"{name}.py"


def load_metric(name: str) -> Any:
    """`evaluate.load` of the metric's file: offline, in any directory."""
    import evaluate

    return evaluate.load(str(module_path(name)))
