"""The copy in the Hugging Face cache: the literal call works elsewhere, and never meets a second configuration."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import datasets
import pytest

from triptych.dataset_builders.parquet import build, install_to_cache
from triptych.dataset_builders.refusal_prompts.builder import RefusalPrompts

CARD = Path(__file__).parents[2] / "dataset_builders/refusal_prompts/README.md"
LITERAL = """
import json, sys
from datasets import load_dataset
loaded = load_dataset("refusal_prompts")
streamed = load_dataset("refusal_prompts", split="test", streaming=True)
print(json.dumps({
    "rows": {split: data.num_rows for split, data in loaded.items()},
    "labels": loaded["test"].features["label"].names,
    "first": [loaded["test"][0]["id"], next(iter(streamed))["id"]],
    "version": str(loaded["test"].info.version),
    "ours": [name for name in sys.modules if name.startswith("triptych")],
}))
"""
INSTALL = """
from triptych.dataset_builders.parquet import install_to_cache
from triptych.dataset_builders.refusal_prompts.builder import RefusalPrompts
print(install_to_cache(RefusalPrompts, "refusal_prompts"))
"""


class Older(RefusalPrompts):
    VERSION = datasets.Version("0.9.0")
    BUILDER_CONFIGS = (datasets.BuilderConfig(name="default", version=VERSION),)


class Other(RefusalPrompts):
    """The same version with a second configuration."""

    BUILDER_CONFIGS = (datasets.BuilderConfig(name="other", version=RefusalPrompts.VERSION),)
    DEFAULT_CONFIG_NAME = "other"


@pytest.fixture
def cache(tmp_path, monkeypatch) -> Path:
    """An empty cache, and an empty working directory to load in."""
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "datasets")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    return tmp_path / "datasets"


def copies(cache: Path) -> list[Path]:
    return [path for path in cache.glob("refusal_prompts/*/*/*") if path.is_dir()]


def loaded_version() -> str:
    return str(datasets.load_dataset("refusal_prompts", split="test").info.version)


def plain(tmp_path: Path, **named: str) -> dict[str, str]:
    """An environment that knows nothing but the cache."""
    return {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "HF_HUB_OFFLINE": "1", **named}


@pytest.mark.parametrize("variable", ["HF_HOME", "HF_DATASETS_CACHE"])
def test_the_literal_call_works_in_an_empty_directory_with_plain_datasets(tmp_path, variable):
    environment = plain(tmp_path, **{variable: str(tmp_path / "hf")})
    (tmp_path / "empty").mkdir()
    run = {"env": environment, "cwd": tmp_path / "empty", "capture_output": True, "text": True, "check": True}
    path = Path(subprocess.run([sys.executable, "-c", INSTALL], **run).stdout.strip())
    assert path.is_relative_to(tmp_path / "hf")
    said = json.loads(subprocess.run([sys.executable, "-c", LITERAL], **run).stdout)
    assert said == {
        "rows": {"test": 100, "anchors": 64, "validation": 32, "tuning": 128},
        "labels": ["harmful", "harmless"],
        "first": ["test-harmful-001", "test-harmful-001"],
        "version": str(RefusalPrompts.VERSION),
        "ours": [],
    }
    example = re.search(r"```python\n(.*?)```", CARD.read_text(), re.DOTALL)[1]
    said = subprocess.run([sys.executable, "-c", example], **run).stdout
    assert said == "test-harmful-001 ['harmful', 'harmless']\n"
    assert list((tmp_path / "empty").iterdir()) == []


def test_two_installations_at_once_both_succeed(tmp_path):
    environment = plain(tmp_path, HF_HOME=str(tmp_path / "hf"))
    both = [subprocess.Popen([sys.executable, "-c", INSTALL], env=environment) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    assert len(copies(tmp_path / "hf" / "datasets")) == 1


def test_a_second_installation_changes_nothing(cache):
    target = install_to_cache(RefusalPrompts, "refusal_prompts")
    before = {path: path.stat().st_mtime_ns for path in target.rglob("*")}
    assert install_to_cache(RefusalPrompts, "refusal_prompts") == target
    assert {path: path.stat().st_mtime_ns for path in target.rglob("*")} == before
    assert copies(cache) == [target]


def test_nothing_is_left_beside_the_copy(cache):
    install_to_cache(RefusalPrompts, "refusal_prompts")
    assert {path.name for path in cache.iterdir()} <= {"refusal_prompts", "refusal_prompts_install.lock"}


def test_a_new_version_replaces_the_older_copy(cache):
    older = install_to_cache(Older, "refusal_prompts")
    assert loaded_version() == "0.9.0"
    newer = install_to_cache(RefusalPrompts, "refusal_prompts")
    os.utime(newer, (0, 0))  # datasets goes by age: even so there is nothing else to find
    assert copies(cache) == [newer]
    assert not older.parent.exists()
    assert loaded_version() == str(RefusalPrompts.VERSION)


def test_a_second_configuration_in_the_cache_makes_no_ambiguity(cache):
    install_to_cache(RefusalPrompts, "refusal_prompts")
    Other(hash=RefusalPrompts.fingerprint()).download_and_prepare()
    with pytest.raises(ValueError, match="multiple 'refusal_prompts' configurations"):
        datasets.load_dataset("refusal_prompts")
    target = install_to_cache(RefusalPrompts, "refusal_prompts")
    assert copies(cache) == [target]
    assert loaded_version() == str(RefusalPrompts.VERSION)


def test_building_directly_into_the_cache_gives_the_same_copy(cache):
    RefusalPrompts().download_and_prepare()
    (copy,) = copies(cache)
    assert install_to_cache(RefusalPrompts, "refusal_prompts") == copy


def test_an_unfinished_copy_of_another_process_is_removed_unless_it_is_in_use(cache):
    target = install_to_cache(RefusalPrompts, "refusal_prompts")
    for name in ("dead", "alive"):
        target.with_name(f"{name}.incomplete").mkdir()
    with datasets.builder.FileLock(target.with_name("alive_builder.lock")):
        install_to_cache(RefusalPrompts, "refusal_prompts")
    assert {path.name for path in copies(cache)} == {target.name, "alive.incomplete"}


def test_a_damaged_copy_is_made_again(cache):
    target = install_to_cache(RefusalPrompts, "refusal_prompts")
    (target / "dataset_info.json").unlink()
    install_to_cache(RefusalPrompts, "refusal_prompts")
    assert loaded_version() == str(RefusalPrompts.VERSION)


def test_a_folder_of_that_name_is_no_longer_taken_for_the_dataset(cache, tmp_path):
    """Loading a built folder called refusal_prompts leaves a copy that the bare name would find from then on."""
    folder = build(RefusalPrompts, tmp_path / "refusal_prompts")
    datasets.load_dataset(str(folder))
    assert loaded_version() == "0.0.0"
    target = install_to_cache(RefusalPrompts, "refusal_prompts")
    assert copies(cache) == [target]
    assert datasets.load_dataset(str(folder))["test"].num_rows == 100


def test_copies_that_the_bare_name_passes_over_stay(cache, tmp_path):
    """Chosen files of a folder of that name are kept under an id that is no configuration's name."""
    folder = build(RefusalPrompts, tmp_path / "refusal_prompts")
    datasets.load_dataset(str(folder), data_files="data/test-*.parquet")
    theirs = copies(cache)
    assert len(theirs) == 1
    target = install_to_cache(RefusalPrompts, "refusal_prompts")
    assert set(copies(cache)) == {target, *theirs}
    assert loaded_version() == str(RefusalPrompts.VERSION)
