"""The coaching study: systems x pairs -> feedback -> scores -> the form of the paper's Table 2 and Figure 4, playable.

Systems are coaches without weights, vision-language models, APIs, or predictions made elsewhere. Without settings it is
the panel of the demo: the coaches that need no weights, on the embedded pairs, judge `lexical`.
"""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from triptych.core.endpoint import PREFIX
from triptych.core.errors import UsageError
from triptych.core.progress import Stages
from triptych.core.runs import Row, digest
from triptych.hub.builders import load_rows
from triptych.hub.formcoach_feedback import NOTHING, SYSTEMS, write_feedback
from triptych.hub.formcoach_figures import exercises_figure, rubric_figure, said
from triptych.hub.formcoach_tables import FIGURES, paper_table
from triptych.hub.ids import matched
from triptych.hub.pairs_page import write_pairs_page
from triptych.hub.prediction_files import read_rows
from triptych.hub.report import Panel
from triptych.hub.score_formcoach import Feedback, Judged, joints_of, judge, pairs_by_id, tables

NAMES = {
    "kinematic": "kinematic coach (sees joints)",
    "generic": "usual tip (looks at nothing)",
    "silent": "says nothing is wrong",
}
EXPERT = "expert's own line (ceiling)"
LEAD = (
    "Two people do the same exercise; one line of at most 15 words tells the first what to mend. How good is a coach's "
    "line? Judged as in the paper: accuracy, actionability, hallucination; and, where joints are known, each claim is "
    "checked against both people without any judge."
)
NOTES = [
    "The offline judge, lexical, reads body part, side and direction from a vocabulary. It is weak: the ceiling row "
    "shows what it gives the expert's own lines. To ask a language model: triptych study formcoach --judge "
    "openai:MODEL.",
    "The kinematic coach sees joints, not video, so its row stands apart from vision-language models. A few of its "
    "dead bands were widened after a look at motions of this kind.",
    "20 % is the floor of accuracy and actionability: scores run from 1 to 5 and are divided by 5, as in the paper.",
]
SYNTHETIC = "The pairs are synthetic. They test the pipeline and joint-based coaches; they say nothing about real gyms."


@dataclass(frozen=True)
class StudySettings:
    """What a study runs. Each of `systems`: a coach without weights, a model, `openai:…`, or NAME=PREDICTIONS."""

    systems: tuple[str, ...] = SYSTEMS
    judge: str = "lexical"
    protocol: str = "joint"
    repeats: int = 1
    data: str | None = None
    split: str = "test"
    limit: int | None = None
    yes: bool = True


def run_study(out: Path, report: Path, stages: Stages, settings: StudySettings | None = None) -> Panel:
    """Run or resume in `out` and return the panel; its figures, page and clips are written to `report`."""
    chosen = settings or StudySettings()
    data = load_rows("formcoach", chosen.data, chosen.split)
    data = data.select(range(min(chosen.limit or len(data), len(data))))
    with stages.stage("feedback of the coaches"):
        lines = {name: row for system in chosen.systems for name, row in _feedback(out, system, data, chosen).items()}
    with stages.stage(f"judge {chosen.judge}"):
        feedback = _together(lines, data)
        judged = judge(feedback, chosen.judge, chosen.protocol, chosen.yes, chosen.repeats)
    with stages.stage("playable pairs"):
        link = write_pairs_page(report, data, feedback, judged)
    figures = [rubric_figure(report, judged), *exercises_figure(report, judged, EXPERT)]
    numbers = {each.system: {name: each.result[name] for name in (*FIGURES, "n", "n_unscored")} for each in judged}
    notes = [*([] if chosen.data else [SYNTHETIC]), *NOTES]
    return Panel("formcoach", "Coaching: what is a line of feedback worth?", LEAD, _findings(judged),
                 [*tables(judged), paper_table()], figures, notes, {**asdict(chosen), "pairs": len(data)}, numbers,
                 [link])  # fmt: skip


def _feedback(out: Path, system: str, data: Any, settings: StudySettings) -> dict[str, dict[str, str]]:
    """{name of the system: {id: its line}}; predictions made elsewhere may hold several systems."""
    name, given, path = system.partition("=")
    if given and not system.startswith(PREFIX):
        return {name: _predicted(Path(path), data)}
    folder = out / "feedback" / f"{_plain(system)}"
    if system in SYSTEMS:
        rows = write_feedback(folder, system, data, settings.split)
    else:
        from triptych.hub.vlm_feedback import Settings, write_vlm_feedback

        rows = write_vlm_feedback(folder, system, data, settings.split, Settings(yes=settings.yes))
    shown = NAMES.get(system, system.split("@http")[0])
    return {shown: {row["id"]: row["output"] for row in rows}}


def _plain(system: str) -> str:
    """A folder's name for a system; two systems that differ in a sign or a URL only get different ones."""
    plain = "".join(letter if letter.isalnum() or letter in "-._" else "-" for letter in system.split("@http")[0])
    return plain if plain == system else f"{plain}-{digest(system)[:6]}"


def _predicted(path: Path, data: Any) -> dict[str, str]:
    """Lines of a predictions file or run folder, by the ids of `data`; all of its pairs must be there."""
    rows = read_rows(path).rows
    if any("id" not in row or "output" not in row for row in rows):
        raise UsageError("predictions with the columns id and output", f"{path} without one", "see the interfaces")
    known = dict.fromkeys(data["id"], "")
    ids = matched([str(row["id"]) for row in rows if str(row["id"]) in known], known)
    lines = {str(row["id"]): str(row["output"] or "") for row in rows}
    missing = [name for name in known if name not in lines]
    if missing or not ids:
        raise UsageError(f"a line for each of the {len(known)} pairs", f"{path} lacks {len(missing)}: {missing[:3]}",
                         "make the predictions on the same pairs, or give --limit")  # fmt: skip
    return {name: lines[name] for name in known}


def _together(said_by: dict[str, dict[str, str]], data: Any) -> Feedback:
    """All systems' lines and, as the ceiling, the experts' own where there is one."""
    pairs = pairs_by_id(data)
    rows = [(name, system, text) for system, lines in said_by.items() for name, text in lines.items()]
    rows += [(name, EXPERT, pair["instruction"] or NOTHING) for name, pair in pairs.items()]
    ids = [name for name, _, _ in rows]
    found: list[Row] = [pairs[name] for name in ids]
    return Feedback(ids, [system for _, system, _ in rows], [text for _, _, text in rows],
                    [pair["instruction"] for pair in found], [pair["exercise"] for pair in found],
                    [pair["preference"] for pair in found], joints_of(data, ids))  # fmt: skip


def _findings(judged: list[Judged]) -> list[str]:
    return [
        f"{each.system}: accuracy {said(each.result, 'accuracy')}, hallucination "
        f"{said(each.result, 'hallucination')}, n = {each.result['n']}{_checked(each)}."
        for each in judged
    ]


def _checked(each: Judged) -> str:
    """What the joints say, where they were asked."""
    if not each.result.get("grounded_n"):
        return ""
    share = said(each.result, "grounded_hallucination")
    return f"; against the joints {share} of {each.result['grounded_n']} lines claim what is not so"
