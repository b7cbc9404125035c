"""`triptych score refusals`: refusal rates, and agreement with humans, of anybody's file of answers.

    triptych score refusals --predictions completions.csv --human-column final_label \
        --label-map 1_full_compliance=no_refusal,2_full_refusal=refusal,3_partial_refusal=partial_refusal

Results hold ids, labels and counts; the answers stay in their file.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from triptych.core.errors import RunError, UsageError
from triptych.core.intervals import wilson
from triptych.core.runs import write_json, write_text
from triptych.hub.columns import Columns, Row, choose, human_hint, human_labels, parse_label_map
from triptych.hub.consent import confirm_calls
from triptych.hub.metrics import load_metric
from triptych.hub.prediction_files import read_rows
from triptych.hub.report import Table
from triptych.hub.self_judges import self_judge
from triptych.metrics.refusal_judge.judges import resolve

if TYPE_CHECKING:
    from triptych.hub.commands.refusals_scoring import Judging

UNSCORED, NONE = "unscored", "no_refusal"


@dataclass(frozen=True)
class Scored:
    """Rows, their verdicts and the metric's whole result."""

    ids: list[str]
    systems: list[str]
    labels: list[str]
    prompts: list[str] | None
    verdicts: list[dict[str, str]]
    humans: list[str | None] | None
    result: dict[str, Any]
    tables: list[Table] = field(default_factory=list)

    def verdict_table(self) -> Table:
        """One row an answer: id, system, prompt label, verdict, human label. No text of an answer."""
        humans = self.humans or [None] * len(self.ids)
        found = [verdict["label"] for verdict in self.verdicts]
        rows = [list(row) for row in zip(self.ids, self.systems, self.labels, found, humans, strict=True)]
        return Table("verdicts", "Verdicts", ["id", "system", "prompt_label", "verdict", "human"], rows)


def score_file(path: Path, out: Path, settings: "Judging", human_column: str | None = None) -> Scored:
    """Judge the answers of `path`, print what was read and found, write `score.json`, `verdicts.csv` to `out`."""
    found = read_rows(path)
    rows = found.rows[: settings.limit]
    columns = choose(rows, settings.answer_column, settings.prompt_column, human_column)
    print(f"{path.name}: {len(rows)} rows{f' of {found.where}' if found.where else ''}; {columns.describe()}")
    if human_column is None and (hint := human_hint(rows, columns)):
        print(f"  columns that may hold human labels: {hint} (name one with --human-column)")
    scored = score_rows(rows, columns, settings.judge, parse_label_map(settings.label_map), settings.yes, path)
    for table in scored.tables:
        print("\n" + table.as_text())
    write_text(out / "verdicts.csv", scored.verdict_table().as_csv())
    tables = {table.name: {"columns": table.columns, "rows": table.rows} for table in scored.tables}
    summary = {key: value for key, value in scored.result.items() if key != "verdicts"}
    write_json(out / "score.json", {"file": str(path), "rows": found.where, **summary, "tables": tables})
    print(f"\nwritten: {out / 'score.json'}, {out / 'verdicts.csv'}")
    if not scored.result["n"]:
        raise RunError(
            "no answer was scored; the reasons are listed above. The same command asks again for these only."
        )
    return scored


def score_rows(
    rows: list[Row],
    columns: Columns,
    judge: str | None = None,
    label_map: dict[str, str] | None = None,
    yes: bool = True,
    predictions: Path | None = None,
) -> Scored:
    """Judge rows whose columns are known, through the `refusal_judge` metric.

    `predictions`: where the rows stand; a run.json beside them tells the judge `self` whose answers they are.
    """
    humans = human_labels(rows, columns.human, label_map or {}) if columns.human else None
    if humans is not None and not any(humans):
        raise UsageError("human labels in some row", f"column {columns.human!r} is empty", "choose another column")
    answers = [_text(row.get(columns.answer)) for row in rows]
    prompts = [_text(row.get(columns.prompt)) for row in rows] if columns.prompt else None
    named = [_text(row.get(columns.system)) if columns.system else "" for row in rows]
    found = self_judge(named, predictions) if judge == "self" else resolve(judge)
    confirm_calls(judge, found.estimate(prompts or [None] * len(answers), answers), yes)
    result = load_metric("refusal_judge").compute(predictions=answers, prompts=prompts, references=humans, judge=found)
    systems = named if columns.system else ["all"] * len(rows)
    labels = [_text(row.get(columns.label)).lower() if columns.label else "all" for row in rows]
    scored = Scored(_ids(rows, columns.id), systems, labels, prompts, result["verdicts"], humans, result)
    tables = [rate_table(scored), *([agreement_table(scored)] if humans else []), *_unscored(scored)]
    return Scored(**{**scored.__dict__, "tables": tables})


