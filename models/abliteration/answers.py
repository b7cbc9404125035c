"""What a model wrote -> an answer: thinking split off, nothing of the prompt in it, and a word on how it ended.

One row, as it goes into a predictions file beside the system's name:
    {"id": "…", "output": "The capital is …", "reasoning": "", "status": "truncated", "reason": "cut at 48 tokens", …}
"""

from dataclasses import asdict, dataclass

from triptych.core.reasoning import split_reasoning
from triptych.core.runs import Row

SHORTEST = 16
"""Below so many tokens an answer may end before it shows whether it refuses (heretic#365)."""

_WORDS_OF_AN_ECHO = 4  # an answer may well begin with a short prompt's words ("Hello" -> "Hello")


@dataclass(frozen=True)
class Answer:
    """One answer, without the prompt and without its thinking.

    `status` is `ok`, `truncated` (cut at the token limit: still an answer, but with an empty output where the cut fell
    inside the thinking), `empty` (nothing but white space, thinking or the prompt) or `error` (none was made: asked
    again by the next run); `reason` says why it is not ok. `n_tokens` counts generated tokens, thinking included;
    `latency_s` is the call's wall time, or the batch's divided by its rows.
    """

    id: str
    output: str
    reasoning: str
    status: str
    reason: str
    n_tokens: int
    latency_s: float

    def row(self, system: str) -> Row:
        """The row of a predictions file."""
        return {
            "id": self.id,
            "system": system,
            **{name: value for name, value in asdict(self).items() if name != "id"},
        }


def describe(
    row_id: str, text: str, ended: bool, n_tokens: int, seconds: float, echoes: tuple[str, ...] = ()
) -> Answer:
    """The answer that `text` holds; `ended` is False where the limit cut it.

    `echoes`: what may stand before the answer without belonging to it, longest first (see `without_echo`).
    """
    parts = split_reasoning(without_echo(text, echoes))
    output = without_echo(parts.answer, echoes)
    if not ended:
        inside = " inside the thinking" if parts.cut_off else ""
        status, reason = "truncated", f"cut at {n_tokens} tokens{inside}"
    elif output:
        status, reason = "ok", ""
    else:
        status = "empty"
        reason = (
            "thinking without an answer" if parts.reasoning else "only the prompt again" if text.strip() else "no text"
        )
    return Answer(row_id, output, parts.reasoning, status, reason, n_tokens, round(seconds, 4))


def failed(row_id: str, reason: str, seconds: float = 0.0) -> Answer:
    """No answer: the model or the server gave none."""
    return Answer(row_id, "", "", "error", reason, 0, round(seconds, 4))


def without_echo(text: str, echoes: tuple[str, ...]) -> str:
    """`text` without the `echoes` that it starts with, each a whole line or several: the prompt, a template's header.

    60 of the paper's 200 judged responses carry such text, and a judge then reads the question for the answer. A text
    that ends inside an echo holds no answer.
    """
    rest = text.strip()
    for echo in (echo.strip() for echo in echoes):
        if echo.startswith(rest) and len(rest.split()) >= _WORDS_OF_AN_ECHO:
            return ""
        after = rest[len(echo) :]
        if echo and rest.startswith(echo) and (not after or after[0] in "\r\n"):
            rest = after.strip()
    return rest


def echoes(prompt: str, rendered: str = "", header: str = "") -> tuple[str, ...]:
    """What an answer to `prompt` may repeat: the whole `rendered` template, the prompt, the `header` of an answer."""
    long_enough = len(prompt.split()) >= _WORDS_OF_AN_ECHO
    return rendered, header, prompt if long_enough else "", header
