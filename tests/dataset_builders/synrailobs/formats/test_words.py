"""Words and numbers of tables: what they can be, and what is said of those that cannot."""

from typing import Any

import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.formats.words import class_map, flag, number, parse_map, sizes, word


def test_a_map_is_read() -> None:
    assert parse_map("steel board=unseen, car =vehicle", "--class-map") == {"steel board": "unseen", "car": "vehicle"}
    assert parse_map(None, "--class-map") == {}
    for text in ("car", "car=", "=vehicle"):
        with pytest.raises(UsageError, match="--class-map"):
            parse_map(text, "--class-map")


def test_every_class_has_a_category_or_all_that_have_none_are_named() -> None:
    given = {"car": "vehicle", "sign": "-"}
    assert class_map(["car", "Person", "sign"], given) == {"car": "vehicle", "Person": "person", "sign": None}
    assert class_map(["car", "rock", "x", "y"], {"car": "vehicle", "*": "-"}) == {
        "car": "vehicle", "rock": "rock", "x": None, "y": None}  # fmt: skip
    with pytest.raises(UsageError, match=r"'branch' \(2 objects\), 'cube' \(1 objects\)[^$]*--class-map"):
        class_map(["branch", "cube", "branch", "rock"], {})
    with pytest.raises(UsageError, match="got: lorry"):
        class_map(["car"], {"car": "lorry"})


def test_words_with_and_without_a_map() -> None:
    assert word("weather", "Rainy ", {}) == "rainy"
    assert word("light", "night", {"night": "dark"}) == "dark"
    assert word("light", "", {}) is None
    with pytest.raises(BadInput, match="none of day, dusk, dark"):
        word("light", "night", {})


@pytest.mark.parametrize(("value", "want"), [("12.5", 12.5), (3, 3.0), ("", None), (None, None)])
def test_numbers(value: Any, want: float | None) -> None:
    assert number(value, "distance_m") == want


@pytest.mark.parametrize("value", ["far", "nan", "inf", -1, float("nan"), [1]])
def test_what_is_no_distance(value: Any) -> None:
    with pytest.raises(BadInput, match="distance_m"):
        number(value, "distance_m")


def test_flags_and_sizes() -> None:
    assert [flag(value, "seen") for value in ("True", "0", "unseen", 1, 1.0, False, None)] == [
        True, False, False, True, True, False, None]  # fmt: skip
    with pytest.raises(BadInput, match="seen 'maybe'"):
        flag("maybe", "seen")
    assert sizes("[0.5, 1.8]", "size_m") == [0.5, 1.8]
    assert sizes("", "size_m") is None
    with pytest.raises(BadInput, match="size_m"):
        sizes("[1]", "size_m")
