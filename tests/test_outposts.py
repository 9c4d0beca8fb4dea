"""The smallest complete game: its rules one by one, and everything that any game must do."""

from __future__ import annotations

import io
import shutil
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console

from outposts import GAME
from outposts.rules import PlayerTurn
from outposts.setting import AMERICAN, GERMAN
from outposts.state import Dealt, Fought, OutpostState, Removed
from salient.boards.pieces import NOWHERE
from salient.boards.sheets import draw_map
from salient.engine import GameEnded, Match, Moved, Result, Secret, seed_from_text
from salient.engine.state import advance
from salient.lab.arena import play_match
from salient.lab.fuzz import fuzz
from salient.terminal.players import seat_players
from salient.terminal.session import Session
from salient.testing.contract import check_contract
from salient.testing.texts import TEXT_TABLES, check_texts
from tests.games.playing import Playing
from tests.terminal.conftest import Script

DOCS = Path(__file__).parents[1] / "docs"


class Table(Playing):
    """The game with the counters where a test wants them: ``Table(G1="Mill 3", A1="Inn 1")``."""

    game = GAME

    def __init__(self, *, mover: int = GERMAN, turn: int = 1, ties: str = "back", **units: str):
        setting = GAME.setting("valley", {"ties": ties})
        self.g: OutpostState = GAME.set_up(setting, seed_from_text("table"))
        self.events = []
        self.g.turn, self.g.steps = turn, [PlayerTurn(mover)]
        for unit, row in enumerate(setting.counters):
            place, _, strength = units.get(row.id, "").partition(" ")
            self.g.put(unit, setting.index[place] if place else NOWHERE)
            self.g.strength[unit] = int(strength or 0)

    def dice(self, monkeypatch: pytest.MonkeyPatch, *faces: int) -> Table:
        """Let the next dice fall like this, the attacker's first."""
        fall = iter(faces)
        monkeypatch.setattr(OutpostState, "roll", lambda *_: next(fall))
        return self

    def at(self, place: str) -> str:
        """Who stands in a place."""
        units = self.g.stacks.get(self.g.setting.index[place], 0)
        return " ".join(row.id for u, row in enumerate(self.g.setting.counters) if units >> u & 1)


def started() -> OutpostState:
    return GAME.start("valley", seed_from_text("started"))[0]


# -- the rules ------------------------------------------------------------------------------------


@pytest.mark.rule("outposts:1.1", "outposts:2.2")
def test_a_side_moves_one_counter_along_one_road_or_passes() -> None:
    table = Table(G1="Mill 3", A1="Church 1", A2="Farm 1")
    assert table.offered() == {"move G1 Ford", "move G1 Inn", "pass"}
    table.play("move G1 Inn")
    assert table.happened(Moved)
    assert table.at("Inn") == "G1"


@pytest.mark.rule("outposts:1.2")
def test_the_counters_begin_where_the_rules_say() -> None:
    g = started()
    at = {row.id: g.setting.places[g.where[u]].id for u, row in enumerate(g.setting.counters)}
    assert [at[unit] for unit in ("G1", "G2", "G3")] == ["Mill", "Quarry", "Ford"]
    assert [at[unit] for unit in ("A1", "A2", "A3")] == ["Church", "Farm", "Bridge"]


@pytest.mark.rule("outposts:1.3")
def test_each_side_looks_at_its_own_counters_only() -> None:
    g, events = GAME.start("valley", seed_from_text("dealt"))
    secrets = [event for event in events if isinstance(event, Secret)]
    for side, secret in enumerate(secrets):
        assert isinstance(secret.deed, Dealt)
        assert sorted(secret.deed.strengths) == [0, 1, 3]
        assert secret.seen_by(side) == secret.deed
        assert secret.seen_by(1 - side) is None
        values = {piece.side: piece.values for piece in GAME.view(g, side).pieces}
        assert values[side]
        assert not values[1 - side]


@pytest.mark.rule("outposts:2.1")
def test_five_turns_germans_first() -> None:
    g, asked = started(), []
    while (decision := GAME.decision(g)) is not None:
        asked.append((g.turn, decision.side))
        GAME.play(g, decision.actions[-1])
    assert asked == [(turn, side) for turn in range(1, 6) for side in (GERMAN, AMERICAN)]


@pytest.mark.rule("outposts:2.3")
def test_no_two_counters_of_a_side_stand_in_one_place() -> None:
    table = Table(G1="Mill 3", G2="Ford 1", A1="Church 1")
    assert "move G1 Ford" not in table.offered()
    assert "move G2 Mill" not in table.offered()


@pytest.mark.rule("outposts:3.1", "outposts:3.2")
@pytest.mark.parametrize(
    ("dice", "ties", "inn", "mill"),
    [
        ((4, 5), "back", "G1", ""),
        ((2, 5), "back", "A1", ""),
        ((3, 5), "back", "A1", "G1"),
        ((3, 5), "both", "", ""),
    ],
)
def test_the_higher_of_strength_and_die_wins(
    monkeypatch: pytest.MonkeyPatch, dice: tuple[int, int], ties: str, inn: str, mill: str
) -> None:
    table = Table(G1="Mill 3", G2="Quarry 1", A1="Inn 1", A2="Farm 3", ties=ties)
    table.dice(monkeypatch, *dice).play("move G1 Inn")
    (fought,) = table.happened(Fought)
    assert (fought.attack, fought.defence) == (dice[0] + 3, dice[1] + 1)
    assert (table.at("Inn"), table.at("Mill")) == (inn, mill)
    assert all(table.g.shown >> table.g.setting.lexicon.parse(f"move {u} Inn").piece(0) & 1
               for u in ("G1", "A1"))  # fmt: skip


