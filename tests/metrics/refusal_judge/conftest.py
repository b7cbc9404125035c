"""Lets tests import `fake_server`, and keeps retries from waiting."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import stamina

sys.path.insert(0, str(Path(__file__).parents[2]))


@pytest.fixture(autouse=True)
def no_waiting() -> Iterator[None]:
    """Retries as configured, but with no time between them."""
    with stamina.set_testing(True, attempts=100, cap=True):
        yield
