"""The page of the study: a warning, then one question with one response at a time and two keys.

    launch_study(Settings(runs=(Path("runs/answers/smollm2-135m"),), store=Path("runs/study/study.sqlite")))

Who somebody is comes from the session that they signed in to, never from what the page sends.
"""

import html
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import gradio as gr

from triptych.core.errors import UsageError
from triptych.spaces.annotation.accounts import Accounts
from triptych.spaces.annotation.people import roles
from triptych.spaces.annotation.store import Store
from triptych.spaces.look import launch
from triptych.spaces.refusal_study import texts
from triptych.spaces.refusal_study.agreement import COLUMNS, JUDGES, Agreement
from triptych.spaces.refusal_study.exports import write_archive
from triptych.spaces.refusal_study.items import practice_items, read_items
from triptych.spaces.refusal_study.study import NO_REFUSAL, REFUSAL, Study

AT_A_TIME: Final = 8
"""Answers that are written at the same time."""
REFRESH_S: Final = 10
"""How often an adjudicator's page brings agreement up to date."""
KEPT_S: Final = 3600
"""How long a downloaded archive stays in the server's temporary folder."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a study is made of."""

    runs: tuple[Path, ...] = ()
    """Run folders of `triptych generate refusals`; none stands for the embedded examples."""
    data: str | None = None
    questions: int | None = None
    store: Path = Path("runs/refusal_study/study.sqlite")
    seed: int = 0
    judges: tuple[str, ...] = JUDGES
    annotators: tuple[str, ...] = ()
    adjudicators: tuple[str, ...] = ()
    on_hub: bool = False
    """Sign in with Hugging Face, as one of the named annotators and adjudicators, instead of with a password."""


@dataclass(frozen=True)
class Handlers:
    """What the page calls. Each gives the whole view anew."""

    study: Study
    agreement: Agreement
    on_hub: bool = False
    folder: tempfile.TemporaryDirectory[str] = field(default_factory=tempfile.TemporaryDirectory)
    """Where the archive is made: for the owner of the process alone, and gone when it ends."""

    def show(self, profile: gr.OAuthProfile | None, request: gr.Request) -> list[Any]:
        """The page as it is now."""
        return self._seen(*self._who(profile, request))

    def accept(self, profile: gr.OAuthProfile | None, request: gr.Request) -> list[Any]:
        """Accept the warning for this session."""
        who = self._who(profile, request)
        self.study.accept(*who)
        return self._seen(*who)

    def refusal(self, item: str, profile: gr.OAuthProfile | None, request: gr.Request) -> list[Any]:
        """Label the item as a refusal."""
        return self._said(item, REFUSAL, *self._who(profile, request))

    def no_refusal(self, item: str, profile: gr.OAuthProfile | None, request: gr.Request) -> list[Any]:
        """Label the item as no refusal."""
        return self._said(item, NO_REFUSAL, *self._who(profile, request))

    def undo(self, profile: gr.OAuthProfile | None, request: gr.Request) -> list[Any]:
        """Take back one's own last answer."""
        who = self._who(profile, request)
        _explained(lambda: self.study.undo(*who))
        return self._seen(*who)

    def figures(self, profile: gr.OAuthProfile | None, request: gr.Request) -> list[list[Any]]:
        """Agreement so far."""
        self._adjudicator(profile, request)
        return self.agreement.rows()

    def archive(self, profile: gr.OAuthProfile | None, request: gr.Request) -> Any:
        """All answers as a zip file."""
        self._adjudicator(profile, request)
        made = write_archive(self.study, Path(self.folder.name) / "refusal_study.zip")
        return gr.update(value=str(made), visible=True)

    def _who(self, profile: gr.OAuthProfile | None, request: gr.Request) -> tuple[str | None, str]:
        on_hub = profile.username if profile else None
        return on_hub if self.on_hub else request.username, request.session_hash or ""

    def _said(self, item: str, label: str, name: str | None, session: str) -> list[Any]:
        _explained(lambda: self.study.say(name, session, item, label))
        return self._seen(name, session)

    def _adjudicator(self, profile: gr.OAuthProfile | None, request: gr.Request) -> None:
        name, session = self._who(profile, request)
        view = self.study.view(name, session)
        if view.role != "adjudicator" or view.state == "warning":
            raise gr.Error("Only an adjudicator who has accepted the warning may see this.", print_exception=False)

    def _seen(self, name: str | None, session: str) -> list[Any]:
        """Updates of warning, work, item, card, progress, the two labels, undo, the adjudicator's part and timer."""
        view = self.study.view(name, session)
        working, inside = view.state == "work", view.state in ("work", "done")
        shown = texts.stranger(name) if view.state == "stranger" else texts.card(view) if inside else ""
        return [
            gr.update(visible=view.state == "warning"),
            gr.update(visible=view.state != "warning"),
            view.item.id if view.item else "",
            shown,
            texts.progress(view) if inside else "",
            gr.update(visible=inside, interactive=working),
            gr.update(visible=inside, interactive=working),
            gr.update(visible=inside, interactive=view.done > 0),
            gr.update(visible=inside and view.role == "adjudicator"),
            gr.update(active=inside and view.role == "adjudicator"),
        ]


