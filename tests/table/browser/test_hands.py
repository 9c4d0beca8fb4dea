"""Hands and eyes: whole stacks, changed minds, reasons, words before deeds, the enemy's turn."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from salient.games import find_game
from tests.table.browser.audit import faults_of
from tests.table.browser.conftest import Visit
from tests.table.browser.situations import finished_game, game_before, game_without
from tests.table.browser.visitor import PHONE, Visitor
from tests.table.people import new_key, wait_until

SIZES: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1440, "height": 900}},
    "small": {"viewport": {"width": 1280, "height": 720}},
    "phone": PHONE,
}
READABLE = 28
HEADER = 44


@pytest.mark.parametrize(
    ("size", "title", "scenario"),
    [
        *((size, "bulge", "campaign") for size in SIZES),
        *((size, "mist", "seventh") for size in SIZES),
        ("small", "squad", "village"),
        ("small", "trumpets", "clervaux"),
        ("small", "peiper", "cheneux"),
    ],
)
def test_the_map_comes_first_and_its_counters_can_be_read(
    visit: Visit, size: str, title: str, scenario: str
) -> None:
    player = visit(**SIZES[size])
    seats = dict.fromkeys(find_game(title).sides, "me")
    player.sit_down(title=title, scenario=scenario, seats=seats)
    player.wait_for_turn()
    assert counter_size(player) >= READABLE - 0.5
    window = SIZES[size]["viewport"]["height"]
    for language in ("en", "ja"):
        prompt = player.prompt.bounding_box()
        assert prompt
        assert window - HEADER - prompt["height"] >= 0.8 * window
        player.picture(f"map-first-{title}-{size}-{language}")
        switch_language(player)
    assert not faults_of(player.page)


def test_a_view_survives_a_reload_and_another_language(visit: Visit) -> None:
    player = visit(**SIZES["small"])
    player.sit_down()
    player.page.locator("[data-tool=zoom_in]").click()
    player.map.focus()
    player.page.keyboard.press("ArrowRight")
    player.page.locator("[data-tab=forces]").click()
    player.rest()
    player.page.wait_for_timeout(400)  # it is kept when the map has come to rest
    before = player.page.locator(".map .sheet").get_attribute("style") or ""
    player.page.reload()
    player.wait_for_table()
    assert near(player.page.locator(".map .sheet").get_attribute("style") or "", before)
    expect(player.page.locator("[data-tab=forces]")).to_have_attribute("aria-selected", "true")
    switch_language(player)
    assert near(player.page.locator(".map .sheet").get_attribute("style") or "", before)


def test_a_stack_of_three_moves_with_a_double_click_and_a_click(visit: Visit) -> None:
    player = visit(**SIZES["small"])
    player.sit_down()
    mates = stack_of(player, 3)
    player.page.mouse.dblclick(*player.spot("piece", mates[0]))
    expect(player.page.locator(".piece.chosen")).to_have_count(len(mates))
    goal = next(place for place in player.places_offered() if player.free_spot("place", place))
    with player.acting():
        player.page.mouse.click(*player.spot("place", goal))
    where = {one["id"]: one["place"] for one in player.position()["pieces"]}
    assert {where[piece] for piece in mates} == {goal}


@pytest.mark.parametrize(
    ("title", "scenario", "choosing", "going"),
    [
        ("bulge", "campaign", "activate", ("move", "march")),
        ("squad", "village", "move", ("go",)),
        ("trumpets", "clervaux", "pick", ("move", "march", "foot")),
    ],
)
def test_a_stack_moves_with_a_double_click_and_a_click_on_any_map(
    visit: Visit, title: str, scenario: str, choosing: str, going: tuple[str, ...]
) -> None:
    player = visit(**SIZES["small"])
    player.become_guest()
    before = game_without if title == "squad" else game_before
    record = before(choosing, title, scenario)
    player.go_to_table(player.tell("/api/records", {"text": record})["id"])
    player.wait_for_turn()
    taken = take_stack(player, choosing)
    places = [place for verb in going for place in player.places_offered(verb)]
    goal = next(place for place in places if player.free_spot("place", place))
    with player.acting():
        last = player.seq()
        player.page.mouse.click(*player.spot("place", goal))
        wait_until(lambda: go_on(player, last))
    where = {one["id"]: one["place"] for one in player.position()["pieces"]}
    assert len({where[piece] for piece in taken}) == 1
    player.picture(f"stack-{title}")


def test_a_mind_is_changed_with_escape_an_empty_click_or_another_unit(visit: Visit) -> None:
    player = visit(**SIZES["small"])
    player.sit_down()
    chosen = player.page.locator(".piece.chosen")
    first, able = stack_of(player, 1)[0], offered(player, "activate")
    player.page.mouse.click(*player.spot("piece", first))
    expect(chosen).to_have_count(1)
    player.page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
    player.page.mouse.click(*player.spot("piece", first))
    expect(chosen).to_have_count(1)
    second = elsewhere(player, able)
    player.page.mouse.click(*player.spot("piece", second))
    expect(player.page.locator(f'.piece.chosen[data-piece="{second}"]')).to_have_count(1)
    expect(chosen).to_have_count(1)
    assert player.log() == ["16-1 German impulse"], "nobody need read of it"


@pytest.mark.parametrize("stack", [False, True])
def test_escape_is_kept_while_an_order_is_on_its_way(visit: Visit, stack: bool) -> None:
    """One press lets go whoever was being chosen, however long the server takes."""
    player = visit(**SIZES["small"])
    player.sit_down()
    chosen = player.page.locator(".piece.chosen")
    mates = stack_of(player, 3 if stack else 1)
    held: list[Route] = []
    player.page.route("**/orders*", lambda one: one.continue_() if held else held.append(one))
    spot = player.spot("piece", mates[0])
    with player.page.expect_request("**/orders*"):
        (player.page.mouse.dblclick if stack else player.page.mouse.click)(*spot)
    player.page.wait_for_timeout(600)  # so long that the stack fans out
    player.page.keyboard.press("Escape")
    held[0].continue_()
    wait_until(lambda: player.seq() > 1)
    expect(player.page.locator(".prompt.busy")).to_have_count(0)
    expect(chosen).to_have_count(0)
    assert not player.position()["question"]["acting"]
    assert len(offered(player, "activate")) >= len(mates)


def test_a_click_is_kept_while_an_order_is_on_its_way(visit: Visit) -> None:
    """Who chooses a unit and its goal quickly need not wait for the server in between."""
    player = visit(**SIZES["small"])
    player.sit_down()
    first = stack_of(player, 1)[0]
    player.page.mouse.click(*player.spot("piece", first))
    expect(player.page.locator(".piece.chosen")).to_have_count(1)
    goal = next(place for place in player.places_offered() if player.free_spot("place", place))
    player.page.keyboard.press("Escape")
    expect(player.page.locator(".piece.chosen")).to_have_count(0)
    held: list[Route] = []
    player.page.route("**/orders*", lambda one: one.continue_() if held else held.append(one))
    last = player.seq()
    spot = player.spot("piece", first)
    with player.page.expect_request("**/orders*"):
        player.page.mouse.click(*spot)
    player.page.wait_for_timeout(400)  # no double click
    player.page.mouse.click(*spot)  # that means no second order
    player.page.mouse.click(*player.spot("place", goal))
    held[0].continue_()
    wait_until(lambda: player.seq() >= last + 2)
    assert places_of(player)[first] == goal


def test_one_escape_lets_go_though_the_stack_has_fanned_out_under_the_pointer(
    visit: Visit,
) -> None:
    player = visit(**SIZES["small"])
    player.become_guest()
    record = game_before("activate", "bulge", "campaign")
    player.go_to_table(player.tell("/api/records", {"text": record})["id"])
    player.wait_for_turn()
    fan, chosen = player.page.locator(".fan"), player.page.locator(".piece.chosen")
    able, where = offered(player, "activate"), places_of(player)
    pile = next(
        one for one in able
        if sum(where[mate] == where[one] for mate in able) > 1 and player.free_spot("piece", one)
    )  # fmt: skip
    player.page.mouse.dblclick(*player.spot("piece", pile))
    expect(chosen.first).to_be_attached()
    expect(player.page.locator(".prompt.busy")).to_have_count(0)
    x, y = player.spot("piece", pile)
    player.page.mouse.move(x + 300, y + 200)
    player.page.mouse.move(x, y)
    expect(fan).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(fan).to_be_hidden()
    expect(chosen).to_have_count(0)


def test_a_stack_that_was_taken_does_not_fan_out_over_its_goals(visit: Visit) -> None:
    player = visit(**SIZES["small"])
    player.become_guest()
    record = game_before("activate", "bulge", "campaign")
    player.go_to_table(player.tell("/api/records", {"text": record})["id"])
    player.wait_for_turn()
    take_stack(player, "activate")
    player.page.wait_for_timeout(600)  # so long that a stack fans out under a pointer that rests
    expect(player.page.locator(".fan")).to_be_hidden()


def test_what_cannot_be_done_says_why_and_by_which_rule(visit: Visit) -> None:
    player = visit(**SIZES["small"])
    player.sit_down()
    why = player.see("why")
    frozen = next(
        one["id"] for one in player.position()["pieces"]
        if one["side"] == 0 and one["place"] >= 0 and one["id"] not in offered(player, "activate")
    )  # fmt: skip
    player.page.mouse.click(*player.spot("piece", frozen))
    expect(why).to_contain_text(re.compile(r"first impulse.*5\.23"))
    player.picture("why-unit")

    player.order(player.find_offer("activate"))
    legal, manned = player.places_offered(), {one["place"] for one in player.position()["pieces"]}
    places = range(len(player.ask(f"/api/games/{player.game}/board")["places"]))
    far = next(
        place for place in places
        if place not in legal and place not in manned and player.free_spot("place", place)
    )  # fmt: skip
    before = player.seq()
    player.page.mouse.click(*player.spot("place", far))
    expect(why).to_be_visible()
    expect(why.locator(".rule-link").first).to_be_visible()
    why.locator(".rule-link").first.click()
    expect(player.page.locator(".rule-card")).to_be_visible()
    assert player.seq() == before


@pytest.mark.parametrize("size", ["small", "phone"])
def test_a_phase_with_units_left_ends_only_when_it_is_meant(visit: Visit, size: str) -> None:
    player = visit(cautious=True, **SIZES[size])
    player.sit_down(title="bulge", scenario="campaign")
    end = player.page.locator('[data-action="end"]')
    dialog = player.page.locator("dialog.confirm[open]")
    before = player.seq()
    end.click()
    expect(dialog).to_contain_text("57")
    player.picture(f"units-left-{size}")
    dialog.get_by_role("button", name="Cancel").click()
    assert player.seq() == before
    end.click()
    dialog.get_by_role("checkbox").check()
    with player.acting():
        dialog.locator(".primary").click()
    if player.page.locator('[data-action="end"]').count():
        with player.acting():
            player.page.locator('[data-action="end"]').click()
        expect(dialog).to_have_count(0)


def test_dice_wait_for_a_word_even_if_nothing_else_is_left(visit: Visit) -> None:
    player = visit(**SIZES["small"])
    player.become_guest()
    record = game_before("shoot", "squad", "station")
    player.go_to_table(player.tell("/api/records", {"text": record})["id"])
    player.wait_for_turn()
    while joining := [one for one in player.offers() if one["action"]["verb"] == "join"]:
        player.order(joining[0], by_list=True)
    shoot = player.find_offer("shoot")
    assert shoot["momentous"]
    expect(player.page.locator('[data-action="shoot"]')).to_be_visible()
    player.picture("roll-the-dice")
    with player.acting():
        player.press_offer("shoot")
    deed = player.see("deed")
    expect(deed.locator(".die").first).to_be_visible()
    player.picture("deed")


def test_a_finger_sees_the_odds_before_it_commits_anybody(visit: Visit) -> None:
    player = visit(**PHONE)
    player.become_guest()
    record = game_before("fight", "mist", "seventh")
    player.go_to_table(player.tell("/api/records", {"text": record})["id"])
    player.wait_for_turn()
    place = player.find_offer("fight")["action"]["args"][0][1]
    before = player.seq()
    player.page.touchscreen.tap(*player.spot("place", place))
    if player.page.locator(".fan-place").is_visible():
        player.page.locator(".fan-place").tap()
    odds = player.see("odds")
    expect(odds.locator(".odds-go")).to_be_visible()
    player.picture("odds-before")
    assert player.seq() == before
    with player.acting():
        odds.locator(".odds-go").tap()


def test_the_enemy_s_turn_is_played_paused_skipped_and_seen_again(visit: Visit) -> None:
    player = visit(motion=True, **SIZES["small"])
    player.become_guest()
    player.context.add_init_script("localStorage.setItem('salient.table.pace', 'step')")
    player.sit_down(seats={"german": "me", "allied": "bot:simple"})
    bar = player.see("playback")
    player.order(player.find_offer("end"))
    expect(bar).to_be_visible()
    assert not player.is_asked(), "first one sees what happened"
    shown = bar.locator(".playback-count")
    expect(shown).to_have_text(re.compile("^1 of"))
    player.page.locator("[data-playback=on]").click()
    expect(shown).to_have_text(re.compile("^2 of"))
    player.picture("playback")
    player.page.locator("[data-playback=skip]").click()
    player.wait_for_turn()
    expect(bar).to_be_hidden()
    marks = player.page.locator(".trail path")
    assert marks.count() >= 0
    player.page.locator("[data-tool=again]").click()
    expect(bar).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(bar).to_be_hidden()
    player.wait_for_turn()
    player.order(player.find_offer("activate"))
    expect(marks).to_have_count(0)
    assert not faults_of(player.page)


def test_watching_bots_can_be_slowed_down_and_stepped(visit: Visit) -> None:
    watcher = visit(motion=True, **SIZES["small"])
    watcher.become_guest()
    watcher.context.add_init_script("localStorage.setItem('salient.table.pace', 'step')")
    game = watcher.set_up(seats={"german": "bot:simple", "allied": "bot:simple"})
    watcher.go_to_table(game)
    bar = watcher.see("playback")
    expect(bar).to_be_visible()
    count = bar.locator(".playback-count")
    expect(count).to_have_text(re.compile(r"^1 of (?!1\b)"))  # what follows has been told
    watcher.page.locator("[data-playback=on]").click()
    expect(count).to_have_text(re.compile("^2 of"))
    watcher.picture("watching")
    watcher.see("pace").select_option("off")
    expect(bar).to_be_hidden()


def test_vehicles_are_left_behind_only_after_a_word(visit: Visit) -> None:
    player = visit(**SIZES["small"])
    player.become_guest()
    record = game_before("ford", "mist", "seventh")
    player.go_to_table(player.tell("/api/records", {"text": record})["id"])
    player.wait_for_turn()
    warned = [one for one in player.offers() if one["warning"]]
    assert warned
    before = player.seq()
    player.press_offer(warned[0]["action"]["text"])
    dialog = player.page.locator("dialog.confirm[open]")
    expect(dialog).to_contain_text(warned[0]["warning"])
    player.picture("warning")
    dialog.get_by_role("button", name="Cancel").click()
    assert player.seq() == before


def test_a_finished_game_is_looked_into_turn_by_turn_linked_and_played_on(visit: Visit) -> None:
    reader = visit(permissions=["clipboard-read", "clipboard-write"], **SIZES["small"])
    reader.become_guest()
    game = reader.tell("/api/records", {"text": finished_game()})["id"]
    reader.go_to_table(game, "/replay")
    count = reader.page.locator(".replay-count")
    reader.page.locator("[data-replay=turn_on]").click()
    expect(count).not_to_have_text(re.compile("^0 "))
    reader.page.locator("[data-replay=turn_on]").click()
    second = int((count.text_content() or "").split()[0])
    reader.page.locator("[data-replay=turn_back]").click()
    expect(count).not_to_have_text(re.compile(f"^{second} "))
    reader.page.locator("[data-replay=turn_on]").click()
    expect(count).to_have_text(re.compile(f"^{second} "))
    reader.page.locator("[data-analysis=link]").click()
    link = reader.page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"/replay/{game}?move={second}")
    reader.open(link.removeprefix(reader.address))
    reader.wait_for_table()
    expect(count).to_have_text(re.compile(f"^{second} "))
    reader.picture("analysis")

    reader.page.locator("[data-analysis=branch]").click()
    reader.page.locator("[data-branch=alone]").click()
    reader.page.wait_for_url("**/game/*")
    reader.wait_for_table()
    reader.wait_for_turn()
    assert reader.game != game
    reader.order(reader.find_offer("activate", "end", "fight", "arrive"))


@pytest.mark.parametrize(("size", "language"), [("small", "en"), ("phone", "ja")])
def test_variations_are_named_listed_shared_and_deleted(
    visit: Visit, size: str, language: str
) -> None:
    reader, friend = visit(language=language, **SIZES[size]), visit(language=language)
    reader.context.grant_permissions(["clipboard-read", "clipboard-write"])
    reader.become_guest()
    game = reader.tell("/api/records", {"text": finished_game()})["id"]
    reader.go_to_table(game, "/replay")
    reader.page.locator("[data-replay=turn_on]").click()
    reader.page.locator("[data-analysis=branch]").click()
    reader.page.locator("[data-branch=alone]").click()
    reader.page.wait_for_url("**/game/*")
    reader.wait_for_table()
    made = reader.game
    open_tab(reader, "game")
    row = reader.page.locator(f"[data-variation='{made}']")
    row.get_by_test_id("variation-name").fill("北から")
    reader.page.keyboard.press("Tab")
    expect(reader.page.locator(".toast").last).to_be_visible()
    reader.picture(f"variation-{size}-{language}")
    assert faults_of(reader.page, ".variations") == []
    row.get_by_test_id("variation-share").click()
    friend.open(reader.page.evaluate("navigator.clipboard.readText()"))
    friend.wait_for_table()
    assert friend.game == made
    reader.see("variation-origin").click()
    reader.wait_for_table()
    assert reader.game == game
    open_tab(reader, "game")
    expect(row.get_by_test_id("variation-name")).to_have_value("北から")
    row.get_by_test_id("variation-remove").click()
    reader.say_yes()
    expect(row).to_have_count(0)


def test_a_name_that_is_being_written_outlives_news(visit: Visit) -> None:
    reader = visit(**SIZES["small"])
    reader.become_guest()
    game = reader.tell("/api/records", {"text": finished_game()})["id"]
    reader.go_to_table(game, "/replay")
    reader.page.locator("[data-replay=turn_on]").click()
    reader.page.locator("[data-analysis=branch]").click()
    reader.page.locator("[data-branch=alone]").click()
    reader.page.wait_for_url("**/game/*")
    reader.wait_for_table()
    open_tab(reader, "game")
    name = reader.page.locator(f"[data-variation='{reader.game}']").get_by_test_id("variation-name")
    name.press_sequentially("From the ")
    before, position = reader.seq(), reader.position()
    text = position["question"]["offers"][0]["action"]["text"]
    order = {"text": text, "after": position["seq"], "key": new_key()}
    reader.tell(f"/api/games/{reader.game}/orders", order)
    reader.wait_for_news(before)
    reader.page.keyboard.type("north")
    reader.page.keyboard.press("Tab")
    expect(reader.page.locator(".toast").last).to_be_visible()
    expect(name).to_have_value("From the north")


def open_tab(visitor: Visitor, tab: str) -> None:
    """Show a tab of the panel, which is a drawer on a phone."""
    if visitor.see("drawer").is_visible():
        visitor.see("drawer").click()
    visitor.page.locator(f"[data-tab={tab}]").click()


def test_the_next_unit_does_the_same_again_with_one_key(visit: Visit) -> None:
    player = visit(**SIZES["small"])
    player.sit_down()
    player.order(player.find_offer("activate"))
    player.order(player.find_offer("entrench"))
    able = offered(player, "activate")
    player.map.focus()
    player.page.keyboard.press("s")
    expect(player.page.locator(".entry:not([hidden]) .line:has-text('entrenched')")).to_have_count(
        2
    )
    player.wait_for_turn()
    assert len(offered(player, "activate")) == len(able) - 1


def test_arrows_of_one_s_own_measure_the_way_and_stay_over_a_reload(visit: Visit) -> None:
    player = visit(**SIZES["small"])
    player.sit_down(title="bulge", scenario="campaign")
    mouse, sketch = player.page.mouse, player.page.locator(".sketch path")
    pieces = [one for one in player.position()["pieces"] if one["place"] >= 0]
    seen = [one["id"] for one in pieces if player.free_spot("piece", one["id"])]
    start, goal = player.spot("piece", seen[0]), player.spot("piece", seen[-1])
    mouse.move(*start)
    mouse.down(button="right")
    mouse.move(*goal, steps=4)
    mouse.up(button="right")
    expect(sketch).to_have_count(1)
    expect(player.page.locator(".sketch-length")).to_have_text(re.compile(r"^\d+$"))
    player.picture("sketch")
    player.page.reload()
    player.wait_for_table()
    expect(sketch).to_have_count(1)
    player.page.keyboard.press("x")
    expect(sketch).to_have_count(0)
    player.page.mouse.click(*start, button="right")
    expect(player.page.locator(".inspect")).to_be_visible()


# -- small things -------------------------------------------------------------------------------


def offered(visitor: Visitor, verb: str) -> list[int]:
    """The pieces that a verb is offered for."""
    actions = [offer["action"] for offer in visitor.offers()]
    return [action["args"][0][1] for action in actions if action["verb"] == verb]


def places_of(visitor: Visitor) -> dict[int, int]:
    """Where the pieces are."""
    return {one["id"]: one["place"] for one in visitor.position()["pieces"]}


def stack_of(visitor: Visitor, least: int) -> list[int]:
    """The pieces of one place that can be activated, at least so many."""
    where = {one["id"]: one["place"] for one in visitor.position()["pieces"]}
    able = offered(visitor, "activate")
    stacks = [[mate for mate in able if where[mate] == where[piece]] for piece in able]
    return next(stack for stack in stacks if len(stack) >= least)


def take_stack(visitor: Visitor, verb: str) -> set[int]:
    """Double-click stacks until one goes together (an HQ goes alone); who was taken."""
    stacks = sorted(stacks_of(visitor, verb), key=len, reverse=True)
    for top, mates in ((one, stack) for stack in stacks if len(stack) > 1 for one in stack):
        if not (spot := visitor.free_spot("piece", top)):
            continue
        visitor.page.mouse.dblclick(*spot)
        expect(visitor.page.locator(f".piece.chosen[data-piece='{top}']")).to_have_count(1)
        wait_until(lambda mates=mates: is_gathered(visitor, mates))
        expect(visitor.page.locator(".prompt.busy")).to_have_count(0)
        taken = set(visitor.position()["question"]["acting"])
        if len(taken) > 1:
            assert taken <= set(mates)
            return taken
        visitor.page.keyboard.press("Escape")
        expect(visitor.page.locator(".piece.chosen")).to_have_count(0)
    raise AssertionError("no stack goes together")


def is_gathered(visitor: Visitor, mates: list[int]) -> bool:
    """Whether all of a stack have been taken who can be: each is an order of his own."""
    question = visitor.position()["question"]
    acting = set(question["acting"])
    left = {
        args[0][1] for offer in question["offers"]
        if len(args := offer["action"]["args"]) == 1 and args[0][0] == "piece"
        and not offer["momentous"] and not offer["warning"]
    }  # fmt: skip
    return bool(acting) and not (left & set(mates)) - acting


def go_on(visitor: Visitor, before: int) -> bool:
    """Say which way is meant, and that it is meant, if the table asks; whether it has happened."""
    menu = visitor.page.locator(".menu-item[data-action]")
    if menu.count():  # two ways of going there
        menu.first.click()
    visitor.say_yes()
    return visitor.seq() > before


def stacks_of(visitor: Visitor, verb: str) -> list[list[int]]:
    """The pieces that a verb is offered for, by the place where they stand."""
    where = {one["id"]: one["place"] for one in visitor.position()["pieces"]}
    stacks: dict[int, list[int]] = {}
    for piece in offered(visitor, verb):
        stacks.setdefault(where[piece], []).append(piece)
    return [stack for place, stack in stacks.items() if place >= 0]


def elsewhere(visitor: Visitor, able: list[int]) -> int:
    """One of some pieces that the chosen one can neither go to nor be joined by."""
    where = {one["id"]: one["place"] for one in visitor.position()["pieces"]}
    goals, mates = visitor.places_offered(), offered(visitor, "join")
    acting = visitor.position()["question"]["acting"]
    return next(
        piece for piece in able
        if where[piece] not in goals and piece not in (*mates, *acting)
    )  # fmt: skip


def switch_language(visitor: Visitor) -> None:
    """Read the table in the other language."""
    before = visitor.language
    visitor.see("language").click()
    expect(visitor.page.locator("html")).not_to_have_attribute("lang", before)
    visitor.wait_for_table()


def counter_size(visitor: Visitor) -> float:
    """How large a counter is on the screen."""
    style = visitor.page.locator(".map .sheet").get_attribute("style") or ""
    [scale] = re.findall(r"scale\(([\d.]+)\)", style)
    side: float = visitor.ask(f"/api/games/{visitor.game}/board")["counter"]
    return float(scale) * side


def near(one: str, other: str) -> bool:
    """Whether two views are the same but for a pixel."""
    numbers = [list(map(float, re.findall(r"-?[\d.]+", style.split("transform")[-1])))
               for style in (one, other)]  # fmt: skip
    return all(abs(a - b) < 2 for a, b in zip(*numbers, strict=True))


@pytest.mark.parametrize("size", ["small", "phone"])
def test_the_word_that_ends_a_phase_is_in_sight_however_many_answers_there_are(
    visit: Visit, size: str
) -> None:
    player = visit(**SIZES[size])
    player.sit_down(title="trumpets", scenario="clervaux")
    for verb in ("army", "corps", "end"):
        player.order(player.find_offer(verb), by_list=True)
        player.wait_for_turn()
    buttons = player.page.locator(".prompt-buttons")
    assert buttons.evaluate("box => box.scrollWidth > box.clientWidth"), "not many answers"
    ending = player.page.locator("[data-action=end]")
    expect(ending).to_have_count(1)
    expect(ending).to_be_in_viewport(ratio=1)
    player.picture(f"ending-{size}")

    # Whoever had to look for an answer begins the next question at its beginning.
    buttons.evaluate("box => { box.scrollLeft = box.scrollWidth; }")
    player.order(player.find_offer("group"), by_list=True)
    player.page.locator("[data-action=back]").wait_for()
    assert buttons.evaluate("box => box.scrollLeft") == 0
