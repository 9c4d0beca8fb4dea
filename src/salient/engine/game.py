"""The contract every game keeps.

A game is a set of pure rules over plain data. Terminal, page, bots, lab, records and tests know
only what is here.
"""

from __future__ import annotations

import copy
import hashlib
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from types import GenericAlias
from typing import Any, ClassVar, Generic, Union

import msgspec

from salient.engine.actions import Action
from salient.engine.commands import Command
from salient.engine.errors import RuleViolation, SaveError, SetupError
from salient.engine.events import Event
from salient.engine.forecast import Forecast
from salient.engine.ids import Place
from salient.engine.ledger import Ledger
from salient.engine.packs import Pack, load_pack
from salient.engine.pictures import Sheet
from salient.engine.reports import Report
from salient.engine.rulebook import Rulebook
from salient.engine.setting import Identity, Option, PackId, Setting, T
from salient.engine.shelf import Shelf
from salient.engine.state import Decision, Log, S, Step, advance, is_held, steps_of
from salient.engine.texts import Texts, package_texts
from salient.engine.typed import convert, decode
from salient.engine.views import Marker, PieceView, View


class Result(msgspec.Struct, frozen=True):
    """How a game ended.

    Attributes:
        outcome: Message id of the level of victory (``result.<outcome>``).
        winner: Index of the winning side, or None for a draw or a shared defeat.
        score: The number the outcome was read from.
    """

    outcome: str
    winner: int | None
    score: int


