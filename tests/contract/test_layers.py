"""Imports go one way (design rule 5), read from the source without running it."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LAYERS = ("core", "dataset_builders", "metrics", "models", "spaces", "hub")
MAY_IMPORT = {
    "core": {"core"},
    "dataset_builders": {"core", "dataset_builders"},
    "metrics": {"core", "metrics"},
    "models": {"core", "dataset_builders", "models"},
    "spaces": {"core", "dataset_builders", "metrics", "models", "spaces"},
    "hub": set(LAYERS),
}
HEAVY = {"torch", "transformers", "accelerate", "peft", "diffusers", "ultralytics", "gradio"}
FILES = [path for layer in LAYERS for path in sorted((ROOT / layer).rglob("*.py")) if path.name != "app.py"]


def imported(path: Path) -> list[tuple[str, int]]:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(("." * node.level + (node.module or ""), node.lineno))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_imports_only_from_its_own_layer_and_below(path: Path) -> None:
    layer = path.relative_to(ROOT).parts[0]
    for name, line in imported(path):
        assert not name.startswith("."), f"{path}:{line}: relative import; evaluate copies only direct ones"
        assert name.split(".")[0] not in LAYERS, f"{path}:{line}: import triptych.{name}"
        if name.startswith("triptych."):
            assert name.split(".")[1] in MAY_IMPORT[layer], f"{path}:{line}: {layer} must not import {name}"


@pytest.mark.parametrize("layer", ["core", "dataset_builders", "metrics"])
def test_the_layers_that_install_without_torch_never_name_it(layer: str) -> None:
    for path in (ROOT / layer).rglob("*.py"):
        if path.name != "app.py":
            heavy = [(name, line) for name, line in imported(path) if name.split(".")[0] in HEAVY]
            assert not heavy, f"{path}: {heavy}"


def test_every_file_is_covered() -> None:
    assert len(FILES) > 30
    assert not list(ROOT.glob("*.py"))
