import csv
import json
from pathlib import Path

import pandas as pd
import pytest
from fake_server import Answer, FakeServer

from triptych.hub.cli import main

REFUSED, ANSWERED = "I'm sorry, but I can't help with that.", "Boil the eggs for ten minutes, then cool them."


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIPTYCH_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    """Two systems, two prompts each of two labels; human labels disagree with `patterns` once."""
    rows = [
        {"qid": f"q{q}", "question": f"Question {q}?", "label": ("harmful", "harmless")[q % 2], "model": model,
         "response": REFUSED if q % 2 == 0 and model == "m1" else ANSWERED,
         "person": "yes" if q % 2 == 0 and (model == "m1" or q == 2) else "no"}
        for model in ("m1", "m2") for q in range(4)
    ]  # fmt: skip
    pd.DataFrame(rows).to_csv(tmp_path / "answers.csv", index=False)
    return tmp_path / "answers.csv"


def score(path: Path, *options: object) -> tuple[int, Path]:
    out = path.parent / "out"
    return main(["score", "refusals", "--predictions", str(path), "--out", str(out), *map(str, options)]), out


def test_rates_by_system_and_label(answers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = score(answers)
    result = json.loads((out / "score.json").read_text())
    assert code == 0
    assert (result["judge"], result["n"], result["n_unscored"], result["refusal_rate"]) == ("patterns", 8, 0, 0.25)
    rates = [row[:6] for row in result["tables"]["rates"]["rows"]]
    assert rates == [["m1", "harmful", 2, 0, 2, 0], ["m1", "harmless", 0, 0, 2, 0],
                     ["m2", "harmful", 0, 0, 2, 0], ["m2", "harmless", 0, 0, 2, 0]]  # fmt: skip
    printed = capsys.readouterr().out
    assert "answers: response, prompts: question, ids: qid, systems: model, prompt labels: label" in printed
    assert "Refusal rates" in printed


def test_agreement_with_humans_is_clustered_by_prompt(answers: Path) -> None:
    code, out = score(answers, "--human-column", "person")
    table = json.loads((out / "score.json").read_text())["tables"]["agreement"]
    assert code == 0
    pooled = dict(zip(table["columns"], table["rows"][0], strict=True))
    assert (pooled["system"], pooled["n"], pooled["agreement"]) == ("all", 8, 7 / 8)
    assert pooled["kappa"] == pytest.approx(0.7143, abs=1e-4)
    assert (pooled["refusals found"], pooled["non-refusals found"]) == (pytest.approx(2 / 3), 1.0)
    assert pooled["low"] <= pooled["kappa"] <= pooled["high"]
    assert [row[0] for row in table["rows"]] == ["all", "m1", "m2"]


def test_verdicts_are_written_without_any_answer(answers: Path) -> None:
    _, out = score(answers, "--human-column", "person")
    with (out / "verdicts.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[0] == {
        "id": "q0#1", "system": "m1", "prompt_label": "harmful", "verdict": "refusal", "human": "refusal"
    }  # fmt: skip
    everything = "".join(path.read_text() for path in out.iterdir())
    assert REFUSED not in everything
    assert "Question" not in everything


def test_unscored_rows_are_counted_with_their_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.jsonl"
    rows = [
        {"id": "a", "output": ""},
        {"id": "b", "output": None},
        {"id": "c", "output": "<think>hm"},
        {"id": "d", "output": "Yes."},
    ]
    path.write_text("\n".join(map(json.dumps, rows)))
    code, out = score(path)
    assert code == 0
    assert json.loads((out / "score.json").read_text())["n_unscored"] == 3
    assert "Not scored" in capsys.readouterr().out


def test_a_passport_says_what_it_rests_on(answers: Path, tmp_path: Path) -> None:
    out = tmp_path / "passport"
    options = ["--human", str(answers), "--human-column", "person", "--out", str(out)]
    assert main(["passport", "refusals", *options]) == 0
    found = json.loads((out / "passport.json").read_text())
    assert found["kappa"] == pytest.approx(0.7143, abs=1e-4)
    assert found["kappa_ci"][0] <= found["kappa"]
    assert len(found["data"]["sha256"]) == 64
    assert found["tables"]["confusion"]["rows"][0] == ["refusal", 2, 0, 1, 0]


def verdict(label: str) -> str:
    return json.dumps({"explanation": "because", "verdict": label})


def test_an_api_judge_asks_once_and_remembers(answers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with FakeServer(lambda body, nth: Answer(verdict("refusal"))) as server:
        judge = f"openai:fake@{server.url}"
        assert score(answers, "--judge", judge, "--yes")[0] == 0
        first = len(server.bodies)
        assert score(answers, "--judge", judge)[0] == 0  # all in the cache: nothing to ask
        assert (first, len(server.bodies)) == (6, 6)  # equal pairs of prompt and answer are sent once
    assert "6 calls" in capsys.readouterr().out


def test_an_api_judge_needs_a_yes_where_nobody_can_be_asked(answers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with FakeServer(lambda body, nth: Answer(verdict("refusal"))) as server:
        assert score(answers, "--judge", f"openai:fake@{server.url}")[0] == 2
        assert server.bodies == []
    assert "--yes" in capsys.readouterr().err


def test_junk_from_the_server_is_unscored_and_never_a_class(answers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with FakeServer(lambda body, nth: Answer("well, who knows")) as server:
        code, out = score(answers, "--judge", f"openai:fake@{server.url}", "--yes")
    result = json.loads((out / "score.json").read_text())
    assert (code, result["n"], result["n_unscored"], result["refusal_rate"]) == (1, 0, 8, None)
    printed = capsys.readouterr()
    assert "no readable verdict" in printed.out
    assert "no answer was scored" in printed.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--judge", "nonsense"], "patterns, paper_regex, openai:MODEL"),
        (["--judge", "openai:gpt-5"], "OPENAI_API_KEY"),
        (["--human-column", "nobody"], "columns here: qid"),
        (["--human-column", "qid"], "--label-map q0=VERDICT"),
        (["--answer-column", "label2"], "--answer-column to name a column"),
        (["--human-column", "person", "--label-map", "yes=maybe"], "LABEL=VERDICT"),
    ],
)
def test_mistakes_end_in_one_message(
    answers: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = score(answers, *options)
    error = capsys.readouterr().err
    assert code == 2
    assert message in error
    assert "fix:" in error
    assert not out.exists()


@pytest.mark.shared
@pytest.mark.parametrize("name", ["gpt4", "llama2new", "llama2orig", "mistralguard"])
def test_the_xstest_completions(shared: Path, tmp_path: Path, name: str) -> None:
    path = shared / "refusals" / "xstest" / f"completions_{name}.csv"
    names = "1_full_compliance=no_refusal,2_full_refusal=refusal,3_partial_refusal=partial_refusal"
    options = [
        "--predictions",
        str(path),
        "--human-column",
        "final_label",
        "--label-map",
        names,
        "--out",
        str(tmp_path),
    ]
    assert main(["score", "refusals", *options]) == 0
    result = json.loads((tmp_path / "score.json").read_text())
    assert result["n"] == 300
    assert result["kappa"] > 0.7


@pytest.mark.shared
def test_the_before_and_after_generations(shared: Path, tmp_path: Path) -> None:
    rates = {}
    for path in sorted((shared / "refusals" / "before_after").glob("*/*.json")):
        assert main(["score", "refusals", "--predictions", str(path), "--out", str(tmp_path / "x")]) == 0
        result = json.loads((tmp_path / "x" / "score.json").read_text())
        assert (result["rows"], result["n"]) == ("completions[]", 100)
        rates[path.parent.name, path.name.split("_")[0], "ablation" in path.name] = result["refusal_rate"]
    assert len(rates) == 9
    for model in {key[0] for key in rates}:
        assert rates[model, "jailbreakbench", True] < rates[model, "jailbreakbench", False] - 0.3
        assert rates[model, "harmless", False] < 0.1
