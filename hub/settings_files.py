"""Settings of a study from a TOML, JSON or YAML file, checked by a pydantic model; errors name what is wrong."""

import json
import tomllib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from triptych.core.errors import UsageError


class Strict(BaseModel):
    """A part of the file: unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Settings = TypeVar("Settings", bound=BaseModel)


def read_settings_file(path: Path, model: type[Settings]) -> Settings:
    """The settings of a .toml, .json, .yaml or .yml file; `UsageError` names what is wrong and where."""
    try:
        values = _parsed(path)
    except OSError as error:
        raise UsageError("a readable settings file", f"{path}: {error.strerror}", "check --settings") from error
    except ValueError as error:
        if isinstance(error, UsageError):
            raise
        raise UsageError(f"valid {path.suffix.removeprefix('.').upper()}", f"{path}: {error}", "mend it") from error
    try:
        return model.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise UsageError(
            f"study settings, {place}: {first['msg']}", repr(first["input"])[:200], f"mend {path}"
        ) from error


def _parsed(path: Path) -> Any:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        return tomllib.loads(text)
    if path.suffix == ".json":
        return json.loads(text)
    if path.suffix in (".yaml", ".yml"):
        import yaml  # type: ignore[import-untyped]  # comes with datasets

        try:
            return yaml.safe_load(text)
        except yaml.YAMLError as error:
            raise ValueError(str(error)) from error
    raise UsageError("a settings file ending in .toml, .json, .yaml or .yml", path.name, "rename or convert it")
