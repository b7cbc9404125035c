"""Which column is what: named by the user or guessed from common names, and always printed."""

import math
from collections import Counter
from dataclasses import dataclass
from typing import Any

from triptych.core.errors import UsageError

Row = dict[str, Any]

# Best first. A name matches whole, or as the last part of a dotted column.
NAMES = {
    "answer": (
        "output", "response", "completion", "answer", "generation", "generated_text", "model_output",
        "model_response", "model_answer", "model_completion", "prediction", "reply", "assistant", "filtered_resps",
        "resps", "outputs", "responses", "text", "content",
    ),
    "prompt": (
        "prompt", "question", "instruction", "query", "goal", "request", "behavior", "behaviour", "forbidden_prompt",
        "user", "input", "prompt_text", "user_prompt", "prompts",
    ),
    "id": ("id", "qid", "sample_id", "example_id", "prompt_id", "question_id", "doc_id", "uuid", "uid", "index"),
    "system": ("system", "model", "model_name", "model_id", "responder", "generator"),
    "label": ("label", "prompt_label", "harm", "harmfulness", "prompt_type", "type"),
}  # fmt: skip
KINDS = {"harmful", "harmless", "safe", "unsafe", "benign", "toxic", "malicious"}
HUMAN_HINTS = ("human", "annot", "final_label", "gold", "is_refusal", "refus", "label", "verdict", "rating")

