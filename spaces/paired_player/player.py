"""The component. Its value is a pair of clips, or None for none:

    clips = Clips(cache_folder() / "clips")
    with gr.Blocks() as blocks:
        PairedPlayer(clips.pair(row["user"]["bytes"], row["reference"]["bytes"], row["fps"]))
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


class PairedPlayer(gr.HTML):
    """A player for `{"user": URL, "reference": URL, "fps": 30.0}`, URLs as `Clips` gives them."""

    def __init__(self, value: Mapping[str, Any] | None = None, **more: Any) -> None:
        # Gradio makes components of this class again from what it knows of them, these parts among it.
        for name in ("html", "css"):
            more.setdefault(f"{name}_template", (_HERE / f"player.{name}").read_text(encoding="utf-8"))
        more.setdefault("js_on_load", (_HERE / "player.js").read_text(encoding="utf-8"))
        more.setdefault("apply_default_css", False)
        super().__init__(value, **more)

    def api_info(self) -> dict[str, Any]:
        """The value as JSON schema knows it."""
        return {"type": "object", "additionalProperties": True}


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
