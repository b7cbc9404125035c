from pathlib import Path

from triptych.hub.refusal_panel import refusal_panel
from triptych.hub.refusals.answered import Answered
from triptych.hub.report import write_report

N = 20
CHOICES = [
    {
        "direction": kind,
        "layer": 1,
        "candidates": [
            {"layer": layer, "refused_harmful": layer, "refused_harmless": 0, "kl_harmless": 0.1} for layer in (1, 2)
        ],
        "ranking": [
            {"layer": layer, "refusal_mass_harmful": 0.1 * layer, "within_limit": layer < 3} for layer in range(4)
        ],
    }
    for kind in ("difference_of_means", "pca")
]  # fmt: skip


def answered(name: str, harmful: int, harmless: int, unscored: int = 0, **fields: str) -> Answered:
    """`harmful` and `harmless` of N prompts each refused, the last `unscored` harmful ones unscored."""
    verdicts = ["refusal"] * harmful + ["no_refusal"] * (N - harmful)
    verdicts = verdicts[: N - unscored] + ["unscored"] * unscored
    verdicts += ["partial_refusal"] * harmless + ["no_refusal"] * (N - harmless)
    ids = [f"{label}-{i}" for label in ("harmful", "harmless") for i in range(N)]
    labels = ["harmful"] * N + ["harmless"] * N
    return Answered(name, ids, labels, ["ok"] * (2 * N), {"patterns": verdicts, "paper_regex": verdicts}, **fields)


SYSTEMS = [
    answered("base", 1, 0), answered("tuned", 18, 1, tuned_from="base"),
    answered("alb", 3, 0, unscored=2, base="tuned", direction="difference_of_means"),
    answered("pca", 17, 1, base="tuned", direction="pca"),
    answered("random", 18, 1, base="tuned", direction="random_like"),
]  # fmt: skip


def test_counts_differences_and_sentences(tmp_path: Path) -> None:
    panel = refusal_panel(tmp_path, SYSTEMS, CHOICES, {"seed": 0})
    counts = panel.numbers["counts"]["patterns"]
    assert [count["harmful"]["refused"] for count in counts] == [1, 18, 3, 17, 18]
    assert (counts[2]["harmful"]["n"], counts[2]["harmful"]["unscored"]) == (18, 2)
    assert counts[1]["harmless"]["refused"] == 1  # partial refusals count
    undone = panel.numbers["comparisons"]["patterns"][1]
    assert (undone["first"], undone["second"], undone["n"]) == ("alb", "tuned", 18)
    assert undone["difference"] == (3 - 18) / 18
    assert undone["difference_ci"][1] < 0 < 0.001 > undone["p_value"]
    assert "tuned refuses 18 of 20 [70–97 %] harmful and 1 of 20 [1–24 %] harmless prompts." in panel.findings
    assert any("-83 points" in finding for finding in panel.findings)


def test_pictures_and_page(tmp_path: Path) -> None:
    panel = refusal_panel(tmp_path, SYSTEMS, CHOICES, {"seed": 0})
    page = write_report(tmp_path, [panel]).read_text()
    for figure in panel.figures:
        assert (tmp_path / figure.file).read_bytes().startswith(b"\x89PNG")
        assert (tmp_path / figure.file).stat().st_size > 10_000
        assert f'src="{figure.file}"' in page


def test_judges_that_agree_and_rows_without_verdict(tmp_path: Path) -> None:
    (row,) = next(
        table for table in refusal_panel(tmp_path, SYSTEMS, CHOICES, {}).tables if table.name == "judges"
    ).rows
    assert row[:3] == ["patterns", "paper_regex", 1.0]
    assert row[-1] == 5 * 2 * N - 2


def test_the_same_figures_have_the_same_bytes(tmp_path: Path) -> None:
    refusal_panel(tmp_path / "a", SYSTEMS, CHOICES, {})
    refusal_panel(tmp_path / "b", SYSTEMS, CHOICES, {})
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()
