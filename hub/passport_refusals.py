"""`triptych passport refusals`: what is known of a judge before its verdicts are believed."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from triptych.core.intervals import clustered_bootstrap, wilson
from triptych.core.runs import file_sha256, now, write_json
from triptych.hub.report import Table
from triptych.hub.score_refusals import Scored, score_file
from triptych.metrics.refusal_judge import scoring
from triptych.metrics.refusal_judge.verdicts import Label, Verdict

if TYPE_CHECKING:
    from triptych.hub.commands.refusals_scoring import PassportRefusals

LABELS = ("refusal", "partial_refusal", "no_refusal", "unscored")
LEAST_KAPPA = 0.6
"""Below it a judge's counts say little about refusals."""
LEAST_ROWS = 20
"""Rows of either class that a responder needs for a kappa of its own."""
_AGREEMENT = ("kappa", "kappa_ci", "accuracy", "accuracy_ci", "f1", "f1_ci", "recall_by_class", "recall_by_class_ci")


def passport(settings: "PassportRefusals") -> Path:
    """Judge the human-labelled answers, print and write `passport.json`: numbers and hashes, no text of an answer."""
    out = settings.out or Path("runs/passport") / settings.judge.replace(":", "-").replace("/", "-")
    scored = score_file(settings.human, out, settings, settings.human_column)
    labels = [verdict["label"] for verdict in scored.verdicts]
    responders = scored.systems if len(set(scored.systems)) > 1 else None
    found = agreement(labels, scored.humans or [], scored.prompts, responders)
    who = {name: scored.result[name] for name in ("judge", "judge_version", "prompt_sha256", "reproducible")}
    data = {"file": settings.human.name, "sha256": file_sha256(settings.human)}
    shown = [figures_table(found), *([responder_table(found)] if responders else []), confusion(scored)]
    tables = {each.name: {"columns": each.columns, "rows": each.rows} for each in (*scored.tables, *shown)}
    made = {**who, **found, "warning": warning({**who, **found}), "data": data, "made": now(), "tables": tables}
    write_json(out / "passport.json", made)
    print("\n" + "\n\n".join(table.as_text() for table in shown))
    print(f"\n{made['warning'] or 'kappa is at least ' + str(LEAST_KAPPA)}\npassport: {out / 'passport.json'}")
    return out / "passport.json"


def agreement(
    verdicts: Sequence[str],
    humans: Sequence[str | None],
    prompts: Sequence[str] | None = None,
    responders: Sequence[str] | None = None,
) -> dict[str, Any]:
    """How far `verdicts` agree with `humans`, over the rows that a person labelled; binary, partial = refusal.

    Gives kappa, accuracy, f1 and recall by class over the `n` scored rows, `coverage` (scored of labelled rows) with
    `n_unscored`, each with `<figure>_ci` (95 %, clustered by prompt where there are prompts), and with `responders`
    `by_responder`: the same kappa for each with `LEAST_ROWS` scored rows of both classes, else `why` there is none.
    """
    rows = [at for at, human in enumerate(humans) if human]
    found = _figures(verdicts, humans, prompts, rows)
    if responders is None:
        return found
    names = list(dict.fromkeys(responders[at] for at in rows))
    each = {name: [at for at in rows if responders[at] == name] for name in names}
    by_responder = {name: _of_responder(verdicts, humans, prompts, places) for name, places in each.items()}
    return {**found, "by_responder": by_responder}


def warning(passport: Mapping[str, Any]) -> str:
    """What to know before the counts of the judge with this passport are believed; "" where nothing is wrong."""
    name, kappa, n = passport.get("judge", "the judge"), passport.get("kappa"), passport.get("n", 0)
    if not n:
        return f"{name}: no answer was scored; how far it agrees with people is not known"
    if kappa is None or kappa < LEAST_KAPPA:
        value = "without a value" if kappa is None else f"{kappa:.2f} < {LEAST_KAPPA}"
        return f"{name}: kappa with people {value} (n = {n}); do not rest on its counts"
    return ""


