"""What a side knows where distant stacks are not looked into. Rules gc-6b, gc-6e.

With the option ``inspection`` a side looks only into enemy stacks next to its combat units. Of
others it sees whose they are and how many units lie there; it feels their zones of control and sees
which corps moves them, so that it knows their kinds and their corps, and neither names nor
divisions, steps or markers. Who is at work, fights or has been named is seen, and so are the states
of HQs, which are announced. A guess depends on nothing but this: two positions that look the same
to a side become the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import msgspec

from salient.boards.bits import each_piece, members, set_of, union
from salient.boards.pieces import NOWHERE
from salient.engine.actions import ArgKind
from salient.engine.events import Event, Moved, Secret, pieces_named
from salient.engine.ids import Piece, Pieces, enemy
from salient.engine.state import Decision, Log
from salient.games.trumpets.events import (
    AttackDeclared,
    CommandJudged,
    FreshnessFound,
    FuelSpent,
    GunsAnswered,
    MovedUnseen,
    RanLow,
    Strafed,
    SupplyFound,
)
from salient.games.trumpets.roster import SIDES
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

NOBODY = -1

ANNOUNCED = (AttackDeclared, FreshnessFound, FuelSpent, GunsAnswered, RanLow, Strafed)
"""What is said aloud, whoever sees those it names."""

UNKNOWN = (
    "ooc", "oos", "dropped", "disrupted1", "disrupted2", "shock", "engaged", "ca", "fired",
    "reserve", "alert", "dismounted", "moved", "marched", "fought", "attached", "slipping",
)  # fmt: skip
"""Markers that nobody sees on a stack he does not look into."""


def known(g: TrumpetsState, side: int, rng: Random) -> TrumpetsState:
    """The position as a side may take it to be (-1: a spectator)."""
    twin = g.copy()
    twin.seed = rng.randbytes(32)
    if not g.setting.inspects_adjacent:
        return twin
    asked = g.steps[-1].ask(g) if g.offered is None and g.steps else g.offered
    twin.offered = asked if asked is not None and asked.side == side else None
    unseen = union(unseen_units(g, foe, asked) for foe in range(len(SIDES)) if foe != side)
    guessed = _guess(twin, each_piece(unseen), Random(twin.seed))
    twin.steps = [_with_strangers(step, guessed) for step in twin.steps]
    _forget(twin, unseen)
    return twin


def could_learn(before: TrumpetsState, after: TrumpetsState, side: int) -> bool:
    """Whether a side has come next to a stack that it had not looked into. Rules gc-6b, gc-6e."""
    if not before.setting.inspects_adjacent:
        return False
    foe = enemy(side)
    return bool(unseen_units(before, foe) & ~unseen_units(after, foe))


def unseen_units(g: TrumpetsState, owner: int, asked: Decision | None = None) -> int:
    """The units of a side that its enemy does not look at. Rules gc-6b, gc-6e.

    Args:
        g: The position.
        owner: The side.
        asked: The pending question; whom it names to the enemy, he sees.
    """
    near = g.setting.board.around(g.held[enemy(owner)]) & g.occupied[owner]
    mine = g.setting.army[owner]
    seen = g.units_in(near, mine) | _at_work(g) | _fighting(g)
    if asked is not None and asked.side != owner:
        seen |= _named(g, asked)
    return g.on_map(mine) & ~seen


def _at_work(g: TrumpetsState) -> int:
    """Engineers at their ferries, bridges and charges, and all who build."""
    return set_of([*g.ferrying, *g.bridging, *g.ready, *g.works])


def _fighting(g: TrumpetsState) -> int:
    """Who takes part in a combat, guns among them; Peiper's units when they exploit."""
    found = g.exploiting | g.ghosts | g.riders
    if (fight := g.attack) is not None:
        found |= set_of((*fight.attackers, *fight.defenders, *fight.guns, *fight.defending_guns))
    return found


def _named(g: TrumpetsState, asked: Decision) -> int:
    """The pieces that a question names."""
    verbs = g.setting.lexicon.verbs
    return set_of(
        int(value)
        for action in asked.actions
        for kind, value in zip(verbs[action.verb], action.args, strict=True)
        if kind is ArgKind.PIECE
    )


# -- a guess --------------------------------------------------------------------------------------


