import json
import os
from pathlib import Path

import pandas as pd
import pytest

from triptych.core.errors import RunError, UsageError
from triptych.core.reply_cache import ReplyCache
from triptych.core.runs import Rows, RunInfo, atomic_path, cache_folder, digest, write_json, write_text

INFO = RunInfo(system="s", dataset="d", split="test", fingerprint="f", settings={"n": 1})


def other(**changes: object) -> RunInfo:
    return RunInfo(**{**INFO.__dict__, **changes})


def test_a_finished_run_has_its_rows_in_the_asked_order_and_a_manifest(tmp_path: Path) -> None:
    run = Rows(tmp_path, INFO)
    for name in ("b", "a", "c"):
        run.add({"id": name, "output": name.upper()})
    path = run.finish(["a", "b", "c"])
    assert pd.read_parquet(path)["output"].tolist() == ["A", "B", "C"]
    manifest = json.loads((tmp_path / "run.json").read_text())
    assert (manifest["n"], manifest["system"], manifest["settings"]) == (3, "s", {"n": 1})
    assert sorted(p.name for p in tmp_path.iterdir()) == ["predictions.parquet", "run.json"]


def test_rows_of_a_killed_run_are_kept_and_a_torn_line_is_made_again(tmp_path: Path) -> None:
    run = Rows(tmp_path, INFO)
    run.add({"id": "a", "output": "1"})
    run.add({"id": "b", "output": "2"})
    partial = tmp_path / "predictions.partial.jsonl"
    partial.write_bytes(partial.read_bytes()[:-5])  # killed while writing b
    again = Rows(tmp_path, INFO)
    assert list(again.done) == ["a"]
    again.add({"id": "b", "output": "2"})
    again.add({"id": "a", "output": "not taken: a is there already"})
    assert pd.read_parquet(again.finish(["a", "b"]))["output"].tolist() == ["1", "2"]


def test_a_line_torn_inside_a_letter_of_two_bytes(tmp_path: Path) -> None:
    run = Rows(tmp_path, INFO)
    run.add({"id": "a", "output": "x"})
    partial = tmp_path / "predictions.partial.jsonl"
    partial.write_bytes(partial.read_bytes() + '{"id": "b", "output": "é'.encode()[:-1])
    assert list(Rows(tmp_path, INFO).done) == ["a"]


def test_a_finished_run_is_read_back_and_not_touched(tmp_path: Path) -> None:
    run = Rows(tmp_path, INFO)
    run.add({"id": "a", "output": "1"})
    run.finish(["a"])
    before = (tmp_path / "predictions.parquet").stat().st_mtime_ns
    again = Rows(tmp_path, INFO)
    assert again.complete
    assert again.done["a"]["output"] == "1"
    assert (tmp_path / "predictions.parquet").stat().st_mtime_ns == before


@pytest.mark.parametrize("finished", [True, False])
def test_other_settings_in_the_same_folder_are_refused_and_nothing_is_lost(tmp_path: Path, finished: bool) -> None:
    run = Rows(tmp_path, INFO)
    run.add({"id": "a", "output": "1"})
    if finished:
        run.finish(["a"])
    with pytest.raises(UsageError, match="other settings"):
        Rows(tmp_path, other(settings={"n": 2}))
    assert Rows(tmp_path, INFO).done["a"]["output"] == "1"


def test_an_upgrade_does_not_break_resuming(tmp_path: Path) -> None:
    Rows(tmp_path, other(versions={"torch": "1"})).add({"id": "a", "output": "1"})
    assert "a" in Rows(tmp_path, other(versions={"torch": "2"})).done


def test_finishing_too_early_names_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="1 of 1 rows are missing, the first is 'a'"):
        Rows(tmp_path, INFO).finish(["a"])


def test_a_file_is_the_old_or_the_new_one_never_half(tmp_path: Path) -> None:
    target = tmp_path / "file.txt"
    write_text(target, "old")

    def fail() -> None:
        with atomic_path(target) as temporary:
            temporary.write_text("half of the new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["file.txt"]


def test_json_has_null_where_a_number_is_undefined(tmp_path: Path) -> None:
    write_json(tmp_path / "x.json", {"a": float("nan"), "b": [1.5, None], "c": (1, float("nan"))})
    assert json.loads((tmp_path / "x.json").read_text()) == {"a": None, "b": [1.5, None], "c": [1, None]}


def test_digest_depends_on_content_and_not_on_key_order() -> None:
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    assert digest({"a": 1}) != digest({"a": 2})


def test_the_cache_is_one_folder_wherever_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIPTYCH_CACHE", str(tmp_path / "named"))
    assert cache_folder() == tmp_path / "named"
    monkeypatch.delenv("TRIPTYCH_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder() == tmp_path / "xdg" / "triptych"
    with ReplyCache() as cache:
        cache.put("key", "reply")
    assert (cache_folder() / "replies.sqlite").is_file()