@pytest.mark.rule("outposts:3.3")
@pytest.mark.parametrize(("attack", "defence", "inn"), [(3, 0, "G1"), (0, 3, "A1"), (0, 0, "")])
def test_a_decoy_is_removed_without_dice(attack: int, defence: int, inn: str) -> None:
    table = Table(G1=f"Mill {attack}", G2="Quarry 1", A1=f"Inn {defence}", A2="Farm 1")
    table.play("move G1 Inn")
    assert table.g.drawn == 0
    assert {event.cause for event in table.happened(Removed)} == {"decoy"}
    assert table.at("Inn") == inn


@pytest.mark.rule("outposts:4.1")
def test_a_goal_is_held_until_the_enemy_stands_in_it() -> None:
    table = Table(G1="Ford 3", A1="Farm 1")
    table.g.steps = [PlayerTurn(AMERICAN), PlayerTurn(GERMAN), PlayerTurn(GERMAN)]
    table.play("move G1 Bridge")
    assert table.g.score == 1
    table.play("move G1 Ford")
    assert table.g.score == 1
    table.play("move A1 Bridge")
    assert table.g.score == 0


@pytest.mark.rule("outposts:4.2")
@pytest.mark.parametrize(
    ("goals", "result"),
    [
        ("Church Inn", Result("german", GERMAN, 3)),
        ("Inn Bridge", Result("draw", None, 2)),
        ("Bridge", Result("american", AMERICAN, 1)),
    ],
)
def test_points_decide_after_the_fifth_turn(goals: str, result: Result) -> None:
    g = started()
    while g.turn < 5 or len(g.steps) > 2:
        GAME.play(g, GAME.decision(g).actions[-1])  # type: ignore[union-attr]
    g.held = sum(1 << g.setting.index[goal] for goal in goals.split())
    GAME.play(g, GAME.decision(g).actions[-1])  # type: ignore[union-attr]
    assert GAME.result(g) == result


@pytest.mark.rule("outposts:4.3")
@pytest.mark.parametrize(
    ("attack", "defence", "outcome"), [(3, 0, "german"), (0, 1, "american"), (0, 0, "draw")]
)
def test_a_side_without_counters_has_lost(attack: int, defence: int, outcome: str) -> None:
    table = Table(G1=f"Mill {attack}", A1=f"Inn {defence}").play("move G1 Inn")
    assert table.happened(GameEnded)[0].outcome == outcome
    assert table.decision is None


# -- what any game must do ------------------------------------------------------------------------


def test_the_contract() -> None:
    check_contract(GAME, games=12)


def test_random_games_break_nothing() -> None:
    assert len(list(fuzz(GAME, 20, "outposts", save_every=3))) == 20


def test_every_text_is_there() -> None:
    check_texts(GAME, games=6)


def test_the_bot_knows_better_than_chance() -> None:
    results = [game.result for game in play_match(GAME, "valley", ["simple", "random"], 60, "bot")]
    assert sum(result.winner == GERMAN for result in results) > 30


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_map_is_drawn(language: str) -> None:
    document = ElementTree.fromstring(draw_map(GAME, started(), language))
    places = [e for e in document.iter() if e.get("id", "").startswith("place-")]
    pieces = [e for e in document.iter() if e.get("data-piece")]
    assert (len(places), len(pieces)) == (8, 6)


def test_a_person_plays_it_at_the_terminal() -> None:
    output = io.StringIO()
    console = Console(file=output, width=90, height=30, markup=False, highlight=False, emoji=False)
    match = Match.start(GAME, "valley", seed_from_text("terminal"))
    lines = ["map", "units", "area Inn", "1", "odds", "rule 3.2", "undo", "1", "pass"]
    players = seat_players(["human", "simple"], "terminal")
    session = Session(match, players, "en", console, Script(lines))
    session.run(match.log[0][1])
    said = output.getvalue()
    assert "Turn 1: which counter moves where?" in said
    assert "Inn" in said
    assert len(match.log) > 3


def test_steps_of_the_game_can_be_put_on_the_stack_one_by_one() -> None:
    table = Table(G1="Mill 3", A1="Church 1")
    table.g.steps.clear()
    advance(table.g, table.events)
    assert table.run(PlayerTurn(GERMAN)).asked == "german move"


def test_a_copy_of_it_under_another_name_is_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "mygame"
    shutil.copytree(GAME.folder, copy)
    for path in copy.rglob("*.py"):
        path.write_text(path.read_text("utf-8").replace("from outposts", "from mygame"), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    check_contract(import_module("mygame").GAME, games=1)


# -- what the document says of it -----------------------------------------------------------------


def test_every_table_of_texts_is_in_the_document() -> None:
    told = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
    assert [table for table in TEXT_TABLES if f"`{table}`" not in told] == []


def test_every_file_of_the_game_is_in_the_document() -> None:
    told = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
    files = [p.name for p in GAME.folder.rglob("*") if p.suffix in (".py", ".csv", ".toml")]
    assert [name for name in files if f"`{name}`" not in told and name != "__init__.py"] == []
