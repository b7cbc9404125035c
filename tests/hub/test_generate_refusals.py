"""`generate refusals` in process: a tiny local model, and a local server; real processes are in `tests/e2e`."""

import json

import pandas as pd
import pytest
import tiny_llama
from fake_server import Answer, FakeServer

from triptych.hub.cli import main

SMALL = ["--limit", "6", "--max-new-tokens", "20"]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return tiny_llama.save(tmp_path_factory.mktemp("tiny"))


def generate(out, system, *options):
    return main(["generate", "refusals", "--system", str(system), "--out", str(out), *SMALL, *options])


def rows(out):
    return pd.read_parquet(out / "predictions.parquet")


def said(body, nth):
    return Answer(f"Answer to {len(body['messages'][0]['content'])} characters.")


def test_a_local_model_answers_half_harmful_half_harmless(tiny, tmp_path, capsys):
    assert generate(tmp_path, tiny) == 0
    found = rows(tmp_path)
    assert list(found) == ["id", "system", "output", "reasoning", "status", "reason", "n_tokens", "latency_s"]
    assert len(found) == 6
    assert "cut at the token limit" in capsys.readouterr().out
    manifest = json.loads((tmp_path / "run.json").read_text())
    assert (manifest["n"], manifest["num_processes"], manifest["model_id"]) == (6, 1, str(tiny))
    assert "torch" in manifest["versions"]
    before = (tmp_path / "predictions.parquet").read_bytes()
    assert generate(tmp_path, tiny) == 0  # finished: nothing to do
    assert (tmp_path / "predictions.parquet").read_bytes() == before


def test_a_direction_is_taken_out_and_written_nowhere(tiny, tmp_path):
    assert generate(tmp_path / "plain", tiny) == 0
    edit = ["--direction", "difference_of_means", "--layer", "1"]
    assert generate(tmp_path / "edited", tiny, *edit) == 0
    assert list(rows(tmp_path / "plain")["output"]) != list(rows(tmp_path / "edited")["output"])
    assert json.loads((tmp_path / "edited" / "run.json").read_text())["settings"]["edit"]["layer"] == 1
    assert sorted(path.name for path in (tmp_path / "edited").iterdir()) == ["predictions.parquet", "run.json"]
    assert generate(tmp_path / "edited", tiny) == 2  # without the edit it is another run


def test_the_type_of_the_weights_can_be_chosen(tiny, tmp_path):
    assert generate(tmp_path, tiny, "--dtype", "bfloat16") == 0
    assert json.loads((tmp_path / "run.json").read_text())["settings"]["dtype"] == "bfloat16"
    assert generate(tmp_path, tiny) == 2


def test_answers_too_short_to_show_a_refusal_are_warned_of(tiny, tmp_path, capsys):
    # heretic#365
    assert generate(tmp_path / "short", tiny, "--max-new-tokens", "4") == 0
    printed = capsys.readouterr()
    assert "4 tokens may end before an answer shows whether it refuses" in printed.err
    cut = (rows(tmp_path / "short")["status"] == "truncated").mean()
    assert f"{cut:.0%} cut at the token limit" in printed.out
    assert generate(tmp_path / "long", tiny, "--max-new-tokens", "16") == 0
    assert "may end before" not in capsys.readouterr().err


def test_a_server_is_asked_once_for_each_prompt(tmp_path, capsys):
    with FakeServer(said) as server:
        assert generate(tmp_path, f"openai:some-model@{server.url}", "--yes") == 0
        assert generate(tmp_path, f"openai:some-model@{server.url}") == 0  # nothing to ask, so no question
        assert len(server.bodies) == 6
    assert "6 calls" in capsys.readouterr().out
    found = rows(tmp_path)
    assert set(found["system"]) == {"openai:some-model"}
    assert found["output"].str.startswith("Answer to").all()
    manifest = json.loads((tmp_path / "run.json").read_text())
    assert (manifest["model_id"], manifest["base_url"]) == ("some-model", server.url)


def test_calls_are_not_made_without_consent(tmp_path, capsys):
    with FakeServer(said) as server:
        assert generate(tmp_path, f"openai:m@{server.url}") == 2
        assert server.bodies == []
    assert "--yes" in capsys.readouterr().err


def test_failed_calls_are_listed_and_only_these_asked_again_even_elsewhere(tmp_path, capsys):
    # alpaca_eval#419
    with FakeServer(lambda body, nth: Answer("no", status=400) if nth in (2, 4) else said(body, nth)) as server:
        assert generate(tmp_path, f"openai:m@{server.url}", "--yes", "--concurrency", "1") == 1
        assert len(server.bodies) == 6
    lost = set(rows(tmp_path).query("status == 'error'")["id"])
    assert len(lost) == 2
    printed = capsys.readouterr().err
    assert "2 of 6 answers failed" in printed
    assert all(name in printed for name in lost)
    with FakeServer(said) as server:  # on another port
        assert generate(tmp_path, f"openai:m@{server.url}", "--yes") == 0
        assert len(server.bodies) == 2
    assert set(rows(tmp_path)["status"]) == {"ok"}


@pytest.mark.parametrize(
    ("system", "options", "message"),
    [
        ("openai:m@http://127.0.0.1:9/v1", ["--direction", "pca"], "activations behind a server cannot be edited"),
        ("openai:m@localhost:8000", [], "write the URL with http"),
        ("no-such-model", [], "smollm2-135m"),
    ],
)
def test_what_cannot_work_is_said_before_anything_runs(tmp_path, capsys, system, options, message):
    assert generate(tmp_path, system, *options) == 2
    assert message in capsys.readouterr().err


def test_one_process_asks_a_server(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("WORLD_SIZE", "2")
    assert generate(tmp_path, "openai:m@http://127.0.0.1:9/v1") == 2
    assert "one process" in capsys.readouterr().err
