"""What a state must not say of itself."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.squad.table import GAME, Table

FAR = 10_000


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("loading", {0: 1}),
        ("swings", {0: 1}),
        ("unloading", {0: FAR}),
        ("out_of_houses", {FAR: 0}),
        ("charges_laid", {0: 0}),
        ("charges_set", {0: 0}),
        ("street_blocks", {FAR: 0}),
        ("street_blocks", {0: 6}),
        ("wall_breaches", {FAR: 0}),
        ("hidden_zones", {0: 0}),
        ("held_debris", {0: 1}),
        ("debris_bridges", 1 << FAR),
    ],
)
def test_what_lies_about_is_of_this_map_and_these_units(column: str, value: Any) -> None:
    table = Table(german="ss658", american="us666").put("C3", "ss658.1")
    GAME.check(table.g)
    setattr(table.g, column, value)
    with pytest.raises(ValueError, match=r"\w"):
        GAME.check(table.g)
