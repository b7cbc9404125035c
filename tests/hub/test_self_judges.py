import json
from pathlib import Path

import pytest
from fake_server import Answer, FakeServer
from tiny_llama import save

from triptych.core.errors import UsageError
from triptych.hub.cli import main
from triptych.hub.self_judges import LocalJudge, judge_of, self_judge
from triptych.metrics.refusal_judge.verdicts import Label

REFUSED, ANSWERED = "I'm sorry, but I can't help with that.", "Boil the eggs for ten minutes, then cool them."


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIPTYCH_CACHE", str(tmp_path / "cache"))


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(save(tmp_path_factory.mktemp("tiny") / "model", max_position_embeddings=8192))


def says(label: str):
    return lambda body, nth: Answer(json.dumps({"explanation": "mine", "verdict": label}))


def test_each_endpoint_is_asked_about_its_own_answers(tmp_path: Path) -> None:
    with FakeServer(says("refusal")) as strict, FakeServer(says("no_refusal")) as lenient:
        rows = [
            {"id": str(n), "system": f"openai:fake@{server.url}", "prompt": f"Q{n}?", "output": f"Answer {n}."}
            for n, server in enumerate((strict, lenient, strict))
        ]
        path = tmp_path / "answers.jsonl"
        path.write_text("\n".join(map(json.dumps, rows)))
        options = ["--predictions", str(path), "--judge", "self", "--out", str(tmp_path / "out"), "--yes"]
        assert main(["score", "refusals", *options]) == 0
        assert (len(strict.bodies), len(lenient.bodies)) == (2, 1)
    result = json.loads((tmp_path / "out" / "score.json").read_text())
    assert (result["judge"], result["reproducible"], result["n"], result["refusal_rate"]) == ("self", False, 3, 2 / 3)
    assert result["prompt_sha256"]
    rates = {row[0]: row[2] for row in result["tables"]["rates"]["rows"]}
    assert sorted(rates.values()) == [0, 2]


def test_a_run_folder_says_where_its_system_answers(tmp_path: Path) -> None:
    with FakeServer(says("no_refusal")) as server:
        run = {"system": "openai:fake", "base_url": server.url, "settings": {"edit": None}, "seed": 0}
        (tmp_path / "run.json").write_text(json.dumps(run))
        judge = self_judge(["", ""], tmp_path)
        assert [v.label for v in judge.score([None, None], ["a.", "b."])] == [Label.NONE] * 2
    assert judge.systems == ["openai:fake"] * 2


def test_answers_without_a_system_have_no_judge(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no system column and no run.json"):
        self_judge(["", ""], tmp_path)


def test_a_local_model_judges_in_its_own_template_and_junk_is_unscored(tiny: str) -> None:
    judge = self_judge([tiny, tiny, tiny])
    found = judge.score([None, "How?", None], [ANSWERED, REFUSED, "<think>cut"])
    assert [verdict.label for verdict in found] == [Label.UNSCORED] * 3
    assert "cut off inside the reasoning" in found[2].reason
    assert all(verdict.reason for verdict in found)
    assert found == self_judge([tiny] * 3).score([None, "How?", None], [ANSWERED, REFUSED, "<think>cut"])
    assert tiny in (judge.version or "")
    assert judge.estimate([None] * 3, ["a", "b", "c"]).calls == 0


def test_a_local_model_judges_with_the_direction_taken_out_that_it_answered_without(tiny: str) -> None:
    run = {"system": f"{tiny}-random_like", "seed": 3,
           "settings": {"edit": {"direction": "random_like", "layer": 1, "alpha": 1.0}}}  # fmt: skip
    edited, plain = judge_of(run["system"], run), judge_of(tiny)
    assert isinstance(edited, LocalJudge)
    assert edited.name == tiny
    edited.score([None], [ANSWERED])
    plain.score([None], [ANSWERED])
    assert (edited.version or "").endswith("without random_like")
    assert "without" not in (plain.version or "")


def test_what_a_model_cannot_hold_is_unscored(tmp_path: Path) -> None:
    judge = LocalJudge(str(save(tmp_path / "short", max_position_embeddings=512)))
    [verdict] = judge.score([None], [ANSWERED])
    assert "longer than the model's context" in verdict.reason
