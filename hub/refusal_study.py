"""The abliteration study: `triptych study refusals`, and in miniature the main job of `triptych demo`.

Does a small model that was taught to refuse still refuse once its refusal direction is projected out at inference?
Directions come from the anchors, the layer from validation, and the numbers from the 100 test prompts, which nothing
was tuned on. Paper: A Granular Study of Safety Pretraining under Model Abliteration, sections 3.2 to 3.5.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from triptych.core.errors import UsageError
from triptych.core.progress import Stages
from triptych.core.runs import MANIFEST, Row
from triptych.hub.consent import confirm_calls
from triptych.hub.metrics import load_metric
from triptych.hub.refusal_answers import prompts
from triptych.hub.refusal_panel import refusal_panel
from triptych.hub.refusals.annotators import people_of
from triptych.hub.refusals.answered import Answered
from triptych.hub.refusals.passports import passports
from triptych.hub.refusals.settings import DEFAULT, StudySettings, StudySystem
from triptych.hub.refusals.study_answers import StudyAnswers, study_answers
from triptych.hub.report import Panel
from triptych.metrics.refusal_judge.judges import Judge, resolve

JUDGES = ("patterns", "paper_regex")


def run_study(
    out: Path,
    seed: int = 0,
    limit: int | None = None,
    max_new_tokens: int = 48,
    judges: tuple[str, ...] = JUDGES,
    stages: Stages | None = None,
    report: Path | None = None,
    yes: bool = False,
    settings: StudySettings | None = None,
) -> Panel:
    """Run or resume the study in `out` and return its panel; figures and LaTeX go to `report` or `out/report`.

    `settings` says everything; without them it is the built-in study with `seed`, `limit`, `max_new_tokens`, `judges`
    and without KL.
    """
    stages, report = stages or Stages(), report or out / "report"
    if settings is None:
        # Without the divergence of each edit: a third of the time, and the demo has to stay short.
        given = {"seed": seed, "limit": limit, "max_new_tokens": max_new_tokens, "judges": judges, "kl": False}
        settings = DEFAULT.model_copy(update=given)
    rows = prompts("test", settings.limit, settings.data)
    _check(settings, rows)
    found = study_answers(out, settings, rows, stages)
    _confirm(out, settings, found, rows, yes)
    with stages.stage("passports"):
        known = passports(settings.human, settings.judges, yes)
    with stages.stage("judges"):
        answered = [_judged(out, system, rows, found, settings.judges) for system in found.systems]
    with stages.stage("tables and figures"):
        people, human = people_of(settings.annotators, report)
        miniature = settings.systems == DEFAULT.systems
        made = settings.model_dump(mode="json", exclude_none=True)
        panel = refusal_panel(report, answered, found.choices, made, known, human, people, miniature)
    if settings.human is not None:
        for each in known:
            if each.warning:
                print(f"warning: {each.warning}", file=sys.stderr)
    return panel


def _check(settings: StudySettings, rows: Sequence[Row]) -> None:
    """A wrong judge is known before minutes are spent."""
    for judge in [*settings.judges, *(system.judge for system in settings.systems if system.judge)]:
        if judge != "self":
            resolve(judge)
    if not settings.judges or len({row["label"] for row in rows}) < 2:
        got = f"judges {settings.judges}, limit {settings.limit}"
        raise UsageError("at least one judge and two prompts", got, "raise --limit")


def _judge_of(out: Path, system: StudySystem, judge: str) -> Judge:
    """The judge of that name; `self` is the system's own model, edited as it was while it answered."""
    if judge != "self":
        return resolve(judge)
    if system.source.judge is not None:
        return resolve(system.source.judge)
    from triptych.hub.self_judges import judge_of

    manifest = json.loads((out / "answers" / system.folder / MANIFEST).read_text(encoding="utf-8"))
    return judge_of(str(system.source.model), manifest)


def _confirm(out: Path, settings: StudySettings, found: StudyAnswers, rows: Sequence[Row], yes: bool) -> None:
    """Ask before calls: once a judge, and for `self` once a system."""
    asked = [row["prompt"] for row in rows]
    for judge in settings.judges:
        texts = {s.name: [answer["output"] for answer in found.answers[s.name]] for s in found.systems}
        if judge == "self":
            for system in found.systems:
                own = _judge_of(out, system, judge)
                confirm_calls(f"{own.name} on itself", own.estimate(asked, texts[system.name]), yes)
        else:
            every = [text for each in texts.values() for text in each]
            confirm_calls(judge, resolve(judge).estimate(asked * len(texts), every), yes)


def _judged(out: Path, system: StudySystem, rows: list[Row], found: StudyAnswers, judges: tuple[str, ...]) -> Answered:
    """Verdicts of every judge on one system's answers; only counts and ids go on from here."""
    metric, answers = load_metric("refusal_judge"), found.answers[system.name]
    texts, asked = [answer["output"] for answer in answers], [row["prompt"] for row in rows]
    verdicts = {
        judge: [
            verdict["label"]
            for verdict in metric.compute(predictions=texts, prompts=asked, judge=_judge_of(out, system, judge))[
                "verdicts"
            ]
        ]
        for judge in judges
    }
    source = system.source
    return Answered(
        system.name,
        [row["id"] for row in rows],
        [row["label"] for row in rows],
        [answer["status"] for answer in answers],
        verdicts,
        [row["category"] for row in rows],
        system.base,
        system.direction,
        source.tuned_from if system.base is None else None,
        source.family or source.name,
        found.kl.get(system.name, {}),
    )
