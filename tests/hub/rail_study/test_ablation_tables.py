"""Table 7: marks, intervals, paired differences, the paper's column."""

import pytest

from triptych.hub.box_files import read_boxes
from triptych.hub.rail_study.ablation_tables import ablation_tables, gain_figure, signed, spoken
from triptych.hub.rail_study.truth import CLUSTER, TestSet
from triptych.hub.rail_study.variants import VARIANTS
from triptych.hub.score_synrailobs import score_boxes


@pytest.fixture
def results(data, boxes):
    truth = TestSet(str(data), "test")
    files = {"none": boxes("none", lambda number: number % 2 == 0), "all": boxes("all")}
    read = {name: read_boxes(path, truth.categories) for name, path in files.items()}
    found = {}
    for variant in VARIANTS:
        ours, other = read.get(variant.name, read["none"]), None if variant.name == "none" else read["none"]
        found[variant.name] = score_boxes(ours, truth, "xyxy", 30, 0, other, slices=["seen"], groups=CLUSTER)
    return found


def test_rows_have_marks_numbers_and_the_papers(results):
    seven, classes = ablation_tables(results)
    first, last = seven.rows[0], seven.rows[-1]
    assert first[:4] == [1, "", "", ""]
    assert (first[8:10], first[10:]) == (["", ""], [58.3, None])
    assert last[:5] == [5, "✓", "✓", "✓", "100.0 [100.0, 100.0]"]
    assert last[8].startswith("+")
    assert last[10:] == [63.7, 5.4]
    assert "n = 8 test pictures, 16 objects, 4 backgrounds" in seven.note
    assert [row[0] for row in classes.rows] == ["person", "animal", "vehicle", "motorcycle", "rock", "unseen"]
    assert seven.rows[1][8] == "+0.0 [0.0, 0.0]"


def test_a_row_is_spoken_with_its_n(results):
    found = results
    assert spoken(VARIANTS[0], found["none"]).startswith("none: mAP50 ")
    assert "points against none, n = 8 pictures, 16 objects, 4 backgrounds" in spoken(VARIANTS[-1], found["all"])
    assert signed({"x": -0.02, "x_ci": [-0.03, -0.01]}, "x") == "-2.0 [-3.0, -1.0]"
    assert signed({"x": None}, "x") == "–"


def test_the_figure_is_drawn(results, tmp_path):
    figure = gain_figure(tmp_path, "ablation", results)
    assert figure.file == "ablation-table-7.png"
    assert (tmp_path / "ablation-table-7.svg").stat().st_size > 1000
    assert "all three: mAP50 100.0" in figure.alt
