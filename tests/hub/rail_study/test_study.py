"""The study on files of boxes and frame scores: cells, counts, the paper's rows, files of the report."""

import csv
import json

import pytest

from triptych.core.progress import Stages
from triptych.dataset_builders.synrailobs import paper
from triptych.hub.rail_study.settings import DataSettings, EventSettings, StudySettings, SystemSettings
from triptych.hub.rail_study.study import run_study


@pytest.fixture
def videos(tmp_path):
    """Labels and frame scores: four videos, of which the third is called wrong."""
    labels = tmp_path / "videos.csv"
    rows = [(f"v{number}", number % 2, ("ballasted", "ballastless")[number // 2]) for number in range(4)]
    labels.write_text("video_id,label,track_type\n" + "\n".join(",".join(map(str, row)) for row in rows))
    frames = tmp_path / "frames.csv"
    scores = {"v0": 0.1, "v1": 0.9, "v2": 0.8, "v3": 0.7}
    lines = [f"{name},{t / 10},{score}" for name, score in scores.items() for t in range(20)]
    frames.write_text("video_id,t,score\n" + "\n".join(lines))
    return labels, frames


@pytest.fixture
def panel(data, boxes, videos, tmp_path):
    systems = (
        SystemSettings(name="all of it", predictions=boxes("perfect"), frames=videos[1], parameters_m=2.5),
        SystemSettings(name="half", predictions=boxes("half", lambda number: number % 2 == 0)),
        SystemSettings(name="rocks", predictions=boxes("rocks", label="rock")),
    )
    settings = StudySettings(systems=systems, data=DataSettings(source=str(data)), bootstrap=40,
                             events=EventSettings(references=videos[0], seconds=2))  # fmt: skip
    return run_study(tmp_path / "out", Stages(), settings)


def table(panel, name):
    return next(each for each in panel.tables if each.name == name)


def test_tables_have_the_papers_form_with_counts_and_its_own_rows(panel, tmp_path):
    three = table(panel, "table-3")
    ours = three.rows[0]
    assert ours[:3] == ["all of it", "this test set", 2.5]
    assert ours[3] == "100.0 [100.0, 100.0]"
    assert (ours[5][:4], ours[8][:5]) == ("50.0", "100.0")  # accuracy: ballastless, ballasted
    counts = next(row for row in three.rows if row[0].startswith("n:"))
    assert counts[4:6] == ["4 / 8 / 2", "2 videos"]
    theirs = [row for row in three.rows if row[1] == "paper, other data"]
    assert theirs[0] == ["YOLOv5-s", "paper, other data", 9.1, 57.3, 53.2, 93.7, 59.4, 57.7, 95.1]
    assert len(theirs) == len(paper.TABLE_3)
    assert (tmp_path / "out" / "report" / "synrailobs-table-3.tex").read_text().startswith(r"\begin{table}")
    for name in ("table-4", "table-5"):
        for kind in ("png", "svg"):
            assert (tmp_path / "out" / "report" / f"synrailobs-{name}.{kind}").stat().st_size > 1000


def test_one_background_has_no_interval_and_an_absent_slice_no_number(panel):
    four = table(panel, "table-4")
    assert four.columns[2:] == ["Normal", "Rainy", "Foggy", "Dark"]
    assert four.rows[0][2:] == ["100.0"] * 4
    assert four.rows[3][2:] == ["2 / 4 / 1"] * 4
    five = table(panel, "table-5")
    assert five.columns[-1] == "60-75 m"
    assert [row[-1] for row in five.rows[:4]] == ["–", "–", "–", "0 / 0 / 0"]


def test_unseen_obstacles_count_by_kind_and_only_under_their_label(panel):
    six = table(panel, "table-6")
    assert six.columns[2:] == ["parcel", "steel board"]
    assert [row[2][:5] for row in six.rows[:3]] == ["100.0", "0.0 [", "0.0 ["]
    assert [row[3][:5] for row in six.rows[:3]] == ["100.0", "100.0", "0.0 ["]


def test_every_cell_is_a_row_for_programs(panel, tmp_path):
    with (tmp_path / "out" / "report" / "synrailobs-cells.csv").open() as file:
        cells = list(csv.DictReader(file))
    normal = [cell for cell in cells if cell["table"] == "table-4" and cell["column"] == "Normal"]
    assert next((cell["system"], cell["value"], cell["low"]) for cell in normal) == ("all of it", "1.0", "")
    assert [cell["system"] for cell in normal] == ["all of it", "half", "rocks"]
    assert {cell["backgrounds"] for cell in normal} == {"1"}
    assert json.dumps(panel.settings)


def test_findings_say_n_and_what_was_called(panel):
    assert panel.findings[0] == "all of it: mAP50 100.0 [100.0, 100.0] %, n = 8 pictures, 16 objects, 4 backgrounds."
    assert panel.findings[-1].endswith("% of 4 videos called right.")
    assert not any("pictures are drawn" in note for note in panel.notes)
