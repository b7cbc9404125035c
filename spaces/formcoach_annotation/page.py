"""The page: two clips on one time line, an instruction, ratings, and for adjudicators what annotators differ on.

    launch_annotation(Settings(feedback=(Path("runs/feedback/kinematic"),), annotators=("ada", "bob")))

Who somebody is comes from the session that they signed in to, never from what the page sends.
"""

import html
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import gradio as gr

from triptych.core.errors import UsageError
from triptych.core.runs import cache_folder
from triptych.spaces.annotation.accounts import Accounts
from triptych.spaces.annotation.people import roles
from triptych.spaces.annotation.store import Store
from triptych.spaces.formcoach_annotation import texts
from triptych.spaces.formcoach_annotation.agreement import COLUMNS, Agreement
from triptych.spaces.formcoach_annotation.exports import write_archive
from triptych.spaces.formcoach_annotation.items import read_feedback, read_pairs
from triptych.spaces.formcoach_annotation.work import LEVELS, LONGEST, View, Work
from triptych.spaces.look import launch
from triptych.spaces.paired_player.player import Clips, paired_player

AT_A_TIME: Final = 8
"""Calls that are answered at the same time."""
KEPT_S: Final = 3600
"""How long a downloaded archive stays in the server's temporary folder."""
_NONE: Final[dict[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What an annotation task is made of."""

    data: str | None = None
    feedback: tuple[Path, ...] = ()
    store: Path = Path("runs/formcoach_annotation/annotation.sqlite")
    seed: int = 0
    each: int = 2
    annotators: tuple[str, ...] = ()
    adjudicators: tuple[str, ...] = ()
    repo: str | None = None
    """Private dataset repository that takes the answers; only in a Space."""
    on_hub: bool = False
    """Sign in with Hugging Face, as one of the named annotators and adjudicators, instead of with a password."""


@dataclass(frozen=True)
class Handlers:
    """What the page calls."""

    work: Work
    clips: Clips
    on_hub: bool = False
    folder: tempfile.TemporaryDirectory[str] = field(default_factory=tempfile.TemporaryDirectory)
    """Where the archive is made: for the owner of the process alone, and gone when it ends."""

    def show(self, only: str, profile: gr.OAuthProfile | None, request: gr.Request) -> list[Any]:
        """The first open pair of the exercise; of all where none is named."""
        name = self._who(profile, request)
        return self._seen(self.work.view(name, only or None), name)

    def following(self, pair: str, only: str, profile: gr.OAuthProfile | None, request: gr.Request) -> list[Any]:
        """The pair after this one."""
        return self._moved(pair, only, 1, self._who(profile, request))

    def previous(self, pair: str, only: str, profile: gr.OAuthProfile | None, request: gr.Request) -> list[Any]:
        """The pair before this one."""
        return self._moved(pair, only, -1, self._who(profile, request))

    def next_open(self, pair: str, only: str, profile: gr.OAuthProfile | None, request: gr.Request) -> list[Any]:
        """The next pair that is not answered."""
        name = self._who(profile, request)
        return self._seen(self.work.next_open(name, only or None, pair), name)

    def save(
        self, profile: gr.OAuthProfile | None, request: gr.Request,
        pair: str, only: str, words: str, nothing: bool, *rated: Any,
    ) -> list[Any]:  # fmt: skip
        """Keep the answer and go on to the next open pair."""
        name = self._who(profile, request)
        _explained(lambda: self.work.save(name, pair, self._value(pair, name, words, nothing, rated)))
        return self._seen(self.work.next_open(name, only or None, pair), name, "Saved.")

    def draft(
        self, profile: gr.OAuthProfile | None, request: gr.Request,
        pair: str, words: str, nothing: bool, *rated: Any,
    ) -> str:  # fmt: skip
        """Keep what is not finished."""
        name = self._who(profile, request)
        if not pair:
            return ""
        _explained(lambda: self.work.draft(name, pair, self._value(pair, name, words, nothing, rated)))
        return texts.kept(f"Draft kept at {datetime.now():%H:%M:%S}.")

    def figures(self, profile: gr.OAuthProfile | None, request: gr.Request) -> tuple[list[list[Any]], list[list[Any]]]:
        """Progress and agreement so far."""
        self._adjudicator(profile, request)
        return [[name, count] for name, count in self.work.progress().items()], Agreement(self.work).rows()

    def archive(self, profile: gr.OAuthProfile | None, request: gr.Request) -> str:
        """All answers as a zip file."""
        self._adjudicator(profile, request)
        return str(write_archive(self.work, Path(self.folder.name) / "formcoach_annotation.zip"))

    def _who(self, profile: gr.OAuthProfile | None, request: gr.Request) -> str | None:
        if self.on_hub:
            return str(profile.username) if profile else None
        return str(request.username) if request.username else None

    def _adjudicator(self, profile: gr.OAuthProfile | None, request: gr.Request) -> None:
        if self.work.role(self._who(profile, request)) != "adjudicator":
            raise gr.Error("Only an adjudicator may see this.", print_exception=False)

    def _value(self, pair: str, name: str | None, words: Any, nothing: Any, rated: tuple[Any, ...]) -> dict[str, Any]:
        """The parts of the page as one value; the ratings come in the person's own order of lines."""
        lines = self.work.lines_of(pair, name) if name and isinstance(pair, str) else ()
        said = [rated[at : at + 3] for at in range(0, 3 * len(lines), 3)]
        ratings = {
            line.id: {"accuracy": one, "actionability": two, "hallucination": {"yes": True, "no": False}.get(three)}
            for line, (one, two, three) in zip(lines, said, strict=False)
        }
        return {"instruction": words or "", "nothing": nothing, "ratings": ratings}

    def _moved(self, pair: str, only: str, step: int, name: str | None) -> list[Any]:
        return self._seen(self.work.view(name, only or None, pair, step), name)

    def _seen(self, view: View, name: str | None, kept: str = "") -> list[Any]:
        """Updates of pair, bar, player, note, form, instruction, nothing, kept, the adjudicator's part, the slots."""
        pair = view.pair
        clips = self.clips.pair(*pair.clips(), pair.fps) if pair else None
        shown = gr.update(visible=pair is not None)
        return [
            pair.id if pair else "",
            texts.bar(view),
            gr.update(value=clips, visible=pair is not None),
            texts.note(view, name),
            shown,
            view.value.get("instruction", ""),
            view.value.get("nothing", False),
            texts.kept(kept) if kept else "",
            gr.update(visible=view.role == "adjudicator"),
            *self._slots(view),
        ]

    def _slots(self, view: View) -> list[Any]:
        found: list[Any] = []
        for at in range(self.work.slots):
            if at >= len(view.lines):
                found += [gr.update(visible=False), "", None, None, None]
                continue
            line = view.lines[at]
            rating = view.value.get("ratings", _NONE).get(line.id, _NONE)
            said = {True: "yes", False: "no", None: None}[rating.get("hallucination")]
            found += [gr.update(visible=True), texts.line(at + 1, line), *(rating.get(each) for each in LEVELS), said]
        return found


def build(work: Work, clips: Clips, on_hub: bool = False) -> gr.Blocks:
    """The page, not yet served."""
    calls = Handlers(work, clips, on_hub)
    with gr.Blocks(title="FormCoach annotation", analytics_enabled=False, delete_cache=(KEPT_S, KEPT_S)) as blocks:
        gr.Markdown(texts.HEAD)
        if on_hub:
            gr.LoginButton()
        pair = gr.Textbox(visible="hidden", label="Pair", elem_id="fc-pair")
        with gr.Row():
            choices = [("All exercises", ""), *((name, name) for name in work.exercises)]
            only = gr.Dropdown(choices, value="", label="Exercise", scale=1, elem_id="fc-exercise")
            bar = gr.HTML(elem_id="fc-bar")
        note = gr.HTML(elem_id="fc-said")
        with gr.Row(elem_classes="fc-form") as form:
            with gr.Column(scale=3, min_width=320, elem_classes="fc-watch"):
                player = paired_player(elem_id="fc-player")
            with gr.Column(scale=2, min_width=300):
                words = gr.Textbox(
                    label="Instruction (I)", lines=2, max_lines=3, max_length=LONGEST, elem_id="fc-instruction",
                    placeholder="Keep your back straight as you go down.",
                )  # fmt: skip
                gr.HTML(texts.COUNT, elem_id="fc-count-box")
                nothing = gr.Checkbox(label=texts.NOTHING, elem_id="fc-nothing")
                slots = [_slot(at) for at in range(work.slots)]
                with gr.Row(elem_id="fc-buttons"):
                    save = gr.Button("Save (Ctrl+Enter)", variant="primary", elem_id="fc-save", min_width=200)
                    before = gr.Button("Previous (P)", elem_id="fc-previous", min_width=100)
                    after = gr.Button("Next (N)", elem_id="fc-next", min_width=100)
                    left = gr.Button("Next open (O)", elem_id="fc-open", min_width=120)
                kept = gr.HTML(elem_id="fc-kept")
        with gr.Accordion("What to write, and all keys", open=False):
            gr.Markdown(texts.GUIDE)
        chief = _chief_part(calls)
        seen = [pair, bar, player, note, form, words, nothing, kept, chief, *(part for slot in slots for part in slot)]
        rated = [part for slot in slots for part in slot[2:]]
        options: dict[str, Any] = {"concurrency_limit": AT_A_TIME, "show_progress": "hidden"}
        blocks.load(calls.show, only, seen, api_name="show", **options)
        only.input(calls.show, only, seen, api_visibility="private", **options)
        after.click(calls.following, [pair, only], seen, api_name="next", **options)
        before.click(calls.previous, [pair, only], seen, api_name="previous", **options)
        left.click(calls.next_open, [pair, only], seen, api_name="next_open", **options)
        save.click(calls.save, [pair, only, words, nothing, *rated], seen, api_name="save", **options)
        gr.on(
            [words.input, nothing.input, *(part.input for part in rated)], calls.draft,
            [pair, words, nothing, *rated], kept, api_name="draft", trigger_mode="always_last", **options,
        )  # fmt: skip
    return blocks


def _slot(at: int) -> list[Any]:
    """A line of feedback and its three ratings."""
    with gr.Group(visible=False) as group:
        line = gr.HTML(elem_classes="fc-line")
        levels = [
            gr.Radio([1, 2, 3, 4, 5], label=f"{name.capitalize()} of feedback {at + 1}", elem_classes="fc-level")
            for name in LEVELS
        ]
        made_up = gr.Radio(["yes", "no"], label=f"Hallucination in feedback {at + 1}", elem_classes="fc-yesno")
    return [group, line, *levels, made_up]


def _chief_part(calls: Handlers) -> Any:
    """Progress, agreement and export, for adjudicators."""
    with gr.Column(visible=False, elem_id="fc-chief") as chief:
        gr.Markdown(texts.CHIEF)
        progress = gr.Dataframe(headers=["what", "count"], label="Progress", interactive=False)
        figures = gr.Dataframe(headers=list(COLUMNS), label="Agreement", interactive=False, wrap=True)
        with gr.Row():
            count = gr.Button("Compute progress and agreement", elem_id="fc-compute")
            make = gr.Button("Prepare the answers as files", elem_id="fc-export")
        file = gr.File(label="Answers", interactive=False, height=90)
    count.click(calls.figures, None, [progress, figures], api_name="agreement")
    make.click(calls.archive, None, file, api_name="export")
    return chief


def launch_annotation(settings: Settings) -> None:
    """Serve the task until it is stopped."""
    pairs = read_pairs(settings.data)
    lines = read_feedback(settings.feedback, {pair.id for pair in pairs})
    accounts = Accounts(settings.store)
    role = roles(accounts, settings.annotators, settings.adjudicators, settings.on_hub)
    work = Work(pairs, lines, Store(settings.store), role, accounts.pseudonym, settings.seed, settings.each)
    clips = Clips(cache_folder() / "annotation-clips")
    if settings.repo and "SPACE_ID" in os.environ:
        from triptych.spaces.formcoach_annotation.pushing import Pushing

        Pushing(work, settings.repo, settings.store.with_name("answers"))
    print(f"{len(pairs)} pairs, feedback on {len(lines)}; answers go to {settings.store}", flush=True)
    auth = None if settings.on_hub else accounts.check
    launch(
        build(work, clips, settings.on_hub),
        auth=auth,
        auth_message=texts.SIGN_IN if auth else None,
        files=[clips.folder],
        largest_file="1kb",  # nothing is uploaded here
        head=f"<style>{texts.CSS}</style><script>{texts.KEYS}</script>",
    )


def _explained(call: Callable[[], None]) -> None:
    """A user's mistake as a message on the page."""
    try:
        call()
    except UsageError as error:
        raise gr.Error(html.escape(str(error), quote=False).replace("\n", "<br>"), print_exception=False) from None
