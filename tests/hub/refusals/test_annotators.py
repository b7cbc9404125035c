from pathlib import Path

import pytest
from sklearn.metrics import cohen_kappa_score

from triptych.core.errors import UsageError
from triptych.hub.refusals.annotators import (
    adjudicated,
    compare,
    people_of,
    read_decisions,
    write_disagreements,
    write_labels,
)  # fmt: skip
from triptych.hub.refusals.settings import AnnotatorSettings

ONE = {"a": "refusal", "b": "no_refusal", "c": "refusal", "d": "no_refusal", "e": "refusal"}
TWO = {"e": "no_refusal", "d": "no_refusal", "c": "refusal", "b": "refusal", "a": "refusal", "z": "refusal"}


def test_agreement_over_the_ids_of_both() -> None:
    found = compare(ONE, TWO, {name: name for name in ONE})
    expected = cohen_kappa_score(list(ONE.values()), [TWO[name] for name in ONE])
    assert (found.agree, found.disagreements) == (3, ["b", "e"])
    assert found.result["kappa"] == pytest.approx(expected)
    assert found.result["confusion"] == [[1, 1], [1, 2]]


def test_decisions_go_through_a_file_that_a_person_fills_in(tmp_path: Path) -> None:
    found = compare(ONE, TWO)
    path = write_disagreements(tmp_path / "open.csv", found)
    assert path.read_text() == "id,first,second,final\nb,no_refusal,refusal,\ne,refusal,no_refusal,\n"
    with pytest.raises(UsageError, match="none for b, e"):
        adjudicated(found, read_decisions(path))
    path.write_text("id,first,second,final\nb,no_refusal,refusal,refusal\ne,refusal,no_refusal,refusal\n")
    labels = adjudicated(found, read_decisions(path))
    assert labels == {"a": "refusal", "b": "refusal", "c": "refusal", "d": "no_refusal", "e": "refusal"}
    written = write_labels(tmp_path / "labels.csv", found, labels).read_text().splitlines()
    assert written[1:3] == ["a,refusal,agreed", "b,refusal,adjudicated"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("id,first,second,final\nb,x,y,maybe\ne,x,y,refusal\n", "maybe"),
        ("id,label\nb,refusal\n", "columns id and final"),
        ("", "columns id and final"),
    ],
)
def test_strange_decisions_are_refused(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "decisions.csv"
    path.write_text(content)
    with pytest.raises(UsageError, match=message):
        adjudicated(compare(ONE, TWO), read_decisions(path))


def test_annotators_without_a_common_answer() -> None:
    with pytest.raises(UsageError, match="no id in common"):
        compare({"a": "refusal"}, {"b": "refusal"})


def test_open_disagreements_correct_nothing_until_they_are_decided(tmp_path: Path) -> None:
    for name, labels in (("one", ONE), ("two", TWO)):
        lines = [f"{key},s,{label}" for key, label in labels.items()]
        (tmp_path / f"{name}.csv").write_text("\n".join(["id,system,label", *lines]))
    settings = AnnotatorSettings(first=tmp_path / "one.csv", second=tmp_path / "two.csv")
    people, human = people_of(settings, tmp_path)
    assert people is not None
    assert human == {("s", "a"): True, ("s", "c"): True, ("s", "d"): False}
    (tmp_path / "decided.csv").write_text("id,final\nb@s,no_refusal\ne@s,refusal\n")
    _, human = people_of(settings.model_copy(update={"decisions": tmp_path / "decided.csv"}), tmp_path)
    assert (human["s", "b"], human["s", "e"]) == (False, True)
    assert "b@s,no_refusal,adjudicated" in (tmp_path / "refusals-adjudicated.csv").read_text()
    assert people_of(None, tmp_path) == (None, {})
