import math
from pathlib import Path
from xml.etree import ElementTree

from triptych.core import charts


def test_a_heatmap_writes_each_number_once_and_leaves_empty_cells_empty(tmp_path: Path) -> None:
    with charts.figure(4, 3) as (drawn, axes):
        charts.heatmap(axes, ["a", "b"], ["x", "y"], [[50, 0], [math.nan, -7]], (-10, 50))
        charts.save_both(drawn, tmp_path / "heat.png")
        shown = [text.get_text() for text in axes.texts]
        colours = {text.get_text(): text.get_color() for text in axes.texts}
    assert shown == ["50", "0", "\u22127"]
    assert (colours["50"], colours["\u22127"]) == ("black", "white")  # bright and dark cells of cividis
    assert (tmp_path / "heat.png").read_bytes().startswith(b"\x89PNG")
    words = "".join(ElementTree.parse(tmp_path / "heat.svg").getroot().itertext())
    assert "50" in words


def test_points_with_unknown_limits_have_no_whiskers(tmp_path: Path) -> None:
    with charts.figure(4, 3) as (_, axes):
        charts.points_with_intervals(axes, [0, 1], [0.5, 0.2], [(0.1, 0.9), (math.nan, math.nan)], charts.BLUE)
        (whiskers,) = [line.get_segments() for line in axes.containers[0].lines[2]]
    assert [(round(float(a[0]), 6), round(float(b[0]), 6)) for a, b in whiskers] == [(0.1, 0.9), (0.2, 0.2)]


def test_equal_figures_have_equal_bytes(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        with charts.figure(4, 3) as (drawn, axes):
            charts.bars_with_intervals(axes, ["a"], [("s", [3], [(1, 5)])])
            charts.save_both(drawn, tmp_path / folder / "bars.png")
    for suffix in ("png", "svg"):
        assert (tmp_path / f"one/bars.{suffix}").read_bytes() == (tmp_path / f"two/bars.{suffix}").read_bytes()
