"""Table 7 in the paper's form with intervals and paired differences, and the differences drawn."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from triptych.core import charts
from triptych.dataset_builders.synrailobs import paper
from triptych.hub.rail_study.cells import backgrounds
from triptych.hub.rail_study.variants import NONE, VARIANTS, Variant
from triptych.hub.report import Figure, Table
from triptych.hub.synrailobs_tables import cell

Results = Mapping[str, Mapping[str, Any]]
TAUGHT = "seen"
"""The slice of objects whose classes every row has been taught."""


def ablation_tables(results: Results) -> list[Table]:
    """Table 7, and each class by row."""
    return [_table_7(results), _class_table(results)]


def spoken(variant: Variant, result: Mapping[str, Any]) -> str:
    """One row in a line: `harmony: mAP50 21.4 [18.0, 24.9] %, +1.2 [-0.8, 3.1] against none, n = …`."""
    found = f"{variant.steps}: mAP50 {cell(result, 'map_50')} %"
    counts = f"n = {result['n']} pictures, {result['n_objects']} objects, {backgrounds(result['n_groups'])}"
    if variant == NONE:
        return f"{found}, {counts}"
    return f"{found}, {signed(result['difference'], 'map_50')} points against none, {counts}"


def signed(figures: Mapping[str, Any], name: str) -> str:
    """A difference with its sign: `+1.2 [-0.8, 3.1]`."""
    text = cell(figures, name)
    return text if text.startswith(("-", "–")) else f"+{text}"


def _table_7(results: Results) -> Table:
    columns = ["", "harmony", "rescale", "random texture", "mAP50", "mAP50:95", "mAP50 taught classes", "mAP50 unseen",
               "Δ mAP50", "Δ taught classes", "paper mAP", "paper Δ"]  # fmt: skip
    rows = [_row(number, variant, results[variant.name]) for number, variant in enumerate(VARIANTS, start=1)]
    first = results[NONE.name]
    note = (
        f"n = {first['n']} test pictures, {first['n_objects']} objects, {backgrounds(first['n_groups'])}; 95 % "
        "intervals: bootstrap over whole backgrounds; Δ: points against row 1, paired. Paper: other data."
    )
    return Table("table-7", "Table 7: ablation, %", columns, rows, note)


def _row(number: int, variant: Variant, result: Mapping[str, Any]) -> list[Any]:
    marks = ["✓" if on else "" for on in (variant.harmony, variant.rescale, variant.random_texture)]
    seen = result["slices"]["seen"]
    slices = [cell(seen.get(value, {}), "map_50") for value in (TAUGHT, "unseen")]
    gains = ["", ""]
    if variant != NONE:
        part = result["difference"]["slices"]["seen"].get(TAUGHT, {})
        gains = [signed(result["difference"], "map_50"), signed(part, "map_50")]
    theirs = paper.TABLE_7[variant.name]
    gain = round(theirs - paper.TABLE_7[NONE.name], 1)
    return [number, *marks, cell(result, "map_50"), cell(result, "map"), *slices, *gains, theirs,
            None if variant == NONE else gain]  # fmt: skip


def _class_table(results: Results) -> Table:
    first = results[NONE.name]
    columns = ["class", "n objects", *(variant.steps for variant in VARIANTS)]
    rows = [
        [label, figures["n"], *(cell(results[variant.name]["per_class"][label], "map_50") for variant in VARIANTS)]
        for label, figures in first["per_class"].items()
    ]
    return Table("classes", "AP50 by class and row of Table 7, %", columns, rows, "95 % intervals as in Table 7.")


def gain_figure(out: Path, prefix: str, results: Results) -> Figure:
    """Differences to the row with nothing on, with intervals, beside the paper's; PNG and SVG."""
    shown = [variant for variant in VARIANTS if variant != NONE]
    at = [float(place) for place in range(len(shown))]
    parts = {
        "all classes": [results[variant.name]["difference"] for variant in shown],
        "taught classes": [results[variant.name]["difference"]["slices"]["seen"].get(TAUGHT, {}) for variant in shown],
    }
    with charts.figure(7.6, 3.2) as (drawn, axes):
        for place, (name, figures) in enumerate(parts.items()):
            known = [(height, each) for height, each in zip(at, figures, strict=True) if each.get("map_50") is not None]
            charts.points_with_intervals(
                axes, [height - 0.12 + 0.24 * place for height, _ in known],
                [100 * each["map_50"] for _, each in known], [_limits(each) for _, each in known],
                charts.PALETTE[2 * place], "os"[place], name,
            )  # fmt: skip
        theirs = [paper.TABLE_7[variant.name] - paper.TABLE_7[NONE.name] for variant in shown]
        axes.plot(theirs, at, "x", color=charts.GREY, markersize=8, label="paper, other data")
        axes.axvline(0, color="#333333", lw=0.8)
        axes.set_yticks(at, [variant.steps for variant in shown])
        axes.invert_yaxis()
        axes.grid(axis="y", visible=False)
        axes.set(xlabel="mAP50, points against no step", title="What each step adds")
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
        charts.save_both(drawn, out / f"{prefix}-table-7.png")
    text = "; ".join(spoken(variant, results[variant.name]) for variant in shown)
    n = results[NONE.name]
    caption = (
        f"Table 7 drawn. Whiskers: 95 %, paired bootstrap over {n['n_groups']} whole background(s) with {n['n']} test "
        "pictures; none where there is one background only."
    )
    return Figure(f"{prefix}-table-7.png", text, caption)


def _limits(figures: Mapping[str, Any]) -> tuple[float, float]:
    low, high = figures.get("map_50_ci") or (None, None)
    return (float("nan") if low is None else 100 * low, float("nan") if high is None else 100 * high)
