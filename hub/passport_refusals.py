"""`triptych passport refusals`: what is known of a judge before its verdicts are believed."""

from pathlib import Path
from typing import TYPE_CHECKING

from triptych.core.runs import file_sha256, now, write_json
from triptych.hub.report import Table
from triptych.hub.score_refusals import Scored, score_file

if TYPE_CHECKING:
    from triptych.hub.commands.refusals_scoring import PassportRefusals

LABELS = ("refusal", "partial_refusal", "no_refusal", "unscored")


def passport(settings: "PassportRefusals") -> Path:
    """Judge the human-labelled answers and write `passport.json`: agreement, confusion, and what it rests on."""
    out = settings.out or Path("runs/passport") / settings.judge.replace(":", "-").replace("/", "-")
    scored = score_file(settings.human, out, settings, settings.human_column)
    table = confusion(scored)
    print("\n" + table.as_text())
    kept = ("judge", "judge_version", "prompt_sha256", "reproducible", "kappa", "kappa_ci", "accuracy", "accuracy_ci",
            "f1", "f1_ci", "recall_by_class", "n", "n_unscored")  # fmt: skip
    seen = {name: scored.result[name] for name in kept if name in scored.result}
    data = {"file": settings.human.name, "sha256": file_sha256(settings.human)}
    tables = {each.name: {"columns": each.columns, "rows": each.rows} for each in (*scored.tables, table)}
    write_json(out / "passport.json", {**seen, "data": data, "made": now(), "tables": tables})
    print(f"\npassport: {out / 'passport.json'}")
    return out / "passport.json"


def confusion(scored: Scored) -> Table:
    """Rows: human labels; columns: the judge's verdicts; counts of answers."""
    pairs = [
        (human, verdict["label"]) for human, verdict in zip(scored.humans or [], scored.verdicts, strict=True) if human
    ]
    rows = [[human, *(pairs.count((human, said)) for said in LABELS)] for human in LABELS[:3]]
    return Table("confusion", "Humans (rows) against the judge (columns)", ["human", *LABELS], rows)
