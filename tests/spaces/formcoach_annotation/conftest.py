"""A task of six pairs and two systems, with two annotators and an adjudicator."""

from pathlib import Path

import pytest

from triptych.spaces.annotation.accounts import Accounts, Role
from triptych.spaces.annotation.store import Store
from triptych.spaces.formcoach_annotation.items import Line, Pair
from triptych.spaces.formcoach_annotation.work import Work

PEOPLE: dict[str, Role] = {"ada": "annotator", "bob": "annotator", "cleo": "annotator", "eve": "adjudicator"}


@pytest.fixture
def work(tmp_path: Path) -> Work:
    pairs = [Pair(f"p{at}", "Squat" if at % 2 else "Mule Kick", 30.0, lambda: (b"", b"")) for at in range(6)]
    lines = {
        pair.id: (
            Line(f"{pair.id}-one", "Go deeper, please.", ("alpha", "beta")),
            Line(f"{pair.id}-two", "Fine.", ("gamma",)),
        )
        for pair in pairs
    }
    path = tmp_path / "work.sqlite"
    return Work(pairs, lines, Store(path), dict[str | None, Role](PEOPLE).get, Accounts(path).pseudonym)
