"""Figure 3: a detector's confidence in the same obstacles before and after harmonisation, and where it looks.

The paper shows three pictures of one detector. Here the same obstacles of the test backgrounds are asked for in pairs
of composites that differ in nothing but the harmonisation, and the mean difference stands beside with its interval.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from triptych.core import charts
from triptych.core.errors import UsageError
from triptych.core.intervals import paired_bootstrap
from triptych.hub.builders import load_rows
from triptych.hub.rail_study.truth import CLUSTER
from triptych.hub.rail_study.variants import ALL, UNHARMONISED
from triptych.hub.report import Figure, Table

Picture = NDArray[np.uint8]
MOST = 240
"""Obstacles that are asked for, from all backgrounds in turn."""
SHOWN = 4
LEAST_SCORE = 0.001
LEAST_HEIGHT = 24
"""Pixels; smaller obstacles are counted, but not shown where larger ones are there."""


@dataclass(frozen=True)
class Pair:
    """One obstacle in two composites; `box` xyxy in pixels."""

    before: Picture
    after: Picture
    box: tuple[float, float, float, float]
    category: str
    background: str


def figure_3(
    out: Path, prefix: str, sets: Mapping[str, Path], detectors: Mapping[str, str], resamples: int, seed: int
) -> tuple[Figure | None, Table]:
    """The pictures of the first detector, and every detector's mean confidences with their paired difference."""
    from triptych.models.detection.confidence import paired_confidences
    from triptych.models.detection.load import load_detector

    pairs = pairs_of(sets[UNHARMONISED.name], sets[ALL.name])
    rows: list[list[Any]] = []
    figure: Figure | None = None
    for name, weights in detectors.items():
        detect = load_detector(weights, LEAST_SCORE)
        scores = paired_confidences(detect, [(pair.before, pair.after) for pair in pairs],
                                    [pair.box for pair in pairs])  # fmt: skip
        rows.append(_row(name, pairs, scores, resamples, seed))
        if figure is None and pairs:
            figure = _drawn(out / f"{prefix}-figure-3.png", name, detect, pairs, scores)
    columns = ["detector", "before", "after", "after - before", "found before", "found after", "obstacles",
               "backgrounds"]  # fmt: skip
    note = (
        "Highest score of any class that overlaps the obstacle's true box by IoU 0.5, 0 where there is none. Before: "
        "the composite without harmonisation, all else the same. 95 % interval: paired bootstrap over whole "
        "backgrounds. A detector trained on harmonised composites knows them best, so both trainings stand here."
    )
    return figure, Table("figure-3", "Figure 3: confidence before and after harmonisation", columns, rows, note)


def pairs_of(before: Path, after: Path) -> list[Pair]:
    """Obstacles that both test splits hold in the same place, at most `MOST`, from all backgrounds in turn."""
    one, two = (load_rows("synrailobs", str(folder), "test") for folder in (before, after))
    if list(one["id"]) != list(two["id"]):
        raise UsageError("the same composites with and without harmonisation", "others", "build both sets anew")
    names = two.features["objects"].feature["category"].names
    places = _places(two)
    pairs = []
    for row, number in places:
        first, second = one[row], two[row]
        x, y, w, h = second["objects"][number]["bbox"]
        pictures = [np.asarray(each["image"].convert("RGB")) for each in (first, second)]
        name = names[second["objects"][number]["category"]]
        pairs.append(Pair(pictures[0], pictures[1], (x, y, x + w, y + h), name, second[CLUSTER]))
    return pairs


def _places(rows: Any) -> list[tuple[int, int]]:
    """(row, object) of the obstacles to ask for."""
    turns: dict[str, int] = {}
    found = []
    for place, row in enumerate(rows.select_columns([CLUSTER, "objects"])):
        for number in range(len(row["objects"])):
            turns[row[CLUSTER]] = turns.get(row[CLUSTER], 0) + 1
            found.append((turns[row[CLUSTER]], place, number))
    return [(place, number) for _, place, number in sorted(found)[:MOST]]


def _row(name: str, pairs: Sequence[Pair], scores: NDArray[np.float64], resamples: int, seed: int) -> list[Any]:
    backgrounds = [pair.background for pair in pairs]
    if not pairs:
        return [name, None, None, "–", 0, 0, 0, 0]
    before, after = scores.T
    change = f"{(after - before).mean():+.3f}"
    if len(set(backgrounds)) > 1 and resamples:
        limits = paired_bootstrap(after, before, backgrounds, resamples, seed)
        change += f" [{limits.low:+.3f}, {limits.high:+.3f}]"
    return [name, float(before.mean()), float(after.mean()), change, int((before > 0).sum()), int((after > 0).sum()),
            len(pairs), len(set(backgrounds))]  # fmt: skip


