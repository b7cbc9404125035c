import json
from pathlib import Path

import pytest

from triptych.core.vocabulary import exercise
from triptych.metrics.coaching_rubric.claims import parse
from triptych.metrics.coaching_rubric.spans import locate

LINES = [
    ("Widen your stance and push your knees out; don't round your back.",
     ["Widen your stance", "push your knees out", "don't round your back"]),
    ("Great rep! Keep your chest up, and raise your left hand 3.5 cm higher at the top.",
     ["Keep your chest up", "raise your left hand 3.5 cm higher at the top"]),
    ("Look at your feet. Widen them.", ["Look at your feet", "Widen them"]),
    ("  **Straighten\u2011out your left elbow**\n", ["Straighten\u2011out your left elbow"]),
    ("Nothing to correct.", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), LINES)
def test_claims_stand_where_they_are_said(text: str, wanted: list[str]) -> None:
    claims = parse(text, exercise("Squat")).claims
    assert [text[start:end] for start, end in locate(text, claims, exercise("Squat"))] == wanted


def test_every_claim_of_many_texts_has_a_place_inside_its_text() -> None:
    rows = json.loads(Path(__file__).with_name("unseen_pairs.json").read_text(encoding="utf-8"))
    texts = [text for row in rows for text in (row["feedback"], row["reference"]) if text]
    narrow = count = 0
    for text in texts:
        claims = parse(text).claims
        places = locate(text, claims)
        assert len(places) == len(claims)
        for start, end in places:
            assert 0 <= start < end <= len(text)
            assert text[start:end] == text[start:end].strip()
        count += len(claims)
        narrow += sum(end - start < len(text) - 1 for start, end in places)
    assert count > 500
    assert narrow > 50, "some texts hold several clauses"
