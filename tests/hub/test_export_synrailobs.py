"""`triptych export synrailobs`, as a user calls it."""

import json
from pathlib import Path

import pytest
from rail_pictures import boxed, table

from triptych.core.errors import UsageError
from triptych.hub.commands.synrailobs_formats import ExportSynrailobs, ImportSynrailobs
from triptych.hub.import_synrailobs import import_dataset


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A dataset folder with two splits."""
    for split, rows in (("test", table()), ("train", table([boxed()]))):
        (tmp_path / "set/data").mkdir(parents=True, exist_ok=True)
        rows.to_parquet(tmp_path / f"set/data/{split}-00000-of-00001.parquet")
    return tmp_path / "set"


def test_all_splits_of_a_folder_and_how_to_read_them(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ExportSynrailobs(format="coco", data=str(data), out=tmp_path / "out").run()
    said = capsys.readouterr().out
    assert "test: 3 pictures, 4 objects" in said
    assert "train: 1 pictures, 1 objects" in said
    assert 'COCO("' in said
    assert json.loads((tmp_path / "out/export.json").read_text())["format"] == "coco"


def test_one_split_and_a_limit(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ExportSynrailobs(format="yolo", data=str(data), out=tmp_path / "out", split=("test",), limit=2).run()
    assert "test: 2 pictures, 2 objects" in capsys.readouterr().out
    assert len(list((tmp_path / "out/images/test").iterdir())) == 2
    assert not (tmp_path / "out/images/train").exists()


def test_the_same_command_again_leaves_all_as_it_is(data: Path, tmp_path: Path) -> None:
    command = ExportSynrailobs(format="webdataset", data=str(data), out=tmp_path / "out")
    command.run()
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*")}
    command.run()
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*")} == before


def test_an_unknown_split_is_told(data: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nowhere"):
        ExportSynrailobs(format="coco", data=str(data), out=tmp_path / "out", split=("nowhere",)).run()


def test_what_was_exported_can_be_imported_and_exported_again(data: Path, tmp_path: Path) -> None:
    for kind in ("coco", "labelme"):
        ExportSynrailobs(format=kind, data=str(data), out=tmp_path / f"{kind}-1", split=("test",)).run()
        import_dataset(ImportSynrailobs(format=kind, data=tmp_path / f"{kind}-1", out=tmp_path / f"{kind}-set"))
        ExportSynrailobs(format=kind, data=str(tmp_path / f"{kind}-set"), out=tmp_path / f"{kind}-2").run()
        first, second = (json.loads((tmp_path / f"{kind}-{n}/export.json").read_text())["files"] for n in (1, 2))
        assert first == second
