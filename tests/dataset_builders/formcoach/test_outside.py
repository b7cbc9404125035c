"""Rows of outside data: kept one by one, made once, and named where they cannot be made."""

import json
from pathlib import Path

import pytest

from triptych.core.errors import UsageError
from triptych.core.runs import digest
from triptych.dataset_builders.formcoach import outside
from triptych.dataset_builders.formcoach.builder import FormCoach
from triptych.dataset_builders.formcoach.clips import Format
from triptych.dataset_builders.formcoach.fit3d_survey import survey
from triptych.dataset_builders.formcoach.outside import Plan, left_out, tables
from triptych.dataset_builders.formcoach.pairing import pair_up
from triptych.dataset_builders.parquet import Outside, build

TEMPLATE = Path(outside.__file__).with_name("card_fit3d.md")


@pytest.fixture(scope="module")
def pairs(tree):
    return pair_up(survey(tree, {"Barbell Shrug": "barbell_shrug"}, Format()), repetitions=1)


def built(out, pairs, num_proc=1, inputs="x"):
    report = lambda kept: {"left_out": [problem.what for problem in left_out(kept)]}  # noqa: E731
    brought = Outside({"plan": Plan(pairs, Format())}, digest([inputs]), TEMPLATE, report)
    return build(FormCoach, out, config="pairs", num_proc=num_proc, outside=brought)


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_two_processes_and_one_give_the_same_bytes(tmp_path, pairs):
    one, two = contents(built(tmp_path / "1", pairs)), contents(built(tmp_path / "2", pairs, 2))
    assert one == two
    assert set(one) == {"README.md", "build.json", "report.json", "data/test-00000-of-00001.parquet"}
    manifest = json.loads(one["build.json"])
    assert (manifest["config"], manifest["inputs_sha256"]) == ("pairs", digest(["x"]))


def test_what_was_finished_is_not_made_again(tmp_path, pairs, monkeypatch):
    first = list(tables(pairs[:5], Format(), tmp_path))
    assert len(list(tmp_path.glob("*.arrow"))) == 5

    made = []

    class Counted(outside.TakeRows):
        def row(self, pair):
            made.append(pair.id)
            return super().row(pair)

    monkeypatch.setattr(outside, "TakeRows", Counted)
    again = list(tables(pairs, Format(), tmp_path))
    assert made == [pair.id for pair in pairs[5:]]
    assert [key for key, _ in again] == [pair.id for pair in pairs]
    assert all(table.equals(before) for (_, before), (_, table) in zip(first, again, strict=False))


def test_a_row_that_cannot_be_made_is_left_out_with_its_reason(tmp_path, pairs):
    gone = [pair for pair in pairs if "s05" in (pair.user.subject, pair.reference.subject)]
    films = {take.film for pair in gone for take in (pair.user, pair.reference) if take.subject == "s05"}
    saved = {film: film.read_bytes() for film in films}
    try:
        for film in films:
            film.write_bytes(b"")
        made = [key for key, _ in tables(pairs, Format(), tmp_path)]
    finally:
        for film, content in saved.items():
            film.write_bytes(content)
    assert made == [pair.id for pair in pairs if pair not in gone]
    problems = left_out(tmp_path)
    assert sorted(problem.what for problem in problems) == sorted(pair.id for pair in gone)
    assert all("s05" in problem.reason for problem in problems)


def test_a_finished_folder_is_left_alone_and_other_inputs_are_refused(tmp_path, pairs):
    out = built(tmp_path / "out", pairs[:2])
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    built(out, pairs[:2])
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == before
    with pytest.raises(UsageError, match="choose another --out"):
        built(out, pairs[:2], inputs="other")


def test_rows_of_other_inputs_are_not_taken_over(tmp_path, pairs):
    stale = tmp_path / "out" / ".building" / "rows" / "0123456789abcdef"
    stale.mkdir(parents=True)
    (stale / "old.arrow").write_bytes(b"old")
    out = built(tmp_path / "out", pairs[:2])
    assert not (out / ".building").exists()


def test_a_configuration_of_outside_data_needs_a_plan(tmp_path):
    with pytest.raises(UsageError, match="triptych build formcoach --config pairs"):
        FormCoach(config_name="pairs", cache_dir=str(tmp_path))._split_generators(None)
    assert FormCoach(config_name="pairs", cache_dir=str(tmp_path)).info.license == "other"
