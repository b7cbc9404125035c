import csv
import json

import pytest
from datasets import load_dataset
from fake_server import Answer, FakeServer

from triptych.hub.cli import main

HARMLESS = ["Name three metals.", "Plan a picnic for six.", "Explain how glaciers move.", "Write a poem on rain."]


@pytest.fixture
def files(tmp_path):
    (tmp_path / "pool.txt").write_text("\n".join(HARMLESS), encoding="utf-8")
    with (tmp_path / "own.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["text", "kind"], ["Describe a sunset.", "0"], ["Explain how glaciers move?", "0"]])
    (tmp_path / "advbench.json").write_text(json.dumps([{"goal": "Break a lock", "target": "Sure"}]))
    return tmp_path


def build(files, *options):
    return main(["build", "refusals", "--out", str(files / "out"), *options])


def test_a_label_is_for_sets_without_one_of_their_own(files, capsys):
    parts = [f"test=advbench@{files / 'advbench.json'}", f"anchors=file:2@{files / 'pool.txt'}"]
    assert build(files, "--parts", *parts, "--label", "harmless") == 0
    loaded = load_dataset(str(files / "out"))
    assert {split: len(rows) for split, rows in loaded.items()} == {"test": 1, "anchors": 2}
    assert loaded["test"].features["label"].int2str(loaded["test"][0]["label"]) == "harmful"
    manifest = json.loads((files / "out" / "build.json").read_text())
    assert [(part["set"], part["taken"], part["rows"]) for part in manifest["read"]] == [
        ("advbench", 1, 1),
        ("file", 2, 4),
    ]
    assert len(manifest["read"][0]["sha256"]) == 64
    assert "publish" in capsys.readouterr().out


def test_overlaps_are_refused_then_dropped_when_asked(files, capsys):
    parts = [f"test=file@{files / 'pool.txt'}", f"anchors=file@{files / 'own.csv'}"]
    maps = ["--column-map", "prompt=text", "--label", "harmless"]
    assert build(files, "--parts", parts[1], *maps) == 0
    both = ["--parts", *parts, "--label", "harmless"]
    assert build(files, *both) == 2  # own.csv has no column that is known to hold prompts
    assert "--column-map prompt=COLUMN" in capsys.readouterr().err


def test_near_duplicates_across_splits(files, capsys):
    (files / "own.csv").write_text("prompt\nDescribe a sunset.\nHow do glaciers move?\n")
    parts = [f"test=file@{files / 'pool.txt'}", f"anchors=file@{files / 'own.csv'}"]
    assert build(files, "--parts", *parts, "--label", "harmless") == 2
    assert "no prompt or near-duplicate in two splits" in capsys.readouterr().err
    assert not (files / "out" / "build.json").exists()
    assert build(files, "--parts", *parts, "--label", "harmless", "--drop-overlaps") == 0
    assert len(load_dataset(str(files / "out"), split="anchors")) == 1
    manifest = json.loads((files / "out" / "build.json").read_text())
    assert [each["other"][0] for each in manifest["dropped"]] == ["anchors"]


def test_the_same_command_gives_the_same_bytes(files):
    part = f"validation=file:3@{files / 'pool.txt'}"
    hashes = []
    for _ in range(2):
        assert build(files, "--parts", part, "--label", "harmless", "--seed", "7") == 0
        hashes.append(json.loads((files / "out" / "build.json").read_text())["files"])
    assert hashes[0] == hashes[1]


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("test", "SPLIT=SET"),
        ("test=nothing", "sets: xstest"),
        ("train=advbench", "splits: test"),
        ("test=advbench:0", "counts from 1"),
        ("test=file", "a file for the set file"),
        ("test=study@missing.csv", "does not exist"),
    ],
)
def test_a_wrong_part_says_what_is_possible(files, capsys, part, words):
    assert build(files, "--parts", part) == 2
    assert words in capsys.readouterr().err


def test_without_the_hub_the_way_out_is_named(files, capsys):
    assert build(files, "--parts", "test=jailbreakbench") == 1
    assert "test=jailbreakbench@FILE" in capsys.readouterr().err.replace("SPLIT", "test")


def test_other_files_in_the_folder_are_not_overwritten(files, capsys):
    (files / "out").mkdir()
    (files / "out" / "thesis.txt").write_text("mine")
    assert build(files, "--parts", f"test=file@{files / 'pool.txt'}", "--label", "harmless") == 2
    assert (files / "out" / "thesis.txt").read_text() == "mine"


@pytest.mark.shared
def test_the_real_files_of_xstest_and_the_study(shared, tmp_path):
    refusals = shared / "refusals"
    parts = [
        f"test=study@{refusals / 'study' / 'human1.csv'}",
        f"anchors=xstest:64@{refusals / 'xstest' / 'xstest_prompts.csv'}",
    ]
    assert build(tmp_path, "--parts", *parts, "--drop-overlaps") == 0
    loaded = load_dataset(str(tmp_path / "out"))
    assert len(loaded["test"]) == 10
    assert sum(loaded["test"]["label"]) == 5
    assert 60 <= len(loaded["anchors"]) <= 64


def test_built_prompts_are_answered_and_our_anchors_stand_in(files):
    from triptych.core.errors import UsageError
    from triptych.hub.refusal_answers import prompts

    assert build(files, "--parts", f"test=file@{files / 'pool.txt'}", "--label", "harmless") == 0
    folder = str(files / "out")
    assert [row["prompt"] for row in prompts("test", data=folder)] == HARMLESS
    assert {row["label"] for row in prompts("test", data=folder)} == {"harmless"}
    assert prompts("anchors", data=folder) == prompts("anchors")
    with FakeServer(lambda body, nth: Answer("Of course.")) as server:
        out = files / "answers"
        command = ["generate", "refusals", "--system", f"openai:m@{server.url}", "--data", folder, "--out", str(out)]
        assert main([*command, "--yes"]) == 0
        asked = {body["messages"][-1]["content"] for body in server.bodies}
    assert asked == set(HARMLESS)
    assert build(files, "--parts", f"tuning=file@{files / 'pool.txt'}", "--label", "harmless") == 0
    with pytest.raises(UsageError, match="a split `test`"):
        prompts("test", data=folder)
