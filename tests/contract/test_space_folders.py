"""What every Space promises: a card that the Hub can read, an app that is a leaf, requirements from one place."""

import ast
from pathlib import Path

import pytest
import yaml

from triptych.core.source import REQUIREMENT
from triptych.hub.cli import PANELS

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = sorted(path.parent for path in (ROOT / "spaces").glob("*/README.md"))


def test_there_are_spaces() -> None:
    assert FOLDERS


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_space_has_all_its_parts(folder: Path) -> None:
    text = (folder / "README.md").read_text(encoding="utf-8")
    card = yaml.safe_load(text.split("---\n")[1])
    assert {"title", "emoji", "sdk", "sdk_version", "app_file", "license"} <= card.keys()
    assert (card["sdk"], card["app_file"]) == ("gradio", "app.py")
    assert (folder / "requirements.txt").read_text().split("\n")[0] == REQUIREMENT
    assert f"triptych serve {folder.name}" in text
    for part in ("limit", "licen"):
        assert part in text.lower(), f"nothing on {part}…"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_space_is_served_by_its_name(folder: Path) -> None:
    assert folder.name in PANELS["serve"][1]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_app_starts_only_when_it_is_run(folder: Path) -> None:
    body = ast.parse((folder / "app.py").read_text(encoding="utf-8")).body
    calls = [node for node in body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]
    assert not calls
    assert any(isinstance(node, ast.If) for node in body)
