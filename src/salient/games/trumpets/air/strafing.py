"""Strafing (5.7): aircraft against what moves on the roads, and the guns' answer."""

from __future__ import annotations

from salient.boards.bits import each_piece, members
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place
from salient.engine.state import Decision, Log
from salient.games.trumpets.air.missions import change, strafing_hexes
from salient.games.trumpets.charts.air import FIGHTERS, JETS
from salient.games.trumpets.events import Strafed
from salient.games.trumpets.harm.disruption import disrupt
from salient.games.trumpets.setting import STOP
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

DIE = 6
COVER = ("forest", "marsh")
"""Where trucks and AFV keep to the road and are easy to hit (drm-strafe-1, drm-strafe-2)."""


class Strafing(TrumpetsStep, frozen=True, tag="strafing"):
    """Step 5g: one strafer after the other, hex by hex. Rules sop-5g, proc-strafe-8.

    Attributes:
        number: The aircraft.
        done: Hexes it has strafed.
    """

    number: int = 0
    done: int = 0

    def ask(self, g: TrumpetsState) -> Decision | None:
        """Which hex next, or stop."""
        if self.number >= len(g.aircraft):
            return None
        craft = g.aircraft[self.number]
        if craft.mission != "strafe":
            return None
        hexes = strafing_hexes(g, craft) & ~self.done
        if not hexes:
            return None
        actions = [*g.setting.offer["hit"].of(members(hexes)), STOP]
        rules = ("proc-strafe-1", "proc-strafe-8")
        return Decision(craft.side, "strafing", actions, rules, {"type": craft.type})

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Strafe the hex, or end the mission."""
        if action == STOP:
            g.steps[-1] = Strafing(self.number + 1)
            return
        place = action.place(0)
        g.steps[-1] = Strafing(self.number, self.done | 1 << place)
        strafe_hex(g, self.number, place, log)

    def run(self, g: TrumpetsState, log: Log) -> None:
        """On to the next aircraft."""
        if self.number < len(g.aircraft):
            g.steps[-1] = Strafing(self.number + 1)
        else:
            g.steps.pop()


def strafe_hex(g: TrumpetsState, number: int, place: Place, log: Log) -> None:
    """All units of a hex: AFV, others, HQs, until it is sent home.

    Rules proc-strafe-4, proc-strafe-5.
    """
    roster = g.setting.roster
    units = g.stacks.get(place, 0) & roster.army[1 - g.aircraft[number].side]
    afv, hqs = units & roster.afv, units & roster.hqs
    for unit in (*each_piece(afv), *each_piece(units & ~afv & ~hqs), *each_piece(hqs)):
        if g.aircraft[number].mission != "strafe":
            return
        _strafe_unit(g, number, unit, log)


def _strafe_unit(g: TrumpetsState, number: int, unit: Piece, log: Log) -> None:
    """A red die for the attack, a white one for the guns.

    Rules proc-strafe-1, proc-strafe-2, proc-strafe-3, res-strafe-D.
    """
    craft, charts, place = g.aircraft[number], g.setting.air, g.where[unit]
    red, white = g.roll(DIE), g.roll(DIE)
    attack, answer = attack_modifiers(g, craft.type, unit), answer_modifiers(g, craft.type, unit)
    hit = charts.strafing.look_up(red + sum(m.value for m in attack), craft.type) == "D"
    hit = hit and not is_immune(g, unit)
    home = charts.answer.look_up(white + sum(m.value for m in answer), craft.type) == "A"
    log.append(Strafed(craft.type, unit, place, red, attack, hit, white, answer, home))
    if hit:
        disrupt(g, 1 << unit, "dis-1", log)
    if home:  # res-aa-A
        change(g, number, mission="home")


def is_immune(g: TrumpetsState, unit: Piece) -> bool:
    """Infantry in forest is not hurt. Rule proc-strafe-10."""
    forest = g.setting.country.terrain["forest"]
    return bool(g.setting.roster.infantry >> unit & 1 and forest >> g.where[unit] & 1)


def attack_modifiers(g: TrumpetsState, craft: str, unit: Piece) -> tuple[Modifier, ...]:
    """On the red die.

    Rules drm-strafe-1, drm-strafe-2, drm-strafe-3, drm-strafe-4, drm-strafe-5, proc-strafe-6.
    """
    setting, found = g.setting, []
    place = g.where[unit]
    if craft in FIGHTERS | JETS and any(setting.country.terrain[t] >> place & 1 for t in COVER):
        if setting.units[unit].movement == "truck":
            found.append(Modifier("drm-strafe-1", -2))
        elif setting.roster.afv >> unit & 1:
            found.append(Modifier("drm-strafe-2", -1))
    return (*found, *_guns(g, place, "drm-strafe-3", "drm-strafe-4", "drm-strafe-5"))


def answer_modifiers(g: TrumpetsState, craft: str, unit: Piece) -> tuple[Modifier, ...]:
    """On the white die. Rules drm-aa-1, drm-aa-2, drm-aa-3, drm-aa-4, drm-aa-5, proc-strafe-7."""
    found = []
    if g.setting.roster.afv >> unit & 1:
        if craft in JETS:
            found.append(Modifier("drm-aa-1", 1))
        elif craft in FIGHTERS:
            found.append(Modifier("drm-aa-2", 1))
    return (*found, *_guns(g, g.where[unit], "drm-aa-3", "drm-aa-4", "drm-aa-5"))


def _guns(g: TrumpetsState, place: Place, heavy: str, light: str, near: str) -> list[Modifier]:
    """Anti-aircraft guns: heavy +2 and others +1 in the hex, heavy +1 next to it."""
    setting = g.setting
    roster = setting.roster
    own = roster.army[setting.side_of[members(g.stacks[place])[0]]]
    here = g.stacks[place] & own
    around = g.units_in(setting.board.around(1 << place), own & roster.heavy_aa)
    counts = (
        (heavy, 2 * (here & roster.heavy_aa).bit_count()),
        (light, (here & roster.light_aa & ~roster.machine_guns).bit_count()),
        (near, around.bit_count()),
    )
    return [Modifier(rule, value) for rule, value in counts if value]
