"""Draws overview.png, the README's picture: a pair, a composite with its boxes, and what projecting out takes away.

python docs/overview.py REPORT      # the folder with results.json that `triptych demo` wrote
"""

import json
import sys
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import av
import datasets
import numpy as np
from matplotlib import pyplot as plt
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from triptych.core import charts

PAIR: Final = "dumbbell-lateral-raise-01"
COMPOSITE: Final = 72
"""A row of the test split with obstacles near and far."""
SYSTEMS: Final = {
    "SmolLM2-135M": "as shipped",
    "SmolLM2-135M + refusals": "taught to refuse",
    "SmolLM2-135M + refusals -ALB": "… refusal direction\nprojected out",
    "SmolLM2-135M + refusals, random direction": "… random direction\nprojected out",
}


def middle_frame(video: bytes) -> NDArray[np.uint8]:
    """The frame (H, W, 3) in the middle of an MP4."""
    with av.open(BytesIO(video)) as film:
        frames: list[NDArray[np.uint8]] = [each.to_ndarray(format="rgb24") for each in film.decode(video=0)]
    return frames[len(frames) // 2]


def draw_pair(axes: Any) -> None:
    """Reference and user in the middle of their clips, and the line that the user needs."""
    pairs = datasets.load_dataset("formcoach", split="test").select_columns(["id", "reference", "user", "instruction"])
    for column in ("user", "reference"):
        pairs = pairs.cast_column(column, datasets.Video(decode=False))
    row = next(row for row in pairs if row["id"] == PAIR)
    reference, user = (middle_frame(row[column]["bytes"]) for column in ("reference", "user"))
    axes.imshow(np.hstack([reference, np.full((len(user), 4, 3), 255, np.uint8), user]))
    axes.set_title("formcoach: reference | user")
    axes.set_xlabel(f"“{row['instruction']}”")


def draw_composite(axes: Any) -> None:
    """A drawn scene, each obstacle with its box, class and distance."""
    rows = datasets.load_dataset("synrailobs", split="test")
    row = rows[COMPOSITE]
    names = rows.features["objects"].feature["category"]
    axes.imshow(row["image"])
    for each in row["objects"]:
        x, y, width, height = each["bbox"]
        axes.add_patch(Rectangle((x, y), width, height, fill=False, edgecolor=charts.ORANGE, linewidth=1.2))
        label = f"{names.int2str(each['category'])} {each['distance_m']:.0f} m"
        box = {"facecolor": charts.ORANGE, "edgecolor": "none", "pad": 1}
        axes.text(x, y - 8, label, color="black", fontsize=6, va="bottom", bbox=box)
    weather, light = (rows.features[column].int2str(row[column]) for column in ("weather", "light"))
    axes.set_title("synrailobs: tight boxes and distances")
    axes.set_xlabel(f"{weather} {light}, {row['width']} x {row['height']}")


def draw_refusals(axes: Any, report: Path) -> None:
    """Share of harmful prompts refused by each system, with Wilson's intervals."""
    panels = json.loads((report / "results.json").read_text(encoding="utf-8"))["panels"]
    panel = next(panel for panel in panels if panel["name"] == "refusals")
    rows = next(table for table in panel["tables"] if table["name"] == "counts")["rows"]
    systems = [row[0] for row in rows if row[1] == "patterns"]
    for place, system in enumerate(SYSTEMS):
        count = panel["numbers"]["counts"]["patterns"][systems.index(system)]["harmful"]
        share, (low, high) = count["refused"] / count["n"], count["rate_ci"]
        axes.barh(place, share, color=charts.BLUE, height=0.6, xerr=[[share - low], [high - share]], capsize=2)
        axes.text(1.02, place, f"{count['refused']} of {count['n']}", va="center", fontsize=8)
    axes.set_yticks(range(len(SYSTEMS)), SYSTEMS.values(), fontsize=8)
    axes.set_xticks([0, 0.5, 1], ["0", "50 %", "100 %"])
    axes.invert_yaxis()
    axes.set(title="refusals: harmful prompts refused", xlim=(0, 1.2))
    axes.grid(visible=False, axis="y")


def main() -> None:
    """Write overview.png beside this file."""
    with plt.style.context(charts.STYLE | {"figure.dpi": 110}):
        drawn, axes = plt.subplots(1, 3, figsize=(14, 2.9), width_ratios=[2, 1.78, 1.5], layout="constrained")
        draw_pair(axes[0])
        draw_composite(axes[1])
        draw_refusals(axes[2], Path(sys.argv[1]))
        for each in axes[:2]:
            each.set(xticks=[], yticks=[])
            each.spines[:].set_visible(False)
        charts.save(drawn, Path(__file__).with_name("overview.png"))


if __name__ == "__main__":
    main()
