"""Slices by columns of objects and images."""

from datetime import date

import numpy as np
import pandas as pd
import pytest

from triptych.core.errors import UsageError
from triptych.metrics.detection_map.slicing import slices_of

DISTANCE = [0.0, 14.9, 15.0, 30.0, 30.1, None, float("nan"), -1.0]


def masks(slices):
    return {part.value: (part.objects if part.images is None else part.images).tolist() for part in slices}


def test_bins_are_half_open_and_the_last_one_closed():
    found = masks(slices_of({"distance_m": [0, 15, 30]}, {"distance_m": DISTANCE}, {}))
    assert found == {"0-15": [1, 1, 0, 0, 0, 0, 0, 0], "15-30": [0, 0, 1, 1, 0, 0, 0, 0]}


def test_values_of_one_kind_are_slices_and_missing_ones_none():
    found = slices_of(["seen", "weather"], {"seen": [True, False, None]}, {"weather": ["snowy", None, "rainy"]})
    assert [(part.column, part.value) for part in found] == [
        ("seen", False), ("seen", True), ("weather", "rainy"), ("weather", "snowy"),
    ]  # fmt: skip
    assert [part.images is None for part in found] == [True, True, False, False]
    assert found[0].objects.tolist() == [False, True, False]
    assert found[3].images.tolist() == [True, False, False]


@pytest.mark.parametrize("column", [np.array([3, 1, 3]), pd.Series([3, 1, 3]), [np.int64(3), np.int64(1), np.int64(3)]])
def test_arrays_are_read_as_plain_values(column):
    assert masks(slices_of(["lane"], {}, {"lane": column})) == {1: [0, 1, 0], 3: [1, 0, 1]}


@pytest.mark.parametrize(
    ("edges", "names"),
    [
        ([1000001, 1000002, 1000003], ["1000001-1000002", "1000002-1000003"]),
        ([0, 0.1, 0.1 + 0.2], ["0-0.1", "0.1-0.3"]),
        ([1, 1 + 2e-16, 2], ["1.0-1.0000000000000002", "1.0000000000000002-2.0"]),
        ([-5, 1e6, float("inf")], ["-5-1000000", "1000000-inf"]),
    ],
)
def test_every_bin_has_its_own_short_name(edges, names):
    assert list(masks(slices_of({"d": edges}, {"d": [1]}, {}))) == names


def test_names_and_edges_together():
    found = slices_of({"weather": None, "d": [0, 1]}, {"d": [0.5]}, {"weather": ["sunny"]})
    assert [(part.column, part.value) for part in found] == [("weather", "sunny"), ("d", "0-1")]


def test_nothing_asked_for():
    assert slices_of(None, {"a": [1]}, {}) == []
    assert slices_of([], {"a": [1]}, {}) == []


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (["colour"], "a column for slices among: distance_m, seen, weather\n  got: 'colour'"),
        ("weather", "a list of column names"),
        ([1], "a list of column names"),
        (["distance_m"], r"5 different values of float(.|\n)*give edges: slices=\{\"distance_m\""),
        ({"distance_m": [15, 0]}, "rising edges"),
        ({"distance_m": [15]}, "rising edges"),
        ({"distance_m": [0, "x"]}, r"rising edges for 'distance_m'\n  got: \[0, 'x'\]"),
        ({"distance_m": [0, 10**400]}, "rising edges"),
        ({"distance_m": 15}, "rising edges"),
        (15, "a list of column names"),
        ({"weather": [0, 1]}, "numbers in 'weather'"),
        ({"seen": [0, 1]}, "numbers in 'seen'"),
    ],
)
def test_wrong_requests_are_named(wanted, message):
    with pytest.raises(UsageError, match=message):
        slices_of(wanted, {"distance_m": [*DISTANCE[:5], None], "seen": [True] * 6}, {"weather": ["sunny"]})


def test_mixed_kinds_too_many_values_and_one_name_on_both_sides():
    with pytest.raises(UsageError, match="int, str"):
        slices_of(["a"], {"a": [1, "1"]}, {})
    with pytest.raises(UsageError, match="bool, int in 'a'"):
        slices_of(["a"], {"a": [1, True]}, {})
    with pytest.raises(UsageError, match="51 different values"):
        slices_of(["a"], {"a": list(range(51))}, {})
    with pytest.raises(UsageError, match="a list in others"):
        slices_of(["a"], {"a": [1]}, {"a": [1]})
    with pytest.raises(UsageError, match="numbers in 'a', which has edges\n  got: int too large"):
        slices_of({"a": [0, 1]}, {"a": [10**400]}, {})


@pytest.mark.parametrize("cells", [[date(2026, 1, 2), None], [[1], [2]], [date(2026, 1, 2), "rainy"]])
@pytest.mark.parametrize("wanted", [["day"], {"day": [0, 1]}])
def test_cells_that_are_no_names_or_numbers_are_named(wanted, cells):
    with pytest.raises(UsageError, match="(date|list)(.|\n)*make it a column"):
        slices_of(wanted, {}, {"day": cells})
