"""Results as things to look at and to take away: an HTML page with pictures, CSV tables, one JSON file.

A report is a list of panels. A study makes its panel; `write_report` lays panels out:

    report/index.html   report/results.json   report/<panel>-<table>.csv   report/<figure>.png

Tables hold numbers, ids and counts. Answers to the refusal prompts never enter a report.
"""

import csv
import io
import json
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from triptych.core.errors import UsageError
from triptych.core.runs import now, versions, write_json, write_text

RESULTS = "results.json"


@dataclass(frozen=True)
class Figure:
    """A PNG in the report folder, with what it shows for those who cannot see it."""

    file: str
    alt: str
    caption: str


@dataclass(frozen=True)
class Link:
    """Another page of the report folder and what it shows."""

    file: str
    text: str


@dataclass(frozen=True)
class Table:
    """A titled table; `name` becomes part of the CSV's file name."""

    name: str
    title: str
    columns: list[str]
    rows: list[list[Any]]
    note: str = ""

    def as_text(self) -> str:
        """Aligned columns for a terminal."""
        cells = [self.columns, *[[_short(_shown(cell)) for cell in row] for row in self.rows]]
        widths = [max(len(row[place]) for row in cells) for place in range(len(self.columns))]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells
        ]
        rule = "  ".join("-" * width for width in widths)
        return "\n".join([self.title, lines[0], rule, *lines[1:], *([self.note] if self.note else [])])

    def as_csv(self) -> str:
        """The table as CSV with a header."""
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([self.columns, *self.rows])
        return text.getvalue()


@dataclass(frozen=True)
class Panel:
    """One study's part of a report: what was asked, what came out, how sure it is."""

    name: str
    title: str
    lead: str
    findings: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)
    numbers: dict[str, Any] = field(default_factory=dict)
    """Everything behind the tables, for programs."""
    links: list[Link] = field(default_factory=list)

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Panel":
        """The panel that `results.json` holds."""
        tables = [Table(**table) for table in value["tables"]]
        figures = [Figure(**picture) for picture in value["figures"]]
        links = [Link(**link) for link in value["links"]]
        return cls(**{**value, "tables": tables, "figures": figures, "links": links})


def write_report(out: Path, panels: list[Panel], seconds: dict[str, float] | None = None) -> Path:
    """Write the report folder; `index.html` is written last. Returns its path."""
    results = {"made": now(), "versions": versions("datasets", "evaluate", "torch", "transformers"),
               "seconds": seconds or {}, "panels": [asdict(panel) for panel in panels]}  # fmt: skip
    for panel in panels:
        for table in panel.tables:
            write_text(out / f"{panel.name}-{table.name}.csv", table.as_csv())
    write_json(out / RESULTS, results)
    return render(out)


def render(out: Path) -> Path:
    """Make `index.html` of the folder's `results.json` (again): the page is only a view of it."""
    source = out / RESULTS
    if not source.is_file():
        raise UsageError(f"a report folder with {RESULTS}", str(out), "run `triptych study refusals --out DIR` first")
    results = json.loads(source.read_text(encoding="utf-8"))
    panels = [Panel.from_json(panel) for panel in results["panels"]]
    write_text(out / "index.html", fill("report.html", **{**results, "panels": panels}, shown=_shown))
    return out / "index.html"


def fill(template: str, **values: Any) -> str:
    """A page from a file of `templates/`; every value is escaped."""
    import jinja2

    loader = jinja2.FileSystemLoader(str(files("triptych.hub").joinpath("templates")))
    pages = jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return pages.get_template(template).render(**values)


def _short(text: str, most: int = 56) -> str:
    """A long name with its middle left out: both ends tell systems apart."""
    return text if len(text) <= most else f"{text[: most // 2 - 1]}…{text[-most // 2 :]}"


def _shown(cell: Any) -> str:
    """A cell as people read it: floats with three decimals at most, nothing for nothing."""
    if cell is None or (isinstance(cell, float) and cell != cell):
        return "–"
    return f"{cell:.3f}".rstrip("0").rstrip(".") if isinstance(cell, float) else str(cell)
