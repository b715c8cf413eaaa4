"""Sequences, the opening of a fight, the order of combat, and whose turn it is."""

import pytest

from rules.core.errors import Refused
from rules.core.json_codec import to_json
from rules.core.scene import Action
from rules.engine.exchanges import without_hidden_exchanges, without_hidden_fighters
from rules.games.medieval import initiative
from rules.views.journal import tell
from rules.views.viewers import Viewer
from tests.rules.medieval.play import MEDIEVAL, Table, sheet


def opening(*rows, settings=None):
    """A fight just begun: ``("ada", "pc", traits)``."""
    fighters = ((name, side, sheet(traits)) for name, side, traits in rows)
    return Table(*fighters, settings=settings, placed=False).do("start")


def order(table):
    return list(initiative.order(table.scene))


def roll(table, **faces):
    """Let everybody roll initiative, or skip it if given ``None``; then throw the dice by fighter."""
    for who, given in faces.items():
        table.do("take_initiative" if given else "leave_initiative", who)
    table.do("order")
    return table.answer(**{f"initiative_{who}": given for who, given in faces.items() if given})


@pytest.mark.rules("MED-TIME-01/five")
@pytest.mark.parametrize(
    ("rounds", "place", "seconds"), [(1, (1, 1), 6), (5, (1, 5), 30), (6, (2, 1), 36), (11, (3, 1), 66)]
)
def test_five_rounds_make_a_sequence(rounds, place, seconds):
    assert (initiative.sequence(rounds), initiative.seconds(rounds)) == (place, seconds)


@pytest.mark.rules("MED-TIME-01", "MED-TURN-01")
def test_the_headline_counts_sequences_and_rounds_and_names_who_is_up():
    table = Table(("ada", "pc", sheet()), ("orc", "npc", sheet()))
    table.scene.state["round"] = 7
    found = MEDIEVAL.headline(table.scene)
    assert str(found.round) == "Sequence 2, round 2 of 5"
    assert (str(found.part), found.figure) == ("ada’s turn: one action and one manoeuvre left", "")
    table.do("finish", "ada")
    assert (str(MEDIEVAL.headline(table.scene).part), table.up) == (
        "orc’s turn: one action and one manoeuvre left",
        ["orc"],
    )
    table.do("finish", "orc")
    assert (str(MEDIEVAL.headline(table.scene).part), table.up) == ("Everybody has acted", ["gm"])


@pytest.mark.rules("MED-INIT-01/choose-first", "MED-INIT-02")
def test_everybody_chooses_before_anybody_rolls():
    table = opening(("ada", "pc", {}), ("orc", "npc", {}))
    assert table.up == ["ada", "orc"]
    assert str(MEDIEVAL.headline(table.scene).part) == "Who takes the initiative, who leaves it?"
    assert table.refused(Refused, "order") == "This cannot be done now."
    table.do("leave_initiative", "orc")
    assert str(MEDIEVAL.intent(table.scene, "orc")) == "leaves the initiative"
    table.do("take_initiative", "ada")
    assert (str(MEDIEVAL.intent(table.scene, "ada")), table.up) == ("takes the initiative", ["gm"])
    table.do("order")
    assert table.open == ["initiative-ada"]
    table.answer(initiative_ada=(1, 1))
    assert order(table) == ["ada", "orc"]
    slots = MEDIEVAL.order(table.scene)
    assert [(slot.at, slot.state, slot.note and str(slot.note)) for slot in slots] == [
        ("2", "now", None),
        ("", "next", "left the initiative"),
    ]


@pytest.mark.rules("MED-INIT-03/reverse")
def test_all_may_leave_the_initiative_and_the_wisest_acts_last():
    table = opening(("ada", "pc", {"sagesse": 2}), ("orc", "npc", {}), ("elf", "npc", {"sagesse": 1}))
    for who in ("ada", "orc", "elf"):
        table.do("leave_initiative", who)
    table.do("order").answer(wisdom_ada=(5, 5), wisdom_orc=(4, 4), wisdom_elf=(9, 9))
    assert order(table) == ["orc", "ada", "elf"]
    assert [slot.at for slot in MEDIEVAL.order(table.scene)] == ["8", "12", "19"]


