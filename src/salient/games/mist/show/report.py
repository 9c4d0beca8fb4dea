"""What the terminal and the page tell about a position: costs, roads, supply, the front."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from salient.boards.bits import members
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import enemy
from salient.engine.speech import Number
from salient.engine.state import Decision
from salient.engine.texts import Texts, package_texts
from salient.games.mist.rules.bridges import BRIDGING_SUCCESS, demolition_need
from salient.games.mist.rules.combat import open_battle
from salient.games.mist.rules.movement import ENGINEER_DIGGING, FOOT_ALLOWANCE, SHIFT_COST, Moving
from salient.games.mist.rules.supply import in_supply, lines
from salient.games.mist.rules.victory import controls, is_contested
from salient.games.mist.rules.ways import Range
from salient.games.mist.setting import ALLIED, FOLDER, GERMAN, SIDES, AreaRow, ZoneRow
from salient.games.mist.show.overlays import overlay, overlays
from salient.games.mist.show.traces import trace_action
from salient.games.mist.state import Battle, MistState

__all__ = [
    "describe_actions",
    "describe_decision",
    "describe_place",
    "locate_places",
    "note_place",
    "order_places",
    "overlay",
    "overlays",
    "trace_action",
]


def _texts(language: str) -> Texts:
    return package_texts(FOLDER / "text", language)


def _unit_note(g: MistState, unit: int, texts: Texts) -> str:
    """Type, strength and state of a unit in a few letters."""
    row, flags = g.setting.units[unit], []
    if g.dug_in >> unit & 1:
        flags.append("dug_in")
    if g.on_foot >> unit & 1:
        flags.append("on_foot")
    if g.where[unit] != NOWHERE and not in_supply(g, unit):
        flags.append("out_of_supply")
    return texts.say(
        "report.unit",
        kind=texts.say("kind_short." + ("airborne" if row.airborne else row.kind)),
        strength=g.strength[unit],
        flags="".join(
            texts.say("report.unit_flag", flag=texts.say(f"flag_short.{flag}")) for flag in flags
        ),
    )


def _unit_list(g: MistState, units: Iterable[int], texts: Texts) -> str:
    comma = texts.say("list.comma")
    return comma.join(f"{g.setting.units[u].id} {_unit_note(g, u, texts)}" for u in units)


# -- decisions ----------------------------------------------------------------------------------


def describe_decision(g: MistState, decision: Decision, language: str) -> list[str]:
    """The group on the move, or the two sides of the battle."""
    texts = _texts(language)
    moving = next((step for step in reversed(g.steps[-2:]) if isinstance(step, Moving)), None)
    if moving is not None:
        place = g.setting.name("place", g.where[moving.units[0]], language)
        units = _unit_list(g, moving.units, texts)
        if moving.side != decision.side:
            return [texts.say("report.crossing", place=place, units=units)]
        said = [texts.say("report.group", place=place, units=units)]
        if moving.oos & moving.group:
            said.append(texts.say("report.group_oos"))
        return said
    return _battle_lines(g, g.battle, texts) if g.battle else []


def _battle_lines(g: MistState, battle: Battle, texts: Texts) -> list[str]:
    """Who fights, under which conditions, and who aims at whom already."""
    said = []
    for role in (battle.attacker, enemy(battle.attacker)):
        message = "attackers" if role == battle.attacker else "defenders"
        units = [unit for unit in battle.units(role) if g.strength[unit]]
        side = texts.say(f"side.{SIDES[role]}")
        said.append(texts.say(f"report.{message}", side=side, units=_unit_list(g, units, texts)))
    conditions = [
        texts.say(f"report.{name}")
        for name in ("river", "combined_arms", "supported")
        if getattr(battle, name)
    ]
    if conditions:
        said.append(texts.say("list.comma").join(conditions))
    names = g.setting.units
    arrow = texts.say("list.arrow")
    aims = [f"{names[firer].id}{arrow}{names[target].id}" for firer, target in battle.aims]
    if aims:
        said.append(texts.say("report.aims", aims=texts.say("list.comma").join(aims)))
    return said


# -- actions ------------------------------------------------------------------------------------


class _Notes:
    """Notes on the actions of one decision."""

    def __init__(self, g: MistState, decision: Decision, language: str) -> None:
        self.g = g
        self.side = decision.side
        self.texts = _texts(language)
        step = g.steps[-1]
        self.moving = step if isinstance(step, Moving) else None
        self.ranges: dict[str, Range] = {}
        self.writers: dict[str, Callable[[Action], str]] = {
            "move": self._move,
            "ford": self._move,
            "shift": self._shift,
            "place": lambda action: self._company(action.place(0)).lstrip(" ,"),
            "fight": self._battle,
            "blow": self._demolition,
            "bridge": self._bridging,
            "fire": lambda action: self._unit(action.piece(1)),
            "entrench": self._digging,
        }
        for verb in ("activate", "join", "leave", "remove", "shell"):
            self.writers[verb] = lambda action: self._unit(action.piece(0))

    def note(self, action: Action) -> str:
        writer = self.writers.get(action.verb)
        return writer(action) if writer else ""

    def _unit(self, unit: int) -> str:
        return _unit_note(self.g, unit, self.texts)

    def _company(self, place: int) -> str:
        """Who is in a place, as the deciding side sees it."""
        g, found = self.g, ""
        for message, side in (("enemy", enemy(self.side)), ("friends", self.side)):
            strength = g.total(g.stack(place, side))
            if strength:
                found += self.texts.say(f"report.{message}", strength=strength)
        return found

    def _range(self, moving: Moving, verb: str) -> Range:
        if verb not in self.ranges:
            cap = FOOT_ALLOWANCE if verb == "ford" else moving.mp
            fords = verb == "ford" or moving.walks(self.g)
            self.ranges[verb] = moving.range(self.g, cap, fords=fords)
        return self.ranges[verb]

    def _move(self, action: Action) -> str:
        place, cost = action.place(0), 0
        if self.moving:
            reach = self._range(self.moving, action.verb)
            cost = reach.spent[place] - self.moving.spent if place in reach.before else 0
        return self.texts.say("report.cost", cost=cost) + self._company(place)

    def _shift(self, action: Action) -> str:
        here = self.g.where[self.moving.units[0]] if self.moving else action.place(0)
        return self.texts.say("report.cost", cost=SHIFT_COST * abs(action.place(0) - here))

    def _digging(self, action: Action) -> str:  # noqa: ARG002
        unit = self.moving.units[0] if self.moving else 0
        if not self.g.setting.engineers >> unit & 1:
            return ""
        return self.texts.say("report.dig", cost=ENGINEER_DIGGING)

    def _battle(self, action: Action) -> str:
        battle = open_battle(self.g, action.place(0), self.side)
        return self.texts.say(
            "report.battle_odds",
            attack=sum(self.g.strength[unit] for unit in battle.attackers),
            defence=sum(self.g.strength[unit] for unit in battle.defenders),
        )

    def _demolition(self, action: Action) -> str:
        return self.texts.say("report.success", need=demolition_need(self.g, action.piece(0)))

    def _bridging(self, action: Action) -> str:
        unit, far = action.piece(0), action.place(1)
        link = self.g.setting.board.link_between(self.g.where[unit], far)
        failures = 0 if link is None else self.g.failures.get(2 * link + self.side, 0)
        return self.texts.say("report.success", need=BRIDGING_SUCCESS + failures)


def describe_actions(g: MistState, decision: Decision, language: str) -> list[str]:
    """A short note on each action: cost of a move, strength of a unit, chance of a try."""
    notes = _Notes(g, decision, language)
    return [notes.note(action) for action in decision.actions]


# -- places -------------------------------------------------------------------------------------


def note_place(g: MistState, place: int, language: str) -> str:
    """Number, owner and worth of an area; whose zone a zone is."""
    setting, texts = g.setting, _texts(language)
    if setting.all_zones >> place & 1:
        owner = GERMAN if setting.home_zones[GERMAN] >> place & 1 else ALLIED
        worth = setting.multiplier[place]
        said = texts.say("report.zone", side=texts.say(f"side.{SIDES[owner]}"))
        return said + (texts.say("report.exit", multiplier=worth) if worth else "")
    more = ""
    if g.special and g.special.area == place:
        more += texts.say("report.special")
    if g.battle and g.battle.area == place:
        more += texts.say("report.battle")
    return texts.say(
        "report.note",
        number=setting.areas[place].number,
        control=texts.say("report." + _state_of(g, place)),
        vp=texts.say("report.vp", vp=setting.vp[place]) if setting.vp[place] else "",
        more=more,
    )


def _state_of(g: MistState, area: int) -> str:
    if is_contested(g, area):
        return "contested"
    return SIDES[GERMAN] if controls(g, area) else SIDES[ALLIED]


def describe_place(g: MistState, place: int, language: str) -> list[str]:
    """Title, roads and bridges, and the supply of both sides. Rules 3.2, 8.33, 12.2, 13.1."""
    return [
        _title(g, place, language),
        *_roads(g, place, language),
        *_supply(g, place, _texts(language)),
    ]


def _title(g: MistState, place: int, language: str) -> str:
    setting, texts = g.setting, _texts(language)
    name = setting.name("place", place, language, long=True)
    if setting.all_zones >> place & 1:
        owner = GERMAN if setting.home_zones[GERMAN] >> place & 1 else ALLIED
        worth = setting.multiplier[place]
        return texts.say(
            "report.title_zone",
            name=name,
            side=texts.say(f"side.{SIDES[owner]}"),
            exit=texts.say("report.title_exit", multiplier=Number(worth)) if worth else "",
        )
    vp = setting.vp[place]
    reserves = [
        texts.say(message) if (message := f"reserve.{row.name}") in texts else row.name
        for row, areas in zip(setting.reserves, setting.reserve_areas, strict=True)
        if areas >> place & 1
    ]
    comma = texts.say("list.comma")
    return texts.say(
        "report.title",
        name=name,
        number=setting.areas[place].number,
        control=texts.say("side." + SIDES[GERMAN if controls(g, place) else ALLIED]),
        vp=texts.say("report.title_vp", vp=Number(vp)) if vp else "",
        front=texts.say("report.title_front") if setting.front >> place & 1 else "",
        reserve=texts.say("report.title_reserve", reserve=comma.join(reserves)) if reserves else "",
    )


def _roads(g: MistState, place: int, language: str) -> Iterable[str]:
    setting, texts = g.setting, _texts(language)
    for to, link, cost, bridge in setting.board.exits[place]:
        row, said = setting.link_rows[link], ""
        if bridge:
            # A river whose name the data do not give is a single letter there.
            river = texts.say("report.over", river=row.river) if len(row.river) > 1 else ""
            blown = g.blown >> link & 1
            said = texts.say("report.bridge_blown" if blown else "report.bridge", river=river)
            for side, word in enumerate(SIDES):
                if failures := g.failures.get(2 * link + side, 0):
                    name = texts.say(f"side.{word}")
                    said += texts.say("report.bridging", side=name, failures=failures)
        yield texts.say(
            "report.road",
            road=texts.say(f"report.{row.road}"),
            to=setting.name("place", to, language),
            cost=cost,
            bridge=said,
        )


def _supply(g: MistState, place: int, texts: Texts) -> Iterable[str]:
    for side, word in enumerate(SIDES):
        reach = lines(g, side)
        if reach.dry >> place & 1:
            message = "report.supply_yes"
        elif reach.wet >> place & 1:
            message = "report.supply_wet"
        else:
            message = "report.supply_no"
        yield texts.say(message, side=texts.say(f"side.{word}"))


def order_places(g: MistState) -> list[int]:
    """Places by their distance from the front: where both sides are, or stand eye to eye."""
    setting = g.setting
    exits = setting.board.exits
    front = g.present[GERMAN] & g.present[ALLIED]
    for place in members(g.present[GERMAN]):
        if any(g.present[ALLIED] >> to & 1 for to, *_ in exits[place]):
            front |= 1 << place
    for place in members(g.present[ALLIED]):
        if any(g.present[GERMAN] >> to & 1 for to, *_ in exits[place]):
            front |= 1 << place
    contested = g.present[GERMAN] & g.present[ALLIED]
    order = [*members(contested), *members(front & ~contested)]
    seen = set(order)
    for place in order:
        for to, *_ in exits[place]:
            if to not in seen:
                seen.add(to)
                order.append(to)
    return order + [place for place in range(setting.place_count) if place not in seen]


def locate_places(g: MistState) -> dict[int, tuple[float, float]]:
    """The scenario's part of the map, laid out by latitude and longitude."""
    setting = g.setting
    rows: list[AreaRow | ZoneRow] = [*setting.areas, *setting.zones]
    used = list(members(setting.section | g.present[GERMAN] | g.present[ALLIED]))
    lats, lons = [rows[p].lat for p in used], [rows[p].lon for p in used]
    height, width = max(lats) - min(lats) or 1.0, max(lons) - min(lons) or 1.0
    return {
        place: ((rows[place].lon - min(lons)) / width, (max(lats) - rows[place].lat) / height)
        for place in used
    }


# -- events -------------------------------------------------------------------------------------
