"""The answers as a dataset: names are pseudonyms that hang on a secret beside the store.

| file | what |
| --- | --- |
| `annotations.jsonl` | id, annotator, instruction: `triptych build formcoach --annotations` |
| `ratings.csv` | a row a line and person: `triptych passport formcoach --annotator-column annotator --human` |
| `answers.jsonl` | all that was said, with "nothing to correct" and the time |
| `decisions.jsonl` | what adjudicators decided |
| `README.md` | the card, by which `load_dataset` reads the folder |
"""

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from triptych.core.runs import atomic_path, write_text
from triptych.spaces.annotation.store import Answer
from triptych.spaces.formcoach_annotation.work import FIGURES, Work

RATINGS: Final = ("id", "exercise", "system", "output", "annotator", *FIGURES)
_CARD: Final = """---
license: other
configs:
{configs}
---

# Annotations of FormCoach pairs

Experts' instructions of at most 15 words and blind ratings of machine feedback (accuracy and actionability 1 to 5,
hallucination yes or no), made with the Space `formcoach_annotation`. Annotators are pseudonyms. Ids are those of the
dataset that was annotated; its licence holds for what is said of it.
"""


def write_archive(work: Work, path: Path) -> Path:
    """Write all answers to the zip file `path`."""
    with atomic_path(path) as temporary, zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files(work).items():
            archive.writestr(name, text)
    return path


def write_folder(work: Work, folder: Path) -> None:
    """Write all answers to `folder`; a file that would not change stays as it is."""
    for name, text in files(work).items():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            write_text(path, text)


def files(work: Work) -> dict[str, str]:
    """Text of each file; those without a row are left out."""
    rows = {
        "annotations.jsonl": _lines(annotations(work)),
        "ratings.csv": _table(ratings(work)),
        "answers.jsonl": _lines(answers(work)),
        "decisions.jsonl": _lines(_record(work, made) for made in work.decisions().values()),
    }
    kept = {name: text for name, text in rows.items() if text}
    configs = "\n".join(f"- config_name: {name.split('.')[0]}\n  data_files: {name}" for name in kept)
    return {**kept, "README.md": _CARD.format(configs=configs or "[]")}


def annotations(work: Work) -> Iterator[dict[str, Any]]:
    """The instructions, without pairs that have nothing to correct."""
    for record in answers(work):
        if record["instruction"]:
            yield {key: record[key] for key in ("id", "annotator", "instruction")}


def ratings(work: Work) -> Iterator[tuple[Any, ...]]:
    """The ratings, a row for each system that gave the line."""
    for answer in _answers(work):
        for line in work.lines.get(answer.item, ()):
            rated = answer.value["ratings"].get(line.id)
            for system in line.systems if rated else ():
                said = [*(rated[figure] for figure in FIGURES[:2]), "yes" if rated["hallucination"] else "no"]
                yield (answer.item, work.by_id[answer.item].exercise, system, line.text,
                       work.pseudonym(answer.annotator), *said)  # fmt: skip


def answers(work: Work) -> Iterator[dict[str, Any]]:
    """All answers; ratings are in `ratings`."""
    return (_record(work, answer) for answer in _answers(work))


def _answers(work: Work) -> list[Answer]:
    found = [answer for said in work.answers().values() for answer in said.values()]
    return sorted(found, key=lambda answer: (answer.item, work.pseudonym(answer.annotator)))


def _record(work: Work, answer: Answer) -> dict[str, Any]:
    value = answer.value
    return {"id": answer.item, "annotator": work.pseudonym(answer.annotator), "instruction": value["instruction"],
            "nothing_to_correct": value["nothing"], "at": answer.at}  # fmt: skip


def _lines(records: Iterable[dict[str, Any]]) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def _table(rows: Iterable[tuple[Any, ...]]) -> str:
    found = list(rows)
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows([RATINGS, *found])
    return text.getvalue() if found else ""
