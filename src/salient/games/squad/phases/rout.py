"""The rout phase: broken units run for cover. Rule A10.5."""

from __future__ import annotations

import heapq

from salient.boards.bits import each_piece
from salient.boards.sight_map import Eye
from salient.engine.actions import Action
from salient.engine.ids import Piece, Pieces, Place, Places, enemy
from salient.engine.state import Decision, Log, Ref, at_rest, once
from salient.games.squad.combat.mines import leave_mines, meet_mines
from salient.games.squad.combat.morale import check_morale, eliminate
from salient.games.squad.core.actions import PASS
from salient.games.squad.core.cost_memory import FAR, tolls_of
from salient.games.squad.core.events.men import Routed
from salient.games.squad.core.locations import is_goal, is_open
from salient.games.squad.core.paths import Reach, Stop
from salient.games.squad.core.points import ONE
from salient.games.squad.core.stacking import closed_places, seen_enemies
from salient.games.squad.core.state import NOBODY, SquadState, SquadStep
from salient.games.squad.core.subjects import Entry
from salient.games.squad.ground.fire_zones import as_known
from salient.games.squad.infantry.entering import arrive
from salient.games.squad.sight.lines import eye_of
from salient.games.squad.sight.los import see, sight_of
from salient.games.squad.terrain.board import NO_SIDE

CARRIED = 3
"""Portage points that a routing unit takes along (reading of A10.4)."""


# -- who and where --------------------------------------------------------------------------------


def known_enemies(g: SquadState, side: int) -> Pieces:
    """Armed enemies that a side's broken units know: neither hidden nor concealed. Rule A10.51."""
    foes = g.on_map(g.setting.army[enemy(side)]) & g.armed() & ~g.hidden & ~g.concealed
    return each_piece(foes & ~g.melee)


def can_interdict(g: SquadState, foe: Piece, place: Place) -> bool:
    """Whether an enemy has an open location under fire. Rule A10.532."""
    if g.pinned >> foe & 1 or (g.setting.vehicles >> foe & 1 and g.motion >> foe & 1):
        return False
    reach = 12 if g.setting.vehicles >> foe & 1 else g.reach(foe)
    for item in each_piece(g.carried(foe) & g.setting.mgs & ~g.malfunctioned):
        reach = max(reach, g.reach(item))
    if g.setting.board.range(g.where[foe], place) > reach:
        return False
    look = see(g, eye_of(g, foe), g.where[foe], g.setting.board.eyes[place], place)
    return look.clear and not look.hides


def is_interdicted(g: SquadState, unit: Piece, place: Place) -> bool:
    """Whether a location is open ground that an enemy has under fire. Rule A10.53."""
    opens = g.setting.chapters.opens
    bare = is_open(g, place)
    if not bare and not opens:
        return False
    return any(
        (bare or any(answer(g, foe, place) for answer in opens)) and can_interdict(g, foe, place)
        for foe in known_enemies(g, g.side(unit))
    )


def is_near_enemy(g: SquadState, unit: Piece, place: Place) -> bool:
    """Whether a known enemy stands next to a location and sees it."""
    return danger_to(g, g.side(unit)).is_near(place)


def must_rout(g: SquadState, unit: Piece) -> bool:
    """Whether a broken unit cannot stay where it is. Rule A10.5."""
    place = g.where[unit]
    if is_near_enemy(g, unit, place):
        return True
    return is_interdicted(g, unit, place)


def danger_to(g: SquadState, side: int) -> Danger:
    """What a side's routing units run from, looked at once a question."""
    return once(g, ("danger", side), lambda: Danger(g, side))


class Danger:
    """What routing units run from: the enemies that their side knows, as far as they see."""

    def __init__(self, g: SquadState, side: int) -> None:
        """Look around for enemies."""
        board, sight = g.setting.board, sight_of(g)
        self._eyes, self._hex_of, self._hindrance = board.eyes, board.hex_of, sight.hindrance
        # Who stands together sees the same.
        watches = {(eye_of(g, foe), g.where[foe]) for foe in known_enemies(g, side)}
        self._watches = [(eye, origin, board.ranges(origin)) for eye, origin in watches]
        self._near: dict[int, bool] = {}

    def _sees(self, eye: Eye, origin: Place, place: Place) -> bool:
        return self._hindrance(eye, origin, self._eyes[place], place) >= 0

    def is_near(self, place: Place) -> bool:
        """Whether an enemy stands next to a location and sees it."""
        found = self._near.get(place)
        if found is None:
            here = self._hex_of[place]
            found = any(
                away[here] <= 1 and self._sees(eye, origin, place)
                for eye, origin, away in self._watches
            )
            self._near[place] = found
        return found

    def lets_go(self, place: Place, to: Place) -> bool:
        """Whether a step leads no nearer to an enemy in sight and not next to one. Rule A10.51."""
        if self.is_near(to):
            return False
        here, there = self._hex_of[place], self._hex_of[to]
        for eye, origin, away in self._watches:
            if away[there] < away[here] and self._sees(eye, origin, place):
                return False
        return True


def find_rout(g: SquadState, unit: Piece) -> tuple[Reach, dict[Place, int]]:
    """The locations a routing unit can reach, with what the way costs."""
    start, closed = g.where[unit], closed_places(g, g.side(unit))
    left = g.setting.numbers.movement.rout * ONE  # A10.51
    danger = danger_to(g, g.side(unit))
    best, came = {start: 0}, dict[Stop, Stop]()
    queue = [(0, start)]
    tolls = tolls_of(g, unit, "infantry", "rout", left)
    while queue:
        spent, place = heapq.heappop(queue)
        if spent > best[place]:
            continue
        for to, _, halves, _, _ in tolls.ways(place):
            total = spent + halves
            if total > left or total >= best.get(to, FAR) or to in closed:
                continue
            if not danger.lets_go(place, to):  # A10.51
                continue
            best[to] = total
            came[2 * to] = 2 * place
            heapq.heappush(queue, (total, to))
    ends = {Place(stop >> 1): stop for stop in sorted(came)}
    return Reach(ends, came, 2 * start), best


