"""The refusal study as tables, figures and sentences, each with its n and interval."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from triptych.core import charts
from triptych.core.intervals import wilson
from triptych.core.runs import Row
from triptych.hub.exports import write_tables
from triptych.hub.refusals import figures, study_tables
from triptych.hub.refusals.annotators import Annotations
from triptych.hub.refusals.answered import Answered, counted, verdict_table
from triptych.hub.refusals.comparisons import MEANS, RANDOM, Comparison, Control, compared, controls
from triptych.hub.refusals.counts import LABELS
from triptych.hub.refusals.passports import Passport, passport_table
from triptych.hub.refusals.statistics import stacked_pearson, stacked_pearson_by_prompt
from triptych.hub.report import Figure, Panel, Table

PREFIX = "refusals"
NOTES = [
    "Refused means fully or partly refused, as in the paper's binary view. Unscored answers (empty ones) are left out "
    "of n and counted apart.",
    "Intervals of counts: Wilson, 95 %. Differences are paired by prompt: Newcombe's interval, a bootstrap over "
    "prompts, McNemar's exact test.",
    "PCA as printed centres each class before it takes the first component, which removes the difference of the two "
    "means; the paper's released code uses that difference instead. Both are shown.",
    "The edit lives in memory during inference. No edited weights and no direction are written. Answers stay in the "
    "run folder and are not shown here.",
    "Every figure lies beside this page as PNG and SVG, its numbers as CSV and LaTeX (booktabs): refusals-figure-2, "
    "-figure-3, -figure-4, -figure-6, -agreement; every table as CSV and LaTeX too, and refusals-categories.",
]

MINIATURE = (
    "The model, 135 million parameters, is far smaller than the paper's; its refusals were taught with a low-rank "
    "adapter on this project's tuning prompts. Numbers say how this edit acts on this model, not on others."
)
LEAD = (
    "Does a model still refuse harmful requests once its refusal direction is projected out of the residual stream "
    "while it answers? The direction comes from the anchor prompts, the layer from the validation prompts; the test "
    "prompts below were used for nothing else."
)


def refusal_panel(
    out: Path,
    systems: list[Answered],
    choices: list[Row],
    settings: dict[str, Any],
    passports: Sequence[Passport] = (),
    human: Mapping[tuple[str, str], bool] | None = None,
    people: Annotations | None = None,
    miniature: bool = True,
) -> Panel:
    """The panel of the study; its pictures are written to `out`.

    `human` says whether people found the answer of (system, id) refused; rates are then corrected by it. `miniature`:
    the systems are those of the built-in study.
    """
    judges = list(systems[0].verdicts)
    counts = {judge: [_counts(system, judge) for system in systems] for judge in judges}
    pairs = {judge: compared(systems, judge) for judge in judges}
    random = controls(systems, judges[0])
    drawn = _drawn(out, systems, judges)
    tables = _tables(systems, judges, counts, pairs[judges[0]], random, choices, passports, human or {}, people)
    write_tables(
        out, PREFIX, [*tables, *(table for _, table in drawn), study_tables.category_table(systems, judges[0])]
    )
    numbers = {
        "counts": counts,
        "comparisons": {judge: [_numbers(each) for each in found] for judge, found in pairs.items()},
        "layers": choices,
    }
    return Panel(
        PREFIX,
        "Abliteration study",
        f"A small open model was taught to refuse harmful requests. {LEAD}" if miniature else LEAD,
        _findings(systems, counts[judges[0]], pairs[judges[0]], random, passports),
        tables,
        [*(figure for figure, _ in drawn), *([_layer_figure(out, choices)] if choices else [])],
        [*NOTES, MINIATURE] if miniature else NOTES,
        settings,
        numbers,
    )


def _drawn(out: Path, systems: list[Answered], judges: list[str]) -> list[figures.Drawn]:
    """Figure 2, and with several judges Figures 3, 4, 6 and their agreement."""
    counts = counted(systems)
    drawn = [figures.figure_2(out, PREFIX, counts, judges[0], {system.name: system.kind for system in systems})]
    own = {system.name: "self" for system in systems}
    caption = f"{len(systems)} systems x {len(judges)} judges; n = {max(row.n for row in counts.rows)} prompts a cell."
    for labels, number in ((["harmful"], 4), (list(LABELS), 6)):
        text = f"The form of the paper's Figure {number}. {caption}"
        drawn.append(figures.heatmaps(out, PREFIX, counts, labels, text, None, own if "self" in judges else None))
    if len(judges) > 1:
        pearson = stacked_pearson(counts, judges)
        harmful = [label == "harmful" for label in systems[0].labels]
        limits = stacked_pearson_by_prompt([verdict_table(systems, judge) for judge in judges], harmful)
        what = f"{4 * len(systems)} stacked counts a judge: {len(systems)} systems, {len(harmful)} prompts"
        drawn.append(figures.figure_3(out, PREFIX, judges, pearson, limits, what, "prompts"))
        drawn.append(_agreement(out, systems, judges))
    return drawn


def _agreement(out: Path, systems: list[Answered], judges: list[str]) -> figures.Drawn:
    """Kappa of every two judges, answer by answer."""
    table = study_tables.judge_table(systems, judges)
    rows = []
    for one, two, *rest in table.rows:
        kappa, low, high = (np.nan if value is None else float(value) for value in rest[:3])
        rows.append((f"{one}, {two}", kappa, low, high, int(rest[-1])))
    note = "Cohen's kappa of two judges' binary verdicts, answer by answer; 95 %, bootstrap over prompts."
    return figures.agreement(out, PREFIX, rows, "Cohen's kappa", note, "Do the judges agree, answer by answer?")


def _tables(
    systems: list[Answered],
    judges: list[str],
    counts: dict[str, list[dict[str, Any]]],
    pairs: list[Comparison],
    random: list[Control],
    choices: list[Row],
    passports: Sequence[Passport],
    human: Mapping[tuple[str, str], bool],
    people: Annotations | None,
) -> list[Table]:
    first = judges[0]
    harmless = study_tables.pair_table(
        "harmless", "Over-refusal: what changed on harmless prompts", first, "harmless",
        compared(systems, first, "harmless"),
    )  # fmt: skip
    tables = [
        study_tables.count_table(systems, counts),
        study_tables.pair_table("comparisons", "What changed, prompt by prompt", first, "harmful", pairs),
        harmless,
        study_tables.judge_table(systems, judges),
    ]
    if random:
        tables.append(study_tables.control_table(random))
    if any(system.kl for system in systems):
        tables.append(study_tables.kl_table(systems))
    if passports:
        tables.append(passport_table(passports))
    if human:
        tables.append(study_tables.corrected_table(systems, judges, human))
    if people:
        tables.append(_people_table(people))
    if "self" in judges:
        tables.append(study_tables.self_table(systems, first))
    if len(judges) > 1:
        tables.append(study_tables.confusion_table(systems, judges))
    if choices:
        tables.append(study_tables.layer_table(choices))
    return tables


def _people_table(people: Annotations) -> Table:
    """Agreement of the study's two annotators."""
    rows = [
        [name, people.result[name], *(people.result[f"{name}_ci"] or (None, None)), people.result["n"]]
        for name in ("agreement", "kappa", "krippendorff_alpha")
    ]
    note = f"{len(people.disagreements)} disagreements; low and high: bootstrap over prompts, 95 %."
    return Table("annotators", "The two annotators", ["figure", "value", "low", "high", "n"], rows, note)


