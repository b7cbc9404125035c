"""`triptych generate formcoach` with a vision-language model, local or behind an API, as a run folder.

triptych generate formcoach --system Qwen/Qwen2.5-VL-3B-Instruct
triptych generate formcoach --system openai:gpt-4.1
torchrun --nproc_per_node 2 -m triptych.hub.cli generate formcoach --system …
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from triptych.core.endpoint import PREFIX, Endpoint
from triptych.core.errors import UsageError
from triptych.core.estimate import Estimate
from triptych.core.progress import progress
from triptych.core.runs import Row, digest, versions
from triptych.hub.answer_rows import AnswerInfo, AnswerRows
from triptych.hub.consent import confirm_calls
from triptych.models.abliteration.sharing import Processes, joined
from triptych.models.coaching.feedback import Said, as_row
from triptych.models.coaching.frames import Sampling
from triptych.models.coaching.questions import Question, question

API_TOKENS = 400
"""Longest reply of an API: some models think inside of it."""


@dataclass(frozen=True)
class Settings:
    """How a model is asked. `concurrency` counts open calls to an API, `batch` pairs at once in a local model."""

    sampling: Sampling = field(default_factory=Sampling)
    joints: bool = False
    max_new_tokens: int | None = None
    concurrency: int = 16
    batch: int = 4
    dtype: str = "auto"
    yes: bool = False

    def __post_init__(self) -> None:
        if self.concurrency < 1 or self.batch < 1:
            raise UsageError("--concurrency and --batch of at least 1", f"{self}", "leave them out for the defaults")

    def of_answers(self) -> dict[str, Any]:
        """What changes an answer."""
        return {"fps": self.sampling.fps, "frames": self.sampling.most, "joints": self.joints,
                "max_new_tokens": self.max_new_tokens}  # fmt: skip


def write_vlm_feedback(out: Path, system: str, data: Any, split: str, settings: Settings) -> list[Row]:
    """A line for each pair of `data`; finished pairs of an earlier run are kept, failed ones are asked again.

    Several processes share the pairs; the first one writes the files and gets the rows, the others get [].
    """
    processes = joined()
    order = [str(name) for name in data["id"]]
    made = _ApiCoach(system, settings, processes) if system.startswith(PREFIX) else _LocalCoach(system, settings)
    info = AnswerInfo(
        system, "formcoach", split, digest(order), settings.of_answers(), model_id=made.model_id,
        versions=versions("transformers", "torch", "av", "openai"), num_processes=processes.count,
        base_url=made.base_url,
    )  # fmt: skip
    run = AnswerRows(out, info, processes)
    mine = {row["id"] for row in run.left([{"id": name, "prompt": ""} for name in order])}
    places = [place for place, name in enumerate(order) if name in mine]
    if places:
        for name, said in progress(
            made.say(_Rows(data, places, settings.joints)), f"feedback of {system}", len(places)
        ):
            run.add(as_row(name, system, said))
    return run.finish(order)


class _Rows:
    """Chosen rows of a dataset, one at a time, exercises as words, videos as bytes."""

    def __init__(self, data: Any, places: list[int], joints: bool) -> None:
        # Joints become Python lists, which takes longer than decoding the clips: read only where they are sent.
        wanted = ["id", "user", "reference", "exercise", "preference", "fps"]
        wanted += ["user_joints", "reference_joints"] if joints else []
        self._rows = data.select(places).select_columns([name for name in wanted if name in data.features])
        self._names = data.features["exercise"].names

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        for row in self._rows:
            yield {**row, "exercise": self._names[row["exercise"]]}


class _LocalCoach:
    """A model that transformers loads, asked in batches."""

    base_url = None

    def __init__(self, system: str, settings: Settings) -> None:
        self.model_id, self._settings = system, settings

    def say(self, rows: _Rows) -> Iterator[tuple[str, Said]]:
        """Id and line of each row; frames of a clip are decoded once."""
        from triptych.models.coaching.vlm import MAX_NEW_TOKENS, load

        coach = load(self.model_id, self._settings.dtype)
        limit = self._settings.max_new_tokens or MAX_NEW_TOKENS
        waiting: list[Question] = []
        for row in rows:
            try:
                waiting.append(_question(row, self._settings))
            except ValueError as error:
                yield row["id"], Said("", error=str(error))
            if len(waiting) == self._settings.batch:
                yield from zip([asked.id for asked in waiting], coach.say(waiting, limit), strict=True)
                waiting = []
        yield from zip([asked.id for asked in waiting], coach.say(waiting, limit), strict=True)


class _ApiCoach:
    """A model behind an OpenAI-compatible API, many pairs at once."""

    def __init__(self, system: str, settings: Settings, processes: Processes) -> None:
        if processes.count > 1:
            raise UsageError("one process for an API", f"{processes.count}", "leave torchrun out: calls overlap anyway")
        self._endpoint, self._settings = Endpoint.parse(system), settings
        self.model_id, self.base_url = self._endpoint.model, self._endpoint.base_url

    def say(self, rows: _Rows) -> Iterator[tuple[str, Said]]:
        """Id and line of each row, as the answers come; asks first whether the calls may be made."""
        confirm_calls(f"{PREFIX}{self.model_id}", _estimate(len(rows), self._settings), self._settings.yes)
        yield from _drained(lambda: self._answers(rows))

    async def _answers(self, rows: _Rows) -> Any:
        from triptych.core import chat as client
        from triptych.core.reply_cache import ReplyCache
        from triptych.models.coaching.endpoint_coach import ask_all

        limit = self._settings.max_new_tokens or API_TOKENS
        with ReplyCache() as cache:
            async with client.Chat(self._endpoint, cache, client.Settings(self._settings.concurrency)) as chat:
                async for answer in ask_all(chat, rows, lambda row: _question(row, self._settings), limit):
                    yield answer


def _question(row: Row, settings: Settings) -> Question:
    return question(row, settings.sampling, settings.joints)


def _estimate(count: int, settings: Settings) -> Estimate:
    """A guess before any clip is decoded: the most frames of both people, and the words around them."""
    from triptych.models.coaching.endpoint_coach import TOKENS_PER_PICTURE

    pictures = 2 * settings.sampling.most
    words = 300 + 8 * settings.sampling.most + (90 * settings.sampling.most if settings.joints else 0)
    return Estimate(count, 0, count * (pictures * TOKENS_PER_PICTURE + words), count * 40)


def _drained(make: Callable[[], Any]) -> Iterator[tuple[str, Said]]:
    """What an asynchronous generator yields, from ordinary code. Leaving early cancels what it waits for."""
    import asyncio

    with asyncio.Runner() as runner:
        answers = make()
        try:
            while True:
                try:
                    yield runner.run(answers.__anext__())
                except StopAsyncIteration:
                    return
        finally:
            runner.run(answers.aclose())
