import gzip
import json
from pathlib import Path

import pandas as pd
import pytest

from triptych.core.errors import UsageError
from triptych.hub.prediction_files import read_rows

ROWS = [{"prompt": "Say hi", "response": "Hi, there\nfriend"}, {"prompt": "Ünï", "response": 'He said "no"'}]


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def csv_text(separator: str = ",") -> str:
    return pd.DataFrame(ROWS).to_csv(index=False, sep=separator)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", csv_text()),
        ("windows.csv", csv_text().replace("\n", "\r\n").replace("there\r\n", "there\n")),
        ("bom.csv", b"\xef\xbb\xbf" + csv_text().encode()),
        ("utf16.csv", csv_text().encode("utf-16")),
        ("latin.csv", csv_text().encode("cp1252")),
        ("semicolon.csv", csv_text(";")),
        ("tabs.tsv", csv_text("\t")),
        ("a.csv.gz", gzip.compress(csv_text().encode())),
        ("array.json", json.dumps(ROWS)),
        ("lines.jsonl", "\n".join(json.dumps(row) for row in ROWS) + "\n\n"),
        ("lines_named_json.json", "\n".join(json.dumps(row) for row in ROWS)),
        ("nested.json", json.dumps({"rate": 0.5, "meta": {"n": 2}, "completions": ROWS})),
        ("deep.json", json.dumps({"runs": [{"model": "m", "n": 2}], "results": {"final": {"rows": ROWS}}})),
        (
            "columns.json",
            json.dumps({"prompt": [r["prompt"] for r in ROWS], "response": [r["response"] for r in ROWS]}),
        ),
        ("by_id.json", json.dumps({"x": ROWS[0], "y": ROWS[1]})),
        ("no_ending", json.dumps(ROWS)),
    ],
)
def test_the_same_rows_from_every_kind_of_file(tmp_path: Path, name: str, content: str | bytes) -> None:
    rows = read_rows(write(tmp_path, name, content)).rows
    assert [{key: row[key] for key in ("prompt", "response")} for row in rows] == ROWS


def test_parquet_and_a_run_folder(tmp_path: Path) -> None:
    pd.DataFrame(ROWS).to_parquet(tmp_path / "predictions.parquet")
    assert read_rows(tmp_path / "predictions.parquet").rows == read_rows(tmp_path).rows == ROWS


def test_a_nested_list_is_named(tmp_path: Path) -> None:
    found = read_rows(write(tmp_path, "x.json", json.dumps({"rate": 1.0, "out": {"completions": ROWS}})))
    assert found.where == "out.completions[]"


def test_one_list_a_model_becomes_systems(tmp_path: Path) -> None:
    found = read_rows(write(tmp_path, "x.json", json.dumps({"llama": ROWS, "gemma": ROWS[:1]})))
    assert [row["system"] for row in found.rows] == ["llama", "llama", "gemma"]


def test_two_different_lists_of_answers_are_not_guessed_between(tmp_path: Path) -> None:
    value = {"first": ROWS, "second": [{"output": "x", "score": 1}]}
    with pytest.raises(UsageError, match=r"several: first\[\] \(2 rows\), second\[\] \(1 rows\)"):
        read_rows(write(tmp_path, "x.json", json.dumps(value)))


def test_chats_and_nested_choices_become_columns(tmp_path: Path) -> None:
    chat = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": [{"type": "text", "text": "Hello"}]}]
    row = {"messages": chat, "choices": [{"message": {"content": "Hello"}}], "resps": [["Hello"]]}
    flat = read_rows(write(tmp_path, "x.jsonl", json.dumps(row))).rows[0]
    assert flat == {
        "messages.user": "Hi", "messages.assistant": "Hello", "choices.message.content": "Hello", "resps": "Hello",
    }  # fmt: skip


def test_very_long_cells_are_read(tmp_path: Path) -> None:
    path = write(tmp_path, "x.csv", pd.DataFrame([{"response": "word " * 60_000}]).to_csv(index=False))
    assert len(read_rows(path).rows[0]["response"]) == 300_000


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "", "is empty"),
        ("a.json", "  \n ", "is empty"),
        ("a.csv", "prompt,response\n", "holds none"),
        ("a.json", "[]", "holds none"),
        ("a.json", '{"rate": 0.3}', None),
        ("a.json", "[1, 2]", "holds none"),
        ("a.json", '[{"a": 1},', "line 1"),
        ("a.jsonl", '{"a": 1}\n{"a": \n', "line 2"),
        ("a.jsonl", '{"a": 1}\n[1]\n', "line 2: list"),
        ("a.csv", "a,a\n1,2\n", "repeats a"),
        ("a.csv", "a,b\n1,2,3\n", "row 1: 3 cells"),
        ("a.parquet", "not parquet", "Parquet"),
        ("a.csv.gz", b"\x1f\x8b broken", "gzip"),
        ("a.xlsx", "x", "expected .csv"),
    ],
)
def test_broken_files_say_what_is_wrong_and_where(tmp_path: Path, name: str, content: str, message: str | None) -> None:
    path = write(tmp_path, name, content)
    if message is None:
        assert read_rows(path).rows == [{"rate": 0.3}]
        return
    with pytest.raises(UsageError, match=message):
        read_rows(path)


def test_a_missing_file_and_an_unfinished_run(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not exist"):
        read_rows(tmp_path / "none.csv")
    (tmp_path / "predictions.partial.jsonl").write_text("{}")
    with pytest.raises(UsageError, match="goes on where it stopped"):
        read_rows(tmp_path)


@pytest.mark.shared
def test_the_real_files_are_read(shared: Path) -> None:
    folder = shared / "refusals"
    assert len(read_rows(folder / "xstest" / "completions_gpt4.csv").rows) == 300
    assert len(read_rows(folder / "study" / "human1.csv").rows) == 200
    for path in sorted((folder / "before_after").glob("*/*.json")):
        found = read_rows(path)
        assert (found.where, len(found.rows)) == ("completions[]", 100)
