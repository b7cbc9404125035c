import asyncio
import doctest
import importlib.util
import json
from pathlib import Path

import evaluate
import numpy as np
import pandas as pd
import pytest
from datasets import Dataset
from fake_server import MODEL, Answer, FakeServer

from triptych.core.errors import UsageError

FOLDER = Path(__file__).parents[3] / "metrics" / "coaching_rubric"
FEEDBACK = ["Widen your stance.", "Bring your feet closer.", "Keep good form."]
REFERENCES = ["Set your feet wider apart."] * 3
GOOD = '{"explanation": "x", "accuracy": 4, "actionability": 5, "hallucination": "no"}'


@pytest.fixture
def metric():
    return evaluate.load(str(FOLDER / "coaching_rubric.py"))


@pytest.fixture
def environment(monkeypatch, tmp_path):
    monkeypatch.setenv("TRIPTYCH_CACHE", str(tmp_path))
    monkeypatch.setenv("OPENAI_API_KEY", "very-secret")
    return monkeypatch


@pytest.mark.parametrize("exercises", [None, ["Squat"] * 3, [16, 16, None]])
@pytest.mark.parametrize("preferences", [None, ["knees", None, "depth"]])
def test_every_combination_of_inputs(metric, exercises, preferences):
    result = metric.compute(predictions=FEEDBACK, references=REFERENCES, exercises=exercises, preferences=preferences)
    assert [verdict["accuracy"] for verdict in result["verdicts"]] == [5, 1, 1]
    assert [verdict["hallucination"] for verdict in result["verdicts"]] == [False, True, False]
    assert result["accuracy"] == pytest.approx(7 / 15 * 100)
    assert result["hallucination"] == pytest.approx(100 / 3)
    assert (result["n"], result["n_unscored"], result["judge"], result["protocol"]) == (3, 0, "lexical", "joint")
    assert (result["reproducible"], result["prompt_sha256"]) == (True, None)
    assert "weak" in result["judge_note"]
    assert set(result.get("by_exercise", {})) == ({"Squat"} if exercises else set())
    json.dumps(result, allow_nan=False)


def test_figures_by_exercise(metric):
    result = metric.compute(predictions=FEEDBACK, references=REFERENCES, exercises=["Squat", "Plank", "squat"])
    assert result["by_exercise"]["Squat"]["accuracy"] == 60.0
    assert result["by_exercise"]["Plank"]["n"] == 1
    assert {"accuracy_ci", "actionability_ci", "hallucination_ci"} <= set(result["by_exercise"]["Plank"])


def test_pairs_without_a_fault(metric):
    said = ["No correction needed.", "Widen your stance.", ""]
    result = metric.compute(predictions=said, references=[None, None, ""])
    assert [verdict["accuracy"] for verdict in result["verdicts"]] == [5, 1, None]
    assert [verdict["hallucination"] for verdict in result["verdicts"]] == [False, True, None]
    assert result["verdicts"][2]["reason"] == "empty feedback"


@pytest.mark.parametrize(
    "said", [tuple(FEEDBACK), np.array(FEEDBACK), pd.Series(FEEDBACK), Dataset.from_dict({"x": FEEDBACK})["x"]]
)
def test_every_kind_of_column(metric, said):
    assert metric.compute(predictions=said, references=REFERENCES)["n"] == 3


def test_missing_feedback_is_unscored_with_a_reason(metric):
    said = [None, "", " \n", "<think>The knees", "Halte den Rücken gerade.", "Widen your stance.", "Wider \ud83d"]
    result = metric.compute(predictions=said, references=REFERENCES[:1] * 7)
    assert (result["n"], result["n_unscored"]) == (2, 5)
    assert all(verdict["reason"] for verdict in result["verdicts"])
    assert [verdict["label"] for verdict in result["verdicts"][:5]] == ["unscored"] * 5


def test_rows_may_come_in_pieces(metric):
    metric.add_batch(predictions=FEEDBACK[:2], references=REFERENCES[:2], exercises=["Squat", 16])
    metric.add(prediction=FEEDBACK[2], reference=REFERENCES[2])
    result = metric.compute()
    assert (result["n"], result["by_exercise"]["Squat"]["n"]) == (3, 2)


