"""A page of playable pairs: user and reference in step, the expert's line and each system's with its scores.

What a line claims is marked in it as in the paper's Figure 3: correct, hallucinated or unclear, by colour, by the kind
of underline and in words.
"""

import shutil
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from triptych.core.runs import atomic_path, write_text
from triptych.hub.report import Link, fill
from triptych.metrics.coaching_rubric.grounding import claims_beside

if TYPE_CHECKING:
    from triptych.hub.score_formcoach import Feedback, Judged

KINDS = {"correct": "borne out", "hallucinated": "not so, or the opposite", "unclear": "cannot be told"}
_ORDER = ("correct", "unclear", "hallucinated")
_KIND_OF = {"supported": "correct", "contradicted": "hallucinated", "not_checkable": "unclear"}
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
        "One pair of each exercise, that with the clearest known fault. Left the user, right the reference, on one "
        "time line. Below, the expert's line and each system's, with the judge's scores from 1 to 5."
    )
    by = "the joints of both people" if "grounded_n" in judged[0].result else "the expert's line"
    legend = f"Claims in the lines, checked against {by}:"
    note = f"Judge {judged[0].result['judge']}. A pair without a fault has nothing to correct."
    page = fill("pairs.html", title=title, lead=lead, note=note, legend=legend, kinds=KINDS, pairs=pairs,
                fps=data[0]["fps"] or 30)  # fmt: skip
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
    said = [_line(system, lines[row["id"], system], verdicts[row["id"], system], row) for system in systems]
    clips = {side: _clip(out, f"{row['id']}-{side}.mp4", row[side]["bytes"]) for side in ("user", "reference")}
    return {"id": row["id"], "exercise": row["exercise"], "expert": row["instruction"], "lines": said, **clips}


def _line(system: str, text: str, verdict: dict[str, Any], row: dict[str, Any]) -> dict[str, Any]:
    claims = verdict.get("claims")
    if claims is None:
        claims = claims_beside(text, row["instruction"], row["exercise"])
    line = {"system": system, "parts": parts(text, claims)}
    if verdict["accuracy"] is None:
        return {**line, "accuracy": "unscored", "actionability": "", "hallucination": ""}
    invented = "yes" if verdict["hallucination"] else "no"
    return {**verdict, **line, "hallucination": invented}


def parts(text: str, claims: Sequence[dict[str, Any]]) -> list[dict[str, str]]:
    """`text` cut into parts in order: `{text, kind, why}`, kind "" between the claims.

    Claims that share words become one part; it is hallucinated where one of them is, else unclear where one is.
    """
    kinds = [""] * len(text)
    whys = [""] * len(text)
    for claim in sorted(claims, key=lambda claim: _ORDER.index(_kind(claim))):
        for place in range(claim["start"], claim["end"]):
            kinds[place] = _kind(claim)
            whys[place] = "; ".join(filter(None, (f"{claim['claim']}: {claim['reason']}", whys[place])))
    found = []
    for (kind, why), group in groupby(range(len(text)), key=lambda place: (kinds[place], whys[place])):
        places = list(group)
        found.append({"text": text[places[0] : places[-1] + 1], "kind": kind, "why": why})
    return found


def _kind(claim: dict[str, Any]) -> str:
    verdict: str = claim["verdict"]
    return _KIND_OF.get(verdict, verdict)


def _clip(out: Path, name: str, content: bytes) -> str:
    with atomic_path(out / CLIPS / name) as temporary:
        temporary.write_bytes(content)
    return f"{CLIPS}/{name}"
