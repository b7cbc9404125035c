"""`triptych generate refusals`: a run folder of answers of one model, with or without an edit."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from triptych.core.errors import UsageError
from triptych.hub.refusal_answers import Edit, choose_layer, directions, prompts, write_answers

if TYPE_CHECKING:
    from triptych.hub.commands.refusals import GenerateRefusals


def generate(settings: "GenerateRefusals") -> Path:
    """Answer the split's prompts as `settings` say, print the counts of each status; returns the run folder."""
    from triptych.models.abliteration.smollm2 import load

    edited = settings.direction != "none"
    name = settings.system if not edited else f"{settings.system}-{settings.direction}"
    out = settings.out or Path("runs/answers") / re.sub(r"[^\w.-]+", "-", name)
    rows = prompts(settings.split, settings.limit)
    loaded = load(settings.system)
    model, tokenizer = loaded.model, loaded.tokenizer
    edit = vector = None
    if edited:
        vectors = directions(model, tokenizer, (settings.direction,), settings.seed)[settings.direction]
        layer = settings.layer
        if layer is None:
            layer = choose_layer(model, tokenizer, settings.direction, vectors).layer
        if not 0 <= layer < len(vectors):
            raise UsageError(f"--layer from 0 to {len(vectors) - 1}", str(layer), "count layers from 0")
        edit, vector = Edit(settings.direction, layer, settings.alpha), vectors[layer]
        print(f"projecting out {edit.direction} of layer {edit.layer}, alpha {edit.alpha}, in every layer")
    answers = write_answers(
        out, name, loaded, rows, settings.split, edit, vector, settings.max_new_tokens, settings.seed
    )
    counts = {status: sum(row["status"] == status for row in answers) for status in ("ok", "truncated", "empty")}
    print(f"{len(answers)} answers: {', '.join(f'{count} {status}' for status, count in counts.items())}")
    print(f"next: triptych score refusals --predictions {out}")
    return out
