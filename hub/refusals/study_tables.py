"""The study's tables: counts, categories, changes, controls, harmless side effects, judges, layers; each with its n."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from triptych.core.intervals import wilson
from triptych.core.runs import Row
from triptych.hub.refusals.answered import Answered, verdict_table
from triptych.hub.refusals.comparisons import Comparison, Control
from triptych.hub.refusals.counts import LABELS
from triptych.hub.refusals.statistics import alpha_with_interval, corrected_rate, mean_with_interval
from triptych.hub.report import Table
from triptych.metrics.judge_correlation.scoring import correlate

AGREEMENT = ("kappa", "pearson", "spearman", "krippendorff_alpha")


def share(count: Mapping[str, Any]) -> str:
    """Refused of n with Wilson's interval in percent."""
    low, high = (100 * bound for bound in count["rate_ci"])
    return f"{count['refused']} of {count['n']} [{low:.0f}–{high:.0f} %]"


def p_text(value: float) -> str:
    """A p-value as people read it."""
    return f"{value:.3f}" if value >= 0.001 else f"{value:.1e}"


def count_table(systems: Sequence[Answered], counts: Mapping[str, Sequence[Mapping[str, Any]]]) -> Table:
    """Refused prompts by system, judge and label."""
    columns = ["system", "judge", "harmful refused", "harmless refused", "unscored", "cut at the token limit"]
    rows = [
        [system.name, judge, *(share(count[label]) for label in LABELS),
         sum(count[label]["unscored"] for label in LABELS), system.status.count("truncated")]
        for judge, each in counts.items() for system, count in zip(systems, each, strict=True)
    ]  # fmt: skip
    return Table("counts", "Refused prompts by system and judge", columns, rows, "Intervals: Wilson, 95 %.")


def category_table(systems: Sequence[Answered], judge: str) -> Table:
    """Refused prompts by system and category of prompt."""
    rows: list[list[Any]] = []
    for system in systems:
        keys = sorted(set(zip(system.labels, system.categories, strict=True))) if system.categories else []
        refused = {label: system.refused(judge, label) for label in LABELS}
        for label, category in keys:
            names = [
                name
                for name, kind, part in zip(system.ids, system.labels, system.categories, strict=True)
                if (kind, part) == (label, category) and name in refused[label]
            ]
            k = sum(refused[label][name] for name in names)
            rows.append([system.name, label, category, k, len(names), *wilson(k, len(names))])
    columns = ["system", "prompts", "category", "refused", "n", "low", "high"]
    return Table("categories", f"Refused prompts by category, judge {judge}", columns, rows, "Wilson, 95 %.")


def pair_table(name: str, title: str, judge: str, label: str, found: Sequence[Comparison]) -> Table:
    """Paired differences with both intervals and McNemar's p."""
    columns = ["question", "difference", "low", "high", "bootstrap low", "bootstrap high", "p", "n", "first", "second"]
    rows = [
        [each.question, each.found.difference, *each.found.newcombe, *each.found.bootstrap, p_text(each.found.p_value),
         each.found.n, each.first, each.second] for each in found
    ]  # fmt: skip
    note = (
        f"Refusals of {label} prompts, first minus second, paired by prompt; judge {judge}. Low and high: Newcombe, "
        "95 %; bootstrap over prompts; p: McNemar's exact test."
    )
    return Table(name, title, columns, rows, note)


def control_table(found: Sequence[Control]) -> Table:
    """Each abliterated system's drop beside each random direction's."""
    columns = ["system", "drop", "low", "high", "random direction", "its drop", "its low", "its high", "excluded",
               "difference", "difference low", "difference high", "n"]  # fmt: skip
    rows = [
        [each.system, each.drop.difference, *each.drop.newcombe, each.random, each.random_drop.difference,
         *each.random_drop.newcombe, "yes" if each.excludes else "no", -each.against.difference,
         -each.against.newcombe[1], -each.against.newcombe[0], each.drop.n] for each in found
    ]  # fmt: skip
    note = (
        "Drop: refusals of harmful prompts unedited minus edited, paired by prompt; Newcombe, 95 %. Excluded: the two "
        "drops' intervals do not meet. Difference: drop by the direction minus drop by the random one."
    )
    return Table("controls", "This direction, or any direction?", columns, rows, note)


def kl_table(systems: Sequence[Answered]) -> Table:
    """What each edit does to harmless prompts: divergence from the unedited model."""
    rows: list[list[Any]] = []
    for system in systems:
        for kind, values in system.kl.items():
            found = mean_with_interval(values)
            rows.append([system.name, kind, found.mean, *found.interval, found.greatest, found.n])
    columns = ["system", "divergence", "mean", "low", "high", "greatest", "n"]
    note = "KL(unedited || edited) in nats on the harmless test prompts; bootstrap over prompts, 95 %."
    return Table("kl", "What the edit does besides", columns, rows, note)


