"""What a vision-language model is asked about one pair: the parts of a chat message, pictures or videos among them.

Two forms of one question: for models with a video input both clips as videos, for the others, and for APIs that take
pictures, the frames of both people moment by moment.
"""

import base64
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from triptych.models.coaching import joint_text, prompts
from triptych.models.coaching.frames import Pair, Sampling, in_step

Part = dict[str, Any]


@dataclass(frozen=True)
class Question:
    """One pair to give feedback on. `joints` is the table of section 4.1's proposal, "" for video alone."""

    id: str
    frames: Pair
    exercise: str
    preference: str = ""
    joints: str = ""


def question(row: dict[str, Any], sampling: Sampling, with_joints: bool = False) -> Question:
    """The question for a row of `formcoach`: `user` and `reference` as bytes, `exercise` as a word.

    Raises `ValueError` where a clip cannot be decoded, or joints are asked for and the row has none.
    """
    frames = in_step(_bytes(row["user"]), _bytes(row["reference"]), sampling)
    table = ""
    if with_joints:
        user, reference = row.get("user_joints"), row.get("reference_joints")
        if user is None or reference is None:
            raise ValueError("the row has no joints")
        table = joint_text.table(np.asarray(user), np.asarray(reference), row["fps"], frames.times)
    return Question(row["id"], frames, row["exercise"], row.get("preference") or "", table)


def _bytes(video: Any) -> bytes:
    return bytes(video["bytes"] if isinstance(video, dict) else video)


def context(asked: Question) -> str:
    """Exercise, the user's wish and, where they are given, the joints."""
    lines = [prompts.EXERCISE.format(exercise=asked.exercise)]
    if asked.preference:
        lines.append(prompts.PREFERENCE.format(preference=asked.preference))
    if asked.joints:
        lines.append(prompts.JOINTS.format(names=", ".join(joint_text.NAMES), table=asked.joints))
    return "\n".join(lines)


def as_videos(asked: Question) -> list[Part]:
    """The user's turn with two videos, each named, their moments stated."""
    moments = ", ".join(f"{seconds:.1f}" for seconds in asked.frames.times)
    return [
        {"type": "text", "text": context(asked)},
        {"type": "text", "text": prompts.USER_VIDEO},
        {"type": "video", "video": asked.frames.user},
        {"type": "text", "text": prompts.REFERENCE_VIDEO},
        {"type": "video", "video": asked.frames.reference},
        {"type": "text", "text": f"{prompts.IN_STEP.format(moments=moments)} {prompts.QUESTION}"},
    ]


def as_pictures(asked: Question, encode: Any) -> list[Part]:
    """The user's turn as pictures in step; `encode` turns one frame (H, W, 3) into the part that carries it."""
    parts: list[Part] = [{"type": "text", "text": context(asked)}]
    for seconds, user, reference in zip(asked.frames.times, asked.frames.user, asked.frames.reference, strict=True):
        parts += [
            {"type": "text", "text": prompts.MOMENT.format(seconds=seconds)},
            encode(user),
            encode(reference),
        ]
    return [*parts, {"type": "text", "text": prompts.QUESTION}]


def data_url(frame: NDArray[np.uint8]) -> Part:
    """A frame as OpenAI's APIs take it: a JPEG in a data URL."""
    import simplejpeg

    image = simplejpeg.encode_jpeg(np.ascontiguousarray(frame), quality=90, colorspace="RGB")
    text = base64.b64encode(image).decode()
    return {"type": "image_url", "image_url": {"url": f"data:image/jpeg;base64,{text}"}}


def pillow(frame: NDArray[np.uint8]) -> Part:
    """A frame as transformers' processors take it."""
    from PIL import Image

    return {"type": "image", "image": Image.fromarray(frame)}
