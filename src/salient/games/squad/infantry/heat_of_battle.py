"""Heat of battle: heroes, hardened troops, berserks, and those who have had enough. Rule A15.

Readings: a leader who would become a hero is hardened instead. Who is hardened rises by a class or
a grade, the best become fanatic. Who has had enough breaks and is disrupted, so that he surrenders
to the first enemy beside him. The berserk run at the nearest enemy they see, as far as 8 MF take
them, and advance on him; they neither fire nor are pinned, and suffer casualties where others
break. All of it is reconstructed.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Log
from salient.games.squad.combat.morale import break_unit
from salient.games.squad.combat.quality import disrupt
from salient.games.squad.core.events.men import Became, Hardened, HeatRolled, HeroMade
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.unit_rows import InfantryRow, LeaderRow
from salient.games.squad.sight.concealment import reveal
from salient.games.squad.sight.los import sees_unit

WORD = "heat_of_battle"
HERO, HERO_AND_HARDENED, HARDENED, BERSERK = 4, 6, 8, 11
"""The highest final rolls that make a hero, both, hardened troops, berserks (A15.1)."""

RAW = ("green", "conscript")


def heat_modifiers(g: SquadState, unit: Piece) -> tuple[Modifier, ...]:
    """Elite troops gain by it, raw and broken ones do not. Rule A15.1."""
    value = g.broken >> unit & 1
    if g.setting.squads >> unit & 1:
        quality = g.row(unit).quality
        value += (quality in RAW) - (quality == "elite")
    return (Modifier("A15.1", value),) if value else ()


def heat(g: SquadState, unit: Piece, log: Log) -> None:
    """Two ones in a morale check, or in a rally under a leader. Rule A15.1."""
    if g.berserk >> unit & 1 or is_hero(g, unit):
        return
    modifiers, dice = heat_modifiers(g, unit), g.dice()
    final = sum(dice) + sum(modifier.value for modifier in modifiers)
    result = (
        "hero" if final <= HERO
        else "hero_hardened" if final <= HERO_AND_HARDENED
        else "hardened" if final <= HARDENED
        else "berserk" if final <= BERSERK
        else "gives_up"
    )  # fmt: skip
    log.append(HeatRolled(unit, dice, modifiers, result))
    if result in ("hero", "hero_hardened"):
        make_hero(g, unit, log)
    if result in ("hero_hardened", "hardened"):
        harden(g, unit, log)
    elif result == "berserk":
        go_berserk(g, unit, log)
    elif result == "gives_up":
        break_unit(g, unit, log)
        if g.broken >> unit & 1:
            disrupt(g, unit, log)


def is_hero(g: SquadState, unit: Piece) -> bool:
    """Whether a unit is a hero."""
    return bool(g.setting.leaders >> unit & 1) and g.leader(unit).kind == "hero"


def make_hero(g: SquadState, unit: Piece, log: Log) -> None:
    """A hero rises from a squad, if there is a counter; a leader is hardened. Rule A15.21."""
    if g.setting.leaders >> unit & 1:
        harden(g, unit, log)
        return
    box = g.stock() & g.setting.army[g.side(unit)] & g.setting.leaders
    heroes = [one for one in each_piece(box) if g.leader(one).kind == "hero"]
    if not heroes or g.where[unit] == NOWHERE or unit in g.aboard:
        return
    reveal(g, 1 << unit, log)
    appear(g, heroes[0], unit)
    log.append(HeroMade(heroes[0], g.where[unit]))


def appear(g: SquadState, new: Piece, unit: Piece) -> None:
    """A counter comes out of the box beside a unit."""
    g.spare &= ~(1 << new)
    g.put(new, g.where[unit])
    if unit in g.bypass:
        g.bypass[new] = g.bypass[unit]
    if unit in g.crest:
        g.crest[new] = g.crest[unit]
    g.melee |= (g.melee >> unit & 1) << new


def harden(g: SquadState, unit: Piece, log: Log) -> None:
    """A unit rises by a class or a grade, or is fanatic; the broken rally. Rules A15.3, A10.8."""
    kind = better_kind(g, unit)
    if kind:
        g.kind[unit] = kind
    else:
        g.fanatic |= 1 << unit
    log.append(Hardened(unit, g.kind[unit]))
    rally(g, unit, log)


def better_kind(g: SquadState, unit: Piece) -> str:
    """The next better kind, the first of the table; empty for none."""
    kind, side = g.kind[unit], g.setting.units[unit].row.side
    if g.setting.squads >> unit & 1 and g.row(unit).quality == "elite":
        return ""
    for row in g.setting.tables.kinds.values():
        if isinstance(row, InfantryRow | LeaderRow) and row.side == side and row.lower == kind:
            return row.id
    return ""


def rally(g: SquadState, unit: Piece, log: Log) -> None:
    """A broken unit is in order again."""
    if g.broken >> unit & 1:
        for name in ("broken", "desperate", "disrupted"):
            setattr(g, name, getattr(g, name) & ~(1 << unit))
        log.append(Became(unit, "rallied"))


# -- berserks -------------------------------------------------------------------------------------


def go_berserk(g: SquadState, unit: Piece, log: Log) -> None:
    """A unit sees red. Rule A15.43."""
    bit = 1 << unit
    rally(g, unit, log)
    reveal(g, bit, log)
    g.berserk |= bit
    g.pinned &= ~bit
    log.append(Became(unit, "berserk"))


def seen_foes(g: SquadState, unit: Piece) -> list[Piece]:
    """The known enemies that a unit sees."""
    foes = g.on_map(g.setting.army[enemy(g.side(unit))] & g.setting.personnel)
    return [foe for foe in each_piece(foes & ~(g.hidden | g.concealed)) if sees_unit(g, unit, foe)]


def prey_of(g: SquadState, unit: Piece) -> Piece | None:
    """The nearest enemy that a berserk unit sees. Rule A15.42."""
    here, board = g.where[unit], g.setting.board
    return min(
        seen_foes(g, unit),
        key=lambda foe: (board.range(here, g.where[foe]), g.where[foe]), default=None,
    )  # fmt: skip


def chargers(g: SquadState, side: int) -> Iterator[Piece]:
    """Berserk units of a side that see somebody to run at."""
    if not g.berserk:
        return
    idle = g.moved | g.melee | g.ti | g.riding()
    for unit in each_piece(g.on_map(g.berserk & g.setting.army[side]) & ~idle):
        if prey_of(g, unit) is not None:
            yield unit


def calm_down(g: SquadState, log: Log) -> None:
    """Who sees no enemy any more comes to his senses. Rule A15.46."""
    for unit in each_piece(g.on_map(g.berserk) & ~g.melee):
        if not seen_foes(g, unit):
            g.berserk &= ~(1 << unit)
            log.append(Became(unit, "calm"))


def charge_orders(g: SquadState, side: int) -> Iterator[Action]:
    """What the berserk must do before anybody else moves. Rule A15.42."""
    return (Action("charge", (unit,)) for unit in chargers(g, side))


def must_advance(g: SquadState, unit: Piece, places: list[Place]) -> list[Place]:
    """Where a berserk unit advances of all the places it could: on the enemy. Rule A15.42."""
    if not g.berserk >> unit & 1:
        return places
    foes = g.setting.army[enemy(g.side(unit))] & g.setting.personnel & ~g.hidden
    return [place for place in places if g.stacks.get(place, 0) & foes]


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({WORD}),
    inspirations=(heat,),
    forced_moves=(charge_orders,),
    player_turn_ends=(calm_down,),
)
