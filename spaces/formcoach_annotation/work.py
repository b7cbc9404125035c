"""Who annotates what next, and what they said. No page in here: the rules, to be tested alone.

An annotator sees the pairs in an order of their own and only their own answers. An adjudicator sees the pairs that
annotators differ on, with what they said, and decides.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any, Final

from triptych.core.errors import UsageError
from triptych.core.vocabulary import NAMES, exercise
from triptych.dataset_builders.formcoach.annotations import MOST_WORDS
from triptych.metrics.coaching_rubric.claims import parse
from triptych.metrics.coaching_rubric.comparing import weight
from triptych.spaces.annotation.accounts import Role
from triptych.spaces.annotation.order import order
from triptych.spaces.annotation.store import Answer, Store
from triptych.spaces.formcoach_annotation.items import Line, Pair

TASK, DRAFTS, DECISION_DRAFTS = "formcoach", "formcoach-drafts", "formcoach-decision-drafts"
LEVELS: Final = ("accuracy", "actionability")
FIGURES: Final = (*LEVELS, "hallucination")
LONGEST: Final = 300
"""Characters of an instruction: 15 words of 20."""
Value = dict[str, Any]
"""`{"instruction": str, "nothing": bool, "ratings": {line id: {"accuracy": 4, …, "hallucination": False}}}`."""


@dataclass(frozen=True)
class View:
    """What somebody sees now. `said`: for adjudicators, answers by pseudonym; `decided`: what holds, if decided."""

    role: Role | None
    pair: Pair | None = None
    place: int = 0
    total: int = 0
    done: int = 0
    lines: tuple[Line, ...] = ()
    value: Value = field(default_factory=dict)
    saved: bool = False
    said: Mapping[str, Value] = field(default_factory=dict)
    why: tuple[str, ...] = ()
    decided: Value | None = None


@dataclass
class Work:
    """Pairs, answers and people. `role` and `pseudonym` say who somebody is, by the name they signed in with."""

    pairs: Sequence[Pair]
    lines: Mapping[str, tuple[Line, ...]]
    store: Store
    role: Callable[[str | None], Role | None]
    pseudonym: Callable[[str], str]
    seed: int = 0
    each: int = 2
    """Annotators that a pair is offered to."""

    @cached_property
    def by_id(self) -> dict[str, Pair]:
        """The pairs by id."""
        return {pair.id: pair for pair in self.pairs}

    @cached_property
    def exercises(self) -> list[str]:
        """Exercises that occur, in alphabetical order."""
        return sorted({pair.exercise for pair in self.pairs})

    @cached_property
    def slots(self) -> int:
        """The most lines that a pair has."""
        return max((len(lines) for lines in self.lines.values()), default=0)

    def lines_of(self, pair: str, name: str) -> tuple[Line, ...]:
        """The pair's lines in the person's own order."""
        by_id = {line.id: line for line in self.lines.get(pair, ())}
        return tuple(by_id[key] for key in order(by_id, name, self.seed))

    def view(self, name: str | None, only: str | None = None, pair: str | None = None, step: int = 0) -> View:
        """What `name` sees: `pair` moved on by `step`, or the first open one. `only` is an exercise."""
        role = self.role(name)
        if name is None or role is None:
            return View(None)
        ids, done = self._list(name, role, only), self._done(name, role)
        if not ids:
            return View(role)
        if pair in ids:
            place = min(len(ids) - 1, max(0, ids.index(pair) + step))
        else:
            place = next((at for at, key in enumerate(ids) if key not in done), 0)
        return self._of(name, role, ids, done, place)

    def next_open(self, name: str | None, only: str | None, pair: str | None) -> View:
        """The first open pair after `pair`, from the start again behind the last one; where all are done, the next."""
        role = self.role(name)
        if name is None or role is None:
            return View(None)
        ids, done = self._list(name, role, only), self._done(name, role)
        start = ids.index(pair) + 1 if pair in ids else 0
        left = [key for key in ids[start:] + ids[:start] if key not in done]
        if left:
            return self._of(name, role, ids, done, ids.index(left[0]))
        return self.view(name, only, pair, 1)

    def draft(self, name: str | None, pair: str, value: Any) -> None:
        """Keep what is not finished; the same limits of size hold."""
        role = self._allowed(name, pair)
        checked = self._checked(pair, value, finished=False)
        self.store.add(DRAFTS if role == "annotator" else DECISION_DRAFTS, pair, str(name), checked)

    def save(self, name: str | None, pair: str, value: Any) -> None:
        """Keep an annotator's answer, or an adjudicator's decision on a pair that annotators differ on.

        Raises `UsageError` for anything that is no whole answer: see `Value`.
        """
        role = self._allowed(name, pair)
        checked = self._checked(pair, value, finished=True)
        if role == "annotator":
            self.store.add(TASK, pair, str(name), checked)
        elif pair in self.disagreements():
            self.store.decide(TASK, pair, str(name), checked)
        else:
            raise UsageError("a pair that annotators differ on", pair, "load the page again")

    def answers(self) -> dict[str, dict[str, Answer]]:
        """Answers to pairs of this dataset: pair -> annotator -> answer."""
        found: dict[str, dict[str, Answer]] = {}
        for answer in self.store.answers(TASK):
            if answer.item in self.by_id:
                found.setdefault(answer.item, {})[answer.annotator] = answer
        return found

    def decisions(self) -> dict[str, Answer]:
        """Decisions by pair."""
        return {made.item: made for made in self.store.decisions(TASK) if made.item in self.by_id}

    def disagreements(self) -> dict[str, tuple[str, ...]]:
        """Pairs that two annotators answered differently, decided or not, with the reasons, in the data's order."""
        answers, found = self.answers(), {}
        for pair in self.pairs:
            values = [answer.value for answer in answers.get(pair.id, {}).values()]
            why = [each for one, other in combinations(values, 2) for each in differences(one, other, pair.exercise)]
            if why:
                found[pair.id] = tuple(dict.fromkeys(why))
        return found

    def progress(self) -> dict[str, int]:
        """Pairs without, with one and with two or more annotations; pairs differed on, decided."""
        numbers = [len(said) for said in self.answers().values()]
        differed = self.disagreements()
        return {
            "pairs": len(self.pairs),
            "annotated once": numbers.count(1),
            "annotated twice or more": sum(number > 1 for number in numbers),
            "disagreements": len(differed),
            "of these decided": len(differed.keys() & self.decisions().keys()),
        }

    def _list(self, name: str, role: Role, only: str | None) -> list[str]:
        if role == "adjudicator":
            ids = list(self.disagreements())
        else:
            answers = self.answers()
            full = {pair for pair, said in answers.items() if name not in said and len(said) >= self.each}
            ids = [pair for pair in order(self.by_id, name, self.seed) if pair not in full]
        return [pair for pair in ids if not only or self.by_id[pair].exercise == only]

    def _done(self, name: str, role: Role) -> set[str]:
        return set(self.decisions()) if role == "adjudicator" else self.store.done(TASK, name)

    def _of(self, name: str, role: Role, ids: list[str], done: set[str], place: int) -> View:
        seen = self._at(name, role, ids[place], ids[place] in done)
        return replace(seen, place=place, total=len(ids), done=len(done & set(ids)))

    def _at(self, name: str, role: Role, pair: str, saved: bool) -> View:
        answers, decision = {}, self.decisions().get(pair)
        if role == "adjudicator":
            answers = self.answers().get(pair, {})
        mine = (each for each in self.store.answers(TASK, name) if each.item == pair)
        own = next(mine, None) if role == "annotator" else decision
        task = DRAFTS if role == "annotator" else DECISION_DRAFTS
        draft = next((each for each in self.store.answers(task, name) if each.item == pair), None)
        latest = max((each for each in (own, draft) if each), key=lambda each: each.at, default=None)
        said = {self.pseudonym(who): each.value for who, each in answers.items()}
        return View(
            role, self.by_id[pair], lines=self.lines_of(pair, name),
            value=latest.value if latest else {}, saved=saved, said=dict(sorted(said.items())),
            why=self.disagreements().get(pair, ()) if role == "adjudicator" else (),
            decided=decision.value if decision and saved else None,
        )  # fmt: skip

    def _allowed(self, name: str | None, pair: str) -> Role:
        role = self.role(name)
        if role is None:
            raise UsageError("an annotator of this task", "somebody else", "sign in with the account you were given")
        if not isinstance(pair, str) or pair not in self.by_id:
            raise UsageError("a pair of this dataset", f"{pair!r:.60}", "load the page again")
        return role

    def _checked(self, pair: str, value: Any, finished: bool) -> Value:
        words, nothing, ratings = (value.get(key) for key in ("instruction", "nothing", "ratings"))
        if not isinstance(words, str) or not isinstance(nothing, bool) or not isinstance(ratings, Mapping):
            raise UsageError("a text, yes or no, and ratings", f"{value!r:.80}", "load the page again")
        words = " ".join(words.split())
        if len(words) > LONGEST:
            raise UsageError(f"an instruction of at most {LONGEST} characters", f"{len(words)}", "shorten it")
        if finished:
            _check_instruction(words, nothing)
        lines = [line.id for line in self.lines.get(pair, ())]
        if strange := [key for key in ratings if key not in lines]:
            raise UsageError("ratings of this pair's lines", f"{strange[0]!r:.60}", "load the page again")
        return {
            "instruction": words,
            "nothing": nothing,
            "ratings": {key: _rating(ratings.get(key) or {}, finished, at) for at, key in enumerate(lines, 1)},
        }


