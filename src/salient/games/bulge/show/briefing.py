"""What one must have in mind to decide: who is moving, who is fighting, at which odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from salient.boards.pieces import NOWHERE
from salient.engine.events import Modifier
from salient.engine.ids import enemy
from salient.engine.state import Decision
from salient.engine.texts import Texts
from salient.games.bulge.rules.combat import (
    MIN_COLUMN,
    Declaring,
    Gathering,
    Ordering,
    defending,
    is_allowed,
    ratio,
    work_out,
)
from salient.games.bulge.rules.commandos import Misdirection
from salient.games.bulge.rules.control import ezoc
from salient.games.bulge.rules.movement import Movement, Moving
from salient.games.bulge.rules.sectors import LineDrawing
from salient.games.bulge.rules.setup import Deployment
from salient.games.bulge.setting import GERMAN, ODDS
from salient.games.bulge.show.wording import side_name, texts_of, unit_ids, unit_list
from salient.games.bulge.state import BulgeState, Combat


def describe_decision(g: BulgeState, decision: Decision, language: str) -> list[str]:  # noqa: ARG001
    """The stack on the move, the attack being made up, or the combat being resolved."""
    step = g.steps[-1]
    tell = TELLERS.get(type(step))
    if tell:
        return tell(g, step, language)
    return _engagement_lines(g, language) if g.engagement else []


# -- movement -----------------------------------------------------------------------------------


def _movement_lines(g: BulgeState, step: Movement, language: str) -> list[str]:
    texts = texts_of(language)
    if step.number == 1:
        return [texts.say("report.first_movement")]
    commandos = step.side == GERMAN and g.on_map(g.setting.commandos)
    more = texts.say("report.and_commandos") if commandos else ""
    return [texts.say("report.second_movement", commandos=more)]


def _moving_lines(g: BulgeState, step: Moving, language: str) -> list[str]:
    texts, here = texts_of(language), step.here(g)
    units = unit_list(g, step.units, texts)
    if here == NOWHERE:
        said = [texts.say("report.group_off", units=units)]
    else:
        place = g.setting.name("place", here, language)
        said = [texts.say("report.group", place=place, units=units)]
    if not step.mode:
        combat, strategic = (min(g.setting.allowance[u][i] for u in step.units) for i in (0, 1))
        said.append(texts.say("report.allowance", combat=combat, strategic=strategic))
    if here != NOWHERE and is_held(g, step, here):
        said.append(texts.say("report.held"))
    if step.group & g.wary:
        said.append(texts.say("report.wary"))
    return said


def is_held(g: BulgeState, stack: Moving, place: int) -> bool:
    """Whether an enemy ZOC holds a stack up in a hex; no ZOC holds commandos. Rule 9.5-3a."""
    return bool(ezoc(g, stack.side) >> place & 1 and not stack.group & g.setting.commandos)


# -- combat -------------------------------------------------------------------------------------


def _shift(modifier: Modifier, texts: Texts) -> str:
    return texts.say(
        "roll.minus" if modifier.value < 0 else "roll.plus",
        size=abs(modifier.value),
        reason=texts.say(f"modifier.{modifier.rule}"),
        rule=modifier.rule,
    )


def _odds_line(g: BulgeState, combat: Combat, side: int, texts: Texts) -> str:
    """Strengths, odds and shifts of an attack, and whether it may be made. Rules 8.2-1c, 8.3."""
    odds = work_out(g, combat, side)
    return texts.say(
        "report.odds" if is_allowed(g, odds) else "report.too_weak",
        attack=odds.attack,
        defence=odds.defence,
        base=ratio(odds.base),
        shifts="".join(_shift(shift, texts) for shift in odds.shifts),
        column=ODDS[max(odds.column, MIN_COLUMN)],
    )


def _attack_words(g: BulgeState, combat: Combat, side: int, language: str) -> str:
    texts = texts_of(language)
    return texts.say(
        "report.attack",
        attackers=unit_ids(g, combat.attackers, texts),
        target=g.setting.name("place", combat.target, language),
        column=ODDS[max(work_out(g, combat, side).column, MIN_COLUMN)],
    )


def _gathering_lines(g: BulgeState, step: Gathering, language: str) -> list[str]:
    texts, combat = texts_of(language), step.combat
    defenders = defending(g, combat.target, step.side)
    said = [
        _force(g, "attackers", step.side, combat.attackers, texts),
        _force(g, "defenders", enemy(step.side), defenders, texts),
    ]
    return [*said, _odds_line(g, combat, step.side, texts)] if combat.attackers else said


def _force(g: BulgeState, role: str, side: int, units: Iterable[int], texts: Texts) -> str:
    return texts.say(
        f"report.{role}", side=side_name(side, texts), units=unit_list(g, units, texts)
    )


def _declared_lines(g: BulgeState, step: Declaring, language: str) -> list[str]:
    said = [_attack_words(g, combat, step.side, language) for combat in g.declared]
    return [texts_of(language).say("report.declared", attack=attack) for attack in said]


def _ordering_lines(g: BulgeState, step: Ordering, language: str) -> list[str]:
    said = [_attack_words(g, combat, step.side, language) for combat in step.ordered]
    say = texts_of(language).say
    return [say("report.ordered", number=n, attack=attack) for n, attack in enumerate(said, 1)]


def _engagement_lines(g: BulgeState, language: str) -> list[str]:
    fight, texts = g.engagement, texts_of(language)
    assert fight is not None, "a combat is being resolved"
    place = g.setting.name("place", fight.target, language)
    said = [texts.say("report.fight", place=place, result=texts.say(f"result.{fight.result}"))]
    for role, side, units in (
        ("attackers", fight.attacker, fight.attackers),
        ("defenders", enemy(fight.attacker), fight.defenders),
    ):
        alive = [unit for unit in units if g.steps_left[unit]]
        said.append(_force(g, role, side, alive, texts))
    return said


# -- special steps ------------------------------------------------------------------------------


def _line_lines(g: BulgeState, step: LineDrawing, language: str) -> list[str]:
    end = step.path[-1] if step.path else g.setting.lines[step.line][-1]
    place = g.setting.name("place", end, language, long=True)
    return [texts_of(language).say("report.line_end", place=place)]


def _astray_lines(g: BulgeState, step: Misdirection, language: str) -> list[str]:
    texts = texts_of(language)
    place = g.setting.name("place", g.where[step.units[0]], language)
    units = unit_list(g, step.units, texts)
    return [texts.say("report.astray", place=place, mp=step.mp, units=units)]


def _deployment_lines(g: BulgeState, step: Deployment, language: str) -> list[str]:  # noqa: ARG001
    unit = g.offered.actions[0].piece(0) if g.offered else 0
    texts, name = texts_of(language), g.setting.name("piece", unit, language, long=True)
    return [texts.say("report.unit_line", unit=unit_list(g, [unit], texts), name=name)]


TELLERS: dict[type, Callable[[BulgeState, Any, str], list[str]]] = {
    Movement: _movement_lines,
    Moving: _moving_lines,
    Declaring: _declared_lines,
    Gathering: _gathering_lines,
    Ordering: _ordering_lines,
    LineDrawing: _line_lines,
    Misdirection: _astray_lines,
    Deployment: _deployment_lines,
}
"""What is told of a decision, by the step that asks for it."""
