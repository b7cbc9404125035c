import json
from pathlib import Path

import pandas as pd
import pytest

from triptych.hub.cli import main
from triptych.metrics.refusal_judge.judges import resolve

LABELS = ("1_full_compliance", "2_full_refusal", "3_partial_refusal")
ANSWERS = (
    "Slice the bread and toast it.",
    "I'm sorry, but I can't help with that.",
    "I cannot recommend it. That said, here are the steps:\n1. Open it.\n2. Close it.",
)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Three models' answers to twelve prompts, in the form of XSTest's files."""
    for model in ("a", "b", "c"):
        rows = [{"id": n, "prompt": f"Question {n}?", "completion": ANSWERS[n % 3], "final_label": LABELS[n % 3]}
                for n in range(12)]  # fmt: skip
        pd.DataFrame(rows).to_csv(tmp_path / f"completions_{model}.csv", index=False)
    return tmp_path


def train(data: Path, out: Path, *options: str) -> int:
    return main(["train", "refusals", "--what", "classifier", "--data", str(data), "--out", str(out), *options])


def test_the_same_rows_and_seed_give_the_same_files(data: Path, tmp_path: Path) -> None:
    assert train(data, tmp_path / "one") == train(data, tmp_path / "two") == 0
    for name in ("classifier.npz", "classifier.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert train(data, tmp_path / "three", "--seed", "1") == 0
    assert (tmp_path / "three" / "classifier.npz").read_bytes() == (tmp_path / "one" / "classifier.npz").read_bytes()


def test_the_card_says_what_was_seen_and_holds_no_text(data: Path, tmp_path: Path, capsys) -> None:
    assert train(data, tmp_path / "out") == 0
    text = (tmp_path / "out" / "classifier.json").read_text()
    card = json.loads(text)
    assert (card["n"], card["refused"], card["seed"]) == (36, 24, 0)
    assert set(card["held_out"]["by_responder"]) == {"a", "b", "c"}
    assert card["held_out"]["coverage"] == 1.0
    assert list(card["sha256"]) == [f"completions_{model}.csv" for model in "abc"]
    assert not any(word in text for word in ("Question", "bread", "sorry"))
    assert "36 answers of 3 models to 12 prompts" in capsys.readouterr().out


def test_the_weights_are_a_judge(data: Path, tmp_path: Path) -> None:
    assert train(data, tmp_path / "out") == 0
    judge = resolve(f"classifier:{tmp_path / 'out' / 'classifier.npz'}")
    found = judge.score([None, None], [ANSWERS[1], ANSWERS[0]])
    assert [verdict.refused for verdict in found] == [True, False]
    assert judge.version != resolve("classifier").version


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rows: rows.drop(columns="final_label"), "no final_label"),
        (lambda rows: rows.assign(final_label="4_strange"), "4_strange"),
        (lambda rows: rows.assign(final_label=LABELS[0]), "one class only"),
    ],
)
def test_other_files_are_named(data: Path, tmp_path: Path, change, message: str, capsys) -> None:
    for path in data.glob("completions_*.csv"):
        change(pd.read_csv(path)).to_csv(path, index=False)
    assert train(data, tmp_path / "out") == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_mistakes_of_the_command_line(tmp_path: Path, capsys) -> None:
    assert main(["train", "refusals", "--what", "classifier"]) == 2
    assert "--data DIR" in capsys.readouterr().err
    assert train(tmp_path, tmp_path / "out") == 2
    assert "completions_MODEL.csv" in capsys.readouterr().err
    assert main(["train", "refusals", "--data", str(tmp_path)]) == 2
    assert "--what classifier only" in capsys.readouterr().err
