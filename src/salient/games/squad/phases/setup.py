"""Setting up: ready-made, or unit by unit in the areas of a scenario. Rules A2.5, A12.3."""

from __future__ import annotations

from salient.boards.bits import each_piece, each_place
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.errors import DataError
from salient.engine.events import Secret
from salient.engine.ids import Piece, Pieces, Place, enemy
from salient.engine.state import Decision, Log, Ref
from salient.games.squad.core.actions import CORNER_WORDS, END
from salient.games.squad.core.events.play import Deployed, Faced, Given, Marked
from salient.games.squad.core.locations import STONE, WOODEN, conceals, put_roadblock
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.core.scenario import Fortification, Ready
from salient.games.squad.core.secrets import unseen
from salient.games.squad.core.setting import PLAYERS, corner_of, side_of
from salient.games.squad.core.stacking import may_set_up
from salient.games.squad.core.state import NOBODY, SquadState, SquadStep
from salient.games.squad.ground.debris import scatter
from salient.games.squad.ground.fire_zones import zone_steps
from salient.games.squad.ground.mine_laying import lay, mine_steps
from salient.games.squad.ground.narrow_streets import is_street
from salient.games.squad.ground.street_blocks import set_block
from salient.games.squad.infantry.deployment import splitting_steps


def set_up_steps(g: SquadState) -> list[SquadStep]:
    """The steps of the set-up, the first one last: the side that moves second sets up first."""
    first = g.first
    arm_reinforcements(g)
    if g.setting.ready_made:
        return [ReadyMade()]
    sides = (first, enemy(first))
    turns = [
        step for side in sides
        for step in (Deployment(side), *mine_steps(g, side), *splitting_steps(g, side))
    ]  # fmt: skip
    return [*turns, *zone_steps(g), Terrain()]


def arm_reinforcements(g: SquadState) -> None:
    """Those who enter later bring their weapons: guns for crews, the rest in order. Rule A4.4."""
    setting = g.setting
    for number, group in enumerate(setting.scenario.group):
        if not group.turn:
            continue
        own = [
            Piece(unit) for unit, piece in enumerate(setting.units)
            if piece.group == number and not setting.spares >> unit & 1
        ]  # fmt: skip
        squads = [unit for unit in own if setting.squads >> unit & 1]
        squads.sort(key=lambda unit: setting.crews >> unit & 1)
        free, leaders = squads.copy(), [u for u in own if setting.leaders >> u & 1]
        for item in own:
            if setting.radios >> item & 1:  # C1.2
                g.owner[item] = leaders.pop(0) if leaders else NOBODY
            elif squads and (setting.weapons | setting.guns) >> item & 1:
                free = free or squads.copy()
                g.owner[item] = free.pop(-1 if setting.guns >> item & 1 else 0)


class Terrain(SquadStep, frozen=True, tag="terrain"):
    """What the scenario has built: mines, roadblocks, wire, foxholes, rubble, debris."""

    def run(self, g: SquadState, log: Log) -> None:
        """Put it down."""
        g.steps.pop()
        for item in g.setting.scenario.fortification:
            build(g, item, log)


def build(g: SquadState, item: Fortification, log: Log) -> None:
    """Put a fortification down."""
    place = g.setting.location(item.at, "fortification")
    check_building(g, item, place)
    hexagon, side = g.setting.board.hex_of[place], PLAYERS.index(item.side)
    match item.kind:
        case "ap_mines" | "at_mines" | "dummy_mines":
            kind = item.kind.removesuffix("_mines")
            lay(g, place, Minefield(kind, item.strength, side, known=not item.hidden), log)
            return
        case "roadblock" if is_street(g, hexagon, side_of(item.hexside)):
            set_block(g, hexagon, side_of(item.hexside), corner_of(item.corner))
        case "roadblock":
            put_roadblock(g, hexagon, side_of(item.hexside))  # B29.3
        case "wire":
            g.wire |= 1 << place  # B26.4
        case "foxhole":
            g.foxholes[place] = max(item.strength, 1)  # B27.4
        case "trench":
            g.trenches |= 1 << place  # B27.5
        case "debris":
            scatter(g, place)  # B37.5a
        case "rubble":
            building = g.setting.board.hexes[hexagon].row.building
            g.rubble[hexagon] = WOODEN if building == "wooden_building" else STONE
        case "rail_cars":
            g.cars |= 1 << hexagon  # B32.6a
        case "vineyard" | "open_ground":
            g.fire_zones[hexagon] = item.kind  # B36.1
            if item.hidden:
                g.hidden_zones[hexagon] = side
        case "flame":
            g.flames |= 1 << place
        case "blaze":
            g.blazes |= 1 << place  # B25.15
    if not item.hidden:
        log.append(Marked(place, item.kind, "placed"))


