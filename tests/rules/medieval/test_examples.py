"""The worked examples, readable by anybody, and what the code makes of them."""

from dataclasses import replace

import pytest

from rules.core.check import Level
from rules.games.medieval import checks, damage, initiative, weapons
from rules.games.medieval import sheet as sheets
from rules.games.medieval.manoeuvres import Chain, ChainEvent
from tests.rules.medieval.play import Table, examples, sheet


@pytest.mark.parametrize("one", examples("order"))
def test_the_order_of_combat(one):
    people = one["given"]["order"]
    traits = {who: {key: row[key] for key in row if key != "leaves"} for who, row in people.items()}
    table = Table(*((who, "pc", sheet(traits[who])) for who in people), placed=False).do("start")
    for who, row in people.items():
        assert table.why_not(who, "take_initiative") is None
        table.do("leave_initiative" if row.get("leaves") else "take_initiative", who)
    assert table.up == ["gm"]
    table.do("order")
    for faces in one["dice"]:
        (key, *_rest) = table.open
        table.answer(**{key.replace("-", "_"): faces})
    assert not table.scene.exchanges
    assert list(initiative.order(table.scene)) == one["expect"]["order"]
    found = {who: table.mark(who, "init") for who in people}
    totals = {who: row.get("roll", row.get("wisdom")) for who, row in found.items()}
    assert {who: total for who, total in totals.items() if total is not None} == one["expect"]["totals"]


@pytest.mark.parametrize("one", examples("attack"))
def test_an_attack_roll(one):
    given, expect = one["given"]["attack"], one["expect"]
    (faces,) = one["dice"]
    check = checks.attack(sheet({"vitesse": given["bonus"]}), {}, weapons.bare({}, "lutte"))
    tested = replace(check, extra=given["defence"])
    found = checks.read_outcome(tested, faces, {})
    assert found.margin + given["defence"] == expect["total"]
    assert (found.level.succeeded, found.level is Level.CRITICAL) == (expect["hit"], expect["critical"])


@pytest.mark.parametrize("one", examples("damage"))
def test_damage(one):
    given, expect = one["given"]["damage"], one["expect"]
    row = {"name": "Arme", "family": given.get("family", "haches"), "dice": given["dice"]}
    row["special_bonus"] = given.get("special", 0)
    hitter = sheet({"force": given["force"]}, weapons={"w": row})
    manner = damage.Manner(given.get("critical", False), given.get("fatal", ""), given.get("sneak", ""))
    found = damage.blow_damage(hitter, {}, weapons.find(hitter, "w"), sum(one["dice"]), manner)
    assert found.total == expect["total"]
    assert damage.after_armour(found, {"armour": {"rd": given.get("rd", 0)}}).total == expect["dealt"]


@pytest.mark.parametrize("one", examples("dying"))
def test_rolls_against_death(one):
    given, expect = one["given"]["dying"], one["expect"]
    data = sheet({"robustesse": given["robustesse"]}, niveau=given["niveau"], hp={"max": 20, "current": given["hp"]})
    table = Table(("ada", "pc", data), ("orc", "npc", sheet()), placed=False).do("start")
    table.do("skip", fighter="orc").do("order")
    for faces in one["dice"]:
        table.do("death_roll", "ada").answer(death=faces)
        table.round()
    found = table.scene.sheet("ada")
    assert sheets.threshold(found).total == expect["threshold"]
    counters = {key: table.at("ada", f"dying.{key}") for key in ("successes", "failures")}
    assert {"hp": sheets.hp(found), **counters} == {key: expect[key] for key in ("hp", "successes", "failures")}
    assert sheets.vital(found) == expect["state"]


@pytest.mark.parametrize("one", examples("chain"))
def test_a_chain_of_attacks(one):
    now, bonuses = Chain(), []
    for event in one["given"]["chain"]:
        if event == "chain":
            bonuses.append(now.bonus if now.is_ready else "refused")
            if not now.is_ready:
                continue
        now = now.after(ChainEvent(event), {})
    assert bonuses == one["expect"]["bonuses"]
