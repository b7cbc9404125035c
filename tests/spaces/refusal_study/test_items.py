"""What is read: equal texts once, without a trace of who wrote them; runs that do not fit are explained."""

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.refusal_prompts.builder import rows
from triptych.spaces.refusal_study.items import practice_items, read_items

PROMPTS = rows("test")
HARMLESS = [row for row in PROMPTS if row["label"] == "harmless"]


def run_folder(path: Path, answers: dict[str, str | None], system: str | None = None, **more: Any) -> Path:
    path.mkdir()
    table = [{"id": name, "output": text, **more} for name, text in answers.items()]
    pq.write_table(pa.Table.from_pylist(table), path / "predictions.parquet")
    (path / "run.json").write_text(json.dumps({"system": system} if system else {}))
    return path


def test_practice_is_harmless_and_ours() -> None:
    items = practice_items()
    assert len({item.id for item in items}) == len(items) >= 10
    assert {source.label for item in items for source in item.sources} == {"harmless"}
    assert any("<script>" in item.response for item in items)  # shows that HTML is text
    assert any(len(item.response) > 1200 for item in items)  # and that long ones scroll


def test_equal_responses_are_read_once_and_kept_for_each_system(tmp_path: Path) -> None:
    one, two = HARMLESS[0]["id"], HARMLESS[1]["id"]
    runs = (
        run_folder(tmp_path / "a", {one: "Sure.", two: "Of course."}, "model-a"),
        run_folder(tmp_path / "b", {one: "Sure.", two: "Never."}),
    )
    items = read_items(runs)
    assert sorted(len(item.sources) for item in items) == [1, 1, 2]
    shared = next(item for item in items if len(item.sources) == 2)
    assert (shared.prompt, shared.response) == (HARMLESS[0]["prompt"], "Sure.")
    assert [(source.system, source.run, source.qid) for source in shared.sources] == [
        ("model-a", "a", one),
        ("b", "b", one),
    ]
    assert {item.id for item in read_items(runs[::-1])} == {item.id for item in items}


def test_empty_responses_are_left_out(tmp_path: Path) -> None:
    answers = {HARMLESS[0]["id"]: "", HARMLESS[1]["id"]: None, HARMLESS[2]["id"]: "Sure."}
    assert [item.response for item in read_items((run_folder(tmp_path / "a", answers),))] == ["Sure."]
    with pytest.raises(UsageError, match="with answers"):
        read_items((run_folder(tmp_path / "b", {HARMLESS[0]["id"]: " "}),))


def test_a_sample_of_questions_has_half_of_each_label(tmp_path: Path) -> None:
    run = run_folder(tmp_path / "a", {row["id"]: f"Answer to {row['id']}." for row in PROMPTS})
    few = read_items((run,), questions=10, seed=1)
    labels = [source.label for item in few for source in item.sources]
    assert (labels.count("harmful"), labels.count("harmless")) == (5, 5)
    assert {item.id for item in few} == {item.id for item in read_items((run,), questions=10, seed=1)}
    assert {item.id for item in few} != {item.id for item in read_items((run,), questions=10, seed=2)}
    assert len(read_items((run,), questions=10**6)) == len(PROMPTS)


def test_prompts_of_a_dataset_of_ones_own(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "test.jsonl").write_text(json.dumps({"id": "x1", "prompt": "Why is the sky blue?", "label": "harmless"}))
    run = run_folder(tmp_path / "a", {"x1": "Because of scattering."})
    assert read_items((run,), str(data))[0].prompt == "Why is the sky blue?"
    with pytest.raises(UsageError, match="--data"):
        read_items((run,))
    with pytest.raises(UsageError, match="check --data"):
        read_items((run,), str(tmp_path / "nowhere"))


def test_a_folder_that_is_no_finished_run_is_named(tmp_path: Path) -> None:
    unfinished = run_folder(tmp_path / "a", {HARMLESS[0]["id"]: "Sure."})
    (unfinished / "run.json").unlink()
    with pytest.raises(UsageError, match="finished run folder"):
        read_items((unfinished,))
    other = tmp_path / "other"
    other.mkdir()
    pq.write_table(pa.table({"id": ["a"], "text": ["b"]}), other / "predictions.parquet")
    (other / "run.json").write_text("{}")
    with pytest.raises(UsageError, match="columns id and output"):
        read_items((other,))