def rate_table(scored: Scored) -> Table:
    """Refused (fully or partly) of scored answers, by system and prompt label, with Wilson intervals."""
    rows = []
    for system, label, places in _groups(scored):
        verdicts = [scored.verdicts[place]["label"] for place in places]
        known = [verdict for verdict in verdicts if verdict != UNSCORED]
        refused = sum(verdict != NONE for verdict in known)
        partial = sum(verdict == "partial_refusal" for verdict in known)
        low, high = wilson(refused, len(known))
        rate = refused / len(known) if known else None
        rows.append([system, label, refused, partial, len(known), len(verdicts) - len(known), rate, low, high])
    columns = ["system", "prompts", "refused", "of which partly", "n", "unscored", "rate", "low", "high"]
    note = f"Judge {scored.result['judge']} {scored.result['judge_version']}; low and high: Wilson, 95 %."
    return Table("rates", "Refusal rates", columns, rows, note)


def agreement_table(scored: Scored) -> Table:
    """Agreement of judge and humans, binary (partial = refusal), intervals clustered by prompt; per system too."""
    assert scored.humans is not None
    places = {system: [i for i, name in enumerate(scored.systems) if name == system] for system in scored.systems}
    pooled = {"all": list(range(len(scored.ids)))}
    rows = [_agreement(scored, name, at) for name, at in ({**pooled, **places} if len(places) > 1 else pooled).items()]
    clustered = "by prompt" if scored.prompts else "by row (no prompt column)"
    columns = ["system", "kappa", "low", "high", "agreement", "refusals found", "non-refusals found", "n", "unscored"]
    note = f"Binary: partial refusals count as refusals. Interval of kappa: 95 %, bootstrap {clustered}."
    return Table("agreement", "Agreement with humans", columns, rows, note)


def _agreement(scored: Scored, name: str, places: Sequence[int]) -> list[Any]:
    humans = scored.humans or []
    kept = [place for place in places if humans[place]]
    judged = [_binary(scored.verdicts[place]["label"]) for place in kept]
    truth = [_binary(humans[place]) for place in kept]
    groups = [scored.prompts[place] for place in kept] if scored.prompts else None
    if not kept:
        return [name, None, None, None, None, None, None, 0, 0]
    result = load_metric("judge_correlation").compute(predictions=judged, references=truth, groups=groups)
    pairs = [(said, true) for said, true in zip(judged, truth, strict=True) if said is not None]
    found = [_share([said for said, true in pairs if true == kind], kind) for kind in ("refusal", NONE)]
    low, high = result["kappa_ci"] or (None, None)
    return [name, result["kappa"], low, high, result["agreement"], *found, len(pairs), len(kept) - len(pairs)]


def _binary(label: str | None) -> str | None:
    return None if label in (None, UNSCORED) else NONE if label == NONE else "refusal"


def _share(said: list[str], kind: str) -> float | None:
    return sum(word == kind for word in said) / len(said) if said else None


def _unscored(scored: Scored) -> list[Table]:
    """Why rows were not scored, where any were not."""
    reasons: dict[str, int] = {}
    for verdict in scored.verdicts:
        if verdict["label"] == UNSCORED:
            reasons[verdict["reason"]] = reasons.get(verdict["reason"], 0) + 1
    rows: list[list[Any]] = [[reason, count] for reason, count in sorted(reasons.items(), key=lambda item: -item[1])]
    return [Table("unscored", "Not scored", ["reason", "rows"], rows)] if rows else []


def _groups(scored: Scored) -> Iterator[tuple[str, str, list[int]]]:
    places: dict[tuple[str, str], list[int]] = {}
    for place, key in enumerate(zip(scored.systems, scored.labels, strict=True)):
        places.setdefault(key, []).append(place)
    for (system, label), members in places.items():
        yield system, label, members


def _ids(rows: list[Row], column: str | None) -> list[str]:
    """Ids of the file; where they are missing or repeat, the row's number makes them unique."""
    named = [_text(row.get(column)) if column else "" for row in rows]
    if all(named) and len(set(named)) == len(named):
        return named
    return [f"{name}#{place}" if name else f"row-{place}" for place, name in enumerate(named, start=1)]


def _text(value: Any) -> str:
    return "" if value is None or value != value else str(value)
