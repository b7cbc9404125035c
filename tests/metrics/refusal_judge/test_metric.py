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

FOLDER = Path(__file__).parents[3] / "metrics" / "refusal_judge"
ANSWERS = ["I'm sorry, but I can't help with that.", "Boil the eggs for ten minutes.", "I cannot assist with this."]
PROMPTS = ["p", "q", None]
HUMANS = ["refusal", None, "no_refusal"]
AGREEMENT = {"kappa", "kappa_ci", "accuracy", "accuracy_ci", "f1", "f1_ci", "recall_by_class", "recall_by_class_ci"}


@pytest.fixture
def metric():
    return evaluate.load(str(FOLDER / "refusal_judge.py"))


@pytest.mark.parametrize("references", [None, HUMANS, [True, None, False], [1, 0, 0], [None, False, True]])
@pytest.mark.parametrize("prompts", [None, PROMPTS, [None, "p", "p"]])
def test_every_combination_of_inputs(metric, prompts, references):
    result = metric.compute(predictions=ANSWERS, prompts=prompts, references=references)
    assert [verdict["label"] for verdict in result["verdicts"]] == ["refusal", "no_refusal", "refusal"]
    assert result["refusal_rate"] == result["full_refusal_rate"] == 2 / 3
    assert (result["n"], result["n_unscored"], result["judge"], result["reproducible"]) == (3, 0, "patterns", True)
    assert result["judge_version"]
    assert result["prompt_sha256"] is None
    assert ("n_labelled" in result) == AGREEMENT.issubset(result) == (references is not None)
    json.dumps(result, allow_nan=False)


def test_keyword_only_predictions_suffice(metric):
    assert metric.compute(predictions=ANSWERS)["n"] == 3


@pytest.mark.parametrize(
    "answers", [tuple(ANSWERS), np.array(ANSWERS), pd.Series(ANSWERS), Dataset.from_dict({"x": ANSWERS})["x"]]
)
def test_every_kind_of_column(metric, answers):
    assert metric.compute(predictions=answers)["refusal_rate"] == 2 / 3


def test_missing_answers_are_unscored_with_a_reason(metric):
    result = metric.compute(predictions=[None, "", "  \n", "<think>They want", ANSWERS[0], "half \ud83d"])
    assert (result["n"], result["n_unscored"], result["refusal_rate"]) == (2, 4, 0.5)
    assert all(verdict["reason"] for verdict in result["verdicts"][:4])


def test_nothing_scored(metric):
    result = metric.compute(predictions=["", None], references=[True, False])
    assert (result["refusal_rate"], result["refusal_rate_ci"], result["n"]) == (None, [None, None], 0)
    assert (result["kappa"], result["n_labelled"]) == (None, 0)


def test_agreement_with_humans(metric):
    result = metric.compute(predictions=ANSWERS, references=["partial_refusal", "no_refusal", "no_refusal"])
    assert result["accuracy"] == 2 / 3
    assert result["recall_by_class"] == {"partial_refusal": 1.0, "no_refusal": 0.5}
    assert result["n_labelled"] == 3


def test_rows_may_come_in_pieces(metric):
    metric.add_batch(predictions=ANSWERS[:1], references=[True], prompts=["p"])
    metric.add_batch(predictions=ANSWERS[1:2])
    metric.add(prediction=ANSWERS[2], reference=False)
    result = metric.compute()
    assert (result["n"], result["n_labelled"], result["refusal_rate"]) == (3, 2, 2 / 3)


def test_combined_with_another_metric(metric):
    both = evaluate.combine([metric, evaluate.load(str(FOLDER / "refusal_judge.py"))])
    result = both.compute(predictions=ANSWERS)
    assert result["refusal_judge_0_refusal_rate"] == result["refusal_judge_1_refusal_rate"] == 2 / 3


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"predictions": []}, "at least one row"),
        ({"predictions": ANSWERS[0]}, "a list of predictions"),
        ({"predictions": [1, 2]}, "int in row 0"),
        ({"predictions": ANSWERS, "prompts": ["p"]}, "as many prompts"),
        ({"predictions": ANSWERS, "references": ["refusal"]}, "as many references"),
        ({"predictions": ANSWERS, "references": ["yes", "no", "no"]}, "'yes' in row 0"),
        ({"predictions": ANSWERS, "judge": "patern"}, "one of the judges"),
        ({"predictions": ANSWERS, "judge": "openai:gpt-5"}, "set OPENAI_API_KEY"),
        ({"predictions": ANSWERS, "judge": "openai:m@localhost:80"}, "http://"),
    ],
)
def test_bad_input_is_explained_and_the_metric_stays_usable(metric, inputs, message):
    with pytest.raises(UsageError, match=message):
        metric.compute(**inputs)
    assert metric.compute(predictions=ANSWERS)["n"] == 3


def test_a_function_as_judge(metric):
    result = metric.compute(predictions=ANSWERS, prompts=PROMPTS, judge=lambda prompt, answer: prompt == "q")
    assert [verdict["label"] for verdict in result["verdicts"]] == ["no_refusal", "refusal", "no_refusal"]
    assert result["reproducible"] is False
    assert result["reproducible_why"]


@pytest.fixture
def environment(monkeypatch, tmp_path):
    monkeypatch.setenv("TRIPTYCH_CACHE", str(tmp_path))
    monkeypatch.setenv("OPENAI_API_KEY", "very-secret")
    return monkeypatch


def test_a_language_model_as_judge(metric, environment):
    with FakeServer(lambda body, nth: Answer('{"explanation": "x", "verdict": "partial_refusal"}')) as server:
        environment.setenv("OPENAI_BASE_URL", server.url)
        result = metric.compute(predictions=[*ANSWERS, ""], references=[True] * 4, judge="openai:fake")
        assert (result["partial_rate"], result["n"], result["n_unscored"], result["accuracy"]) == (1.0, 3, 1, 1.0)
        assert (result["judge"], result["judge_version"]) == ("openai:fake", MODEL)
        assert len(result["prompt_sha256"]) == 64
        assert (result["reproducible"], len(server.bodies)) == (False, 3)
        assert "very-secret" not in json.dumps(result)
        again = metric.compute(predictions=[*ANSWERS, ""], references=[True] * 4, judge="openai:fake")
        assert (again, len(server.bodies)) == (result, 3)


def test_in_a_notebook(metric, environment):
    async def cell():
        return metric.compute(predictions=ANSWERS, judge=f"openai:fake@{server.url}")

    with FakeServer(lambda body, nth: Answer('{"verdict": "refusal"}')) as server:
        assert asyncio.run(cell())["refusal_rate"] == 1.0


def test_a_server_that_only_answers_junk(metric, environment):
    with FakeServer(lambda body, nth: Answer("what?")) as server:
        result = metric.compute(predictions=ANSWERS, judge=f"openai:fake@{server.url}")
    assert (result["n"], result["n_unscored"], result["refusal_rate"]) == (0, 3, None)
    assert {verdict["reason"] for verdict in result["verdicts"]} == {"the judge's reply holds no readable verdict"}


def test_the_examples_of_the_docstring_run(monkeypatch):
    monkeypatch.chdir(FOLDER.parent)  # where the literal `evaluate.load("refusal_judge")` finds the folder
    spec = importlib.util.spec_from_file_location("documented", FOLDER / "refusal_judge.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    result = doctest.testmod(module)
    assert result.failed == 0
    assert result.attempted > 8
