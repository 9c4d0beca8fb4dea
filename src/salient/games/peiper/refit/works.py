"""Step 8.621: fortifications.

What a side may plan depends on its own plans and on what it knows of the map, never on what the
other plans or has hidden. What cannot stand beside that is settled when the scenario begins.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

import msgspec

from salient.boards.bits import set_of
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Secret
from salient.engine.ids import Place, enemy
from salient.engine.state import Decision, Log, Ref
from salient.games.peiper.battle.notes import dig, uncover
from salient.games.peiper.calendar import is_night
from salient.games.peiper.charts.charts import PRESET
from salient.games.peiper.charts.rows import WorkRow
from salient.games.peiper.events import Built, NotBuilt
from salient.games.peiper.refit.dummies import put_out
from salient.games.peiper.staff.orders import Staffed
from salient.games.peiper.standing.control import areas_of
from salient.games.peiper.state import PeiperState
from salient.games.squad.combat.mines import face, replace_field
from salient.games.squad.core.actions import END
from salient.games.squad.core.events.play import Marked
from salient.games.squad.core.locations import (
    chart_row,
    conceals,
    has_roadblock,
    is_among,
    is_building,
    put_roadblock,
)
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.core.scenario import Fortification
from salient.games.squad.core.setting import AMERICAN, GERMAN
from salient.games.squad.ground.mine_laying import lay, may_lay
from salient.games.squad.terrain.board import SIDES, Hexagon, Hexside, each_hex


def fortify(g: PeiperState, log: Log) -> None:  # noqa: ARG001
    """Step 8.621: both build, the Germans first; what is left over is lost."""
    for side in (AMERICAN, GERMAN):
        g.steps.append(Fortifying(side, preset_works(g, side)))


def preset_works(g: PeiperState, side: int) -> tuple[str, ...]:
    """Works that a side has at the start, one word each. Rules P8.51-US-OB, P8.52-GE-OB."""
    if not g.terms.initial:
        return ()
    return tuple(
        PRESET[preset.kind]
        for preset in g.setting.charts.presets(g.setting.cg, side) if preset.kind in PRESET
        for _ in range(preset.count)
    )  # fmt: skip


class Fortifying(Staffed, frozen=True, tag="fortifying"):
    """A side builds with its fortification points: what, then where. Rule P8.621.

    Attributes:
        free: Works that cost nothing.
        work: The work for which a hex is to be named, or empty.
    """

    side: int
    free: tuple[str, ...] = ()
    work: str = ""

    def as_enemy_knows(self) -> Fortifying:
        """Nobody knows what is built."""
        return Fortifying(self.side)

    def question(self, g: PeiperState) -> Decision | None:
        """What is built, then where."""
        values: dict[str, Ref | int | str] = {"points": g.fpp[self.side]}
        if self.work:
            actions = [Action("site", (here,)) for here in self.sites(g, self.work)]
            values = {"work": self.work}
            return Decision(self.side, "site", [*actions, END], ("P8.621",), values)
        if not g.fpp[self.side] and not self.free:
            return None
        actions = [Action("fort", (name,)) for name in self.affordable(g)]
        if not actions:
            return None
        return Decision(self.side, "fort", [*actions, END], ("P8.621",), values)

    def affordable(self, g: PeiperState) -> Iterator[str]:
        """Every work that the side can pay for and that may stand somewhere."""
        for name, row in g.setting.charts.works.items():
            paid = name in self.free or row.fpp <= g.fpp[self.side]
            if not paid or is_barred(g, name, self.side):
                continue
            if any(True for _ in self.sites(g, name)):
                yield name

    def sites(self, g: PeiperState, name: str) -> Iterator[Hexagon]:
        """The hexes where a work may stand."""
        row = g.setting.charts.works[name]
        hexes, front = build_area(g, self.side)
        taken = set_of(here for _, here in plans(g, self.side))
        for here in each_hex(hexes & ~taken):
            if may_build(g, row, here, self.side, front=bool(front >> here & 1)):
                yield here

    def answer(self, g: PeiperState, action: Action, log: Log) -> None:
        """It is chosen, then built; or else nothing more is."""
        match action.verb:
            case "fort":
                g.steps[-1] = Fortifying(self.side, self.free, action.choice(0))
            case "site":
                self.build(g, Hexagon(action.place(0)), log)
            case _ if self.work:
                g.steps[-1] = Fortifying(self.side, self.free)
            case _:
                g.fpp[self.side] = 0
                g.steps.pop()

    def build(self, g: PeiperState, here: Hexagon, log: Log) -> None:
        """A work is planned: it stands when the scenario begins."""
        free = self.free
        if self.work in free:
            at = free.index(self.work)
            free = (*free[:at], *free[at + 1 :])
        else:
            g.fpp[self.side] -= g.setting.charts.works[self.work].fpp
        g.planned.append((self.side, self.work, here))
        log.append(Secret(self.side, Built(self.side, self.work, here, g.fpp[self.side])))
        g.steps[-1] = Fortifying(self.side, free)


def plans(g: PeiperState, side: int) -> Iterator[tuple[str, Hexagon]]:
    """What a side has planned, and where: of the other's plans it knows nothing. Rule P8.621."""
    return ((name, here) for owner, name, here in g.planned if owner == side)


