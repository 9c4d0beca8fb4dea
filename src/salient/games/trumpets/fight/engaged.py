"""Engaged and counter-attack: the markers that a combat leaves behind (res-crt-eng, res-crt-ca)."""

from __future__ import annotations

from salient.boards.bits import each_piece, members, set_of
from salient.engine.ids import Place, enemy
from salient.engine.state import Log
from salient.games.trumpets.events import Declined, Marked
from salient.games.trumpets.harm.losses import Losses
from salient.games.trumpets.state import Attack, TrumpetsState

# -- Engaged ------------------------------------------------------------------------------------


def engage(g: TrumpetsState, log: Log) -> None:
    """All attackers and all defenders are engaged. Rules res-crt-eng, rc-eng-1."""
    units = g.alive((*g.fight.attackers, *g.fight.defenders))
    g.engaged |= set_of(units)
    g.engaged_since.update(dict.fromkeys(units, g.segment))
    log.append(Marked(tuple(units), "engaged"))


def release_engaged(g: TrumpetsState, side: int) -> None:
    """At a player's end: those of his that were engaged in an earlier segment. Rule rc-eng-1."""
    now = 2 * g.turn + side
    old = [unit for unit, since in g.engaged_since.items() if since < now]
    _disengage(g, set_of(old) & g.setting.army[side])


def release_unthreatened(g: TrumpetsState) -> None:
    """Those without an enemy combat unit next to them are not engaged any more. Rule rc-eng-1."""
    around = [g.setting.board.around(hexes) for hexes in g.held]
    on_map = g.on_map(g.engaged)
    near = [
        unit
        for unit in each_piece(on_map)
        if around[enemy(g.setting.side_of[unit])] >> g.where[unit] & 1
    ]
    _disengage(g, g.engaged & ~set_of(near))


def _disengage(g: TrumpetsState, units: int) -> None:
    g.engaged &= ~units
    for unit in each_piece(units):
        g.engaged_since.pop(unit, None)


# -- counter-attack -----------------------------------------------------------------------------


def demand_counter_attack(g: TrumpetsState, log: Log) -> None:
    """The front-line units of the hex must attack back. Rules res-crt-ca, rc-ca-1, tab-pos-ca."""
    fight, roster = g.fight, g.setting.roster
    position = "" if fight.surprised else g.positions.get(fight.target, "")
    if position and g.setting.combat.positions[position].ignores_ca:
        return
    units = [unit for unit in g.alive(fight.defenders) if roster.front >> unit & 1]
    if not units:
        return
    g.ca |= set_of(units)
    for unit in units:
        g.ca_targets[unit] = g.ca_targets.get(unit, 0) | set_of(g.alive(fight.attackers))
    log.append(Marked(tuple(units), "ca"))


def owed(g: TrumpetsState, units: int) -> dict[Place, int]:
    """Hexes of some units that owe a counter-attack, and the hexes they may make it on.

    Only while a unit that drew it stands next to them. Rule rc-ca-1.
    """
    found: dict[Place, int] = {}
    for unit in each_piece(g.ca & units):
        here = g.where[unit]
        foes = members(g.on_map(g.ca_targets.get(unit, 0)))
        near = set_of(g.where[foe] for foe in foes) & g.setting.board.around(1 << here)
        if near:
            found[here] = found.get(here, 0) | near
    return found


def pay_by_attacking(g: TrumpetsState, attack: Attack) -> None:
    """A CA unit that attacks one of its targets frees its hex. Rule rc-ca-1."""
    duties = owed(g, set_of(attack.attackers))
    for here, targets in duties.items():
        if targets >> attack.target & 1:
            forgive(g, g.stacks.get(here, 0))


def decline(g: TrumpetsState, side: int, units: int, log: Log) -> None:
    """Each hex that still owes a counter-attack loses a step; then CA comes off. Rule rc-ca-1."""
    for here in owed(g, units):
        log.append(Declined(here))
        g.steps.append(Losses(side, each_piece(g.stack(here, side)), "defender_loss", 1))
    forgive(g, units)


def forgive(g: TrumpetsState, units: int) -> None:
    """Take CA off units, at the latest at their owner's player end. Rule rc-ca-1."""
    for unit in each_piece(g.ca & units):
        g.ca_targets.pop(unit, None)
    g.ca &= ~units
