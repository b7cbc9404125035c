"""Whether `datasets` can decode `Video` columns here: torchcodec, with an FFmpeg of the system that it can load."""

from importlib.util import find_spec

from triptych.core.source import install_command

LINE = 'Videos: load_dataset("formcoach") loads, but its rows decode only once {missing}.'


def missing_video_support() -> str | None:
    """What is missing and the commands that bring it; None where videos decode."""
    if find_spec("torchcodec") is None:
        wanted = "torchcodec and FFmpeg are here"
        return f"{LINE.format(missing=wanted)}\n  {install_command('video')}\n  and the system's ffmpeg (`make system`)"
    try:
        import torchcodec.decoders  # noqa: F401  # loads FFmpeg's libraries
    except (ImportError, RuntimeError, OSError):
        wanted = "torchcodec finds an FFmpeg that it can load"
        return f"{LINE.format(missing=wanted)}\n  make system   # or: sudo apt-get install ffmpeg"
    return None
