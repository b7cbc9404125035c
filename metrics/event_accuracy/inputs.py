"""What comes in, as checked columns: frames with scores, and videos with labels.

One frame: {"video_id": "site-3/0017", "t": 4.2, "score": 0.81}; one reference: {"video_id": "site-3/0017", "label": 1}.
A table is a list of such rows (None among them is no row), a pandas or `datasets` table, or a dict of columns.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError

FRAME, REFERENCE = ("video_id", "t", "score"), ("video_id", "label")
_POSITIVE, _NEGATIVE = {"true", "1", "1.0"}, {"false", "0", "0.0"}

FloatArray = NDArray[np.float64]
VideoId = str | int
"""Text or a whole number, of one kind in both tables: 1 and "1" are different names, and sharing them is a mistake."""


@dataclass(frozen=True)
class Frames:
    """All frames of all videos, (n,) each; `t` in seconds from the video's start, `score` in [0, 1]."""

    video_ids: list[VideoId]
    t: FloatArray
    score: FloatArray


def read_frames(predictions: Any) -> Frames:
    """The frames of `predictions`, None for none; `UsageError` names the first bad row."""
    video_ids, t, score = _columns(predictions, FRAME, "predictions")
    names = _ids(video_ids, "predictions")
    times, scores = _numbers(t, "t", "in seconds"), _numbers(score, "score", "from 0 to 1")
    if (bad := np.flatnonzero(~(times >= 0) | np.isinf(times))).size:
        raise _bad_row("t in seconds, 0 or more", "t", t, int(bad[0]), "count from the start of the video")
    if (bad := np.flatnonzero(~((scores >= 0) & (scores <= 1)))).size:
        fix = "give the highest detection score of the frame, 0 where nothing is detected"
        raise _bad_row("scores from 0 to 1", "score", score, int(bad[0]), fix)
    return Frames(names, times, scores)


def read_labels(references: Any) -> dict[VideoId, bool]:
    """Whether each video holds what is looked for; a video may be repeated with the same label."""
    video_ids, values = _columns(references, REFERENCE, "references")
    labels: dict[VideoId, bool] = {}
    for row, (name, value) in enumerate(zip(_ids(video_ids, "references"), values, strict=True)):
        label = _label(value, row)
        if labels.setdefault(name, label) != label:
            raise UsageError("one label for each video", f"both labels for {name!r}", "keep the right one")
    return labels


def packed(predictions: Any, references: Any) -> dict[str, list[str]]:
    """Both tables, checked, as one JSON text each.

    `evaluate` wants as many predictions as references, and here frames outnumber videos: one text stands for a batch.
    """
    frames, labels = read_frames(predictions), read_labels(references)
    columns = {"video_id": frames.video_ids, "t": frames.t.tolist(), "score": frames.score.tolist()}
    return {
        "predictions": [json.dumps(columns)],
        "references": [json.dumps({"video_id": list(labels), "label": list(labels.values())})],
    }


def unpacked(texts: Iterable[str], names: tuple[str, ...]) -> dict[str, list[Any]]:
    """The columns `names` of all batches behind `packed` texts."""
    batches = [json.loads(text) for text in texts]
    return {name: [value for batch in batches for value in batch[name]] for name in names}


def _columns(table: Any, names: tuple[str, ...], what: str) -> list[list[Any]]:
    """The columns `names` of a table in any of its forms."""
    if table is None:
        return [[] for _ in names]
    if hasattr(table, "columns") and hasattr(table, "to_dict"):  # pandas
        table = table.to_dict("list")
    if isinstance(table, Mapping):
        _need(names, table, what, "")
        columns = [_listed(table[name], what, names) for name in names]
        if len({len(column) for column in columns}) > 1:
            sizes = ", ".join(f"{name} {len(column)}" for name, column in zip(names, columns, strict=True))
            raise UsageError(f"columns of one length in {what}", sizes, "give one value of each for every row")
        return columns
    rows = [(place, row) for place, row in enumerate(_listed(table, what, names)) if row is not None]
    for place, row in rows:
        _need(names, row, what, f" in row {place}")
    return [[row[name] for _, row in rows] for name in names]


def _listed(values: Any, what: str, names: tuple[str, ...]) -> list[Any]:
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        example = "{" + ", ".join(f'"{name}": ...' for name in names) + "}"
        raise UsageError(f"a list of {example} as {what}", f"{type(values).__name__} {values!r:.60}", "write [...]")
    items = values.tolist() if hasattr(values, "tolist") else list(values)
    return items if isinstance(items, list) else [items]


def _need(names: tuple[str, ...], row: Any, what: str, where: str) -> None:
    wanted = f"{', '.join(names)} in {what}"
    if not isinstance(row, Mapping):
        raise UsageError(wanted, f"{type(row).__name__} {row!r:.60}{where}", "write a dict with these keys")
    if missing := [name for name in names if name not in row]:
        got = f"{', '.join(map(str, row))[:100] or 'nothing'}{where}"
        raise UsageError(wanted, got, f"add or rename: {', '.join(missing)}")


def check_kinds(frames: Frames, labels: Iterable[VideoId]) -> None:
    """Raise `UsageError` where one table names its videos by numbers and the other by text."""
    found, wanted = next(iter(frames.video_ids), None), next(iter(labels), None)
    if found is None or wanted is None or type(found) is type(wanted):
        return
    raise _two_kinds("on both sides", f"{_kind(found)} in predictions and {_kind(wanted)} in references")


def _ids(values: list[Any], what: str) -> list[VideoId]:
    for row, value in enumerate(values):
        if isinstance(value, bool) or not isinstance(value, str | int | np.integer) or value == "":
            raise UsageError(f"a video_id (text or whole number) in every row of {what}", f"{value!r} in row {row}",
                             "name the video of every row")  # fmt: skip
    ids: list[VideoId] = [str(value) if isinstance(value, str) else int(value) for value in values]
    first_of_kind = {type(value): value for value in reversed(ids)}
    if len(first_of_kind) > 1:
        raise _two_kinds(f"in all rows of {what}", f"{_kind(first_of_kind[int])} and {_kind(first_of_kind[str])}")
    return ids


def _kind(value: VideoId) -> str:
    return f"{'texts' if isinstance(value, str) else 'whole numbers'} such as {value!r:.60}"


def _two_kinds(where: str, got: str) -> UsageError:
    return UsageError(f"video_id of one kind {where}", got, "use text on both sides, or whole numbers on both")


def _numbers(values: list[Any], name: str, unit: str) -> FloatArray:
    for row, value in enumerate(values):
        try:
            float(value)
        except (TypeError, ValueError, OverflowError):
            fix = "leave out frames that were not scored" if value is None else "give one number a frame"
            raise _bad_row(f"{name} as a number {unit}", name, values, row, fix) from None
    return np.array([float(value) for value in values], dtype=np.float64)


def _bad_row(expected: str, name: str, values: list[Any], row: int, fix: str) -> UsageError:
    return UsageError(expected, f"{name} {values[row]!r:.60} in row {row} of predictions", fix)


def _label(value: Any, row: int) -> bool:
    text = str(value).strip().lower()
    if text in _POSITIVE | _NEGATIVE:
        return text in _POSITIVE
    raise UsageError("labels that are true or false, 1 or 0", f"{value!r:.60} in row {row} of references",
                     "map your labels to these; leave out videos without one")  # fmt: skip
