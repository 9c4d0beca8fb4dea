"""Engaged and counter-attack: the markers a combat leaves (res-crt-eng, res-crt-ca)."""

from __future__ import annotations

import pytest

from salient.games.trumpets.events import Declined
from salient.games.trumpets.fight.engaged import forgive, release_engaged, release_unthreatened
from tests.conftest import Dice
from tests.games.trumpets.table import Table, fix_odds

rule = pytest.mark.rule


def clash(monkeypatch: pytest.MonkeyPatch, dice: Dice, code: str, t: Table) -> Table:
    """An attack out of 1110 on 1010 that ends with Eng or CA."""
    fix_odds(monkeypatch, "1-1")
    dice(6, {"Eng": 4, "CA": 2}[code])
    return t.fight().attack("1010", "vg1", "vg2")


# -- Engaged ------------------------------------------------------------------------------------


@rule("trumpets:res-crt-eng", "trumpets:rc-eng-1")
def test_both_sides_are_engaged(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = Table().put("1010", "r1", "eng").put("1110", "vg1", "vg2", "pi")
    clash(monkeypatch, dice, "Eng", t)
    assert {name for name in ("r1", "eng", "vg1", "vg2") if t.is_("engaged", name)} == {
        "r1", "eng", "vg1", "vg2",
    }  # fmt: skip
    assert not t.is_("engaged", "pi")


@rule("trumpets:rc-eng-1")
def test_when_engaged_comes_off(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    """Defenders: at their next player end. Attackers: not at this one, at the one after."""
    t = Table().put("1010", "r1").put("1110", "vg1", "vg2")
    clash(monkeypatch, dice, "Eng", t)
    release_engaged(t.g, 0)
    assert t.is_("engaged", "vg1")
    assert t.is_("engaged", "r1")
    release_engaged(t.g, 1)
    assert t.is_("engaged", "vg1")
    assert not t.is_("engaged", "r1")
    t.g.turn += 1
    release_engaged(t.g, 0)
    assert (t.g.engaged, t.g.engaged_since) == (0, {})


@rule("trumpets:rc-eng-1", "trumpets:eoc-6")
def test_engaged_ends_when_no_enemy_is_near(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = Table().put("1010", "r1").put("1110", "vg1", "vg2")
    clash(monkeypatch, dice, "Eng", t)
    release_unthreatened(t.g)
    assert t.is_("engaged", "vg1")
    t.put("0710", "r1")
    release_unthreatened(t.g)
    assert t.g.engaged == 0


# -- counter-attack -----------------------------------------------------------------------------


@rule("trumpets:res-crt-ca", "trumpets:rc-ca-1")
def test_the_front_line_of_the_hex_must_attack_back(
    monkeypatch: pytest.MonkeyPatch, dice: Dice
) -> None:
    t = Table().put("1010", "r1", "eng").put("1110", "vg1", "vg2")
    clash(monkeypatch, dice, "CA", t)
    assert t.is_("ca", "r1")
    assert not t.is_("ca", "eng")
    assert t.g.ca_targets[t.unit("r1")] == 1 << t.unit("vg1") | 1 << t.unit("vg2")


@rule("trumpets:tab-pos-ca")
@pytest.mark.parametrize(
    ("position", "marked"),
    [("ip5", True), ("ip6", True), ("roadblock", True), ("strongpoint", False),
     ("fortress", False)],
)  # fmt: skip
def test_strongpoint_and_fortress_ignore_it(
    monkeypatch: pytest.MonkeyPatch, dice: Dice, position: str, marked: bool
) -> None:
    t = Table().put("1010", "r1").put("1110", "vg1", "vg2").works("1010", position)
    clash(monkeypatch, dice, "CA", t)
    assert t.is_("ca", "r1") == marked


@rule("trumpets:rc-ca-1", "trumpets:gc-3")
def test_the_counter_attack_is_made(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = Table().put("1010", "r1", "r2").put("1110", "vg1", "vg2")
    clash(monkeypatch, dice, "CA", t)
    dice(6, 5)
    t.fight("allied").attack("1110", "r1")
    assert t.g.ca == 0
    assert not t.happened(Declined)
    assert (t.steps("r1"), t.steps("r2")) == (3, 3)


@rule("trumpets:rc-ca-1")
def test_it_is_declined_for_a_step(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    """The segment cannot just be ended: that is to decline."""
    t = Table().put("1010", "r1").put("1110", "vg1", "vg2").put("1011", "vg3")
    clash(monkeypatch, dice, "CA", t)
    t.fight("allied").play("mark 1110", "done")
    assert t.offered() == {"fight 1110", "decline"}
    t.play("decline")
    assert (t.steps("r1"), t.g.ca) == (2, 0)
    assert t.happened(Declined)


@rule("trumpets:rc-ca-1")
def test_a_resting_hex_has_declined(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = Table().put("1010", "r1").put("1110", "vg1", "vg2").put("0510", "HQ-106ID")
    clash(monkeypatch, dice, "CA", t)
    t.flag("resting", "HQ-106ID").fight("allied")
    assert (t.decision, t.steps("r1"), t.g.ca) == (None, 2, 0)


@rule("trumpets:rc-ca-1")
def test_nothing_is_owed_when_the_attackers_have_gone(
    monkeypatch: pytest.MonkeyPatch, dice: Dice
) -> None:
    t = Table().put("1010", "r1").put("1110", "vg1", "vg2")
    clash(monkeypatch, dice, "CA", t)
    t.put("1510", "vg1", "vg2").fight("allied")
    assert (t.decision, t.steps("r1"), t.g.ca) == (None, 3, 0)


@rule("trumpets:rc-ca-1")
def test_it_comes_off_at_the_owners_player_end(monkeypatch: pytest.MonkeyPatch, dice: Dice) -> None:
    t = Table().put("1010", "r1").put("1110", "vg1", "vg2")
    clash(monkeypatch, dice, "CA", t)
    forgive(t.g, t.g.setting.army[1])
    assert (t.g.ca, t.g.ca_targets) == (0, {})
