"""A page of playable pairs: user and reference in step, the expert's line and each system's with its scores."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from triptych.core.runs import atomic_path, write_text
from triptych.hub.report import Link, fill

if TYPE_CHECKING:
    from triptych.hub.score_formcoach import Feedback, Judged

PAGE, CLIPS = "formcoach-pairs.html", "formcoach-clips"


def write_pairs_page(out: Path, data: Any, feedback: "Feedback", judged: "Sequence[Judged]") -> Link:
    """Write the page and its clips to the report folder `out`: a pair of each exercise.

    `data` is a split of `formcoach` with undecoded videos; `feedback` and `judged` hold every system's lines in one
    order each.
    """
    lines = dict(zip(zip(feedback.ids, feedback.systems, strict=True), feedback.lines, strict=True))
    verdicts = {
        (name, each.system): verdict
        for each in judged
        for name, verdict in zip(each.ids, each.result["verdicts"], strict=True)
    }
    shutil.rmtree(out / CLIPS, ignore_errors=True)
    systems = [each.system for each in judged]
    pairs = [_pair(out, row, systems, lines, verdicts) for row in _chosen(data)]
    title = "Pairs and what was said of them"
    lead = (
        "Rendered pairs of the embedded dataset, one for each exercise. Left the user, right the reference, on one "
        "time line. Below, the expert's line and each system's, with the judge's scores from 1 to 5."
    )
    note = f"Judge {judged[0].result['judge']}. A pair without a fault has nothing to correct."
    page = fill("pairs.html", title=title, lead=lead, note=note, pairs=pairs, fps=30)
    write_text(out / PAGE, page)
    return Link(PAGE, f"Watch {len(pairs)} of the pairs, with the lines beside them")


def _chosen(data: Any) -> list[dict[str, Any]]:
    """Of each exercise the pair with the clearest fault, in the order of the exercises, names in place of numbers."""
    names = data.features["exercise"].names
    small = data.select_columns(["exercise", "fault"])
    best: dict[int, tuple[float, int]] = {}
    for place, row in enumerate(small):
        clear = row["fault"]["severity"] if row["fault"] else 0.0
        best[row["exercise"]] = max(best.get(row["exercise"], (-1.0, 0)), (clear, -place))
    rows = [data[-place] for _, (_, place) in sorted(best.items())]
    return [{**row, "exercise": names[row["exercise"]]} for row in rows]


def _pair(
    out: Path,
    row: dict[str, Any],
    systems: list[str],
    lines: dict[tuple[str, str], str],
    verdicts: dict[tuple[str, str], Any],
) -> dict[str, Any]:
    said = [_line(system, lines[row["id"], system], verdicts[row["id"], system]) for system in systems]
    clips = {side: _clip(out, f"{row['id']}-{side}.mp4", row[side]["bytes"]) for side in ("user", "reference")}
    return {"id": row["id"], "exercise": row["exercise"], "expert": row["instruction"], "lines": said, **clips}


def _line(system: str, text: str, verdict: dict[str, Any]) -> dict[str, Any]:
    if verdict["accuracy"] is None:
        return {"system": system, "text": text, "accuracy": "unscored", "actionability": "", "hallucination": ""}
    invented = "yes" if verdict["hallucination"] else "no"
    return {"system": system, "text": text, **verdict, "hallucination": invented}


def _clip(out: Path, name: str, content: bytes) -> str:
    with atomic_path(out / CLIPS / name) as temporary:
        temporary.write_bytes(content)
    return f"{CLIPS}/{name}"