def check_building(g: SquadState, item: Fortification, place: Place) -> None:
    """Complain of what must not be built there. Rules P4.21a, P5.142a, P5.2b."""
    for answer in g.setting.chapters.fortification_bars:
        rule = answer(g, item, place)
        if rule:
            raise DataError(
                "data-entry", file=g.setting.file, place=f"fortification {item.at}",
                expected=f"no {item.kind} there ({rule})",
            )  # fmt: skip


class ReadyMade(SquadStep, frozen=True, tag="ready_made"):
    """The scenario's own set-up, to start at once."""

    def run(self, g: SquadState, log: Log) -> None:
        """Place everybody."""
        g.steps.pop()
        for item in g.setting.scenario.fortification:
            build(g, item, log)
        for stack in g.setting.scenario.ready:
            self.place(g, stack, log)

    def place(self, g: SquadState, stack: Ready, log: Log) -> None:
        """One stack: units with their weapons and facings."""
        setting = g.setting
        place = setting.location(stack.at, "ready")
        for text in stack.units:
            words, _, corner = text.partition("@")
            first, *items = (setting.unit(word) for word in words.split("+"))
            bits = 1 << first
            self.load(g, first, items)
            for item in items:
                bits |= 1 << item
            g.put(first, place)
            if stack.concealed:
                g.concealed |= bits
            if stack.hidden:
                g.hidden |= bits
            if corner:
                for unit in (first, *items):
                    g.facing[unit] = g.turret[unit] = corner_of(corner)
            log.append(unseen(g, Deployed(g.side(first), first, place)))

    def load(self, g: SquadState, first: Piece, items: list[Piece]) -> None:
        """Weapons and guns go to those named before them, people and their guns to a vehicle."""
        owner = first
        for item in items:
            if g.setting.personnel >> item & 1:
                g.aboard[item], owner = first, item
                continue
            g.owner[item] = owner
            if owner != first and g.setting.guns >> item & 1:
                g.towed[item] = first


def is_reinforcement(g: SquadState, unit: Piece) -> bool:
    """Whether a unit enters in a later turn, which everybody knows from the scenario."""
    return not g.aside() >> unit & 1 and g.entry_turn(unit) > 0


def is_setting_up(g: SquadState, side: int) -> bool:
    """Whether a side still sets up: nobody sees its units before it is done. Rule A2.5."""
    return any(step.sets_up(side) for step in g.steps)


def has_hidden_gun(g: SquadState, unit: Piece) -> bool:
    """Whether a crew may hide with its gun, whatever else a side may hide. Rule A12.34."""
    gun = g.carried(unit) & g.setting.guns & ~g.hidden
    return bool(gun) and g.where[unit] != NOWHERE and conceals(g, g.where[unit])


