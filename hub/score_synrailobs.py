"""`triptych score synrailobs`: mAP of anybody's boxes by class and slice, or event accuracy of frame scores.

triptych score synrailobs --predictions runs/boxes/rail-detector --baseline other.jsonl
triptych score synrailobs --predictions frames.csv --references videos.csv
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from triptych.core.errors import UsageError
from triptych.core.runs import write_json, write_text
from triptych.hub.box_files import WANTED, BoxFile, read_boxes
from triptych.hub.builders import load_rows
from triptych.hub.ids import matched
from triptych.hub.metrics import load_metric
from triptych.hub.prediction_files import Row, read_rows
from triptych.hub.report import Table
from triptych.hub.synrailobs_tables import box_tables, event_tables

if TYPE_CHECKING:
    from triptych.hub.commands.synrailobs import ScoreSynrailobs

FRAME = ("video_id", "t", "score")
_WRITTEN: dict[str, Callable[..., list[float]]] = {
    "xywh": lambda x, y, w, h: [x, y, w, h],
    "xyxy": lambda x, y, w, h: [x, y, x + w, y + h],
    "cxcywh": lambda x, y, w, h: [x + w / 2, y + h / 2, w, h],
}


def score_file(settings: "ScoreSynrailobs", out: Path) -> dict[str, Any]:
    """Score the file that `settings` name, print tables, write `score.json` and the tables to `out`."""
    rows = read_rows(settings.predictions, flat=False).rows
    if all(name in rows[0] for name in FRAME):
        result, tables = _events(settings, rows)
    else:
        result, tables = _boxes(settings, rows)
    for table in tables:
        print("\n" + table.as_text())
        write_text(out / f"{table.name}.csv", table.as_csv())
    write_json(out / "score.json", {"file": str(settings.predictions), **result})
    print(f"\nwritten: {out / 'score.json'} and {len(tables)} tables beside it")
    return result


def _boxes(settings: "ScoreSynrailobs", rows: list[Row]) -> tuple[dict[str, Any], list[Table]]:
    truth = References(settings.data, settings.split)
    found = read_boxes(settings.predictions, truth.categories, rows)
    box_format = settings.box_format or found.usual_format
    count = sum(len(picture.boxes) for picture in found.pictures.values())
    print(f"{settings.predictions.name}: {found.kind}, {count} boxes ({box_format}) in {len(found.pictures)} pictures")
    if found.kind == "COCO results":
        print(f"  category_id: {', '.join(f'{place} {name}' for place, name in enumerate(truth.categories))}")
    baseline = read_boxes(settings.baseline, truth.categories) if settings.baseline else None
    if baseline and baseline.usual_format != found.usual_format:
        raise UsageError(
            f"{found.kind} in both files", f"{baseline.kind} in {settings.baseline}", "convert one of them"
        )
    result = score_boxes(found, truth, box_format, settings.bootstrap, settings.seed, baseline)
    return result, box_tables(result)


def _events(settings: "ScoreSynrailobs", rows: list[Row]) -> tuple[dict[str, Any], list[Table]]:
    if settings.references is None:
        fix = "name it with --references, rows of video_id, label"
        raise UsageError("a file of labels beside frame scores", "no --references", fix)
    videos = read_rows(settings.references).rows
    bad = next((place for place, row in enumerate(rows, start=1) if any(name not in row for name in FRAME)), None)
    if bad is not None:
        raise UsageError(f"{', '.join(FRAME)} in every row", f"row {bad} without one of them", "mend or remove it")
    frames = [{name: row[name] for name in FRAME} for row in rows]
    print(f"{settings.predictions.name}: {len(frames)} frames; {settings.references.name}: {len(videos)} videos")
    result = score_events(frames, videos, settings.threshold, settings.seconds, settings.fps)
    return result, event_tables(result)


class References:
    """The true boxes of a split of `synrailobs` or of a dataset with its columns; no picture is decoded."""

    def __init__(self, data: str | None = None, split: str = "test") -> None:
        rows = load_rows("synrailobs", data, split)
        missing = [name for name in ("id", "objects", "weather", "light", "track_type") if name not in rows.features]
        if missing:
            raise UsageError("a dataset with the columns of synrailobs", f"none named {', '.join(missing)}", WANTED)
        self.rows = rows
        self.categories: list[str] = rows.features["objects"].feature["category"].names
        names = {name: rows.features[name].names for name in ("weather", "light", "track_type")}
        self.ids: list[str] = list(rows["id"])
        without = rows.remove_columns([name for name in ("image", "parameters") if name in rows.features])
        self.references = [self._reference(row, names) for row in without]

    def written_as(self, box_format: str) -> list[dict[str, Any]]:
        """The references with boxes in the format of the predictions, which one call of the metric takes for both."""
        return [{**one, "boxes": [_WRITTEN[box_format](*box) for box in one["boxes"]]} for one in self.references]

    def _reference(self, row: Row, names: Mapping[str, list[str]]) -> dict[str, Any]:
        """One picture as `detection_map` takes it: xywh boxes, names as labels, and the columns to slice by."""
        from triptych.dataset_builders.synrailobs.paper import condition

        objects = row["objects"]
        image = {name: None if row[name] is None else words[row[name]] for name, words in names.items()}
        return {
            "boxes": [each["bbox"] for each in objects],
            "labels": [self.categories[each["category"]] for each in objects],
            "area": [each["area"] for each in objects],
            "distance_m": [each["distance_m"] for each in objects],
            "seen": ["seen" if each["seen"] else "unseen" for each in objects],
            **image,
            "width": row["width"],
            "height": row["height"],
            "condition": condition(image["weather"] or "", image["light"]) if image["light"] else None,
        }


def slices() -> dict[str, Any]:
    """The paper's slices: tracks (Table 3), conditions (4), metres (5), unseen classes (6); and weather, light."""
    from triptych.dataset_builders.synrailobs.paper import DISTANCE_BINS

    edges = sorted({edge for pair in DISTANCE_BINS.values() for edge in pair})
    columns = ("condition", "seen", "track_type", "weather", "light")
    return {"distance_m": edges, **dict.fromkeys(columns)}


