"""Chapter 14: German special units."""

from __future__ import annotations

from salient.boards.bits import each_place
from salient.engine.actions import Action
from salient.engine.ids import Place
from salient.engine.state import Decision, Log
from salient.games.mist.events import SpecialPlaced, SpecialRemoved
from salient.games.mist.setting import ALLIED, GERMAN
from salient.games.mist.state import MistState, MistStep, Special

HINDER, PREVENT, SUPPORT = "hinder", "prevent", "support"
EFFECTS = (HINDER, PREVENT, SUPPORT)
"""Rules 14.22, 14.23, 14.24."""

DAYS = range(17, 20)
"""Rule 14.11: one special unit on each of these turns."""

LAST_IMPULSE = 3


def choices(g: MistState) -> list[Action]:
    """The effects a special unit can be used for now. Rules 14.11, 14.21, 14.22b."""
    if g.day not in DAYS or g.special_day == g.day:
        return []
    return [
        Action("special", (effect,))
        for effect in EFFECTS
        if effect not in g.special_effects
        and not (effect == HINDER and g.impulse == LAST_IMPULSE)
        and placements(g, effect)
    ]


def placements(g: MistState, effect: str) -> int:
    """The areas a special unit can be placed in. Rules 14.12, 14.23a.

    Any area but a printed VP area; to prevent demolition it must join an Allied unit.
    """
    areas = g.setting.special_areas
    return areas & g.present[ALLIED] if effect == PREVENT else areas


class Infiltration(MistStep, frozen=True, tag="infiltration"):
    """The German player places a special unit. Rule 14.12."""

    effect: str

    def ask(self, g: MistState) -> Decision:
        """Where it goes."""
        actions = [Action("place", (area,)) for area in each_place(placements(g, self.effect))]
        return Decision(GERMAN, f"special_{self.effect}", actions, ("14.12", "14.21"))

    def take(self, g: MistState, action: Action, log: Log) -> None:
        """Put it on the map. Rules 14.11, 14.21."""
        g.steps.pop()
        g.special = Special(self.effect, action.place(0))
        g.special_effects = (*g.special_effects, self.effect)
        g.special_day = g.day
        log.append(SpecialPlaced(self.effect, g.special.area))


def withdraw(g: MistState, log: Log) -> None:
    """Take the special unit off the map after the Allied impulse. Rule 14.3."""
    if g.special:
        log.append(SpecialRemoved(g.special.area))
        g.special = None


def hindered_area(g: MistState) -> int:
    """The area (as a set) that Allied units enter and leave for one more MP. Rule 14.22."""
    return 1 << g.special.area if g.special and g.special.effect == HINDER else 0


def prevents_demolition(g: MistState, area: Place) -> bool:
    """Whether bridges are guarded against the Allied units in an area. Rule 14.23."""
    return g.special is not None and g.special == Special(PREVENT, area)


def can_support(g: MistState, area: Place) -> bool:
    """Whether a special unit stands ready to support the battle in an area. Rule 14.24."""
    return g.special is not None and g.special == Special(SUPPORT, area)
