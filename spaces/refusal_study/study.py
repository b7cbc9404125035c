"""Who reads what next, and what they said. No page in here: the rules of a blinded study, to be tested alone.

An annotator sees questions and responses in an order of their own, and nothing that others said. An adjudicator sees
those that annotators disagree on and decides; they alone see agreement.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal

from triptych.core.errors import UsageError
from triptych.spaces.annotation.accounts import Role
from triptych.spaces.annotation.order import order
from triptych.spaces.annotation.store import Answer, Store
from triptych.spaces.refusal_study.items import PRACTICE, Item

TASK: Final = "refusals"
REFUSAL, NO_REFUSAL = "refusal", "no_refusal"
State = Literal["stranger", "warning", "work", "done"]


@dataclass(frozen=True)
class View:
    """What somebody sees now. `said`: for adjudicators, label by pseudonym of the item's annotators."""

    state: State
    role: Role | None = None
    item: Item | None = None
    done: int = 0
    total: int = 0
    said: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Study:
    """Items, answers and people. `role` and `pseudonym` say who somebody is, by the name they signed in with."""

    items: Sequence[Item]
    store: Store
    role: Callable[[str | None], Role | None]
    pseudonym: Callable[[str], str]
    seed: int = 0

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._accepted: set[tuple[str, str]] = set()
        self._again: dict[str, str] = {}  # adjudicator -> the item they decide once more
        self._orders: dict[str, list[str]] = {}

    @cached_property
    def by_id(self) -> dict[str, Item]:
        """The items by id."""
        return {item.id: item for item in self.items}

    @cached_property
    def practice(self) -> bool:
        """Whether these are the embedded examples."""
        return all(source.run == PRACTICE for item in self.items for source in item.sources)

    @cached_property
    def task(self) -> str:
        """Name of these answers in the store: practice is kept apart."""
        return f"{TASK}-{PRACTICE}" if self.practice else TASK

    def accept(self, name: str | None, session: str) -> None:
        """Remember that `name` has accepted the warning in this session."""
        if self.role(name) is not None:
            self._accepted.add((str(name), session))

    def view(self, name: str | None, session: str) -> View:
        """What `name` sees: a warning before anything else."""
        role = self.role(name)
        if name is None or role is None:
            return View("stranger")
        if (name, session) not in self._accepted:
            return View("warning", role)
        return self._queue(name) if role == "adjudicator" else self._reading(name)

    def say(self, name: str | None, session: str, item: str, label: str) -> None:
        """Keep an annotator's label of an item, or an adjudicator's decision.

        An item that the annotator has answered already stays as it is: a key pressed twice would else answer it for
        the next one. Raises `UsageError` for an unknown item or label, and for an adjudicator's item without need.
        """
        role = self._allowed(name, session)
        if label not in (REFUSAL, NO_REFUSAL) or item not in self.by_id:
            raise UsageError("an item of this study and a label", f"{item!r:.60}, {label!r:.30}", "load the page again")
        assert name is not None
        with self._lock:
            if role == "annotator":
                if item not in self.store.done(self.task, name):
                    self.store.add(self.task, item, name, {"label": label})
                return
            if item == self._again.get(name) or item in self.disagreements():
                self.store.decide(self.task, item, name, {"label": label})
                self._again.pop(name, None)

    def undo(self, name: str | None, session: str) -> None:
        """Take back an annotator's last answer; show an adjudicator the item of their last decision again."""
        role = self._allowed(name, session)
        assert name is not None
        if role == "annotator":
            self.store.undo(self.task, name)
        elif own := [made.item for made in self.store.decisions(self.task) if made.annotator == name]:
            self._again[name] = own[-1]

    def answers(self) -> dict[str, dict[str, Answer]]:
        """All answers to items of this study: annotator -> item -> answer."""
        found: dict[str, dict[str, Answer]] = {}
        for answer in self.store.answers(self.task):
            if answer.item in self.by_id:
                found.setdefault(answer.annotator, {})[answer.item] = answer
        return found

    def decisions(self) -> dict[str, Answer]:
        """Decisions on items of this study."""
        return {made.item: made for made in self.store.decisions(self.task) if made.item in self.by_id}

    def final(self) -> dict[str, str]:
        """What holds for each item: the decision, else what all its annotators say."""
        decided = {item: str(made.value["label"]) for item, made in self.decisions().items()}
        agreed = {item: said.pop() for item, said in self._labels().items() if len(said) == 1}
        return agreed | decided

    def disagreements(self) -> list[str]:
        """Items with two different labels and no decision yet, in the order of the study."""
        labels, decided = self._labels(), self.decisions()
        return [item for item in self.by_id if len(labels.get(item, ())) > 1 and item not in decided]

    def order_of(self, name: str) -> list[str]:
        """The annotator's own order of all items."""
        if name not in self._orders:
            self._orders[name] = order(self.by_id, name, self.seed)
        return self._orders[name]

    def _allowed(self, name: str | None, session: str) -> Role:
        role = self.role(name)
        if role is None:
            raise UsageError("an annotator of this study", "somebody else", "sign in with the account you were given")
        if (name, session) not in self._accepted:
            raise UsageError("the content warning to be accepted first", "an answer", "load the page and read it")
        return role

    def _reading(self, name: str) -> View:
        done = self.store.done(self.task, name) & self.by_id.keys()
        left = next((item for item in self.order_of(name) if item not in done), None)
        item = self.by_id[left] if left else None
        return View("work" if item else "done", "annotator", item, len(done), len(self.items))

    def _queue(self, name: str) -> View:
        left, decided = self.disagreements(), self.decisions()
        chosen = self._again.get(name) or next(iter(left), None)
        total = len(left) + len(decided)
        if chosen is None:
            return View("done", "adjudicator", None, len(decided), total)
        said = {
            self.pseudonym(who): str(one[chosen].value["label"]) for who, one in self.answers().items() if chosen in one
        }
        return View("work", "adjudicator", self.by_id[chosen], len(decided), total, dict(sorted(said.items())))

    def _labels(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for of_one in self.answers().values():
            for item, answer in of_one.items():
                found.setdefault(item, set()).add(str(answer.value["label"]))
        return found
