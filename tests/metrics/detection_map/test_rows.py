"""Rows of one image each: packing, alignment, columns."""

import json
from datetime import date

import datasets
import numpy as np
import pandas as pd
import pytest

from triptych.core.errors import UsageError
from triptych.metrics.detection_map.rows import detections_of, packed, references_of, unpacked
from triptych.metrics.detection_map.scoring import evaluate_rows

A, B = [10, 10, 60, 110], [200, 40, 260, 90]


def reference(*boxes, **columns):
    return {"boxes": list(boxes), "labels": ["rock"] * len(boxes)} | columns


def prediction(*boxes, **columns):
    return {"scores": [0.5] * len(boxes)} | reference(*boxes, **columns)


def through_json(references):
    return unpacked(packed([None] * len(references), references)["references"])


def test_packing_keeps_numbers_and_kinds():
    rows = [{"boxes": np.array([A], np.float32) / 3, "labels": np.array([1]), "scores": [np.float32(0.1)]}, None]
    found = unpacked(packed(rows, [reference(), reference()])["predictions"])
    assert found[0]["boxes"] == (np.array([A], np.float32) / 3).tolist()
    assert found[0]["scores"] == [float(np.float32(0.1))]
    assert found[0]["labels"] == [1]
    assert found[1] is None
    assert unpacked(packed([prediction()], [reference(labels=["1"])])["references"])[0]["labels"] == ["1"]


def test_columns_that_cannot_be_sliced_by_are_left_behind():
    row = reference(A, mask=[{"counts": "x"}], image=object(), weather="snowy", distance_m=(np.float64(3),))
    assert json.loads(packed([None], [row])["references"][0]) == {
        "boxes": [A], "labels": ["rock"], "weather": "snowy", "distance_m": [3.0],
        "mask": {"cell left out": "dict"}, "image": {"cell left out": "object"},
    }  # fmt: skip
    assert evaluate_rows([prediction(A)], through_json([row]), slices=["weather"])["n"] == 1


@pytest.mark.parametrize("cell", [date(2026, 1, 2), [date(2026, 1, 2)]])
def test_cells_that_cannot_be_sliced_by_are_an_error_where_they_are(cell):
    rows = through_json([reference(A, day=None), reference(A, day=cell)])
    with pytest.raises(UsageError, match="a column for slices\n  got: date in 'day' of row 1"):
        evaluate_rows([prediction(A)] * 2, rows, slices=["day"])


def test_columns_of_objects_and_of_images():
    rows = [reference(A, B, d=[1, None], weather="sunny"), reference(d=[], weather=None), reference(A)]
    found = references_of(rows)
    assert found.objects.columns == {"d": [1, None, None]}
    assert found.image_columns == {"weather": ["sunny", None, None]}
    assert found.objects.images == [0, 0, 2]
    assert (found.n_images, found.ids, found.objects.area) == (3, None, None)


def test_a_list_of_another_length_is_an_error_only_where_it_is_sliced_by():
    rows = [reference(A, d=[1, 2], e=[3])]
    assert references_of(rows).objects.columns == {"e": [3]}
    with pytest.raises(UsageError, match="1 boxes and 2 d in row 0 of references"):
        evaluate_rows([prediction(A)], rows, slices=["d"])
    assert evaluate_rows([prediction(A)], rows, slices=["e"])["slices"]["e"][3]["map"] == 1.0


def test_areas_are_given_everywhere_or_nowhere():
    assert references_of([reference(A, area=[9]), reference()]).objects.area == [9]
    with pytest.raises(UsageError, match="1 of 2 rows with objects"):
        references_of([reference(A, area=[9]), reference(B)])


def test_rows_are_paired_by_position():
    references = references_of([reference(A), reference(), reference(B)])
    found, n_unscored = detections_of([prediction(), None, prediction(A, B)], references, "predictions")
    assert (found.images, found.boxes, n_unscored) == ([2, 2], [A, B], 1)
    with pytest.raises(UsageError, match="3 predictions, as many as references\n  got: 2"):
        detections_of([prediction(), prediction()], references, "predictions")


def test_rows_are_paired_by_id_where_both_have_one():
    references = references_of([reference(A, image_id=0), reference(image_id=7), reference(B, image_id="7")])
    rows = [prediction(B, image_id="7"), prediction(A, image_id=0)]
    found, n_unscored = detections_of(rows, references, "predictions")
    assert (found.images, n_unscored) == ([2, 0], 1)
    assert detections_of([], references, "predictions")[1] == 3
    assert detections_of([None, None, None], references, "predictions")[1] == 3


@pytest.mark.parametrize("kind", [list, iter, lambda rows: map(dict, rows)])
@pytest.mark.parametrize("n", [1, 2])
def test_ids_on_one_side_are_an_error_however_rows_come(kind, n):
    truth, found = [reference(A, image_id=1), reference(B, image_id=2)], [prediction(B), prediction(A)][:n]
    for sides, message in (
        ((found, truth), "got: it in references and none in predictions"),
        (
            ([prediction(B, image_id=i) for i in range(n)], [reference(A)] * n),
            "got: it in predictions and none in references",
        ),
    ):
        columns = packed(*map(kind, sides))
        with pytest.raises(UsageError, match=f"`image_id` in both or in neither\n  {message}"):
            evaluate_rows(unpacked(columns["predictions"]), unpacked(columns["references"]))
    with pytest.raises(UsageError, match="none in baseline"):
        evaluate_rows([prediction(B, image_id=2)], truth, baseline=found)


