from pathlib import Path

from triptych.hub.exports import escaped, latex, write_tables
from triptych.hub.report import Table

TABLE = Table("rates", "Rates", ["system", "rate", "n"], [["a & b_1", 0.5, 50], ["c", float("nan"), 0]], "In %.")


def test_latex_is_booktabs_with_numbers_to_the_right() -> None:
    assert latex(TABLE) == "\n".join([
        r"\begin{table}", r"\centering", r"\caption{Rates. In \%.}", r"\label{tab:rates}", r"\begin{tabular}{lrr}",
        r"\toprule", r"system & rate & n \\", r"\midrule", r"a \& b\_1 & 0.500 & 50 \\", r"c & -- & 0 \\",
        r"\bottomrule", r"\end{tabular}", r"\end{table}", "",
    ])  # fmt: skip


def test_every_special_letter_is_escaped() -> None:
    assert escaped("50 % of #1_{x}~^\\ $ & −†") == (
        r"50 \% of \#1\_\{x\}\textasciitilde{}\textasciicircum{}\textbackslash{} \$ \& $-$$^\dagger$"
    )


def test_csv_and_latex_of_each_table(tmp_path: Path) -> None:
    write_tables(tmp_path, "p", [TABLE])
    assert (tmp_path / "p-rates.csv").read_text().splitlines()[1] == "a & b_1,0.5,50"
    assert (tmp_path / "p-rates.tex").read_text() == latex(TABLE)
