"""Company in real browsers: clocks, challenges, draws, rematches, profiles, leaving."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.table.browser.audit import faults_of
from tests.table.browser.chromium import PATIENCE
from tests.table.browser.conftest import Visit
from tests.table.browser.test_rulebook import SIZES
from tests.table.browser.visitor import Visitor
from tests.table.people import PASSWORD, wait_until

LIVE = {"main": 3600, "increment": 30}


def member(visit: Visit, name: str = "", **settings: Any) -> tuple[Visitor, str]:
    """Somebody with an account, and the name."""
    person = visit(**settings)
    name = f"{name or 'Person'} {secrets.token_hex(3)}"
    person.tell("/api/accounts", {"name": name, "password": PASSWORD})
    return person, name


def two(
    visit: Visit, settings: Mapping[str, Any] | None = None, **wanted: Any
) -> tuple[Visitor, Visitor, str]:
    """Two people with accounts and their game."""
    german, _ = member(visit, "German", **(settings or {}))
    allied, _ = member(visit, "Allied", **(settings or {}))
    seats = {"german": "me", "allied": "open"}
    game = german.set_up(seats=seats, open=True, **wanted)
    allied.tell(f"/api/games/{game}/seats", {"side": "allied"})
    return german, allied, game


def gesture(person: Visitor, game: str, kind: str) -> None:
    seq = person.ask(f"/api/games/{game}")["seq"]
    body = {"kind": kind, "after": seq, "key": secrets.token_hex(8)}
    person.tell(f"/api/games/{game}/gestures", body)


# -- setting up and playing by the clock --------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_friend_is_challenged_by_name_and_plays_by_the_clock(
    visit: Visit, size: str, language: str
) -> None:
    friend, name = member(visit, "Friend", language=language)
    host, _ = member(visit, "Host", language=language, **SIZES[size])
    host.open("/new")
    host.see("seat-allied").select_option("person")
    host.see("friend").fill(name)
    host.see("time-main").select_option("60")
    host.see("time-increment").select_option("10")
    host.see("rated").check()
    host.picture(f"company-new-{size}-{language}")
    assert faults_of(host.page) == []
    host.see("create-game").click()
    expect(host.page.locator("main")).to_contain_text(name)
    friend.open("/")
    friend.see("accept").click()
    friend.wait_for_table()
    host.page.locator("a.button.primary").click()
    host.wait_for_table()
    strip = host.see("company")
    expect(strip.locator(".presence:not(.absent)")).to_have_count(2)
    expect(strip.locator(".clock-face")).to_have_text(["1:00:00", "1:00:00"])
    host.wait_for_turn()
    host.order(host.find_offer("activate"), by_list=True)
    expect(strip.locator(".clock-face.running")).to_have_text(re.compile("59:"))
    host.picture(f"company-table-{size}-{language}")
    assert faults_of(host.page) == []
    friend.page.close()
    expect(strip.locator(".presence.absent")).to_have_count(1)


def test_days_are_chosen_for_a_slow_game(visit: Visit) -> None:
    host, _ = member(visit)
    host.open("/new")
    host.see("seat-allied").select_option("open")
    host.page.locator(".segments label", has_text="Slow").click()
    expect(host.see("rated")).to_be_disabled()
    host.see("time-days").select_option("3")
    expect(host.see("rated")).to_be_enabled()
    host.see("create-game").click()
    expect(host.see("invite-link")).to_be_visible()
    host.open("/")
    expect(host.see("game-card").first).to_contain_text("3 d a turn")


def test_a_challenge_is_declined_in_the_lobby(visit: Visit) -> None:
    friend, name = member(visit, "Friend")
    host, _ = member(visit, "Host")
    host.set_up(seats={"german": "me", "allied": f"person:{name}"})
    friend.open("/")
    friend.see("decline").click()
    expect(friend.see("decline")).to_have_count(0)
    host.open("/")
    expect(host.see("game-card").first).to_contain_text("declined")


# -- agreeing at the board ----------------------------------------------------------------------


def test_a_draw_is_a_dialogue_at_the_board(visit: Visit) -> None:
    german, allied, game = two(visit)
    german.go_to_table(game)
    gesture(allied, game, "offer")
    dialogue = german.see("dialogue")
    expect(dialogue).to_contain_text("Allied offers a draw.")
    german.picture("company-draw")
    assert faults_of(german.page) == []
    german.see("draw-decline").click()
    expect(dialogue).to_be_hidden()
    gesture(allied, game, "offer")
    german.see("draw-accept").click()
    german.say_yes()
    expect(german.question).to_contain_text("draw")


def test_taking_back_is_asked_for_and_allowed_at_the_board(visit: Visit) -> None:
    german, allied, game = two(visit)
    german.go_to_table(game)
    allied.go_to_table(game)
    while not allied.is_asked():
        german.wait_for_turn()
        german.order(german.find_offer("end", "wait", "activate"), by_list=True)
        allied.page.wait_for_timeout(300)
    german.page.get_by_role("tab", name="Game").click()
    german.page.locator("[data-gesture=plead]").click()
    german.say_yes()
    expect(german.see("dialogue")).to_contain_text("You have asked")
    expect(allied.see("dialogue")).to_contain_text("German asks to take back")
    allied.picture("company-plea")
    assert faults_of(allied.page) == []
    standing = allied.page.locator(".entry:not(.undone) .line")
    before = standing.count()
    allied.see("plea-allow").click()
    german.wait_for_turn()
    expect(allied.see("dialogue")).to_be_hidden()
    expect(allied.page.locator(".entry.undone").first).to_be_attached()
    assert standing.count() <= before + 1


@pytest.mark.parametrize("size", SIZES)
def test_a_rematch_is_a_click_for_each(visit: Visit, size: str) -> None:
    german, allied, game = two(visit, time=LIVE, rated=True)
    allied.go_to_table(game)
    german.page.set_viewport_size(SIZES[size].get("viewport", {"width": 1280, "height": 800}))
    german.go_to_table(game)
    gesture(german, game, "resign")
    german.see("rematch").click()
    expect(german.see("dialogue")).to_contain_text("Waiting for")
    german.picture(f"company-rematch-{size}")
    allied.see("rematch-accept").click()
    expect(allied.page).not_to_have_url(re.compile(game))
    allied.wait_for_table()
    german.see("rematch-go").click()
    german.wait_for_table()
    seats = german.ask(f"/api/games/{german.game}")["seats"]
    assert german.game == allied.game
    assert [seat["mine"] for seat in seats] == [False, True]


def test_a_rematch_can_be_declined(visit: Visit) -> None:
    german, allied, game = two(visit)
    german.go_to_table(game)
    gesture(german, game, "resign")
    allied.tell(f"/api/games/{game}/rematch")
    german.see("rematch-decline").click()
    expect(german.see("dialogue")).to_be_hidden()


# -- looking at others --------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_profile_leads_from_a_name_to_replays(visit: Visit, size: str, language: str) -> None:
    _, allied, game = two(visit, time=LIVE, rated=True)
    gesture(allied, game, "resign")
    stranger = visit(language=language, **SIZES[size])
    stranger.open("/")
    card = stranger.page.locator(f"[data-game='{game}']")
    card.locator(".person-link").first.click()
    profile = stranger.see("profile")
    expect(profile.locator(".plain-table").first).to_contain_text("1662?")
    stranger.picture(f"company-profile-{size}-{language}")
    assert faults_of(stranger.page) == []
    profile.locator(f"[data-game='{game}'] a.cover").click()
    expect(stranger.page).to_have_url(re.compile(f"/replay/{game}"))


def test_the_best_of_a_title_can_be_looked_up(visit: Visit) -> None:
    stranger = visit()
    stranger.open("/")
    stranger.page.locator("a[href='/best/mist']").click()
    expect(stranger.see("best")).to_contain_text("Nobody has played enough rated games yet.")
    stranger.page.locator("a[href='/best/bulge']").click()
    expect(stranger.page.locator("[aria-current=page]")).to_have_attribute("href", "/best/bulge")
    assert faults_of(stranger.page) == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_games_to_watch_have_small_pictures(visit: Visit, language: str) -> None:
    _, _, game = two(visit)
    stranger = visit(language=language)
    stranger.open("/")
    sketch = stranger.page.locator(f"[data-game='{game}'] img.sketch")
    sketch.scroll_into_view_if_needed()
    assert sketch.evaluate("async image => (await image.decode(), image.naturalWidth > 0)")
    stranger.picture(f"company-watch-{language}")
    stranger.page.locator(f"[data-game='{game}'] a.cover").click()
    stranger.wait_for_table()


# -- oneself ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_one_takes_ones_data_along_and_goes(visit: Visit, size: str, language: str) -> None:
    person, name = member(visit, "Leaver", language=language, **SIZES[size])
    person.open("/account")
    with person.page.expect_download() as coming:
        person.see("export").click()
    assert name in coming.value.path().read_text(encoding="utf-8")
    person.see("delete-account").click()
    person.picture(f"company-leave-{size}-{language}")
    assert faults_of(person.page) == []
    person.see("delete-password").fill("wrong password")
    person.expect_faults("401")
    person.see("delete-sure").click()
    expect(person.page.locator(".toast.bad")).to_be_visible()
    person.see("delete-password").fill(PASSWORD)
    person.see("delete-sure").click()
    expect(person.page).to_have_url(re.compile(r"/$"))
    assert person.ask("/api/me") is None


def test_the_browser_says_when_it_is_my_turn(visit: Visit) -> None:
    german, allied, game = two(visit)
    allied.expect_faults("Push API in incognito")  # a window of a test is one
    allied.context.grant_permissions(["notifications"])
    allied.page.add_init_script("""
      window.told = [];
      window.Notification = class extends EventTarget {
        static permission = "granted";
        static requestPermission = async () => "granted";
        constructor(title, { body, tag }) { super(); window.told.push({ title, body, tag }); }
        close() {}
      };
    """)
    allied.open("/account")
    allied.see("notices").check()
    allied.page.evaluate(
        "Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })"
    )
    german.go_to_table(game)
    for _ in range(60):
        if german.ask(f"/api/games/{game}")["to_move"] == ["allied"]:
            break
        german.wait_for_turn()
        german.order(german.find_offer("end", "wait", "activate"), by_list=True)
    allied.page.evaluate("document.dispatchEvent(new CustomEvent('salient:turn'))")
    wait_until(lambda: allied.page.evaluate("window.told.length") > 0, PATIENCE / 1000)
    (told,) = allied.page.evaluate("window.told")
    assert (told["title"], told["tag"]) == ("Your turn", game)
