"""What a test needs of the machine: without it the test is skipped, or fails where it must run."""

from __future__ import annotations

import os

import pytest

VARIABLE = "SALIENT_REQUIRE"
"""Names what may not be missing, e.g. ``postgres,browser``: for machines that test everything."""


def require(name: str, condition: object, reason: str) -> None:
    """Skip the test unless a condition holds; fail it where :data:`VARIABLE` names it.

    Args:
        name: What is needed: ``postgres``, ``browser``.
        condition: Whether it is there.
        reason: What is missing and how to get it.
    """
    if condition:
        return
    if name in os.environ.get(VARIABLE, "").replace(",", " ").split():
        pytest.fail(f"{VARIABLE} names {name}, but {reason}", pytrace=False)
    pytest.skip(reason)