@pytest.mark.rules("MED-INIT-05")
@pytest.mark.parametrize(
    ("rows", "dice", "expected"),
    [
        ([("a", "pc", {"vitesse": 1}), ("b", "npc", {"vitesse": 2})], [(5, 6), (5, 5)], ["b", "a"]),
        ([("a", "npc", {}), ("b", "pc", {})], [(5, 5), (5, 5)], ["b", "a"]),
        ([("a", "npc", {}), ("b", "npc", {})], [(5, 5), (6, 4)], ["a", "b"]),
    ],
)
def test_equal_totals_are_ordered_by_speed_then_side_then_list(rows, dice, expected):
    table = opening(*rows)
    roll(table, a=dice[0], b=dice[1])
    assert order(table) == expected


@pytest.mark.rules("MED-INIT-05/wiser-later")
@pytest.mark.parametrize(("wisdom", "expected"), [((3, 2), ["b", "a"]), ((2, 2), ["a", "b"])])
def test_equal_wisdom_rolls_let_the_wiser_act_later(wisdom, expected):
    table = opening(("a", "pc", {"sagesse": wisdom[0]}), ("b", "pc", {"sagesse": wisdom[1]}))
    for who in ("a", "b"):
        table.do("leave_initiative", who)
    level = 5 + wisdom[0] - wisdom[1]
    table.do("order").answer(wisdom_a=(5, 5), wisdom_b=(5, level))
    assert order(table) == expected


@pytest.mark.rules("MED-INIT-05/wisdom")
def test_equal_wisdom_rolls_may_go_by_the_list_alone():
    fighters = (("a", "pc", {"sagesse": 3}), ("b", "pc", {"sagesse": 2}))
    table = opening(*fighters, settings={"init": {"wisdom_ties": "list"}})
    for who in ("a", "b"):
        table.do("leave_initiative", who)
    table.do("order").answer(wisdom_a=(5, 5), wisdom_b=(5, 6))
    assert order(table) == ["a", "b"]


@pytest.mark.rules("MED-INIT-01/never-asked")
def test_a_latecomer_may_act_last_without_a_roll():
    fighters = (("ada", "pc", sheet()), ("orc", "npc", sheet()), ("elf", "npc", sheet()))
    table = Table(*fighters, settings={"init": {"latecomers": "last"}})
    del table.scene.state["fighters"]["elf"]["marks"]
    for who in ("ada", "orc", "elf"):
        assert table.up == [who]
        table.do("finish", who)
    assert (table.round().up, order(table)) == (["ada"], ["ada", "orc", "elf"])


@pytest.mark.parametrize("hidden", [True, False])
def test_the_order_of_hidden_fighters_alone_is_determined_in_secret(hidden):
    table = Table(("ada", "pc", sheet()), ("orc", "npc", sheet()), ("elf", "npc", sheet()))
    row = table.scene.state["fighters"]["elf"]
    del row["marks"]
    row["hidden"] = hidden
    heard = []
    for kind, actor in (("take_initiative", "elf"), ("order", "gm")):
        heard += [event.audience for event in table.do(kind, actor).events]
    assert bool(without_hidden_exchanges(MEDIEVAL, table.scene).exchanges) is not hidden
    heard += [event.audience for event in table.answer(initiative_elf=(10, 10)).events]
    assert set(heard) == {"gm" if hidden else "table"}


def test_a_hidden_fighter_who_leaves_the_initiative_rolls_wisdom_whoever_else_is_hidden():
    """The player of a hidden hero sees its place."""
    for others in ((), ("elf",)):
        table = Table(*((name, "pc" if name == "ada" else "npc", sheet()) for name in ("ada", "orc", *others)))
        for name in ("ada", *others):
            table.scene.state["fighters"][name] |= {"hidden": True, "marks": {"choice": "leave"}}
        assert initiative.yielding(table.scene) == ("ada", *others)


def test_a_place_of_somebody_hidden_is_no_new_order_in_the_journal():
    lines = []
    for unseen in ((), ("elf",)):
        table = Table(*((name, "pc" if name == "ada" else "npc", sheet()) for name in ("ada", "orc", *unseen)))
        rows = table.scene.state["fighters"]
        for name in ("ada", *unseen):
            del rows[name]["marks"]
        for name in unseen:
            rows[name]["hidden"] = True
            table.do("take_initiative", name)
        table.do("leave_initiative", "ada").do("order")
        event = (table.answer(initiative_elf=(10, 10)) if unseen else table).events[-1]
        lines.append(tell(event.audience, event.kind, event.payload, Viewer("table")))
    assert lines[0] == lines[1] is not None


