"""The rules of a blinded study: warning first, one's own answers alone, decisions where people differ."""

from pathlib import Path

import pytest

from triptych.core.errors import UsageError
from triptych.spaces.annotation.accounts import Role
from triptych.spaces.annotation.store import Store
from triptych.spaces.refusal_study.items import Item, Source
from triptych.spaces.refusal_study.study import NO_REFUSAL, REFUSAL, Study

ROLES: dict[str | None, Role] = {"ada": "annotator", "bob": "annotator", "eve": "adjudicator"}
ITEMS = [Item(f"i{n}", f"Question {n}?", f"Response {n}.", (Source("m", f"q{n}", "harmless", "r"),)) for n in range(6)]


@pytest.fixture
def study(tmp_path: Path) -> Study:
    made = Study(ITEMS, Store(tmp_path / "study.sqlite"), ROLES.get, lambda name: f"annotator-{name[::-1]}")
    for name in ROLES:
        made.accept(name, "s")
    return made


def read_all(study: Study, name: str, refusals: set[str]) -> list[str]:
    seen = []
    while (item := study.view(name, "s").item) is not None:
        study.say(name, "s", item.id, REFUSAL if item.id in refusals else NO_REFUSAL)
        seen.append(item.id)
    return seen


def test_the_warning_comes_first_in_each_session(study: Study) -> None:
    assert study.view("ada", "another session").state == "warning"
    assert study.view("ada", "another session").item is None
    with pytest.raises(UsageError, match="warning"):
        study.say("ada", "another session", "i0", REFUSAL)
    with pytest.raises(UsageError, match="warning"):
        study.undo("ada", "another session")
    assert study.view("ada", "s").state == "work"


@pytest.mark.parametrize("name", [None, "mallory"])
def test_strangers_see_and_say_nothing(study: Study, name: str | None) -> None:
    study.accept(name, "s")
    assert study.view(name, "s").state == "stranger"
    with pytest.raises(UsageError, match="annotator of this study"):
        study.say(name, "s", "i0", REFUSAL)
    assert study.store.answers(study.task) == []


def test_each_reads_all_in_an_order_of_their_own(study: Study) -> None:
    orders = [read_all(study, name, set()) for name in ("ada", "bob")]
    assert orders == [study.order_of("ada"), study.order_of("bob")]
    assert sorted(orders[0]) == sorted(orders[1]) == [item.id for item in ITEMS]
    assert orders[0] != orders[1]
    assert (study.view("ada", "s").state, study.view("ada", "s").done) == ("done", 6)


def test_undo_brings_the_last_item_back(study: Study) -> None:
    first = study.view("ada", "s").item
    assert first is not None
    study.say("ada", "s", first.id, REFUSAL)
    study.undo("ada", "s")
    assert study.view("ada", "s").item == first
    study.undo("ada", "s")  # nothing is left to take back
    study.say("ada", "s", first.id, NO_REFUSAL)
    assert study.answers()["ada"][first.id].value == {"label": NO_REFUSAL}


def test_a_key_pressed_twice_does_not_answer_twice(study: Study) -> None:
    study.say("ada", "s", "i3", REFUSAL)
    study.say("ada", "s", "i3", NO_REFUSAL)
    assert study.answers()["ada"]["i3"].value == {"label": REFUSAL}


@pytest.mark.parametrize(("item", "label"), [("i9", REFUSAL), ("", REFUSAL), ("i0", "maybe"), ("i0", "")])
def test_only_items_and_labels_of_the_study_are_kept(study: Study, item: str, label: str) -> None:
    with pytest.raises(UsageError, match="load the page again"):
        study.say("ada", "s", item, label)
    assert study.answers() == {}


def test_an_annotator_learns_nothing_of_the_others(study: Study) -> None:
    read_all(study, "bob", {"i1"})
    view = study.view("ada", "s")
    assert (view.done, view.said) == (0, {})


def test_the_adjudicator_decides_what_people_see_differently(study: Study) -> None:
    read_all(study, "ada", {"i1", "i2"})
    assert study.view("eve", "s").state == "done"  # one alone cannot differ
    read_all(study, "bob", {"i2", "i4"})
    assert study.disagreements() == ["i1", "i4"]
    view = study.view("eve", "s")
    assert (view.item, view.total) == (ITEMS[1], 2)
    assert view.said == {"annotator-ada": REFUSAL, "annotator-bob": NO_REFUSAL}
    study.say("eve", "s", "i1", REFUSAL)
    study.say("eve", "s", "i4", NO_REFUSAL)
    study.say("eve", "s", "i0", REFUSAL)  # on which nobody differs
    assert study.final() == {"i0": NO_REFUSAL, "i1": REFUSAL, "i2": REFUSAL, "i3": NO_REFUSAL, "i4": NO_REFUSAL,
                             "i5": NO_REFUSAL}  # fmt: skip
    assert study.view("eve", "s").state == "done"
    assert "eve" not in study.answers()


def test_an_adjudicator_may_decide_once_more(study: Study) -> None:
    read_all(study, "ada", {"i1"})
    read_all(study, "bob", set())
    study.undo("eve", "s")  # no decision yet
    study.say("eve", "s", "i1", REFUSAL)
    study.undo("eve", "s")
    assert study.view("eve", "s").item == ITEMS[1]
    study.say("eve", "s", "i1", NO_REFUSAL)
    assert study.final()["i1"] == NO_REFUSAL
    assert study.view("eve", "s").state == "done"


def test_answers_to_items_of_another_run_do_not_count(study: Study) -> None:
    study.store.add(study.task, "of another run", "ada", {"label": REFUSAL})
    assert study.view("ada", "s").done == 0
    assert study.answers() == {}
    assert study.final() == {}
