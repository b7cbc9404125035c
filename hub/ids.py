"""Ids of people's files matched to those of a dataset: as they stand, or as names of picture and video files."""

from collections.abc import Collection, Sequence
from pathlib import PurePosixPath

from triptych.core.errors import UsageError

SUFFIXES = (".jpg", ".jpeg", ".png", ".mp4")


def matched(names: Sequence[str], known: Collection[str]) -> list[str]:
    """Each name as an id of the dataset. Raises `UsageError` that lists the others."""
    found = [_plain(name, known) for name in names]
    strange = [name for name, match in zip(names, found, strict=True) if match not in known]
    if strange:
        got = f"{len(strange)} others, such as {', '.join(dict.fromkeys(strange[:5]))}"
        fix = "check --split and --data; file names of pictures and clips are taken for their ids"
        raise UsageError(f"ids of the split, such as {next(iter(known), 'none')}", got, fix)
    return found


def _plain(name: str, known: Collection[str]) -> str:
    if name in known or not name.lower().endswith(SUFFIXES):
        return name
    return PurePosixPath(name.replace("\\", "/")).stem
