"""The pictures and films of the settings' folders, each with what its metadata says."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from triptych.dataset_builders.problems import Problem
from triptych.dataset_builders.synrailobs.photos.background_film_frames import films_in
from triptych.dataset_builders.synrailobs.photos.background_metadata import Words, find_metadata, read_metadata
from triptych.dataset_builders.synrailobs.photos.background_settings import BackgroundSettings
from triptych.dataset_builders.synrailobs.photos.pictures import pictures_in

BESIDE: Final = ("", ".json", ".jsonl", ".csv", ".txt", ".md", ".xml", ".yaml", ".yml", ".html", ".pdf")
"""Suffixes of what lies beside pictures and films without being meant as one."""


@dataclass(frozen=True)
class Input:
    """A picture or film; `name` is its path in the folder."""

    path: Path
    name: str
    words: Words

    @property
    def group(self) -> str:
        """What must stay in one split: the metadata's group, else the file itself."""
        return self.words.group or self.name


@dataclass(frozen=True)
class Inputs:
    """All pictures and films by name, and what in the folders and their metadata is of no use."""

    pictures: list[Input]
    films: list[Input]
    problems: list[Problem]


def find_inputs(settings: BackgroundSettings) -> Inputs:
    """List the folders and read their metadata; `UsageError` for mistakes in it."""
    found = Inputs([], [], [])
    roots: list[tuple[Path | None, Callable[[Path], list[Path]], list[Input]]] = [
        (settings.pictures, pictures_in, found.pictures),
        (settings.videos, films_in, found.films),
    ]
    named: dict[Path, set[str]] = {}
    for root, list_files, inputs in roots:
        if root is not None:
            file = settings.metadata or find_metadata(root)
            words = read_metadata(file).words if file is not None else {}
            names = {path.relative_to(root).as_posix(): path for path in list_files(root)}
            inputs += [Input(path, name, words.get(name, Words())) for name, path in names.items()]
            if file is not None:
                named.setdefault(file, set()).update(names)
    for file, names_in_file in named.items():
        sayings = read_metadata(file)
        found.problems.extend([*sayings.problems, *sayings.unmatched(names_in_file, file.name)])
    found.problems.extend(_of_other_kinds(settings, {each.path for each in found.pictures + found.films}))
    return found


def _of_other_kinds(settings: BackgroundSettings, used: set[Path]) -> list[Problem]:
    """A line for each file that looks as if it were meant and is not used."""
    roots = dict.fromkeys(root for root in (settings.pictures, settings.videos) if root is not None)
    return [
        Problem(path.relative_to(root).as_posix(), f"{path.suffix}: not a kind of file that is read here")
        for root in roots
        for path in sorted(root.rglob("*"))
        if path.is_file()
        and path not in used
        and path.suffix.lower() not in BESIDE
        and not any(part.startswith(".") for part in path.relative_to(root).parts)
    ]
