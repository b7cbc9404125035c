"""`triptych generate refusals`: a run folder of answers of one model, with or without an edit."""

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from triptych.core.endpoint import PREFIX, Endpoint
from triptych.core.errors import RunError, UsageError
from triptych.core.runs import Row
from triptych.hub.answer_rows import AnswerRows
from triptych.hub.consent import confirm_calls
from triptych.hub.refusal_answers import Edit, answer_info, choose_layer, directions, prompts, write_answers
from triptych.models.abliteration.answers import SHORTEST

if TYPE_CHECKING:
    from triptych.hub.commands.refusals import GenerateRefusals

_STATUSES = ("ok", "truncated", "empty", "error")
_LISTED = 10


def generate(settings: "GenerateRefusals") -> Path:
    """Answer the split's prompts as `settings` say, print the counts of each status; returns the run folder.

    Raises `RunError` at the end where rows failed; they are listed, and the same command makes only these again.
    """
    behind_server = settings.system.startswith(PREFIX)
    endpoint = _endpoint(settings) if behind_server else None
    if settings.max_new_tokens < SHORTEST:
        print(
            f"warning: {settings.max_new_tokens} tokens may end before an answer shows whether it refuses; "
            f"--max-new-tokens {SHORTEST} or more is safer",
            file=sys.stderr,
        )
    name = f"{PREFIX}{endpoint.model}" if endpoint else settings.system
    name = name if settings.direction == "none" else f"{name}-{settings.direction}"
    out = settings.out or Path("runs/answers") / re.sub(r"[^\w.-]+", "-", name)
    rows = prompts(settings.split, settings.limit, settings.data)
    if endpoint:
        _report(out, _from_server(settings, endpoint, name, out, rows))
    else:
        answers = _from_weights(settings, name, out, rows)
        if answers:  # the first process has them all
            _report(out, answers)
    return out


def _endpoint(settings: "GenerateRefusals") -> Endpoint:
    endpoint = Endpoint.parse(settings.system)
    if settings.direction != "none":
        raise UsageError(
            f"--direction none with {PREFIX}…",
            f"--direction {settings.direction}",
            "activations behind a server cannot be edited: name the model's weights, a Hub id or a folder",
        )
    if int(os.environ.get("WORLD_SIZE") or 1) > 1:
        raise UsageError(f"one process with {PREFIX}…", "several", "leave torchrun out; --concurrency sets the calls")
    return endpoint


def _from_server(settings: "GenerateRefusals", endpoint: Endpoint, name: str, out: Path, rows: list[Row]) -> list[Row]:
    from triptych.models.abliteration.endpoint_answers import answer_from, estimate

    options = {"max_new_tokens": settings.max_new_tokens, "edit": None}
    info = answer_info(name, rows, settings.split, options, settings.seed, endpoint.model, base_url=endpoint.base_url)
    run = AnswerRows(out, info)
    left = run.left(rows)
    texts, ids = [row["prompt"] for row in left], [row["id"] for row in left]
    confirm_calls(name, estimate(texts, len(run.kept), settings.max_new_tokens), settings.yes)
    if left:
        limit = settings.max_new_tokens
        answer_from(endpoint, texts, ids, limit, lambda one: run.add(one.row(name)), settings.concurrency)
    return run.finish([row["id"] for row in rows])


def _from_weights(settings: "GenerateRefusals", name: str, out: Path, rows: list[Row]) -> list[Row]:
    from triptych.models.abliteration.sharing import joined
    from triptych.models.abliteration.smollm2 import load

    processes = joined()
    loaded = load(settings.system, settings.dtype, processes.device)
    edit, vector = processes.from_main(lambda: _edit(settings, loaded.model, loaded.tokenizer))
    if edit and processes.main:
        print(f"projecting out {edit.direction} of layer {edit.layer}, alpha {edit.alpha}, in every layer")
    if processes.main and processes.count > 1:
        print(f"{processes.count} processes share {len(rows)} prompts")
    return write_answers(
        out, name, loaded, rows, settings.split, edit, vector, settings.max_new_tokens, settings.seed,
        dtype=settings.dtype, batch_tokens=settings.batch_tokens, processes=processes,
    )  # fmt: skip


def _edit(settings: "GenerateRefusals", model: Any, tokenizer: Any) -> tuple[Edit | None, Any]:
    """The edit and its vector (d,), the layer being chosen on the validation prompts where it is not given."""
    if settings.direction == "none":
        return None, None
    vectors = directions(model, tokenizer, (settings.direction,), settings.seed, settings.data)[settings.direction]
    layer = settings.layer
    if layer is None:
        layer = choose_layer(model, tokenizer, settings.direction, vectors, data=settings.data).layer
    if not 0 <= layer < len(vectors):
        raise UsageError(f"--layer from 0 to {len(vectors) - 1}", str(layer), "count layers from 0")
    return Edit(settings.direction, layer, settings.alpha), vectors[layer]


def _report(out: Path, answers: list[Row]) -> None:
    counts = {status: sum(row["status"] == status for row in answers) for status in _STATUSES}
    words = [f"{count} {status}" for status, count in counts.items() if count or status != "error"]
    print(
        f"{len(answers)} answers: {', '.join(words)}; {counts['truncated'] / len(answers):.0%} cut at the token limit"
    )
    wrong = [row for row in answers if row["status"] == "error"]
    if wrong:
        listed = "".join(f"\n  {row['id']}: {row['reason']}" for row in wrong[:_LISTED])
        more = f"\n  and {len(wrong) - _LISTED} more" if len(wrong) > _LISTED else ""
        raise RunError(
            f"{len(wrong)} of {len(answers)} answers failed; the same command asks again for these only{listed}{more}"
        )
    print(f"next: triptych score refusals --predictions {out}")
