"""The study with a model: a tiny random Llama, edited, controlled by random directions, judging itself."""

import json
from pathlib import Path

import pytest
import tiny_llama

from triptych.core.errors import UsageError
from triptych.core.progress import Stages
from triptych.hub.refusal_answers import prompts
from triptych.hub.refusal_study import run_study
from triptych.hub.refusals.settings import StudySettings
from triptych.hub.refusals.study_answers import study_answers


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tiny-llama")
    tiny_llama.save(folder)
    return folder


def settings(tiny: Path, **changed: object) -> StudySettings:
    system = {"name": "Tiny", "model": str(tiny), "directions": ["difference_of_means"], "layer": 1}
    values = {"systems": [system | changed.pop("system", {})], "random_directions": 2, "limit": 4,
              "max_new_tokens": 6, "judges": ["patterns", "self"]}  # fmt: skip
    return StudySettings.model_validate(values | changed)


def test_edits_controls_divergence_and_self_judging_and_a_second_run_changes_nothing(
    tiny: Path, tmp_path: Path
) -> None:
    panel = run_study(tmp_path, settings=settings(tiny))
    names = ["Tiny", "Tiny -ALB", "Tiny, random direction 1", "Tiny, random direction 2"]
    tables = {table.name: table for table in panel.tables}
    assert [row[0] for row in tables["counts"].rows if row[1] == "patterns"] == names
    assert [(row[4], row[-1]) for row in tables["controls"].rows] == [(name, 2) for name in names[2:]]
    kl = tables["kl"].rows
    assert [(row[0], row[1], row[-1]) for row in kl] == [
        (name, kind, 2) for name in names[1:] for kind in ("first token", "whole answer")
    ]
    assert all(row[2] > 0 for row in kl)
    assert kl[2][2] != kl[4][2]  # two seeds, two directions
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.parquet")}
    assert len(before) == 4
    run_study(tmp_path, settings=settings(tiny))
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*.parquet")}


def test_no_direction_and_no_text_reaches_the_report(tiny: Path, tmp_path: Path) -> None:
    run_study(tmp_path, settings=settings(tiny, judges=["patterns"]))
    written = "".join(path.read_text() for path in (tmp_path / "report").iterdir() if path.suffix != ".png")
    asked = [row["prompt"] for row in prompts("test", 4)]
    shown = sum(prompt in written for prompt in asked)
    assert shown == 0
    assert set(json.loads((tmp_path / "kl" / "tiny-random-0.json").read_text())) == {"key", "kl"}


def test_a_layer_that_the_model_lacks_is_named(tiny: Path, tmp_path: Path) -> None:
    wrong = settings(tiny, system={"layer": 99})
    with pytest.raises(UsageError, match="a layer under 3"):
        study_answers(tmp_path, wrong, prompts("test", 4), Stages())
