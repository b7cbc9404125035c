"""Every test runs offline in a Hugging Face home of its own; `shared` tests are skipped where the data is absent."""

import os
import tempfile
from pathlib import Path

import hypothesis
import pytest

# Before any Hugging Face library is imported: they read these once.
os.environ["HF_HOME"] = tempfile.mkdtemp(prefix="triptych-hf-")
os.environ.update(HF_HUB_OFFLINE="1", HF_EVALUATE_OFFLINE="1", HF_DATASETS_OFFLINE="1", HF_HUB_DISABLE_TELEMETRY="1")
for name in ("HF_DATASETS_CACHE", "HF_MODULES_CACHE", "HF_EVALUATE_CACHE", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
    os.environ.pop(name, None)

# The same examples in each run, and no limit on time: a busy machine must not make a test fail.
hypothesis.settings.register_profile("repeatable", derandomize=True, deadline=None)
hypothesis.settings.load_profile("repeatable")

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("TRIPTYCH_SHARED", ROOT.parent / "shared")).resolve()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip `shared` tests, with the reason, where there is no shared data."""
    if not (SHARED / "data").is_dir():
        reason = pytest.mark.skip(reason=f"no shared data at {SHARED} (set TRIPTYCH_SHARED)")
        for item in items:
            if "shared" in item.keywords:
                item.add_marker(reason)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests with real data ran: a green run without them means less."""
    ran = [r for kind in ("passed", "failed") for r in terminalreporter.getreports(kind) if "shared" in r.keywords]
    terminalreporter.write_line(f"shared tests that ran: {len(ran)}")


@pytest.fixture
def shared() -> Path:
    """The folder of real data."""
    return SHARED / "data"
