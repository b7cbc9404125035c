"""How good is feedback on an exercise? A metric for `evaluate.load("coaching_rubric")`."""

from typing import Any

import evaluate
from datasets import Features, Value

from triptych.metrics.coaching_rubric import judges, scoring

_DESCRIPTION = """\
Rates coaching feedback against an expert's instruction on the rubric of FormCoach: accuracy and actionability from 1
to 5, given in percent of 5, and hallucination, the percentage that names a fault which is not there; each with a 95 %
interval and by exercise. What cannot be judged (an empty feedback, a judge that did not reply) is unscored with a
reason and in no figure. The offline default, lexical, is a weak judge; figures for a paper need a language model.
"""

_CITATION = """\
@misc{triptych_coaching_rubric, title = {coaching_rubric: how accurate and actionable coaching feedback is},
      note = {rubric of FormCoach, arXiv:2508.07501, Table 1}}
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: list of feedbacks (texts, None for none). Reasoning in <think> tags and the like is not judged. An
        empty feedback is unscored, also for a pair without a fault: silence may be a failure of the system.
    references: list of the expert's instructions; None or "" for a pair without a fault. Good feedback then says that
        nothing is wrong, and any fault it names is a hallucination.
    exercises: list of names (those of the paper's Table 3 or others) or class numbers 0 to 21, or None.
    preferences: list of what the person asked to focus on, or None; single ones may be None. Language models read them.
    judge: None or "lexical" (offline), "openai:MODEL", "openai:MODEL@URL" (base URL and key else from OPENAI_BASE_URL
        and OPENAI_API_KEY), or a function (feedback, reference, exercise, preference) -> dict with accuracy,
        actionability, hallucination, or a tuple of them.
    protocol: how a language model is asked: "joint" (one call for all three) or "paper" (three calls). Other judges
        are the same either way.
Returns:
    accuracy, actionability: mean level / 5 in percent (20 is the lowest), over the n rows that have all three scores;
    hallucination: percent yes. <figure>_ci: [low, high], 95 %. A figure without a value is None.
    by_exercise: with exercises, the same figures, n and n_unscored for each name.
    n, n_unscored; verdicts: {accuracy, actionability, hallucination, label, reason} for each row, None where unscored.
    judge, judge_version, prompt_sha256, protocol, reproducible (and reproducible_why), judge_note where there is one.
Examples:
    >>> import evaluate
    >>> metric = evaluate.load("coaching_rubric")
    >>> feedback = ["Spread your legs a bit more before you go down.", "Bring your feet closer.", "Keep good form.", ""]
    >>> instructions = ["Set your feet wider apart."] * 4
    >>> result = metric.compute(predictions=feedback, references=instructions, exercises=["Squat"] * 4)
    >>> [verdict["accuracy"] for verdict in result["verdicts"]]
    [5, 1, 1, None]
    >>> round(result["accuracy"], 1), result["n"], result["n_unscored"]
    (46.7, 3, 1)
    >>> result["verdicts"][3]["reason"]
    'empty feedback'

    A pair without a fault:

    >>> answers = ["No correction needed.", "Raise your arms higher."]
    >>> result = metric.compute(predictions=answers, references=[None, None])
    >>> result["accuracy"], result["hallucination"]
    (60.0, 50.0)

    With a judge of your own:

    >>> result = metric.compute(predictions=feedback[:1], references=instructions[:1],
    ...                         judge=lambda feedback, reference, exercise, preference: (4, 5, "no"))
    >>> result["accuracy"], result["actionability"], result["reproducible"]
    (80.0, 100.0, False)
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class CoachingRubric(evaluate.Metric):  # type: ignore[misc]  # evaluate has no types
    """Verdicts on coaching feedback."""

    def _info(self) -> evaluate.MetricInfo:
        names = ("predictions", "references", "exercises", "preferences")
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_KWARGS_DESCRIPTION,
            features=Features({name: Value("string") for name in names}),
            license="Apache-2.0",
        )

    def compute(
        self,
        *,
        predictions: Any = None,
        references: Any = None,
        exercises: Any = None,
        preferences: Any = None,
        judge: Any = None,
        protocol: str = "joint",
    ) -> dict[str, Any]:
        """Judge `predictions` against `references` and aggregate the verdicts."""
        # Resolved before anything is stored: a wrong name leaves no half-filled metric behind.
        found = judges.resolve(judge, protocol)
        return super().compute(  # type: ignore[no-any-return]
            predictions=predictions,
            references=references,
            exercises=exercises,
            preferences=preferences,
            judge=found,
            protocol=protocol,
        )

    def add_batch(
        self, *, predictions: Any = None, references: Any = None, exercises: Any = None, preferences: Any = None
    ) -> None:
        """Add feedbacks with the expert's instructions, and exercises and preferences where there are any."""
        super().add_batch(**scoring.columns(predictions, references, exercises, preferences))

    def add(
        self, *, prediction: Any = None, reference: Any = None, exercise: Any = None, preference: Any = None
    ) -> None:
        """Add one feedback with the expert's instruction (None for a pair without a fault)."""
        self.add_batch(predictions=[prediction], references=[reference], exercises=[exercise], preferences=[preference])

    def _compute(self, judge: judges.Judge, protocol: str, **columns: list[str]) -> dict[str, Any]:
        return judges.judged(judge, {name: list(column) for name, column in columns.items()}, protocol)
