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
    "3 FJ": "3FJ",
    "116 Pz": "116PZ",
    "560 VG": "560VG",
    "150 Bde": "150",
    "10 Armd Div": "10AD",
    "101 Abn Div": "101AB",
    "CCB 10 Armd": "CCB10",
    "kgp": "KGP",
    "1ss_pz": "1SS",
    "12ss_pz": "12SS",
    "9ss_pz": "9SS",
    "2ss_pz": "2SS",
    "116_pz": "116PZ",
    "fe_bde": "FBB",
    "pz_lehr": "PZL",
    "2_pz": "2PZ",
    "9_pz": "9PZ",
}
"""Ids of formations by what the cards call them."""


COUNTED_AS_ONE = ("Fuehrer Escort Bde Pz IV", "Fuehrer Escort Bde AAA")
PRINTED_UNITS = {COUNTED_AS_ONE[0]: "II/PzGD", COUNTED_AS_ONE[1]: "FlR120"}
"""Ids of units by what the cards call them (stack-7)."""


def formation_id(printed: str) -> str:
    """The id of a formation of the cards.

    >>> formation_id("2 Pz"), formation_id("Fuehrer Escort")
    ('2PZ', 'FBB')
    """
    return PRINTED[printed]
