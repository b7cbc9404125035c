"""What commands share: types of options, building, checks.

Every command is a frozen dataclass whose field texts are its help, with `run` for the work. Heavy imports stand inside
`run`, so that `--help` is instant and a command loads only what it needs.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import tyro

from triptych.core.errors import UsageError

Column = Annotated[str | None, tyro.conf.arg(metavar="COLUMN", help_behavior_hint="")]
Count = Annotated[int | None, tyro.conf.arg(metavar="N", help_behavior_hint="")]
File = Annotated[Path | None, tyro.conf.arg(metavar="FILE", help_behavior_hint="")]
Folder = Annotated[Path | None, tyro.conf.arg(metavar="DIR", help_behavior_hint="")]
Name = Annotated[str | None, tyro.conf.arg(metavar="NAME", help_behavior_hint="")]


@dataclass(frozen=True, kw_only=True)
class Building:
    """What building has in common for all datasets."""

    dataset: ClassVar[str]
    config: Literal["default"] = "default"
    """Configuration: `default` needs no outside data."""
    num_proc: int = 1
    """Processes to build with; the bytes are the same for any number."""
    out: Path
    """Folder to write. Not named like the dataset: `datasets` would take it for another copy of it."""

    def run(self) -> None:
        from triptych.dataset_builders.parquet import build
        from triptych.hub.builders import builder_class

        folder = build(builder_class(self.dataset), self.out, config=self.config, num_proc=self.num_proc)
        print(f'load_dataset("{folder.resolve()}")')


def check(command: Any) -> None:
    """What holds for every command: counts of at least 1, and folders where no file stands in the way."""
    for option in ("limit", "num_proc", "max_new_tokens", "steps", "questions", "each"):
        value = getattr(command, option, None)
        if value is not None and value < 1:
            name = f"--{option.replace('_', '-')}"
            raise UsageError(f"{name} of at least 1", str(value), f"leave {name} out for the default")
    out = getattr(command, "out", None)
    in_the_way = next((path for path in (out, *out.parents) if path.is_file()), None) if out else None
    if in_the_way:
        raise UsageError("--out to name a folder", f"{in_the_way} is a file", "choose another --out")


def needs_models() -> None:
    """Say which extra is missing before anything starts."""
    from importlib.util import find_spec

    from triptych.core.source import install_command

    missing = [name for name in ("torch", "transformers", "accelerate", "peft", "gguf") if find_spec(name) is None]
    if missing:
        raise UsageError("the `models` extra", f"no {', '.join(missing)}", install_command("models"))