class Deployment(SquadStep, frozen=True, tag="deployment"):
    """A side sets up its units one by one, then gives out weapons, faces guns and hides.

    Rules A2.5, A4.4, A12.12, A12.3, C2.5.
    """

    side: int
    hidden: int = 0

    def as_enemy_knows(self) -> Deployment:
        """Nobody knows how many hide."""
        return Deployment(self.side)

    def sets_up(self, side: int) -> bool:
        """Whether a side sets up in it. Rule A2.5."""
        return side == self.side

    def ask(self, g: SquadState) -> Decision | None:
        """The next thing to settle."""
        return self.place(g) or self.give(g) or self.face(g) or self.hide(g)

    def own(self, g: SquadState) -> Pieces:
        """The units that set up before play."""
        groups = g.setting.scenario.group
        return tuple(
            unit for unit in each_piece(g.setting.army[self.side] & ~g.aside())
            if not groups[g.setting.units[unit].group].turn
        )  # fmt: skip

    def place(self, g: SquadState) -> Decision | None:
        """Where the next unit goes."""
        setting = g.setting
        items = setting.weapons | setting.guns
        for unit in self.own(g):
            if g.where[unit] != NOWHERE or items >> unit & 1:
                continue
            area = g.area(unit)
            actions = [Action("deploy", (unit, place)) for place in each_place(area)
                       if not may_set_up(g, unit, place)]  # fmt: skip
            return Decision(
                self.side, "deploy", actions, ("A2.5", "A5.1"), {"unit": Ref("piece", unit)}
            )
        return None

    def give(self, g: SquadState) -> Decision | None:
        """Who gets the next weapon; a gun goes to a crew if there is one."""
        setting = g.setting
        for item in self.own(g):
            if g.owner[item] != NOBODY or not (setting.weapons | setting.guns) >> item & 1:
                continue
            takers = [unit for unit in self.own(g) if self.may_have(g, item, unit)]
            if not takers:
                continue
            actions = [Action("give", (item, unit)) for unit in takers]
            return Decision(self.side, "give", actions, ("A4.4",), {"unit": Ref("piece", item)})
        return None

    def may_have(self, g: SquadState, item: Piece, unit: Piece) -> bool:
        """Squads and crews carry weapons; a gun needs a crew without one, or any squad."""
        setting = g.setting
        if g.where[unit] == NOWHERE:
            return False
        if setting.radios >> item & 1:  # C1.2
            return bool(setting.leaders >> unit & 1) and not g.carried(unit)
        if not setting.squads >> unit & 1:
            return False
        if not setting.guns >> item & 1:
            return (g.carried(unit) & setting.weapons).bit_count() < 2
        if g.carried(unit) & setting.guns or may_set_up(g, item, g.where[unit]):
            return False
        crews = [u for u in self.own(g) if setting.crews >> u & 1 and not g.carried(u)]
        return not crews or unit in crews

    def face(self, g: SquadState) -> Decision | None:
        """Where the next gun or vehicle faces."""
        turning = g.setting.guns | g.setting.vehicles
        for unit in self.own(g):
            if turning >> unit & 1 and g.where[unit] != NOWHERE and g.facing[unit] < 0:
                actions = [Action("face", (unit, word)) for word in CORNER_WORDS]
                return Decision(
                    self.side, "face", actions, ("C3.2", "D3.1"), {"unit": Ref("piece", unit)}
                )
        return None

    def hide(self, g: SquadState) -> Decision | None:
        """Who hides, as far as the scenario allows it."""
        allowed = sum(group.hidden for group in g.setting.scenario.group
                      if group.side == PLAYERS[self.side])  # fmt: skip
        free = [Action("hide", (unit,)) for unit in self.own(g) if has_hidden_gun(g, unit)]
        if self.hidden >= allowed and not free:
            return None
        groups, actions = g.setting.scenario.group, []
        for unit in self.own(g):
            able = (g.setting.squads | g.setting.vehicles) & ~g.hidden
            if (
                self.hidden >= allowed
                or not able >> unit & 1
                or not groups[g.setting.units[unit].group].hidden
            ):
                continue
            if g.where[unit] != NOWHERE and conceals(g, g.where[unit]):
                actions.append(Action("hide", (unit,)))
        actions = list(dict.fromkeys((*actions, *free)))
        if not actions:
            return None
        left = allowed - self.hidden + len(free)
        return Decision(self.side, "hide", [*actions, END], ("A12.3", "A12.34"), {"count": left})

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Do it."""
        if action == END:
            g.steps.pop()
            return
        unit = action.piece(0)
        match action.verb:
            case "deploy":
                place = action.place(1)
                g.put(unit, place)
                self.conceal(g, unit, place)
                log.append(Secret(self.side, Deployed(self.side, unit, place)))
            case "give":
                owner = action.piece(1)
                g.owner[unit] = owner
                g.put(owner, g.where[owner])
                if g.concealed >> owner & 1:
                    g.concealed |= 1 << unit
                log.append(Secret(self.side, Given(self.side, unit, owner)))
            case "face":
                g.facing[unit] = g.turret[unit] = corner_of(action.choice(1))
                log.append(Secret(self.side, Faced(self.side, unit, action.choice(1))))
            case "hide":
                bits, free = 1 << unit | g.carried(unit), has_hidden_gun(g, unit)
                g.hidden |= bits
                g.concealed &= ~bits
                g.steps[-1] = Deployment(self.side, self.hidden + (not free))

    def conceal(self, g: SquadState, unit: Piece, place: Place) -> None:
        """Units of a concealed group set up under concealment in concealment terrain (A12.12)."""
        group = g.setting.scenario.group[g.setting.units[unit].group]
        dummy = g.setting.dummies >> unit & 1  # A12.11
        if dummy or (group.concealed and conceals(g, place)):
            g.concealed |= 1 << unit
