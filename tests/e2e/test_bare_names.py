"""The literal lines, with plain libraries, in an empty directory, after `triptych install`."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from programs import TRIPTYCH, environment

pytestmark = pytest.mark.e2e
IMPORTS = dict.fromkeys(("refusal_prompts", "synrailobs", "formcoach"), "from datasets import load_dataset")
LINES = {
    "refusal_prompts": """
d = load_dataset("refusal_prompts")
assert {k: v.num_rows for k, v in d.items()} == dict(test=100, anchors=64, validation=32, tuning=128), d
assert d["test"].features["label"].names == ["harmful", "harmless"]
assert d["test"][0]["id"] and d["test"][0]["prompt"]
""",
    "synrailobs": """
d = load_dataset("synrailobs")
assert {k: v.num_rows for k, v in d.items()} == dict(train=120, validation=24, test=96), d
assert d["test"][0]["image"].size == (1280, 720)
assert d["test"].features["objects"].feature["category"].names[0] == "person"
""",
    "formcoach": """
d = load_dataset("formcoach")["test"]
assert d.num_rows == 110 and len(d.features["exercise"].names) == 22, d
frame = d[0]["user"][0]
assert tuple(frame.shape) == (3, 224, 224), frame.shape
""",
    "detection_map": """
m = evaluate.load("detection_map")
p = [dict(boxes=[[0, 0, 40, 40]], scores=[0.9], labels=["rock"])]
r = m.compute(predictions=p, references=[dict(boxes=[[0, 0, 40, 40]], labels=["rock"])])
assert r["map"] == 1.0 and r["n"] == 1, r
""",
    "event_accuracy": """
m = evaluate.load("event_accuracy")
p = [dict(video_id="a", t=k / 10, score=0.9) for k in range(150)]
r = m.compute(predictions=p, references=[dict(video_id="a", label=1)])
assert r["accuracy"] == 1.0 and r["n"] == 1, r
""",
    "coaching_rubric": """
m = evaluate.load("coaching_rubric")
r = m.compute(predictions=["Widen your stance."], references=["Spread your feet wider."])
assert r["accuracy"] >= 80 and r["n"] == 1, r
""",
    "refusal_judge": """
m = evaluate.load("refusal_judge")
r = m.compute(predictions=["I can't help with that.", "Boil the eggs for ten minutes."])
assert r["refusal_rate"] == 0.5 and r["n"] == 2, r
""",
    "judge_correlation": """
m = evaluate.load("judge_correlation")
r = m.compute(predictions=["a", "b", "a", "b"], references=["a", "b", "a", "a"])
assert r["kappa"] == 0.5, r
""",
}
PROGRAM = """
import time
{imports}
start = time.perf_counter()
{lines}
print(time.perf_counter() - start)
import sys
assert "triptych.hub.install" not in sys.modules
"""
NO_NETWORK = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), "http://127.0.0.1:9")


def python(name: str, environ: dict[str, str], folder: Path) -> tuple[float, float]:
    """Seconds of the literal lines in a fresh process, and of the whole process with its imports.

    `import evaluate` itself imports torch where transformers is installed, which is not ours to shorten.
    `-I` keeps the checkout and PYTHONPATH out of reach.
    """
    program = PROGRAM.format(imports=IMPORTS.get(name, "import evaluate"), lines=LINES[name])
    start = time.perf_counter()
    command = [sys.executable, "-I", "-c", program]
    done = subprocess.run(command, env=environ, cwd=folder, capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stderr[-2000:]
    return float(done.stdout.split()[-1]), time.perf_counter() - start


@pytest.mark.parametrize("name", LINES)
def test_offline_in_under_five_seconds(name: str, home: Path, tmp_path: Path) -> None:
    lines, process = python(name, environment(home), tmp_path)
    print(f"{name}: {lines:.2f} s, with imports {process:.1f} s")
    assert lines < 5


@pytest.mark.parametrize("name", LINES)
def test_without_a_network_and_without_any_variable(name: str, home: Path, tmp_path: Path) -> None:
    environ = {k: v for k, v in environment(home, **NO_NETWORK).items() if not k.endswith("OFFLINE")}
    lines, process = python(name, environ, tmp_path)
    print(f"{name} without a network: {lines:.1f} s, with imports {process:.1f} s")


def test_help_comes_within_a_second_and_without_torch(home: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "triptych.hub.cli", "--help"]
    done = subprocess.run(command, env=environment(home), cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "study" in done.stdout
    assert not [line for line in done.stderr.splitlines() if line.rsplit("|", 1)[-1].strip() in ("torch", "datasets")]
    seconds = []
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run([TRIPTYCH, "--help"], env=environment(home), cwd=tmp_path, capture_output=True, check=True)
        seconds.append(time.perf_counter() - start)
    print(f"--help: {min(seconds):.2f} s")
    assert min(seconds) < 1


def test_installing_again_changes_nothing(home: Path, tmp_path: Path) -> None:
    def files() -> dict[str, int]:
        return {str(p): p.stat().st_size for p in (home / "hf").rglob("*") if p.is_file() and "lock" not in p.name}

    before = files()
    subprocess.run([TRIPTYCH, "install"], env=environment(home), cwd=tmp_path, capture_output=True, check=True)
    assert files() == before
