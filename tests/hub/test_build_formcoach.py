"""`triptych build formcoach` with a user's recordings, and `import`, as a user types them."""

import csv
import json
from collections import Counter
from pathlib import Path

import datasets
import pytest

from triptych.core.errors import RunError, UsageError
from triptych.core.vocabulary import NAMES
from triptych.dataset_builders.formcoach import fit3d_tree
from triptych.dataset_builders.formcoach.video import decode
from triptych.hub.build_formcoach import read_columns
from triptych.hub.builders import load_rows
from triptych.hub.cli import main
from triptych.hub.commands.formcoach import BuildFormcoach, ImportFormcoach
from triptych.hub.formcoach_feedback import write_feedback


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two people, two exercises, one camera, two repetitions of about 0.8 s."""
    folder = tmp_path_factory.mktemp("fit3d")
    names = ["Squat", "Barbell Shrug"]
    return fit3d_tree.write(folder, people=2, exercises=names, cameras=1, repetitions=2, size=160, tempo=4.0)


@pytest.fixture(scope="module")
def built(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("built") / "pairs"
    assert main(["build", "formcoach", "--config", "pairs", "--fit3d", str(tree), "--out", str(out)]) == 0
    return out


def report(folder: Path) -> dict:
    return json.loads((folder / "report.json").read_text())


def test_pairs_load_and_the_report_counts_them(built: Path, tmp_path: Path) -> None:
    rows = datasets.load_dataset(str(built), split="test", cache_dir=str(tmp_path))
    told = report(built)
    assert len(rows) == told["pairs"] == 2 * 2 * 2
    assert told["by_exercise"] == {"Squat": 4, "Barbell Shrug": 4}
    assert told["left_out"] == []
    assert told["missing_exercises"].keys() == set(NAMES) - {"Squat", "Barbell Shrug"}
    assert 0.5 < told["mean_seconds"] < 1.2
    card = (built / "README.md").read_text()
    assert "license: other" in card
    assert "| Squat | 4 |" in card


def test_what_was_built_can_be_coached(built: Path, tmp_path: Path) -> None:
    lines = write_feedback(tmp_path / "k", "kinematic", load_rows("formcoach", str(built), "test"), "test")
    assert Counter(line["status"] for line in lines) == {"ok": 8}


def test_the_same_command_again_leaves_all_as_it_is(built: Path, tree: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in built.rglob("*")}
    assert main(["build", "formcoach", "--config", "pairs", "--fit3d", str(tree), "--out", str(built)]) == 0
    assert {path: path.stat().st_mtime_ns for path in built.rglob("*")} == before


def test_a_benchmark_with_annotations_in_another_form(built: Path, tree: Path, tmp_path: Path) -> None:
    ids = [row["id"] for row in load_rows("formcoach", str(built), "test")]
    with (tmp_path / "said.csv").open("w") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "annotator", "instruction"])
        writer.writerows(
            [[ids[0], "anna", "Bend your knees more."], [ids[1], "anna", "word " * 16], ["x", "anna", "Go."]]
        )
    command = ["build", "formcoach", "--config", "benchmark", "--fit3d", str(tree), "--out", str(tmp_path / "out")]
    more = ["--size", "224x244", "--fps", "25", "--annotations", str(tmp_path / "said.csv")]
    assert main([*command, *more]) == 0
    rows = {row["id"]: row for row in load_rows("formcoach", str(tmp_path / "out"), "test")}
    assert sorted(rows) == sorted(ids)
    assert decode(rows[ids[0]]["user"]["bytes"]).shape[1:] == (244, 224, 3)
    assert rows[ids[0]]["fps"] == 25
    assert rows[ids[0]]["instruction"] == "Bend your knees more."
    assert rows[ids[1]]["instruction"] is None
    told = report(tmp_path / "out")
    assert told["fewer_pairs"] == {"Squat": 4, "Barbell Shrug": 4}  # of the 77 that the paper's size asks for
    assert [problem["what"] for problem in told["left_out"]] == [f"{ids[1]} (anna)", "x"]


def test_a_limit_is_spread_over_the_exercises(tree: Path, tmp_path: Path) -> None:
    BuildFormcoach(config="pairs", fit3d=tree, out=tmp_path / "out", limit=2, size="64x64").run()
    assert report(tmp_path / "out")["by_exercise"] == {"Squat": 1, "Barbell Shrug": 1}


def test_a_mapping_file_and_require_all(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mapping.json").write_text(json.dumps({"Squat": None, "Arms Circles": "squat"}))
    more = ["--mapping", str(tmp_path / "mapping.json"), "--size", "64x64"]
    command = ["build", "formcoach", "--config", "pairs", "--fit3d", str(tree), "--out", str(tmp_path / "out"), *more]
    assert main([*command, "--require-all"]) == 2
    said = capsys.readouterr().err
    assert "20 without" in said
    assert "Squat (no action of Fit3D is given for it)" in said
    assert main(command) == 0
    assert set(report(tmp_path / "out")["by_exercise"]) == {"Arms Circles", "Barbell Shrug"}


def test_own_videos_with_a_broken_one_among_them(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    films = tree / "train/s03/videos/50591643"
    lines = [
        {"user_file_name": "squat.mp4", "reference_file_name": "squat.mp4", "exercise": name, "id": name, "user_end": 1}
        for name in ("Squat", "Handstand")
    ]
    (tmp_path / "list.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    command = ["build", "formcoach", "--config", "videos", "--videos", str(films), "--out", str(tmp_path / "out")]
    assert main([*command, "--metadata", str(tmp_path / "list.jsonl")]) == 0
    assert "left out: list.jsonl: line 2: 'Handstand'" in capsys.readouterr().out
    (row,) = load_rows("formcoach", str(tmp_path / "out"), "test")
    assert (row["id"], row["source"], row["camera"], row["user_joints"]) == ("Squat", "user", None, None)
    assert report(tmp_path / "out")["pairs"] == 1


def test_a_released_set_is_imported(tree: Path, tmp_path: Path) -> None:
    film = tree / "train/s03/videos/50591643/squat.mp4"
    (tmp_path / "set.csv").write_text(f"name,a,b,what,line\np1,{film},{film},Squat,Keep your back straight.\n")
    columns = "id=name,user=a,reference=b,exercise=what,instruction=line"
    ImportFormcoach(data=str(tmp_path / "set.csv"), column_map=columns, out=tmp_path / "out", licence="MIT").run()
    (row,) = load_rows("formcoach", str(tmp_path / "out"), "test")
    assert row["user"]["bytes"] == film.read_bytes()
    assert (row["id"], row["instruction"], row["licence"]) == ("p1", "Keep your back straight.", "MIT")
    assert report(tmp_path / "out")["config"] == "released"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--config", "pairs"], "--fit3d DIR"),
        (["--config", "videos"], "--videos DIR"),
        (["--config", "pairs", "--fit3d", "nowhere"], "no folder nowhere"),
        (["--config", "pairs", "--fit3d", ".", "--size", "big"], "WIDTHxHEIGHT"),
    ],
)
def test_a_mistake_is_told_with_what_to_do(
    options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "formcoach", *options, "--out", str(tmp_path / "out")]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_nothing_usable_is_an_error_with_the_reasons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "metadata.csv").write_text("user_file_name,reference_file_name,exercise\na.mp4,b.mp4,Squat\n")
    with pytest.raises(RunError, match="no pair"):
        BuildFormcoach(config="videos", videos=tmp_path, out=tmp_path / "out").run()
    assert "a.mp4: no such file" in capsys.readouterr().out


def test_a_column_map_is_read() -> None:
    assert read_columns("id=a, user = b") == {"id": "a", "user": "b"}
    for text in ("id", "id=", "=a", ""):
        with pytest.raises(UsageError, match="--column-map"):
            read_columns(text)
