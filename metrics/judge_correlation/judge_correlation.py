"""Agreement of two raters of the same rows, for instance a judge model and a person."""

from typing import Any

import datasets
import evaluate

from triptych.metrics.judge_correlation.labels import packed, unpacked
from triptych.metrics.judge_correlation.scoring import correlate

DESCRIPTION = """
How far two raters agree row by row: Cohen's kappa (plain, linear or quadratic weights), Pearson, Spearman and
Krippendorff's alpha, each with a 95 % bootstrap interval over rows or over groups of rows, and the confusion table.
"""

INPUTS = """
Args:
    predictions: labels of one rater, one a row: strings, or numbers and booleans; None, NaN, "" and "unscored" mean
        not scored, and a row that one of the raters did not score is left out and counted in `n_unscored`.
    references: labels of the other rater, of the same rows.
    groups: what rows share (a prompt id, a user id), one name a row; whole groups are then resampled.
    weights: None, "linear" or "quadratic" distances between the positions of labels in kappa.
    level: "nominal", "ordinal" or "interval" for alpha; by default nominal without weights, ordinal with linear ones,
        interval with quadratic ones.
    order: all labels from lowest to highest. Numbers and no_refusal < partial_refusal < refusal have their order.
    resamples: how many bootstrap resamples (1000).
    seed: of the bootstrap (0).

Returns:
    agreement, kappa, pearson, spearman, krippendorff_alpha: each a number, or None with its reason in `undefined`.
    <figure>_ci: [low, high].
    confusion, labels: counts, rows are references and columns predictions, in the order of `labels`.
    n, n_unscored, n_groups, weights, level, resamples_dropped, undefined, reproducible.

Examples:
    >>> import evaluate
    >>> judge_correlation = evaluate.load("judge_correlation")
    >>> judge = ["refusal", "refusal", "no_refusal", "no_refusal", "refusal", "unscored"]
    >>> human = ["refusal", "refusal", "no_refusal", "refusal", "refusal", "refusal"]
    >>> result = judge_correlation.compute(predictions=judge, references=human)
    >>> round(result["kappa"], 3), result["n"], result["n_unscored"]
    (0.545, 5, 1)
    >>> result["labels"], result["confusion"]
    (['no_refusal', 'refusal'], [[1, 0], [1, 3]])

    Ratings from 1 to 5 by two people, weighted by distance:

    >>> one, two = [1, 2, 3, 4, 5, 3], [1, 2, 4, 4, 5, 2]
    >>> ratings = judge_correlation.compute(predictions=one, references=two, weights="quadratic")
    >>> round(ratings["kappa"], 3), round(ratings["spearman"], 3), ratings["level"]
    (0.909, 0.925, 'interval')

    A rater that says the same everywhere has no correlation with anybody:

    >>> judge_correlation.compute(predictions=[1, 1, 1], references=[0, 1, 1])["undefined"]["pearson"]
    'predictions are all 1'
"""

CITATION = """
@article{cohen1960, author={Jacob Cohen}, title={A Coefficient of Agreement for Nominal Scales},
  journal={Educational and Psychological Measurement}, volume={20}, number={1}, pages={37--46}, year={1960}}
@article{cohen1968, author={Jacob Cohen}, title={Weighted kappa: Nominal scale agreement with provision for scaled
  disagreement or partial credit}, journal={Psychological Bulletin}, volume={70}, number={4}, pages={213--220},
  year={1968}}
@book{krippendorff2018, author={Klaus Krippendorff}, title={Content Analysis: An Introduction to Its Methodology},
  edition={4}, publisher={SAGE}, year={2018}}
"""


@evaluate.utils.file_utils.add_start_docstrings(DESCRIPTION, INPUTS)
class JudgeCorrelation(evaluate.Metric):  # type: ignore[misc]  # evaluate has no types
    """Agreement of two raters with intervals."""

    def _info(self) -> evaluate.MetricInfo:
        label = datasets.Value("string")  # holds JSON: see `packed`
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation=CITATION,
            inputs_description=INPUTS,
            features=datasets.Features({"predictions": label, "references": label}),
        )

    def add_batch(self, *, predictions: Any = None, references: Any = None) -> None:
        """Add labels of many rows."""
        super().add_batch(**packed(predictions, references))

    def add(self, *, prediction: Any = None, reference: Any = None) -> None:
        """Add the labels of one row."""
        self.add_batch(predictions=[prediction], references=[reference])

    def _compute(self, predictions: list[str], references: list[str], **settings: Any) -> dict[str, Any]:
        return correlate(unpacked(predictions), unpacked(references), **settings)
