"""The component. Its value is a pair of clips, or None for none:

    clips = Clips(cache_folder() / "clips")
    with gr.Blocks() as blocks:
        paired_player(clips.pair(row["user"]["bytes"], row["reference"]["bytes"], row["fps"]))
    launch(blocks, files=[clips.folder])

One master clock drives both sides; a side that is shorter, or moved by an offset, holds its first or last frame. A
script on the page reads `document.querySelector(".pp").pairedPlayer.state()`.
"""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import gradio as gr

from triptych.core.errors import UsageError
from triptych.core.runs import atomic_path

_HERE: Final = Path(__file__).parent
LARGEST_CLIP: Final = 64 * 2**20
"""Bytes. The clips of the dataset have some 75 kB."""


def paired_player(value: Mapping[str, Any] | None = None, **more: Any) -> gr.HTML:
    """A player for `{"user": URL, "reference": URL, "fps": 30.0}`, URLs as `Clips` gives them; `more` goes to Gradio.

    A function and not a class: Gradio writes a file of stubs beside the module of each class of components.
    """
    parts = {kind: (_HERE / f"player.{kind}").read_text(encoding="utf-8") for kind in ("html", "css", "js")}
    return gr.HTML(
        value,
        html_template=parts["html"],
        css_template=parts["css"],
        js_on_load=parts["js"],
        apply_default_css=False,
        **more,
    )


class Clips:
    """A folder of clips that pages may show, each under the hash of its bytes: nothing else is served."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.folder.mkdir(parents=True, exist_ok=True)

    def url(self, clip: bytes) -> str:
        """Where the page finds an MP4 file (h264), which is written if need be. Raises `UsageError` for no MP4."""
        if clip[4:8] != b"ftyp" or len(clip) > LARGEST_CLIP:
            got = f"{len(clip)} bytes that begin {clip[:8]!r}"
            raise UsageError(f"an MP4 file of at most {LARGEST_CLIP} bytes", got, "make the clip anew")
        path = self.folder / f"{sha256(clip).hexdigest()[:32]}.mp4"
        if not path.exists():
            with atomic_path(path) as temporary:
                temporary.write_bytes(clip)
        return "gradio_api/file=" + quote(path.as_posix())

    def pair(self, user: bytes, reference: bytes, fps: float | None) -> dict[str, Any]:
        """The value of a player for these two clips."""
        return {"user": self.url(user), "reference": self.url(reference), "fps": float(fps or 30)}
