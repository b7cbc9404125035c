"""Feedback of a local vision-language model: any image-text-to-text or video model that transformers can load.

    coach = load("Qwen/Qwen2.5-VL-3B-Instruct")
    [said] = coach.say([question(row, Sampling())])

Qwen2.5-VL and later, InternVL (the -hf weights), GLM-4V, VideoLLaMA3 and SmolVLM2 take videos; a model without a video
input gets the frames as pictures. `trust_remote_code` stays off.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

from triptych.core.errors import UsageError
from triptych.models.coaching import prompts
from triptych.models.coaching.feedback import Said
from triptych.models.coaching.questions import Question, as_pictures, as_videos, pillow

MAX_NEW_TOKENS = 64
"""Of plain models; 15 words are about 25 tokens. Models that think need more: --max-new-tokens."""


@dataclass
class Coach:
    """A loaded model with its processor; `takes_video` says in which of the two forms it is asked."""

    model: Any
    processor: Any
    takes_video: bool
    revision: str | None = None

    def say(self, asked: Sequence[Question], max_new_tokens: int = MAX_NEW_TOKENS) -> list[Said]:
        """Greedy feedback on each pair, in one batch; halves of a batch that runs out of memory are tried apart.

        Pairs of different numbers of frames go apart: some processors pad all to the longest and then count wrong. A
        pair that does not fit by itself gets a `Said` with an `error`; the others go on.
        """
        if not asked:
            return []
        alike = [[each for each in asked if each.frames.user.shape == shape] for shape in _shapes(asked)]
        if len(alike) > 1:
            said = {each.id: line for group in alike
                    for each, line in zip(group, self.say(group, max_new_tokens), strict=True)}  # fmt: skip
            return [said[each.id] for each in asked]
        try:
            return self._batch(asked, max_new_tokens)
        except (torch.OutOfMemoryError, MemoryError, RuntimeError) as error:
            if not _out_of_memory(error):
                raise
            if torch.cuda.is_available():
                torch.cuda.empty_cache()
        if len(asked) == 1:
            return [Said("", error="out of memory for this pair alone: fewer frames (--fps, --frames) help")]
        half = len(asked) // 2
        return self.say(asked[:half], max_new_tokens) + self.say(asked[half:], max_new_tokens)

    def _batch(self, asked: Sequence[Question], max_new_tokens: int) -> list[Said]:
        start = time.perf_counter()
        inputs = self._inputs(asked)
        with torch.inference_mode():
            made = self.model.generate(**inputs, do_sample=False, max_new_tokens=max_new_tokens, pad_token_id=self._pad)
        made = made[:, inputs["input_ids"].shape[1] :]
        seconds = (time.perf_counter() - start) / len(asked)
        return [self._said(row.tolist(), seconds) for row in made]

    def _inputs(self, asked: Sequence[Question]) -> Any:
        chats = [self._chat(each) for each in asked]
        options: dict[str, Any] = {"padding": True}
        if self.takes_video:
            # The frames are chosen already, and models that write times into the prompt must see the real ones.
            metadata = [[_metadata(each)] * 2 for each in asked]
            options |= {"do_sample_frames": False, "video_metadata": metadata}
        inputs = self.processor.apply_chat_template(
            chats,
            tokenize=True,
            add_generation_prompt=True,
            return_dict=True,
            return_tensors="pt",
            processor_kwargs=options,
        )
        return inputs.to(self.model.device, dtype=self.model.dtype)

    def _chat(self, asked: Question) -> list[dict[str, Any]]:
        parts = as_videos(asked) if self.takes_video else as_pictures(asked, pillow)
        return [
            {"role": "system", "content": [{"type": "text", "text": prompts.SYSTEM}]},
            {"role": "user", "content": parts},
        ]

    def _said(self, ids: list[int], seconds: float) -> Said:
        ends = _end_ids(self.model, self.processor.tokenizer)
        place = next((place for place, token in enumerate(ids) if token in ends), None)
        kept = ids if place is None else ids[:place]
        text = self.processor.tokenizer.decode(kept, skip_special_tokens=True)
        return Said(text, len(kept), seconds, ended=place is not None)

    @property
    def _pad(self) -> int | None:
        tokenizer = self.processor.tokenizer
        known = tokenizer.pad_token_id
        return int(tokenizer.eos_token_id if known is None else known)


def load(where: str, dtype: str = "auto", device: Any = None) -> Coach:
    """A model of the Hub or of a folder, on `device` (default: what accelerate finds), left-padded.

    Raises `UsageError` where it is no vision-language model that transformers knows, or cannot be reached.
    """
    from transformers import AutoModelForImageTextToText, AutoProcessor

    try:
        processor = AutoProcessor.from_pretrained(where)
        model = AutoModelForImageTextToText.from_pretrained(where, dtype=dtype)
    except (ImportError, OSError, ValueError, KeyError) as error:
        raise UsageError(
            "a vision-language model that transformers loads without remote code (Hub id or folder)",
            f"{where!r}: {str(error).splitlines()[0][:200]}",
            "check the name; for InternVL and VideoLLaMA3 take weights in transformers' own format (…-hf, …-HF)",
        ) from error
    if not hasattr(processor, "tokenizer") or not hasattr(processor, "image_processor"):
        raise UsageError("a model with pictures or videos as input", f"{where!r} has none", "choose another --system")
    processor.tokenizer.padding_side = "left"
    if processor.tokenizer.pad_token is None:
        processor.tokenizer.pad_token = processor.tokenizer.eos_token
    if device is None:
        from accelerate import PartialState

        device = PartialState().device
    takes_video = getattr(processor, "video_processor", None) is not None
    return Coach(model.to(device).eval(), processor, takes_video, getattr(model.config, "_commit_hash", None))


def _shapes(asked: Sequence[Question]) -> list[tuple[int, ...]]:
    return list(dict.fromkeys(each.frames.user.shape for each in asked))


def _metadata(asked: Question) -> dict[str, Any]:
    """What processors need to know of a clip whose frames were chosen before: they lie evenly from first to last."""
    times = asked.frames.times
    fps = (len(times) - 1) / max(float(times[-1]), 1e-3)
    count = len(times)
    return {"fps": fps, "total_num_frames": count, "duration": count / fps, "frames_indices": list(range(count))}


def _end_ids(model: Any, tokenizer: Any) -> set[int]:
    known = model.generation_config.eos_token_id
    listed = known if isinstance(known, list) else [known]
    return {int(token) for token in [*listed, tokenizer.eos_token_id, tokenizer.pad_token_id] if token is not None}


def _out_of_memory(error: BaseException) -> bool:
    """CPU allocators raise a plain RuntimeError, so its words have to be read."""
    words = str(error).lower()
    return (
        isinstance(error, torch.OutOfMemoryError | MemoryError) or "out of memory" in words or "can't allocate" in words
    )