@pytest.mark.rules("MED-INIT-04/unless")
@pytest.mark.parametrize(("anew", "up"), [(False, ["orc"]), (True, ["ada", "orc"])])
def test_the_order_lasts_unless_each_sequence_rolls_again(anew, up):
    table = opening(("ada", "pc", {}), ("orc", "npc", {}), settings={"init": {"reroll_each_sequence": anew}})
    roll(table, ada=(1, 1), orc=(9, 9))
    for _round in range(4):
        table.round()
        assert table.up == ["orc"]
    assert table.round().up == up


@pytest.mark.rules("MED-INIT-01/later")
def test_a_latecomer_acts_last_and_is_asked_at_the_next_round():
    table = Table(("ada", "pc", sheet()), ("orc", "npc", sheet()), ("elf", "npc", sheet()))
    del table.scene.state["fighters"]["elf"]["marks"]
    table.scene.state["fighters"]["ada"]["marks"]["turn"] = {"begun": True, "done": True}
    assert (order(table), table.up) == (["ada", "orc", "elf"], ["orc"])
    assert table.round().up == ["elf"]
    table.do("take_initiative", "elf").do("order").answer(initiative_elf=(10, 10))
    assert (order(table), table.up) == (["ada", "orc", "elf"], ["ada"])


@pytest.mark.parametrize("late", ["roll", "last"])
def test_a_latecomer_rolls_and_declares_although_somebody_hidden_has_acted(late):
    sheets = (("ada", "pc", sheet(manoeuvres=["rage"])), ("orc", "npc", sheet()), ("elf", "npc", sheet()))
    table = Table(*sheets, settings={"init": {"latecomers": late}})
    rows = table.scene.state["fighters"]
    for who in ("ada", "orc"):
        del rows[who]["marks"]
    rows["elf"] |= {"hidden": True, "marks": {**rows["elf"]["marks"], "turn": {"begun": True, "done": True}}}
    seen = without_hidden_fighters(MEDIEVAL, table.scene)
    for asked in (initiative.still_without_place, initiative.owing):
        assert asked(table.scene) == asked(seen) != ()


@pytest.mark.rules("MED-TURN-01")
def test_an_act_out_of_turn_is_refused():
    table = Table(("ada", "pc", sheet()), ("orc", "npc", sheet()))
    assert table.refused(Refused, "finish", "orc") == "This cannot be done now."
    assert table.refused(Refused, "new_round") == "Not everybody has acted."


@pytest.mark.rules("MED-TURN-01/declared-first", "MED-MAN-04")
def test_declarations_precede_all_acts_and_come_only_from_those_who_have_one():
    table = Table(
        ("ada", "pc", sheet(manoeuvres=["rage"])),
        ("bob", "pc", sheet(manoeuvres=["rage"])),
        ("orc", "npc", sheet(manoeuvres=["coup_fatal"])),
        ("elf", "npc", sheet(manoeuvres=["rage"], pc={"max": 3, "current": 0})),
    )
    assert table.up == ["ada", "bob"]
    table.do("declare_rage", "bob").do("declare_nothing", "ada")
    assert table.up == ["ada"]
    assert table.offer("ada", "declare_rage") is None
    assert str(MEDIEVAL.intent(table.scene, "bob")) == "Battle Rage: attack +5, Defence −5"


@pytest.mark.rules("MED-MAN-04")
def test_the_game_master_closes_the_declarations():
    table = Table(("ada", "pc", sheet(manoeuvres=["rage"])), ("orc", "npc", sheet()))
    assert table.do("close").up == ["ada"]
    assert table.why_not("ada", "attack", "manoeuvre", "rage") == "It is too late to declare this manoeuvre."


@pytest.mark.rules("MED-MAN-04", "MED-TURN-01")
def test_a_call_to_declare_is_no_call_to_act():
    fighters = [(name, "pc", sheet(manoeuvres=["rage"])) for name in ("ada", "bob", "cleo")]
    table = Table(*fighters).do("next", gm=True)
    assert table.scene.called == ("ada", "bob", "cleo")
    first = table.do("declare_nothing", "ada").do("declare_nothing", "bob").do("close").up
    assert table.scene.called == () and first == ["ada"]


