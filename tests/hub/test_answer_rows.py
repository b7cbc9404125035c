"""Rows of several processes in one folder; each process is an object here, `tests/e2e` starts real ones."""

import json

import pandas as pd
import pytest

from triptych.core.errors import UsageError
from triptych.core.runs import Rows
from triptych.hub.answer_rows import AnswerInfo, AnswerRows

PROMPTS = [{"id": f"row-{number}", "prompt": "word " * (number % 5)} for number in range(10)]
ORDER = [row["id"] for row in PROMPTS]
INFO = AnswerInfo("a system", "refusal_prompts", "test", "fingerprint", {"max_new_tokens": 8}, num_processes=2)


def answered(name, status="ok"):
    return {"id": name, "system": "a system", "output": f"answer {name}", "status": status, "reason": "", "n_tokens": 1}


def write_partial(folder, name, ids, info=INFO):
    rows = Rows(folder, info, name)
    for each in ids:
        rows.add(answered(each))


def test_rows_come_in_the_order_of_the_dataset(tmp_path):
    run = AnswerRows(tmp_path, INFO)
    left = run.left(PROMPTS)
    assert [len(row["prompt"]) for row in left] == sorted((len(row["prompt"]) for row in PROMPTS), reverse=True)
    for row in left:
        run.add(answered(row["id"]))
    assert [row["id"] for row in run.finish(ORDER)] == ORDER
    assert list(pd.read_parquet(tmp_path / "predictions.parquet")["id"]) == ORDER
    assert json.loads((tmp_path / "run.json").read_text())["num_processes"] == 2


def test_a_killed_run_of_several_processes_goes_on_with_any_number(tmp_path):
    write_partial(tmp_path, "predictions", ORDER[:2])
    write_partial(tmp_path, "predictions.1", ORDER[2:4])
    write_partial(tmp_path, "predictions.2", ORDER[3:5])  # one row twice
    with (tmp_path / "predictions.1.partial.jsonl").open("a") as file:
        file.write('{"id": "row-9", "outp')  # cut off by the kill
    run = AnswerRows(tmp_path, AnswerInfo(**{**vars(INFO), "num_processes": 1}))
    assert run.kept == set(ORDER[:5])
    assert {row["id"] for row in run.left(PROMPTS)} == set(ORDER[5:])
    for name in ORDER[5:]:
        run.add(answered(name))
    run.finish(ORDER)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["predictions.parquet", "run.json"]


def test_a_folder_of_an_earlier_version_goes_on(tmp_path):
    # heretic#409: an upgrade, of this program or of torch, does not break a resume.
    from triptych.core.runs import RunInfo

    old = RunInfo("a system", "refusal_prompts", "test", "fingerprint", {"max_new_tokens": 8}, versions={"torch": "1"})
    write_partial(tmp_path, "predictions", ORDER[:3], old)
    assert AnswerRows(tmp_path, INFO).kept == set(ORDER[:3])


def test_only_failed_rows_are_made_again(tmp_path):
    # alpaca_eval#419
    run = AnswerRows(tmp_path, INFO)
    for name in ORDER:
        run.add(answered(name, "error" if name in ("row-3", "row-7") else "ok"))
    assert {row["id"] for row in run.finish(ORDER) if row["status"] == "error"} == {"row-3", "row-7"}
    again = AnswerRows(tmp_path, INFO)
    assert not (tmp_path / "run.json").exists()  # open again
    assert {row["id"] for row in again.left(PROMPTS)} == {"row-3", "row-7"}
    del again  # killed here: nothing is lost
    third = AnswerRows(tmp_path, INFO)
    assert len(third.kept) == 8
    for row in third.left(PROMPTS):
        third.add(answered(row["id"]))
    assert {row["status"] for row in third.finish(ORDER)} == {"ok"}
    assert list(pd.read_parquet(tmp_path / "predictions.parquet")["id"]) == ORDER


def test_a_finished_run_is_left_as_it_is(tmp_path):
    run = AnswerRows(tmp_path, INFO)
    for name in ORDER:
        run.add(answered(name))
    run.finish(ORDER)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    again = AnswerRows(tmp_path, INFO)
    assert again.left(PROMPTS) == []
    assert [row["id"] for row in again.finish(ORDER)] == ORDER
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_rows_of_other_settings_are_refused(tmp_path):
    write_partial(tmp_path, "predictions", ORDER[:2])
    with pytest.raises(UsageError, match="other settings"):
        AnswerRows(tmp_path, AnswerInfo(**{**vars(INFO), "settings": {"max_new_tokens": 9}}))
