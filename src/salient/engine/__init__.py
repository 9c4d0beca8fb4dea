"""The contract every game keeps, and what stands on it: dice, records, undo, packs, rules."""

from salient.engine.actions import Action, ArgKind, Lexicon
from salient.engine.dice import commitment, new_seed, seed_from_text
from salient.engine.errors import (
    DataError,
    RecordError,
    RuleViolation,
    SalientError,
    SaveError,
    SetupError,
)
from salient.engine.events import Event, Modifier, Rolled
from salient.engine.game import AnyGame, Game, Result
from salient.engine.ledger import Ledger, Rule
from salient.engine.match import Match
from salient.engine.memory import Memo, Memory
from salient.engine.records import Record, parse_record, replay
from salient.engine.setting import Identity, Option, PackId, Setting
from salient.engine.state import Decision, Log, Ref, State, Step
from salient.engine.views import View

__all__ = [
    "Action",
    "AnyGame",
    "ArgKind",
    "DataError",
    "Decision",
    "Event",
    "Game",
    "Identity",
    "Ledger",
    "Lexicon",
    "Log",
    "Match",
    "Memo",
    "Memory",
    "Modifier",
    "Option",
    "PackId",
    "Record",
    "RecordError",
    "Ref",
    "Result",
    "Rolled",
    "Rule",
    "RuleViolation",
    "SalientError",
    "SaveError",
    "Setting",
    "SetupError",
    "State",
    "Step",
    "View",
    "commitment",
    "new_seed",
    "parse_record",
    "replay",
    "seed_from_text",
]