def build_area(g: PeiperState, side: int) -> tuple[int, int]:
    """The hexes where a side may build, and those of its front line. Rules P8.621, P8.5f."""
    if g.terms.initial:
        return g.setting.limits[side], 0
    areas = areas_of(g)
    return areas.setup[side] & ~areas.isolated[side], areas.front[side]


def is_barred(g: PeiperState, name: str, side: int) -> bool:
    """Works that a special rule forbids. Rules SSR-I.4, SSR-III.3."""
    first, cg = g.terms.initial, g.setting.cg
    if first and cg == "stoumont" and side == AMERICAN and name == "trench":
        return True
    return first and cg == "la_gleize" and side == GERMAN and name == "roadblock"


def may_build(g: PeiperState, row: WorkRow, here: Hexagon, side: int, *, front: bool) -> bool:
    """Whether a side may plan a work in a hex where it plans none. Rules P8.621, SSR-II.6."""
    if front and row.front != "yes" and not is_night(g.date):
        return False
    hexagon = g.setting.board.hexes[here]
    if row.where == "roadside":
        return road_side(g, here, blocks_to_come(g, side)) >= 0
    if row.factors:
        if side == GERMAN and here == bridge_hex(g):  # SSR-II.6
            return False
        if row.where == "hidden" and not (conceals(g, here) or is_night(g.date)):
            return False
        return may_lay(g, here, mine_word(row), side)
    if row.squads or row.work == "trench":
        if is_building(g, here) or hexagon.road or is_dug(g, here, side):
            return False
        return chart_row(g, here).infantry != "no" and not barred_by_chapter(g, "foxhole", here)
    if row.work in ("dummy", "hide"):
        return conceals(g, here)
    if row.work == "wire":
        return not g.wire >> here & 1 and not is_building(g, here)
    return False


def barred_by_chapter(g: PeiperState, kind: str, here: Place) -> bool:
    """Whether a chapter of the squad game forbids a work in a hex."""
    token = g.setting.board.locations[here].token
    item = Fortification(kind, "german", token, strength=1)  # type: ignore[arg-type]
    return any(answer(g, item, here) for answer in g.setting.chapters.fortification_bars)


def bridge_hex(g: PeiperState) -> Place:
    """The hex of the bridge that must not be harmed, or -1. Rule SSR-II.6."""
    name = g.setting.campaign.victory.bridge
    return g.setting.board.place(name) if name else NOWHERE


def mine_word(row: WorkRow) -> str:
    """A minefield as the squad game's laying of mines calls it."""
    kind = "at" if row.work.startswith("at") else "ap"
    hidden = "" if row.where == "any" else "hidden_"
    return f"{hidden}{kind}{row.factors}"


