"""Tables and figures as files for papers and pages: booktabs LaTeX beside the CSV, SVG beside the PNG."""

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from triptych.core.runs import write_text
from triptych.hub.report import Table

SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "−": "$-$", "–": "--", "†": r"$^\dagger$", "≥": r"$\ge$",
    "→": r"$\to$", "✓": r"$\surd$", "Δ": r"$\Delta$",
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


def write_tables(out: Path, prefix: str, tables: Iterable[Table]) -> None:
    """Write `<prefix>-<table>.csv` and `.tex` of each table into `out`."""
    for table in tables:
        write_text(out / f"{prefix}-{table.name}.csv", table.as_csv())
        write_text(out / f"{prefix}-{table.name}.tex", latex(table))


def _is_number(cell: Any) -> bool:
    return cell is None or (isinstance(cell, int | float) and not isinstance(cell, bool))


def _cell(value: Any) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "--"
    if isinstance(value, float):
        return f"{value:.3f}".replace("-", "$-$")
    return escaped(value)
