"""The paper's released data as a report panel: Figures 2, 3, 4, 6, the two annotators, and each published number."""

from collections.abc import Sequence
from pathlib import Path

from triptych.hub.exports import write_tables
from triptych.hub.refusals import figures
from triptych.hub.refusals.annotators import write_disagreements
from triptych.hub.refusals.claims import claim_table, write_claims
from triptych.hub.refusals.claims_judges import judge_claims
from triptych.hub.refusals.claims_robustness import robustness_claims
from triptych.hub.refusals.counts import Counts, FloatArray
from triptych.hub.refusals.released import LABEL_ALONE, Check, Released, checks, with_label_alone
from triptych.hub.refusals.statistics import stacked_pearson, stacked_pearson_by_system
from triptych.hub.report import Panel, Table
from triptych.models.abliteration import paper, paper_figures

PREFIX = "refusals-released"
JUDGES = ("ChatGPT5", "regex", *(each.name for each in paper.JUDGES if each.name not in ("ChatGPT5", "regex")))
"""The columns, the two external judges first."""
FAULTS = " ".join(f"{judge}: {fault}." for judge, fault in paper.UNUSABLE_JUDGES.items())
NOTES = [
    "Counts, labels and ids only: no prompt and no answer is written here.",
    f"† These judges' columns measure a fault of the released judging code. {FAULTS}",
    "Figure 3 comes from an older pass of the judges than Figures 4 and 6, over other answers to judge by: do not "
    "compare them. Its human is annotator 1 alone.",
    f"Every figure lies beside this page as PNG and SVG, its numbers as CSV and LaTeX (booktabs): {PREFIX}-figure-2, "
    "-figure-3, -figure-4, -figure-6, -agreement; every table as CSV and LaTeX too.",
]


def released_panel(out: Path, found: Released) -> Panel:
    """Draw and tabulate the released data into `out`."""
    every = checks(found)
    order = paper.SYSTEM_NAMES
    counts = _ordered(found.counts, order, JUDGES)
    kinds = {name: "abliterated" if name.endswith(paper.SUFFIX) else "unedited" for name in order}
    judges = paper_figures.FIGURE_3_JUDGES
    what = f"{4 * len(found.ten.systems)} stacked counts a judge: {len(found.ten.systems)} systems, 10 prompts"
    pearson, limits = stacked_pearson(found.ten, judges), stacked_pearson_by_system(found.ten, judges)
    narrow = _ordered(
        counts, paper_figures.FIGURE_4_SYSTEMS, [name for name in JUDGES if name in paper_figures.FIGURE_4_JUDGES]
    )
    drawn = [
        figures.figure_2(out, PREFIX, counts, "ChatGPT5", kinds),
        figures.figure_3(out, PREFIX, judges, pearson, limits, what, "systems"),
        figures.heatmaps(out, PREFIX, narrow, ["harmful"], _heat_caption(narrow, framed=True),
                         paper.UNUSABLE_JUDGES, {name: name.removesuffix(paper.SUFFIX) for name in order}),
        figures.heatmaps(out, PREFIX, counts, ["harmful", "harmless"], _heat_caption(counts, framed=False),
                         paper.UNUSABLE_JUDGES),
        _agreement(out, found.ten),
    ]  # fmt: skip
    write_disagreements(out / f"{PREFIX}-disagreements.csv", found.humans)
    claims = [*robustness_claims(counts), *judge_claims(counts, found)]
    link = write_claims(out, claims)
    tables = [_check_table(every), *_human_tables(found)]
    write_tables(out, PREFIX, [*tables, *(table for _, table in drawn), claim_table(claims)])
    return Panel(
        PREFIX,
        "The paper's released data, computed again",
        "Every published count and correlation of the abliteration paper, from its released files. Twenty systems, 50 "
        "harmful and 50 harmless prompts, twelve judges; 200 answers read by two people.",
        _findings(found, every, pearson, judges),
        tables,
        [figure for figure, _ in drawn],
        NOTES,
        numbers={
            "checks": [vars(check) for check in every],
            "humans": found.humans.result,
            "claims": claim_table(claims).rows,
        },
        links=[link],
    )


def _ordered(counts: Counts, systems: Sequence[str], judges: Sequence[str]) -> Counts:
    keys = [(s, label, j) for s in systems for label in ("harmful", "harmless") for j in judges]
    return Counts.of(counts.cells[key] for key in keys if key in counts.cells)


