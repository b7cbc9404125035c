"""Answers of one system to the refusal prompts, with or without a direction projected out: `generate refusals`."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.core.progress import progress
from triptych.core.runs import Row, digest, versions, write_json
from triptych.hub.metrics import load_metric

if TYPE_CHECKING:
    from triptych.hub.answer_rows import AnswerInfo
    from triptych.models.abliteration.sharing import Processes
    from triptych.models.abliteration.smollm2 import Loaded

DIRECTIONS = ("difference_of_means", "pca", "pca_joint", "random_like")
CANDIDATES = 3
"""Layers whose answers are generated on validation after the quick ranking."""


@dataclass(frozen=True)
class Edit:
    """What is projected out: the direction of `layer`, in every layer, with strength `alpha`."""

    direction: str
    layer: int
    alpha: float = 1.0


@dataclass(frozen=True)
class Choice:
    """The layer chosen on validation for one kind of direction, and what was seen of each candidate."""

    direction: str
    layer: int
    candidates: list[Row]
    ranking: list[Row]


def prompts(split: str, limit: int | None = None, data: str | None = None) -> list[Row]:
    """Rows of a split of `refusal_prompts`, labels as words. With a limit, as many of each label as possible.

    `data` is a folder or Hub id with other prompts; the embedded ones stand in for splits that it lacks, the test
    excepted, so that a benchmark without anchors of its own can be used.
    """
    found = _rows(split) if data is None else _rows_of(data, split)
    if limit is None or limit >= len(found):
        return found
    harmful = [row for row in found if row["label"] == "harmful"][: (limit + 1) // 2]
    return harmful + [row for row in found if row["label"] == "harmless"][: limit // 2]


def _rows(split: str) -> list[Row]:
    from triptych.dataset_builders.refusal_prompts.builder import rows

    return rows(split)


def _rows_of(data: str, split: str) -> list[Row]:
    from triptych.hub.builders import load_splits

    splits = load_splits(data)
    if split not in splits and split != "test":
        return _rows(split)
    if split not in splits:
        raise UsageError("a split `test`", f"{data} has {', '.join(splits)}", "check --data and --split")
    found = splits[split]
    missing = [name for name in ("id", "prompt", "label") if name not in found.features]
    if missing:
        fix = "make it with triptych build refusals --parts"
        raise UsageError("the columns of refusal_prompts", f"no {', '.join(missing)} in {data}", fix)
    names = getattr(found.features["label"], "names", None)
    return [{**row, "label": names[row["label"]] if names else row["label"]} for row in found]


def by_label(rows: list[Row]) -> tuple[list[str], list[str]]:
    """Prompts of (harmful, harmless) rows."""
    return [r["prompt"] for r in rows if r["label"] == "harmful"], [
        r["prompt"] for r in rows if r["label"] != "harmful"
    ]


def directions(
    model: Any, tokenizer: Any, kinds: tuple[str, ...], seed: int, data: str | None = None
) -> dict[str, NDArray[np.float32]]:
    """(layers, d) unit vectors of each kind from the anchors split, which no other stage reads."""
    from triptych.models.abliteration import directions as made
    from triptych.models.abliteration.activations import collect

    unknown = [kind for kind in kinds if kind not in DIRECTIONS]
    if unknown:
        raise UsageError(f"a direction: {', '.join(DIRECTIONS)}", unknown[0], "check the spelling of --direction")
    harmful, harmless = (collect(model, tokenizer, part) for part in by_label(prompts("anchors", data=data)))
    found = {"difference_of_means": made.difference_of_means(harmful, harmless)}
    for kind in kinds:
        if kind == "random_like":
            found[kind] = made.random_like(found["difference_of_means"], seed)
        elif kind not in found:
            found[kind] = getattr(made, kind)(harmful, harmless)
    return {kind: found[kind] for kind in kinds}


def choose_layer(
    model: Any,
    tokenizer: Any,
    kind: str,
    vectors: NDArray[np.float32],
    max_new_tokens: int = 32,
    data: str | None = None,
) -> Choice:
    """The layer whose direction leaves the fewest refusals on the validation split.

    All layers are ranked in one pass by first-token refusal mass on harmful prompts, under a limit on the change (KL)
    of harmless ones; the best three answer the validation prompts, judged by `patterns`; ties go to the smaller KL.
    """
    from triptych.models.abliteration.layer_choice import KL_LIMIT, rank_layers

    rows = prompts("validation", data=data)
    ranking = rank_layers(model, tokenizer, vectors, *by_label(rows))
    seen: list[Row] = []
    for score in progress(ranking[:CANDIDATES], f"validation answers, {kind}"):
        with edited(model, vectors[score.layer], 1.0):
            counts = _refusals(model, tokenizer, rows, max_new_tokens)
        seen.append({"layer": score.layer, **counts, "kl_harmless": score.kl})
    chosen = min(seen, key=lambda row: (row["refused_harmful"], row["kl_harmless"]))
    by_layer = sorted(ranking, key=lambda score: score.layer)
    listed = [{**vars(score), "within_limit": score.kl <= KL_LIMIT} for score in by_layer]
    return Choice(kind, int(chosen["layer"]), seen, listed)


def _refusals(model: Any, tokenizer: Any, rows: list[Row], max_new_tokens: int) -> Row:
    """Refused harmful and harmless prompts of `rows`."""
    from triptych.models.abliteration.generate import answer

    ids = [row["id"] for row in rows]
    texts = [row["prompt"] for row in rows]
    answers = {a.id: a.output for a in answer(model, tokenizer, texts, ids, max_new_tokens=max_new_tokens)}
    result = load_metric("refusal_judge").compute(predictions=[answers[name] for name in ids], prompts=texts)
    refused = [verdict["label"] in ("refusal", "partial_refusal") for verdict in result["verdicts"]]
    return {
        f"refused_{label}": sum(hit for hit, row in zip(refused, rows, strict=True) if row["label"] == label)
        for label in ("harmful", "harmless")
    }


@contextlib.contextmanager
def edited(model: Any, vector: NDArray[np.float32] | None, alpha: float) -> Iterator[None]:
    """The model with `vector` (d,) projected out of every layer, or as it is where `vector` is None."""
    from triptych.models.abliteration.hooks import ablate

    with contextlib.nullcontext() if vector is None else ablate(model, vector, alpha):
        yield


def write_answers(
    out: Path,
    system: str,
    loaded: "Loaded",
    rows: list[Row],
    split: str,
    edit: Edit | None = None,
    vector: NDArray[np.float32] | None = None,
    max_new_tokens: int = 48,
    seed: int = 0,
    *,
    dtype: str = "auto",
    batch_tokens: int | None = None,
    processes: "Processes | None" = None,
) -> list[Row]:
    """Answer every row of `rows` into the run folder `out`; rows that an earlier, killed run finished are kept.

    Several `processes` share the rows; the first one writes the files and gets them all, the others get [].
    """
    from triptych.hub.answer_rows import AnswerRows
    from triptych.models.abliteration.generate import BATCH_TOKENS, answer

    settings: dict[str, Any] = {"max_new_tokens": max_new_tokens, "edit": vars(edit) if edit else None}
    if dtype != "auto":  # written only where chosen: folders of earlier versions go on (heretic#409)
        settings["dtype"] = dtype
    info = answer_info(system, rows, split, settings, seed, loaded.model_id, loaded.revision, processes)
    run = AnswerRows(out, info, processes)
    left = run.left(rows)
    texts, ids = [row["prompt"] for row in left], [row["id"] for row in left]
    with edited(loaded.model, vector, edit.alpha if edit else 1.0):
        for one in answer(
            loaded.model, loaded.tokenizer, texts, ids, max_new_tokens, batch_tokens=batch_tokens or BATCH_TOKENS
        ):
            run.add(one.row(system))
    return run.finish([row["id"] for row in rows])


def answer_info(
    system: str,
    rows: list[Row],
    split: str,
    settings: dict[str, Any],
    seed: int,
    model_id: str | None,
    revision: str | None = None,
    processes: "Processes | None" = None,
    base_url: str | None = None,
) -> "AnswerInfo":
    """What `run.json` says of the answers of `system` to the prompt `rows`."""
    from triptych.hub.answer_rows import AnswerInfo

    return AnswerInfo(
        system,
        "refusal_prompts",
        split,
        digest([[row["id"], row["prompt"]] for row in rows]),
        settings,
        seed,
        model_id,
        revision,
        versions("openai") if base_url else versions("torch", "transformers", "accelerate"),
        num_processes=processes.count if processes else 1,
        base_url=base_url,
    )


def save_choices(path: Path, key: str, choices: list[Choice]) -> None:
    """Keep which layer was chosen and why, under the digest of what it rests on. A direction is never written."""
    write_json(path, {"key": key, "choices": [vars(choice) for choice in choices]})
