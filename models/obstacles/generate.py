"""Pictures of obstacles by a text-to-image model of diffusers, as in section 3.2 of the paper.

    pipeline = load_pipeline("stabilityai/stable-diffusion-2-1-base")
    pictures = generate(pipeline, ["person", "rock"], each=100)

A picture depends on its name, the seed and the model alone, not on what else is generated.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import Problem
from triptych.dataset_builders.synrailobs.photos.parts import Bytes
from triptych.dataset_builders.synrailobs.seeds import stable_seed
from triptych.models.obstacles.prompts import TEMPLATES, prompt

STEPS: Final = 30
GUIDANCE: Final = 7.5


@dataclass(frozen=True)
class Generated:
    """A generated picture: `image` (H, W, 3) uint8 RGB, the prompt and seed it comes from, and what it should show."""

    id: str
    image: Bytes
    category: str
    prompt: str
    seed: int
    source: str


def load_pipeline(name: str, device: str = "cpu") -> Any:
    """Any text-to-image pipeline by Hub name or folder, its safety checker as it comes. `UsageError` where none is."""
    from diffusers import AutoPipelineForText2Image

    families: Any = AutoPipelineForText2Image
    try:
        pipeline = families.from_pretrained(name)
    except (OSError, ValueError) as error:
        fix = "name a folder or Hub id with a model_index.json"
        raise UsageError("a text-to-image pipeline of diffusers", f"{name}: {error}", fix) from error
    pipeline.set_progress_bar_config(disable=True)
    return pipeline.to(device)


def generate(
    pipeline: Any,
    categories: Sequence[str] = tuple(TEMPLATES),
    each: int = 1,
    *,
    seed: int = 0,
    steps: int = STEPS,
    guidance: float = GUIDANCE,
    size: tuple[int, int] | None = None,
) -> Iterator[Generated | Problem]:
    """`each` pictures of every category, one at a time; those that the safety checker blackens are problems.

    `size` (width, height) in pixels, by default the model's own. The source of a picture is the model and its name.
    """
    if each < 1 or steps < 1:
        raise UsageError("at least one picture and one step", f"each {each}, steps {steps}", "raise them")
    for category in categories:
        for number in range(each):
            yield _picture(pipeline, category, f"{category}-{number}", seed, steps, guidance, size)


def _picture(
    pipeline: Any, category: str, name: str, seed: int, steps: int, guidance: float, size: tuple[int, int] | None
) -> Generated | Problem:
    words, noise = prompt(category, seed, name), stable_seed("diffusion", seed, name)
    sides = {"width": size[0], "height": size[1]} if size else {}
    result = pipeline(
        words,
        num_inference_steps=steps,
        guidance_scale=guidance,
        generator=torch.Generator("cpu").manual_seed(noise),  # the same noise on any device
        output_type="np",
        **sides,
    )
    source = f"generated/{getattr(pipeline, 'name_or_path', '') or type(pipeline).__name__}/{seed}/{name}"
    if any(getattr(result, "nsfw_content_detected", None) or ()):
        return Problem(name, "blackened by the model's safety checker")
    image = np.asarray(np.clip(np.round(255 * result.images[0]), 0, 255), np.uint8)
    return Generated(name, image, category, words, noise, source)
