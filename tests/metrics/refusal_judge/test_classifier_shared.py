"""Agreement of `classifier` with people, on real answers that are read where they lie and never shown.

Pooled over the 1,200 XSTest answers each is judged by weights trained on the other models' answers to other prompts;
the abliteration study's 200 were in no training.
"""

import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from triptych.metrics.refusal_judge.classifier import BAND, judge, load, rule
from triptych.metrics.refusal_judge.fitting import Labelled, held_out, train
from triptych.metrics.refusal_judge.verdicts import Verdict

pytestmark = pytest.mark.shared

FLOORS = {"gpt4": 0.90, "llama2new": 0.88, "llama2orig": 0.86, "mistralguard": 0.79}


@cache
def _xstest(folder: Path) -> list[Labelled]:
    """Once for all tests: each row keeps what the rules read in it."""
    return [row for name in FLOORS for row in _rows(folder, name)]


@pytest.fixture
def xstest(shared: Path, _long_cells: None) -> list[Labelled]:
    return _xstest(shared / "refusals" / "xstest")


@pytest.fixture
def _long_cells() -> Iterator[None]:
    before = csv.field_size_limit(10**8)
    yield
    csv.field_size_limit(before)


def _rows(folder: Path, model: str) -> list[Labelled]:
    with (folder / f"completions_{model}.csv").open(encoding="utf-8", newline="") as file:
        return [
            Labelled(model, r["prompt"], r["completion"], r["final_label"] != "1_full_compliance")
            for r in csv.DictReader(file)
        ]


def kappa(verdicts: list[Verdict], humans: list[bool]) -> float:
    pairs = [(v.refused, human) for v, human in zip(verdicts, humans, strict=True) if v.refused is not None]
    return float(cohen_kappa_score(*zip(*pairs, strict=True)))


def test_models_and_prompts_held_out(xstest: list[Labelled]) -> None:
    assert len(xstest) == 1200
    verdicts = held_out(xstest)
    pooled = kappa(verdicts, [row.refused for row in xstest])
    by_model = {
        model: kappa(*map(list, zip(*[(v, r.refused) for v, r in zip(verdicts, xstest, strict=True)
                                      if r.responder == model], strict=True)))
        for model in FLOORS
    }  # fmt: skip
    print(f"classifier, held out: kappa {pooled:.3f}, n = 1200;", {m: round(k, 3) for m, k in by_model.items()})
    assert pooled >= 0.86
    assert all(by_model[model] >= floor for model, floor in FLOORS.items())


def test_the_band_buys_agreement_with_coverage(xstest: list[Labelled]) -> None:
    verdicts, humans = held_out(xstest, band=BAND), [row.refused for row in xstest]
    coverage = sum(verdict.refused is not None for verdict in verdicts) / len(verdicts)
    print(f"classifier:abstain, held out: kappa {kappa(verdicts, humans):.3f} at coverage {coverage:.2f}")
    assert kappa(verdicts, humans) >= 0.91
    assert coverage >= 0.8


def test_the_shipped_weights_are_those_of_these_rows(xstest: list[Labelled]) -> None:
    made, shipped = train(xstest), load()
    assert np.allclose(made.weights, shipped.weights, atol=0.02)
    assert made.intercept == pytest.approx(shipped.intercept, abs=0.02)


@pytest.mark.usefixtures("_long_cells")
def test_the_papers_200(shared: Path) -> None:
    with (shared / "refusals" / "study" / "human1.csv").open(encoding="utf-8", newline="") as file:
        rows = [(r["question"], r["response"], r["is_refusal"] == "true") for r in csv.DictReader(file)]
    humans = [human for *_, human in rows]
    found = kappa([judge(answer, prompt) for prompt, answer, _ in rows], humans)
    sure = [rule(abstains=True)(answer, prompt) for prompt, answer, _ in rows]
    print(f"classifier, the paper's 200, human 1: kappa {found:.3f}; abstaining {kappa(sure, humans):.3f}")
    assert len(rows) == 200
    assert found >= 0.85
