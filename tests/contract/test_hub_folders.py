"""What every Hub folder promises: a card, a module that works alone, examples that run, golden cases that hold."""

import doctest
import importlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from programs import environment

from triptych.core.source import REQUIREMENT
from triptych.hub.builders import DATASETS
from triptych.hub.metrics import METRICS, load_metric

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = [ROOT / "metrics" / name for name in METRICS] + [ROOT / "dataset_builders" / name for name in DATASETS]


def front_matter(folder: Path) -> dict[str, object]:
    text = (folder / "README.md").read_text(encoding="utf-8")
    assert text.startswith("---\n"), "a card opens with its YAML"
    return yaml.safe_load(text.split("---\n")[1])


def test_every_folder_with_a_card_is_listed_here() -> None:
    for kind in ("metrics", "dataset_builders"):
        cards = {path.parent.name for path in (ROOT / kind).glob("*/README.md")}
        assert cards == {folder.name for folder in FOLDERS if folder.parent.name == kind}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_card_says_what_it_is_and_how_to_load_it(folder: Path) -> None:
    text = (folder / "README.md").read_text(encoding="utf-8")
    assert "load_dataset(" in text or "evaluate.load(" in text
    for part in ("limit", "cit", "licen"):
        assert part in text.lower(), f"nothing on {part}…"
    assert front_matter(folder)


@pytest.mark.parametrize("name", METRICS)
def test_a_metric_folder_has_all_its_parts(name: str) -> None:
    folder = ROOT / "metrics" / name
    for part in (f"{name}.py", "scoring.py", "cases.json", "app.py", "requirements.txt", "README.md"):
        assert (folder / part).is_file(), f"{folder} lacks {part}"
    card = front_matter(folder)
    assert {"title", "sdk", "app_file", "tags", "license"} <= card.keys()
    assert (card["sdk"], card["app_file"]) == ("gradio", "app.py")
    assert (folder / "requirements.txt").read_text().split("\n")[0] == REQUIREMENT


@pytest.mark.parametrize("name", METRICS)
def test_the_folder_works_when_copied_alone(name: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "metrics" / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    code = f"import evaluate; m = evaluate.load({name!r}); print(m.name, len(m.inputs_description) > 200)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [name, "True"]


@pytest.mark.parametrize("name", METRICS)
def test_docstring_examples_run_and_there_is_more_than_one(name: str) -> None:
    metric = load_metric(name)
    examples = doctest.DocTestParser().get_doctest(metric.inputs_description, {}, name, name, 0)
    wanted = [example for example in examples.examples if example.want]
    assert len(wanted) > 1
    # Users type the bare name; here, without `install`, it stands for the folder.
    for example in examples.examples:
        example.source = example.source.replace(f'evaluate.load("{name}")', f'evaluate.load("{metric_file(name)}")')
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(examples).failed == 0


def metric_file(name: str) -> str:
    return str(ROOT / "metrics" / name / f"{name}.py")


@pytest.mark.parametrize("name", METRICS)
def test_cases_say_why(name: str) -> None:
    cases = json.loads((ROOT / "metrics" / name / "cases.json").read_text(encoding="utf-8"))
    assert len(cases) >= 5
    assert all(case["why"] for case in cases)


@pytest.mark.parametrize("name", METRICS)
def test_the_module_keeps_to_what_evaluate_can_copy(name: str) -> None:
    source = (ROOT / "metrics" / name / f"{name}.py").read_text(encoding="utf-8")
    assert not re.search(r"^\s*from \.", source, re.M), "relative imports are not copied in turn"
    assert "from evaluate import" not in source, "an imported Metric class would be loaded instead"
    assert importlib.import_module(f"triptych.metrics.{name}.{name}")
