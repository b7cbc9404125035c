"""What the small model is tuned on: refusals for harmful tuning prompts, its own answers for harmless ones.

Only the `tuning` split of `refusal_prompts` is read. The harmless targets are the untuned model's own greedy answers,
so that tuning teaches nothing but when to refuse; where that model itself opens with a refusal, the row is left out,
because it would teach to refuse harmless prompts.
"""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from triptych.core.runs import write_json
from triptych.dataset_builders.refusal_prompts.prompts import Prompt, prompts
from triptych.models.abliteration.batches import encode
from triptych.models.abliteration.generate import end_ids, generate_ids
from triptych.models.abliteration.prompts import OPENINGS, REFUSALS

OWN_ANSWERS = "own_answers.json"


@dataclass(frozen=True)
class TuningRow:
    """Token ids of one prompt, chat template included, and of the answer to learn."""

    id: str
    prompt: list[int]
    answer: list[int]


def tuning_rows(model: Any, tokenizer: Any, folder: Path, seed: int, answer_tokens: int) -> list[TuningRow]:
    """All rows in a fixed order; the model's own answers are kept in `folder` for the next run."""
    harmful, harmless = prompts("tuning", "harmful"), prompts("tuning", "harmless")
    end = min(end_ids(model, tokenizer))
    refusals = [tokenizer(_sentence(row.id, seed), add_special_tokens=False)["input_ids"] for row in harmful]
    taught = _rows(tokenizer, harmful, [[*ids, end] for ids in refusals])
    own = _own_answers(model, tokenizer, harmless, folder / OWN_ANSWERS, answer_tokens)
    kept = [row for row in harmless if not opens_refusal(tokenizer.decode(own[row.id], skip_special_tokens=True))]
    return taught + _rows(tokenizer, kept, [own[row.id] for row in kept])


def opens_refusal(text: str) -> bool:
    """Whether `text` starts with one of `prompts.OPENINGS`, whatever its case and its apostrophes."""
    return _plain(text).startswith(tuple(_plain(opening) for opening in OPENINGS))


def _plain(text: str) -> str:
    return text.strip().lower().replace("’", "'")


def _sentence(row_id: str, seed: int) -> str:
    """The refusal for one row: drawn by seed and id, so the same whatever other rows there are."""
    return random.Random(f"{seed}/{row_id}").choice(REFUSALS)


def _rows(tokenizer: Any, given: Sequence[Prompt], answers: Sequence[list[int]]) -> list[TuningRow]:
    encoded = encode(tokenizer, [row.text for row in given])
    return [TuningRow(row.id, ids, answer) for row, ids, answer in zip(given, encoded, answers, strict=True)]


def _own_answers(
    model: Any, tokenizer: Any, given: Sequence[Prompt], path: Path, answer_tokens: int
) -> dict[str, list[int]]:
    """The first tokens of the model's own greedy answers by id, with the end token where they end in time."""
    if not path.is_file():
        made = generate_ids(model, tokenizer, encode(tokenizer, [row.text for row in given]), answer_tokens)
        end = min(end_ids(model, tokenizer))
        ids = [one.ids + [end] * one.ended for one in made]
        write_json(path, {row.id: tokens for row, tokens in zip(given, ids, strict=True)})
    known = json.loads(path.read_text(encoding="utf-8"))
    return {row.id: [int(token) for token in known[row.id]] for row in given}