def words_of(text: str) -> int:
    """Words as the dataset's builder counts them."""
    return len(text.split())


def differences(one: Value, other: Value, name: str) -> list[str]:
    """What two annotators see differently: whether there is a fault, which one, or a line's ratings.

    Levels differ from two steps on. Instructions differ where both name corrections that can be told and none of one
    is, even in part, one of the other.
    """
    found = []
    if one["nothing"] != other["nothing"]:
        found.append("one sees nothing to correct")
    elif _other_correction(one["instruction"], other["instruction"], name):
        found.append("different corrections")
    for key in one["ratings"].keys() & other["ratings"].keys():
        first, second = one["ratings"][key], other["ratings"][key]
        found += [figure for figure in LEVELS if abs(first[figure] - second[figure]) > 1]
        found += ["hallucination"] if first["hallucination"] != second["hallucination"] else []
    return found


def _other_correction(one: str, other: str, name: str) -> bool:
    known = exercise(name) if name in NAMES else None
    first, second = parse(one, known).claims, parse(other, known).claims
    return bool(first and second) and not any(weight(a, b) > 0 for a in first for b in second)


def _check_instruction(words: str, nothing: bool) -> None:
    count = words_of(words)
    if count > MOST_WORDS:
        raise UsageError(f"an instruction of at most {MOST_WORDS} words", f"{count} words", "shorten it")
    if bool(words) == nothing:
        got = "both" if nothing else "neither"
        raise UsageError('an instruction, or "nothing to correct"', got, "write one, or tick the box")


def _rating(given: Any, finished: bool, place: int) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        raise UsageError("a rating with its figures", f"{given!r:.60}", "load the page again")
    found: dict[str, Any] = {figure: given.get(figure) for figure in FIGURES}
    if finished and (open_ := [figure for figure, value in found.items() if value is None]):
        raise UsageError("every line rated", f"line {place} without {', '.join(open_)}", "rate it")
    for figure in LEVELS:
        level = found[figure]
        if level is not None and (type(level) is not int or not 1 <= level <= 5):
            raise UsageError(f"{figure} from 1 to 5", f"{level!r:.60}", "choose one of them")
    if found["hallucination"] is not None and not isinstance(found["hallucination"], bool):
        raise UsageError("hallucination yes or no", f"{found['hallucination']!r:.60}", "choose one of them")
    return found
