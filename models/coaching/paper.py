"""The eleven systems of FormCoach's Table 2 (arXiv 2508.07501), and how each can be named today.

The numbers of Table 2 stand in `metrics/coaching_rubric/paper.py`. The paper gives neither revisions nor prompts. Where
the weights that it used load only with remote code, `model_id` is the successor that transformers itself can load.
"""

from typing import Final, NamedTuple


class System(NamedTuple):
    """A row of Table 2. `model_id`: what `--system` takes; `same` is False for a successor of what the paper used."""

    name: str
    model_id: str
    is_open: bool
    same: bool = True


SYSTEMS: Final = (
    System("GPT-4.1", "openai:gpt-4.1", False),
    System("GPT-o4-mini", "openai:o4-mini", False),
    System("Claude Opus 4", "openai:claude-opus-4-0@https://api.anthropic.com/v1", False),
    System("QwenVL2.5-7B", "Qwen/Qwen2.5-VL-7B-Instruct", True),
    System("QwenVL2.5-3B", "Qwen/Qwen2.5-VL-3B-Instruct", True),
    System("InternVL2.5-8B", "OpenGVLab/InternVL3-8B-hf", True, same=False),
    System("InternVL2.5-4B", "OpenGVLab/InternVL3-2B-hf", True, same=False),
    System("InternVL2.5-2B", "OpenGVLab/InternVL3-1B-hf", True, same=False),
    System("GLM4V-9B", "zai-org/GLM-4.1V-9B-Thinking", True, same=False),
    System("VideoLLaMA3", "lkhl/VideoLLaMA3-2B-Image-HF", True, same=False),
    System(
        "Gemini-2.0-Flash",
        "openai:gemini-2.0-flash@https://generativelanguage.googleapis.com/v1beta/openai",
        False,
    ),
)
WORDS: Final = 15
"""Section 3.2: feedback "within a limit of 15 words"."""