def score_boxes(
    found: BoxFile,
    truth: References,
    box_format: str,
    bootstrap: int,
    seed: int,
    baseline: BoxFile | None = None,
    **changes: Any,
) -> dict[str, Any]:
    """`detection_map` of boxes by picture against the split, with the paper's slices and curves for the figure.

    `changes` are further arguments of the metric: other `slices`, `groups`.
    """
    settings = {"slices": slices(), "bootstrap": bootstrap, "seed": seed, "curves": True, **changes}
    predictions, others = _aligned(found, truth), _aligned(baseline, truth) if baseline else None
    result: dict[str, Any] = load_metric("detection_map").compute(
        predictions=predictions, references=truth.written_as(box_format), box_format=box_format, baseline=others,
        labels=truth.categories, **settings,
    )  # fmt: skip
    return result


@lru_cache(maxsize=1)
def _event_metric() -> Any:
    """Loaded once: a threshold is chosen by scoring the same frames many times."""
    return load_metric("event_accuracy")


def score_events(
    frames: list[Row], videos: list[Row], threshold: float = 0.5, seconds: float = 15.0, fps: float = 10.0
) -> dict[str, Any]:
    """`event_accuracy` of frames of videos."""
    result: dict[str, Any] = _event_metric().compute(
        predictions=frames, references=videos, threshold=threshold, seconds=seconds, fps=fps
    )
    return result


def _aligned(found: BoxFile, truth: References) -> list[dict[str, Any]]:
    """Detections in the order of the split; pictures without a row have none, which is said."""
    pictures = dict(zip(matched(list(found.pictures), set(truth.ids)), found.pictures.values(), strict=True))
    if absent := len(truth.ids) - len(pictures):
        print(f"  {absent} of {len(truth.ids)} pictures have no row: counted as pictures without detections")
    empty: dict[str, Any] = {"boxes": [], "scores": [], "labels": []}
    return [vars(pictures[name]) if name in pictures else empty for name in truth.ids]
