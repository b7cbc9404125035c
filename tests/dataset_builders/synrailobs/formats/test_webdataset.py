"""WebDataset: shards of bounded size that `datasets` reads, whatever is unknown in the first samples."""

import io
import json
import tarfile
from pathlib import Path

import datasets
import pytest
from rail_pictures import boxed, jpeg, row, rows, table, thing

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.formats.webdataset import read_webdataset
from triptych.dataset_builders.synrailobs.formats.writing import export


def test_datasets_reads_it_by_itself(tmp_path: Path) -> None:
    export({"test": table(), "train": table([boxed()])}, tmp_path / "out", "webdataset")
    files = {"test": str(tmp_path / "out/test-*.tar")}
    for data in (
        datasets.load_dataset("webdataset", data_files=files, cache_dir=str(tmp_path / "cache")),
        datasets.load_dataset(str(tmp_path / "out"), cache_dir=str(tmp_path / "cache")),
    ):
        first = data["test"][0]
        assert first["jpg"].size == (96, 64)
        assert (first["json"]["row_id"], first["json"]["weather"]) == ("place/a.1", "rainy")
        assert [thing["category"] for thing in first["json"]["objects"]] == ["person", "rock"]
        assert json.loads(first["json"]["parameters"]) == {"seed": 0, "camera": {"height_m": 2.5}}


def test_what_is_unknown_in_the_first_samples_may_be_known_later(tmp_path: Path) -> None:
    empty = [row(f"e{number}", [], number, country=None, weather=None) for number in range(6)]
    export({"test": table([*empty, row("z", [thing("z-0", None)])])}, tmp_path / "out", "webdataset")
    data = datasets.load_dataset(str(tmp_path / "out"), split="test", cache_dir=str(tmp_path / "cache"))
    assert (data[0]["json"]["country"], data[0]["json"]["objects"]) == (None, [])
    assert (data[6]["json"]["country"], data[6]["json"]["objects"][0]["mask"]) == ("Italy", None)


def test_shards_have_a_bounded_size_and_whole_samples(tmp_path: Path) -> None:
    data = [row(f"r{number}", [], number) for number in range(12)]
    size = 40_000
    export({"test": table(data)}, tmp_path / "out", "webdataset", shard_bytes=size)
    shards = sorted((tmp_path / "out").glob("*.tar"))
    assert len(shards) > 2
    names = []
    for shard in shards:
        assert shard.stat().st_size <= size
        with tarfile.open(shard) as tar:
            entries = tar.getmembers()
        assert {(entry.mtime, entry.uid, entry.uname, entry.mode) for entry in entries} == {(0, 0, "", 0o644)}
        names += [entry.name for entry in entries]
    assert names == [f"r{number}.{suffix}" for number in range(12) for suffix in ("jpg", "json")]


def test_a_sample_larger_than_a_shard_has_one_of_its_own(tmp_path: Path) -> None:
    export({"test": table(rows())}, tmp_path / "out", "webdataset", shard_bytes=1)
    assert len(list((tmp_path / "out").glob("*.tar"))) == 3


def sample(tar: tarfile.TarFile, name: str, data: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(data)
    tar.addfile(entry, io.BytesIO(data))


def test_samples_of_others_that_lack_something_are_left_out(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "test-0.tar", "w") as tar:
        sample(tar, "a.jpg", jpeg())
        sample(tar, "b.json", b"{}")
        sample(tar, "c.jpg", jpeg())
        sample(tar, "c.json", b"[1]")
        sample(tar, "d.jpg", jpeg())
        sample(tar, "d.json", b'{"objects": [{"category": "rock", "bbox": [1, 2, 3]}]}')
        sample(tar, "dir/e.png", jpeg())
        sample(tar, "dir/e.json", b'{"objects": [{"category": "rock", "bbox": [1, 2, 3, 4]}]}')
    found = read_webdataset(tmp_path, "test")
    (sheet,) = found.sheets
    assert (sheet.name, sheet.marks[0].box) == ("dir/e", (1, 2, 3, 4))
    assert [(problem.what, problem.reason.split(" (")[0]) for problem in found.problems] == [
        ("test-0.tar a", "a sample without .json"), ("test-0.tar b", "a sample without a picture"),
        ("test-0.tar c", "its .json is none of ours"), ("test-0.tar d", "its .json is none of ours")]  # fmt: skip


def test_a_cut_off_archive_is_told_and_what_stands_before_the_cut_is_used(tmp_path: Path) -> None:
    export({"test": table()}, tmp_path / "out", "webdataset")
    shard = tmp_path / "out/test-000000.tar"
    shard.write_bytes(shard.read_bytes()[: 12 * 512])
    found = read_webdataset(tmp_path / "out", "test")
    assert "cannot be read whole" in found.problems[-1].reason
    with pytest.raises(UsageError, match=r"train-\*.tar"):
        read_webdataset(tmp_path / "out", "train")
