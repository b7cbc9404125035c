import numpy as np
import pandas as pd
import pytest

from triptych.core.errors import UsageError
from triptych.core.text_columns import listed, missing, texts


def test_what_is_missing() -> None:
    assert all(missing(value) for value in (None, float("nan"), pd.NA, np.float64("nan")))
    assert not any(missing(value) for value in ("", 0, False, "nan"))


def test_columns_of_any_kind_become_lists() -> None:
    for column in (["a", "b"], ("a", "b"), np.array(["a", "b"]), pd.Series(["a", "b"])):
        assert listed("predictions", column, 2, "answer") == ["a", "b"]


@pytest.mark.parametrize(
    ("values", "n", "message"),
    [("a", None, "one string"), (3, None, "got: int"), ([], None, "an empty list"), (["a"], 2, r"predictions \(2\)")],
)
def test_what_is_no_column(values: object, n: int | None, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        listed("references", values, n, "answer")


def test_texts_keep_their_words_and_lose_half_characters() -> None:
    assert texts("predictions", ["a", None, float("nan"), "\ud83d"], 4, "answer") == ["a", "", "", "\ufffd"]
    assert texts("predictions", ["\ud83d\ude00"], 1, "answer") == ["😀"]
    with pytest.raises(UsageError, match="int in row 1"):
        texts("predictions", ["a", 1], 2, "answer")
