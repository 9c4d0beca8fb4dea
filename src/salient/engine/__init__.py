"""The contract every game keeps, and what stands on it: dice, records, undo, packs, rules.

All that a game, a bot or a tool needs is here; the modules behind it may move.
"""

from salient.engine.actions import Action, ArgKind, Lexicon, Offers
from salient.engine.commands import Answer, Command, Parameter
from salient.engine.data import (
    Sourced,
    Table,
    convert_document,
    load_document,
    load_grid,
    load_table,
    read_toml,
)
from salient.engine.dice import commitment, draw, new_seed, seed_from_text
from salient.engine.errors import (
    DataError,
    RecordError,
    RuleViolation,
    SalientError,
    SaveError,
    SetupError,
)
from salient.engine.events import (
    AnyPiece,
    AnyPieces,
    AnyPlace,
    AnyPlaces,
    Event,
    GameEnded,
    Leg,
    Lot,
    Modifier,
    Moved,
    Rolled,
    Secret,
    SetUp,
    Side,
    condense,
    pieces_named,
    references,
    seen_events,
)
from salient.engine.forecast import Forecast
from salient.engine.game import AnyGame, Game, Result, require
from salient.engine.ids import Piece, Pieces, Place, Places, enemy
from salient.engine.ledger import Ledger, Rule
from salient.engine.match import Match
from salient.engine.memory import Answers, Memo, Memory, remembered
from salient.engine.messages import FullRef, Message, Reason, Series, Value, Word, message, series
from salient.engine.pictures import BoardPicture, MapKey, Sheet
from salient.engine.records import Record, parse_record, replay
from salient.engine.reports import (
    Arrival,
    Chart,
    Lifeline,
    Overlays,
    Refusals,
    Report,
    Shade,
    SightLine,
    tell_arrivals,
)
from salient.engine.setting import Identity, Option, PackId, Setting
from salient.engine.speech import Number, Speech, say_clock
from salient.engine.state import Decision, Log, Ref, State, Step, at_rest, once, resting
from salient.engine.texts import Texts, package_texts
from salient.engine.turns import TurnTrack
from salient.engine.typed import convert
from salient.engine.views import Marker, PieceView, View

__all__ = [
    "Action",
    "Answer",
    "Answers",
    "AnyGame",
    "AnyPiece",
    "AnyPieces",
    "AnyPlace",
    "AnyPlaces",
    "ArgKind",
    "Arrival",
    "BoardPicture",
    "Chart",
    "Command",
    "DataError",
    "Decision",
    "Event",
    "Forecast",
    "FullRef",
    "Game",
    "GameEnded",
    "Identity",
    "Ledger",
    "Leg",
    "Lexicon",
    "Lifeline",
    "Log",
    "Lot",
    "MapKey",
    "Marker",
    "Match",
    "Memo",
    "Memory",
    "Message",
    "Modifier",
    "Moved",
    "Number",
    "Offers",
    "Option",
    "Overlays",
    "PackId",
    "Parameter",
    "Piece",
    "PieceView",
    "Pieces",
    "Place",
    "Places",
    "Reason",
    "Record",
    "RecordError",
    "Ref",
    "Refusals",
    "Report",
    "Result",
    "Rolled",
    "Rule",
    "RuleViolation",
    "SalientError",
    "SaveError",
    "Secret",
    "Series",
    "SetUp",
    "Setting",
    "SetupError",
    "Shade",
    "Sheet",
    "Side",
    "SightLine",
    "Sourced",
    "Speech",
    "State",
    "Step",
    "Table",
    "Texts",
    "TurnTrack",
    "Value",
    "View",
    "Word",
    "at_rest",
    "commitment",
    "condense",
    "convert",
    "convert_document",
    "draw",
    "enemy",
    "load_document",
    "load_grid",
    "load_table",
    "message",
    "new_seed",
    "once",
    "package_texts",
    "parse_record",
    "pieces_named",
    "read_toml",
    "references",
    "remembered",
    "replay",
    "require",
    "resting",
    "say_clock",
    "seed_from_text",
    "seen_events",
    "series",
    "tell_arrivals",
]
