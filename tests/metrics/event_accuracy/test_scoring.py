"""The majority rule by hand and by a plain loop; what must hold for any frames; clear errors."""

import doctest
import json
import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import confusion_matrix, precision_recall_fscore_support

from triptych.core.errors import UsageError
from triptych.core.intervals import wilson
from triptych.metrics.event_accuracy import scoring
from triptych.metrics.event_accuracy.scoring import median_interval, score_events

CASES = json.loads(Path(scoring.__file__).with_name("cases.json").read_text(encoding="utf-8"))
SCORES = st.lists(st.sampled_from([0.0, 0.2, 0.5, 0.9]), min_size=1, max_size=12)
VIDEOS = st.dictionaries(st.sampled_from("abcdefgh"), st.tuples(SCORES, st.booleans()), min_size=1)


def rows(videos):
    scores = [(name, k / 2, score) for name, (scores, _) in videos.items() for k, score in enumerate(scores)]
    frames = [{"video_id": name, "t": t, "score": score} for name, t, score in scores]
    return frames, [{"video_id": name, "label": label} for name, (_, label) in videos.items()]


def score(videos, **settings):
    frames, labels = rows(videos)
    return score_events(frames, labels, **{"seconds": 6, "fps": 2, **settings})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"][:40])
def test_cases(case):
    found = score_events(**case["input"])
    for name, expected in case["expected"].items():
        if expected is None or isinstance(expected, dict):
            assert found[name] == expected, name
        elif name == "labels":
            assert found[name] == expected
        else:
            np.testing.assert_allclose(found[name], expected, atol=case["tolerance"], err_msg=name)


@given(VIDEOS)
def test_equal_to_a_plain_loop_and_to_scikit_learn(videos):
    found = score(videos)
    for event, (name, (scores, _)) in zip(found["events"], videos.items(), strict=True):
        positive = [value >= 0.5 for value in scores]
        first = next((k / 2 for k in range(len(scores)) if sum(positive[: k + 1]) > (k + 1) / 2), None)
        called = sum(positive) > len(positive) / 2
        assert (event["video_id"], event["called"]) == (name, called)
        assert event["time_to_detection_s"] == (first if called else None)
        assert (event["frames"], event["missing"]) == (len(scores), 12 - len(scores))
    truth, calls = [event["label"] for event in found["events"]], [event["called"] for event in found["events"]]
    assert found["confusion"] == confusion_matrix(truth, calls, labels=[False, True]).tolist()
    theirs = precision_recall_fscore_support(truth, calls, labels=[True], zero_division=np.nan)
    for name, value in zip(("precision", "recall", "f1"), theirs, strict=False):
        assert (math.nan if found[name] is None else found[name]) == pytest.approx(float(value[0]), nan_ok=True)
        assert (found[name] is None) == (name in found["undefined"])


@given(VIDEOS, st.randoms())
def test_order_of_rows_and_names_change_nothing(videos, random):
    frames, labels = rows(videos)
    expected = score_events(frames, labels)
    random.shuffle(frames)
    assert score_events(frames, labels) == expected
    renamed = [[{**row, "video_id": "x" + row["video_id"]} for row in table] for table in (frames, labels)]
    assert score_events(*renamed)["confusion"] == expected["confusion"]


@given(VIDEOS)
def test_a_higher_threshold_calls_fewer_videos(videos):
    called = [
        {event["video_id"] for event in score(videos, threshold=threshold)["events"] if event["called"]}
        for threshold in (0.0, 0.3, 0.5, 1.0)
    ]
    assert called[0] == set(videos)
    assert all(lower >= higher for lower, higher in pairwise(called))


@given(VIDEOS)
def test_opposite_labels_turn_the_table_round(videos):
    table = score(videos)["confusion"]
    assert score({k: (s, not label) for k, (s, label) in videos.items()})["confusion"] == table[::-1]


def test_intervals_are_wilsons_over_their_own_videos():
    videos = {f"{k}": ([float(k < 7)], k < 4 or k > 8) for k in range(12)}  # tp 4, fp 3, fn 3, tn 2
    found = score(videos)
    assert found["accuracy_ci"] == list(wilson(6, 12))
    assert found["precision_ci"] == list(wilson(4, 7))
    assert found["recall_ci"] == list(wilson(4, 7))
    low, high = found["f1_ci"]
    assert low < found["f1"] < high
    assert low == pytest.approx(2 * wilson(4, 10)[0] / (1 + wilson(4, 10)[0]))


@pytest.mark.parametrize("n", range(1, 30))
def test_the_interval_of_the_median_keeps_its_promise_and_is_the_shortest_that_does(n):
    low, high = median_interval(range(1, n + 1))
    if low is None:
        assert 2 * 0.5**n > 0.05
        return
    assert low + high == n + 1
    assert 1 - 2 * stats.binom.cdf(low - 1, n, 0.5) >= 0.95
    assert 1 - 2 * stats.binom.cdf(low, n, 0.5) < 0.95


def test_videos_without_frames_are_unscored_with_a_reason():
    found = score_events(None, [{"video_id": "a", "label": 0}, {"video_id": "b", "label": 1}])
    assert (found["n"], found["n_unscored"], found["n_missing_frames"]) == (0, 2, 300)
    assert found["accuracy"] is None
    assert found["accuracy_ci"] == [None, None]
    assert found["undefined"]["accuracy"] == "no video is scored"
    assert [event["called"] for event in found["events"]] == [None, None]
    assert {event["reason"] for event in found["events"]} == {"no frames in predictions"}


