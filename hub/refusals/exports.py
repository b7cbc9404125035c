"""Tables and figures as files for papers and pages: booktabs LaTeX beside the CSV, SVG beside the PNG."""

import csv
import math
from pathlib import Path
from typing import Any

from triptych.core.runs import write_text
from triptych.hub.report import Panel, Table, write_report

SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "−": "$-$", "–": "--", "†": r"$^\dagger$", "≥": r"$\ge$",
    "→": r"$\to$",
}  # fmt: skip


def latex(table: Table) -> str:
    """A `table` environment with a booktabs `tabular`; numbers are set to the right, words to the left.

    Needs \\usepackage{booktabs}. The note becomes the caption's second sentence, the name the label.
    """
    numeric = [all(_is_number(row[place]) for row in table.rows) for place in range(len(table.columns))]
    columns = "".join("r" if each else "l" for each in numeric)
    lines = [
        r"\begin{table}", r"\centering",
        rf"\caption{{{escaped(table.title)}. {escaped(table.note)}}}".replace(". }", ".}"),
        rf"\label{{tab:{table.name}}}", rf"\begin{{tabular}}{{{columns}}}", r"\toprule",
        " & ".join(map(escaped, table.columns)) + r" \\", r"\midrule",
        *(" & ".join(map(_cell, row)) + r" \\" for row in table.rows),
        r"\bottomrule", r"\end{tabular}", r"\end{table}", "",
    ]  # fmt: skip
    return "\n".join(lines)


def escaped(text: Any) -> str:
    """`text` with LaTeX's special characters as they print."""
    return "".join(SPECIAL.get(letter, letter) for letter in str(text))


def write_all(out: Path, panel: Panel, seconds: dict[str, float] | None = None) -> Path:
    """The report page with its CSV tables, and each table as LaTeX; returns the page's path."""
    write_latex(out, panel)
    return write_report(out, [panel], seconds)


def write_latex(out: Path, panel: Panel) -> list[Path]:
    """Write `<panel>-<table>.tex` for every table of the panel."""
    paths = []
    for table in panel.tables:
        paths.append(out / f"{panel.name}-{table.name}.tex")
        write_text(paths[-1], latex(table))
    return paths


def read_csv(path: Path) -> list[dict[str, str]]:
    """Rows of a CSV with a header."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def _is_number(cell: Any) -> bool:
    return cell is None or (isinstance(cell, int | float) and not isinstance(cell, bool))


def _cell(value: Any) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "--"
    if isinstance(value, float):
        return f"{value:.3f}".replace("-", "$-$")
    return escaped(value)