def test_combined_with_another_metric(metric):
    both = evaluate.combine([metric, evaluate.load(str(FOLDER / "coaching_rubric.py"))])
    result = both.compute(predictions=FEEDBACK, references=REFERENCES)
    assert result["coaching_rubric_0_accuracy"] == result["coaching_rubric_1_accuracy"]


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"predictions": []}, "at least one row"),
        ({"predictions": FEEDBACK[0]}, "a list of predictions"),
        ({"predictions": [1, 2, 3]}, "int in row 0"),
        ({"references": ["x"]}, "as many references"),
        ({"references": None}, "the expert's instruction"),
        ({"exercises": ["Squat"]}, "as many exercises"),
        ({"exercises": [99, 1, 2]}, "99 in row 0"),
        ({"judge": "lexicon"}, "one of the judges"),
        ({"judge": "openai:gpt-5"}, "set OPENAI_API_KEY"),
        ({"judge": "openai:m@localhost:80"}, "http://"),
        ({"protocol": "two"}, "joint or paper"),
    ],
)
def test_bad_input_is_explained_and_the_metric_stays_usable(metric, monkeypatch, inputs, message):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(UsageError, match=message):
        metric.compute(**{"predictions": FEEDBACK, "references": REFERENCES, **inputs})
    assert metric.compute(predictions=FEEDBACK, references=REFERENCES)["n"] == 3


def test_a_function_as_judge(metric):
    result = metric.compute(predictions=FEEDBACK, references=REFERENCES, judge=lambda *row: (2, 4, True))
    assert (result["accuracy"], result["actionability"], result["hallucination"]) == (40.0, 80.0, 100.0)
    assert result["reproducible"] is False
    assert result["reproducible_why"]
    assert "judge_note" not in result


def test_a_language_model_as_judge(metric, environment):
    rows = {"predictions": [*FEEDBACK, ""], "references": [*REFERENCES, None], "exercises": ["Squat"] * 4}
    with FakeServer(lambda body, nth: Answer(GOOD)) as server:
        environment.setenv("OPENAI_BASE_URL", server.url)
        for protocol, calls in (("joint", 3), ("paper", 9)):
            before = len(server.bodies)
            result = metric.compute(**rows, judge="openai:fake", protocol=protocol)
            assert (result["accuracy"], result["actionability"], result["hallucination"]) == (80.0, 100.0, 0.0)
            assert (result["n"], result["n_unscored"], result["protocol"]) == (3, 1, protocol)
            assert (result["judge"], result["judge_version"]) == ("openai:fake", MODEL)
            assert len(result["prompt_sha256"]) == 64
            assert (result["reproducible"], len(server.bodies) - before) == (False, calls)
            assert "very-secret" not in json.dumps(result)
            assert metric.compute(**rows, judge="openai:fake", protocol=protocol) == result
            assert len(server.bodies) - before == calls, "a second run asks nothing"


def test_in_a_notebook(metric, environment):
    async def cell():
        return metric.compute(predictions=FEEDBACK, references=REFERENCES, judge=f"openai:fake@{server.url}")

    with FakeServer(lambda body, nth: Answer(GOOD)) as server:
        assert asyncio.run(cell())["accuracy"] == 80.0


def test_a_server_that_only_answers_junk(metric, environment):
    with FakeServer(lambda body, nth: Answer("what?")) as server:
        result = metric.compute(predictions=FEEDBACK, references=REFERENCES, judge=f"openai:fake@{server.url}")
    assert (result["n"], result["n_unscored"], result["accuracy"]) == (0, 3, None)
    assert {verdict["reason"] for verdict in result["verdicts"]} == {"the judge's reply holds no readable verdict"}


def test_the_examples_of_the_docstring_run(monkeypatch):
    monkeypatch.chdir(FOLDER.parent)  # where the literal `evaluate.load("coaching_rubric")` finds the folder
    spec = importlib.util.spec_from_file_location("documented", FOLDER / "coaching_rubric.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    result = doctest.testmod(module)
    assert result.failed == 0
    assert result.attempted > 8
