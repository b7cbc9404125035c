"""The abliteration study in miniature: `triptych study refusals`, and the main job of `triptych demo`.

Does a small model that was taught to refuse still refuse once its refusal direction is projected out at inference?
Directions come from the anchors, the layer from validation, and the numbers from the 100 test prompts, which nothing
was tuned on. Paper: A Granular Study of Safety Pretraining under Model Abliteration, sections 3.2 to 3.5.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.core.progress import Stages
from triptych.core.runs import Row, digest
from triptych.hub.consent import confirm_calls
from triptych.hub.metrics import load_metric
from triptych.hub.refusal_answers import Choice, Edit, choose_layer, directions, prompts, save_choices, write_answers
from triptych.hub.refusal_panel import Answered, refusal_panel
from triptych.hub.report import Panel
from triptych.metrics.refusal_judge.judges import resolve

BASE, TUNED = "smollm2-135m", "smollm2-135m-refusal"
KINDS = ("difference_of_means", "pca", "random_like")
JUDGES = ("patterns", "paper_regex")


@dataclass(frozen=True)
class StudySystem:
    """A row of the study: its name in tables, the model it runs, the direction taken out."""

    name: str
    folder: str
    model: str
    direction: str | None = None


# The suffix -ALB is the paper's (section 3.3).
SYSTEMS = (
    StudySystem("SmolLM2-135M", "base", BASE),
    StudySystem("SmolLM2-135M + refusals", "tuned", TUNED),
    StudySystem("SmolLM2-135M + refusals -ALB", "tuned-alb", TUNED, "difference_of_means"),
    StudySystem("SmolLM2-135M + refusals -ALB (PCA as printed)", "tuned-alb-pca", TUNED, "pca"),
    StudySystem("SmolLM2-135M + refusals, random direction", "tuned-random", TUNED, "random_like"),
)


def run_study(
    out: Path,
    seed: int = 0,
    limit: int | None = None,
    max_new_tokens: int = 48,
    judges: tuple[str, ...] = JUDGES,
    stages: Stages | None = None,
    report: Path | None = None,
    yes: bool = False,
) -> Panel:
    """Run or resume the study in `out` and return its panel; figures are written to `report` or `out/report`."""
    stages = stages or Stages()
    rows = prompts("test", limit)
    for judge in judges:
        resolve(judge)  # a wrong name is known before minutes are spent
    if not judges or len({row["label"] for row in rows}) < 2:
        raise UsageError("at least one judge and two prompts", f"judges {judges}, limit {limit}", "raise --limit")
    answers = _answers(out, rows, seed, max_new_tokens, stages)
    for judge in judges:
        texts = [answer["output"] for system in SYSTEMS for answer in answers[system.folder]]
        confirm_calls(judge, resolve(judge).estimate([row["prompt"] for row in rows] * len(SYSTEMS), texts), yes)
    with stages.stage("judges"):
        answered = [_judged(system, rows, answers[system.folder], judges) for system in SYSTEMS]
    with stages.stage("tables and figures"):
        choices = json.loads((out / "layers.json").read_text(encoding="utf-8"))["choices"]
        settings = {"seed": seed, "limit": limit, "max_new_tokens": max_new_tokens, "judges": list(judges)}
        return refusal_panel(report or out / "report", answered, choices, settings)


def _answers(out: Path, rows: list[Row], seed: int, max_new_tokens: int, stages: Stages) -> dict[str, list[Row]]:
    """Answers of every system by its folder; the base model is freed before the tuned one is loaded."""
    from triptych.models.abliteration.smollm2 import load

    found: dict[str, list[Row]] = {}
    for name in (BASE, TUNED):
        with stages.stage(f"load {name}"):
            loaded = load(name)
        edits, vectors = _edits(out, loaded.model, loaded.tokenizer, seed, stages) if name == TUNED else ({}, {})
        for system in (system for system in SYSTEMS if system.model == name):
            edit, vector = edits.get(system.direction), vectors.get(system.direction)
            with stages.stage(f"answers of {system.name}"):
                found[system.folder] = write_answers(
                    out / "answers" / system.folder,
                    system.name,
                    loaded,
                    rows,
                    "test",
                    edit,
                    vector,
                    max_new_tokens,
                    seed,
                )
        del loaded
    return found


def _edits(
    out: Path, model: Any, tokenizer: Any, seed: int, stages: Stages
) -> tuple[dict[str | None, Edit], dict[str | None, NDArray[np.float32]]]:
    """The edit and its (d,) vector for each kind of direction; the random control takes the layer of the first."""
    with stages.stage("directions from the anchors"):
        vectors = directions(model, tokenizer, KINDS, seed)
    choices = _choices(out / "layers.json", model, tokenizer, vectors, stages)
    layers = {choice["direction"]: int(choice["layer"]) for choice in choices}
    layers["random_like"] = layers["difference_of_means"]
    edits: dict[str | None, Edit] = {kind: Edit(kind, layers[kind]) for kind in KINDS}
    return edits, {kind: vectors[kind][layers[kind]] for kind in KINDS}


def _choices(
    path: Path, model: Any, tokenizer: Any, vectors: dict[str, NDArray[np.float32]], stages: Stages
) -> list[Row]:
    """The layer choices of an earlier run with these very directions and prompts, or new ones."""
    rounded = {kind: np.round(found, 4).tolist() for kind, found in vectors.items()}
    key = digest([rounded, [row["id"] + row["prompt"] for row in prompts("validation")]])
    if path.is_file() and json.loads(path.read_text(encoding="utf-8")).get("key") == key:
        return list(json.loads(path.read_text(encoding="utf-8"))["choices"])
    made: list[Choice] = []
    for kind in ("difference_of_means", "pca"):
        with stages.stage(f"layer for {kind}"):
            made.append(choose_layer(model, tokenizer, kind, vectors[kind]))
    save_choices(path, key, made)
    return [vars(choice) for choice in made]


def _judged(system: StudySystem, rows: list[Row], answers: list[Row], judges: tuple[str, ...]) -> Answered:
    """Verdicts of every judge on one system's answers; only counts and ids go on from here."""
    metric = load_metric("refusal_judge")
    texts, asked = [answer["output"] for answer in answers], [row["prompt"] for row in rows]
    verdicts = {
        judge: [
            verdict["label"] for verdict in metric.compute(predictions=texts, prompts=asked, judge=judge)["verdicts"]
        ]
        for judge in judges
    }
    status = [answer["status"] for answer in answers]
    return Answered(system.name, [row["id"] for row in rows], [row["label"] for row in rows], status, verdicts)
