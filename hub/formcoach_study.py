"""The coaching panel: feedback of the coaches that need no weights on the embedded pairs, judged, drawn, playable."""

from pathlib import Path
from typing import Any

from triptych.core import charts
from triptych.core.progress import Stages
from triptych.core.runs import Row
from triptych.hub.builders import load_rows
from triptych.hub.formcoach_feedback import NOTHING, SYSTEMS, write_feedback
from triptych.hub.formcoach_tables import FIGURES, exercise_table, rubric_table, unscored_table
from triptych.hub.pairs_page import write_pairs_page
from triptych.hub.report import Figure, Panel
from triptych.hub.score_formcoach import Feedback, Judged, judge, pairs_by_id

NAMES = {
    "kinematic": "kinematic coach (sees joints)",
    "generic": "usual tip (looks at nothing)",
    "silent": "says nothing is wrong",
}
EXPERT = "expert's own line (ceiling)"
LEAD = (
    "Rendered mannequins perform the 22 exercises of the paper's Table 3; one person of each pair has a known fault or "
    "none. How good is a coach's line? Judged as in the paper: accuracy, actionability, hallucination."
)
NOTES = [
    "The pairs are synthetic. They test the pipeline and joint-based coaches; they say nothing about real gyms.",
    "The offline judge, lexical, reads body part, side and direction from a vocabulary. It is weak: the ceiling row "
    "shows what it gives the expert's own lines. To ask a language model: triptych score formcoach --judge "
    "openai:MODEL.",
    "The kinematic coach sees joints, not video, so its row stands apart from vision-language models. A few of its "
    "dead bands were widened after a look at motions of this kind.",
    "20 % is the floor of accuracy and actionability: scores run from 1 to 5 and are divided by 5, as in the paper.",
]


def run_study(out: Path, report: Path, stages: Stages, limit: int | None = None) -> Panel:
    """Run or resume in `out` and return the panel; its figure, page and clips are written to `report`."""
    data = load_rows("formcoach", None, "test")
    data = data.select(range(min(limit or len(data), len(data))))
    with stages.stage("feedback of the coaches"):
        said = {system: write_feedback(out / "feedback" / system, system, data, "test") for system in SYSTEMS}
    with stages.stage("judge lexical"):
        feedback = _together(said, pairs_by_id(data))
        judged = judge(feedback, "lexical", "joint")
    with stages.stage("playable pairs"):
        link = write_pairs_page(report, data, feedback, judged)
    figures = [_figure(report, judged)]
    tables = [rubric_table(judged), *exercise_table(judged), *unscored_table(judged)]
    numbers = {each.system: {name: each.result[name] for name in (*FIGURES, "n", "n_unscored")} for each in judged}
    return Panel("formcoach", "Coaching: what is a line of feedback worth?", LEAD, _findings(judged), tables, figures,
                 NOTES, {"judge": "lexical", "limit": limit, "pairs": len(data)}, numbers, [link])  # fmt: skip


def _together(said: dict[str, list[Row]], pairs: dict[str, Row]) -> Feedback:
    """All systems' lines and, as the ceiling, the experts' own where there is one."""
    lines = [(row["id"], NAMES[system], row["output"]) for system, rows in said.items() for row in rows]
    lines += [(name, EXPERT, pair["instruction"] or NOTHING) for name, pair in pairs.items()]
    found = [pairs[name] for name, _, _ in lines]
    return Feedback([name for name, _, _ in lines], [system for _, system, _ in lines], [text for _, _, text in lines],
                    [pair["instruction"] for pair in found], [pair["exercise"] for pair in found],
                    [pair["preference"] for pair in found])  # fmt: skip


def _findings(judged: list[Judged]) -> list[str]:
    return [
        f"{each.system}: accuracy {_said(each.result, 'accuracy')}, "
        f"hallucination {_said(each.result, 'hallucination')}, n = {each.result['n']}."
        for each in judged
    ]


def _said(result: dict[str, Any], figure: str) -> str:
    if result[figure] is None:
        return "not known"
    low, high = result[f"{figure}_ci"]
    return f"{result[figure]:.1f} % [{low:.1f}, {high:.1f}]"


def _figure(report: Path, judged: list[Judged]) -> Figure:
    """The paper's Table 2 as bars."""
    scored = [each for each in judged if each.result["n"]]
    series = [
        (figure.capitalize(), [round(each.result[figure], 1) for each in scored],
         [tuple(each.result[f"{figure}_ci"]) for each in scored])
        for figure in FIGURES
    ]  # fmt: skip
    with charts.figure(8.5, 0.95 * len(scored) + 1.2) as (drawn, axes):
        charts.bars_with_intervals(
            axes, [each.system for each in scored], series, (charts.BLUE, charts.GREEN, charts.RED)
        )
        axes.set(xlim=(0, 112), xlabel="percent", title="Feedback on the embedded pairs, judge lexical")
        axes.legend(loc="upper center", bbox_to_anchor=(0.4, -0.14), ncols=3)
        charts.save(drawn, report / "formcoach-rubric.png")
    text = "; ".join(f"{each.system}: accuracy {_said(each.result, 'accuracy')}" for each in scored)
    caption = "Accuracy and actionability: higher is better. Hallucination: lower is better. Whiskers: 95 %."
    return Figure("formcoach-rubric.png", f"Bars by system. {text}.", caption)
