"""Clips as files that a page may show."""

from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.formcoach.video import encode
from triptych.spaces.paired_player.player import Clips, paired_player

CLIP = encode(np.zeros((3, 16, 16, 3), dtype=np.uint8))


def test_a_clip_is_written_once_and_named_by_its_bytes_alone(tmp_path: Path) -> None:
    clips = Clips(tmp_path / "a folder")
    assert clips.url(CLIP) == clips.url(CLIP)
    (path,) = clips.folder.iterdir()
    assert path.read_bytes() == CLIP
    assert unquote(clips.url(CLIP)) == f"gradio_api/file={path}"
    assert " " not in clips.url(CLIP)


def test_a_pair_names_both_clips_and_the_rate(tmp_path: Path) -> None:
    pair = Clips(tmp_path).pair(CLIP, CLIP, None)
    assert pair["user"] == pair["reference"]
    assert pair["fps"] == 30.0


@pytest.mark.parametrize("what", [b"", b"<html>", CLIP[8:]], ids=["nothing", "a page", "no start"])
def test_what_is_no_clip_is_not_served(what: bytes, tmp_path: Path) -> None:
    clips = Clips(tmp_path)
    with pytest.raises(UsageError, match="MP4"):
        clips.url(what)
    assert not list(tmp_path.iterdir())


def test_the_player_keeps_its_value_out_of_the_template() -> None:
    """What changes with the value would be drawn anew, and the clips with it."""
    player = paired_player({"user": "a", "reference": "b", "fps": 30.0}, elem_id="here")
    assert player.value == {"user": "a", "reference": "b", "fps": 30.0}
    assert "${" not in player.html_template + player.css_template
    assert "{{" not in player.html_template + player.css_template
