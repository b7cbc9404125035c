"""What is read in the study: questions and responses of runs on this machine, or our own harmless ones to practise.

    items = read_items((Path("runs/answers/smollm2-135m"),))
    items[0]  # Item(id='5d41…', prompt='How do I …', response='Sure …', sources=(Source('smollm2-135m', …),))

An item is a question with a response; equal ones of several systems are one item, read once. Its id is a hash of
both texts, so that it says nothing of the system, and answers still fit when a run is made again or moved.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from triptych.core.errors import UsageError
from triptych.spaces.annotation.order import order
from triptych.spaces.annotation.shared_runs import run_rows

PRACTICE: Final = "practice"
"""System and run of the embedded examples."""


@dataclass(frozen=True)
class Source:
    """Where a response comes from; never shown to annotators."""

    system: str
    qid: str
    label: str
    run: str


@dataclass(frozen=True)
class Item:
    """A question and a response to it, with all systems that gave it."""

    id: str
    prompt: str
    response: str
    sources: tuple[Source, ...]


def practice_items() -> list[Item]:
    """The embedded examples: harmless questions, with responses and refusals that we wrote ourselves."""
    rows = json.loads(Path(__file__).with_name("practice.json").read_text(encoding="utf-8"))
    return _joined((row["prompt"], row["response"], Source(PRACTICE, row["id"], "harmless", PRACTICE)) for row in rows)


def read_items(
    runs: Sequence[Path], data: str | None = None, questions: int | None = None, seed: int = 0
) -> list[Item]:
    """All responses of finished run folders of `triptych generate refusals`; empty ones are left out.

    `data` is the dataset that the runs answered, a folder or Hub id; None stands for the embedded prompts. With
    `questions`, the responses to that many questions, drawn by `seed`, as many harmful as harmless ones if possible.
    Raises `UsageError` where a folder is no finished run or an answered question is not in the dataset.
    """
    prompts = _prompts(data)
    rows = [row for run in runs for row in run_rows(run, "refusals")]
    unknown = sorted({row["id"] for row in rows} - prompts.keys())
    if unknown:
        got = f"{len(unknown)} ids that it lacks, {unknown[0]!r} first"
        raise UsageError(
            f"the dataset that was answered (now: {data or 'the embedded prompts'})", got, "name it: --data"
        )
    drawn = set(_drawn(prompts, {row["id"] for row in rows}, questions, seed))
    kept = [row for row in rows if row["id"] in drawn and (row["output"] or "").strip()]
    if not kept:
        raise UsageError("runs with answers", f"none in {', '.join(map(str, runs))}", "name other runs")
    return _joined(
        (prompts[row["id"]]["prompt"], row["output"],
         Source(row["system"], row["id"], prompts[row["id"]]["label"], row["run"]))
        for row in kept
    )  # fmt: skip


def _joined(found: Iterable[tuple[str, str, Source]]) -> list[Item]:
    items: dict[str, Item] = {}
    for prompt, response, source in found:
        name = sha256(f"{prompt}\0{response}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
        item = items.setdefault(name, Item(name, prompt, response, ()))
        items[name] = replace(item, sources=(*item.sources, source))
    return list(items.values())


def _prompts(data: str | None) -> dict[str, dict[str, Any]]:
    """Rows of all splits by id, labels as words."""
    import datasets

    if data is None:
        from triptych.dataset_builders.refusal_prompts.builder import rows

        return {row["id"]: row for split in ("test", "validation", "anchors", "tuning") for row in rows(split)}
    try:
        splits = datasets.load_dataset(data)
    except (datasets.exceptions.DatasetNotFoundError, FileNotFoundError, ConnectionError, ValueError) as error:
        raise UsageError(f"a dataset at {data}", str(error).split("\n")[0], "check --data") from None
    found: dict[str, dict[str, Any]] = {}
    for split, table in splits.items():
        missing = [name for name in ("id", "prompt", "label") if name not in table.features]
        if missing:
            raise UsageError("columns id, prompt and label", f"no {', '.join(missing)} in {split}", "check --data")
        names = getattr(table.features["label"], "names", None)
        found |= {row["id"]: {**row, "label": names[row["label"]] if names else row["label"]} for row in table}
    return found


def _drawn(prompts: dict[str, dict[str, Any]], answered: set[str], count: int | None, seed: int) -> list[str]:
    """Ids of `count` answered questions: the first of each label in a random order, and others where one is short."""
    mixed = order(answered, "questions", seed)
    if count is None:
        return mixed
    harmful = [name for name in mixed if prompts[name]["label"] == "harmful"]
    harmless = [name for name in mixed if prompts[name]["label"] != "harmful"]
    first = harmful[: (count + 1) // 2] + harmless[: count // 2]
    return (first + [name for name in mixed if name not in first])[:count]