@pytest.mark.rules("MED-MAN-04/sealed")
def test_declarations_may_be_sealed_until_all_are_made():
    fighters = [("ada", "pc", sheet(manoeuvres=["rage"])), ("bob", "pc", sheet(manoeuvres=["rage"]))]
    table = Table(*fighters, settings={"manoeuvre": {"sealed": True}}).do("declare_rage", "ada")
    assert str(MEDIEVAL.intent(table.scene, "ada")) == "has declared"
    assert "Rage" not in str(table.events[0].payload)
    line = tell("table", table.events[0].kind, table.events[0].payload, Viewer("table"))
    assert line is not None and not line.effects, "its price tells which it is"
    table.do("declare_nothing", "bob")
    assert str(MEDIEVAL.intent(table.scene, "ada")) == "Battle Rage: attack +5, Defence −5"


def test_nothing_of_a_fight_outlasts_it_but_the_sheets():
    table = Table(("ada", "pc", sheet(manoeuvres=["rage"])), ("orc", "npc", sheet()))
    table.do("declare_rage", "ada").do("end")
    assert (table.mark("ada", "init"), table.at("ada", "pc.current")) == (None, 8)
    assert table.up == ["gm"]
    assert str(MEDIEVAL.headline(table.scene).round) == "The fight is over"


@pytest.mark.rules("MED-TIME-01")
def test_a_new_round_is_told_with_its_place_and_the_time_passed():
    table = Table(("ada", "pc", sheet()), ("orc", "npc", sheet()))
    assert str(MEDIEVAL.title(table.scene, Action("new_round", "gm"))) == "Sequence 1, round 2, after 6 s"
    table.scene.state["round"] = 5
    assert str(MEDIEVAL.title(table.scene, Action("new_round", "gm"))) == "Sequence 2, round 1, after 30 s"


def test_a_fighter_passed_over_does_the_usual_act_of_that_part_of_the_round():
    rows = [("ada", "pc", sheet(manoeuvres=["rage"])), ("orc", "npc", sheet())]
    table = Table(*rows, placed=False).do("start")
    table.do("skip", fighter="ada")
    assert str(MEDIEVAL.intent(table.scene, "ada")) == "leaves the initiative"
    table.do("skip", fighter="orc").do("order").answer(wisdom_ada=(1, 1), wisdom_orc=(2, 2))
    assert table.do("skip", fighter="ada").up == ["ada"]
    assert table.do("skip", fighter="ada").up == ["orc"]
    assert table.do("skip", fighter="orc").up == ["gm"]


@pytest.mark.rules("MED-MANOEUVRE-RAGE", "MED-MANOEUVRE-ESQUIVE", "MED-MANOEUVRE-FEINTE")
def test_the_table_reads_the_value_of_the_rounds_manoeuvres():
    owned = {"ada": "rage", "bob": "esquive", "orc": "feinte"}
    found = Table(*((name, "pc", {**sheet(), "manoeuvres": {key: 1}}) for name, key in owned.items()))
    found.do("declare_rage", "ada").do("declare_esquive", "bob").do("declare_feinte", "orc", target="ada")
    shown = {name: to_json(MEDIEVAL.intent(found.scene, name)) for name in ("ada", "bob", "orc")}
    worth = {name: dict(dict(row["params"]).get("worth", {}).get("params", ())) for name, row in shown.items()}
    assert worth["ada"] == {"attack": "+5", "defence": "−5"}
    assert worth["bob"] == {"attack": "−5", "defence": "+5"}
    notes = {slot.fighter: str(to_json(slot.note)) for slot in MEDIEVAL.order(found.scene)}
    assert "feint" in notes["ada"] and "+5" in notes["ada"]
    assert "feint" not in notes["bob"]


@pytest.mark.rules("MED-INIT-05/house")
@pytest.mark.parametrize(
    ("ties", "expected"), [("speed", ["b", "c", "a"]), ("pc", ["c", "b", "a"]), ("list", ["a", "b", "c"])]
)
def test_the_order_of_equal_totals_is_a_house_setting(ties, expected):
    rows = [("a", "npc", {"vitesse": 1}), ("b", "npc", {"vitesse": 2}), ("c", "pc", {"vitesse": 1})]
    table = roll(opening(*rows, settings={"init": {"ties": ties}}), a=(5, 6), b=(5, 5), c=(5, 6))
    assert order(table) == expected
