"""One look for all Spaces, and one way to start them: nothing is fetched from or sent to another host.

launch(blocks)                                       # a page for everybody who reaches it
launch(blocks, auth=accounts.check, files=[folder])  # signed in; files of this folder alone
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import gradio as gr

FONT: Final = ("system-ui", "-apple-system", "Segoe UI", "Roboto", "Noto Sans", "sans-serif")
MONO: Final = ("ui-monospace", "SFMono-Regular", "Menlo", "Consolas", "monospace")
LARGEST_FILE: Final = "20mb"

CSS: Final = """
.gradio-container { max-width: 1200px !important; margin: 0 auto; }
.gradio-container h1 { font-size: 1.7rem; letter-spacing: -0.01em; }
.gradio-container :focus-visible { outline: 3px solid var(--primary-500); outline-offset: 2px; }
.note { color: var(--body-text-color-subdued); font-size: 0.95rem; }
.gradio-container .column, .gradio-container .block, .gradio-container .form { min-width: 0 !important; }
@media (max-width: 640px) {
  .gradio-container, .gradio-container .main { padding: 6px !important; }
  .gradio-container main.contain, .gradio-container .table-container { max-width: calc(100vw - 24px); }
  .gradio-container .table-container { overflow-x: auto; }
  .gradio-container .row { flex-direction: column !important; }
  .gradio-container .row > * { width: 100% !important; }
  .gradio-container h1 { font-size: 1.35rem; }
}
@media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important; } }
"""


def theme() -> Any:
    """Teal on warm grey, with the fonts that the reader's system has: Gradio's own come from another host."""
    soft = gr.themes.Soft(
        primary_hue="teal", secondary_hue="teal", neutral_hue="stone", font=list(FONT), font_mono=list(MONO)
    )
    # Soft's own labels and buttons are too pale to read (below 4.5 to 1).
    dark = "*primary_800"
    return soft.set(
        block_label_text_color=dark,
        block_title_text_color=dark,
        button_primary_background_fill="*primary_700",
        button_primary_background_fill_hover=dark,
        button_primary_background_fill_dark="*primary_700",
        button_primary_background_fill_hover_dark=dark,
        block_label_background_fill_dark=dark,
        block_title_background_fill_dark=dark,
        body_text_color_subdued="*neutral_600",
        body_text_color_subdued_dark="*neutral_300",
        link_text_color="*primary_700",
    )


def launch(
    blocks: gr.Blocks,
    *,
    auth: Callable[[str, str], bool] | None = None,
    auth_message: str | None = None,
    files: Sequence[Path] = (),
    largest_file: str = LARGEST_FILE,
    head: str = "",
    **more: Any,
) -> Any:
    """Serve `blocks` until it is stopped; host and port as GRADIO_SERVER_NAME and GRADIO_SERVER_PORT say.

    `files`: folders whose files a page may show; no other file of the machine is served. `head` is HTML for
    the page's head; `more` goes to Gradio.
    """
    return blocks.launch(
        theme=theme(),
        head=f"<style>{CSS}</style>{head}",  # as it stands: `css` would put Gradio's own prefix before each rule
        auth=auth,
        auth_message=auth_message,
        allowed_paths=[str(folder.resolve()) for folder in files],
        max_file_size=largest_file,
        show_error=True,
        footer_links=[],
        ssr_mode=False,
        enable_monitoring=False,
        share=False,
        **more,
    )
