import csv
import json
from pathlib import Path

import pytest

from triptych.core.errors import UsageError
from triptych.hub.report import Figure, Panel, Table, render, write_report

TABLE = Table("counts", "Counts", ["system", "rate"], [["a <b>", 0.12345], ["b, c", None]], "A note.")
PANEL = Panel("p", "A panel", "What was asked.", ["It holds."], [TABLE], [Figure("f.png", "Bars", "Caption")],
              ["Read it so."], {"seed": 0}, {"x": float("nan")})  # fmt: skip


def test_the_page_shows_every_part_and_escapes_text(tmp_path: Path) -> None:
    page = write_report(tmp_path, [PANEL], {"answers": 1.25}).read_text()
    parts = ("A panel", "What was asked.", "It holds.", "Counts", "A note.", "Read it so.", 'src="f.png"', 'alt="Bars"')
    assert all(part in page for part in (*parts, "answers 1.2", "0.123"))
    assert "a &lt;b&gt;" in page
    assert "a <b>" not in page


def test_csv_and_json_hold_the_numbers(tmp_path: Path) -> None:
    write_report(tmp_path, [PANEL])
    with (tmp_path / "p-counts.csv").open(newline="") as file:
        assert list(csv.reader(file)) == [["system", "rate"], ["a <b>", "0.12345"], ["b, c", ""]]
    results = json.loads((tmp_path / "results.json").read_text())
    assert results["panels"][0]["tables"][0]["rows"][0] == ["a <b>", 0.12345]
    assert results["panels"][0]["numbers"] == {"x": None}


def test_the_page_can_be_drawn_again_from_its_json(tmp_path: Path) -> None:
    first = write_report(tmp_path, [PANEL]).read_text()
    (tmp_path / "index.html").unlink()
    assert render(tmp_path).read_text() == first


def test_a_folder_without_results(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="results.json"):
        render(tmp_path)


def test_a_table_as_text_is_aligned() -> None:
    assert TABLE.as_text() == "Counts\nsystem  rate\n------  -----\na <b>   0.123\nb, c    –\nA note."