def road_side(g: PeiperState, here: Hexagon, to_come: Container[Hexside] = ()) -> int:
    """The first side of a hex that a road crosses and no roadblock bars, or -1.

    Args:
        g: The campaign.
        here: The hex.
        to_come: Hexsides with roadblocks that are only planned.
    """
    hexagon = g.setting.board.hexes[here]
    for side in range(SIDES):
        if not hexagon.road >> side & 1 or hexagon.streets[side]:
            continue
        if not has_roadblock(g, here, side) and not is_among(g, to_come, here, side):
            return side
    return -1


def blocks_to_come(g: PeiperState, side: int) -> set[Hexside]:
    """The hexsides on which roadblocks that a side plans will lie. Rule P8.621."""
    found: set[Hexside] = set()
    for name, here in plans(g, side):
        if g.setting.charts.works[name].where == "roadside":
            road = road_side(g, here, found)
            if road >= 0:
                found.add(Hexside(SIDES * here + road))
    return found


def is_dug(g: PeiperState, here: Hexagon, side: int) -> bool:
    """Whether a side knows of a foxhole or trench in a hex. Rule P8.602g."""
    dug = here in g.foxholes or bool(g.trenches >> here & 1)
    return dug and g.dug.get(here, side) == side


# -- when the scenario begins ---------------------------------------------------------------------


def build_all(g: PeiperState, log: Log) -> None:
    """What was planned stands when the scenario begins, if there is room. Rules P8.621, CG19a.

    Neither side knew what the other planned or has hidden there (reading): the Germans build
    first, a work for which nothing is left is not built, and who finds why knows it from then on.
    """
    for side, name, here in g.planned:
        row = g.setting.charts.works[name]
        if not g.stack(here, enemy(side)) & ~g.wrecks and put_up(g, row, here, side, log):
            continue
        log.append(Secret(side, NotBuilt(side, name, here)))
    g.planned.clear()


def put_up(g: PeiperState, row: WorkRow, here: Hexagon, side: int, log: Log) -> bool:
    """A work stands in a hex from now on, unless something is in its way. Rule CG19a."""
    if row.where == "roadside":
        return bar_road(g, here)
    if row.factors:
        return lay_mines(g, row, here, side, log)
    if row.squads or row.work == "trench":
        return dig_in(g, row, here, side, log)
    if row.work == "wire":
        had, g.wire = g.wire, g.wire | 1 << here
        return had != g.wire
    if row.work == "dummy":
        put_out(g, side, here)
    return True


def bar_road(g: PeiperState, here: Hexagon) -> bool:
    """A roadblock, on the first side of a hex that a road crosses and none bars yet. P8.621."""
    road = road_side(g, here)
    if road >= 0:
        put_roadblock(g, here, road)
    return road >= 0


def lay_mines(g: PeiperState, row: WorkRow, here: Hexagon, side: int, log: Log) -> bool:
    """A minefield, one of a kind in a hex: who comes upon the enemy's knows it. Rule P8.621."""
    kind = "at" if row.work.startswith("at") else "ap"
    field = Minefield(kind, row.factors, side, known=row.where == "any")
    for number, other in enumerate(g.mines.get(here, ())):
        if face(other) == face(field):
            if not other.known and other.side != side:
                replace_field(g, here, number, msgspec.structs.replace(other, known=True))
                log.append(Marked(here, face(other), "placed"))
            return False
    lay(g, here, field, [])
    return True


def dig_in(g: PeiperState, row: WorkRow, here: Hexagon, side: int, log: Log) -> bool:
    """A foxhole or trench, where there is none: who comes upon the enemy's knows it. P8.621."""
    if here in g.foxholes or g.trenches >> here & 1:
        if not is_dug(g, here, side):
            uncover(g, here, log)
        return False
    if row.squads:
        g.foxholes[here] = row.squads
    else:
        g.trenches |= 1 << here
    dig(g, here, side)
    return True
