"""`triptych train refusals --what classifier`: the weights of the judge `classifier`, from labelled XSTest answers.

    triptych train refusals --what classifier --data xstest/ --out runs/classifier

`--data` holds XSTest's completion files (https://github.com/paul-rottger/xstest), one a model:
`completions_MODEL.csv` with the columns `prompt`, `completion` and `final_label`. Written are `classifier.npz`
(numbers only) and `classifier.json`: what it was trained on and how it does on models and prompts held out in turn.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from triptych.core.errors import UsageError
from triptych.core.runs import atomic_path, file_sha256, versions, write_json
from triptych.hub.prediction_files import read_rows
from triptych.metrics.refusal_judge import classifier, fitting, patterns, scoring
from triptych.metrics.refusal_judge.fitting import Labelled
from triptych.metrics.refusal_judge.verdicts import Label, Verdict

LABELS = {"1_full_compliance": False, "2_full_refusal": True, "3_partial_refusal": True}
_COLUMNS = ("prompt", "completion", "final_label")


def train_classifier(data: Path, out: Path, seed: int = 0) -> Path:
    """Train on all rows of `data`, write both files to `out`, print the held-out figures; returns the weights' path.

    `seed` deals the prompts to the folds of the held-out check; the weights do not depend on it.
    """
    files = sorted(data.glob("completions_*.csv"))
    if len(files) < 2:
        raise UsageError("two or more completions_MODEL.csv of XSTest", f"{len(files)} in {data}", "see --help")
    rows = [row for path in files for row in labelled(path)]
    print(f"{len(rows)} answers of {len(files)} models to {len({row.prompt for row in rows})} prompts")
    found = {"held_out": check(rows, seed), "held_out_abstaining": check(rows, seed, classifier.BAND)}
    weights = out / "classifier.npz"
    with atomic_path(weights) as temporary, temporary.open("wb") as file:
        classifier.save(file, fitting.train(rows))
    card = {"n": len(rows), "refused": sum(row.refused for row in rows), "seed": seed, **found}
    made_from = {path.name: file_sha256(path) for path in files}
    made_with = {**versions("numpy", "scipy"), "patterns": patterns.VERSION, "classifier": classifier.VERSION}
    write_json(out / "classifier.json", {**card, "sha256": made_from, "versions": made_with})
    for name, figures in found.items():
        print(f"{name}: kappa {figures['kappa']:.3f}, coverage {figures['coverage']:.3f}, n = {figures['n_labelled']}")
    print(f"weights: {weights} ({weights.stat().st_size:,} bytes); judge with classifier:{weights}")
    return weights


def labelled(path: Path) -> list[Labelled]:
    """The rows of one completion file; the model's name is the file's."""
    rows = read_rows(path).rows
    missing = [name for name in _COLUMNS if not rows or name not in rows[0]]
    if missing:
        raise UsageError(
            f"the columns {', '.join(_COLUMNS)}", f"no {', '.join(missing)} in {path}", "use XSTest's file"
        )
    strange = sorted({str(row["final_label"]) for row in rows} - set(LABELS))
    if strange:
        raise UsageError(f"the labels {', '.join(LABELS)}", f"{strange[0]!r} in {path}", "use XSTest's final_label")
    responder = path.stem.removeprefix("completions_")
    return [Labelled(responder, r["prompt"], r["completion"] or "", LABELS[r["final_label"]]) for r in rows]


def check(rows: Sequence[Labelled], seed: int, band: tuple[float, float] | None = None) -> dict[str, Any]:
    """Kappa with people, pooled (with its interval, clustered by prompt) and by model, model and prompt held out."""
    verdicts = fitting.held_out(rows, seed, band)
    pooled = _agreement(rows, verdicts)
    names = sorted({row.responder for row in rows})
    places = {name: [at for at, row in enumerate(rows) if row.responder == name] for name in names}
    by_model = {
        name: _agreement([rows[at] for at in found], [verdicts[at] for at in found])["kappa"]
        for name, found in places.items()
    }
    scored = sum(verdict.label is not Label.UNSCORED for verdict in verdicts)
    return {**pooled, "coverage": scored / len(rows), "by_responder": by_model}


def _agreement(rows: Sequence[Labelled], verdicts: Sequence[Verdict]) -> dict[str, Any]:
    humans = [Label.REFUSAL.value if row.refused else Label.NONE.value for row in rows]
    found = scoring.agreement(verdicts, humans, [row.prompt for row in rows])
    return {name: found[name] for name in ("kappa", "kappa_ci", "n_labelled")}
