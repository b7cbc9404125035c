"""Figures of the rail panel: pictures with boxes, precision and recall by class, slices, events."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from triptych.core import charts
from triptych.core.runs import atomic_path
from triptych.hub.box_files import Boxes
from triptych.hub.report import Figure
from triptych.hub.synrailobs_tables import cell

Picture = NDArray[np.uint8]
TILE = (480, 270)
TRUTH, FOUND = (80, 220, 120), (255, 150, 40)


def examples(out: Path, rows: Any, found: Mapping[str, Boxes], from_score: float) -> Figure:
    """Test pictures, one for each weather and light, with true boxes (green) and found ones (orange)."""
    weathers, lights = rows.features["weather"].names, rows.features["light"].names
    chosen = _one_each(rows, len(weathers), len(lights))
    tiles = [[_tile(rows[place], found, from_score, f"{lights[light]}, {weathers[weather]}")
              for weather in range(len(weathers)) for place in [chosen[weather, light]]]
             for light in range(len(lights))]  # fmt: skip
    _write_sheet(out / "synrailobs-examples.jpg", np.vstack([np.hstack(line) for line in tiles]))
    caption = (
        "Composites of the test split. Green: true boxes. Orange: boxes of the detector with a score of "
        f"{from_score:g} or more."
    )
    return Figure("synrailobs-examples.jpg", "Test pictures by light and weather with true and found boxes.", caption)


def examples_by_background(
    out: Path, rows: Any, found: Mapping[str, Boxes], from_score: float, system: str, most: int = 12
) -> Figure:
    """The picture with the most obstacles of each of the first backgrounds, four in a line; of any test set."""
    best: dict[str, tuple[int, int]] = {}
    for place, row in enumerate(rows.select_columns(["background_id", "objects"])):
        best[row["background_id"]] = max(best.get(row["background_id"], (-1, 0)), (len(row["objects"]), -place))
    tiles = [_tile(rows[-place], found, from_score, name[:48]) for name, (_, place) in list(best.items())[:most]]
    across = min(4, len(tiles))
    tiles += [np.full_like(tiles[0], 255)] * (-len(tiles) % across)
    lines = [np.hstack(tiles[start : start + across]) for start in range(0, len(tiles), across)]
    _write_sheet(out / "synrailobs-examples.jpg", np.vstack(lines))
    caption = f"Test pictures. Green: true boxes. Orange: boxes of {system} with a score of {from_score:g} or more."
    return Figure("synrailobs-examples.jpg", "Test pictures with true and found boxes.", caption)


def _write_sheet(path: Path, sheet: Picture) -> None:
    import cv2

    with atomic_path(path) as temporary:
        content = cv2.imencode(".jpg", cv2.cvtColor(sheet, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
        temporary.write_bytes(content.tobytes())


def _one_each(rows: Any, weathers: int, lights: int) -> dict[tuple[int, int], int]:
    """The picture with the most obstacles for each pair of weather and light."""
    best: dict[tuple[int, int], tuple[int, int]] = {}
    for place, row in enumerate(rows.select_columns(["weather", "light", "objects"])):
        key = (row["weather"], row["light"])
        best[key] = max(best.get(key, (-1, 0)), (len(row["objects"]), -place))
    return {(w, k): -best[w, k][1] for w in range(weathers) for k in range(lights) if (w, k) in best}


def _tile(row: Mapping[str, Any], found: Mapping[str, Boxes], from_score: float, title: str) -> Picture:
    import cv2

    picture = np.asarray(row["image"].convert("RGB"))
    scale = TILE[0] / picture.shape[1], TILE[1] / picture.shape[0]
    tile: Picture = cv2.resize(picture, TILE, interpolation=cv2.INTER_AREA)
    for x, y, w, h in (each["bbox"] for each in row["objects"]):
        _box(tile, (x, y, x + w, y + h), scale, TRUTH)
    boxes = found.get(row["id"], Boxes())
    for box, score, label in zip(boxes.boxes, boxes.scores, boxes.labels, strict=True):
        if score >= from_score:
            _box(tile, box, scale, FOUND, f"{label} {score:.2f}")
    _words(tile, title, (6, 16), 0.45, (255, 255, 255))
    return tile


def _box(
    tile: Picture, box: Sequence[float], scale: tuple[float, float], colour: tuple[int, int, int], text: str = ""
) -> None:
    import cv2

    left, top, right, bottom = (round(value * scale[place % 2]) for place, value in enumerate(box))
    cv2.rectangle(tile, (left, top), (right, bottom), colour, 1, cv2.LINE_AA)
    if text:
        _words(tile, text, (left, max(10, top - 3)), 0.38, colour)


def _words(tile: Picture, text: str, place: tuple[int, int], size: float, colour: tuple[int, int, int]) -> None:
    """Text with a dark rim, readable on snow and at night."""
    import cv2

    cv2.putText(tile, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), 2, cv2.LINE_AA)
    cv2.putText(tile, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)


def precision_recall(out: Path, result: Mapping[str, Any], system: str) -> Figure:
    """Precision over recall at IoU 0.5, a line for each class."""
    curves = result["curves"]
    with charts.figure(7.0, 4.4) as (drawn, axes):
        for colour, (label, curve) in zip(charts.PALETTE, curves["per_class"].items(), strict=False):
            figures = result["per_class"][label]
            name = f"{label}, AP50 {cell(figures, 'map_50')}, n = {figures['n']}"
            axes.plot(curves["recall"], curve["precision"], color=colour, lw=1.8, label=name)
        axes.set(xlim=(0, 1), ylim=(0, 1.02), xlabel="recall", ylabel="precision",
                 title=f"Precision and recall by class, IoU 0.5: {system}")  # fmt: skip
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=9)
        charts.save(drawn, out / "synrailobs-precision-recall.png")
    text = "; ".join(f"{label}: AP50 {cell(result['per_class'][label], 'map_50')} %" for label in curves["per_class"])
    caption = (
        "COCO's 101-point curves on the test split; the legend gives AP at IoU 0.5 in percent with its 95 % interval."
    )
    return Figure("synrailobs-precision-recall.png", f"Curves by class. {text}.", caption)


def slice_bars(out: Path, results: Mapping[str, Mapping[str, Any]], columns: Sequence[str]) -> Figure:
    """mAP 50 of each slice of `columns` for each system, with intervals and n."""
    first = next(iter(results.values()))
    keys = [(column, value) for column in columns for value in first["slices"].get(column, {})]
    keys = [key for key in keys if all(_percent(found, key) is not None for found in results.values())]
    names = [_slice_name(column, value, first["slices"][column][value]) for column, value in keys]
    series = [
        (system, [round(_percent(found, key) or 0.0, 1) for key in keys], [_limits(found, key) for key in keys])
        for system, found in results.items()
    ]
    with charts.figure(8.5, 0.42 * len(keys) + 1.4) as (drawn, axes):
        charts.bars_with_intervals(axes, names, series)
        highest = max(high for _, _, limits in series for _, high in limits)
        axes.set(
            xlim=(0, max(20.0, 1.12 * highest)), xlabel="mAP 50, %", title="Where does the detector find obstacles?"
        )
        axes.legend(loc="upper center", bbox_to_anchor=(0.4, -0.9 / (0.42 * len(keys) + 1.4)), ncols=2)
        charts.save(drawn, out / "synrailobs-slices.png")
    text = "; ".join(f"{name}: {value} %" for name, value in zip(names, series[0][1], strict=True))
    return Figure("synrailobs-slices.png", f"Bars by slice. {text}.", "Whiskers: 95 %, bootstrap over pictures.")


def _percent(result: Mapping[str, Any], key: tuple[str, Any]) -> float | None:
    value = result["slices"][key[0]][key[1]]["map_50"]
    return None if value is None else 100 * value


def _limits(result: Mapping[str, Any], key: tuple[str, Any]) -> tuple[float, float]:
    figures = result["slices"][key[0]][key[1]]
    low, high = figures.get("map_50_ci") or (None, None)
    point = 100 * figures["map_50"]
    return (point, point) if low is None or high is None else (100 * low, 100 * high)


def _slice_name(column: str, value: Any, figures: Mapping[str, Any]) -> str:
    text = f"{value} m" if column == "distance_m" else str(value)
    return f"{text} (n = {figures['n_objects']})"


def confusion(out: Path, result: Mapping[str, Any]) -> Figure:
    """Videos by label and call."""
    table, labels = result["confusion"], result["labels"]
    with charts.figure(4.6, 3.6) as (drawn, axes):
        axes.imshow(table, cmap="Blues", vmin=0, vmax=max(1, *(count for row in table for count in row)) * 1.3)
        for row, counts in enumerate(table):
            for column, count in enumerate(counts):
                axes.text(column, row, str(count), ha="center", va="center", size=18)
        axes.set(xticks=range(len(labels)), yticks=range(len(labels)), xlabel="called", ylabel="in truth",
                 title=f"Events, n = {result['n']} videos")  # fmt: skip
        axes.set_xticklabels(labels)
        axes.set_yticklabels(labels)
        axes.grid(visible=False)
        charts.save(drawn, out / "synrailobs-events.png")
    text = ", ".join(f"{name} {cell(result, name)} %" for name in ("accuracy", "precision", "recall"))
    caption = f"{text.capitalize()}. A video is called positive when more than half of its frames are."
    return Figure("synrailobs-events.png", f"Confusion of events: {table}. {text}.", caption)
