"""Somebody else's set of pairs, in the forms in which sets are given out."""

import shutil

import datasets
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.formcoach.fit3d_tree import film
from triptych.dataset_builders.formcoach.released_import import read_release, released_pairs, released_row
from triptych.dataset_builders.problems import BadInput

COLUMNS = {"id": "pair", "user": "trainee", "reference": "expert", "exercise": "move", "instruction": "said"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("release")
    for number, name in enumerate(("a.mp4", "b.mp4")):
        film(folder / name, np.full((12 + number, 64, 64, 3), 90 * number + 50, np.uint8), 24)
    (folder / "list.csv").write_text(
        "pair,trainee,expert,move,said\n"
        "001,a.mp4,b.mp4,Squat,Keep your back straight.\n"
        "002,b.mp4,a.mp4,mule_kick,\n"
        "003,nowhere.mp4,a.mp4,Squat,Go.\n"
        "004,a.mp4,b.mp4,Pistol Squat,Go.\n"
        "001,a.mp4,b.mp4,Squat,Again.\n"
        f"005,a.mp4,b.mp4,Squat,{'word ' * 16}\n"
    )
    return folder


def test_a_table_of_paths_is_brought_in_and_what_does_not_fit_is_named(folder):
    release = read_release(str(folder / "list.csv"), COLUMNS, licence="CC-BY-4.0")
    pairs, problems, inputs = released_pairs(release)
    assert [(pair.id, pair.exercise) for pair in pairs] == [("001", "Squat"), ("002", "Mule Kick"), ("005", "Squat")]
    assert len(inputs) == 64
    assert [(problem.what, problem.reason[:24]) for problem in problems] == [
        ("003", "user nowhere.mp4: No suc"),
        ("004", "'Pistol Squat' is none o"),
        ("001", "the id is there already"),
        ("005", "an instruction of 16 wor"),
    ]
    row = released_row(pairs[0])
    assert row["user"]["bytes"] == (folder / "a.mp4").read_bytes()
    assert row["reference"]["bytes"] == (folder / "b.mp4").read_bytes()
    assert (row["fps"], row["licence"], row["redistributable"]) == (24.0, "CC-BY-4.0", False)
    assert row["annotations"] == [{"annotator": "released", "instruction": "Keep your back straight."}]
    assert released_row(pairs[1])["instruction"] is None
    assert released_row(pairs[2])["instruction"] is None


def test_videos_in_parquet_come_as_bytes(folder, tmp_path):
    clip = (folder / "a.mp4").read_bytes()
    table = pa.table({
        "n": [7], "trainee": [{"bytes": clip, "path": None}], "expert": [clip], "move": ["Squat"], "said": ["Go."],
    })  # fmt: skip
    pq.write_table(table, tmp_path / "set.parquet")
    (pair,), problems, _ = released_pairs(read_release(str(tmp_path / "set.parquet"), COLUMNS | {"id": "n"}))
    assert not problems
    assert pair.id == "7"
    assert released_row(pair)["reference"]["bytes"] == clip


def test_a_dataset_folder_with_video_and_class_columns_is_read_undecoded(folder, tmp_path):
    clip = {"bytes": (folder / "a.mp4").read_bytes(), "path": None}
    rows = datasets.Dataset.from_dict(
        {"pair": ["x"], "trainee": [clip], "expert": [clip], "move": [1]},
        features=datasets.Features({
            "pair": datasets.Value("string"), "trainee": datasets.Video(), "expert": datasets.Video(),
            "move": datasets.ClassLabel(names=["Deadlift", "Squat"]),
        }),
    )  # fmt: skip
    (tmp_path / "data").mkdir()
    rows.to_parquet(tmp_path / "data" / "test-00000-of-00001.parquet")
    columns = {name: column for name, column in COLUMNS.items() if name != "instruction"}
    (pair,), _, _ = released_pairs(read_release(str(tmp_path), columns))
    assert pair.exercise == "Squat"
    with pytest.raises(UsageError, match="--split"):
        read_release(str(tmp_path), columns, split="train")


def test_the_digest_follows_the_content_of_the_videos(folder, tmp_path):
    copied = shutil.copytree(folder, tmp_path / "copy")
    inputs = [released_pairs(read_release(str(place / "list.csv"), COLUMNS))[2] for place in (folder, copied)]
    assert inputs[0] == inputs[1]
    shutil.copy(copied / "a.mp4", copied / "b.mp4")
    assert released_pairs(read_release(str(copied / "list.csv"), COLUMNS))[2] != inputs[0]


@pytest.mark.parametrize(
    ("columns", "reason"),
    [
        ({"id": "pair"}, "none for user, reference, exercise"),
        (COLUMNS | {"colour": "x"}, "one for colour"),
        (COLUMNS | {"exercise": "sport"}, "sport"),
    ],
)
def test_a_map_that_does_not_fit_is_a_users_mistake(folder, columns, reason):
    with pytest.raises(UsageError, match=reason):
        read_release(str(folder / "list.csv"), columns)


def test_a_video_gone_since_says_so(folder, tmp_path):
    copied = shutil.copytree(folder, tmp_path / "copy")
    pairs = released_pairs(read_release(str(copied / "list.csv"), COLUMNS))[0]
    (copied / "a.mp4").unlink()
    with pytest.raises(BadInput, match=r"user a.mp4"):
        released_row(pairs[0])
