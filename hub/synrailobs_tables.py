"""Tables of `detection_map` and `event_accuracy` results, each number with its interval and n."""

from collections.abc import Mapping, Sequence
from typing import Any

from triptych.hub.report import Table

STATISTICS = {
    "map": "mAP 50:95", "map_50": "mAP 50", "map_75": "mAP 75", "map_small": "mAP small", "map_medium": "mAP medium",
    "map_large": "mAP large", "mar_1": "mAR 1", "mar_10": "mAR 10", "mar_100": "mAR 100", "mar_small": "mAR small",
    "mar_medium": "mAR medium", "mar_large": "mAR large",
}  # fmt: skip
SLICES = {
    "condition": "condition (Table 4)",
    "distance_m": "metres (Table 5)",
    "seen": "class in training (Table 6)",
    "track_type": "track (Table 3)",
    "weather": "weather",
    "light": "light",
}


def box_tables(result: Mapping[str, Any]) -> list[Table]:
    """Statistics, classes and slices of one system; the difference where there is a baseline."""
    differences = [difference_table(result)] if "difference" in result else []
    return [statistics_table(result), *differences, class_table({"": result}), slice_table({"": result})]


def statistics_table(result: Mapping[str, Any]) -> Table:
    """COCO's twelve."""
    rows = [[title, cell(result, name)] for name, title in STATISTICS.items()]
    counts = f"n = {result['n']} pictures, {result['n_objects']} objects, {result['n_predictions']} boxes."
    note = f"{counts} {_resampled(result)}"
    return Table("statistics", "COCO statistics", ["figure", "%"], rows, note)


def difference_table(result: Mapping[str, Any], title: str = "Difference to the baseline") -> Table:
    """This system minus the baseline, on the same pictures."""
    rows = [[statistic, cell(result["difference"], name)] for name, statistic in STATISTICS.items()]
    note = f"Points, paired by picture, n = {result['n']}. {_resampled(result)}"
    return Table("difference", title, ["figure", "points"], rows, note)


def class_table(results: Mapping[str, Mapping[str, Any]]) -> Table:
    """mAP 50 and 50:95 of each class for each system."""
    first = next(iter(results.values()))
    columns = ["class", *(f"{title} {system}".strip() for system in results for title in ("mAP 50", "mAP 50:95")), "n"]
    rows = []
    for label, figures in first["per_class"].items():
        each = [cell(found["per_class"][label], name) for found in results.values() for name in ("map_50", "map")]
        rows.append([label, *each, figures["n"]])
    return Table("classes", "By class, %", columns, rows, f"n: objects. {_resampled(first)}")


def slice_table(results: Mapping[str, Mapping[str, Any]]) -> Table:
    """mAP 50 of each slice for each system."""
    first = next(iter(results.values()))
    columns = ["slice by", "value", *(f"mAP 50 {system}".strip() for system in results), "pictures", "objects"]
    rows = []
    for column, title in SLICES.items():
        for value, figures in first["slices"].get(column, {}).items():
            each = [cell(found["slices"][column][value], "map_50") for found in results.values()]
            rows.append([title, str(value), *each, figures["n_images"], figures["n_objects"]])
    note = (
        "Slices of objects (metres, class in training) ignore the objects outside, as COCO does outside an area range; "
        "a box that hits nothing counts as wrong in each. Slices of pictures leave out the other pictures. "
    )
    return Table("slices", "By slice, %", columns, rows, note + _resampled(first))


def event_tables(result: Mapping[str, Any]) -> list[Table]:
    """Figures over the videos, and what could not be counted."""
    names = {"accuracy": "accuracy %", "precision": "precision %", "recall": "recall %", "f1": "F1 %"}
    rows: list[list[Any]] = [[title, cell(result, name)] for name, title in names.items()]
    seconds = result["time_to_detection_s"]
    low, high = result.get("time_to_detection_s_ci") or (None, None)
    limits = "" if low is None or high is None else f" [{low:.1f}, {high:.1f}]"
    rows += [["median seconds to detection", "–" if seconds is None else f"{seconds:.1f}{limits}"],
             ["missing frames", result["n_missing_frames"]], ["repeated timestamps", result["n_duplicate_frames"]],
             ["videos without frames", result["n_unscored"]]]  # fmt: skip
    note = f"n = {result['n']} videos, called by the majority of their frames; 95 % intervals."
    return [Table("events", "Events in videos", ["figure", "value"], rows, note), _video_table(result["events"])]


def _video_table(events: Sequence[Mapping[str, Any]]) -> Table:
    columns = ["video_id", "label", "called", "frames", "missing", "positive_share", "time_to_detection_s", "reason"]
    rows = [[event.get(name) for name in columns] for event in events]
    return Table("videos", "Video by video", columns, rows)


def cell(figures: Mapping[str, Any], name: str) -> str:
    """A figure in percent with its interval: `58.2 [51.0, 64.4]`; a dash where it is undefined."""
    value = figures.get(name)
    if value is None:
        return "–"
    low, high = figures.get(f"{name}_ci") or (None, None)
    return f"{100 * value:.1f}" + ("" if low is None or high is None else f" [{100 * low:.1f}, {100 * high:.1f}]")


def _resampled(result: Mapping[str, Any]) -> str:
    return "95 % intervals: bootstrap over pictures." if "map_ci" in result else ""
