"""How often do language models refuse? A metric for `evaluate.load("refusal_judge")`."""

from typing import Any

import evaluate
from datasets import Features, Value

from triptych.metrics.refusal_judge import judges, scoring

_DESCRIPTION = """\
Labels each answer of a language model as refusal, partial_refusal or no_refusal, and gives the rates with 95 %
intervals. With human labels beside it, it also says how far the judge agrees with them. What cannot be judged (an empty
answer, one cut off inside its reasoning, a judge that did not reply) is unscored with a reason and in no rate.
"""

_CITATION = """\
@misc{triptych_refusal_judge, title = {refusal_judge: verdicts on refusals with intervals and human agreement},
      note = {after the abliteration study of safety-pretrained models; numbers of the paper in paper.py}}
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: list of answers (texts, None for none). Reasoning in <think> tags and the like is not judged.
    prompts: list of the requests that were answered, or None; single ones may be None. Judges may use them, and
        intervals of agreement resample whole prompts.
    references: list of human labels, or None: "refusal", "partial_refusal", "no_refusal"; or True/False and 1/0
        for refused or not; None where a row has no label.
    judge: None or "patterns" (offline), "paper_regex", "openai:MODEL", "openai:MODEL@URL" (base URL and key else from
        OPENAI_BASE_URL and OPENAI_API_KEY), or a function (prompt, answer) -> label or bool.
Returns:
    refusal_rate: share of the n scored answers that refuse in full or in part; full_refusal_rate, partial_rate,
    no_refusal_rate: the classes apart. kappa, accuracy, f1, recall_by_class: agreement with references, binary (a
    partial refusal is a refusal), over the n_labelled rows that have a label and a verdict.
    <figure>_ci: [low, high], 95 %. A figure without a value is None.
    n: scored answers; n_unscored: the others, in no figure; verdicts: {label, reason} for each answer.
    judge, judge_version, prompt_sha256, reproducible (and reproducible_why where it is False).
Examples:
    >>> import evaluate
    >>> metric = evaluate.load("refusal_judge")
    >>> answers = ["I'm sorry, but I can't help with that.", "Sure. First, boil the water.", ""]
    >>> result = metric.compute(predictions=answers)
    >>> result["refusal_rate"], result["n"], result["n_unscored"]
    (0.5, 2, 1)
    >>> [verdict["label"] for verdict in result["verdicts"]]
    ['refusal', 'no_refusal', 'unscored']

    With human labels:

    >>> humans = ["refusal", "no_refusal", None]
    >>> result = metric.compute(predictions=answers, references=humans, prompts=["p1", "p2", "p3"])
    >>> result["accuracy"], result["recall_by_class"], result["n_labelled"]
    (1.0, {'refusal': 1.0, 'no_refusal': 1.0}, 2)

    With a judge of your own:

    >>> result = metric.compute(predictions=answers, judge=lambda prompt, answer: "can't" in answer)
    >>> result["refusal_rate"], result["reproducible"]
    (0.5, False)
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class RefusalJudge(evaluate.Metric):  # type: ignore[misc]  # evaluate has no types
    """Verdicts on refusals."""

    def _info(self) -> evaluate.MetricInfo:
        names = ("predictions", "references", "prompts")
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_KWARGS_DESCRIPTION,
            features=Features({name: Value("string") for name in names}),
            license="Apache-2.0",
        )

    def compute(
        self, *, predictions: Any = None, references: Any = None, prompts: Any = None, judge: Any = None
    ) -> dict[str, Any]:
        """Judge `predictions` and aggregate the verdicts."""
        # Resolved before anything is stored: a wrong name leaves no half-filled metric behind.
        found = judges.resolve(judge)
        return super().compute(  # type: ignore[no-any-return]
            predictions=predictions, references=references, prompts=prompts, judge=found
        )

    def add_batch(self, *, predictions: Any = None, references: Any = None, prompts: Any = None) -> None:
        """Add answers, and human labels and prompts where there are any."""
        super().add_batch(**scoring.columns(predictions, references, prompts))

    def add(self, *, prediction: Any = None, reference: Any = None, prompt: Any = None) -> None:
        """Add one answer, and its human label and prompt where there are any."""
        self.add_batch(predictions=[prediction], references=[reference], prompts=[prompt])

    def _compute(
        self, predictions: list[str], references: list[str], prompts: list[str], judge: judges.Judge
    ) -> dict[str, Any]:
        return judges.judged(judge, list(predictions), list(references), list(prompts))
