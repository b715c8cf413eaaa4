"""Whole fights: the laws of the engine under random play, secrets, and duels that come to an end."""

import random

import pytest

from rules.autoplay.duel import duel
from rules.core.scene import scene_from_json, scene_to_json
from rules.engine.exchanges import waiting_on
from rules.registry import samples
from rules.testing import laws
from rules.views import board, journal
from rules.views.viewers import Viewer
from tests.rules.house import odd_house
from tests.rules.medieval.play import ALL, MEDIEVAL, Table, fight, sheet
from tests.rules.play import play

SHEETS = samples("medieval")
RICH = {"manoeuvres": ALL, "pc": {"max": 30}, "pp": {"available": 30}}


def random_fight(seed):
    """Two to four of the ready-made fighters, who own every manoeuvre, one perhaps hidden; already in their order."""
    source = random.Random(seed)
    sides = ["pc", "foe", *source.choices(["pc", "foe", "ally"], k=source.randint(0, 2))]
    people = [{**SHEETS[source.choice(list(SHEETS))]["data"], **RICH} for _side in sides]
    hidden = {"hidden": True} if source.random() < 0.3 else {}
    rows = [(f"f{place}", side, data) for place, (side, data) in enumerate(zip(sides, people, strict=True))]
    scene = fight(*rows, settings=odd_house("medieval", source) if seed % 2 else {}, placed=source.random() < 0.8)
    scene.state["fighters"]["f1"].update(hidden)
    return scene, picker(source)


def picker(source):
    """Picks so that most of what happens is a fight: answers first, then those whose turn it is."""

    def pick(things):
        rows = list(things)
        kinds = [getattr(one, "kind", "") for one in rows]
        asked = [one for one, kind in zip(rows, kinds, strict=True) if kind in ("answer", "confirm")]
        acts = [one for one in rows if getattr(one, "actor", "gm") != "gm"]
        rounds = [one for one, kind in zip(rows, kinds, strict=True) if kind in ("new_round", "order", "start")]
        for found, chance in ((asked, 0.95), (acts, 0.9), (rounds, 0.9)):
            if found and source.random() < chance:
                return source.choice(found)
        return source.choice([one for one, kind in zip(rows, kinds, strict=True) if kind != "end"] or rows)

    return pick


@pytest.mark.parametrize("seed", range(100))
def test_random_fights_never_stick_and_obey_the_laws(seed):
    scene, pick = random_fight(seed)

    def in_credit(_game, _event, after):
        assert all(MEDIEVAL.value(after.sheet(one), "pc.current") >= 0 for one in after.fighters)

    laws.obeyed(MEDIEVAL, scene, pick, 60, laws.aimed, in_credit)


@pytest.mark.slow("25 random fights: what is rare comes late")
def test_random_fights_come_by_everything_a_fighter_may_do():
    kinds = set()
    for seed in range(25):
        scene, pick = random_fight(seed)
        kinds |= {event.kind.removeprefix("open_") for _before, event, _after in play(MEDIEVAL, scene, pick, 60)}
    missing = {
        "attack",
        "shoot",
        "wrestle",
        "move",
        "flee",
        "cast",
        "extra",
        "immediate",
        "finish",
        "break_free",
    } - kinds
    assert missing == set()
    assert {"death_roll", "get_up", "let_go", "sneak", "care", "press"} & kinds


@pytest.mark.parametrize("seed", range(20))
def test_an_act_not_offered_or_offered_as_refused_is_refused(seed):
    scene, pick = random_fight(seed)
    laws.refused_unless_offered(MEDIEVAL, laws.last(MEDIEVAL, scene, pick, 20))


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_sent_is_done_or_refused_with_a_sentence(seed):
    source = random.Random(seed)
    scene, pick = random_fight(seed)
    laws.done_or_refused(MEDIEVAL, laws.last(MEDIEVAL, scene, pick, 15), source.choice, ["F"])


@pytest.mark.parametrize("seed", range(10))
def test_a_fighter_taken_out_of_the_fight_leaves_it_going_on(seed):
    scene, pick = random_fight(seed)
    scene = laws.last(MEDIEVAL, scene, pick, 25)
    del scene.state["fighters"]["f0"]
    scene = scene_from_json(scene_to_json(scene))
    assert waiting_on(MEDIEVAL, scene)
    for viewer in (Viewer("gm"), Viewer("table")):
        board.view(MEDIEVAL, scene, viewer)


@pytest.mark.parametrize(
    "pair",
    [("garance_vaubelle", "marsh_ogre"), ("isaure_brumepas", "road_brigand"), ("fair_wrestler", "watch_sergeant")],
)
def test_duels_come_to_an_end(pair):
    source = random.Random(7)
    won = set()
    for _number in range(6):
        sheets = (SHEETS[name]["data"] for name in pair)
        ending = duel(
            MEDIEVAL, *sheets, lambda roll: [source.randint(1, roll.dice.sides) for _d in range(roll.dice.count)]
        )
        won.add(ending.winner)
    assert won and won <= {"a", "b"}


SECRET = "Zzcanari"


def everything(viewer, scene):
    """All a viewer may know of a scene, as one text."""
    seen = board.view(MEDIEVAL, scene, viewer)
    mine = [board.offers(MEDIEVAL, scene, viewer, one.fighter) for one in seen.rows if one.mine]
    return f"{seen} {mine}"


def test_a_board_holds_nothing_of_hidden_fighters_nor_of_the_numbers_of_others():
    spy = sheet({"reflexes": 14}, hp={"max": 431}, pc={"max": 61})
    foe = sheet({"reflexes": 17}, hp={"max": 433}, pc={"max": 67}, manoeuvres=["rage"])
    table = Table(("ada", "pc", sheet()), ("spy", "foe", spy, {"hidden": True}), ("orc", "foe", foe))
    table.scene.sheets["c-spy"] = {**table.scene.sheets["c-spy"], "name": SECRET}
    viewers = (Viewer("table"), Viewer("seat", frozenset({"c-ada"})))

    def check(texts):
        for text in texts:
            assert [word for word in (SECRET, "spy", "431", "433", "61", "67", "27") if word in text] == []

    check(everything(viewer, table.scene) for viewer in viewers)
    table.do("declare_rage", "orc")
    for event in table.events:
        check(f"{journal.tell(event.audience, event.kind, event.payload, viewer)}" for viewer in viewers)
    check(everything(viewer, table.scene) for viewer in viewers)
    table.do("attack", "ada", target="orc", weapon="sword")
    check(everything(viewer, table.scene) for viewer in viewers)
    table.answer(attack=(10, 10))
    check(everything(viewer, table.scene) for viewer in viewers)
    table.answer(damage=(5,))
    for event in table.events:
        check(f"{journal.tell(event.audience, event.kind, event.payload, viewer)}" for viewer in viewers)


def test_players_read_events_of_others_without_numbers():
    table = Table(("ada", "pc", sheet()), ("orc", "foe", sheet(manoeuvres=["rage"])))
    table.do("declare_rage", "orc").attack("ada", "orc", attack=(9, 9), damage=(4,))
    event = table.events[-1]
    line = journal.tell(event.audience, event.kind, event.payload, Viewer("table"))
    assert [str(text) for _who, text in line.effects] == ["is hit"]
    line = journal.tell(event.audience, event.kind, event.payload, Viewer("gm"))
    assert [str(text) for _who, text in line.effects] == ["loses 5 hp (Dice 4, Épée +1)"]
    seen = board.view(MEDIEVAL, table.scene, Viewer("table"))
    assert [str(row.intent) for row in seen.rows if row.intent] == ["Battle Rage: attack +5, Defence −5"]
