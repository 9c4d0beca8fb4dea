"""What a plain staff officer would do: the sense of the simple bot.

The judge looks at the map once a phase (:mod:`~salient.games.bulge.bot.survey`), plans attacks
(:mod:`~salient.games.bulge.bot.plan`), sends the attackers to their places and all others to where
they are worth most (:mod:`~salient.games.bulge.bot.orders`,
:mod:`~salient.games.bulge.bot.staff`): the Germans towards the cities, the Allies into the cities
and into the way. Worths are victory points.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from salient.boards.bits import set_of
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece
from salient.engine.state import Decision
from salient.games.bulge.bot.orders import judge_movement, judge_stack
from salient.games.bulge.bot.plan import Planner, plan_battles
from salient.games.bulge.bot.special import judge_drop, judge_misled
from salient.games.bulge.bot.staff import Staff
from salient.games.bulge.bot.survey import (
    death_cost,
    flip_cost,
    line_ahead,
    posts,
    survey,
    toll,
)
from salient.games.bulge.bot.weights import (
    BOLD,
    BUSY,
    FOLLOW,
    GARRISON,
    INTERDICTORS,
    LAST_STAND,
    LOOSE,
    NEVER,
    STEADFAST,
    STEP_SAVED,
)
from salient.games.bulge.rules.air import MARKERS
from salient.games.bulge.rules.combat import (
    AIR,
    DECLARE,
    MAX_COLUMN,
    Declaring,
    Gathering,
    attack_strength,
)
from salient.games.bulge.rules.results import LOSSES, OPTIONAL_RETREATS
from salient.games.bulge.rules.sectors import LineDrawing
from salient.games.bulge.rules.setup import set_up_hexes
from salient.games.bulge.rules.terrain import terrain_shift
from salient.games.bulge.setting import ALLIED, GERMAN
from salient.games.bulge.state import FULL, BulgeState, Engagement


def judge(g: BulgeState, decision: Decision) -> list[float]:
    """A worth for each offered action, in victory points where that makes sense."""
    return _JUDGES[decision.prompt](g, decision)


def _judge_onward(g: BulgeState, decision: Decision) -> list[float]:
    """On or not; who is next is judged when the stack has stopped."""
    own = [action for action in decision.actions if action.verb not in ("activate", "end")]
    judged = judge_stack(g, msgspec.structs.replace(decision, actions=own))
    worth = dict(zip(own, judged, strict=True))
    return [worth.get(action, NEVER) for action in decision.actions]


# -- declaring attacks --------------------------------------------------------------------------


def _judge_declaring(g: BulgeState, decision: Decision) -> list[float]:
    """The best attack first, while there are any worth making."""
    step = g.steps[-1]
    assert isinstance(step, Declaring)
    gains = {plan.target: plan.gain for plan in plan_battles(g, decision.side, step.number)}
    return [
        0.0 if action.verb == "end" else gains.get(action.place(0), -1.0)
        for action in decision.actions
    ]


def _judge_gathering(g: BulgeState, decision: Decision) -> list[float]:
    """Those who were meant to come; planes if a column matters; then go."""
    step = g.steps[-1]
    assert isinstance(step, Gathering)
    plans = plan_battles(g, decision.side, step.number)
    plan = next((plan for plan in plans if plan.target == step.combat.target), None)
    wanted = plan.units if plan else 0
    worth = []
    for action in decision.actions:
        if action.verb == "commit":
            worth.append(3.0 if wanted >> action.piece(0) & 1 else -2.0)
        elif action == AIR:
            worth.append(2.0 if plan and plan.column < MAX_COLUMN else -1.0)
        elif action == DECLARE:
            complete = plan and set_of(step.combat.attackers) == wanted
            worth.append(1.0 if complete else -1.0)
        else:  # what was begun is not taken back: it would be begun again
            worth.append(-3.0)
    return worth


def _judge_ordering(g: BulgeState, decision: Decision) -> list[float]:
    """The surest attack first, those on encircled defenders last."""
    planner = Planner(g, decision.side, 1)
    worth = []
    for action in decision.actions:
        target = action.place(0)
        combat = next(combat for combat in g.declared if combat.target == target)
        foe = planner.defence(target)
        ratio = attack_strength(g, combat.attackers) / max(1, foe.strength) + foe.shift
        worth.append(ratio + (0.0 if planner.is_trapped(target, 0) else LOOSE))
    return worth


# -- losses, retreats, pursuit ------------------------------------------------------------------


def _fight(g: BulgeState) -> Engagement:
    assert g.engagement is not None, "results belong to a combat"
    return g.engagement


def _judge_bargain(g: BulgeState, decision: Decision) -> list[float]:
    """Fight to the end if that clears the hex or costs less than it kills."""
    fight = _fight(g)
    own = toll(g, [unit for unit in fight.attackers if g.steps_left[unit]])
    foe = toll(g, [unit for unit in fight.defenders if g.steps_left[unit]])
    ground = Planner(g, fight.attacker, 1).defence(fight.target).ground
    return [
        foe[count] - own[count] + ground * (count == len(foe) - 1)
        for count in (action.number(0) for action in decision.actions)
    ]


def _judge_option(g: BulgeState, decision: Decision) -> list[float]:
    """Stand in cities, give ground elsewhere to save the step."""
    fight = _fight(g)
    stand = 0.0
    if posts(g.setting) >> fight.target & 1:
        result = fight.result if fight.result in OPTIONAL_RETREATS else fight.result[:-1]
        doomed = sum(g.steps_left[unit] for unit in fight.defenders) <= LOSSES[result][1]
        prize = g.setting.prizes >> fight.target & 1
        stand = (LAST_STAND if prize else 0.0) if doomed else STEADFAST
    return [stand if action.verb == "stand" else STEP_SAVED for action in decision.actions]


def _judge_losses(g: BulgeState, decision: Decision) -> list[float]:
    """Whole units bleed before reduced ones die, cheap ones before dear ones."""
    return [-_bleeding(g, action.piece(0)) for action in decision.actions]


def _bleeding(g: BulgeState, unit: Piece) -> float:
    """What it costs if a unit loses a step."""
    cost = flip_cost if g.steps_left[unit] == FULL else death_cost
    return cost(g.setting, unit)


def _judge_retreat(g: BulgeState, decision: Decision) -> list[float]:
    """Back to where the unit is worth most."""
    staffs: dict[Piece, Staff] = {}
    worth = []
    for action in decision.actions:
        unit, place = action.piece(0), action.place(1)
        if unit not in staffs:
            staffs[unit] = Staff(g, decision.side, 1 << unit)
        worth.append(staffs[unit].standing(place))
    return worth


def _judge_way(g: BulgeState, decision: Decision) -> list[float]:
    """Over a city if there is one, then by a main road: what is passed is won."""
    setting = g.setting
    return [
        float(2 * (setting.prizes >> place & 1) + (setting.main_hexes >> place & 1))
        for place in (action.place(0) for action in decision.actions)
    ]


def _judge_pursuit(g: BulgeState, decision: Decision) -> list[float]:
    """Follow where the unit is worth more there, the best fighters first."""
    target = _fight(g).target
    worth = []
    for action in decision.actions:
        if action.verb == "halt":
            worth.append(0.0)
            continue
        unit = action.piece(0)
        staff = Staff(g, decision.side, 1 << unit)
        gain = staff.standing(target) - staff.standing(g.where[unit])
        worth.append(gain + FOLLOW + BOLD * g.attack(unit))
    return worth


def _judge_removal(g: BulgeState, decision: Decision) -> list[float]:
    """The least useful goes."""
    return [
        -death_cost(g.setting, unit) - _bleeding(g, unit)
        for unit in (action.piece(0) for action in decision.actions)
    ]


# -- boundary lines -----------------------------------------------------------------------------


def _judge_line(g: BulgeState, decision: Decision) -> list[float]:
    """As before; else hex by hex along the line the staff has in mind."""
    step = g.steps[-1]
    assert isinstance(step, LineDrawing)
    ahead = line_ahead(g.setting, step.line)
    following = ahead[len(step.path)] if len(step.path) < len(ahead) else -1
    worth = []
    for action in decision.actions:
        if action.verb == "extend":
            worth.append(2.0 if action.place(0) == following else 0.0)
        else:
            worth.append(3.0 if action.verb == "keep" else 1.0)
    return worth


# -- air support --------------------------------------------------------------------------------


def _judge_interdiction(g: BulgeState, decision: Decision) -> list[float]:
    """On the main roads by which the Germans come, one marker to a stretch of road."""
    setting, traffic = g.setting, survey(g, ALLIED).way
    if MARKERS - g.air_left >= INTERDICTORS:
        return [float(action.verb == "end") for action in decision.actions]
    roads = setting.main_hexes & ~g.occupied[ALLIED] & ~setting.board.around(g.interdicted)
    return [
        BUSY if action.verb == "end" else traffic[place] if roads >> place & 1 else 0.0
        for action in decision.actions
        for place in (action.place(0) if action.args else NOWHERE,)
    ]


def _judge_cover(g: BulgeState, decision: Decision) -> list[float]:
    """Over the hexes the Germans are about to attack, the most promising attacks first."""
    number = next(step.number for step in reversed(g.steps) if isinstance(step, Declaring))
    gains = {plan.target: plan.gain for plan in plan_battles(g, GERMAN, number)}
    return [
        0.0 if action.verb == "end" else gains.get(action.place(0), -1.0)
        for action in decision.actions
    ]


def _judge_supply(g: BulgeState, decision: Decision) -> list[float]:
    """To the garrisons of cities first, then to the biggest stacks."""
    worth = []
    for action in decision.actions:
        if action.verb == "end":
            worth.append(0.0)
        else:
            place = action.place(0)
            garrison = g.setting.prizes >> place & 1
            worth.append(g.stack(place, ALLIED).bit_count() + GARRISON * garrison)
    return worth


# -- guards and set-up --------------------------------------------------------------------------


def _judge_deployment(g: BulgeState, decision: Decision) -> list[float]:
    """The Allies spread out under cover, the Germans behind the front on the roads west."""
    setting, worth = g.setting, []
    pull = survey(g, GERMAN).drive(mech=False)
    for action in decision.actions:
        place = action.place(1)
        crowd = g.stacks.get(place, 0).bit_count()
        road = setting.road_hexes >> place & 1
        if decision.side == ALLIED:
            cover = -terrain_shift(g, place, ALLIED).value
            near = (g.occupied[ALLIED] & setting.board.around(1 << place)).bit_count()
            worth.append(cover + 0.5 * road - 0.5 * near - crowd)
        else:
            worth.append(pull[place] + 0.5 * road - 0.2 * crowd)
    return worth


def _judge_mustering(g: BulgeState, decision: Decision) -> list[float]:
    """Those with the least room first."""
    return [
        -float(set_up_hexes(g.setting, action.piece(0)).bit_count()) for action in decision.actions
    ]


_JUDGES: dict[str, Callable[[BulgeState, Decision], list[float]]] = {
    "mustering": _judge_mustering,
    "deployment": _judge_deployment,
    "movement": judge_movement,
    "stack": judge_stack,
    "onward": _judge_onward,
    "bombed": _judge_losses,
    "drop": judge_drop,
    "misled": judge_misled,
    "overstacked": _judge_removal,
    "guard": _judge_removal,
    "line_north": _judge_line,
    "line_south": _judge_line,
    "air_interdict": _judge_interdiction,
    "air_cover": _judge_cover,
    "air_supply": _judge_supply,
    "declaring": _judge_declaring,
    "gathering": _judge_gathering,
    "ordering": _judge_ordering,
    "bargain": _judge_bargain,
    "option": _judge_option,
    "losses": _judge_losses,
    "retreat": _judge_retreat,
    "way": _judge_way,
    "pursuit": _judge_pursuit,
    "starvation": _judge_losses,
}