def judge_table(systems: Sequence[Answered], judges: Sequence[str]) -> Table:
    """How far every two judges agree answer by answer over all systems, intervals clustered by prompt."""
    groups = [name for system in systems for name in system.ids]
    said = {judge: [label for system in systems for label in system.binary(judge)] for judge in judges}
    rows: list[list[Any]] = []
    for place, one in enumerate(judges):
        for two in judges[place + 1 :]:
            found = correlate(said[one], said[two], groups)
            low, high = found["kappa_ci"] or (None, None)
            rest = [found[name] for name in AGREEMENT[1:]]
            rows.append([one, two, found["kappa"], low, high, *rest, found["agreement"], found["n"]])
    columns = ["judge", "judge", "kappa", "low", "high", *AGREEMENT[1:], "agreement", "n"]
    note = "Binary verdicts, answer by answer; low and high of kappa: bootstrap over prompts, 95 %."
    if len(judges) > 1:
        alpha, (low, high) = alpha_with_interval([verdict_table(systems, judge) for judge in judges])
        note += f" Krippendorff's alpha of all {len(judges)} judges: {alpha:.3f} [{low:.3f}, {high:.3f}]."
    return Table("judges", "Do the judges agree?", columns, rows, note)


def confusion_table(systems: Sequence[Answered], judges: Sequence[str]) -> Table:
    """The first judge's verdicts (rows) against each other judge's (columns), over all answers."""
    labels = ("refusal", "partial_refusal", "no_refusal", "unscored")
    rows = []
    for other in judges[1:]:
        pairs = [
            pair for s in systems for pair in zip(s.verdicts[judges[0]], s.verdicts[other], strict=True)
        ]  # fmt: skip
        rows += [[other, label, *(pairs.count((label, said)) for said in labels)] for label in labels]
    columns = ["judge in the columns", f"{judges[0]} says", *labels]
    return Table("confusion", f"Verdicts of {judges[0]} against each other judge", columns, rows, "Counts of answers.")


def corrected_table(systems: Sequence[Answered], judges: Sequence[str], human: Mapping[tuple[str, str], bool]) -> Table:
    """Rates corrected by human labels, keyed by (system, id), through prediction-powered inference."""
    rows: list[list[Any]] = []
    for judge in judges:
        for label in LABELS:
            pooled: list[tuple[float, float, str]] = []
            for system in systems:
                refused = system.refused(judge, label)
                part = [(float(v), float(human.get((system.name, k), np.nan)), k) for k, v in refused.items()]
                pooled += part
                rows.append(_corrected(system.name, judge, label, part))
            rows.append(_corrected("all systems", judge, label, pooled, clustered=True))
    columns = ["system", "judge", "prompts", "rate", "low", "high", "corrected", "its low", "its high", "n", "n human"]
    note = (
        "Corrected: prediction-powered inference (PPI++) by the human labels; of all systems, bootstrap over prompts. "
        "Under two human labels nothing is corrected; with few, the interval is rough."
    )
    return Table("corrected", "Refusal rates corrected by people", columns, rows, note)


def _corrected(
    system: str, judge: str, label: str, part: Sequence[tuple[float, float, str]], clustered: bool = False
) -> list[Any]:
    said, truth = [row[0] for row in part], [row[1] for row in part]
    found = corrected_rate(said, truth, [row[2] for row in part] if clustered else None)
    values = [found.rate, *found.rate_ci, found.corrected, *found.corrected_ci]
    return [system, judge, label, *values, found.n, found.n_human]


def self_table(systems: Sequence[Answered], reference: str, label: str = "harmful") -> Table:
    """Study 3: what each model says of its own answers against the reference judge, by family."""
    rows: list[list[Any]] = []
    for family in dict.fromkeys(system.family for system in systems):
        for kind in ("unedited", "abliterated", "random direction"):
            mine = [s for s in systems if s.family == family and s.kind == kind and "self" in s.verdicts]
            said = [s.refused("self", label) for s in mine]
            truth = [s.refused(reference, label) for s in mine]
            pairs = [(own[k], ref[k], k) for own, ref in zip(said, truth, strict=True) for k in own if k in ref]
            if pairs:
                found = correlate([p[0] for p in pairs], [p[1] for p in pairs], [p[2] for p in pairs])
                over, under = sum(o and not r for o, r, _ in pairs), sum(r and not o for o, r, _ in pairs)
                low, high = found["kappa_ci"] or (None, None)
                rows.append([family, kind, sum(p[0] for p in pairs), sum(p[1] for p in pairs), over, under,
                             found["kappa"], low, high, len(pairs)])  # fmt: skip
    columns = ["family", "systems", "self says refused", f"{reference} says", "only self", f"only {reference}", "kappa",
               "low", "high", "n"]  # fmt: skip
    note = f"Answers to {label} prompts, judged by the model that gave them; kappa's interval clustered by prompt."
    return Table("self", "Do models know their own refusals?", columns, rows, note)


def layer_table(choices: Sequence[Row]) -> Table:
    """What was seen of each candidate layer on validation."""
    columns = ["direction", "layer", "harmful refused", "harmless refused", "KL on harmless", "chosen"]
    rows = [
        [choice["direction"], seen["layer"], seen["refused_harmful"], seen["refused_harmless"], seen["kl_harmless"],
         "yes" if seen["layer"] == choice["layer"] else ""]
        for choice in choices for seen in choice["candidates"]
    ]  # fmt: skip
    note = "Validation split (16 harmful, 16 harmless): the three best layers of the ranking, judged on their answers."
    return Table("layers", "How the layer was chosen", columns, rows, note)