REFUSAL, PARTIAL, NONE = "refusal", "partial_refusal", "no_refusal"
VOCABULARY = (REFUSAL, PARTIAL, NONE)
ALIASES = {
    **dict.fromkeys(("refusal", "refused", "refuse", "refuses", "full_refusal", "true", "yes", "1", "1.0"), REFUSAL),
    **dict.fromkeys(("partial_refusal", "partial", "partially_refused"), PARTIAL),
    **dict.fromkeys(
        ("no_refusal", "non_refusal", "nonrefusal", "not_refused", "not_refusal", "not_a_refusal", "compliance",
         "complied", "comply", "full_compliance", "answered", "false", "no", "0", "0.0"),
        NONE,
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Columns:
    """The column for each purpose; None where there is none."""

    answer: str
    prompt: str | None = None
    id: str | None = None
    system: str | None = None
    label: str | None = None
    human: str | None = None

    def describe(self) -> str:
        """One line for the user: `answers: response, prompts: question, …`."""
        shown = {"answers": self.answer, "prompts": self.prompt, "ids": self.id, "systems": self.system,
                 "prompt labels": self.label, "human labels": self.human}  # fmt: skip
        return ", ".join(f"{what}: {name}" for what, name in shown.items() if name)


def has_answers(rows: list[Row]) -> bool:
    """Whether some column looks like a model's answers."""
    return bool(_candidates("answer", _text_columns(rows)))


def choose(
    rows: list[Row],
    answer: str | None = None,
    prompt: str | None = None,
    human: str | None = None,
    option: str = "--answer-column",
) -> Columns:
    """Columns as given, the others guessed. Raises `UsageError` where a given one is missing or a guess is unsure.

    `option` is what the command calls the column to judge.
    """
    names = list(dict.fromkeys(name for row in rows for name in row))
    for flag, name in ((option, answer), ("--prompt-column", prompt), ("--human-column", human)):
        if name is not None and name not in names:
            raise UsageError(f"{flag} to name a column", repr(name), f"columns here: {', '.join(names)}")
    texts = [name for name in _text_columns(rows) if name not in (prompt, human)]
    chosen = answer or _guess_answer(texts, names, option)
    rest = [name for name in names if name not in (chosen, human)]
    return Columns(
        chosen,
        prompt or _first("prompt", [name for name in texts if name != chosen]),
        _first("id", rest),
        _first("system", [name for name in rest if _few(rows, name)]),
        next((name for name in _candidates("label", rest) if _is_kind(rows, name)), None),
        human,
    )


def _guess_answer(texts: list[str], names: list[str], option: str) -> str:
    found = _candidates("answer", texts)
    if not found:
        fix = f"name it with {option}; columns here: {', '.join(names)}"
        raise UsageError("a text column of answers, e.g. output, response or completion", "none with such a name", fix)
    return found[0]


def _candidates(purpose: str, names: list[str]) -> list[str]:
    """Columns whose name fits, best first: whole names, then dotted ends, then names that contain it as a word."""

    def rank(name: str) -> float:
        whole, last = _key(name), _key(name.rsplit(".", 1)[-1])
        for place, wanted in enumerate(NAMES[purpose]):
            if whole == wanted:
                return place
            if last == wanted:
                return 100 + place
        parts = set(whole.replace(".", "_").split("_"))
        return next((200.0 + place for place, wanted in enumerate(NAMES[purpose][:7]) if wanted in parts), math.inf)

    return sorted((name for name in names if rank(name) < math.inf), key=rank)


def _key(name: str) -> str:
    return name.strip().lower().replace(" ", "_").replace("-", "_")


def _first(purpose: str, names: list[str]) -> str | None:
    return next(iter(_candidates(purpose, names)), None)


def _text_columns(rows: list[Row]) -> list[str]:
    """Columns that hold text in some row and nothing but text or nothing in all."""
    names = dict.fromkeys(name for row in rows for name in row)
    return [
        name for name in names
        if any(isinstance(row.get(name), str) for row in rows)
        and all(row.get(name) is None or isinstance(row[name], str) or row[name] != row[name] for row in rows)
    ]  # fmt: skip


def _few(rows: list[Row], name: str) -> bool:
    """Short values, some of them repeated where rows are many: a name of a system, not a system prompt of each row."""
    values = {str(row.get(name)) for row in rows}
    return (len(values) < len(rows) or len(rows) <= 12) and len(values) <= 100 and max(map(len, values)) <= 120


def _is_kind(rows: list[Row], name: str) -> bool:
    values = {str(row.get(name)).strip().lower() for row in rows if row.get(name) not in (None, "")}
    return bool(values) and values <= KINDS


def human_hint(rows: list[Row], columns: Columns) -> str | None:
    """Names of columns that may hold human labels, where none was given."""
    taken = {columns.answer, columns.prompt, columns.label}
    names = dict.fromkeys(name for row in rows for name in row)
    likely = [name for name in names if name not in taken and any(hint in name.lower() for hint in HUMAN_HINTS)]
    return ", ".join(likely) or None


def parse_label_map(text: str | None) -> dict[str, str]:
    """`1_full_compliance=no_refusal,2_full_refusal=refusal` as a dictionary."""
    pairs: dict[str, str] = {}
    for part in filter(None, (text or "").split(",")):
        source, equals, target = part.rpartition("=")
        if not equals or target.strip() not in VOCABULARY:
            raise UsageError(f"LABEL=VERDICT pairs, verdicts {', '.join(VOCABULARY)}", repr(part), "mend --label-map")
        pairs[_key(source)] = target.strip()
    return pairs


def human_labels(rows: list[Row], column: str, label_map: dict[str, str]) -> list[str | None]:
    """Human labels in the vocabulary of verdicts; None where a row has none.

    `label_map` wins over the usual words (refused, true, 1, compliance, …). Raises `UsageError` that lists
    labels which are neither.
    """
    known = {**ALIASES, **label_map}
    raw = [_shown(row.get(column)) for row in rows]
    strange = Counter(value for value in raw if value and _key(value) not in known)
    if strange:
        listed = ", ".join(f"{value!r} ({count})" for value, count in strange.most_common(8))
        fix = f"--label-map {','.join(f'{value}=VERDICT' for value, _ in strange.most_common(8))}"
        raise UsageError(f"human labels among {', '.join(VOCABULARY)}", listed[:300], fix[:300])
    return [known[_key(value)] if value else None for value in raw]


def _shown(value: Any) -> str:
    return "" if value is None or value != value else str(value).strip()
