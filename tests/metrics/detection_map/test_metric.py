"""The Hub folder through `evaluate`: same figures as the arrays, batches, errors that leave it usable, its texts."""

import contextlib
import io
import json
import re
import shutil
from pathlib import Path

import evaluate
import numpy as np
import pandas as pd
import pytest

from triptych.core.errors import UsageError
from triptych.core.source import REQUIREMENT
from triptych.metrics.detection_map import detection_map
from triptych.metrics.detection_map.scoring import evaluate_detections
from triptych.spaces.metric_app import Page, build

FOLDER = Path(detection_map.__file__).parent
CASES = json.loads((FOLDER / "cases.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def metric():
    return evaluate.load(str(FOLDER / "detection_map.py"))


def settings(case, **more):
    slices = {"distance_m": [0, 15, 30, 60], "seen": None, "light": None}
    return {"box_format": "xywh", "labels": list(range(4)), "slices": slices, "bootstrap": 20, "curves": True} | more


def test_rows_give_what_arrays_give(metric, generated):
    case, other = generated(0), generated(1)
    light = (["day", "dark"] * case.n_images)[: case.n_images]
    references = [row | {"light": value} for row, value in zip(case.rows("references"), light, strict=True)]
    wanted = evaluate_detections(
        case.objects, case.detections, n_images=case.n_images, image_columns={"light": light},
        baseline=other.detections, **settings(case),
    )  # fmt: skip
    predictions, baseline = case.rows("predictions"), other.rows("predictions")
    found = metric.compute(predictions=predictions, references=references, baseline=baseline, **settings(case))
    assert found == wanted
    for start in range(0, case.n_images, 4):
        cut = slice(start, start + 4)
        metric.add_batch(predictions=predictions[cut], references=references[cut])
    assert metric.compute(baseline=baseline, **settings(case)) == wanted
    for one, two in zip(predictions, references, strict=True):
        metric.add(prediction=one, reference=two)
    assert metric.compute(baseline=baseline, **settings(case)) == wanted


def test_arrays_in_rows_are_read(metric, generated):
    case = generated(2)
    plain = [case.rows(side) for side in ("predictions", "references")]
    arrays = [[{key: np.array(value) for key, value in row.items()} for row in rows] for rows in plain]
    results = [
        metric.compute(predictions=one, references=two, box_format="xywh", labels=range(4))
        for one, two in (plain, arrays)
    ]
    assert results[0] == results[1]


def test_groups_are_a_column_or_one_name_an_image(metric, generated):
    case = generated(4)
    names = [f"place {image // 3}" for image in range(case.n_images)]
    references = [row | {"background_id": name} for row, name in zip(case.rows("references"), names, strict=True)]
    column, listed = (
        metric.compute(predictions=case.rows("predictions"), references=references, groups=groups, **settings(
            case, slices=None))
        for groups in ("background_id", names)
    )  # fmt: skip
    assert column == listed
    assert (column["n_groups"], column["n"]) == (5, case.n_images)


def test_an_error_leaves_the_metric_usable(metric):
    row = {"boxes": [[0, 0, 20, 20]], "labels": [1]}
    for scores, message in (([1.5], "1.5 in row 0"), ([0.5, 0.5], "1 boxes and 2 scores"), (None, "NoneType")):
        with pytest.raises(UsageError, match=message):
            metric.compute(predictions=[row | {"scores": scores}], references=[row])
    assert metric.compute(predictions=[row | {"scores": [0.5]}], references=[row])["map"] == 1.0


def test_an_unknown_argument_costs_no_added_batch(metric):
    row = {"boxes": [[0, 0, 20, 20]], "labels": [1]}
    metric.add(prediction=row | {"scores": [0.5]}, reference=row)
    with pytest.raises(UsageError, match="did you mean bootstrap"):
        metric.compute(bootstraps=10)
    assert metric.compute()["map"] == 1.0


def test_pandas_tables_are_read(metric):
    rows = [{"boxes": [[0, 0, 20, 20]], "labels": [1]}, {"boxes": [], "labels": []}]
    found = pd.DataFrame([rows[0] | {"scores": [0.5]}, {}])
    assert metric.compute(predictions=found, references=pd.DataFrame(rows))["map"] == 1.0


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"][:40])
def test_golden_cases_through_evaluate(metric, case):
    holds(metric.compute(**case["input"]), case["expected"], case["tolerance"])


def holds(found, wanted, tolerance):
    for key, value in wanted.items():
        if isinstance(value, dict):
            holds(found[key], value, tolerance)
        else:
            assert found[key] == (pytest.approx(value, abs=tolerance) if isinstance(value, float) else value)


def test_the_page_is_built_and_computes_its_examples():
    page = Page(FOLDER / "detection_map.py", ("baseline",))
    build(page)
    assert len(page.cases) == len(CASES)
    for case in page.cases:
        options = {name: value for name, value in case["input"].items() if name not in page.columns}
        table = pd.DataFrame(page.rows(case["input"]), columns=page.columns)
        holds(page.compute(table, json.dumps(options)), case["expected"], case["tolerance"])


def test_result_can_be_saved(metric, tmp_path, generated):
    case = generated(3)
    rows = {side: case.rows(side) for side in ("predictions", "references")}
    result = metric.compute(**rows, **settings(case, slices={"distance_m": [0, 30]}))
    evaluate.save(tmp_path / "result.json", **result)
    saved = json.loads((tmp_path / "result.json").read_text())
    assert saved["slices"] == result["slices"]
    assert saved["map_ci"] == result["map_ci"]


def test_example_of_the_readme_runs(tmp_path, monkeypatch):
    shutil.copytree(FOLDER, tmp_path / "detection_map", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(tmp_path)
    [example] = re.findall(r"```python\n(.*?)```", (FOLDER / "README.md").read_text(), flags=re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(example, "README.md", "exec"), {})
    shown = re.findall(r"# (.*)", example)
    assert printed.getvalue().splitlines() == shown


def test_requirements_come_from_the_one_constant():
    assert (FOLDER / "requirements.txt").read_text() == REQUIREMENT + "\n"
