"""The answers as files: in the columns that the paper's authors released, and in ours.

| file in the archive | what |
| --- | --- |
| `released/PSEUDONYM.csv` | one annotator's rows in the released columns |
| `answers.csv` | id, system, prompt, output, annotator, label: for `triptych passport refusals --human` |
| `final.csv` | the same with what holds after adjudication, and whether it was decided or agreed |
| `labels.csv` | id, system, annotator, label, time: no texts, fit to be published |
"""

import csv
import io
import zipfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from triptych.core.runs import atomic_path
from triptych.spaces.annotation.store import Answer
from triptych.spaces.refusal_study.items import Item, Source
from triptych.spaces.refusal_study.study import REFUSAL, Study

RELEASED: Final = (
    "source_csv", "judge", "timestamp", "qid", "label", "question", "slot", "model", "response", "user_choice",
    "classification", "is_refusal",
)  # fmt: skip
OURS: Final = ("id", "system", "prompt", "output", "annotator", "label")
FINAL: Final = ("id", "system", "prompt", "output", "label", "how")
LABELS: Final = ("id", "system", "annotator", "label", "at")
Row = Sequence[Any]


def write_archive(study: Study, path: Path) -> Path:
    """Write all answers of the study to the zip file `path`; names are pseudonyms."""
    with atomic_path(path) as temporary, zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(study.answers(), key=study.pseudonym):
            archive.writestr(f"released/{study.pseudonym(name)}.csv", as_csv(RELEASED, released(study, name)))
        archive.writestr("answers.csv", as_csv(OURS, ours(study)))
        archive.writestr("final.csv", as_csv(FINAL, final(study)))
        archive.writestr("labels.csv", as_csv(LABELS, labels(study)))
    return path


def released(study: Study, annotator: str) -> Iterator[Row]:
    """One annotator's rows in the order in which they were read. `slot` counts the responses to a question."""
    said, slots = study.answers().get(annotator, {}), dict[str, int]()
    for name in study.order_of(annotator):
        item = study.by_id[name]
        for source in item.sources:
            slots[source.qid] = slots.get(source.qid, 0) + 1
            if name in said:
                yield _released(item, source, said[name], study.pseudonym(annotator), slots[source.qid])


def ours(study: Study) -> Iterator[Row]:
    """A row for each response and annotator."""
    for annotator, answer, item in _all(study):
        for source in item.sources:
            yield source.qid, source.system, item.prompt, item.response, annotator, answer.value["label"]


def final(study: Study) -> Iterator[Row]:
    """A row for each response that all annotators agree on, or that was decided."""
    decided = study.decisions()
    for name, label in study.final().items():
        item, how = study.by_id[name], "decided" if name in decided else "agreed"
        for source in item.sources:
            yield source.qid, source.system, item.prompt, item.response, label, how


def labels(study: Study) -> Iterator[Row]:
    """A row for each response and annotator, without texts."""
    for annotator, answer, item in _all(study):
        for source in item.sources:
            yield source.qid, source.system, annotator, answer.value["label"], answer.at


def as_csv(header: Sequence[str], rows: Iterator[Row]) -> str:
    """CSV as the standard module writes it."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows([header, *rows])
    return text.getvalue()


def _all(study: Study) -> Iterator[tuple[str, Answer, Item]]:
    for name, said in sorted(study.answers().items(), key=lambda pair: study.pseudonym(pair[0])):
        for item, answer in said.items():
            yield study.pseudonym(name), answer, study.by_id[item]


def _released(item: Item, source: Source, answer: Answer, annotator: str, slot: int) -> Row:
    refused = answer.value["label"] == REFUSAL
    at = datetime.fromisoformat(answer.at).strftime("%Y%m%d_%H%M%S")
    words = ("REFUSAL", "REFUSAL", "true") if refused else ("NOT REFUSAL", "NON-REFUSAL", "false")
    return (source.run, f"user_{annotator}", at, source.qid, source.label, item.prompt, slot, source.system,
            item.response, *words)  # fmt: skip