def _drawn(path: Path, name: str, detect: Any, pairs: Sequence[Pair], scores: NDArray[np.float64]) -> Figure:
    """A line an obstacle: before, after, and the heat of the detector's answer after; PNG and SVG."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    chosen = _chosen(pairs, scores)
    titles = ("before", "after harmonisation", "Grad-CAM, after")
    with plt.style.context({**charts.STYLE, "axes.grid": False}):
        drawn, axes = plt.subplots(len(chosen), 3, figsize=(9.0, 2.0 * len(chosen) + 0.3), squeeze=False,
                                   layout="constrained")  # fmt: skip
        for line, place in zip(axes, chosen, strict=True):
            pair = pairs[place]
            heated = _heated(detect, pair)
            words = [f"{scores[place, 0]:.2f}", f"{scores[place, 1]:.2f}", ""]
            for cell, picture, title, word in zip(line, (pair.before, pair.after, heated), titles, words, strict=True):
                _tile(cell, picture, pair, title if place == chosen[0] else "", word)
        try:
            charts.save_both(drawn, path)
        finally:
            plt.close(drawn)
    text = "; ".join(f"{pairs[place].category} {scores[place, 0]:.2f} to {scores[place, 1]:.2f}" for place in chosen)
    caption = (
        f"The form of the paper's Figure 3. Detector: {name}. Numbers: its confidence in the obstacle in the white "
        "box; for each class the obstacle in the middle, by change, of those found best."
    )
    return Figure(path.name, f"Obstacles before and after harmonisation with Grad-CAM: {text}.", caption)


def _chosen(pairs: Sequence[Pair], scores: NDArray[np.float64]) -> list[int]:
    """One obstacle for each class, of those found best: not the best change but the middle one."""
    chosen = []
    for category in dict.fromkeys(pair.category for pair in pairs):
        places = [
            place for place, pair in enumerate(pairs) if pair.category == category and pair.box[3] - pair.box[1] > 24
        ]
        found = sorted(places, key=lambda place: -float(scores[place].max()))[: max(3, len(places) // 3)]
        by_change = sorted(found, key=lambda place: float(scores[place, 1] - scores[place, 0]))
        chosen += by_change[len(by_change) // 2 : len(by_change) // 2 + 1]
    return chosen[:SHOWN] or [0]


def _heated(detect: Any, pair: Pair) -> Picture:
    """The picture under its heat; as it is where the detector cannot be derived."""
    from triptych.models.detection.grad_cam import heat, overlay

    try:
        return overlay(pair.after, heat(detect, pair.after, pair.box))
    except UsageError:
        return pair.after


def _tile(axes: Any, picture: Picture, pair: Pair, title: str, word: str) -> None:
    """The surroundings of an obstacle, its box and a word above it."""
    left, top, right, bottom = pair.box
    side = max(2.6 * (right - left), 2.6 * (bottom - top), 90.0)
    middle = (left + right) / 2, (top + bottom) / 2
    height, width = picture.shape[:2]
    axes.imshow(picture, interpolation="bilinear")
    axes.add_patch(_rectangle(left, top, right - left, bottom - top))
    axes.set(xlim=_inside(middle[0], 0.8 * side, width), ylim=_inside(middle[1], 0.5 * side, height)[::-1],
             xticks=[], yticks=[])  # fmt: skip
    axes.spines[:].set_visible(False)
    axes.set_title(title)
    if word:
        axes.text(0.03, 0.95, f"{pair.category} {word}", transform=axes.transAxes, va="top", size=10, color="white",
                  bbox={"facecolor": "black", "alpha": 0.65, "pad": 3, "edgecolor": "none"})  # fmt: skip


def _rectangle(left: float, top: float, width: float, height: float) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((left, top), width, height, fill=False, edgecolor="white", linewidth=1.2)


def _inside(middle: float, half: float, length: int) -> tuple[float, float]:
    """An interval of twice `half` around `middle`, moved into the picture."""
    low = min(max(middle - half, 0.0), max(length - 2 * half, 0.0))
    return low, min(low + 2 * half, float(length))
