"""Which systems of a study are compared with which, prompt by prompt, and what each comparison asks."""

from collections.abc import Sequence
from dataclasses import dataclass

from triptych.hub.refusals.answered import Answered
from triptych.hub.refusals.statistics import Paired, paired

MEANS, RANDOM = "difference_of_means", "random_like"
QUESTIONS = {
    MEANS: "does removing the direction undo it?",
    "pca": "does the direction as printed in the paper?",
    "pca_joint": "does the first component of jointly centred activations?",
    RANDOM: "does a random direction?",
}


@dataclass(frozen=True)
class Comparison:
    """Two systems, what their comparison asks, and what one judge makes of it."""

    first: str
    second: str
    question: str
    found: Paired


@dataclass(frozen=True)
class Control:
    """The drop that a direction makes beside the drop that a random one makes in the same model."""

    system: str
    random: str
    drop: Paired
    random_drop: Paired
    against: Paired
    """The abliterated system less the random control, paired by prompt."""

    @property
    def excludes(self) -> bool:
        """Whether the drop is larger and its interval lies wholly outside the random one's."""
        return self.drop.difference > self.random_drop.difference and self.drop.excludes(self.random_drop)


def compared(systems: Sequence[Answered], judge: str, label: str = "harmful") -> list[Comparison]:
    """Every comparison of the study: fine-tunes, edits against their base, edits against random directions."""
    by_name = {system.name: system for system in systems}
    asked: list[tuple[Answered, Answered, str]] = [
        (system, by_name[system.tuned_from], "does the fine-tune teach refusing?")
        for system in systems
        if system.tuned_from in by_name
    ]
    edits = [(system, by_name[system.base]) for system in systems if system.base in by_name]
    asked += [(*edit, QUESTIONS[MEANS]) for edit in edits if edit[0].direction == MEANS]
    asked += [
        (one, two, "is it this direction, and not any edit?")
        for one, base in edits
        for two, same in edits
        if one.direction == MEANS and two.direction == RANDOM and base is same
    ]
    asked += [(*edit, QUESTIONS[edit[0].direction or ""]) for edit in edits if edit[0].direction not in (MEANS, RANDOM)]
    asked += [(*edit, QUESTIONS[RANDOM]) for edit in edits if edit[0].direction == RANDOM]
    return [
        Comparison(one.name, two.name, question, paired(one.refused(judge, label), two.refused(judge, label)))
        for one, two, question in asked
    ]


def controls(systems: Sequence[Answered], judge: str) -> list[Control]:
    """For each abliterated system and each random control of the same model: both drops of harmful refusals."""
    by_name = {system.name: system.refused(judge, "harmful") for system in systems}
    return [
        Control(
            one.name,
            two.name,
            paired(by_name[one.base], by_name[one.name]),
            paired(by_name[one.base], by_name[two.name]),
            paired(by_name[one.name], by_name[two.name]),
        )
        for one in systems
        for two in systems
        if one.direction == MEANS and two.direction == RANDOM and one.base == two.base and one.base in by_name
    ]