def build(study: Study, judges: Sequence[str] = JUDGES, on_hub: bool = False) -> gr.Blocks:
    """The page, not yet served."""
    calls = Handlers(study, Agreement(study, judges), on_hub)
    with gr.Blocks(title="Refusal study", analytics_enabled=False, delete_cache=(KEPT_S, KEPT_S)) as blocks:
        gr.Markdown(texts.HEAD)
        if study.practice:
            gr.HTML(texts.PRACTICE_BANNER, elem_id="study-banner")
        if on_hub:
            gr.LoginButton()
        with gr.Column(visible=False) as warning:
            gr.Markdown(texts.WARNING)
            accept = gr.Button("I have read this and want to go on", variant="primary", elem_id="study-accept")
        with gr.Column() as work:
            progress, card = gr.HTML(elem_id="study-progress"), gr.HTML(elem_id="study-card")
            item = gr.Textbox(label="Item", elem_id="study-item")  # hidden by its style; what the buttons send
            with gr.Row(elem_id="study-buttons"):
                yes = gr.Button("Refusal (R)", visible=False, elem_id="study-refusal", min_width=120)
                no = gr.Button("No refusal (N)", visible=False, elem_id="study-no-refusal", min_width=120)
                undo = gr.Button("Undo (U)", visible=False, elem_id="study-undo", min_width=120)
            with gr.Accordion("What counts as a refusal?", open=False):
                gr.Markdown(texts.GUIDE)
            chief, timer = _chief_part(calls)
        seen: list[Any] = [warning, work, item, card, progress, yes, no, undo, chief, timer]
        options: dict[str, Any] = {"concurrency_limit": AT_A_TIME, "show_progress": "hidden"}
        blocks.load(calls.show, None, seen, api_name="show", **options)
        accept.click(calls.accept, None, seen, api_name="accept", **options)
        yes.click(calls.refusal, item, seen, api_name="refusal", **options)
        no.click(calls.no_refusal, item, seen, api_name="no_refusal", **options)
        undo.click(calls.undo, None, seen, api_name="undo", **options)
    return blocks


def _chief_part(calls: Handlers) -> tuple[Any, Any]:
    """Agreement and export, for adjudicators, and the clock that brings agreement up to date."""
    with gr.Column(visible=False, elem_id="study-chief") as chief:
        gr.Markdown(texts.CHIEF)
        figures = gr.Dataframe(headers=list(COLUMNS), label="Agreement", interactive=False, wrap=True)
        with gr.Row():
            count = gr.Button("Compute agreement now", elem_id="study-compute")
            make = gr.Button("Prepare the answers as files", elem_id="study-export")
        file = gr.File(label="Answers", interactive=False, visible=False)
    timer = gr.Timer(REFRESH_S, active=False)
    gr.on([count.click, timer.tick], calls.figures, None, figures, api_name="agreement", show_progress="hidden")
    make.click(calls.archive, None, file, api_name="export")
    return chief, timer


def launch_study(settings: Settings) -> None:
    """Serve the study until it is stopped."""
    items = (
        read_items(settings.runs, settings.data, settings.questions, settings.seed)
        if settings.runs
        else practice_items()
    )
    accounts = Accounts(settings.store)
    role = roles(accounts, settings.annotators, settings.adjudicators, settings.on_hub)
    study = Study(items, Store(settings.store), role, accounts.pseudonym, settings.seed)
    print(f"{len(items)} items; answers go to {settings.store}")
    auth = None if settings.on_hub else accounts.check
    launch(
        build(study, settings.judges, settings.on_hub),
        auth=auth,
        auth_message=texts.SIGN_IN if auth else None,
        largest_file="1kb",  # nothing is uploaded here
        head=f"<style>{texts.CSS}</style><script>{texts.KEYS}</script>",
    )


def _explained(call: Callable[[], None]) -> None:
    """A user's mistake as a message on the page."""
    try:
        call()
    except UsageError as error:
        raise gr.Error(html.escape(str(error), quote=False).replace("\n", "<br>"), print_exception=False) from None
