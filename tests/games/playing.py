"""What the test tables of all games share: running steps, playing actions, asking what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

from salient.engine import AnyGame, Decision, Event, Piece, Result
from salient.engine.events import seen_events
from salient.engine.state import advance
from tests.dice import SCRIPT


class Playing:
    """A state, the events so far, and short words for playing on."""

    game: AnyGame
    g: Any
    events: list[Event]

    def run(self, *steps: Any) -> Self:
        """Put steps on the stack (the last comes first) and go to the next decision."""
        self.g.steps += steps
        self.g.offered = None
        with self.telling_all():
            advance(self.g, self.events)
        self.look_after()
        return self

    def play(self, *texts: str) -> Self:
        """Play actions one after the other."""
        for text in texts:
            action = self.g.setting.lexicon.parse(text)
            with self.telling_all():
                self.events += self.game.play(self.g, action)
            self.look_after()
        return self

    @contextmanager
    def telling_all(self) -> Iterator[None]:
        """Every die that falls meanwhile is told, and none twice."""
        drawn, told = self.g.drawn, len(self.events)
        yield
        events = seen_events(self.events[told:], None)
        faces = [face for event in events for face in event.thrown]
        faces += [lot.number for event in events for lot in event.lots]
        assert Counter(faces) == Counter(SCRIPT.fallen(drawn, self.g.drawn)), "a die is not told"

    def look_after(self) -> None:
        """What a table checks after every step."""

    @property
    def decision(self) -> Decision | None:
        return self.game.decision(self.g)

    @property
    def question(self) -> Decision:
        """The decision, at a point where there is one."""
        decision = self.decision
        assert decision is not None, "nobody is asked anything"
        return decision

    @property
    def result(self) -> Result:
        """How the game ended, after its end."""
        result = self.game.result(self.g)
        assert result is not None, "the game is not over"
        return result

    @property
    def asked(self) -> str:
        """Who is asked what: ``german movement``."""
        decision = self.decision
        return f"{self.game.sides[decision.side]} {decision.prompt}" if decision else ""

    def offered(self, verb: str = "") -> set[str]:
        """The legal actions as texts, perhaps of one verb only."""
        decision = self.decision
        if decision is None:
            return set()
        texts = (self.g.setting.lexicon.text(action) for action in decision.actions)
        return {text for text in texts if not verb or text.split()[0] == verb}

    def unit(self, name: str) -> Piece:
        return Piece(self.g.setting.unit(name))

    def is_(self, flag: str, unit: str) -> bool:
        """Whether a unit has a flag, a column of bits of the state."""
        return bool(getattr(self.g, flag) >> self.unit(unit) & 1)

    def happened(self, *kinds: type[Event], told: int | None = None) -> list[Any]:
        """The events of some kinds, in order, as a side is told of them; all if none is named."""
        return [event for event in seen_events(self.events, told) if isinstance(event, kinds)]
