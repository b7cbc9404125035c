"""Settings of the rail study: files, paths, mistakes."""

from pathlib import Path

import pytest

from triptych.core.errors import UsageError
from triptych.hub.rail_study.settings import DEFAULT, read_settings

STUDY = """
bootstrap = 50
[data]
source = "site"
[[systems]]
name = "YOLO26 n"
train = "yolo26n"
training = { epochs = 3 }
[[systems]]
name = "elsewhere"
predictions = "boxes.parquet"
frames = "frames.csv"
[[systems]]
name = "hub"
weights = "PekingU/rtdetr_r50vd"
[events]
references = "videos.csv"
"""


def written(folder: Path, text: str, name: str = "study.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_paths_are_meant_from_the_file_and_hub_names_stay(tmp_path):
    (tmp_path / "site").mkdir()
    settings = read_settings(written(tmp_path, STUDY))
    assert settings.data.source == str(tmp_path / "site")
    trained, elsewhere, hub = settings.systems
    assert (trained.train, trained.training, trained.folder) == ("yolo26n", {"epochs": 3}, "yolo26-n")
    assert elsewhere.predictions == tmp_path / "boxes.parquet"
    assert elsewhere.frames == tmp_path / "frames.csv"
    assert hub.weights == "PekingU/rtdetr_r50vd"
    assert settings.events.references == tmp_path / "videos.csv"


def test_the_built_in_study_trains_the_baseline():
    assert [system.train for system in DEFAULT.systems] == ["centre"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[systems]]\nname = "a"\n', "one of train, weights and predictions"),
        ('[[systems]]\nname = "a"\ntrain = "x"\nweights = "y"\n', "one of train, weights and predictions"),
        ('[[systems]]\nname = "a"\nweights = "y"\ntraining = { epochs = 1 }\n', "belong to train"),
        ('[[systems]]\nname = "a b"\nweights = "y"\n[[systems]]\nname = "a-b"\nweights = "z"\n', "different names"),
        ('[[systems]]\nname = "a"\nweights = "y"\n[events]\nvideos = "films"\n', "need references"),
        ('[[systems]]\nname = "a"\nwheights = "y"\n', "wheights"),
        ("systems = [", "valid TOML"),
    ],
)
def test_mistakes_are_named(tmp_path, text, message):
    with pytest.raises(UsageError, match=message):
        read_settings(written(tmp_path, text))


def test_a_file_of_another_kind_is_refused(tmp_path):
    with pytest.raises(UsageError, match="rename or convert"):
        read_settings(written(tmp_path, STUDY, "study.ini"))
