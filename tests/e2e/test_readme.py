"""Every command and code block of the README and of a panel's page runs as printed, each page in an empty folder."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from programs import TRIPTYCH, environment

pytestmark = pytest.mark.e2e
ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(bash|python)\n(.*?)^```", re.M | re.S)
# `make` targets run in CI itself (.ci/run); cloning needs the network.
ELSEWHERE = ("make ", "git clone", "cd ")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(page: Path) -> list[tuple[str, str]]:
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def commands(block: str) -> list[str]:
    joined = block.replace("\\\n", " ")
    lines = [line.split("  #")[0].strip() for line in joined.splitlines()]
    return [line for line in lines if line and not line.startswith(("#", *ELSEWHERE))]


def test_the_readme_has_both_set_up_commands() -> None:
    text = "\n".join(block for _, block in blocks(PAGES[0]))
    assert "make demo" in text
    assert "make test" in text


def test_each_verb_stands_on_some_page() -> None:
    lines = [line.split() for page in PAGES for _, block in blocks(page) for line in commands(block)]
    verbs = {words[1] for words in lines if words[0] == "triptych"}
    assert verbs >= {"install", "build", "generate", "train", "predict", "score", "import", "export"}
    assert verbs >= {"passport", "study", "report"}


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page)], ids=lambda page: page.stem)
def test_every_command_and_block_runs(page: Path, home: Path, tmp_path: Path) -> None:
    for language, block in blocks(page):
        if language == "python":
            steps = [[sys.executable, "-I", "-c", block]]
        else:
            steps = [["bash", "-c", line] for line in commands(block)]
        for step in steps:
            environ = environment(home, PATH=f"{TRIPTYCH.parent}:{os.environ['PATH']}")
            done = subprocess.run(step, cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=900)
            assert done.returncode == 0, f"{step}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
