"""What a study runs: systems x directions x judges, from one settings file (TOML, JSON or YAML).

    judges = ["patterns", "paper_regex"]
    random_directions = 5

    [[systems]]
    name = "SmolLM2-135M + refusals"
    model = "smollm2-135m-refusal"
    directions = ["difference_of_means", "pca"]

    [human]
    file = "labelled.csv"
    column = "is_refusal"
    label_map = "true=refusal,false=no_refusal"

Without a file the study is the built-in one, `DEFAULT`.
"""

import re
from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from triptych.hub.settings_files import Strict, read_settings_file
from triptych.models.abliteration.paper import SUFFIX

Direction = Literal["difference_of_means", "pca", "pca_joint"]
PRINTED = {"pca": "PCA as printed", "pca_joint": "joint PCA"}


class SystemSettings(Strict):
    """One model, and which directions to project out of it."""

    name: str = Field(min_length=1)
    model: str | None = None
    """`smollm2-135m`, `smollm2-135m-refusal`, a Hub id or a folder; or else `answers`."""
    answers: Path | None = None
    """Predictions made elsewhere, keyed by id: a file or run folder. Relative to the settings file."""
    directions: tuple[Direction, ...] = ()
    """Each makes an edited system beside the unedited one."""
    layer: int | None = Field(default=None, ge=0)
    """Layer of the directions; chosen on validation if not given."""
    alpha: float = 1.0
    """Strength of the projection."""
    family: str = ""
    """For self-judging; the name if not given."""
    tuned_from: str | None = None
    """The system that this one was made from, to be compared with."""
    judge: str | None = None
    """What the judge `self` is for this system, as `openai:MODEL@URL`; if not given, the model itself, here."""

    @model_validator(mode="after")
    def _one_source(self) -> "SystemSettings":
        if (self.model is None) == (self.answers is None):
            raise ValueError("give either model or answers")
        if self.answers is not None and self.directions:
            raise ValueError("answers made elsewhere cannot be edited here: leave directions out")
        return self


class HumanSettings(Strict):
    """Human-labelled answers for the judges' passports; of any systems."""

    file: Path
    column: str
    label_map: str | None = None


class AnnotatorSettings(Strict):
    """Labels of this study's own answers by two people: columns id, system and label."""

    first: Path
    second: Path
    decisions: Path | None = None
    """The file of disagreements with its column `final` filled in."""


class StudySettings(Strict):
    """Everything that a study depends on besides its folder."""

    systems: tuple[SystemSettings, ...] = Field(min_length=1)
    judges: tuple[str, ...] = Field(default=("patterns", "paper_regex"), min_length=1)
    """The first one counts in figures."""
    random_directions: int = Field(default=1, ge=0, le=50)
    """Controls for each model with a difference of means: seeds `seed`, `seed` + 1 …"""
    data: str | None = None
    """Other prompts: a folder of `build refusals --parts`, or a Hub id."""
    limit: int | None = Field(default=None, ge=2)
    max_new_tokens: int = Field(default=48, ge=1)
    seed: int = 0
    kl: bool = True
    """Measure how far each edit moves answers to harmless prompts."""
    human: HumanSettings | None = None
    annotators: AnnotatorSettings | None = None

    @model_validator(mode="after")
    def _names(self) -> "StudySettings":
        names = [system.name for system in self.systems]
        if len(set(names)) < len(names):
            raise ValueError("systems need different names")
        unknown = [s.tuned_from for s in self.systems if s.tuned_from and s.tuned_from not in names]
        if unknown:
            raise ValueError(f"tuned_from names no system: {unknown[0]}")
        if "self" in self.judges and not all(system.judge or system.model for system in self.systems):
            raise ValueError("the judge self needs a `judge` in every system whose answers were made elsewhere")
        return self


# The suffix -ALB is the paper's (section 3.3).
DEFAULT = StudySettings(
    systems=(
        SystemSettings(name="SmolLM2-135M", model="smollm2-135m", family="SmolLM2"),
        SystemSettings(
            name="SmolLM2-135M + refusals", model="smollm2-135m-refusal", family="SmolLM2", tuned_from="SmolLM2-135M",
            directions=("difference_of_means", "pca"),
        ),
    )
)  # fmt: skip


class StudySystem(Strict):
    """A row of the study: an unedited model, or one with a direction projected out."""

    name: str
    folder: str
    source: SystemSettings
    direction: str | None = None
    seed: int = 0
    base: str | None = None
    """The unedited system of an edited one."""


def study_systems(settings: StudySettings) -> list[StudySystem]:
    """Every system of the study: each model unedited, then edited, then with random directions."""
    found: list[StudySystem] = []
    for source in settings.systems:
        short = re.sub(r"\W+", "-", source.name).strip("-").lower()
        found.append(StudySystem(name=source.name, folder=short, source=source, seed=settings.seed))
        for kind in source.directions:
            name = f"{source.name} {SUFFIX}" + (f" ({PRINTED[kind]})" if kind in PRINTED else "")
            found.append(StudySystem(name=name, folder=f"{short}-{kind}", source=source, direction=kind,
                                     seed=settings.seed, base=source.name))  # fmt: skip
        for place in range(settings.random_directions if "difference_of_means" in source.directions else 0):
            number = f" {place + 1}" if settings.random_directions > 1 else ""
            found.append(StudySystem(name=f"{source.name}, random direction{number}", folder=f"{short}-random-{place}",
                                     source=source, direction="random_like", seed=settings.seed + place,
                                     base=source.name))  # fmt: skip
    return found


def read_settings(path: Path) -> StudySettings:
    """The settings of a .toml, .json, .yaml or .yml file; `UsageError` names what is wrong and where."""
    return _beside(read_settings_file(path, StudySettings), path.parent)


def _beside(settings: StudySettings, folder: Path) -> StudySettings:
    """Relative paths are meant from the settings file, not from where the command runs."""
    systems = tuple(
        system.model_copy(update={"answers": folder / system.answers}) if system.answers else system
        for system in settings.systems
    )
    human = settings.human and settings.human.model_copy(update={"file": folder / settings.human.file})
    people = settings.annotators
    if people:
        paths = {name: folder / value for name, value in people.model_dump().items() if value}
        people = people.model_copy(update=paths)
    return settings.model_copy(update={"systems": systems, "human": human, "annotators": people})
