"""One line of feedback as a row of predictions, whoever said it."""

from dataclasses import dataclass
from typing import Any

from triptych.core.reasoning import split_reasoning
from triptych.models.coaching.prompts import LONGEST


@dataclass(frozen=True)
class Said:
    """What a model wrote. `ended` is False where a limit cut it; `error` says why there is no text at all."""

    text: str
    n_tokens: int = 0
    latency_s: float = 0.0
    ended: bool = True
    error: str = ""


def words(text: str) -> int:
    """Words as the 15-word limit counts them: parts between white space that have a letter or a digit."""
    return sum(any(letter.isalnum() for letter in part) for part in text.split())


def as_row(name: str, system: str, said: Said) -> dict[str, Any]:
    """The row: thinking apart, too many words flagged in `reason` and left whole, an empty or cut line flagged."""
    parts = split_reasoning(said.text)
    text = " ".join(parts.answer.split()).strip("\"“”'` ")
    if said.error:
        status, reason = "error", said.error
    elif not said.ended:
        status, reason = "truncated", "cut inside the thinking" if parts.cut_off else "cut at the token limit"
    elif not text:
        status, reason = "empty", "thinking without an answer" if parts.reasoning else "no text"
    else:
        status, reason = "ok", ""
    if (count := words(text)) > LONGEST:
        reason = "; ".join(filter(None, [reason, f"{count} words, {LONGEST} allowed"]))
    return {"id": name, "system": system, "output": text, "reasoning": parts.reasoning, "status": status,
            "reason": reason, "n_tokens": said.n_tokens, "latency_s": round(said.latency_s, 4)}  # fmt: skip