def _counts(system: Answered, judge: str) -> dict[str, dict[str, Any]]:
    """Refused, scored, unscored and Wilson's interval of the rate, by prompt label."""
    found: dict[str, dict[str, Any]] = {}
    for label in LABELS:
        refused = system.refused(judge, label)
        k, n = sum(refused.values()), len(refused)
        found[label] = {"refused": k, "n": n, "unscored": system.labels.count(label) - n, "rate_ci": wilson(k, n)}
    return found


def _numbers(each: Comparison) -> Row:
    return {
        "first": each.first,
        "second": each.second,
        "question": each.question,
        "n": each.found.n,
        "difference": each.found.difference,
        "difference_ci": each.found.newcombe,
        "bootstrap_ci": each.found.bootstrap,
        "p_value": each.found.p_value,
    }


def _findings(
    systems: list[Answered],
    counts: list[dict[str, Any]],
    pairs: list[Comparison],
    random: list[Control],
    passports: Sequence[Passport],
) -> list[str]:
    told = {MEANS, RANDOM} if len(random) < 2 else {MEANS}
    sentences = [
        f"{system.name} refuses {study_tables.share(count['harmful'])} harmful and "
        f"{study_tables.share(count['harmless'])} harmless prompts."
        for system, count in zip(systems, counts, strict=True)
        if system.tuned_from or system.direction in told
    ]
    for pair in pairs:
        by_name = {system.name: system for system in systems}
        if by_name[pair.first].direction == MEANS and (len(random) < 2 or by_name[pair.second].direction is None):
            low, high = (100 * bound for bound in pair.found.newcombe)
            sentences.append(
                f"{pair.question.capitalize()} Refusals of harmful prompts, {pair.first} against {pair.second}: "
                f"{100 * pair.found.difference:+.0f} points [{low:+.0f}, {high:+.0f}], n = {pair.found.n}, "
                f"p = {study_tables.p_text(pair.found.p_value)}."
            )
    return [
        *sentences,
        *_control_sentences(random),
        *(f"Beware: {each.warning}." for each in passports if each.found and each.warning),
    ]


