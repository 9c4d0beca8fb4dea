"""The chapters that a campaign adds to those of the squad game."""

from __future__ import annotations

from typing import Any

from salient.games.peiper.battle import (
    ammunition,
    arrivals,
    bore,
    bridge,
    ending,
    exits,
    facings,
    flames,
    night,
    notes,
    prizes,
    reserves,
    wrecks,
)
from salient.games.squad.core.actions import CHOICE, PIECE, PLACE
from salient.games.squad.core.questions import Chapters

REFIT: Chapters[Any] = Chapters(
    verbs={
        "buy": (CHOICE, CHOICE),
        "by": (PLACE,),
        "objective": (PLACE,),
        "fort": (CHOICE,),
        "site": (PLACE,),
        "reregister": (PLACE,),
        "relocate": (PIECE,),
        "to": (PLACE,),
        "clear_away": (PLACE,),
        "recon": (PLACE,),
        "watch": (PLACE,),
        "chit": (CHOICE,),
        "staff": (),
        "do_without": (PIECE,),
        "request": (PIECE,),
        "take_up": (PLACE,),
        "stay": (PIECE,),
        "escape": (PIECE,),
        "stay_all": (),
        "pick": (PIECE,),
        "release": (PLACE,),
        "fanatic": (CHOICE,),
    }
)
"""The verbs of the refit phase."""

CAMPAIGN: tuple[Chapters[Any], ...] = (
    reserves.CHAPTER,
    arrivals.CHAPTER,
    ending.CHAPTER,
    night.CHAPTER,
    ammunition.CHAPTER,
    exits.CHAPTER,
    facings.CHAPTER,
    wrecks.CHAPTER,
    bridge.CHAPTER,
    prizes.CHAPTER,
    bore.CHAPTER,
    flames.CHAPTER,
    notes.CHAPTER,
    REFIT,
)
