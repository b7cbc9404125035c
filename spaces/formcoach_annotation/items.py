"""What is annotated: pairs of clips of a FormCoach dataset, and lines of machine feedback on them.

    pairs = read_pairs()                                     # the installed dataset
    lines = read_feedback((Path("runs/feedback/kinematic"),), {pair.id for pair in pairs})

Equal lines of several systems on one pair are one line, rated once. Its id is a hash of pair and text, so that it says
nothing of the system.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from triptych.core.errors import UsageError
from triptych.spaces.annotation.shared_runs import run_rows

_COLUMNS: Final = ("id", "user", "reference", "exercise", "fps")


@dataclass(frozen=True)
class Pair:
    """A pair of clips; `clips` gives the MP4 bytes of user and reference when they are shown."""

    id: str
    exercise: str
    fps: float
    clips: Callable[[], tuple[bytes, bytes]]
    preference: str | None = None


@dataclass(frozen=True)
class Line:
    """A line of feedback, and the systems that gave it: these are never shown to annotators."""

    id: str
    text: str
    systems: tuple[str, ...]


def read_pairs(data: str | None = None) -> list[Pair]:
    """The pairs of all splits of a dataset folder or Hub id, else of the installed `formcoach`.

    Raises `UsageError` where there is none, or where columns are missing.
    """
    import datasets

    rows = datasets.concatenate_datasets(list(_splits(data).values()))
    if missing := [name for name in _COLUMNS if name not in rows.features]:
        raise UsageError("a FormCoach dataset", f"no columns {', '.join(missing)}", "check --data")
    for side in ("user", "reference"):
        rows = rows.cast_column(side, datasets.Video(decode=False))
    small = rows.remove_columns(
        [name for name in rows.column_names if name not in ("id", "exercise", "fps", "preference")]
    )
    names = getattr(rows.features["exercise"], "names", None)
    films = rows.select_columns(["user", "reference"])  # joints of a row take longer to read than both clips
    return [
        Pair(row["id"], names[row["exercise"]] if names else str(row["exercise"]), float(row["fps"] or 30),
             _clips(films, place), row.get("preference") or None)
        for place, row in enumerate(small)
    ]  # fmt: skip


def read_feedback(runs: Sequence[Path], pairs: Set[str]) -> dict[str, tuple[Line, ...]]:
    """Lines by pair from finished run folders of `triptych generate formcoach`; empty ones are left out.

    Raises `UsageError` where a folder is no finished run or none of its pairs is among `pairs`.
    """
    systems: dict[tuple[str, str], list[str]] = {}
    for run in runs:
        rows = run_rows(run, "formcoach")
        kept = [row for row in rows if row["id"] in pairs and (row["output"] or "").strip()]
        if not kept:
            raise UsageError("feedback on the pairs shown here", f"none in {run}", "name the data it is on: --data")
        for row in kept:
            systems.setdefault((row["id"], row["output"].strip()), []).append(row["system"])
    found: dict[str, tuple[Line, ...]] = {}
    for (pair, text), who in systems.items():
        name = sha256(f"{pair}\0{text}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
        found[pair] = (*found.get(pair, ()), Line(name, text, tuple(dict.fromkeys(who))))
    return found


def _splits(data: str | None) -> Mapping[str, Any]:
    import datasets

    if data is None:
        from triptych.dataset_builders.formcoach.builder import FormCoach
        from triptych.dataset_builders.parquet import installed

        splits: Mapping[str, Any] = installed(FormCoach, "formcoach")
        return splits
    try:
        splits = datasets.load_dataset(data)
    except (datasets.exceptions.DatasetNotFoundError, FileNotFoundError, ConnectionError, ValueError) as error:
        raise UsageError(f"a dataset at {data}", str(error).split("\n")[0], "check --data") from None
    return splits


def _clips(rows: Any, place: int) -> Callable[[], tuple[bytes, bytes]]:
    def read() -> tuple[bytes, bytes]:
        row = rows[place]
        user, reference = (_bytes(row[side]) for side in ("user", "reference"))
        return user, reference

    return read


def _bytes(video: Mapping[str, Any]) -> bytes:
    return video["bytes"] if video.get("bytes") is not None else Path(video["path"]).read_bytes()
