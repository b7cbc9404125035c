"""Detection accuracy by COCO's rules, with slices, intervals and paired differences."""

from typing import Any

import datasets
import evaluate

from triptych.metrics.detection_map.rows import packed, unpacked
from triptych.metrics.detection_map.scoring import check_names, evaluate_rows

DESCRIPTION = """
Mean average precision and recall of an object detector by COCO's rules (the twelve statistics, equal to pycocotools),
by class, and in slices of the data by any column of the objects (distance, visibility) or of the images (weather,
light), with bootstrap intervals for one detector and for the paired difference of two.
"""

INPUTS = """
Args:
    predictions: one dict an image: `boxes` [[x1, y1, x2, y2], ...] in pixels, `scores` (0 to 1), `labels`; None, {} or
        empty lists where nothing was detected. They stand in the order of the references, or both have `image_id`.
        A pandas or datasets table with these columns will do as well, for both.
    references: one dict an image: `boxes`, `labels` (all integers or all strings, as in the predictions) and, if
        wanted, `iscrowd` (0 or 1), `area` (square pixels; else the boxes'), `image_id`, and any further columns, with
        one value (of the image) or one value a box (of the objects).
    box_format: "xyxy" (two corners), "xywh" (corner, width, height) or "cxcywh" (centre, width, height), for both.
    slices: names of columns, ["weather", "seen"], or names with edges for numbers, {"distance_m": [0, 15, 30],
        "weather": None}. Outside a slice of images nothing is evaluated; outside a slice of objects they are ignored.
    labels: all classes, where the detector knows classes that have no object here.
    bootstrap: how many resamples of the images for 95 % intervals (0 = none; 1000 are good).
    groups: what images share (a background, a video), one name an image in the order of the references, or the name of
        a column of the images; whole groups are then resampled.
    baseline: predictions of another detector on the same images: adds `difference`, this minus that, paired.
    curves: True adds the precision-recall curves at IoU 0.5.
    seed: of the bootstrap (0).

Returns:
    map, map_50, map_75, map_small, map_medium, map_large, mar_1, mar_10, mar_100, mar_small, mar_medium, mar_large:
        0 to 1, None where there is no such object.
    <figure>_ci: [low, high], with bootstrap only.
    per_class: by label {map, map_50, map_75, mar_100, n}; slices: by column and value the same with n_images and
        n_objects; difference: the twelve statistics and slices, with baseline only.
    curves: {iou, recall, per_class: {label: {precision, scores}}}.
    n (images), n_objects (without crowds), n_predictions (boxes), n_unscored (images without a prediction, which count
        as empty), n_groups (None without groups), reproducible, box_format.

Examples:
    >>> import evaluate
    >>> detection_map = evaluate.load("detection_map")
    >>> references = [
    ...     {"boxes": [[10, 10, 60, 110]], "labels": ["person"], "weather": "sunny", "distance_m": [12.0]},
    ...     {"boxes": [[200, 40, 260, 90], [5, 5, 40, 50]], "labels": ["rock", "person"], "weather": "snowy",
    ...      "distance_m": [48.0, 20.0]},
    ... ]
    >>> predictions = [
    ...     {"boxes": [[10, 10, 60, 110]], "labels": ["person"], "scores": [0.9]},
    ...     {"boxes": [[200, 40, 260, 90]], "labels": ["rock"], "scores": [0.8]},
    ... ]
    >>> result = detection_map.compute(predictions=predictions, references=references)
    >>> round(result["map"], 3), result["per_class"]["rock"]["map"], result["n"], result["n_objects"]
    (0.752, 1.0, 2, 3)

    By weather (images) and by distance (objects):

    >>> sliced = detection_map.compute(predictions=predictions, references=references,
    ...                                slices={"weather": None, "distance_m": [0, 15, 30, 60]})["slices"]
    >>> sliced["weather"]["sunny"]["map"], sliced["weather"]["snowy"]["map"]
    (1.0, 0.5)
    >>> [(bin, part["map"], part["n_objects"]) for bin, part in sliced["distance_m"].items()]
    [('0-15', 1.0, 1), ('15-30', 0.0, 1), ('30-60', 1.0, 1)]

    Boxes that are not in the format named are an error that says so:

    >>> rock = {"boxes": [[200, 150, 30, 60]], "labels": ["rock"]}
    >>> try:
    ...     detection_map.compute(predictions=[{**rock, "scores": [0.8]}], references=[rock])
    ... except ValueError as error:
    ...     print(error)
    expected boxes in the format xyxy
      got: references' boxes such as [200.0, 150.0, 30.0, 60.0]: x2 < x1 or y2 < y1 in 1 of 1; they seem to be xywh ...
      fix: pass box_format="xywh", or convert
"""

CITATION = """
@inproceedings{lin2014coco, author={Tsung-Yi Lin and Michael Maire and Serge Belongie and James Hays and Pietro Perona
  and Deva Ramanan and Piotr Doll{\\'a}r and C. Lawrence Zitnick}, title={Microsoft {COCO}: Common Objects in Context},
  booktitle={ECCV}, pages={740--755}, year={2014}}
@book{davison1997, author={A. C. Davison and D. V. Hinkley}, title={Bootstrap Methods and their Application},
  publisher={Cambridge University Press}, year={1997}}
"""


@evaluate.utils.file_utils.add_start_docstrings(DESCRIPTION, INPUTS)
class DetectionMap(evaluate.Metric):  # type: ignore[misc]  # evaluate has no types
    """COCO's statistics with slices and intervals."""

    def _info(self) -> evaluate.MetricInfo:
        row = datasets.Value("string")  # holds JSON: see `packed`
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation=CITATION,
            inputs_description=INPUTS,
            features=datasets.Features({"predictions": row, "references": row}),
        )

    def compute(self, *, predictions: Any = None, references: Any = None, **settings: Any) -> dict[str, Any]:
        """Evaluate what is given here, or what was added."""
        check_names(settings)  # before anything is taken: a wrong name costs no added batch
        return super().compute(  # type: ignore[no-any-return]
            predictions=predictions, references=references, **settings
        )

    def add_batch(self, *, predictions: Any = None, references: Any = None) -> None:
        """Add many images."""
        super().add_batch(**packed(predictions, references))

    def add(self, *, prediction: Any = None, reference: Any = None) -> None:
        """Add one image."""
        self.add_batch(predictions=[prediction], references=[reference])

    def _compute(self, predictions: list[str], references: list[str], **settings: Any) -> dict[str, Any]:
        return evaluate_rows(unpacked(predictions), unpacked(references), **settings)
