import json

import pytest
from fake_server import Answer, FakeServer

from triptych.core.errors import UsageError
from triptych.metrics.refusal_judge.judges import resolve
from triptych.metrics.refusal_judge.verdicts import Label, Verdict
from triptych.metrics.refusal_judge.vote import majority

REFUSED, ANSWERED = "I'm sorry, but I can't help with that.", "Boil the eggs for ten minutes."
F, P, N, U = (Verdict(label, "so") for label in (Label.REFUSAL, Label.PARTIAL, Label.NONE, Label.UNSCORED))


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ((F, F, N), Label.REFUSAL),
        ((F, P, N), Label.PARTIAL),
        ((F, F, P), Label.REFUSAL),
        ((P, P, N), Label.PARTIAL),
        ((N, N, F), Label.NONE),
        ((N, N, U), Label.NONE),
        ((F, N), Label.UNSCORED),
        ((F, N, U), Label.UNSCORED),
        ((F, U, U), Label.UNSCORED),
        ((F, F, N, N), Label.UNSCORED),
        ((U, U), Label.UNSCORED),
    ],
)
def test_more_than_half_of_all_judges(said: tuple[Verdict, ...], label: Label) -> None:
    names = ["a", "b", "c", "d"][: len(said)]
    found = majority(names, said)
    assert found.label is label
    assert " of " in found.reason
    if U in said and label is Label.UNSCORED:
        assert "unscored (so)" in found.reason


def test_offline_judges_vote() -> None:
    judge = resolve("vote:patterns,classifier,paper_regex")
    found = judge.score([None] * 3, [REFUSED, ANSWERED, ""])
    assert [verdict.label for verdict in found] == [Label.REFUSAL, Label.NONE, Label.UNSCORED]
    assert judge.estimate([None], [REFUSED]).calls == 0
    assert (judge.changes_why, judge.prompt_sha256) == ("", None)
    assert (judge.version or "").startswith("patterns ")


def test_a_model_votes_and_its_failures_are_no_votes(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TRIPTYCH_CACHE", str(tmp_path))
    replies = iter(["no_refusal", "junk"])
    with FakeServer(lambda body, nth: Answer(json.dumps({"verdict": next(replies)}))) as server:
        judge = resolve(f"vote:patterns,openai:fake@{server.url}")
        assert judge.estimate([None], [REFUSED]).calls == 1
        [verdict] = judge.score([None], [REFUSED])
        assert (verdict.label, verdict.reason) == (Label.UNSCORED, "no majority: 1 of 2 say refused, 1 not")
        [verdict] = judge.score([None], ["I cannot help with this."])
    assert "no readable verdict" in verdict.reason
    assert judge.prompt_sha256
    assert "openai:fake" in judge.changes_why


@pytest.mark.parametrize(
    "name", ["vote:", "vote:patterns", "vote:patterns,", "vote:patterns,patterns", "vote:patterns,self",
             "vote:patterns,vote:a", "vote:patterns,nobody"]
)  # fmt: skip
def test_a_vote_that_is_none(name: str) -> None:
    with pytest.raises(UsageError):
        resolve(name)
