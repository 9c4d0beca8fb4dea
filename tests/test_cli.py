"""The ``salient`` program: every command in both languages, and every kind of mistake."""

from __future__ import annotations

import io
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from salient.cli import main
from salient.commands import pack_trial
from salient.engine import DataError
from salient.engine.texts import LANGUAGES
from salient.games import find_game

GAME = find_game("mist")


class Ran(NamedTuple):
    """What a run of the program left behind."""

    status: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the program in this process."""
    monkeypatch.setenv("SALIENT_LANG", "en")
    monkeypatch.setenv("COLUMNS", "80")

    def go(*arguments: str | Path | int, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return go


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game."""
    file = tmp_path_factory.mktemp("records") / "game.record"
    arguments = ["play", "mist", "--scenario", "seventh", "--bots", "random,random"]
    assert main([*arguments, "--seed", "cli", "--save", str(file)]) == 0
    return file


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack that changes the worth of an area."""
    folder = tmp_path / "mycopy"
    folder.mkdir()
    manifest = 'name = "mycopy"\ngame = "mist"\ntitle = "My printed copy"\n'
    (folder / "pack.toml").write_text(manifest, encoding="utf-8")
    (folder / "areas.csv").write_text("number,vp\n57,5\n", encoding="utf-8")
    return folder


def is_one_line(text: str) -> bool:
    return text.count("\n") == 1 and "Traceback" not in text


# -- every command ------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
class TestCommands:
    """Each command does its work in each language."""

    def test_help(self, run: Run, language: str) -> None:
        texts = GAME.texts(language)
        shown = run("--help", "--lang", language)
        assert shown.status == 0
        assert texts.say("command.rules.help") in shown.out
        for command in ("games", "play", "replay", "rules", "odds", "map", "match", "fuzz"):
            shown = run("--lang", language, command, "--help")
            assert shown.status == 0
            assert texts.say(f"command.{command}.help")[:20] in shown.out

    def test_games(self, run: Run, language: str) -> None:
        shown = run("games", "--lang", language)
        assert shown.status == 0
        for scenario in GAME.scenarios:
            assert scenario in shown.out
        data = json.loads(run("games", "--json", "--lang", language).out)
        (mist,) = (game for game in data["games"] if game["id"] == "mist")
        assert mist["sides"] == ["german", "allied"]
        assert list(mist["scenarios"]) == list(GAME.scenarios)
        assert set(mist["options"]) == {option.id for option in GAME.options}
        assert mist["title"] == GAME.texts(language).say("game.title")

    def test_play(self, run: Run, language: str) -> None:
        shown = run(
            "play", "mist", "--lang", language, "--seed", "1", stdin="1\n1\n1\nhelp\nquit\n"
        )
        assert shown.status == 0
        assert GAME.texts(language).say("about.seventh")[:20] in shown.out
        assert GAME.texts(language).say("order.why.help") in shown.out

    def test_replay(self, run: Run, record: Path, language: str) -> None:
        texts = GAME.texts(language)
        shown = run("replay", record, "--lang", language)
        assert shown.status == 0
        data = json.loads(run("replay", record, "--json", "--lang", language).out)
        assert data["finished"]
        assert texts.say(f"result.{data['outcome']}") in shown.out
        told = run("replay", record, "--log", "--lang", language).out
        assert texts.say("heading.impulse", clock="17-2", side=texts.say("side.allied")) in told
        whole = json.loads(run("replay", record, "--log", "--json", "--lang", language).out)
        assert len(whole["log"]) == data["actions"] + 1
        assert any(entry["events"] for entry in whole["log"])

    def test_rules(self, run: Run, language: str) -> None:
        shown = run("rules", "mist", "--lang", language)
        assert shown.status == 0
        assert GAME.texts(language).say("rule_kind.victory") in shown.out
        one = run("rules", "mist", "8.27", "--lang", language)
        assert one.status == 0
        for part in GAME.ledger.rules["8.27"].say(language):
            assert "".join(part.split()) in "".join(one.out.split())

    def test_match(self, run: Run, language: str) -> None:
        arguments = ["match", "mist", "--scenario", "seventh", "--bots", "random,simple"]
        arguments += ["--games", "2", "--seed", "9", "--lang", language]
        shown = run(*arguments)
        assert shown.status == 0
        assert GAME.texts(language).say("side.german") in shown.out
        data = json.loads(run(*arguments, "--json").out)
        assert data["games"] == 2
        assert data["bots"] == {"german": "random", "allied": "simple"}
        assert sum(data["wins"].values()) == sum(data["outcomes"].values()) == 2
        assert run(*arguments, "--json").out == run(*arguments, "--json").out

    def test_fuzz(self, run: Run, language: str) -> None:
        arguments = ["fuzz", "mist", "--games", "1", "--seed", "3", "--lang", language]
        shown = run(*arguments)
        assert shown.status == 0
        assert "mist" in shown.out
        data = json.loads(run(*arguments, "--json").out)
        assert data["games"] == 1
        assert data["decisions"] > 0
        assert data["saves"] > 0
        assert data["recalls"] > 0
        other = json.loads(run(*arguments, "--scenario", "fifth", "--json").out)
        assert other["decisions"] != data["decisions"]
        assert run(*arguments, "--scenario", "nowhere").status != 0

    def test_fuzz_breaks_a_game_off_when_time_is_up(self, run: Run, language: str) -> None:
        arguments = ["fuzz", "mist", "--seconds", "0", "--json", "--lang", language]
        data = json.loads(run(*arguments).out)
        assert (data["games"], data["outcomes"]) == (1, {})

    def test_odds(self, run: Run, language: str) -> None:
        words = ["attackers=armor:3,infantry:4", "defenders=infantry:2e", "river"]
        shown = run("odds", "mist", *words, "--lang", language)
        assert shown.status == 0
        assert "9.71a" in shown.out
        data = json.loads(run("odds", "mist", *words, "--json", "--lang", language).out)
        assert data["figures"]
        for chances in data["tables"].values():
            assert sum(chances.values()) == pytest.approx(1)

    def test_map(self, run: Run, record: Path, tmp_path: Path, language: str) -> None:
        pictures = []
        positions: list[list[str]] = [[], ["--scenario", "fifth"], ["--load", str(record)]]
        for number, where in enumerate(positions):
            file = tmp_path / f"{number}.svg"
            shown = run("map", "mist", *where, "-o", file, "--lang", language)
            assert shown.status == 0
            assert str(file) in shown.out
            pictures.append(file.read_text(encoding="utf-8"))
        assert all("<svg" in picture for picture in pictures)
        assert len(set(pictures)) == 3

    def test_pack_check(self, run: Run, pack: Path, language: str) -> None:
        shown = run("pack", "check", pack, "--lang", language)
        assert shown.status == 0
        assert "My printed copy" in shown.out
        assert "areas.csv" in shown.out
        data = json.loads(run("pack", "check", pack, "--json", "--lang", language).out)
        (change,) = data["changes"]
        assert (change["file"], change["row"], change["column"]) == ("areas.csv", "57", "vp")
        assert change["new"] == "5"

    def test_bench(self, run: Run, language: str) -> None:
        shown = run("bench", "mist", "--seconds", "0", "--lang", language)
        assert shown.status == 0
        assert GAME.texts(language).say("figure.decisions_per_second") in shown.out
        data = json.loads(run("bench", "mist", "--seconds", "0", "--json").out)
        assert data["decisions_per_second"] > 0


def test_the_ledger_as_data_has_exactly_the_promised_shape(run: Run) -> None:
    data = json.loads(run("rules", "mist", "--json").out)
    assert list(data) == ["game", "rows", "required", "proven"]
    assert data["game"] == "mist"
    assert [row["id"] for row in data["rows"]] == list(GAME.ledger.rules)
    for row in data["rows"]:
        assert list(row) == ["id", "kind", "in_play", "proven", "tests"]
        assert row["proven"] == bool(row["tests"])
    assert data["required"] == len(GAME.ledger.required())
    assert data["proven"] == data["required"] - len(GAME.ledger.unproven())


def test_the_version(run: Run) -> None:
    from salient import __version__

    assert run("--version").out == f"salient {__version__}\n"


def test_no_arguments_show_the_help(run: Run) -> None:
    shown = run()
    assert "replay" in shown.out + shown.err


# -- playing ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "players",
    [
        ["--german", "random", "--allied", "simple"],
        ["--german=random", "--allied=simple"],
        ["--side", "german=random", "--side", "allied=simple"],
        ["--bots", "random,simple"],
    ],
)
def test_players_are_named_in_four_ways(run: Run, players: list[str]) -> None:
    shown = run("play", "mist", "--scenario", "seventh", "--seed", "2", *players)
    assert shown.status == 0
    assert "Result:" in shown.out


def test_the_same_seed_gives_the_same_game(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "1", tmp_path / "2"
    for file in (first, second):
        arguments = ["play", "mist", "--scenario", "seventh", "--bots", "random,random"]
        assert run(*arguments, "--seed", "x", "--save", file).status == 0
    assert first.read_bytes() == second.read_bytes()


def test_a_game_is_saved_and_taken_up_again(run: Run, tmp_path: Path) -> None:
    file, later = tmp_path / "a.record", tmp_path / "b.record"
    script = f"activate 14/5FJ\nmove Vianden\nsave {file}\nquit\n"
    arguments = ["play", "mist", "--bots", "human,human"]
    assert run(*arguments, "--scenario", "seventh", "--seed", "1", stdin=script).status == 0
    shown = run(*arguments, "--load", file, stdin=f"log\nstop\nsave {later}\nquit\n")
    assert shown.status == 0
    assert "14/5FJ moved from Roth to Vianden" in shown.out
    lines = later.read_text("utf-8").splitlines()
    actions = [line.partition("  #")[0] for line in lines if line.startswith("german")]
    assert actions == ["german activate 14/5FJ", "german move Vianden", "german stop"]
    assert "not finished: Impulse 16-1" in run("replay", later).out


def test_options_and_packs_are_part_of_the_record(run: Run, pack: Path, tmp_path: Path) -> None:
    file = tmp_path / "c.record"
    arguments = ["play", "mist", "--scenario", "seventh", "--bots", "random,random"]
    arguments += ["--option", "origin=controlled", "--pack", str(pack), "--save", str(file)]
    assert run(*arguments).status == 0
    text = file.read_text(encoding="utf-8")
    assert "option: origin controlled" in text
    assert "pack: mycopy" in text
    assert run("replay", file, "--pack", pack).status == 0
    refused = run("replay", file)
    assert refused.status == 2
    assert "mycopy" in refused.err


def test_the_end_of_the_input_ends_the_game_quietly(run: Run) -> None:
    assert run("play", "mist", "--scenario", "seventh", stdin="").status == 0
    assert run("play", "mist", "--scenario", "seventh", "--bots", "human,human").status == 0


def test_wrong_numbers_in_the_menus_are_asked_again(run: Run) -> None:
    shown = run("play", "mist", "--seed", "1", stdin="9\nseventh\nx\n2\n2\n")
    assert shown.status == 0
    assert "Type a number from 1 to 4." in shown.out
    assert "Result:" in shown.out


# -- mistakes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["rules", "chess"], ["chess", "mist"]),
        (["play", "chess"], ["chess", "mist"]),
        (["rules", "mist", "99.9"], ["99.9"]),
        (["match", "mist", "--scenario", "eighth"], ["eighth", "seventh"]),
        (["match", "mist", "--bots", "random,clever"], ["clever", "simple"]),
        (["match", "mist", "--bots", "random"], ["german, allied"]),
        (["match", "mist", "--option", "origin=both"], ["origin", "both", "contested"]),
        (["match", "mist", "--option", "weather=mud"], ["weather", "origin"]),
        (["match", "mist", "--option", "origin"], ["origin", "="]),
        (["play", "mist", "--scenario", "eighth"], ["eighth", "seventh"]),
        (["play", "mist", "--german", "clever"], ["clever", "human"]),
        (["play", "mist", "--side", "french=human"], ["french", "german, allied"]),
        (["play", "mist", "--side", "german"], ["german"]),
        (["play", "mist", "--french", "human"], ["--french", "--german"]),
        (["play", "mist", "extra"], ["extra"]),
        (["play", "mist", "--load", "/no/such/file"], ["/no/such/file"]),
        (["replay", "/no/such/file"], ["/no/such/file"]),
        (["replay", "/"], ["/"]),
        (["pack", "check", "/no/such/folder"], ["/no/such/folder"]),
        (
            ["odds", "mist", "attackers=elephants:3", "defenders=armor:1"],
            ["elephants:3", "armor:3"],
        ),
        (["odds", "mist", "weather=mud"], ["weather", "attackers"]),
        (["bench", "mist", "--scenario", "eighth"], ["eighth", "seventh"]),
        (["map", "mist", "--scenario", "eighth", "-o", "/tmp/never.svg"], ["eighth"]),
        (["map", "mist", "-o", "/no/such/folder/x.svg"], ["/no/such/folder/x.svg"]),
    ],
)
def test_a_mistake_is_one_clear_line(
    run: Run, arguments: list[str], named: list[str], language: str
) -> None:
    shown = run(*arguments, "--lang", language)
    assert shown.status == 2
    assert is_one_line(shown.err)
    assert all(name in shown.err for name in named)


@pytest.mark.parametrize("language", ["fr", ""])
def test_an_unknown_language_is_refused(run: Run, language: str) -> None:
    shown = run("games", "--lang", language)
    assert shown.status == 2
    assert "en, ja" in shown.err


@pytest.mark.parametrize(
    ("arguments", "option"),
    [(["--games", "0"], "--games"), (["--games", "many"], "--games"), (["--nope"], "--nope")],
)
def test_wrong_use_of_an_option_is_refused(run: Run, arguments: list[str], option: str) -> None:
    shown = run("match", "mist", *arguments)
    assert shown.status == 2
    assert option in shown.err
    assert "Traceback" not in shown.err


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("salient-record 2", "something else", ["something else", "salient-record 2"]),
        ("game: mist", "game: chess", ["chess", "mist"]),
        ("scenario: seventh", "scenario: eighth", ["eighth", "seventh"]),
        ("commitment: ", "commitment: 00", ["commitment"]),
        ("german activate", "german admire", ["Action 1", "admire"]),
        ("german activate", "french activate", ["Action 1", "french", "german, allied"]),
        ("seed: ", "sead: ", ["Line", "sead"]),
        ("result: ", "result: glorious_", ["glorious_"]),
    ],
)
def test_a_corrupt_record_is_explained_with_its_name(
    run: Run, record: Path, tmp_path: Path, old: str, new: str, named: list[str]
) -> None:
    file = tmp_path / "broken.record"
    file.write_text(record.read_text("utf-8").replace(old, new, 1), encoding="utf-8")
    for command in (["replay"], ["play", "mist", "--load"], ["map", "mist", "-o", "x", "--load"]):
        shown = run(*command, file)
        assert shown.status == 2
        assert is_one_line(shown.err)
        assert all(name in shown.err for name in ["broken.record", *named])


@pytest.fixture
def old_record(record: Path, tmp_path: Path) -> Path:
    """A record that was made under other rules."""
    file = tmp_path / "old.record"
    file.write_text(
        record.read_text("utf-8").replace(f"rules: {GAME.rules_version}", "rules: 0", 1), "utf-8"
    )
    return file


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_record_of_other_rules_that_comes_out_the_same_is_proven_with_a_note(
    run: Run, old_record: Path, language: str
) -> None:
    shown = run("replay", old_record, "--lang", language)
    assert shown.status == 0
    assert "old.record" in shown.out
    assert "0" in shown.out.splitlines()[1]
    assert run("play", "mist", "--bots", "human,human", "--load", old_record).status == 0
    assert f'"played_under": "{GAME.rules_version}"' in run("replay", old_record, "--json").out


def test_a_record_of_other_rules_that_does_not_names_the_action(run: Run, old_record: Path) -> None:
    lines = old_record.read_text("utf-8").splitlines()
    ninth = lines.index("") + 9
    lines[ninth] = lines[ninth][:-6] + "000000"
    old_record.write_text("\n".join(lines), "utf-8")
    for command in (["replay"], ["play", "mist", "--load"], ["map", "mist", "-o", "x", "--load"]):
        shown = run(*command, old_record)
        assert shown.status == 2
        assert is_one_line(shown.err)
        told = ["old.record", "“0”", f"“{GAME.rules_version}”", "action 9 "]
        assert all(named in shown.err for named in told)


def test_an_error_within_a_record_is_told_in_one_language(
    run: Run, record: Path, tmp_path: Path
) -> None:
    file = tmp_path / "broken.record"
    text = record.read_text("utf-8").replace("german activate", "german admire", 1)
    file.write_text(text, encoding="utf-8")
    shown = run("replay", file, "--lang", "ja")
    assert "という行動はありません" in shown.err
    assert "Unknown" not in shown.err


def test_a_binary_file_is_no_record(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(bytes(range(256)))
    shown = run("replay", file)
    assert shown.status == 2
    assert "picture.png" in shown.err
    assert is_one_line(shown.err)


def test_nothing_is_overwritten_without_force(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine"
    file.write_text("mine", encoding="utf-8")
    play = ["play", "mist", "--scenario", "seventh", "--bots", "random,random", "--save", str(file)]
    for arguments in (["map", "mist", "-o", str(file)], play, ["fuzz", "mist", "-o", str(file)]):
        shown = run(*arguments)
        assert shown.status == 2
        assert str(file) in shown.err
        assert file.read_text(encoding="utf-8") == "mine"
    assert run("map", "mist", "-o", file, "--force").status == 0
    assert "<svg" in file.read_text(encoding="utf-8")
    assert run(*play, "--force").status == 0
    assert file.read_text(encoding="utf-8").startswith("salient-record")


@pytest.mark.parametrize(
    ("file", "text", "named"),
    [
        ("areas.csv", "number,vp\n57,lots\n", ["areas.csv", "line 2", "vp", "lots", "int"]),
        ("areas.csv", "number,vp\n57\n", ["areas.csv", "line 2", "2"]),
        ("areas.csv", "number,colour\n57,red\n", ["areas.csv", "line 1", "colour", "vp"]),
        ("areas.csv", "vp\n5\n", ["areas.csv", "line 1", "number"]),
        ("scenarios.toml", "[seventh]\nlast = 5\n", ["scenarios.toml", "seventh.last", "str"]),
        ("scenarios.toml", "[seventh\n", ["scenarios.toml", "line 1"]),
        ("pack.toml", 'name = "x"\ngame = "mist"\n', ["pack.toml", "title"]),
        ("pack.toml", 'name = "x"\ngame = "chess"\ntitle = "x"\n', ["chess", "mist"]),
        ("notes.txt", "hello", ["notes.txt", "areas.csv"]),
    ],
)
def test_a_wrong_pack_is_explained_with_file_place_and_expectation(
    run: Run, pack: Path, file: str, text: str, named: list[str]
) -> None:
    (pack / file).write_text(text, encoding="utf-8")
    shown = run("pack", "check", pack)
    assert shown.status == 2
    assert is_one_line(shown.err)
    assert all(name in shown.err for name in named)


LEVELS = '[seventh]\nlevels = [{ outcome = "draw", at_least = 1, winner = "" }]\n'


@pytest.mark.parametrize(
    ("game", "file", "text", "named"),
    [
        ("squad", "sight.toml", "[numbers]\nblind_step = 0\n", ["cannot be played", "ZeroDiv"]),
        ("bulge", "terrain.csv", "terrain,foot\nplain,-1\n", ["terrain.csv", "-1", "0 to 1000"]),
        ("mist", "kinds.csv", "kind,mp\narmor,1000000000000\n", ["kinds.csv", "mp", "1000"]),
        ("mist", "scenarios.toml", LEVELS, ["scenarios.toml", "seventh.levels", "at_least"]),
    ],
)
def test_a_pack_that_would_break_a_game_does_not_pass(
    run: Run, pack: Path, game: str, file: str, text: str, named: list[str]
) -> None:
    (pack / "areas.csv").unlink()
    manifest = f'name = "x"\ngame = "{game}"\ntitle = "x"\n'
    (pack / "pack.toml").write_text(manifest, encoding="utf-8")
    (pack / file).write_text(text, encoding="utf-8")
    shown = run("pack", "check", pack)
    assert shown.status == 2
    assert is_one_line(shown.err)
    assert all(name in shown.err for name in named), shown.err


def test_a_pack_with_which_a_game_never_goes_on_does_not_pass(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pack_trial, "SECONDS", 0.01)
    with pytest.raises(DataError, match="cannot be played"):
        pack_trial.try_out("mist", pack, ["seventh"])


def test_a_pack_that_changes_nothing_says_so(run: Run, pack: Path) -> None:
    (pack / "areas.csv").unlink()
    assert "changes nothing" in run("pack", "check", pack).out


def test_a_pack_with_documents_and_new_rows_is_shown(run: Run, pack: Path) -> None:
    (pack / "scenarios.toml").write_text('[seventh]\nlast = "17-3"\n', encoding="utf-8")
    data = json.loads(run("pack", "check", pack, "--json").out)
    assert {
        "file": "scenarios.toml", "row": "seventh", "column": "last", "old": "18-3", "new": "17-3"
    } in data["changes"]  # fmt: skip


def test_a_game_that_breaks_is_reported_with_its_record(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_self: object, _state: object) -> None:
        raise ValueError("too many tigers")

    monkeypatch.setattr(type(GAME), "check", fail)
    file = tmp_path / "broken.record"
    shown = run("fuzz", "mist", "--games", "1", "-o", file)
    assert shown.status == 1
    assert "too many tigers" in shown.err
    assert file.read_text(encoding="utf-8").startswith("salient-record")
    assert run("fuzz", "mist", "--games", "1").out.startswith("salient-record")


# -- the program as a process -------------------------------------------------------------------


def start(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    path = str(Path(find_game("mist").folder).parents[2])
    return subprocess.Popen(
        [sys.executable, "-m", "salient.cli", *arguments],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", **environment},
        preexec_fn=hear_interrupts,
    )  # fmt: skip


def hear_interrupts() -> None:
    """As in a terminal: what a shell starts in the background is deaf to them."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.parametrize(
    ("environment", "title"),
    [
        ({"SALIENT_LANG": "ja"}, "シナリオ"),
        ({"SALIENT_LANG": "", "LC_ALL": "ja_JP.UTF-8"}, "シナリオ"),
        ({"SALIENT_LANG": "", "LC_ALL": "C"}, "Scenarios"),
    ],
)
def test_the_environment_chooses_the_language(environment: dict[str, str], title: str) -> None:
    out, err = start("games", **environment).communicate(timeout=30)
    assert title in out
    assert not err


def test_an_interrupt_ends_with_status_130_and_no_traceback() -> None:
    process = start("fuzz", "mist", "--seconds", "60")
    time.sleep(5)  # long enough to have started on a busy machine
    process.send_signal(signal.SIGINT)
    try:
        _, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "Traceback" not in err


# -- serve ----------------------------------------------------------------------------------------


def test_a_port_that_is_taken_is_told_before_anything_is_opened(run: Run, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        file = tmp_path / "table.db"
        ran = run("serve", "--port", port, "--database", f"sqlite:///{file}")
    assert ran.status == 2
    assert ran.out == ""
    assert str(port) in ran.err
    assert "--port" in ran.err
    assert not file.exists()
