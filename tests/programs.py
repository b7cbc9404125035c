"""Whole programs as users run them: the environment they get and the command's path."""

import os
import sys
from pathlib import Path

TRIPTYCH = Path(sys.executable).with_name("triptych")


def environment(home: Path, **changes: str) -> dict[str, str]:
    """The user's environment with every cache under `home`, offline unless `changes` say otherwise."""
    dropped = ("HF_", "OPENAI_", "TRANSFORMERS_", "TRIPTYCH_CACHE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    caches = {"HF_HOME": str(home / "hf"), "TRIPTYCH_CACHE": str(home / "cache")}
    return {**kept, **caches, "HF_HUB_OFFLINE": "1", "HF_EVALUATE_OFFLINE": "1", **changes}
