"""How good is feedback on an exercise? A metric for `evaluate.load("coaching_rubric")`."""

from typing import Any

import evaluate
from datasets import Features, Value

from triptych.metrics.coaching_rubric import grounding, judges, scoring

_DESCRIPTION = """\
Rates coaching feedback against an expert's instruction on the rubric of FormCoach: accuracy and actionability from 1
to 5, given in percent of 5, and hallucination, the percentage that names a fault which is not there; each with a 95 %
interval and by exercise. What cannot be judged (an empty feedback, a judge that did not reply) is unscored with a
reason and in no figure. Given the joints of both people, each claim of a feedback is also checked against them,
without a judge: grounded hallucination. The offline default, lexical, is a weak judge; figures for a paper need a
language model.
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
    repeats: how often each row is judged (1). A row's levels are then the means of its repeats.
    user_joints, reference_joints: for each row the joints of both people, (T, 25, 3) as Fit3D has them or (T, 33, 3)
        BlazePose world landmarks, in metres, or None. They switch the grounded check on and belong to `compute`, not to
        `add` or `add_batch`.
    scores: "plain", or "expected": the levels of a language model as expectations over its own probabilities, where
        its server gives them (G-Eval); n_expected of the judgements had them.
Returns:
    accuracy, actionability: mean level / 5 in percent (20 is the lowest), over the n rows that have all three scores;
    hallucination: percent yes. <figure>_ci: [low, high], 95 %. A figure without a value is None.
    by_exercise: with exercises, the same figures, n and n_unscored for each name.
    With joints: grounded_hallucination, the percentage of feedbacks that claim something which the joints contradict,
    among the grounded_n that hold anything to check; grounded_n_unchecked, and grounded_claims: how many claims were
    supported, contradicted, not_checkable. Each verdict then has claims (with start, end, verdict, severity, reason),
    grounded_hallucination and grounded_reason.
    With repeats: self_agreement by figure: same (share of equal pairs of repeats) and spread (standard deviation).
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
        repeats: int = 1,
        user_joints: Any = None,
        reference_joints: Any = None,
        scores: str = "plain",
    ) -> dict[str, Any]:
        """Judge `predictions` against `references` and aggregate the verdicts."""
        # Resolved before anything is stored: a wrong name leaves no half-filled metric behind.
        found = judges.asked_again(judge, protocol, scores, repeats)
        return super().compute(  # type: ignore[no-any-return]
            predictions=predictions,
            references=references,
            exercises=exercises,
            preferences=preferences,
            judge=found,
            protocol=protocol,
            scores=scores,
            joints=(user_joints, reference_joints),
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

    def _compute(
        self, judge: list[judges.Judge], protocol: str, scores: str, joints: tuple[Any, Any], **columns: list[str]
    ) -> dict[str, Any]:
        filled = {name: list(column) for name, column in columns.items()}
        # Joints do not pass through Arrow: they may be large, and bad ones are an error before a judge is asked.
        both = grounding.joint_columns(*joints, len(filled["predictions"]))
        result = judges.judged(judge, filled, protocol)
        if scores == "expected":
            result |= judges.expectations(result)
        return result if both is None else grounding.grounded(result, judges.rows_of(filled), both)
