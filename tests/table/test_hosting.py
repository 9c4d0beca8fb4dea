"""What whoever hosts a table relies on: health, metrics, logs, one server a file, backups."""

from __future__ import annotations

import json
import logging
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from sqlalchemy.exc import OperationalError
from typer.main import get_command

from salient.cli import app
from salient.table.door import MOST_FILES
from salient.table.errors import TableError
from salient.table.logs import JsonLines, set_up_logs
from salient.table.metrics import read_networks
from salient.table.storage import sit_alone
from tests.table.conftest import OpenHall
from tests.table.people import Hall, Person, wait_until
from tests.table.postgres import Postgres
from tests.table.process import PATIENCE, SOURCE

DOCS = Path(__file__).parents[2] / "docs" / "hosting.md"
TWO_BOTS = {"german": "bot:random", "allied": "bot:random"}

# -- watching -----------------------------------------------------------------------------------


def test_a_server_says_that_it_runs_and_whether_its_database_answers(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = hall.stranger().client
    assert client.get("/healthz").status_code == client.get("/readyz").status_code == 200

    def gone() -> None:
        raise OperationalError("SELECT 1", {}, Exception("it is away"))

    monkeypatch.setattr(hall.table.storage, "read", gone)
    assert client.get("/readyz").status_code == 503
    assert client.get("/healthz").status_code == 200


def figures(person: Person) -> dict[str, float]:
    answer = person.client.get("/metrics")
    assert answer.headers["Content-Type"].startswith("text/plain")
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}


def test_metrics_tell_what_the_server_does(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    before = figures(person)
    person.order(game)
    with person.follow(game) as follower:
        follower.news()
        after = figures(person)
        assert after["salient_followers"] == before["salient_followers"] + 1
    assert after["salient_order_seconds_count"] == before["salient_order_seconds_count"] + 1
    assert after['salient_order_seconds_bucket{le="+Inf"}'] == after["salient_order_seconds_count"]
    created = 'salient_answers_total{status="201"}'
    assert after[created] == before[created] + 1
    assert after["salient_rooms"] >= 1


def test_metrics_are_told_at_home_and_where_the_owner_says(open_hall: OpenHall) -> None:
    outside = {"X-Forwarded-For": "203.0.113.9"}
    refused = open_hall().stranger().client.get("/metrics", headers=outside)
    assert (refused.status_code, refused.json()["code"]) == (403, "metrics-elsewhere")
    hall = open_hall(metrics_from=("203.0.113.0/24",))
    assert hall.stranger().client.get("/metrics", headers=outside).status_code == 200
    assert read_networks(["10.1.2.3/8"]) == ("10.0.0.0/8",)
    with pytest.raises(TableError, match="is no network"):
        read_networks(["home"])


def test_a_log_can_be_read_by_programs() -> None:
    record = logging.LogRecord("salient", logging.ERROR, "", 0, "%s “ä”\nnext", ("a",), None)
    told = json.loads(JsonLines().format(record))
    assert (told["level"], told["logger"], told["message"]) == ("error", "salient", "a “ä”\nnext")
    assert told["time"].endswith("+00:00")
    with pytest.raises(TableError, match="Expected plain or json"):
        set_up_logs("poem")


# -- one server a file --------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="Windows has other locks")
def test_a_second_server_on_one_file_is_refused_with_a_clear_line(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'table.db'}"
    command = [sys.executable, "-m", "salient.cli", "serve", "--port", "0", "--database", address]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    with sit_alone(address):
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    assert done.returncode == 2
    assert "Another server uses the database" in done.stderr + done.stdout
    assert "PostgreSQL" in done.stderr + done.stdout
    with sit_alone(address):
        pass  # it is free again


def test_servers_on_postgresql_need_not_be_alone(postgres: str) -> None:
    with sit_alone(postgres), sit_alone(postgres):
        pass


# -- what the documentation says ------------------------------------------------------------------


def test_the_documented_service_has_all_the_files_that_the_server_can_use() -> None:
    (files,) = re.findall(r"^LimitNOFILE=(\d+)$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    assert int(files) == MOST_FILES


def test_the_documented_settings_are_those_of_the_program() -> None:
    options = {name for option in serving().params for name in option.opts + option.secondary_opts}
    text = DOCS.read_text(encoding="utf-8")
    table = text.split("## Settings\n")[1].split("\n## ")[0]
    rows = "\n".join(line for line in table.splitlines() if line.startswith("| `"))
    assert set(re.findall(r"`(--[\w-]+)`", rows)) == options - {"--browser", "--help"}
    assert set(re.findall(r"SALIENT_\w+", rows)) == settings()


def test_the_documented_service_and_containers_start_what_there_is() -> None:
    text = DOCS.read_text(encoding="utf-8")
    (unit,) = re.findall(r"```ini\n(.*?)```", text, re.DOTALL)
    _, command, *words = shlex.split(re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)[0])
    assert command == "serve"
    assert serving().make_context("serve", words).params["port"] == 8000
    variables = text.split("`/etc/salient.env`")[1].split("```sh\n")[1].split("```")[0]
    assert {line.partition("=")[0] for line in variables.splitlines()} <= settings()
    services = yaml.safe_load(re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)[0])["services"]
    known = settings() | {"FORWARDED_ALLOW_IPS"}
    assert set(services["table"]["environment"]) <= known
    assert services["table"]["ulimits"]["nofile"] == MOST_FILES
    assert set(services["table"]["depends_on"]) <= set(services)
    (started,) = re.findall(r"^CMD (.*)$", text, re.MULTILINE)
    program, command, *words = json.loads(started)
    assert (program, command) == ("salient", "serve")
    assert serving().make_context("serve", words).params["host"] == "0.0.0.0"