def rout_goals(g: SquadState, unit: Piece) -> Places:
    """Where a unit may rout to: the nearest shelter, else any place it could stay in.

    Rule A10.51; nobody gets out of a ring (A7.7).
    """
    if any(answer(g, unit) for answer in g.setting.chapters.rout_bars):
        return ()
    reach, best = find_rout(g, unit)
    goals = [place for place in reach.ends if is_goal(g, place)]
    if goals:
        near = min(best[place] for place in goals)
        return tuple(place for place in goals if best[place] == near)
    return tuple(place for place in reach.ends if not is_interdicted(g, unit, place))


def crawl_goals(g: SquadState, unit: Piece) -> Places:
    """Neighbouring locations a unit may crawl to, safe from interdiction. Rule A10.52."""
    start, danger = g.where[unit], danger_to(g, g.side(unit))
    if danger.is_near(start) or any(answer(g, unit) for answer in g.setting.chapters.rout_bars):
        return ()
    left, side = g.setting.numbers.movement.rout * ONE, g.side(unit)
    found = {
        way.to for way in tolls_of(g, unit, "infantry", "rout", left).ways(start)
        if not seen_enemies(g, way.to, side) and danger.lets_go(start, way.to)
    }  # fmt: skip
    return tuple(sorted(found))


# -- the step -------------------------------------------------------------------------------------


class Routing(SquadStep, frozen=True, tag="routing"):
    """A side's broken units rout, one after the other. Rule A10.5."""

    side: int

    def next_unit(self, g: SquadState) -> Piece:
        """The next broken unit to settle; those that may stay come last."""
        broken = g.on_map(g.setting.army[self.side] & g.broken) & ~g.routed & ~g.melee
        free = NOBODY
        for unit in each_piece(broken):
            if must_rout(g, unit):
                return unit
            if free == NOBODY and g.desperate >> unit & 1:
                free = unit
        return free

    def asked_unit(self, g: SquadState) -> Piece:
        """The unit that the question was about."""
        known = as_known(g, self.side)
        held: Piece | None = g.setting.memory.release(known, self)
        return self.next_unit(known) if held is None else held

    @at_rest
    def ask(self, g: SquadState) -> Decision | None:
        """Where it runs."""
        g = as_known(g, self.side)
        unit = g.setting.memory.hold(g, self, self.next_unit(g))  # The answer asks again.
        if unit == NOBODY or any(gives_up(g, unit) for gives_up in g.setting.chapters.quitters):
            return None
        actions = [Action("rout", (place,)) for place in rout_goals(g, unit)]
        actions += [Action("crawl", (place,)) for place in crawl_goals(g, unit)]
        for answer in g.setting.chapters.rout_orders:
            actions += answer(g, unit)
        if not must_rout(g, unit):
            actions.append(PASS)
        if not actions:
            return None
        rules = ("A10.5", "A10.51", "A10.53")
        return Decision(self.side, "rout", actions, rules, {"unit": Ref("piece", unit)}, (unit,))

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Run, crawl or stay."""
        unit = self.asked_unit(g)
        g.routed |= 1 << unit
        if action == PASS:
            return
        if action.verb in g.setting.chapters.rout_deeds:
            g.setting.chapters.rout_deeds[action.verb](g, unit, log)
            return
        place = action.place(0)
        leave_heavy(g, unit)
        if action.verb == "crawl":
            go(g, unit, place, log)
            return
        for to in find_rout(as_known(g, self.side), unit)[0].route(place):
            go(g, unit, to, log)
            if not g.lost >> unit & 1 and is_interdicted(g, unit, to):
                check_morale(g, unit, 0, log, "interdiction")
            if g.lost >> unit & 1:
                return

    def run(self, g: SquadState, log: Log) -> None:
        """Who must rout and cannot surrenders or is lost; without any left the step is over.

        Rules A10.5, A20.21.
        """
        unit = self.asked_unit(g)
        if unit == NOBODY:
            g.steps.pop()
            return
        g.routed |= 1 << unit
        if any(answer(g, unit, log) for answer in g.setting.chapters.surrenders):
            return
        near = is_near_enemy(g, unit, g.where[unit])
        eliminate(g, unit, "surrender" if near else "rout", log)


def go(g: SquadState, unit: Piece, to: Place, log: Log) -> None:
    """A broken unit runs into a location; mines here and there attack it. Rules A10.5, B28.41."""
    origin = g.where[unit]
    side = next((link.side for link in g.setting.board.links[origin] if link.to == to), NO_SIDE)
    entry = Entry(unit, "infantry", origin, to, side, "rout")
    leave_mines(g, (unit,), entry, log)
    if g.lost >> unit & 1:
        return
    g.bypass.pop(unit, None)
    g.crest.pop(unit, None)
    g.entrenched &= ~(1 << unit)
    g.put(unit, to)
    log.append(Routed(unit, origin, to))
    meet_mines(g, (unit,), to, log)
    if not g.lost >> unit & 1:
        arrive(g, entry, log)


def leave_heavy(g: SquadState, unit: Piece) -> None:
    """A routing unit leaves guns and heavy weapons behind. Rule A10.4."""
    for item in each_piece(g.carried(unit)):
        if g.setting.guns >> item & 1 or g.setting.weapon_row(item).pp > CARRIED:
            g.owner[item] = NOBODY
