import subprocess
import sys
from pathlib import Path

import pytest

from triptych.hub.cli import main


@pytest.mark.parametrize(
    "arguments", [["nonsense"], ["score", "formcoach"], ["score", "refusals"], ["build", "refusals", "--config", "x"]]
)
def test_wrong_usage_exits_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_file_that_is_missing_is_one_message(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "refusals", "--predictions", "/no/such/file.csv"]) == 2
    error = capsys.readouterr().err
    assert "does not exist" in error
    assert "expected" in error


def test_a_report_folder_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "--folder", str(tmp_path)]) == 2
    assert "results.json" in capsys.readouterr().err


def test_a_file_where_the_folder_should_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    for verb in ("build", "train", "study", "generate"):
        assert main([verb, "refusals", "--out", str(tmp_path / "file" / "out")]) == 2
        assert f"{tmp_path / 'file'} is a file" in capsys.readouterr().err


@pytest.mark.parametrize("options", [["--limit", "0"], ["--limit", "-3"], ["--max-new-tokens", "0"]])
def test_counts_below_one(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "refusals", *options]) == 2
    assert f"expected {options[0]} of at least 1" in capsys.readouterr().err


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\nfrom triptych.hub.cli import main\n"
        "try: main(['generate', 'refusals', '--help'])\nexcept SystemExit: pass\n"
        "print(sorted({'torch', 'datasets', 'evaluate', 'transformers', 'pandas', 'matplotlib'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    assert "--direction" in done.stdout
