"""The formations that the cards name, by their ids in the order of battle."""

from __future__ import annotations

PRINTED = {
    "1SS Pz": "1SS",
    "2SS Pz": "2SS",
    "2 Pz": "2PZ",
    "4 Inf Div": "4ID",
    "KGP": "KGP",
    "KGC": "KGC",
    "Fuehrer Escort": "FBB",
}
"""Ids of formations by what the cards call them."""


def formation_id(printed: str) -> str:
    """The id of a formation of the cards.

    >>> formation_id("2 Pz"), formation_id("Fuehrer Escort")
    ('2PZ', 'FBB')
    """
    return PRINTED[printed]
