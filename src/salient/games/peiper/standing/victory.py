"""Who has won: a scenario, the campaign. Rules P8.51-VC, P8.52-VC, P8.53-VC, P8.6234."""

from __future__ import annotations

from salient.boards.bits import set_of
from salient.engine.ids import enemy
from salient.games.peiper.standing.control import lvp_of
from salient.games.peiper.state import NOBODY, PeiperState
from salient.games.squad.core.setting import AMERICAN, GERMAN, PLAYERS
from salient.games.squad.terrain.board import Hexagon, each_hex

Pair = tuple[int, int]


def scenario_winner(g: PeiperState, lvp: Pair, cvp: Pair) -> int:
    """The side that has won the scenario, or nobody in a dual attack. Rule P8.6032a."""
    if g.terms.initial:
        side = PLAYERS.index(g.setting.campaign.initial.side)
        return side if wins_initial(g, side, lvp, cvp) else enemy(side)
    if g.terms.attacker == NOBODY:
        return dual_winner(g, lvp, cvp)
    side, later = g.terms.attacker, g.setting.campaign.later
    gained = lvp[side] - g.terms.lvp[side] >= later.lvp_gain
    ahead = cvp[side] - cvp[enemy(side)] >= later.cvp_lead
    return side if gained or ahead else enemy(side)


def wins_initial(g: PeiperState, side: int, lvp: Pair, cvp: Pair) -> bool:
    """Whether a side has what it needs to win the first scenario.

    Rules P8.51-init-VC, P8.52-init-VC, P8.53-init-VC.
    """
    needs = g.setting.campaign.initial
    hexes = [g.setting.location(name, "initial.hexes") for name in needs.hexes]
    return (
        bool(needs.lvp and lvp[side] >= needs.lvp)
        or bool(needs.cvp and cvp[side] >= needs.cvp)
        or bool(needs.cvp_lead and cvp[side] - cvp[enemy(side)] >= needs.cvp_lead)
        or bool(hexes and all(g.control[side] >> place & 1 for place in hexes))
    )


def dual_winner(g: PeiperState, lvp: Pair, cvp: Pair) -> int:
    """Who is far enough ahead in a dual attack: LVP gained count more. Rule P8.6234."""
    later = g.setting.campaign.later
    points = [(lvp[side] - g.terms.lvp[side]) * later.dual_lvp + cvp[side] for side in (0, 1)]
    for side in (0, 1):
        if points[side] - points[enemy(side)] >= later.dual_lead:
            return side
    return NOBODY


def campaign_winner(g: PeiperState, *, last: bool) -> int:
    """The side that has won the campaign, or nobody yet. Rules P8.51-VC, P8.52-VC, P8.53-VC."""
    needs = g.setting.campaign.victory
    if GERMAN in g.fallen.values():
        return AMERICAN
    if needs.cg_lvp and g.cg_lvp[AMERICAN] >= needs.cg_lvp:
        return AMERICAN
    if needs.all_lvp and all(
        g.control[AMERICAN] >> place & 1 for place in g.setting.lvp if lvp_of(g, place)
    ):
        return AMERICAN
    if not last:
        return NOBODY
    if needs.buildings and holds_buildings(g, needs.buildings):
        return AMERICAN
    if needs.lvp_hexes and lvp_hexes(g) >= needs.lvp_hexes:
        return AMERICAN
    return GERMAN


def holds_buildings(g: PeiperState, names: list[str]) -> bool:
    """Whether the Americans hold every hex of some buildings. Rule P8.51-VC."""
    board = g.setting.board
    for name in names:
        marked = Hexagon(board.place(name))
        for here in building_hexes(g, marked):
            places = [place for place in board.locations_in(here) if place in g.setting.lvp]
            if not all(g.control[AMERICAN] >> place & 1 for place in places or [here]):
                return False
    return True


def building_hexes(g: PeiperState, start: Hexagon) -> list[Hexagon]:
    """All hexes of the building that a hex belongs to."""
    found, queue = {start}, [start]
    while queue:
        here = g.setting.board.hexes[queue.pop()]
        for side, near in enumerate(here.near):
            if here.joins >> side & 1 and near not in found:
                found.add(near)
                queue.append(near)
    return sorted(found)


def lvp_hexes(g: PeiperState) -> int:
    """LVP hexes that the Americans hold; some count as several. Rule P8.52-VC."""
    board, counts = g.setting.board, g.setting.campaign.victory.counts
    held = set_of(
        board.hex_of[place] for place in g.setting.lvp
        if g.control[AMERICAN] >> place & 1 and lvp_of(g, place)
    )  # fmt: skip
    weights = {board.place(name): many for name, many in counts.items()}
    return sum(
        weights.get(here, 1) for here in each_hex(held)
    )  # fmt: skip
