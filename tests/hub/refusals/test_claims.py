import csv
from pathlib import Path

import pytest

from triptych.hub.refusals.claims import Change, Claim, Verdict, change, write_claims
from triptych.hub.refusals.claims_judges import judge_claims
from triptych.hub.refusals.claims_robustness import robustness_claims
from triptych.hub.refusals.counts import paper_counts

COUNTS = paper_counts()
CLAIMS = {claim.id: claim for claim in (*robustness_claims(COUNTS), *judge_claims(COUNTS))}


def test_only_two_drops_hold_whatever_the_pairing() -> None:
    verdicts = {name: change(COUNTS, name).verdict for name in COUNTS.systems if not name.endswith("-ALB")}
    clear = {name for name, verdict in verdicts.items() if verdict is Verdict.SUPPORTED}
    assert clear == {"SmolLM2", "Score 0 + Rephrase"}
    assert {verdict for name, verdict in verdicts.items() if name not in clear} == {Verdict.NOT_SUPPORTED}


def test_a_drop_that_only_some_pairings_show_cannot_be_judged() -> None:
    assert Change("x", 30, 22, 50).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("name", "verdict", "number"),
    [
        ("refusal-only-fragile", Verdict.CONTRADICTED, "48 to 48 of 50: +0 points [-10, +10]"),
        ("smollm2", Verdict.SUPPORTED, "35 to 15 of 50: -40 points [-55, -21], p 1.9e-06 to 0.0066"),
        ("rephrase-only", Verdict.SUPPORTED, "49 to 34 of 50: -30 points [-44, -16]"),
        ("oracle-smallest-gap", Verdict.CONTRADICTED, "Rephrase + Metatags 0, Score 0 + Rephrase + Refusals 0"),
        ("raw-and-score-0", Verdict.NOT_SUPPORTED, "46 to 41 of 50: -10 points"),
        ("transfer", Verdict.NOT_SUPPORTED, "44 to 39 of 50: -10 points"),
        ("self-all-refused", Verdict.CONTRADICTED, "SmolLM2 0 and GLM-4 0 of 900, ChatGPT5 778"),
        ("qwen-all-refused", Verdict.CONTRADICTED, "5 to 33 of 50 for the others, 474 of 900"),
        ("regex-over", Verdict.CONTRADICTED, "refused 621 and 16 times (harmful, harmless), ChatGPT5 861 and 27"),
        ("small-judges", Verdict.UNKNOWN, "NON-REFUSAL holds too"),
        ("moderate", Verdict.UNKNOWN, "0.792"),
        ("harmless-low", Verdict.SUPPORTED, "14 to 13 of 500"),
    ],
)  # fmt: skip
def test_conclusions_beside_their_numbers(name: str, verdict: Verdict, number: str) -> None:
    assert CLAIMS[name].verdict is verdict
    assert number in CLAIMS[name].numbers


def test_each_claim_has_a_place_a_number_and_an_n() -> None:
    assert len(CLAIMS) >= 30
    assert all(claim.section and claim.says and claim.numbers and claim.n for claim in CLAIMS.values())
    assert {claim.verdict for claim in CLAIMS.values()} == set(Verdict)


def test_four_columns_are_not_to_be_trusted_each_with_its_reason() -> None:
    text = " ".join(claim.numbers for claim in CLAIMS.values())
    for judge in ("Qwen3", "GPT-oss", "GLM-4", "SmolLM2"):
        assert judge in text
    assert "unfilled prompts" in CLAIMS["self-all-refused"].numbers


def test_the_page_lists_every_claim_and_escapes_it(tmp_path: Path) -> None:
    claims = [Claim("a", "4.1", "x < y & z", Verdict.SUPPORTED, "1 of 2", "2"), *CLAIMS.values()]
    link = write_claims(tmp_path, claims)
    page = (tmp_path / link.file).read_text()
    assert "x &lt; y &amp; z" in page
    assert all(f'id="{claim.id}"' in page for claim in claims)
    with (tmp_path / "refusals-claims.csv").open(newline="") as file:
        assert [row["id"] for row in csv.DictReader(file)] == [claim.id for claim in claims]
    assert link.text.startswith(f"{len(claims)} conclusions")
