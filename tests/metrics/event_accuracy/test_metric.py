"""The Hub folder through `evaluate`: whole tables, pieces, single rows; its examples and its page."""

import doctest
import json
import re
import shutil
import sys
from pathlib import Path

import evaluate
import numpy as np
import pandas as pd
import pytest

from triptych.core.errors import UsageError
from triptych.core.source import REQUIREMENT
from triptych.metrics.event_accuracy import scoring
from triptych.metrics.event_accuracy.scoring import score_events
from triptych.spaces.metric_app import Page

FOLDER = Path(scoring.__file__).parent
FRAMES = [{"video_id": v, "t": k / 10, "score": s} for v, s in (("a", 0.9), ("b", 0.2)) for k in range(150)]
VIDEOS = [{"video_id": "a", "label": 1}, {"video_id": "b", "label": 1}, {"video_id": "c", "label": 0}]


@pytest.fixture
def metric():
    return evaluate.load(str(FOLDER / "event_accuracy.py"))


def test_more_frames_than_videos_score_like_the_function(metric):
    expected = score_events(FRAMES, VIDEOS)
    assert metric.compute(predictions=FRAMES, references=VIDEOS) == expected
    assert metric.compute(predictions=pd.DataFrame(FRAMES), references=pd.DataFrame(VIDEOS)) == expected
    assert metric.compute(predictions=FRAMES, references=VIDEOS, threshold=0.1) != expected
    assert (expected["accuracy"], expected["n_unscored"]) == (0.5, 1)


def test_fewer_frames_than_videos(metric):
    found = metric.compute(predictions=FRAMES[:1], references=VIDEOS)
    assert (found["n"], found["n_unscored"], found["n_missing_frames"]) == (1, 2, 449)
    assert metric.compute(references=VIDEOS)["n_unscored"] == 3


def test_pieces_of_any_size_and_single_rows_are_the_same(metric):
    expected = score_events(FRAMES, VIDEOS)
    metric.add_batch(predictions=FRAMES[:70], references=VIDEOS[:1])
    metric.add_batch(predictions=FRAMES[70:])
    metric.add_batch(references=VIDEOS[1:])
    assert metric.compute() == expected
    for video in VIDEOS:
        metric.add(reference=video)
    for frame in FRAMES:
        metric.add(prediction=frame)
    assert metric.compute() == expected
    metric.add_batch(predictions=FRAMES)
    assert metric.compute(references=VIDEOS) == expected


def test_later_pieces_replace_earlier_frames_and_labels_must_agree(metric):
    metric.add(prediction={"video_id": "a", "t": 0.0, "score": 0.0}, reference=VIDEOS[0])
    metric.add(prediction={"video_id": "a", "t": np.float32(0.0), "score": np.float32(0.75)}, reference=VIDEOS[0])
    found = metric.compute()
    assert (found["n_duplicate_frames"], found["recall"]) == (1, 1.0)
    metric.add(reference=VIDEOS[0])
    metric.add(reference={**VIDEOS[0], "label": 0})
    with pytest.raises(UsageError, match="both labels for 'a'"):
        metric.compute()


def test_ids_of_two_kinds_are_never_one_video(metric):
    frames = [{**frame, "video_id": int(frame["video_id"] == "a")} for frame in FRAMES]
    videos = [{"video_id": 1, "label": 1}, {"video_id": 0, "label": 0}]
    found = metric.compute(predictions=frames, references=videos)
    assert (found["accuracy"], found["n_unscored"]) == (1.0, 0)
    assert [event["video_id"] for event in found["events"]] == ["1", "0"]
    texts = [{**video, "video_id": str(video["video_id"])} for video in videos]
    with pytest.raises(UsageError, match="whole numbers such as 1 in predictions and texts such as '1' in references"):
        metric.compute(predictions=frames, references=texts)
    metric.add_batch(references=videos)
    metric.add_batch(references=texts)
    with pytest.raises(UsageError, match="whole numbers such as 1 and texts such as '1'"):
        metric.compute()


def test_mistakes_are_named_and_the_metric_works_on(metric):
    with pytest.raises(UsageError, match="scores from 0 to 1"):
        metric.compute(predictions=[{**FRAMES[0], "score": 90}], references=VIDEOS)
    with pytest.raises(UsageError, match="1 without: z"):
        metric.compute(predictions=[{**FRAMES[0], "video_id": "z"}], references=VIDEOS)
    metric.add_batch(predictions=FRAMES, references=VIDEOS)
    with pytest.raises(UsageError, match="threshold from 0 to 1"):
        metric.compute(threshold=50)
    assert metric.compute() == score_events(FRAMES, VIDEOS), "a wrong setting loses no batch"
    with pytest.raises(TypeError, match="unexpected keyword"):
        metric.compute(predictions=FRAMES, references=VIDEOS, treshold=0.5)


def test_it_works_without_files():
    metric = evaluate.load(str(FOLDER / "event_accuracy.py"), keep_in_memory=True)
    assert metric.compute(predictions=FRAMES, references=VIDEOS) == score_events(FRAMES, VIDEOS)


def test_the_result_can_be_saved(metric, tmp_path):
    evaluate.save(tmp_path / "result.json", **metric.compute(predictions=FRAMES, references=VIDEOS))
    assert json.loads((tmp_path / "result.json").read_text())["confusion"] == [[0, 0], [1, 1]]


def test_the_page_shows_every_case_as_a_table_and_computes_it():
    page = Page(FOLDER / "event_accuracy.py")
    assert len(page.cases) >= 8
    for case in page.cases:
        settings = {name: value for name, value in case["input"].items() if name not in page.columns}
        table = pd.DataFrame(page.rows(case["input"]), columns=page.columns)
        assert page.compute(table, json.dumps(settings)) == score_events(**case["input"])


def test_examples_of_the_card_text_run(metric, tmp_path, monkeypatch):
    shutil.copytree(FOLDER, tmp_path / "event_accuracy", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(tmp_path)
    found = doctest.testmod(sys.modules[type(metric).__module__])
    assert found.failed == 0
    assert found.attempted > 5


def test_example_of_the_readme_runs(tmp_path, monkeypatch, capsys):
    shutil.copytree(FOLDER, tmp_path / "event_accuracy", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(tmp_path)
    [example] = re.findall(r"```python\n(.*?)```", (FOLDER / "README.md").read_text(), flags=re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("1.0 [0.34")
    assert first.endswith(" 2 1")
    assert second == "6.2"


def test_requirements_come_from_the_one_constant():
    assert (FOLDER / "requirements.txt").read_text() == REQUIREMENT + "\n"