def serving() -> Any:
    """The command that serves the table."""
    program: Any = get_command(app)
    return program.commands["serve"]


def settings() -> set[str]:
    """The settings that can stand in the environment."""
    return {str(option.envvar) for option in serving().params if option.envvar}


# -- backups, with the very commands of the documentation ------------------------------------------


def documented(heading: str) -> list[str]:
    """The commands under a heading of the page about hosting."""
    text = DOCS.read_text(encoding="utf-8")
    part = text.split(f"### {heading}\n")[1].split("\n### ")[0].split("\n## ")[0]
    block = re.findall(r"```sh\n(.*?)```", part, re.DOTALL)[0]
    return [line for line in block.splitlines() if line and not line.startswith("#")]


def play(hall: Hall) -> tuple[Person, str]:
    person = hall.account("Keeper")
    game = person.new_game()
    for seq in range(7):
        person.order(game, after=seq)
    return person, game


def test_a_copy_of_sqlite_is_whole_though_the_server_runs(
    open_hall: OpenHall, tmp_path: Path
) -> None:
    hall = open_hall()
    person, game = play(hall)
    busy = person.new_game(seats=TWO_BOTS)
    wait_until(lambda: person.card(busy)["seq"] > 20)
    backup, *restore = documented("SQLite")
    run(backup, tmp_path)
    (tmp_path / "new").mkdir()
    (tmp_path / "copy.db").rename(tmp_path / "new" / "copy.db")
    for line in restore:
        run(line, tmp_path / "new")
    with Hall(tmp_path / "new" / "table.db") as again:
        there = again.stranger()
        there.client.cookies.update(dict(person.client.cookies))
        assert there.position(game) == person.position(game)
        assert there.log(game) == person.log(game)
        assert there.card(busy)["seq"] > 20


def run(line: str, folder: Path, **environment: str) -> None:
    words = shlex.split(line.replace("python3", sys.executable))
    done = subprocess.run(
        words, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_a_dump_of_postgresql_is_whole_though_the_server_runs(
    postgres_server: Postgres, tmp_path: Path
) -> None:
    address = postgres_server.database()
    other = postgres_server.database()
    environment = {
        "PATH": f"{postgres_server.programs}:{os.environ['PATH']}", "PGHOST": "127.0.0.1",
        "PGPORT": str(postgres_server.port), "PGUSER": "salient",
    }  # fmt: skip
    backup, restore = documented("PostgreSQL")
    with Hall(address) as hall:
        person, game = play(hall)
        run(backup.replace("salient ", f"{address.rpartition('/')[2]} "), tmp_path, **environment)
        run(restore.replace("salient ", f"{other.rpartition('/')[2]} "), tmp_path, **environment)
        with Hall(other) as again:
            there = again.stranger()
            there.client.cookies.update(dict(person.client.cookies))
            assert there.position(game) == person.position(game)
            assert there.log(game) == person.log(game)
