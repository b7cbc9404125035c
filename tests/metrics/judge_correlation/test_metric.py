"""The Hub folder: loads offline through evaluate, alone in an empty directory, with examples that run."""

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import evaluate
import numpy as np
import pandas as pd
import pytest

from triptych.core.errors import UsageError
from triptych.core.source import REQUIREMENT
from triptych.metrics.judge_correlation import scoring
from triptych.metrics.judge_correlation.scoring import correlate

FOLDER = Path(scoring.__file__).parent
OWN_FILES = ("judge_correlation.py", "README.md", "requirements.txt", "cases.json")


@pytest.fixture
def metric():
    return evaluate.load(str(FOLDER / "judge_correlation.py"))


def test_loads_by_path_and_scores_like_the_function(metric):
    one, two = ["refusal", "no_refusal", None, "refusal"], ["refusal", "refusal", "refusal", "no_refusal"]
    assert metric.compute(predictions=one, references=two) == correlate(one, two)
    options = {"weights": "linear", "groups": ["a", "b", "c", "a"], "resamples": 50}
    assert metric.compute(predictions=one, references=two, **options) == correlate(one, two, **options)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ([1, 0, 1], [1, 1, 0]),
        ([None, 1, 0.5], [1, 0.5, 1]),
        ([True, False, True], [1, 0, 0]),
        ([float("nan"), "a", "b"], ["a", "b", ""]),
        (np.array([1, 2, 3]), pd.Series([1, 2, 2])),
        (pd.Series(["x", None, "y"], dtype="string"), ["x", "y", "y"]),
    ],
)
def test_labels_reach_the_function_as_they_are(metric, one, two):
    assert metric.compute(predictions=one, references=two) == correlate(one, two)


def test_rows_added_one_by_one_and_in_batches(metric):
    metric.add(prediction=None, reference=1)
    metric.add_batch(predictions=[1, 2], references=[1, 1])
    assert metric.compute(groups=["a", "b", "c"])["n_unscored"] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"predictions": ["a", "b"], "references": ["a"]}, "as many predictions as references"),
        ({"predictions": "ab", "references": "ab"}, "a list of labels"),
        ({"predictions": [1]}, "a list of labels as references"),
        ({"predictions": [1, "1"], "references": [1, 1]}, "all strings or all numbers"),
        ({"predictions": [1], "references": [1], "weights": "cubic"}, "weights None"),
    ],
)
def test_mistakes_are_named_and_the_metric_works_on(metric, arguments, message):
    with pytest.raises(UsageError, match=message):
        metric.compute(**arguments)
    assert metric.compute(predictions=["a", "b"], references=["a", "b"])["kappa"] == 1.0


def test_result_can_be_saved(metric, tmp_path):
    result = metric.compute(predictions=[1, 1], references=[0, 1])
    evaluate.save(tmp_path / "result.json", **result)
    assert json.loads((tmp_path / "result.json").read_text())["pearson"] is None


SCRIPT = """
import sys, evaluate
metric = evaluate.load("judge_correlation")
result = metric.compute(predictions=["a", "b", "b"], references=["a", "b", "a"], groups=[1, 2, 3])
print(result["kappa"], sys.modules[type(metric).__module__].__file__)
"""


def test_folder_alone_in_an_empty_directory(tmp_path):
    alone = tmp_path / "work" / "judge_correlation"
    alone.mkdir(parents=True)
    for name in OWN_FILES:
        shutil.copy(FOLDER / name, alone)
    environment = {**os.environ, "HF_HOME": str(tmp_path / "home"), "PYTHONPATH": ""}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=alone.parent, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("0.4")
    assert str(tmp_path / "home") in done.stdout
    assert done.stderr == ""


def test_examples_of_the_card_text_run(metric, tmp_path, monkeypatch):
    shutil.copytree(FOLDER, tmp_path / "judge_correlation", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(tmp_path)
    found = doctest.testmod(sys.modules[type(metric).__module__])
    assert found.failed == 0
    assert found.attempted > 5
    assert ">>>" in metric.inputs_description


def test_example_of_the_readme_runs(tmp_path, monkeypatch, capsys):
    shutil.copytree(FOLDER, tmp_path / "judge_correlation", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(tmp_path)
    [example] = re.findall(r"```python\n(.*?)```", (FOLDER / "README.md").read_text(), flags=re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("0.545")


def test_requirements_come_from_the_one_constant():
    assert (FOLDER / "requirements.txt").read_text() == REQUIREMENT + "\n"
