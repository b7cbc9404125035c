"""Tell a model's answer from the thinking it wrote out.

`split_reasoning("<think>The user greets me.</think>Hello!")` gives answer "Hello!", reasoning "The user greets me.".
"""

import re
from dataclasses import dataclass

_NAMES = r"(?:think|thinking|reasoning|thought|seed:think)"
# <think>, Magistral's [THINK], Kimi's ◁think▷. A tag in backticks or quotes is talked about, not used.
_TAG = re.compile(
    rf"(?<![`'\"“‘])(?:<(?P<slash>/?){_NAMES}\s*>|\[(?P<slash2>/?)THINK\]|◁(?P<slash3>/?)think▷)", re.IGNORECASE
)
# gpt-oss (harmony): <|channel|>analysis<|message|>text<|end|>, the header may name a recipient or a format.
_CHANNEL = re.compile(
    r"<\|channel\|>\s*(?P<name>\w+)(?P<header>[^<]{0,200})(?:<\|constrain\|>[^<]{0,100})?<\|message\|>"
)
_CHANNEL_END = re.compile(r"<\|(?:end|return|call|start|channel)\|>")
# The same with the special tokens skipped by the tokenizer: "analysisThe user asks…assistantfinalHello!".
_BARE_ANALYSIS = re.compile(r"\s*analysis(?=[A-Z])")
_BARE_FINAL = "assistantfinal"


@dataclass(frozen=True)
class Parts:
    """An answer without its thinking; `cut_off` is True where the generation ended inside the thinking."""

    answer: str
    reasoning: str
    cut_off: bool = False


def split_reasoning(text: str) -> Parts:
    """Split `text` into answer and reasoning, both stripped of outer white space.

    Understands `<think>`, `<thinking>`, `<reasoning>` and kin, several blocks, a chat template that opens the block
    itself (the text then only closes it), and gpt-oss channels. Text without any markup is all answer.
    A block that never closes gives `cut_off`, with the text before it as the answer (usually "").
    """
    if _CHANNEL.search(text):
        return _split_channels(text)
    if _BARE_ANALYSIS.match(text):
        return _split_bare_channels(text)
    return _split_tags(text)


def _split_tags(text: str) -> Parts:
    answer: list[str] = []
    reasoning: list[str] = []
    inside, start = False, 0
    for tag in _TAG.finditer(text):
        closes = any(tag.group("slash", "slash2", "slash3"))
        if inside and not closes:
            continue  # the thinking mentions its own tag
        # A close with no open before it: the template opened the block, so all text up to here is thinking.
        (reasoning if closes else answer).append(text[start : tag.start()])
        inside, start = not closes, tag.end()
    (reasoning if inside else answer).append(text[start:])
    return Parts("".join(answer).strip(), _join(reasoning), inside)


def _split_channels(text: str) -> Parts:
    """Final messages are the answer, all other channels reasoning; no final message = cut off before the answer."""
    final: list[str] = []
    other: list[str] = []
    messages = list(_CHANNEL.finditer(text))
    for message in messages:
        end = _CHANNEL_END.search(text, message.end())
        content = text[message.end() : end.start() if end else len(text)]
        (final if message["name"] == "final" else other).append(content)
    return Parts(_join(final), _join(other), not final)


def _split_bare_channels(text: str) -> Parts:
    reasoning, found, answer = text.partition(_BARE_FINAL)
    return Parts(answer.strip(), reasoning.strip().removeprefix("analysis"), not found)


def _join(pieces: list[str]) -> str:
    return "\n".join(piece.strip() for piece in pieces if piece.strip())
