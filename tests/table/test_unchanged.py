"""What does not change is not sent twice."""

from __future__ import annotations

import re

import pytest

from salient.table import sketches, telling
from salient.table.api import files
from tests.table.people import Hall, is_problem

LINKED = re.compile(r'(?:src|href)="(/page/[^"]+)"')


def test_the_page_names_its_files_with_a_version_under_which_they_are_kept_for_ever(
    hall: Hall,
) -> None:
    client = hall.stranger().client
    linked = LINKED.findall(client.get("/").text)
    assert len(linked) >= 4
    for path in linked:
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert "immutable" in answer.headers["Cache-Control"]
        assert re.match(r"/page/v-[0-9a-f]{12}/", path)


def test_what_comes_later_finds_the_rest_under_the_same_version(hall: Hall) -> None:
    client = hall.stranger().client
    main = next(path for path in LINKED.findall(client.get("/").text) if path.endswith("main.js"))
    later = re.findall(r'import\("\./([^"]+)"\)', client.get(main).text)
    assert len(later) > 3
    for name in later:
        answer = client.get(main.replace("main.js", name))
        assert answer.headers["Cache-Control"].endswith("immutable"), name
        assert re.search(r'from "\.{1,2}/main\.js"', answer.text), name


def test_what_is_sent_to_many_is_packed_once_and_small(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = hall.guest()
    game = person.new_game()
    for path in ("/", "/page/main.js", "/page/page.css", "/api/texts", "/api/catalogue",
                 f"/api/games/{game}/board"):  # fmt: skip
        plain = person.client.get(path, headers={"Accept-Encoding": "identity"})
        assert "Content-Encoding" not in plain.headers
        sent = person.client.get(path, headers={"Accept-Encoding": "gzip, br"})
        assert sent.content == plain.content, path
        if path != "/":
            assert sent.headers["Content-Encoding"] == "gzip", path
            assert int(sent.headers["Content-Length"]) < len(plain.content) / 2.5
        assert "Accept-Encoding" in sent.headers["Vary"]
    monkeypatch.setattr("gzip.compress", lambda *_, **__: pytest.fail("packed again"))
    person.client.get("/page/main.js", headers={"Accept-Encoding": "gzip"})


def test_a_changed_file_changes_the_version(monkeypatch: pytest.MonkeyPatch, hall: Hall) -> None:
    before = files.page_version()
    known = files.page_files()
    monkeypatch.setattr(files, "page_files", lambda: {**known, "more.js": known["main.js"]})
    assert files.page_version() != before
    monkeypatch.undo()
    client = hall.stranger().client
    old = client.get("/page/v-000000000000/main.js")  # a page from before an upgrade asks for it
    assert old.status_code == 200
    assert old.headers["Cache-Control"] == "no-cache"


def test_kinds_of_files_are_told(hall: Hall) -> None:
    client = hall.stranger().client
    kinds = {name: client.get(f"/page/{name}").headers["Content-Type"] for name in
             ("main.js", "style.css", "icon.svg")}  # fmt: skip
    assert kinds["main.js"].startswith("text/javascript")
    assert kinds["style.css"].startswith("text/css")
    assert kinds["icon.svg"].startswith("image/svg+xml")


def test_who_has_it_already_is_told_so_in_a_few_bytes(hall: Hall) -> None:
    person = hall.guest()
    game = person.new_game()
    paths = ["/", "/page/main.js", "/api/texts", "/api/catalogue", f"/api/games/{game}/board"]
    for path in paths:
        first = person.client.get(path)
        tag = first.headers["ETag"]
        again = person.client.get(path, headers={"If-None-Match": f'"other", {tag}'})
        assert (again.status_code, again.content) == (304, b""), path
        assert again.headers["ETag"] == tag
        assert person.client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_another_language_or_side_is_something_else(hall: Hall) -> None:
    person = hall.guest()
    tag = person.client.get("/api/texts?lang=en").headers["ETag"]
    answer = person.client.get("/api/texts?lang=ja", headers={"If-None-Match": tag})
    assert answer.status_code == 200


def test_a_word_of_megabytes_is_not_sent_back(hall: Hall) -> None:
    text = "salient-record 2\ngame: " + "x" * 3_900_000 + "\nrules: 1\nscenario: a\ncommitment: b\n"
    refused = hall.guest().bring_in(text, status=400)
    assert is_problem(refused, 400)
    assert len(refused["message"]) < 1100


def test_settings_that_nobody_uses_are_forgotten() -> None:
    """Whoever tries all options one after the other does not fill the memory."""
    for kept in (telling.speech_of, sketches._board):
        assert kept.cache_info().maxsize == telling.SETTINGS