def test_generators_are_paired_by_id():
    columns = packed(iter([prediction(B, image_id=2)]), iter([reference(A, image_id=1), reference(B, image_id=2)]))
    found = evaluate_rows(unpacked(columns["predictions"]), unpacked(columns["references"]))
    assert (found["map_50"], found["n_unscored"]) == (pytest.approx(51 / 101), 1)


def test_tables_are_rows():
    truth = [reference(A, image_id=1, weather="snowy", t=1.5), reference(B, image_id=2, weather=None, t=None)]
    found = [prediction(B, image_id=2), {"scores": None, "boxes": None, "labels": None, "image_id": 1}]
    expected = packed(found, truth)
    assert packed(pd.DataFrame(found), pd.DataFrame(truth)) == expected
    assert packed(datasets.Dataset.from_list(found), datasets.Dataset.from_list(truth)) == expected
    result = evaluate_rows(found, truth, baseline=pd.DataFrame(found))
    assert (result["n_predictions"], result["n_unscored"], result["difference"]["map"]) == (1, 0, 0.0)


@pytest.mark.parametrize("row", [{}, {"boxes": None}, {"boxes": []}, {"boxes": None, "scores": None, "labels": []}])
def test_a_prediction_of_nothing_needs_no_lists(row):
    found = evaluate_rows([prediction(A), row], [reference(A), reference(B)])
    assert (found["n_predictions"], found["n"], found["n_unscored"]) == (1, 2, 0)
    ids = [reference(A, image_id=1), reference(B, image_id=2)]
    assert evaluate_rows([{**row, "image_id": 2}], ids)["n_unscored"] == 1


def test_a_misnamed_column_is_no_prediction_of_nothing():
    rows = unpacked(packed([{"bboxes": [A]}], [reference(A)])["predictions"])
    for predictions in (rows, [{"boxes": None, "scores": [0.5], "labels": ["rock"]}]):
        with pytest.raises(UsageError, match="'boxes' in row 0|0 boxes and 1 labels"):
            evaluate_rows(predictions, [reference(A)])


def test_arguments_that_do_not_exist_are_named():
    with pytest.raises(
        UsageError, match="box_format, labels, slices(.|\n)*got: 'box_fromat'\n  fix: did you mean box_form"
    ):
        evaluate_rows([prediction(A)], [reference(A)], box_fromat="xywh")


@pytest.mark.parametrize(
    ("predictions", "references", "message"),
    [
        ([prediction(image_id=9)], [reference(image_id=1)], "1 of 1 unknown, such as 9"),
        ([prediction(image_id="1")], [reference(image_id=1)], "unknown, such as '1'"),
        ([prediction(image_id=1)] * 2, [reference(image_id=1), reference(image_id=2)], "1 twice or more"),
        ([None], [reference(image_id=1)] * 2, "each image_id once in references"),
        ([prediction(image_id=1), prediction()], [reference(image_id=1), reference(image_id=2)], "1 of 2"),
        ([prediction(image_id=[1])], [reference(image_id=1)], r"image ids of predictions that are (.|\n)*got: \[1\]"),
        ([prediction(image_id=1)], [reference(image_id=float("nan"))], "texts or numbers\n  got: nan"),
        ([prediction(image_id=1)], [reference(image_id=True)], "image ids of references that are texts or numbers"),
    ],
)
def test_wrong_ids_are_named(predictions, references, message):
    with pytest.raises(UsageError, match=message):
        evaluate_rows(predictions, references)


@pytest.mark.parametrize(
    ("predictions", "references", "message"),
    [
        ([prediction()] * 2, [reference()], "as many predictions as references\n  got: 2 and 1"),
        ([None], [None], "NoneType in row 0 of references"),
        ([[A]], [reference()], "list in row 0 of predictions"),
        (prediction(), [reference()], "predictions as a list of one dict an image\n  got: dict"),
        ("rows", [reference()], "got: str"),
        ([prediction(A, scores=[object()])], [reference()], "numbers and strings in row 0 of predictions"),
    ],
)
def test_wrong_rows_are_named_when_they_are_added(predictions, references, message):
    with pytest.raises(UsageError, match=message):
        packed(predictions, references)


@pytest.mark.parametrize(
    ("predictions", "references", "message"),
    [
        ([reference(A)], [reference(A)], "NoneType for 'scores' in row 0 of predictions"),
        ([prediction(A)], [{"boxes": [A]}], "NoneType for 'labels' in row 0 of references"),
        ([prediction(A, labels=[])], [reference(A)], "1 boxes and 0 labels in row 0 of predictions"),
        ([prediction(A)], [reference(A, iscrowd=[1, 0])], "1 boxes and 2 iscrowd in row 0 of references"),
        ([prediction(A)], [reference(A, iscrowd=1)], "a list of one iscrowd a box\n  got: 1 for 'iscrowd' in row 0"),
        ([prediction(A)], [reference(A, area=10)], "a list of one area a box\n  got: 10 for 'area' in row 0"),
        ([prediction([1, 2, 3])], [reference(A)], r"predictions' boxes of shape \(n, 4\)"),
        ([prediction(A, labels=["cat"])], [reference(A)], "'cat' in predictions"),
    ],
)
def test_incomplete_rows_are_named(predictions, references, message):
    with pytest.raises(UsageError, match=message):
        evaluate_rows(predictions, references)


def test_a_slice_without_any_value_is_empty_and_there():
    rows = [reference(A, d=[None], weather=None)]
    found = evaluate_rows([prediction(A)], rows, baseline=[None], slices=["d", "weather"])
    assert found["slices"] == found["difference"]["slices"] == {"d": {}, "weather": {}}