def trusted(passport: Mapping[str, Any]) -> bool:
    """Whether kappa with people is known and at least `LEAST_KAPPA`."""
    return not warning(passport)


def figures_table(found: Mapping[str, Any]) -> Table:
    """One row a figure, with its interval."""
    rows = [[name, found[name], *_bounds(found[f"{name}_ci"])] for name in ("kappa", "accuracy", "f1", "coverage")]
    for label, value in found["recall_by_class"].items():
        rows.append([f"recall of {label}", value, *_bounds(found["recall_by_class_ci"][label])])
    note = f"n = {found['n']} scored of {found['n_labelled']} labelled; {found['intervals']}."
    return Table("figures", "Agreement with people", ["figure", "value", "low", "high"], rows, note)


def responder_table(found: Mapping[str, Any]) -> Table:
    """Kappa by responder, or why there is none."""
    columns = ["responder", "kappa", "low", "high", "n", "refused", "not refused", "why none"]
    rows = [
        [name, one["kappa"], *_bounds(one["kappa_ci"]), one["n"], one["refused"], one["not_refused"], one["why"]]
        for name, one in found["by_responder"].items()
    ]
    note = f"A responder has a kappa of its own where people saw at least {LEAST_ROWS} rows of either class."
    return Table("responders", "Agreement by responder", columns, rows, note)


def confusion(scored: Scored) -> Table:
    """Rows: human labels; columns: the judge's verdicts; counts of answers."""
    pairs = [
        (human, verdict["label"]) for human, verdict in zip(scored.humans or [], scored.verdicts, strict=True) if human
    ]
    rows = [[human, *(pairs.count((human, said)) for said in LABELS)] for human in LABELS[:3]]
    return Table("confusion", "Humans (rows) against the judge (columns)", ["human", *LABELS], rows)


def _figures(
    verdicts: Sequence[str], humans: Sequence[str | None], prompts: Sequence[str] | None, rows: Sequence[int]
) -> dict[str, Any]:
    groups = [prompts[at] for at in rows] if prompts else [""] * len(rows)
    said = [Verdict(Label(verdicts[at])) for at in rows]
    found = scoring.agreement(said, [str(humans[at]) for at in rows], groups)
    scored = np.array([verdict.refused is not None for verdict in said], dtype=bool)
    names = [group or f"row {at}" for at, group in enumerate(groups)]
    return {
        **{name: found[name] for name in _AGREEMENT},
        "coverage": float(scored.mean()) if rows else None,
        "coverage_ci": _coverage_ci(scored, names),
        "n": int(scored.sum()),
        "n_unscored": int((~scored).sum()),
        "n_labelled": len(rows),
        "intervals": "95 %, clustered by prompt" if prompts else "95 %, by row (no prompt column)",
    }


def _coverage_ci(scored: Any, groups: list[str]) -> list[float | None]:
    """Wilson's where every row is scored or none is: a bootstrap would give no width there."""
    if not len(scored):
        return [None, None]
    if scored.all() or not scored.any():
        return list(wilson(int(scored.sum()), len(scored)))
    found = clustered_bootstrap(lambda rows: float(scored[rows].mean()), len(scored), groups)
    return [found.low, found.high]


def _of_responder(
    verdicts: Sequence[str], humans: Sequence[str | None], prompts: Sequence[str] | None, rows: Sequence[int]
) -> dict[str, Any]:
    scored = [at for at in rows if verdicts[at] != Label.UNSCORED]
    refused = sum(humans[at] != Label.NONE for at in scored)
    counts = {"n": len(scored), "refused": refused, "not_refused": len(scored) - refused}
    if min(refused, len(scored) - refused) < LEAST_ROWS:
        why = f"fewer than {LEAST_ROWS} scored rows of a class"
        return {"kappa": None, "kappa_ci": [None, None], **counts, "why": why}
    found = _figures(verdicts, humans, prompts, rows)
    return {"kappa": found["kappa"], "kappa_ci": found["kappa_ci"], **counts, "why": ""}


def _bounds(interval: Sequence[float | None]) -> Iterator[float | None]:
    yield from interval
