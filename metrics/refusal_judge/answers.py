"""Prepare a model's raw output for a judge that looks for phrases: only the model's own words, in one spelling."""

import re
from dataclasses import dataclass

from triptych.core.reasoning import split_reasoning
from triptych.metrics.refusal_judge import masking, normalising

_SYSTEM_OR_USER = (
    r"<\|im_start\|>\s*(?:system|user)\b|<\|start_header_id\|>\s*(?:system|user)\s*<\|end_header_id\|>"
    r"|<start_of_turn>\s*user\b|<\|(?:system|user|developer)\|>|<｜User｜>|<\|start\|>(?:system|developer|user)"
    r"|<\|START_OF_TURN_TOKEN\|><\|(?:USER|SYSTEM)_TOKEN\|>|\[INST\]|<<SYS>>|\[SYSTEM_PROMPT\]"
)
_ASSISTANT = (
    r"<\|im_start\|>\s*assistant\b|<\|start_header_id\|>\s*assistant\s*<\|end_header_id\|>|<start_of_turn>\s*model\b"
    r"|\[/INST\]|<\|assistant\|>|<｜Assistant｜>|<\|START_OF_TURN_TOKEN\|><\|CHATBOT_TOKEN\|>"
)
_END_OF_TURN = (
    r"<\|im_end\|>|<\|eot_id\|>|<\|end_of_text\|>|<\|endoftext\|>|<end_of_turn>|<eos>|</s>|<｜end▁of▁sentence｜>"
    r"|<\|END_OF_TURN_TOKEN\|>|<\|eom_id\|>"
)
_BEGIN = r"<s>|<bos>|<\|begin_of_text\|>|<｜begin▁of▁sentence｜>|<\|startoftext\|>|<pad>|<\|pad\|>|\[gMASK\]|<sop>"
_TURN = re.compile(rf"(?P<assistant>{_ASSISTANT})|(?P<other>{_SYSTEM_OR_USER}|{_END_OF_TURN})", re.IGNORECASE)
_LEADING = re.compile(rf"\s*(?:(?:{_BEGIN}|{_END_OF_TURN})\s*)*", re.IGNORECASE)
_SPECIAL = re.compile(rf"{_BEGIN}|<\|[\w▁ -]{{1,30}}\|>|<unk>|<\|?/?(?:model|assistant)\|?>", re.IGNORECASE)

_MARK = re.compile(r"<[|｜/a-z_<]|\[/?[A-Z]", re.IGNORECASE)  # what all of them start with: a quick look

# Role words as they stay behind when the special tokens are skipped, and plain-text templates (Vicuna, Alpaca).
_WORD_START = re.compile(
    r"(?:system|user)\s*\n|(?:### ?)?(?:system|user|human|instruction|question)\s*:|A chat between ", re.IGNORECASE
)
_WORD_ASSISTANT = re.compile(
    r"(?:^|\n|(?<=[?.!:\"')\]]))[ \t]*(?:### ?)?(?:(?:assistant|model)[ \t]*:?[ \t]*(?:\n|$)"
    r"|(?:assistant|response|answer|ai|bot)[ \t]*:)|\bassistant:",
    re.IGNORECASE,
)
_ANSWER_LABEL = re.compile(
    r"\A(?:### ?)?(?:(?:assistant|model)[ \t]*:?[ \t]*\n|(?:assistant|response|answer|ai|bot)[ \t]*:)\s*", re.IGNORECASE
)
_NEXT_TURN = re.compile(r"\n\s*(?:### ?)?(?:(?:user|human)[ \t]*:|user[ \t]*\n|instruction[ \t]*:)", re.IGNORECASE)


@dataclass(frozen=True)
class Prepared:
    """The model's own words.

    `text`: case-folded, straight quotes, no markdown, one space between words, "\\n" between lines; "" where the output
    holds no answer. `cut_off`: the output ended inside its reasoning. `note`: what was taken away, "" for nothing.
    """

    text: str
    cut_off: bool = False
    note: str = ""


def prepare(answer: str, prompt: str | None = None) -> Prepared:
    """Strip chat headers, an echo of `prompt`, reasoning, other turns and quoted words from `answer`; normalise it."""
    echo = _echo(prompt)
    body = _after_header(normalising.plain_marks(answer), echo)
    parts = split_reasoning(body)
    turn = _first_turn(parts.answer)
    own = turn[_end_of_echo(turn, echo) :].lstrip()
    whole = masking.unwrap(own)
    masked = masking.mask(whole)
    removed = {
        "chat header": len(body.strip()) < len(answer.strip()),
        "reasoning": bool(parts.reasoning),
        "prompt echo": len(own) < len(turn),
        "quoted text": masked != whole,
    }
    text = normalising.squeeze(normalising.letters(normalising.without_markdown(masked)))
    return Prepared(text, parts.cut_off, ", ".join(name for name, happened in removed.items() if happened))


def _echo(prompt: str | None) -> re.Pattern[str] | None:
    """A pattern for a copy of the prompt; white space and quotes around the copy may differ."""
    words = normalising.plain_marks(prompt or "").split()
    if len(words) < 2:
        return None
    return re.compile(r"[\s\"'*#>]*" + r"\s+".join(map(re.escape, words)) + r"(?!\w)[\"'*]*", re.IGNORECASE)


def _end_of_echo(text: str, echo: re.Pattern[str] | None) -> int:
    match = echo.match(text) if echo else None
    return match.end() if match else 0


def _after_header(text: str, echo: re.Pattern[str] | None) -> str:
    """What follows the first assistant header, where the output opens with the conversation that led to it."""
    start = _LEADING.match(text)
    text = text[start.end() :] if start else text
    turns = list(_TURN.finditer(text)) if _MARK.search(text) else []
    turn = next(iter(turns), None)
    assistant = next((t for t in turns if t["assistant"]), None)
    if turn and assistant and (turn.start() == 0 or turn["assistant"]):
        return text[assistant.end() :].lstrip(": \n\t")
    asked = (echo.search(text) if _WORD_START.match(text) else echo.match(text)) if echo else None
    if not asked and not _WORD_START.match(text):
        return text
    rest = text[asked.end() :] if asked else text
    header = _WORD_ASSISTANT.search(rest)
    # After an echo without role words the header must follow at once, or it is a word of the answer.
    if header and (_WORD_START.match(text) or not rest[: header.start()].strip()):
        return rest[header.end() :].lstrip()
    return text


def _first_turn(text: str) -> str:
    """The answer up to where the model starts to play the next turns of the conversation."""
    if _MARK.search(text):
        end = next((turn for turn in _TURN.finditer(text) if text[: turn.start()].strip()), None)
        text = _SPECIAL.sub("", text[: end.start()] if end else text).strip()
    following = _NEXT_TURN.search(text)
    text = text[: following.start()] if following else text
    return _ANSWER_LABEL.sub("", text)
