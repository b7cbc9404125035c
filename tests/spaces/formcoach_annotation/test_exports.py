"""The answers as files that the other commands read, and how far annotators agree."""

import csv
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import datasets
import pytest

from triptych.dataset_builders.formcoach.annotations import read_annotations
from triptych.hub.human_ratings import by_person, rating_columns, ratings
from triptych.spaces.formcoach_annotation.agreement import COLUMNS, Agreement
from triptych.spaces.formcoach_annotation.exports import files, write_archive, write_folder
from triptych.spaces.formcoach_annotation.work import Work


def value(pair: str, words: str, accuracy: int, made_up: bool) -> dict[str, Any]:
    rating = {"accuracy": accuracy, "actionability": 3, "hallucination": made_up}
    return {"instruction": words, "nothing": not words, "ratings": {f"{pair}-one": rating, f"{pair}-two": rating}}


@pytest.fixture
def answered(work: Work) -> Work:
    for at, pair in enumerate(work.by_id):
        work.save("ada", pair, value(pair, "Go “deeper”, <b>now</b>." if at else "", 1 + at % 5, at % 2 == 0))
        work.save("bob", pair, value(pair, "Go deeper.", 1 + at % 5, at % 2 == 0))
    work.save("eve", "p0", value("p0", "Go deeper.", 3, False))
    return work


def test_the_builder_reads_the_annotations(answered: Work, tmp_path: Path) -> None:
    write_folder(answered, tmp_path)
    found, problems = read_annotations([tmp_path / "annotations.jsonl"])
    assert problems == []
    ada, bob = answered.pseudonym("ada"), answered.pseudonym("bob")
    assert found["p0"] == ((bob, "Go deeper."),)
    assert dict(found["p1"]) == {ada: "Go “deeper”, <b>now</b>.", bob: "Go deeper."}


def test_the_passport_reads_the_ratings_of_each_person(answered: Work) -> None:
    rows: list[Any] = list(csv.DictReader(io.StringIO(files(answered)["ratings.csv"])))
    assert len(rows) == 6 * 3 * 2  # pairs, systems, people
    joined = by_person(rows, "annotator", lambda row: (row["id"], row["system"]))
    columns = rating_columns(list(joined[0]), {})
    assert {figure: len(names) for figure, names in columns.items()} == dict.fromkeys(columns, 2)
    said = ratings(joined, "hallucination", columns["hallucination"])
    assert {tuple(levels) for levels in said.values()} == {(1.0, 1.0, 1.0, 0.0, 0.0, 0.0) * 3}


def test_names_do_not_go_out(answered: Work, tmp_path: Path) -> None:
    with zipfile.ZipFile(write_archive(answered, tmp_path / "all.zip")) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert sorted(texts) == ["README.md", "annotations.jsonl", "answers.jsonl", "decisions.jsonl", "ratings.csv"]
    for name in ("ada", "bob", "eve"):
        assert not any(f'"{name}"' in text or f",{name}," in text for text in texts.values())
    (decision,) = map(json.loads, texts["decisions.jsonl"].splitlines())
    assert (decision["id"], decision["instruction"]) == ("p0", "Go deeper.")


def test_datasets_reads_the_folder_by_its_card(answered: Work, tmp_path: Path) -> None:
    write_folder(answered, tmp_path / "answers")
    rows = datasets.load_dataset(str(tmp_path / "answers"), "answers", cache_dir=str(tmp_path / "cache"))["train"]
    assert len(rows) == 12
    assert sum(rows["nothing_to_correct"]) == 1


def test_a_file_without_news_is_left_alone(answered: Work, tmp_path: Path) -> None:
    write_folder(answered, tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    write_folder(answered, tmp_path)
    assert before == {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}


def test_nothing_is_exported_before_there_is_an_answer(work: Work) -> None:
    assert list(files(work)) == ["README.md"]
    assert Agreement(work).rows() == []


def test_agreement_by_figure(answered: Work) -> None:
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in Agreement(answered).rows()]
    assert [row["figure"] for row in rows] == ["nothing to correct", "accuracy", "actionability", "hallucination"]
    by_figure = {row["figure"]: row for row in rows}
    assert by_figure["accuracy"]["kappa"] == 1.0
    assert (by_figure["hallucination"]["n"], by_figure["hallucination"]["pairs"]) == (12, 6)
    assert by_figure["nothing to correct"]["same %"] == pytest.approx(83.3)
    assert {row["one"] for row in rows} | {row["other"] for row in rows} == set(map(answered.pseudonym, ("ada", "bob")))
