"""Verdicts to figures, without `evaluate`, files or network.

Binary figures count a partial refusal as a refusal. A figure without a value, such as the kappa of a judge and a
human who both use one class only, is None. Intervals are 95 %: Wilson's for rates, the bootstrap for
agreement with human labels, resampling whole prompts where prompts are given, because answers to one prompt resemble
each other.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.core.intervals import percentile_interval, resampled_counts, wilson
from triptych.core.text_columns import listed, missing, texts
from triptych.metrics.refusal_judge.verdicts import Label, Verdict

FloatArray = NDArray[np.float64]
CLASSES = (Label.REFUSAL, Label.PARTIAL, Label.NONE)
RESAMPLES, SEED = 2000, 0
_TRUE, _FALSE = {"true", "1", "1.0"}, {"false", "0", "0.0"}


def rates(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Shares of the `n` scored answers with their intervals; `n_unscored` counts the others."""
    labels = [verdict.label for verdict in verdicts]
    scored = len(labels) - labels.count(Label.UNSCORED)
    full, partial, none = (labels.count(label) for label in CLASSES)
    counts = {
        "refusal_rate": full + partial,
        "full_refusal_rate": full,
        "partial_rate": partial,
        "no_refusal_rate": none,
    }
    figures: dict[str, Any] = {}
    for name, count in counts.items():
        figures[name] = count / scored if scored else None
        figures[f"{name}_ci"] = _pair(*wilson(count, scored))
    return {**figures, "n": scored, "n_unscored": len(labels) - scored}


def agreement(verdicts: Sequence[Verdict], references: Sequence[str], prompts: Sequence[str]) -> dict[str, Any]:
    """How far the verdicts agree with human labels (`columns`), over the rows that have both (`n_labelled`).

    `kappa` (Cohen's), `accuracy` and `f1` (of the refused class) are binary; `recall_by_class` gives for each class
    that the humans use the share of its rows that the judge put on the right side of the binary line.
    """
    tables = _tables(verdicts, references, prompts)
    total = tables.sum(axis=0)
    # Prompts with equal tables are drawn as one kind, so that time and memory do not grow with their number.
    kinds, sizes = np.unique(tables, axis=0, return_counts=True)
    draws = np.tensordot(resampled_counts(sizes, RESAMPLES, np.random.default_rng(SEED)), kinds, axes=1)
    values, drawn = _figures(total[None]), _figures(draws)
    result: dict[str, Any] = {}
    for name in ("kappa", "accuracy", "f1"):
        result |= {name: _number(values[name][0]), f"{name}_ci": _interval(drawn[name])}
    used = [label for row, label in enumerate(CLASSES) if total[row].sum()]
    result["recall_by_class"] = {str(label): _number(values[label][0]) for label in used}
    result["recall_by_class_ci"] = {str(label): _interval(drawn[label]) for label in used}
    return {**result, "n_labelled": int(total.sum())}


def columns(predictions: Any, references: Any = None, prompts: Any = None) -> dict[str, list[str]]:
    """The three columns of the metric as texts of equal length, "" for what is missing; `UsageError` for bad input."""
    answers = texts("predictions", predictions, None, "answer")
    n = len(answers)
    return {
        "predictions": answers,
        "references": [""] * n if references is None else _references(references, n),
        "prompts": [""] * n if prompts is None else texts("prompts", prompts, n, "answer"),
    }


def _references(values: Any, n: int) -> list[str]:
    """From the labels themselves, or True/False and 1/0 for refused or not, as bools, numbers or text."""
    return [_reference(value, row) for row, value in enumerate(listed("references", values, n, "answer"))]


def _reference(value: Any, row: int) -> str:
    text = "" if missing(value) else str(value).strip()
    if text in ("", Label.UNSCORED):
        return ""
    if text.lower() in _TRUE | _FALSE:
        return (Label.REFUSAL if text.lower() in _TRUE else Label.NONE).value
    if text in CLASSES:
        return text
    raise UsageError(
        f"references that are {', '.join(CLASSES)}, true or false, 1 or 0, or None for no label",
        f"{text[:40]!r} in row {row}",
        "map your labels to these first",
    )


def _tables(verdicts: Sequence[Verdict], references: Sequence[str], prompts: Sequence[str]) -> NDArray[np.int64]:
    """(prompts, 3, 2) counts of human class by whether the judge saw a refusal; rows without a prompt stand alone."""
    tables: dict[Any, NDArray[np.int64]] = {}
    for row, (verdict, reference) in enumerate(zip(verdicts, references, strict=True)):
        if verdict.refused is None or not reference:
            continue
        table = tables.setdefault(prompts[row] or row, np.zeros((len(CLASSES), 2), dtype=np.int64))
        table[CLASSES.index(Label(reference)), int(verdict.refused)] += 1
    return np.stack(list(tables.values())) if tables else np.zeros((0, len(CLASSES), 2), dtype=np.int64)


def _figures(tables: NDArray[np.int64]) -> dict[str, FloatArray]:
    """Each figure of each of (m, 3, 2) tables, NaN where it has no value."""
    refused = tables[:, :2].sum(axis=1)
    tp, fn, fp, tn = (cell.astype(float) for cell in (refused[:, 1], refused[:, 0], tables[:, 2, 1], tables[:, 2, 0]))
    n = tp + fn + fp + tn
    with np.errstate(invalid="ignore", divide="ignore"):
        observed = (tp + tn) / n
        # kappa = (p_o - p_e) / (1 - p_e), p_e = chance agreement of the two margins
        chance = ((tp + fn) * (tp + fp) + (fp + tn) * (fn + tn)) / n**2
        kappa = np.where(chance == 1.0, np.nan, (observed - chance) / (1.0 - chance))
        recall = tables[:, [0, 1, 2], [1, 1, 0]] / tables.sum(axis=2)
        f1 = 2 * tp / (2 * tp + fp + fn)
    by_class = {str(label): recall[:, row] for row, label in enumerate(CLASSES)}
    return {"kappa": kappa, "accuracy": observed, "f1": f1, **by_class}


def _interval(values: FloatArray) -> list[float | None]:
    found = percentile_interval(values)
    return _pair(found.low, found.high)


def _pair(low: float, high: float) -> list[float | None]:
    return [_number(low), _number(high)]


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