def test_times_that_differ_by_rounding_are_one_frame():
    frames = [{"video_id": "a", "t": t, "score": s} for t, s in [(0.3, 0.9), (0.1 * 3, 0.0), (0.5, 0.9), (0.7, 0.0)]]
    found = score_events(frames, [{"video_id": "a", "label": 0}], seconds=1, fps=3)
    assert (found["n_frames"], found["n_duplicate_frames"], found["accuracy"]) == (3, 1, 1.0)
    assert "the last one counts" in found["events"][0]["reason"]


def test_every_third_frame_of_29_97_a_second_is_what_was_expected():
    frames = [{"video_id": "a", "t": 3 * k / 29.97, "score": 1.0} for k in range(150)]
    [event] = score_events(frames, [{"video_id": "a", "label": 1}])["events"]
    assert (event["missing"], event["reason"]) == (0, None)


def test_too_many_frames_are_named():
    frames = [{"video_id": "a", "t": k / 29.97, "score": 1.0} for k in range(449)]
    [event] = score_events(frames, [{"video_id": "a", "label": 1}])["events"]
    assert event["reason"] == "449 frames where 150 were expected: another fps?"
    assert (event["missing"], event["called"]) == (0, True)


@pytest.mark.parametrize(
    ("expected", "forms"),
    [
        (True, [True, 1, "1", "True", 1.0, np.int64(1), np.bool_(True)]),
        (False, [False, 0, "0", "false", 0.0, np.int64(0), np.bool_(False)]),
    ],
)
def test_labels_in_every_form(expected, forms):
    for label in forms:
        found = score_events([{"video_id": 7, "t": 0, "score": 1}], [{"video_id": np.int64(7), "label": label}])
        assert found["events"][0]["label"] is expected
        assert found["n"] == 1


def test_tables_in_every_form_are_the_same():
    frames, labels = rows({"a": ([0.9, 0.1, 0.9], True), "b": ([0.2], False)})
    expected = score_events(frames, labels)
    assert score_events(pd.DataFrame(frames), pd.DataFrame(labels)) == expected
    assert score_events(pd.DataFrame(frames).to_dict("list"), labels) == expected
    arrays = {name: column.to_numpy() for name, column in pd.DataFrame(frames).items()}
    assert score_events(arrays, labels) == expected
    assert score_events([None, *frames], [*labels, None]) == expected
    json.dumps(expected, allow_nan=False)


def frame(**changes):
    return {"video_id": "a", "t": 0.5, "score": 0.5, **changes}


@pytest.mark.parametrize(
    ("predictions", "references", "message"),
    [
        ([frame(score=float("nan"))], None, "scores from 0 to 1\n  got: score nan in row 0"),
        ([frame(), frame(score=1.2)], None, "score 1.2 in row 1"),
        ([frame(score=-0.1)], None, "scores from 0 to 1"),
        ([frame(score="high")], None, "score as a number"),
        ([frame(t=10**400)], None, "t as a number in seconds"),
        ([frame(score=[0.1, 0.2])], None, "give one number a frame"),
        ([frame(score=None)], None, "leave out frames"),
        ([frame(t=-0.1)], None, "t in seconds, 0 or more"),
        ([frame(t=float("nan"))], None, "t in seconds, 0 or more"),
        ([frame(t=float("inf"))], None, "t in seconds, 0 or more"),
        ([frame(t=15.5)], None, "up to the 15 seconds"),
        ([frame(t=t) for t in range(150)], None, "frame numbers?\n  fix: divide frame numbers by 10"),
        ([frame(t=100 * t) for t in range(150)], None, "milliseconds by 1000"),
        ([frame(video_id="b"), frame(video_id="c")], None, "2 without: b, c"),
        ([frame(video_id=None)], None, "a video_id"),
        ([frame(video_id=1.5)], None, "a video_id"),
        ([frame(video_id=1)], None, "got: whole numbers such as 1 in predictions and texts such as 'a' in references"),
        ([frame(video_id=1), frame(video_id="1")], None, "got: whole numbers such as 1 and texts such as '1'"),
        ([frame()], [{"video_id": 1, "label": 1}, {"video_id": "1", "label": 1}], "one kind in all rows of references"),
        ([{"video_id": "a", "time": 0, "score": 1}], None, "add or rename: t"),
        ([0.5, 0.7], None, "write a dict with these keys"),
        (frame(), None, "a list of"),
        ("a", None, "a list of"),
        ({"video_id": ["a"], "t": [0, 1], "score": [1]}, None, "video_id 1, t 2, score 1"),
        ([frame()], [], "at least one row in references"),
        ([frame()], [{"video_id": "a", "label": 1}, {"video_id": "a", "label": 0}], "both labels for 'a'"),
        ([frame()], [{"video_id": "a", "label": "cow"}], "true or false"),
        ([frame()], [{"video_id": "a", "label": 2}], "true or false"),
        ([frame()], [{"video_id": "a", "label": None}], "leave out videos without one"),
    ],
)
def test_bad_input_is_named(predictions, references, message):
    with pytest.raises(UsageError) as error:
        score_events(predictions, [{"video_id": "a", "label": 1}] if references is None else references)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("threshold", value) for value in (50, -0.1, "0.5", math.nan, True)),
        *(("fps", value) for value in (-1, 0, 0.01)),
        ("seconds", 0),
    ],
)
def test_bad_settings_are_named(name, value):
    with pytest.raises(UsageError, match=name):
        score_events([frame()], [{"video_id": "a", "label": 1}], **{name: value})


def test_the_example_in_the_module_runs():
    assert doctest.testmod(scoring).failed == 0
