"""What a player can tell the terminal besides actions: why, map, undo, save and so on."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from salient.engine import ArgKind, Rule, SalientError, SetupError
from salient.engine.ids import Place
from salient.engine.speech import Speech
from salient.engine.state import Ref
from salient.engine.views import view_action
from salient.terminal.briefing import briefing_lines, turn_lines
from salient.terminal.files import write_new
from salient.terminal.lessons import Guide
from salient.terminal.names import find_name
from salient.terminal.odds import forecast_lines
from salient.terminal.screen import HEADING_STYLE, pad
from salient.terminal.sketch import sketch

if TYPE_CHECKING:
    from salient.terminal.session import Session

Order = Callable[["Session", list[str]], None]

ORDERS: dict[str, Order] = {}
"""The orders by the words that give them."""

LOG_ENTRIES = 10
HELP_COLUMN = 17


def _order(*words: str) -> Callable[[Order], Order]:
    def register(function: Order) -> Order:
        for word in words:
            ORDERS[word] = function
        return function

    return register


def complete_order(speech: Speech) -> Iterator[str]:
    """What can be completed after the actions: orders, with the names they take."""
    yield from ORDERS
    for place in speech.setting.lexicon.places:
        yield f"area {place}"
        yield f"map {place}"
        yield f"odds {place}"
    for piece in speech.setting.lexicon.pieces:
        yield f"unit {piece}"
    for side in speech.game.sides:
        yield f"units {side}"
    for rule in speech.game.ledger.rules:
        yield f"rule {rule}"


# -- help and rules -----------------------------------------------------------------------------


@_order("help", "?")
def give_help(session: Session, _words: list[str]) -> None:
    """What can be typed."""
    session.print(session.say("terminal.help_intro"))
    for word in ORDERS:
        if f"order.{word}.form" not in session.speech.texts:
            continue
        line = pad(Text(f"  {session.say(f'order.{word}.form')}", HEADING_STYLE), HELP_COLUMN)
        session.console.print(line.append(session.say(f"order.{word}.help"), "not bold"))


@_order("why")
def give_reasons(session: Session, _words: list[str]) -> None:
    """The rules the question stands on."""
    decision = session.match.decision
    if decision:
        rows = [row for citation in decision.rules for row in session.game.ledger.find(citation)]
        session.show_paged(rule_lines(rows, session.language))


@_order("rule")
def show_rule(session: Session, words: list[str]) -> None:
    """A rule by its number."""
    citation = " ".join(words)
    rows = session.game.ledger.find(citation) if citation else []
    if not rows:
        raise SetupError("no-rule", rule=citation, game=session.game.id)
    session.show_paged(rule_lines(rows, session.language))


def rule_lines(rows: list[Rule], language: str) -> Iterator[Text]:
    """Rules with number, title and summary."""
    for row in rows:
        title, summary = row.say(language)
        yield Text(f"{row.id}  ", HEADING_STYLE).append(title)
        yield Text(f"  {summary}")


# -- the position -------------------------------------------------------------------------------


@_order("map")
def show_map(session: Session, words: list[str]) -> None:
    """A sketch of the board, or of the surroundings of a place."""
    if not session.report.locate_places(session.known):
        show_front(session, [])
        return
    centre = find_name(session.speech, ArgKind.PLACE, words) if words else None
    size = session.console.size
    lines = sketch(
        session.atlas,
        session.known,
        session.view(),
        session.asked,
        width=size.width - 1,
        height=size.height - 4,
        centre=centre,
    )
    session.print_lines([*lines, *session.atlas.legend("sketch")])


@_order("front")
def show_front(session: Session, _words: list[str]) -> None:
    """All places with pieces, near the front first."""
    view, atlas = session.view(), session.atlas
    blocks = atlas.places(session.known, view, session.console.width)
    lines = [line for block in blocks for line in block]
    state = session.known
    session.show_paged([*lines, *atlas.markers(state, view), *atlas.legend("legend")])


@_order("area")
def show_area(session: Session, words: list[str]) -> None:
    """All about one place."""
    place = Place(find_name(session.speech, ArgKind.PLACE, words))
    state, width = session.known, session.console.width
    session.print_lines(session.atlas.place(state, session.view(), place, width))


@_order("unit")
def show_unit(session: Session, words: list[str]) -> None:
    """All about one piece."""
    wanted = find_name(session.speech, ArgKind.PIECE, words)
    for piece in session.view().pieces:
        if piece.id == wanted:
            session.print_lines(session.atlas.piece(piece))
            return
    name = session.speech.name("piece", wanted, long=True)
    hides = session.game.hides_in(session.known.setting.identity.options)
    session.print(session.say("terminal.not_seen" if hides else "terminal.gone", name=name))


@_order("units")
def show_units(session: Session, words: list[str]) -> None:
    """All pieces of one side or of both."""
    sides = session.game.sides
    wanted = None
    if words:
        names = {word: i for i, word in enumerate(sides)}
        names |= {session.speech.side(i).casefold(): i for i in range(len(sides))}
        wanted = names.get(words[0].casefold())
        if wanted is None:
            raise SetupError("no-side", side=words[0], expected=", ".join(sides))
    session.show_paged(session.table_lines(session.atlas.pieces(session.view(), wanted)))


@_order("odds")
def show_odds(session: Session, words: list[str]) -> None:
    """The chances of the combat in a place, or in every place that the question is about."""
    if words:
        places = [Place(find_name(session.speech, ArgKind.PLACE, words))]
    else:
        decision, lexicon = session.match.decision, session.speech.setting.lexicon
        offered = [
            view_action(lexicon, action) for action in (decision.actions if decision else ())
        ]
        args = [arg for action in offered for arg in action.args]
        named = {Place(int(value)) for kind, value in args if kind is ArgKind.PLACE}
        asked = decision.values.values() if decision else ()
        named |= {Place(one.value) for one in asked if isinstance(one, Ref) and one.kind == "place"}
        places = sorted(named)
    found = False
    for place in places:
        forecast = session.game.forecast(session.known, place)
        if forecast is not None:
            found = True
            session.print(session.speech.name("place", place), HEADING_STYLE)
            session.print_lines(forecast_lines(forecast, session.speech))
    if not found:
        session.print(session.say("terminal.no_odds"))


# -- the game -----------------------------------------------------------------------------------


@_order("log")
def show_log(session: Session, words: list[str]) -> None:
    """The last actions in words."""
    count = int(words[0]) if words and words[0].isdigit() else LOG_ENTRIES
    match = session.match
    sides = ["", *(match.game.sides[deed.side] for deed in match.deeds)]
    entries = [(side, *entry) for side, entry in zip(sides, match.log, strict=True)]
    blocks = list(session.chronicle.story(entries, session.reader_side()))
    session.print_lines(line for block in blocks[-count:] for line in block)


@_order("more")
def show_more(session: Session, _words: list[str]) -> None:
    """The rest of a long list."""
    session.more()


@_order("list")
def show_menu(session: Session, words: list[str]) -> None:
    """The question and its actions once more, or all actions of one verb."""
    menu = session.menu
    if not words or menu is None:
        session.open_menu()
    elif words[0].casefold() in menu.groups:
        session.show_paged(menu.group(words[0].casefold(), session.console.width))
    else:
        raise SetupError("no-order", word=words[0], actions=", ".join(menu.groups))


@_order("table")
def show_chart(session: Session, words: list[str]) -> None:
    """A table of the game by its name, or which there are."""
    charts = session.report.charts(session.known)
    if not charts:
        raise SetupError("no-charts", game=session.game.id)
    if not words:
        for name in charts:
            session.print(f"  {name}  {session.say(f'chart.{name}')}")
        return
    name = words[0].casefold()
    if name not in charts:
        raise SetupError("no-argument", word=words[0], expected=", ".join(charts))
    session.print(session.say(f"chart.{name}"), HEADING_STYLE)
    session.show_paged(session.table_lines(session.atlas.chart(charts[name])))


@_order("score")
def show_standing(session: Session, _words: list[str]) -> None:
    """Who would win now, and why."""
    lines = session.report.describe_standing(session.known)
    if not lines:
        raise SetupError("no-standing", game=session.game.id)
    session.print_lines(Text(session.speech.say(line)) for line in lines)


@_order("briefing")
def show_briefing(session: Session, _words: list[str]) -> None:
    """Situation, forces, how to win, and a word to each side."""
    session.show_paged(briefing_lines(session))


@_order("learn")
def begin_lessons(session: Session, _words: list[str]) -> None:
    """The guided first turn, step by step."""
    guide = Guide(session.speech, session.asked)
    if guide.is_over:
        raise SetupError("no-lessons", game=session.game.id, scenario=session.game.scenarios[0])
    session.guide = guide
    session.teach()


@_order("turns")
def show_turns(session: Session, _words: list[str]) -> None:
    """The turns with those who arrive in them, and the phases of the present one."""
    lines = list(turn_lines(session))
    if not lines:
        raise SetupError("no-turns", game=session.game.id)
    session.show_paged(lines)


@_order("undo")
def take_back(session: Session, _words: list[str]) -> None:
    """Take the last action back."""
    decision = session.match.decision
    text = session.match.log[-1][0]
    session.match.undo(decision.side if decision else None)
    session.print(session.say("terminal.undone", text=text))


@_order("save")
def save(session: Session, words: list[str]) -> None:
    """Write the record of the game to a new file."""
    _save(session, words, force=False)


@_order("save!")
def save_over(session: Session, words: list[str]) -> None:
    """Write the record of the game to a file that may exist."""
    _save(session, words, force=True)


def _save(session: Session, words: list[str], *, force: bool) -> None:
    if not words:
        session.print(session.say("terminal.save_name"))
        return
    path = Path(" ".join(words)).expanduser()
    _write(session, path, session.match.record().to_text(), force=force)


def _write(session: Session, path: Path, text: str, *, force: bool) -> None:
    write_new(path, text, force=force)
    session.saved = len(session.match.log)
    session.print(session.say("terminal.saved", file=path))
    session.print(session.say("terminal.replay", file=path))


@_order("quit", "exit")
def leave(session: Session, _words: list[str]) -> None:
    """Leave the table, with an offer to save."""
    while len(session.match.log) != session.saved:
        try:
            name = session.reader.line(session.say("terminal.save_offer"))
        except EOFError:
            break
        if not name:
            break
        try:
            _save(session, [name], force=False)
        except SalientError as error:
            session.complain(error)
    session.over = True


def rescue(session: Session) -> None:
    """Keep the record of a game that is broken off in a temporary file."""
    if len(session.match.log) == session.saved or not session.reader.live:
        return
    text = session.match.record().to_text()
    name = f"salient-{session.game.id}-{time.strftime('%Y%m%d-%H%M%S')}.record"
    _write(session, Path(tempfile.gettempdir()) / name, text, force=False)
