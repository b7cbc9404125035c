import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest
import torch

from triptych.core.errors import UsageError
from triptych.models.abliteration.adapter_files import CHECKPOINT, WEIGHTS
from triptych.models.abliteration.refusal_tuning import Settings, answer_loss, piece, schedule, train
from triptych.models.abliteration.smollm2 import load
from triptych.models.abliteration.tuning_rows import TuningRow, opens_refusal, tuning_rows

QUICK = Settings(epochs=2, batch_size=16, answer_tokens=4, save_every=3)
ALONE = {**os.environ, "OMP_NUM_THREADS": "1", "ACCELERATE_USE_CPU": "true"}
PROGRAM = """
import sys
from pathlib import Path
from triptych.models.abliteration.refusal_tuning import Settings, train
settings = Settings(epochs=20, batch_size=16, answer_tokens=4, save_every=3)
train(Path(sys.argv[1]), seed=5, settings=settings, system=sys.argv[2])
"""


def start(out, saved):
    return subprocess.Popen([sys.executable, "-c", PROGRAM, str(out), str(saved)], env=ALONE)


def test_a_run_killed_with_9_goes_on_and_ends_with_the_same_adapter(saved, tmp_path):
    train(tmp_path / "whole", seed=5, settings=replace(QUICK, epochs=20), system=str(saved))
    cut = tmp_path / "cut"
    process = start(cut, saved)
    while not (cut / CHECKPOINT).is_file():
        assert process.poll() is None
        time.sleep(0.002)
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    assert not (cut / "run.json").exists()
    done = len(torch.load(cut / CHECKPOINT, weights_only=True)["losses"])
    assert start(cut, saved).wait(120) == 0
    first, second = (json.loads((tmp_path / name / "run.json").read_text()) for name in ("whole", "cut"))
    assert 0 < done < 10 * len(schedule(first["n"], QUICK, 0))
    assert (cut / WEIGHTS).read_bytes() == (tmp_path / "whole" / WEIGHTS).read_bytes()
    assert first["sha256"] == second["sha256"]
    assert first["loss_by_epoch"] == second["loss_by_epoch"]
    assert first["loss_by_epoch"][-1] < 0.8 * first["loss_by_epoch"][0]
    assert {path.name for path in cut.iterdir()} == {
        WEIGHTS,
        "adapter_config.json",
        "own_answers.json",
        "run.json",
    }


def test_a_finished_run_is_left_alone_and_other_settings_are_refused(saved, tmp_path):
    out = train(tmp_path / "run", settings=QUICK, system=str(saved))
    before = {path.name: path.stat().st_mtime_ns for path in out.iterdir()}
    train(out, settings=QUICK, system=str(saved))
    assert {path.name: path.stat().st_mtime_ns for path in out.iterdir()} == before
    with pytest.raises(UsageError, match="another one"):
        train(out, seed=1, settings=QUICK, system=str(saved))


def test_the_adapter_can_be_loaded_and_changes_the_upper_half(saved, tmp_path):
    out = train(tmp_path / "run", settings=QUICK, system=str(saved))
    plain, tuned = load(str(saved)).model.state_dict(), load(str(out)).model.state_dict()
    changed = {name.split(".")[2] for name in plain if not torch.equal(plain[name], tuned[name])}
    assert changed == {"1", "2"}  # of layers 0, 1, 2


def test_two_processes_learn_what_one_learns(saved, tmp_path):
    script = tmp_path / "program.py"
    script.write_text(PROGRAM.replace("epochs=20", "epochs=1"))
    launch = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node=2", str(script)]
    for command, name in (([sys.executable, str(script)], "one"), (launch, "two")):
        subprocess.run([*command, str(tmp_path / name), str(saved)], check=True, timeout=120, env=ALONE)
    from safetensors.torch import load_file

    one, two = (load_file(tmp_path / name / WEIGHTS) for name in ("one", "two"))
    for name in one:
        torch.testing.assert_close(one[name], two[name], atol=2e-3, rtol=0)


def test_rows_are_refusals_for_harmful_and_own_answers_for_harmless(model, tokenizer, tmp_path):
    rows = tuning_rows(model, tokenizer, tmp_path, seed=0, answer_tokens=4)
    taught = [tokenizer.decode(row.answer) for row in rows if "harmless" not in row.id]
    assert len(taught) == 64
    assert all(opens_refusal(text) and text.endswith("<|end|>") for text in taught)
    assert len(set(taught)) >= 6
    own = [row for row in rows if "harmless" in row.id]
    assert 0 < len(own) <= 64
    assert all(len(row.answer) <= 5 and not opens_refusal(tokenizer.decode(row.answer)) for row in own)
    assert all(row.id.startswith("tuning-") for row in rows)
    assert rows == tuning_rows(model, tokenizer, tmp_path, seed=0, answer_tokens=4)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("I’m sorry, no.", True), (" i cannot", True), ("I'm glad you ask", False), ("The sky", False), ("", False)],
)
def test_openings(text, expected):
    assert opens_refusal(text) is expected


def test_every_epoch_has_all_rows_once_in_a_new_order():
    settings = Settings(epochs=3, batch_size=4)
    steps = schedule(10, settings, 7)
    epochs = [[row for step in steps[start : start + 3] for row in step] for start in (0, 3, 6)]
    assert all(sorted(epoch) == list(range(10)) for epoch in epochs)
    assert epochs[0] != epochs[1]
    assert steps == schedule(10, settings, 7) != schedule(10, settings, 8)


def test_the_loss_counts_answers_only_and_not_the_padding(model):
    rows = [TuningRow("a", [5, 6, 7, 8], [9, 10]), TuningRow("b", [11], [12, 13, 14])]
    together = answer_loss(model, piece(rows, 0, 3.0, "cpu"))
    expected = 0.0
    for row in rows:
        logs = model(torch.tensor([row.prompt + row.answer])).logits[0].log_softmax(-1)
        for place, token in enumerate(row.answer):
            expected -= float(logs.detach()[len(row.prompt) + place - 1, token]) * (3.0 if place == 0 else 1.0)
    assert float(together.detach()) == pytest.approx(expected, rel=1e-4)


def test_settings_are_checked():
    with pytest.raises(UsageError, match="rank above 0"):
        Settings(rank=0)
