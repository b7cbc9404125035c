"""Labels are integers or strings, never shared between the two."""

import numpy as np
import pandas as pd
import pytest

from triptych.core.errors import UsageError
from triptych.metrics.detection_map.labels import classes, codes, label_column


@pytest.mark.parametrize(
    "labels",
    [
        [2, 0, 2],
        list(np.array([2, 0, 2])),
        np.array([2, 0, 2], np.uint8),
        pd.Series([2, 0, 2]),
        np.array([2, 0, 2], object),
    ],
)
def test_integers_from_any_column(labels):
    column = label_column(labels, "references")
    known = classes(column, None)
    assert known == (0, 2)
    assert all(type(label) is int for label in known)
    assert codes(column, known, "references").tolist() == [1, 0, 1]


@pytest.mark.parametrize(
    "labels", [["b", "a"], list(np.array(["b", "a"])), np.array(["b", "a"]), pd.Series(["b", "a"], dtype="string")]
)
def test_strings_from_any_column(labels):
    column = label_column(labels, "references")
    assert classes(column, None) == ("a", "b")
    assert codes(column, ("b", "c", "a"), "references").tolist() == [0, 2]


def test_given_classes_keep_their_order():
    assert classes(label_column([], "references"), ["rock", "animal"]) == ("rock", "animal")
    assert classes(label_column([1], "references"), np.array([5, 1])) == (5, 1)
    assert codes(np.array([1, 5, 1]), (5, 1), "predictions").tolist() == [1, 0, 1]


@pytest.mark.parametrize(
    ("labels", "kinds"),
    [([1, "1"], "int, str"), ([1.0], "float"), ([True], "bool"), ([None], "NoneType"), (np.array([0.5]), "float")],
)
def test_other_kinds_are_refused(labels, kinds):
    with pytest.raises(UsageError, match=f"all integers or all strings\n  got: {kinds} in predictions"):
        label_column(labels, "predictions")


def test_1_is_not_the_name_1():
    with pytest.raises(UsageError, match="strings such as '1' in predictions, where the classes are integers"):
        codes(["1"], (1, 2), "predictions")
    with pytest.raises(UsageError, match="integers such as 1 in predictions, where the classes are strings"):
        codes(np.array([1]), ("1",), "predictions")


@pytest.mark.parametrize(("values", "known"), [(["cat", "rock"], ("dog", "rock")), (np.array([3, 9, 1]), (1, 3))])
def test_unknown_labels_point_to_the_argument(values, known):
    with pytest.raises(UsageError, match=r"labels among the classes (.|\n)*('cat'|9) in predictions(.|\n)*labels=\["):
        codes(values, known, "predictions")
    with pytest.raises(UsageError, match="of which no object gives any"):
        codes(values, (), "predictions")


@pytest.mark.parametrize("labels", [[2**70], [1, -(2**70)], np.array([2**63], np.uint64)])
def test_integers_beyond_64_bits_are_refused(labels):
    with pytest.raises(UsageError, match="64 bits\n  got: -?[0-9]+ in predictions"):
        label_column(labels, "predictions")


@pytest.mark.parametrize("labels", [5, "person"])
def test_all_classes_are_a_list(labels):
    with pytest.raises(UsageError, match="labels as a list of all classes"):
        classes([], labels)
