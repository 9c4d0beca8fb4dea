"""Reports of the position: places with their pieces, one place, one piece, all pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.cells import cell_len
from rich.console import JustifyMethod
from rich.table import Table
from rich.text import Text

from salient.engine import AnyGame
from salient.engine.ids import Place
from salient.engine.reports import Chart
from salient.engine.speech import Speech
from salient.engine.views import PieceView, View
from salient.terminal.screen import GAP, HEADING_STYLE, NOTE_STYLE, in_rows, pad, side_style


class Atlas:
    """Draws a view in words."""

    def __init__(self, game: AnyGame, speech: Speech) -> None:
        self.game = game
        self.speech = speech
        self.say = speech.texts.say
        self.report = game.report

    # -- pieces -------------------------------------------------------------------------------

    def brief(self, piece: PieceView) -> str:
        """A piece in a few letters."""
        values = {f"v{index}": value for index, value in enumerate(piece.values)}
        flags = "".join(
            self.say("piece.flag", flag=self.speech.word("flag_short", flag))
            for flag in piece.flags
        )
        if not piece.values:  # It is not looked at: that it is there is all.
            return f"{piece.name}{flags}"
        kind = self.speech.word("kind_short", piece.symbol)
        return self.say("piece.brief", name=piece.name, kind=kind, flags=flags, **values)

    def piece(self, piece: PieceView) -> Iterator[Text]:
        """All about one piece."""
        name = self.speech.name("piece", piece.id, long=True)
        yield Text(f"{piece.name}  {name}", f"{HEADING_STYLE} {side_style(piece.side)}")
        values = "  ".join(
            f"{name} {value}"
            for name, value in zip(
                self.speech.value_names(piece.symbol, len(piece.values)), piece.values, strict=True
            )
        )
        yield Text(f"  {self.speech.word('kind', piece.symbol)}  {values}")
        flags = [self.speech.word("flag", flag) for flag in piece.flags]
        yield Text("  " + self.say("list.comma").join([self.speech.whereabouts(piece), *flags]))

    def pieces(self, view: View, side: int | None = None) -> Table:
        """All pieces of one side or of both."""
        table = Table(box=None, pad_edge=False, header_style=HEADING_STYLE)
        table.add_column(self.say("terminal.column_piece"), no_wrap=True)
        table.add_column(self.say("terminal.column_kind"), no_wrap=True)
        width = max((len(piece.values) for piece in view.pieces), default=0)
        for index in range(width):
            table.add_column(self.speech.word("value", str(index)), justify="right", no_wrap=True)
        table.add_column(self.say("terminal.column_place"))
        table.add_column(self.say("terminal.column_state"))
        for piece in view.pieces:
            if side is None or piece.side == side:
                table.add_row(
                    piece.name,
                    self.speech.word("kind", piece.symbol),
                    *map(str, piece.values),
                    *[""] * (width - len(piece.values)),
                    self.speech.whereabouts(piece),
                    self.say("list.comma").join(self.speech.word("flag", f) for f in piece.flags),
                    style=side_style(piece.side),
                )
        return table

    def chart(self, chart: Chart) -> Table:
        """A table of the game, the first column being what one looks up."""
        table = Table(box=None, pad_edge=False, header_style=HEADING_STYLE)
        for index, head in enumerate(chart.head):
            justify: JustifyMethod = "center" if index else "left"
            table.add_column(self.speech.say(head), justify=justify)
        for row in chart.rows:
            table.add_row(*map(self.speech.say, row))
        return table

    # -- places -------------------------------------------------------------------------------

    def place(self, g: Any, view: View, place: Place, width: int) -> Iterator[Text]:
        """All about one place."""
        title, *details = map(self.speech.say, self.report.describe_place(g, place))
        yield Text(title, HEADING_STYLE)
        yield from (Text(f"  {line}") for line in details)
        yield from self._garrisons(_stacks(view).get(place, []), "  ", width)

    def places(self, g: Any, view: View, width: int) -> list[list[Text]]:
        """Every place with pieces in it, near the front first; a few lines for each."""
        stacks = _stacks(view)
        order = [place for place in self.report.order_places(g) if place in stacks]
        names = {place: self.speech.name("place", place) for place in order}
        widest = max((cell_len(name) for name in names.values()), default=0) + GAP
        notes = {p: self.speech.say(self.report.note_place(g, Place(p))) for p in order}
        hang = widest + max((cell_len(note) for note in notes.values()), default=0) + GAP
        if hang > width // 2:
            hang = widest
        blocks = []
        for place in order:
            label = pad(Text(f" {names[place]}", HEADING_STYLE), widest)
            label.append(notes[place], f"not bold {NOTE_STYLE}")
            blocks.append(list(self._garrisons(stacks[place], label, width, hang)))
        return blocks

    def _garrisons(
        self, pieces: Sequence[PieceView], label: Text | str, width: int, hang: int = 0
    ) -> Iterator[Text]:
        """The pieces of each side in lines of their own, the first behind a label."""
        first = Text(label) if isinstance(label, str) else label
        hang = hang or cell_len(first.plain)
        if cell_len(first.plain) > hang:
            yield first
            first = Text()
        for side, word in enumerate(self.game.sides):
            own = [piece for piece in pieces if piece.side == side]
            if own:
                mark = self.speech.word("side_short", word)
                items = [Text(self.brief(piece), side_style(side)) for piece in own]
                yield from in_rows(items, _marked(first, mark, side, hang), width, hang + GAP)
                first = Text()

    def markers(self, g: Any, view: View) -> Iterator[Text]:
        """What lies between two places in play: blown bridges and the like."""
        used = self.report.locate_places(g)
        found: dict[tuple[str, str], list[str]] = {}
        dash = self.say("list.dash")
        for marker in view.markers:
            seen = not used or all(place in used for place in marker.places)
            if len(marker.places) > 1 and seen:
                names = dash.join(self.speech.name("place", place) for place in marker.places)
                found.setdefault((marker.kind, marker.text), []).append(names)
        for (kind, text), pairs in found.items():
            places = self.say("list.comma").join(pairs)
            yield Text(" " + self.say(f"marker.{kind}", text=text, places=places))

    def legend(self, name: str) -> Iterable[Text]:
        """What the abbreviations of a report mean."""
        if f"piece.{name}" in self.speech.texts:
            yield Text(" " + self.say(f"piece.{name}"), NOTE_STYLE)


def _marked(label: Text, mark: str, side: int, hang: int) -> Text:
    line = pad(label, hang)
    line.append(mark, f"not bold {side_style(side)}")
    return line


def _stacks(view: View) -> dict[int, list[PieceView]]:
    stacks: dict[int, list[PieceView]] = {}
    for piece in view.pieces:
        if piece.place >= 0:
            stacks.setdefault(piece.place, []).append(piece)
    return stacks
