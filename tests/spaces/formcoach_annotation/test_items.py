"""Pairs of a dataset folder, and feedback of runs without the names of systems."""

from pathlib import Path

import pytest
from pairs_folder import write_pairs

from triptych.core.errors import UsageError
from triptych.core.runs import Rows, RunInfo
from triptych.spaces.formcoach_annotation.items import read_feedback, read_pairs


def run(folder: Path, system: str, lines: dict[str, str]) -> Path:
    rows = Rows(folder, RunInfo(system, "formcoach", "test", "0", versions={}))
    for name, text in lines.items():
        rows.add({"id": name, "system": system, "output": text})
    rows.finish(list(lines))
    return folder


def test_pairs_of_a_folder(tmp_path: Path) -> None:
    pairs = read_pairs(str(write_pairs(tmp_path / "pairs", 2, 0.2)))
    assert [(pair.id, pair.fps, pair.preference) for pair in pairs] == [
        ("pair-000", 30.0, None),
        ("pair-001", 30.0, "knees"),
    ]
    assert all(clip[4:8] == b"ftyp" for clip in pairs[1].clips())


def test_equal_lines_are_one_and_empty_ones_none(tmp_path: Path) -> None:
    runs = (
        run(tmp_path / "a", "alpha", {"p": "Go deeper.", "q": " "}),
        run(tmp_path / "b", "beta", {"p": "Go deeper. "}),
    )
    found = read_feedback(runs, {"p", "q"})
    assert list(found) == ["p"]
    (line,) = found["p"]
    assert (line.text, line.systems) == ("Go deeper.", ("alpha", "beta"))
    assert "alpha" not in line.id


def test_what_is_no_run_or_of_other_data_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="finished run"):
        read_feedback((tmp_path,), {"p"})
    with pytest.raises(UsageError, match="pairs shown here"):
        read_feedback((run(tmp_path / "a", "alpha", {"p": "Go deeper."}),), {"other"})
    with pytest.raises(UsageError, match="triptych install"):
        read_pairs()
