"""Special troops: commandos in American uniform, paratroops, and Allied stacks led astray."""

from __future__ import annotations

from salient.boards.pieces import NOWHERE
from salient.engine.ids import Place
from salient.engine.state import Decision
from salient.games.bulge.bot.danger import risky_ways
from salient.games.bulge.bot.roads import convoys
from salient.games.bulge.bot.staff import Staff
from salient.games.bulge.bot.survey import Field, death_cost, survey
from salient.games.bulge.bot.weights import (
    ALREADY,
    AMBUSH,
    BARRIER,
    CAUGHT,
    CROWDED,
    EXPOSED,
    HALF,
    LEAST_DROP,
    LEAST_GAIN,
    NEVER,
    ROADSIDE,
)
from salient.games.bulge.rules.airborne import DIE, ON_TARGET, TURNS_BACK, drop_zones
from salient.games.bulge.rules.movement import Moving
from salient.games.bulge.setting import ALLIED, GERMAN
from salient.games.bulge.state import BulgeState

# -- commandos (9.5) ----------------------------------------------------------------------------


def judge_commando(g: BulgeState, step: Moving, decision: Decision) -> list[float]:
    """Run ahead along the main roads and lie in wait at a junction, away from garrisons."""
    setting, here = g.setting, step.here(g)
    pull = survey(g, GERMAN).drive(mech=True)
    seen = risky_ways(g, step)
    worth = []
    for action in decision.actions:
        if action.verb == "enter":
            edge = setting.entry_hex[action.place(0) - setting.first_entry]
            worth.append(-CROWDED + pull[edge])
        elif action.verb in seen:
            place = action.place(0)
            risk = EXPOSED if seen[action.verb] >> place & 1 else 0.0
            worth.append(_lurking(g, place, pull, step.group) - risk - LEAST_GAIN[GERMAN])
        elif action.verb in ("stop", "wait"):
            worth.append(CROWDED if here == NOWHERE else _lurking(g, here, pull, step.group))
        else:
            worth.append(NEVER)
    return worth


def _lurking(g: BulgeState, place: Place, pull: Field, group: int) -> float:
    """What a commando is worth in a hex: near the goals, and where Allied columns come by."""
    setting, bit = g.setting, 1 << place
    worth = ROADSIDE * pull[place]
    worth += ROADSIDE * bool(setting.main_hexes & bit)
    if setting.junctions & bit:
        worth += ROADSIDE + AMBUSH * convoys(g).get(place, 0.0)
    if g.occupied[ALLIED] & bit:
        worth -= CAUGHT
    if g.stacks.get(place, 0) & setting.commandos & ~group:
        worth -= ALREADY
    return worth


# -- paratroops (9.4) ---------------------------------------------------------------------------


def judge_drop(g: BulgeState, decision: Decision) -> list[float]:
    """Across the roads by which Allied reinforcements come, where the wind does least harm."""
    return [drop_worth(g, action.place(0)) for action in decision.actions]


def drop_worth(g: BulgeState, aim: Place) -> float:
    """What a drop at a hex promises, over all dice. Rules 9.4-2b, 9.4-2c."""
    neighbours, traffic = g.setting.board.neighbours, convoys(g)
    total = _landing(g, aim, traffic) / DIE
    for way in g.setting.scatter.values():
        place = aim
        for face in range(1, ON_TARGET):
            if face == TURNS_BACK:
                continue
            place = neighbours[place][way] if place >= 0 else place
            total += _landing(g, place, traffic) / DIE**2
    return total


def _landing(g: BulgeState, place: Place, traffic: dict[Place, float]) -> float:
    """What paratroops are worth who come down in a hex. Rules 9.4-2d, 9.4-2e."""
    setting, unit = g.setting, g.setting.role["vdh"]
    deadly = setting.base["deep"] | setting.prizes | g.occupied[ALLIED]
    if place < 0 or deadly >> place & 1:
        return -death_cost(setting, unit)
    near = (place, *setting.board.neighbours[place])
    worth = BARRIER * max(traffic.get(hex_, 0.0) for hex_ in near)
    harmed = setting.base["light"] >> place & 1 or setting.hex_rows[place].town
    return worth * HALF if harmed else worth


def is_drop_worthwhile(g: BulgeState) -> bool:
    """Whether the paratroops would change something by jumping; else they walk."""
    zones = drop_zones(g)
    return any(drop_worth(g, aim) > LEAST_DROP for aim in convoys(g) if zones >> aim & 1)


# -- misdirection (9.5-3e) ----------------------------------------------------------------------


def judge_misled(g: BulgeState, decision: Decision) -> list[float]:
    """Lead the Allies where they are worth least."""
    step = g.steps[-1]
    group = sum(1 << unit for unit in step.units)
    staff = Staff(g, ALLIED, group)
    here = g.where[step.units[0]]
    return [
        -staff.standing(here if action.verb == "stop" else action.place(0))
        for action in decision.actions
    ]
