"""The built wheel in a fresh environment without torch: it installs, fills the caches and scores."""

import subprocess
import sys
from pathlib import Path

import pytest
from programs import environment

pytestmark = pytest.mark.e2e
ROOT = Path(__file__).resolve().parents[2]


def run(*command: object, folder: Path, code: int = 0, **environ: str) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, env=environment(folder, **environ), capture_output=True, text=True
    )
    assert done.returncode == code, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout + done.stderr


def test_the_wheel_works_alone(tmp_path: Path) -> None:
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, ROOT, folder=tmp_path)
    (wheel,) = tmp_path.glob("triptych-*.whl")
    fresh = tmp_path / "venv"
    run(sys.executable, "-m", "venv", fresh, folder=tmp_path)
    python, triptych = fresh / "bin" / "python", fresh / "bin" / "triptych"
    run(python, "-m", "pip", "install", "-q", wheel, folder=tmp_path)
    assert "refusal_judge" in run(triptych, "install", folder=tmp_path)
    code = 'from datasets import load_dataset; print(load_dataset("refusal_prompts")["test"].num_rows)'
    assert "100" in run(python, "-I", "-c", code, folder=tmp_path)
    (tmp_path / "answers.jsonl").write_text('{"prompt": "Say hi", "output": "Hi!"}\n')
    assert "Refusal rates" in run(triptych, "score", "refusals", "--predictions", "answers.jsonl", folder=tmp_path)
    assert "no torch" in run(triptych, "study", "refusals", folder=tmp_path, code=2)
    assert "pip install" in run(triptych, "generate", "refusals", folder=tmp_path, code=2)
    listed = run(python, "-m", "zipfile", "-l", wheel, folder=tmp_path)
    assert "triptych/models/abliteration/adapter/adapter_model.safetensors" in listed
    for page in ("report.html", "pairs.html", "style.css"):
        assert f"triptych/hub/templates/{page}" in listed
    assert "tests/" not in listed