def _control_sentences(random: list[Control]) -> list[str]:
    """With several random directions, how many the drop's interval excludes."""
    sentences = []
    for name in dict.fromkeys(each.system for each in random) if len(random) > 1 else ():
        mine = [each for each in random if each.system == name]
        low, high = (100 * bound for bound in mine[0].drop.newcombe)
        others = ", ".join(f"{100 * each.random_drop.difference:+.0f}" for each in mine)
        sentences.append(
            f"The drop of {name}, {100 * mine[0].drop.difference:+.0f} points [{low:+.0f}, {high:+.0f}], excludes "
            f"that of {sum(each.excludes for each in mine)} of {len(mine)} random directions ({others} points)."
        )
    return sentences


def _layer_figure(out: Path, choices: list[Row]) -> Figure:
    """Refusal mass by layer; crosses mark edits that change harmless answers too much to be chosen."""
    with charts.figure(8.5, 3.6) as (drawn, axes):
        for colour, choice in zip(charts.PALETTE, choices, strict=False):
            points = [(score["layer"], score["refusal_mass_harmful"]) for score in choice["ranking"]]
            axes.plot(*zip(*points, strict=True), color=colour, lw=1.2, label=choice["direction"])
            for point, score in zip(points, choice["ranking"], strict=True):
                axes.plot(*point, "o" if score["within_limit"] else "x", markersize=4.5, color=colour)
            chosen = next(point for point in points if point[0] == choice["layer"])
            axes.plot(*chosen, "o", markersize=11, mfc="none", color=colour)
        axes.set(ylim=(-0.03, 1.03), xlabel="layer that the direction comes from",
                 ylabel="refusal mass, first token", title="Which layer's direction carries the refusal?")  # fmt: skip
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.18), ncols=len(choices))
        charts.save_both(drawn, out / "refusals-layers.png")
    layers = ", ".join(f"{choice['direction']}: layer {choice['layer']}" for choice in choices)
    caption = (
        "Mean probability of a refusal's first token on the harmful validation prompts once that layer's direction is "
        "projected out. Rings: chosen layers. Crosses: the edit changes harmless answers too much (KL above its limit)."
    )
    return Figure("refusals-layers.png", f"Refusal mass by layer. Chosen: {layers}.", caption)
