"""The Parquet folder: what loads from it, equal bytes, and what happens to folders that hold something already."""

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import datasets
import pytest

from triptych.core.errors import RunError, UsageError
from triptych.dataset_builders.manifest import MANIFEST
from triptych.dataset_builders.parquet import build
from triptych.dataset_builders.refusal_prompts.builder import RefusalPrompts, rows
from triptych.dataset_builders.refusal_prompts.prompts import LABELS, SPLITS
from triptych.dataset_builders.refusal_prompts.schema import FEATURES

DRIVER = Path(__file__).with_name("kill_driver.py")
TEMPLATE = Path(__file__).parents[2] / "dataset_builders/refusal_prompts/README.md"

# A full disk, made by the system without special rights: no file may grow beyond 4 kB.
SMALL_DISK = """
import resource, sys
from pathlib import Path
from triptych.core.errors import RunError
from triptych.dataset_builders.parquet import build, install_to_cache
from triptych.dataset_builders.refusal_prompts.builder import RefusalPrompts
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
try:
    build(RefusalPrompts, Path(sys.argv[2])) if sys.argv[1] == "build" else install_to_cache(RefusalPrompts, "x")
except RunError as error:
    print(error)
"""


def digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    return build(RefusalPrompts, tmp_path_factory.mktemp("built") / "refusals")


@pytest.fixture
def copied(built, tmp_path) -> Path:
    """A finished build to tamper with."""
    build(RefusalPrompts, tmp_path / "out")
    return tmp_path / "out"


def test_the_folder_loads_as_it_is(built, tmp_path):
    loaded = datasets.load_dataset(str(built), cache_dir=str(tmp_path))
    assert list(loaded) == list(SPLITS)
    for split in SPLITS:
        assert [{**row, "label": LABELS[row["label"]]} for row in loaded[split]] == rows(split)
        assert loaded[split].features == FEATURES


def test_the_folder_streams(built):
    streamed = datasets.load_dataset(str(built), split="anchors", streaming=True)
    assert [row["id"] for row in streamed] == [row["id"] for row in rows("anchors")]


def test_it_holds_one_file_a_split_a_card_and_a_manifest(built):
    files = {f"data/{split}-00000-of-00001.parquet" for split in SPLITS}
    assert set(digests(built)) == files | {"README.md", MANIFEST}
    manifest = json.loads((built / MANIFEST).read_text())
    assert {path: entry["sha256"] for path, entry in manifest["files"].items()} == {
        path: digest for path, digest in digests(built).items() if path in files
    }


@pytest.mark.parametrize("num_proc", [1, 2, 3])
def test_every_file_has_the_same_bytes_again_with_any_number_of_processes(built, tmp_path, num_proc):
    assert digests(build(RefusalPrompts, tmp_path / "again", num_proc=num_proc)) == digests(built)


def test_building_leaves_the_hugging_face_cache_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "cache")
    build(RefusalPrompts, tmp_path / "out")
    assert not (tmp_path / "cache").exists()


def test_a_finished_build_is_left_alone(copied):
    before = {path: path.stat().st_mtime_ns for path in copied.rglob("*")}
    build(RefusalPrompts, copied)
    assert {path: path.stat().st_mtime_ns for path in copied.rglob("*")} == before


@pytest.mark.parametrize("lost", ["data/test-00000-of-00001.parquet", "README.md"])
def test_a_lost_file_is_made_again(built, copied, lost):
    (copied / lost).unlink()
    assert digests(build(RefusalPrompts, copied)) == digests(built)


def test_a_cut_off_file_is_made_again(built, copied):
    path = copied / "data/tuning-00000-of-00001.parquet"
    path.write_bytes(path.read_bytes()[:100])
    assert digests(build(RefusalPrompts, copied)) == digests(built)


def test_a_folder_with_other_files_is_refused_untouched(tmp_path):
    (tmp_path / "README.md").write_text("mine")
    with pytest.raises(UsageError, match="other files"):
        build(RefusalPrompts, tmp_path, force=True)
    assert digests(tmp_path) == {"README.md": sha256(b"mine").hexdigest()}


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "out").write_text("mine")
    with pytest.raises(UsageError, match="is a file"):
        build(RefusalPrompts, tmp_path / "out")


def test_an_older_build_is_replaced_only_by_force(built, copied):
    manifest = json.loads((copied / MANIFEST).read_text())
    (copied / MANIFEST).write_text(json.dumps({**manifest, "fingerprint": "0" * 32}))
    (copied / "data" / "train-00000-of-00001.parquet").write_bytes(b"of the older one")
    with pytest.raises(UsageError, match="choose another --out"):
        build(RefusalPrompts, copied)
    assert digests(build(RefusalPrompts, copied, force=True)) == digests(built)


def test_an_existing_empty_folder_will_do(built, tmp_path):
    assert digests(build(RefusalPrompts, tmp_path)) == digests(built)


def test_the_committed_card_shows_the_counts_of_the_data(built):
    """The card beside the builder is what the Hub shows of it: its text and tables are those of a fresh build."""
    bodies = [path.read_text().split("\n---\n", 1)[1] for path in (built / "README.md", TEMPLATE)]
    assert bodies[0] == bodies[1], "run `triptych build refusals` and copy the text below the YAML to the template"


@pytest.mark.parametrize("kind", ["build", "install"])
def test_a_full_disk_is_a_clear_error_and_leaves_nothing_half_done(tmp_path, kind):
    environment = {**os.environ, "HF_HOME": str(tmp_path / "hf")}
    command = [sys.executable, "-c", SMALL_DISK, kind, str(tmp_path / "out")]
    said = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert "cannot write in" in said
    assert "Free space" in said
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".lock"]


def test_an_unwritable_place_is_a_clear_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match="cannot write"):
        build(RefusalPrompts, tmp_path / "file" / "out")


@pytest.mark.parametrize("kind", ["build", "install"])
def test_killed_at_any_moment_the_next_run_completes(tmp_path, kind):
    """SIGKILL before every rename and at other file operations; an installation always leaves one to load."""
    environment = {**os.environ, "HF_HOME": str(tmp_path / "hf"), "HF_HUB_OFFLINE": "1"}
    (tmp_path / "work").mkdir()
    command = [sys.executable, str(DRIVER), kind, str(tmp_path / "work")]
    report = json.loads(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    whole = report["whole"]
    assert (whole["status"], whole["loads"], whole["again"]) == (0, 0, 0)
    assert len(report["killed"]) >= 10
    for point, trial in report["killed"].items():
        outcome = (trial["status"], trial["loads"], trial["again"], trial["state"] == whole["state"])
        assert outcome == (-9, 0, 0, True), f"killed before operation {point}: {trial['events'][-1]}"
