"""Is something on the track in this video? A metric for `evaluate.load("event_accuracy")`."""

from typing import Any

import datasets
import evaluate

from triptych.metrics.event_accuracy.inputs import FRAME, REFERENCE, packed, unpacked
from triptych.metrics.event_accuracy.scoring import check_settings, score_events

DESCRIPTION = """
Events called by the majority of their frames: a video is positive when more than half of its frames have a score of at
least the threshold. Accuracy, precision, recall and F1 with 95 % intervals, the confusion table and the time to
detection. Missing frames, repeated timestamps and videos without frames are reported, never taken for a negative.
"""

INPUTS = """
Args:
    predictions: frames {"video_id", "t" (seconds from the start), "score" (0 to 1)}: the highest detection score of the
        frame, 0 where nothing is detected. In any order; of two frames at one time the last one counts.
    references: videos {"video_id", "label"}, true or 1 where there is something to detect.
    threshold: a frame is positive from this score on (0.5).
    seconds, fps: length of a video and frames taken from each second (15, 10): the frames to expect.
    A video_id is text or a whole number, of the same kind in both tables: 1 and "1" are an error, not a match.
    Both tables may be lists of such rows, pandas or datasets tables, or dicts of columns, and differ in length.

Returns:
    accuracy, precision, recall, f1: each a number, or None with its reason in `undefined`.
    time_to_detection_s: median, over the n_detected positive videos called positive, of the first t at which positive
        frames exceed half of those so far.
    <figure>_ci: [low, high], 95 %.
    confusion, labels: counts of videos, rows are references and columns calls, in the order of `labels`.
    n, n_unscored: videos with and without frames; n_frames, n_missing_frames, n_duplicate_frames.
    events: for each video its label, called, frames, missing, duplicates, positive_share, time_to_detection_s, reason.
    undefined, reproducible.

Examples:
    >>> import evaluate
    >>> event_accuracy = evaluate.load("event_accuracy")
    >>> scores = {"cow": [0.1, 0.8, 0.9, 0.9], "rain": [0.1, 0.6, 0.2, 0.7], "fog": [0.2, 0.1, 0.0, 0.6]}
    >>> frames = [{"video_id": name, "t": k / 2, "score": s} for name in scores for k, s in enumerate(scores[name])]
    >>> videos = [{"video_id": name, "label": name != "rain"} for name in ("cow", "rain", "fog", "night")]
    >>> result = event_accuracy.compute(predictions=frames, references=videos, seconds=2, fps=2)
    >>> round(result["accuracy"], 3), result["precision"], result["recall"], result["n"], result["n_unscored"]
    (0.667, 1.0, 0.5, 3, 1)
    >>> result["labels"], result["confusion"]
    (['negative', 'positive'], [[1, 0], [1, 1]])

    An even split is no majority, and a video without frames is not scored:

    >>> [(event["video_id"], event["called"], event["positive_share"]) for event in result["events"]]
    [('cow', True, 0.75), ('rain', False, 0.5), ('fog', False, 0.25), ('night', None, None)]
    >>> result["events"][3]["reason"], result["n_missing_frames"]
    ('no frames in predictions', 4)

    The cow is seen from 0.5 s on, and outweighs the first frame at 1 s:

    >>> result["time_to_detection_s"], result["n_detected"]
    (1.0, 1)
"""

CITATION = """
@misc{synrailobs, title={SynRailObs: A Synthetic Dataset for Obstacle Detection in Railway Scenarios},
  note={section 4.3: an event is a video of 15 seconds, 10 frames a second, called by majority vote}}
@article{wilson1927, author={Edwin B. Wilson}, title={Probable Inference, the Law of Succession, and Statistical
  Inference}, journal={Journal of the American Statistical Association}, volume={22}, pages={209--212}, year={1927}}
"""


@evaluate.utils.file_utils.add_start_docstrings(DESCRIPTION, INPUTS)
class EventAccuracy(evaluate.Metric):  # type: ignore[misc]  # evaluate has no types
    """Events called by the majority of their frames."""

    def _info(self) -> evaluate.MetricInfo:
        table = datasets.Value("string")  # holds the JSON of a whole batch: see `packed`
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation=CITATION,
            inputs_description=INPUTS,
            features=datasets.Features({"predictions": table, "references": table}),
        )

    def compute(
        self,
        *,
        predictions: Any = None,
        references: Any = None,
        threshold: float = 0.5,
        seconds: float = 15,
        fps: float = 10,
    ) -> dict[str, Any]:
        """Call every video and compare with its label."""
        # Checked before anything is stored or taken: a wrong setting costs no added batch.
        check_settings(threshold, seconds, fps)
        return super().compute(  # type: ignore[no-any-return]
            predictions=predictions, references=references, threshold=threshold, seconds=seconds, fps=fps
        )

    def add_batch(self, *, predictions: Any = None, references: Any = None) -> None:
        """Add frames, or labels of videos, or both; a video's frames may come in several batches."""
        super().add_batch(**packed(predictions, references))

    def add(self, *, prediction: Any = None, reference: Any = None) -> None:
        """Add one frame, or the label of one video, or both."""
        self.add_batch(predictions=[prediction], references=[reference])

    def _compute(self, predictions: list[str], references: list[str], **settings: Any) -> dict[str, Any]:
        return score_events(unpacked(predictions, FRAME), unpacked(references, REFERENCE), **settings)
