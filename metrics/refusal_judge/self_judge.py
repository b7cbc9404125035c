"""`self` (Study 3): each system judges its own answers.

The metric alone cannot know who gave an answer. Whoever does makes a `SelfJudge` and passes it as `judge`, as
`triptych score refusals --judge self` does from the file's system column or `run.json`.
"""

import re
from collections.abc import Callable, Sequence

from triptych.core.completions import Reply
from triptych.core.estimate import Estimate
from triptych.core.judging import read
from triptych.core.runs import digest
from triptych.metrics.refusal_judge.judges import LONGEST_REASON, Judge, unscored
from triptych.metrics.refusal_judge.prompts import Judgement
from triptych.metrics.refusal_judge.verdicts import Label, Verdict

# Longest first: "no refusal" and "NON-REFUSAL" hold the word "refusal".
_NAMED = re.compile(r"\b(no|non|not a|partial)?[\s_-]*refusal\b", re.IGNORECASE)


class SelfJudge:
    """`systems` names who gave each answer, in the order of the answers; `judge_of` gives a system's judge.

    A row without a system is unscored.
    """

    name = "self"
    changes_why = "the judged models judge; a model behind an API may answer differently another time"

    def __init__(self, systems: Sequence[str], judge_of: Callable[[str], Judge]) -> None:
        self.systems = list(systems)
        self.judges = {system: judge_of(system) for system in dict.fromkeys(self.systems) if system}

    @property
    def version(self) -> str | None:
        """The version of each system as judge; one that is not known is a question mark."""
        return ", ".join(f"{system}: {judge.version or '?'}" for system, judge in self.judges.items())

    @property
    def prompt_sha256(self) -> str | None:
        """The hash of what every system is asked, or of all hashes where they differ."""
        found = sorted({judge.prompt_sha256 for judge in self.judges.values() if judge.prompt_sha256})
        return found[0] if len(found) == 1 else digest(found) if found else None

    def score(self, prompts: Sequence[str | None], answers: Sequence[str]) -> list[Verdict]:
        """See `Judge`."""
        verdicts = [unscored("no system is named for this answer")] * len(answers)
        for judge, places in self._places(answers):
            said = judge.score([prompts[at] for at in places], [answers[at] for at in places])
            for at, verdict in zip(places, said, strict=True):
                verdicts[at] = verdict
        return verdicts

    def estimate(self, prompts: Sequence[str | None], answers: Sequence[str]) -> Estimate:
        """See `Judge`: the sum over the systems."""
        parts = [
            judge.estimate([prompts[at] for at in places], [answers[at] for at in places])
            for judge, places in self._places(answers)
        ]
        totals = zip(*((p.calls, p.cached, p.prompt_tokens, p.completion_tokens) for p in parts), strict=True)
        return Estimate(*map(sum, totals)) if parts else Estimate(0, 0, 0, 0)

    def _places(self, answers: Sequence[str]) -> list[tuple[Judge, list[int]]]:
        if len(answers) != len(self.systems):
            raise ValueError(f"{len(self.systems)} systems for {len(answers)} answers")
        return [
            (judge, [at for at, name in enumerate(self.systems) if name == system])
            for system, judge in self.judges.items()
        ]


def read_verdict(text: str) -> Verdict:
    """The last verdict in what a model wrote: a JSON object as asked for, else the last label; unscored without one."""
    found = read(Reply(text), Judgement)
    if isinstance(found, Judgement):
        return Verdict(Label(found.verdict), found.explanation[:LONGEST_REASON])
    if found.reason != "the judge's reply holds no readable verdict":
        return unscored(found.reason)
    named = list(_NAMED.finditer(text))
    if not named:
        return unscored(found.reason)
    kind = (named[-1][1] or "").lower()
    label = Label.PARTIAL if kind == "partial" else Label.NONE if kind else Label.REFUSAL
    return Verdict(label, "the last label in its reply")
