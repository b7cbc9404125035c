import json
from pathlib import Path

import pytest

from triptych.core.errors import UsageError
from triptych.hub.refusals.settings import DEFAULT, read_settings, study_systems

TOML = """
judges = ["patterns"]
random_directions = 2
seed = 7

[[systems]]
name = "Tuned"
model = "smollm2-135m-refusal"
directions = ["difference_of_means", "pca"]
layer = 12
tuned_from = "Other"

[[systems]]
name = "Other"
answers = "other/answers.csv"

[human]
file = "labelled.csv"
column = "is_refusal"
"""


def test_every_system_of_the_built_in_study() -> None:
    assert [(system.name, system.direction, system.seed) for system in study_systems(DEFAULT)] == [
        ("SmolLM2-135M", None, 0),
        ("SmolLM2-135M + refusals", None, 0),
        ("SmolLM2-135M + refusals -ALB", "difference_of_means", 0),
        ("SmolLM2-135M + refusals -ALB (PCA as printed)", "pca", 0),
        ("SmolLM2-135M + refusals, random direction", "random_like", 0),
    ]


def test_a_file_gives_systems_directions_and_judges(tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(TOML)
    settings = read_settings(tmp_path / "study.toml")
    systems = study_systems(settings)
    assert [(system.name, system.seed) for system in systems] == [
        ("Tuned", 7), ("Tuned -ALB", 7), ("Tuned -ALB (PCA as printed)", 7), ("Tuned, random direction 1", 7),
        ("Tuned, random direction 2", 8), ("Other", 7),
    ]  # fmt: skip
    assert len({system.folder for system in systems}) == 6
    assert {system.base for system in systems} == {None, "Tuned"}
    assert settings.systems[1].answers == tmp_path / "other" / "answers.csv"  # beside the settings file
    assert settings.human is not None
    assert settings.human.file == tmp_path / "labelled.csv"


@pytest.mark.parametrize("suffix", ["json", "yaml"])
def test_json_and_yaml_say_the_same(tmp_path: Path, suffix: str) -> None:
    (tmp_path / "study.toml").write_text(TOML)
    given = read_settings(tmp_path / "study.toml")
    path = tmp_path / f"study.{suffix}"
    path.write_text(json.dumps(given.model_dump(mode="json")))  # JSON is YAML too
    assert read_settings(path) == given


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("judges = [", "valid TOML"),
        ("", "systems: Field required"),
        ("colour = 1\n[[systems]]\nname='a'\nmodel='m'", "colour: Extra inputs"),
        ("[[systems]]\nname='a'", "either model or answers"),
        ("[[systems]]\nname='a'\nmodel='m'\nanswers='f.csv'", "either model or answers"),
        ("[[systems]]\nname='a'\nanswers='f.csv'\ndirections=['pca']", "leave directions out"),
        ("[[systems]]\nname='a'\nmodel='m'\ndirections=['left']", "difference_of_means"),
        ("[[systems]]\nname='a'\nmodel='m'\n[[systems]]\nname='a'\nmodel='n'", "different names"),
        ("[[systems]]\nname='a'\nmodel='m'\ntuned_from='b'", "names no system: b"),
        ("judges=['self']\n[[systems]]\nname='a'\nanswers='f.csv'", "judge self"),
        ("random_directions=-1\n[[systems]]\nname='a'\nmodel='m'", "greater than or equal to 0"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "study.toml"
    path.write_text(text)
    with pytest.raises(UsageError, match=message):
        read_settings(path)


def test_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="check --settings"):
        read_settings(tmp_path / "absent.toml")
    (tmp_path / "study.ini").write_text("")
    with pytest.raises(UsageError, match="ending in .toml"):
        read_settings(tmp_path / "study.ini")