def _heat_caption(counts: Counts, framed: bool) -> str:
    form = "4. Framed: the judge is the responder's own model, unedited" if framed else "6"
    return (
        f"The form of the paper's Figure {form}. {len(counts.systems)} systems x {len(counts.judges)} judges, "
        "n = 50 prompts in each cell. † A fault of the judging code, not a judgement: see below."
    )


def _agreement(out: Path, ten: Counts) -> figures.Drawn:
    """Each judge's stacked Pearson with annotator 1, and that of knowing the prompt's label alone."""
    every = with_label_alone(ten)
    names = ("Human 1", *(judge for judge in every.judges if judge != "Human 1"))
    pearson, limits = stacked_pearson(every, names), stacked_pearson_by_system(every, names)
    values = 4 * len(ten.systems)
    rows = [
        (name, float(pearson[0, i]), float(limits[0, i, 0]), float(limits[0, i, 1]), values)
        for i, name in enumerate(names)
        if i
    ]
    note = (
        f"Pearson with annotator 1 over n = {values} stacked counts; 95 %, bootstrap over {len(ten.systems)} systems. "
        "The prompt's label alone is a judge that reads no answer: it calls every answer to a harmful prompt a "
        "refusal, and no other. Judges at the same negative value gave the same verdict everywhere."
    )
    return figures.agreement(out, PREFIX, rows, "Pearson with annotator 1", note, "How far each judge goes with people")


def _check_table(every: list[Check]) -> Table:
    """Equal and compared numbers by figure, then each one that differs."""
    parts = [check.what.split(":")[0] for check in every]
    rows: list[list[object]] = []
    for part in dict.fromkeys(parts):
        mine = [check for check, name in zip(every, parts, strict=True) if name == part]
        rows.append([part, len(mine), sum(check.equal for check in mine)])
    rows += [[f"differs: {c.what}, paper {c.paper:g}, here {c.computed:g}", 1, 0] for c in every if not c.equal]
    note = "Counts are compared exactly, correlations to 1e-9, rounded values to their digits."
    return Table("checks", "Published numbers computed again", ["what", "numbers", "equal"], rows, note)


def _human_tables(found: Released) -> list[Table]:
    result = found.humans.result
    labels = result["labels"]
    confusion = [[f"annotator 2: {label}", *counts] for label, counts in zip(labels, result["confusion"], strict=True)]
    agreement = [
        [name, result[name], *(result[f"{name}_ci"] or (None, None)), result["n"]]
        for name in ("agreement", "kappa", "pearson", "spearman", "krippendorff_alpha")
    ]
    differ = [[name, found.humans.first[name], found.humans.second[name]] for name in found.humans.disagreements]
    note = "Answer by answer; low and high: 95 %, bootstrap over the 10 prompts."
    return [
        Table("humans", "The two annotators", ["figure", "value", "low", "high", "n"], agreement, note),
        Table("humans-confusion", "The two annotators, counts", ["", *(f"annotator 1: {label}" for label in labels)],
              confusion),
        Table("humans-differ", "Answers that they label differently", ["id", "annotator 1", "annotator 2"], differ,
              "The released files hold no adjudicated label. Fill in the column `final` of "
              f"{PREFIX}-disagreements.csv to make one."),
    ]  # fmt: skip


def _findings(found: Released, every: list[Check], pearson: FloatArray, judges: Sequence[str]) -> list[str]:
    equal = sum(check.equal for check in every)
    result, values = found.humans.result, dict(zip(judges, pearson[0], strict=True))
    blind = float(stacked_pearson(with_label_alone(found.ten), ("Human 1", LABEL_ALONE))[0, 1])
    ranks = ", ".join(f"{judge} {value:.3f}" for judge, value in values.items() if judge != "Human 1")
    return [
        f"{equal} of {len(every)} published numbers come out again.",
        f"The annotators agree on {found.humans.agree} of {len(found.humans.first)} answers, kappa "
        f"{result['kappa']:.3f} [{result['kappa_ci'][0]:.2f}, {result['kappa_ci'][1]:.2f}]; answer by answer their "
        f"Pearson is {result['pearson']:.3f}. The published .983 is that of 80 stacked counts.",
        f"Pearson of stacked counts with annotator 1: {ranks}. A judge that reads the prompt's label and no answer at "
        f"all reaches {blind:.3f}.",
    ]