class Game(ABC, Generic[S, T]):
    """One game: its scenarios, its options, and the rules that carry a state forward.

    A title binds the functions that do its work by name (``judge = staticmethod(judge)``,
    ``build_setting = MistSetting``) where there is nothing to add.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[str]
    sides: ClassVar[tuple[str, str]]
    scenarios: ClassVar[tuple[str, ...]]
    options: ClassVar[tuple[Option, ...]]
    data_files: ClassVar[tuple[str, ...]]
    folder: ClassVar[Path]
    data_folder: ClassVar[Path]
    state_type: ClassVar[type[Any]]
    step_type: ClassVar[type[Step[Any]]]
    """The base of the game's own steps: all its subclasses can be on the stack of a save."""
    whole_map: ClassVar[str] = ""
    """The scenario whose map stands for the game; otherwise that of the first."""

    difficulty: ClassVar[int] = 0
    """How much there is to learn, from 1 to 5; 0 says nothing."""

    hides: ClassVar[bool] = False
    """Whether a side can have pieces on the board that the other does not see, with any options."""

    die: ClassVar[int] = 6
    """How many sides the game's dice have."""

    on_table: ClassVar[tuple[str, ...]] = ()
    """Columns of the state, numbers or lists of them, that say what lies on the table: by them
    two states of different versions are compared (:mod:`salient.engine.stamps`)."""

    commands: ClassVar[tuple[Command, ...]] = ()
    """Commands of the program that only this game has."""

    report: Report[S] = Report()
    """What the game tells beyond its views."""

    def __init__(self) -> None:
        self._boards: Shelf[T] = Shelf(most=8)
        self._settings: Shelf[T] = Shelf(most=32)

    # -- what a game implements ---------------------------------------------------------------

    @abstractmethod
    def build_setting(self, identity: Identity, folders: Sequence[Path]) -> T:
        """Load board, units and tables of a scenario.

        Args:
            identity: Scenario, options and packs.
            folders: The game's data folder, then those of the packs laid over it.
        """

    @abstractmethod
    def set_up(self, setting: T, seed: bytes) -> S:
        """The state before the first step has run, with that step on the stack."""

    @abstractmethod
    def result(self, g: S) -> Result | None:
        """The outcome, or None while the game goes on."""

    @abstractmethod
    def pieces(self, g: S, side: int, /) -> Iterable[PieceView]:
        """The pieces as a side sees them (-1: a spectator), of a position as it knows it."""

    @abstractmethod
    def clock(self, g: S) -> str:
        """The turn as the players call it (``17-2``)."""

    @abstractmethod
    def check(self, g: S) -> None:
        """Raise ``ValueError`` if the state breaks an invariant of the game."""

    # -- what a game may add ------------------------------------------------------------------

    def markers(self, g: S, side: int, /) -> Iterable[Marker]:
        """What else lies on the board, as a side sees it, of a position as it knows it."""
        return ()

    def tracks(self, g: S) -> dict[str, int]:
        """The numbers that everybody sees beside the board: victory points and such."""
        return {}

    def value(self, g: S, side: int) -> float:
        """How good the position looks for a side: the hook of bots that search."""
        return 0.0

    def judge(self, g: S, decision: Decision) -> list[float]:
        """How sensible each offered action looks: the hook of bots that do not search."""
        return [0.0] * len(decision.actions)

    def forecast(self, g: S, place: Place) -> Forecast | None:
        """The chances of the combat that would be fought in a place; None if there is none."""
        return None

    def describe_combat(self, setting: T, words: Mapping[str, str]) -> Forecast:
        """The chances of a combat described in the game's own words.

        Raises:
            SetupError: ``no-odds``, if the game has no such words.
        """
        raise SetupError("no-odds", game=self.id)

    def before(self, g: S) -> Any:
        """What :meth:`after` must know of the position before an action."""
        return None

    def after(self, g: S, log: Log, before: Any) -> bool:
        """See to what follows any action, once the stack has come to rest.

        Args:
            g: The state, before the next decision is offered.
            log: What happened; events can be added and replaced.
            before: What :meth:`before` said.

        Returns:
            Whether the state has changed, so that the next decision must be worked out again.
        """
        return False

    # -- what every game has ------------------------------------------------------------------

    @cached_property
    def ledger(self) -> Ledger:
        """The game's rules, row by row."""
        return Ledger.load(self.folder)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The same in chapters, to be read."""
        return Rulebook.load(self.folder, Ledger.load(self.folder))

    def texts(self, language: str) -> Texts:
        """The game's texts in a language."""
        return package_texts(self.folder / "text", language)

    def sheet(self, setting: T, language: str) -> Sheet:
        """The board of a scenario as a sheet to be drawn.

        Raises:
            SetupError: ``no-map``, if the game cannot draw its board.
        """
        raise SetupError("no-map", game=self.id)

    def setting(
        self,
        scenario: str,
        options: Mapping[str, str] | None = None,
        packs: Sequence[Path] = (),
    ) -> T:
        """The static data of a scenario with options and packs, built once and shared.

        Board and tables are shared by all options. What no state uses any more is forgotten after
        a while, so that memory stays bounded however many options and packs are tried.
        """
        if scenario not in self.scenarios:
            raise SetupError(
                "no-scenario", game=self.id, scenario=scenario, expected=", ".join(self.scenarios)
            )
        loaded = [load_pack(path, self.id, self.data_files) for path in packs]
        identity = Identity(
            game=self.id,
            rules=self.rules_version,
            scenario=scenario,
            options=self._choose(options or {}),
            packs=tuple(pack.id for pack in loaded),
        )
        return self._settings.take(
            msgspec.json.encode(identity), lambda: self._board(identity, loaded).under(identity)
        )

    def _board(self, identity: Identity, packs: Sequence[Pack]) -> T:
        folders = [self.data_folder, *(pack.folder for pack in packs)]
        return self._boards.take(
            (identity.scenario, identity.packs), lambda: self.build_setting(identity, folders)
        )

    def _choose(self, wanted: Mapping[str, str]) -> dict[str, str]:
        known = {option.id: option for option in self.options}
        for name, value in wanted.items():
            if name not in known:
                raise SetupError("no-option", option=name, expected=", ".join(known))
            if value not in known[name].choices:
                raise SetupError(
                    "no-choice", option=name, value=value, expected=", ".join(known[name].choices)
                )
        return {name: wanted.get(name, option.choices[0]) for name, option in known.items()}

    def known(self, g: S, side: int, rng: Random) -> S:
        """The position as a side may take it to be (-1: a spectator), to look at or play on.

        What the side cannot know is absent from it or guessed: always the dice to come, and in a
        game that ``hides`` things, those. Two positions that look the same to a side give the same
        one, so whatever is told, forecast or thought for a side is made from it.

        Args:
            g: The true position; it stays as it is.
            side: Who knows.
            rng: Where guesses come from.
        """
        if self.hides:
            raise NotImplementedError(f"{self.id} hides pieces but says not from whom")
        twin = g.copy()
        twin.seed = rng.randbytes(32)
        return twin

    def hides_in(self, options: Mapping[str, str]) -> bool:
        """Whether it does with these options."""
        return self.hides

    def could_learn(self, before: S, after: S, side: int) -> bool:
        """Whether a side could have found something out by an action, even if it has not.

        Then the action stands: else one would try place after place, and take back wherever
        nothing is. The answer must not depend on what the side cannot know.

        Args:
            before: The position before the action.
            after: The position after it.
            side: Who acted.
        """
        if self.hides:
            raise NotImplementedError(f"{self.id} hides pieces but says not how they are found")
        return False

    def start(
        self,
        scenario: str,
        seed: bytes,
        options: Mapping[str, str] | None = None,
        packs: Sequence[Path] = (),
    ) -> tuple[S, list[Event]]:
        """Set a scenario up and run it to its first decision."""
        return self.begin(self.setting(scenario, options, packs), seed)

    def begin(self, setting: T, seed: bytes) -> tuple[S, list[Event]]:
        """Set up what a setting says and run it to its first decision."""
        g = self.set_up(setting, seed)
        log: Log = []
        self._settle(g, log, self.before(g))
        return g, log

    def decision(self, g: S) -> Decision | None:
        """Who is asked what, or None when the game is over."""
        if g.offered is None and g.steps:
            g.offered = g.steps[-1].ask(g)
        return g.offered

    def play(
        self,
        g: S,
        action: Action,
        side: int | None = None,
        *,
        ask: bool = False,
        veil: Collection[int] = (),
    ) -> list[Event]:
        """Carry out an action and everything that follows up to the next decision.

        Args:
            g: The state; it changes only if the action is legal.
            action: One of the offered actions.
            side: Who acts; None trusts the caller that it is the deciding side.
            ask: Whether that side is asked for a momentous action that is the only one left after
                it; otherwise it is carried out, too. Both come to the same.
            veil: Sides that must not learn whether their enemy has anything to decide: he is asked
                for the only thing that is left, too, where that would tell. It comes to the same.

        Raises:
            RuleViolation: ``game-over``, ``wrong-side`` or ``not-offered``.
        """
        decision = self.decision(g)
        if decision is None:
            raise RuleViolation("game-over")
        if side is not None and side != decision.side:
            raise RuleViolation("wrong-side", side=self.sides[decision.side])
        if action not in decision.actions:
            raise self._refusal(g, action, decision)
        # The offered one itself: what is equal to it may be a bare tuple, or have 1.0 for 1.
        action = decision.actions[decision.actions.index(action)]
        log = self._carry_out(g, decision.side, action, veil)
        while not ask and g.offered is not None and is_held(g) and not g.offered.veils:
            log += self._carry_out(g, g.offered.side, g.offered.actions[0], veil)
        return log

    def _carry_out(self, g: S, side: int, action: Action, veil: Collection[int]) -> Log:
        log: Log = []
        before, drawn = self.before(g), g.drawn
        g.offered = None
        g.steps[-1].take(g, action, log)
        # After something momentous nothing is taken back any more: what else is forced follows.
        mover = None if action.verb in g.setting.lexicon.momentous else side
        self._settle(g, log, before, mover, drawn, veil)
        return log

    def _settle(
        self,
        g: S,
        log: Log,
        before: Any,
        mover: int | None = None,
        drawn: int = 0,
        veil: Collection[int] = (),
    ) -> None:
        advance(g, log, mover, drawn, veil)
        while self.after(g, log, before):
            advance(g, log, mover, drawn, veil)

    def _refusal(self, g: S, action: Action, decision: Decision) -> RuleViolation:
        lexicon = g.setting.lexicon
        try:
            text = lexicon.text(action)
        except (KeyError, IndexError, ValueError, TypeError, AttributeError):
            text = str(tuple(action))
        verbs = sorted({offered.verb for offered in decision.actions})
        return RuleViolation(
            "not-offered",
            text=text,
            expected=", ".join(verbs),
            rules=", ".join(decision.rules),
        )

    def view(self, g: S, side: int) -> View:
        """What one side sees (-1: a spectator)."""
        return self.scene(self.known(g, side, Random(0)), side)

    def scene(self, g: S, side: int) -> View:
        """The table as a side sees it (-1: a spectator), of a position as it knows it."""
        pieces, markers = self.pieces(g, side), self.markers(g, side)
        return View(self.clock(g), tuple(pieces), tuple(markers), self.tracks(g))

    # -- saving -------------------------------------------------------------------------------

    def dump(self, g: S) -> bytes:
        """The whole state as JSON, to be loaded anywhere."""
        saved = copy.copy(g)
        saved.offered = None
        return _ENCODER.encode(saved)

    def load(self, data: bytes, packs: Sequence[Path] = ()) -> S:
        """Load a state; it is checked in every field and against the game's invariants.

        Raises:
            SaveError: The data are damaged, of another game, of other rules or other packs.
        """
        try:
            g = decode(data, self.state_type, self._find_setting(packs))
            g.steps = convert(g.steps, self._stack_type)
            g.offered = None
            self.check(g)
        except (msgspec.MsgspecError, ValueError, IndexError) as error:
            raise SaveError("save-damaged", reason=str(error)) from None
        return g  # type: ignore[no-any-return]

    @cached_property
    def _stack_type(self) -> Any:
        return GenericAlias(list, (Union[steps_of(self.step_type)],))  # noqa: UP007

    def _find_setting(self, packs: Sequence[Path]) -> Any:
        def hook(kind: type, value: Any) -> Any:
            if not issubclass(kind, Setting):
                raise NotImplementedError(kind)
            wanted = convert(value, Identity)
            if wanted.rules != self.rules_version:
                raise SaveError("other-rules", rules=wanted.rules, expected=self.rules_version)
            self.require_identity(wanted, packs)
            return self.setting(wanted.scenario, wanted.options, packs)

        return hook

    def require_identity(self, wanted: Identity, packs: Sequence[Path]) -> None:
        """Refuse a save or record of another game or pack list."""
        if wanted.game != self.id:
            raise SaveError("other-game", game=wanted.game, expected=self.id)
        given = tuple(load_pack(path, self.id, self.data_files).id for path in packs)
        if given != wanted.packs:
            raise SaveError(
                "other-packs", expected=_pack_list(wanted.packs), given=_pack_list(given)
            )

    def fingerprint(self, g: S) -> str:
        """A hash of the whole state: equal states, equal fingerprints."""
        return hashlib.sha256(self.dump(g)).hexdigest()


AnyGame = Game[Any, Any]
"""A game of which nothing is known but the contract."""


def require(condition: bool, what: str) -> None:
    """An invariant of a state: for the ``check`` of games."""
    if not condition:
        raise ValueError(f"expected: {what}")


def _pack_list(packs: Sequence[PackId]) -> str:
    return ", ".join(f"{pack.name} {pack.digest[:12]}" for pack in packs) or "-"


def _encode_setting(value: Any) -> Any:
    if isinstance(value, Setting):
        return value.identity
    raise NotImplementedError(type(value))


_ENCODER = msgspec.json.Encoder(enc_hook=_encode_setting)
