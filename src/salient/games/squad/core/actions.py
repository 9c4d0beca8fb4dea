"""The verbs of the game and the kinds of their arguments."""

from __future__ import annotations

from salient.boards.sight_lines import CORNER_NAMES, SIDE_NAMES
from salient.engine.actions import Action, ArgKind, Offers

PIECE, PLACE, NUMBER, CHOICE = ArgKind.PIECE, ArgKind.PLACE, ArgKind.NUMBER, ArgKind.CHOICE

VERBS: dict[str, tuple[ArgKind, ...]] = {
    # setting up
    "deploy": (PIECE, PLACE),
    "give": (PIECE, PIECE),
    "face": (PIECE, CHOICE),
    "hide": (PIECE,),
    # any phase
    "end": (),
    "pass": (),
    "hold": (),
    # rally
    "rally": (PIECE,),
    "repair": (PIECE,),
    "recover": (PIECE, PIECE),
    # fire
    "fire": (PIECE,),
    "at": (PLACE,),
    "burst": (PLACE, CHOICE),
    "shell": (PLACE,),
    "aim": (PIECE,),
    "suspect": (PLACE,),
    "load": (CHOICE,),
    "lay": (PLACE,),
    "topple": (PLACE,),
    "join": (PIECE,),
    "desperate": (),
    "shoot": (),
    "lane": (),
    "snap": (PIECE,),
    "protect": (PIECE,),
    # movement
    "move": (PIECE,),
    "rush": (),
    "go": (PLACE,),
    "assault": (PLACE,),
    "dash": (PLACE, PLACE),
    "vertex": (CHOICE,),
    "bypass": (PLACE, CHOICE),
    "smoke": (PLACE,),
    "search": (),
    "drive": (PLACE,),
    "reverse": (PLACE,),
    "turn": (CHOICE,),
    "turret": (CHOICE,),
    "button": (),
    "free": (),
    "push": (PLACE,),
    "throw": (PLACE,),
    "hurl": (PLACE, CHOICE),
    "faust": (PIECE,),
    "stop": (),
    "exit": (),
    # rout
    "rout": (PLACE,),
    "crawl": (PLACE,),
    # advance and close combat
    "advance": (PIECE, PLACE),
    "fight": (PLACE,),
    "engage": (PIECE,),
    # ground
    "place": (PLACE, CHOICE),
}
"""Argument kinds by verb; chapters bring verbs of their own. All have texts in both languages."""

MOMENTOUS = frozenset(
    ("end", "rally", "repair", "shoot", "lane", "snap", "protect", "exit", "fight")
)
"""What cannot be taken back: dice, those who leave the map, the end of a phase."""

END, PASS, HOLD = Action("end"), Action("pass"), Action("hold")
SHOOT, LANE, DESPERATE = Action("shoot"), Action("lane"), Action("desperate")
RUSH, STOP, EXIT, BUTTON, SEARCH = (
    Action("rush"), Action("stop"), Action("exit"), Action("button"), Action("search"),
)  # fmt: skip

GO, DRIVE = Offers("go"), Offers("drive")
"""Where moving units can get to: the longest lists of all."""

SIDE_WORDS = tuple(name.casefold() for name in SIDE_NAMES)
"""Hexsides as choices: ``n``, ``ne`` …"""

CORNER_WORDS = tuple(name.casefold() for name in CORNER_NAMES)
"""Corners (facings) as choices: ``nw``, ``ne``, ``e`` …"""
