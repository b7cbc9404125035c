"""Keeps retries from waiting."""

from collections.abc import Iterator

import pytest
import stamina


@pytest.fixture(autouse=True)
def no_waiting() -> Iterator[None]:
    """Retries as configured, but with no time between them."""
    with stamina.set_testing(True, attempts=100, cap=True):
        yield
