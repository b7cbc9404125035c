"""Feedback of vision-language models through the command line: a tiny real one, and a local server."""

import json

import pandas as pd
import pytest
from fake_server import Answer, FakeServer
from pairs_folder import write_pairs
from tiny_vlms import write_qwen2_5_vl

from triptych.hub.cli import main

SAYS = "Bend both knees more."


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return write_pairs(tmp_path_factory.mktemp("data") / "pairs", 5, broken=3)


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("TRIPTYCH_CACHE", str(tmp_path / "cache"))


def generate(data, out, system, *options):
    return main(
        ["generate", "formcoach", "--system", system, "--data", str(data), "--out", str(out), "--yes", *options]
    )


def read(out):
    return pd.read_parquet(out / "predictions.parquet").set_index("id")


def test_an_api_sees_both_people_and_a_broken_clip_costs_one_row(data, tmp_path, capsys):
    with FakeServer(lambda body, nth: Answer(SAYS)) as server:
        assert generate(data, tmp_path / "out", f"openai:coach@{server.url}", "--joints") == 0
        bodies = server.bodies
    rows = read(tmp_path / "out")
    assert list(rows.index) == [f"pair-{number:03d}" for number in range(5)]
    assert list(rows["status"]) == ["ok", "ok", "ok", "error", "ok"]
    assert set(rows["output"][rows["status"] == "ok"]) == {SAYS}
    assert len(bodies) == 4
    content = bodies[0]["messages"][1]["content"]
    assert sum(part["type"] == "image_url" for part in content) == 2 * 3  # one second, two frames a second, both ends
    assert "degrees" in content[0]["text"]
    printed = capsys.readouterr().out
    assert "4 ok, 1 error" in printed
    assert "cannot be decoded" in printed or "no frame" in printed
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    assert (run["system"].split("@")[0], run["n"], run["settings"]["joints"]) == ("openai:coach", 5, True)


def test_a_second_run_asks_nothing_and_other_settings_are_refused(data, tmp_path, capsys):
    with FakeServer(lambda body, nth: Answer(SAYS)) as server:
        system = f"openai:coach@{server.url}"
        assert generate(data, tmp_path / "out", system) == 0
        asked = len(server.bodies)
        assert generate(data, tmp_path / "out", system) == 0
        assert len(server.bodies) == asked == 4
        assert generate(data, tmp_path / "out", system, "--frames", "4") == 2
        assert "other settings" in capsys.readouterr().err


def test_failed_calls_are_rows_and_are_asked_again(data, tmp_path):
    broken = {"on": True}

    def behaviour(body, nth):
        return Answer("no", status=400) if broken["on"] and "knees" in json.dumps(body) else Answer(SAYS)

    with FakeServer(behaviour) as server:
        system = f"openai:coach@{server.url}"
        assert generate(data, tmp_path / "out", system) == 0
        assert list(read(tmp_path / "out")["status"]) == ["ok", "error", "ok", "error", "ok"]
        broken["on"] = False
        before = len(server.bodies)
        assert generate(data, tmp_path / "out", system) == 0
        assert list(read(tmp_path / "out")["status"]) == ["ok", "ok", "ok", "error", "ok"]
        assert len(server.bodies) == before + 1


def test_long_cut_and_empty_answers_are_counted(data, tmp_path, capsys):
    answers = [Answer("bend " * 20), Answer("Bend your", finish_reason="length"), Answer(" "), Answer(SAYS)]
    with FakeServer(lambda body, nth: answers[nth]) as server:
        assert generate(data, tmp_path / "out", f"openai:coach@{server.url}", "--concurrency", "1") == 0
    assert "2 ok, 1 truncated, 1 empty, 1 error; 1 longer than 15 words" in capsys.readouterr().out
    assert len(read(tmp_path / "out")["output"].max().split()) == 20


def test_a_wrong_key_costs_one_call_and_ends_with_what_to_do(data, tmp_path, capsys):
    with FakeServer(lambda body, nth: Answer("bad key", status=401)) as server:
        assert generate(data, tmp_path / "out", f"openai:coach@{server.url}") == 2
        assert len(server.bodies) == 1
    assert "OPENAI_API_KEY" in capsys.readouterr().err


def test_a_local_model_answers_all_pairs_that_decode(data, tmp_path):
    model = write_qwen2_5_vl(tmp_path / "model")
    assert generate(data, tmp_path / "out", str(model), "--batch", "2", "--max-new-tokens", "4") == 0
    rows = read(tmp_path / "out")
    assert set(rows["status"].drop("pair-003")) <= {"ok", "truncated", "empty"}
    assert rows["status"]["pair-003"] == "error"
    assert (rows["n_tokens"].drop("pair-003") > 0).all()


def test_an_unknown_model_says_what_is_expected(data, tmp_path, capsys):
    assert generate(data, tmp_path / "out", "no/such-model") == 2
    assert "vision-language model" in capsys.readouterr().err