def _guess(g: TrumpetsState, hidden: Sequence[Piece], guess: Random) -> dict[Piece, Piece]:
    """Let units that are not looked at change places with others of their kind and corps.

    Returns:
        Who is taken to be in the place of each.
    """
    kinds: dict[tuple[object, ...], list[Piece]] = {}
    for unit in hidden:
        kinds.setdefault(_kind(g, unit), []).append(unit)
    places, guessed = {unit: g.where[unit] for unit in hidden}, dict[Piece, Piece]()
    orders = union(map(_under_orders, g.steps))
    for unit in hidden:
        g.put(unit, NOWHERE)
    for _, units in sorted(kinds.items(), key=lambda kind: kind[1]):
        # That somebody of a hex is on his way is seen, not who.
        slots = sorted(units, key=lambda unit: (places[unit], not orders >> unit & 1))
        guess.shuffle(slots)
        for unit, true in zip(units, slots, strict=True):
            g.put(unit, places[true])
            guessed[true] = unit
    g.stacks = dict(sorted(g.stacks.items()))
    return guessed


def _under_orders(step: TrumpetsStep) -> int:
    """The units that a step names: on their way, to lose steps or to retreat."""
    return set_of(unit for units in _unit_fields(step).values() for unit in units)


def _unit_fields(step: TrumpetsStep) -> dict[str, Pieces]:
    """The fields of a step that hold units."""
    fields = {name: getattr(step, name, ()) for name in ("units", "foes", "struck", "movers")}
    found = {name: units for name, units in fields.items() if isinstance(units, tuple)}
    for name in ("unit", "last"):
        if (unit := getattr(step, name, NOBODY)) != NOBODY:
            found[name] = (unit,)
    return found


def _with_strangers(step: TrumpetsStep, guessed: Mapping[Piece, Piece]) -> TrumpetsStep:
    """A step with those in it who are taken to be in the place of others."""
    changes: dict[str, object] = {}
    for name, units in _unit_fields(step).items():
        if any(unit in guessed for unit in units):
            others = sorted(guessed.get(unit, unit) for unit in units)
            changes[name] = others[0] if name in ("unit", "last") else tuple(others)
    return msgspec.structs.replace(step, **changes) if changes else step


def _kind(g: TrumpetsState, unit: Piece) -> tuple[object, ...]:
    """What is known of a unit that is not looked at: all that zones, stacking and orders show."""
    roster, stacking, bit = g.setting.roster, g.setting.stacking, 1 << unit
    level = g.setting.units[unit].size if roster.hqs & bit else ""
    return (
        g.corps_of(g.under[unit]),
        roster.zone_of[unit],
        level,
        *(bool(units & bit) for units in (
            roster.tanks, roster.guns, roster.rockets, roster.substitutes,
            stacking.artillery_formations,
        )),
        unit if any(twins & bit for twins in stacking.counted_as_one) else -1,
    )  # fmt: skip


def _forget(g: TrumpetsState, unseen: int) -> None:
    """Neither steps nor markers nor divisions of units are known; HQs keep what is announced."""
    roster, under = g.setting.roster, list(g.under)
    for unit in each_piece(unseen):
        if not roster.hqs >> unit & 1:
            under[unit] = g.corps_of(under[unit])
        if not roster.substitutes >> unit & 1:
            g.steps_left[unit] = g.setting.units[unit].steps
        g.engaged_since.pop(unit, None)
        g.ca_targets.pop(unit, None)
    g.under = tuple(under)
    for name in UNKNOWN:
        setattr(g, name, getattr(g, name) & ~unseen)
    g.deployed |= unseen & roster.emplaced
    g.unseen = unseen


# -- the log --------------------------------------------------------------------------------------


def shroud(g: TrumpetsState, before: int, log: Log) -> None:
    """Keep to their side what units did that were not looked at before an action nor after it.

    Args:
        g: The state after it.
        before: The units of both sides that were not looked at before it.
        log: What happened.
    """
    hidden = before & union(unseen_units(g, owner) for owner in range(len(SIDES)))
    if hidden:
        log[:] = [told for event in log for told in _shrouded(g, hidden, event)]


def _shrouded(g: TrumpetsState, hidden: int, event: Event) -> Iterator[Event]:
    named = pieces_named(event)
    if not named & hidden or isinstance(event, ANNOUNCED):
        yield event
    elif isinstance(event, CommandJudged | SupplyFound):
        yield from _by_side(g, hidden, event)
    else:
        owner = g.setting.side_of[members(named & hidden)[0]]
        yield Secret(owner, event, _rumour(owner, event))


def _by_side(g: TrumpetsState, hidden: int, event: CommandJudged | SupplyFound) -> Iterator[Event]:
    """What is found of many units: each side hears of its own, and of those that it looks at."""
    for owner, army in enumerate(g.setting.army):
        units = set_of(event.units) & army
        seen = msgspec.structs.replace(event, units=members(units & ~hidden))
        if units & hidden:
            mine = msgspec.structs.replace(event, units=members(units))
            yield Secret(owner, mine, seen if units & ~hidden else None)
        elif units:
            yield seen


def _rumour(owner: int, event: Event) -> Event | None:
    """That something moves is seen."""
    if isinstance(event, Moved):
        return MovedUnseen(owner, len(event.units), event.origin, event.to)
    return None
