"""Answers of every system of a study, each model loaded once: unedited, edited and with random directions."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.core.progress import Stages
from triptych.core.runs import Row, digest, write_json
from triptych.hub.prediction_files import read_rows
from triptych.hub.refusal_answers import Edit, choose_layer, directions, prompts, save_choices, write_answers
from triptych.hub.refusals.comparisons import MEANS, RANDOM
from triptych.hub.refusals.settings import StudySettings, StudySystem, SystemSettings, study_systems

if TYPE_CHECKING:
    from triptych.models.abliteration.smollm2 import Loaded

Vectors = dict[str, NDArray[np.float32]]


@dataclass(frozen=True)
class StudyAnswers:
    """Answers by the name of their system, in the order of the prompts, and how the layers were chosen."""

    systems: list[StudySystem]
    answers: dict[str, list[Row]] = field(default_factory=dict)
    choices: list[Row] = field(default_factory=list)
    kl: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    """Of each edited system: divergence from the unedited model on harmless prompts, in nats, by kind."""


def study_answers(out: Path, settings: StudySettings, rows: list[Row], stages: Stages) -> StudyAnswers:
    """Answer `rows` with every system of `settings`, or go on with it; one model is in memory at a time."""
    found = StudyAnswers(study_systems(settings))
    for source in settings.systems:
        mine = [system for system in found.systems if system.source is source]
        if source.answers is not None:
            found.answers[source.name] = answers_from(source.answers, source.name, rows)
        else:
            _run_model(out, source, mine, settings, rows, stages, found)
    return found


def answers_from(path: Path, system: str, rows: Sequence[Row]) -> list[Row]:
    """Answers made elsewhere, by id; where the file holds several systems, those named `system`."""
    found = read_rows(path).rows
    if not found or not {"id", "output"} <= set(found[0]):
        raise UsageError("predictions with the columns id and output", str(path), "see `triptych generate refusals`")
    names = {row.get("system") for row in found}
    by_id = {str(row["id"]): row for row in found if len(names) < 2 or row.get("system") == system}
    missing = [row["id"] for row in rows if row["id"] not in by_id]
    if missing:
        got = f"{path.name} lacks {len(missing)}, e.g. {missing[0]}"
        raise UsageError(f"an answer of {system} to each prompt", got, "answer the rest, or set `limit`")
    return [{"status": "ok", **by_id[row["id"]]} for row in rows]


def _run_model(
    out: Path, source: SystemSettings, systems: list[StudySystem], settings: StudySettings, rows: list[Row],
    stages: Stages, found: StudyAnswers,
) -> None:  # fmt: skip
    from triptych.models.abliteration.smollm2 import load

    with stages.stage(f"load {source.model}"):
        loaded = load(str(source.model))
    vectors: Vectors = {}
    layers: dict[str, int] = {}
    if source.directions:
        vectors, layers = _vectors(out, source, loaded, settings, stages, found)
    for system in systems:
        edit = vector = None
        if system.direction is not None:
            edit = Edit(system.direction, layers[system.direction], source.alpha)
            vector = _vector(vectors, system, edit.layer)
        with stages.stage(f"answers of {system.name}"):
            found.answers[system.name] = write_answers(
                out / "answers" / system.folder, system.name, loaded, rows, "test", edit, vector,
                settings.max_new_tokens, system.seed,
            )  # fmt: skip
        if edit is not None and vector is not None and settings.kl:
            with stages.stage("divergence on harmless prompts"):
                path = out / "kl" / f"{system.folder}.json"
                found.kl[system.name] = _kl(path, loaded, rows, found.answers[source.name], vector, edit)


def _kl(
    path: Path, loaded: "Loaded", rows: list[Row], unedited: list[Row], vector: NDArray[np.float32], edit: Edit
) -> dict[str, list[float]]:
    """Divergence on the harmless prompts along the unedited model's answers, kept in `path` as long as all is equal."""
    from triptych.models.abliteration.answer_kl import answer_kl

    pairs = [(row["prompt"], answer["output"]) for row, answer in zip(rows, unedited, strict=True)
             if row["label"] == "harmless"]  # fmt: skip
    key = digest([pairs, vars(edit), np.round(vector, 4).tolist()])
    if path.is_file() and (known := json.loads(path.read_text(encoding="utf-8"))).get("key") == key:
        return dict(known["kl"])
    answers = [loaded.tokenizer(text, add_special_tokens=False)["input_ids"] for _, text in pairs]
    found = answer_kl(loaded.model, loaded.tokenizer, [prompt for prompt, _ in pairs], answers, vector, edit.alpha)
    kl = {"first token": found.first_token.tolist(), "whole answer": found.whole_answer.tolist()}
    write_json(path, {"key": key, "kl": kl})
    return kl


def _vector(vectors: Vectors, system: StudySystem, layer: int) -> NDArray[np.float32]:
    """The (d,) direction of one system; the random ones differ by the system's seed."""
    from triptych.models.abliteration.directions import random_like

    if system.direction == RANDOM:
        drawn: Any = random_like(vectors[MEANS], system.seed)
    else:
        drawn = vectors[str(system.direction)]
    found: NDArray[np.float32] = drawn[layer]
    return found


def _vectors(
    out: Path, source: SystemSettings, loaded: "Loaded", settings: StudySettings, stages: Stages, found: StudyAnswers
) -> tuple[Vectors, dict[str, int]]:
    """Directions from the anchors and the layer of each; random controls take that of the difference of means."""
    with stages.stage("directions from the anchors"):
        vectors = directions(loaded.model, loaded.tokenizer, source.directions, settings.seed, settings.data)
    layers: dict[str, int]
    if source.layer is not None:
        layers = dict.fromkeys(source.directions, source.layer)
        if source.layer >= len(next(iter(vectors.values()))):
            raise UsageError(f"a layer under {len(next(iter(vectors.values())))}", str(source.layer), "count from 0")
    else:
        path = out / "layers" / f"{digest([source.name])[:8]}.json"
        choices = _choices(path, loaded, vectors, stages, settings.data)
        layers = {choice["direction"]: int(choice["layer"]) for choice in choices}
        many = sum(bool(system.directions) for system in settings.systems) > 1
        found.choices.extend(
            {**choice, "direction": f"{source.name}: {choice['direction']}"} if many else choice for choice in choices
        )
    return vectors, {**layers, RANDOM: layers.get(MEANS, 0)}


def _choices(path: Path, loaded: "Loaded", vectors: Vectors, stages: Stages, data: str | None) -> list[Row]:
    """The layer choices of an earlier run with these very directions and prompts, or new ones."""
    rounded = {kind: np.round(found, 4).tolist() for kind, found in vectors.items()}
    key = digest([rounded, [row["id"] + row["prompt"] for row in prompts("validation", data=data)]])
    if path.is_file() and (known := json.loads(path.read_text(encoding="utf-8"))).get("key") == key:
        return list(known["choices"])
    made: list[Any] = []
    for kind, vector in vectors.items():
        with stages.stage(f"layer for {kind}"):
            made.append(choose_layer(loaded.model, loaded.tokenizer, kind, vector, data=data))
    save_choices(path, key, made)
    return [vars(choice) for choice in made]
