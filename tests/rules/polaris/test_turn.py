"""The combat turn: how a fight begins, goes on and ends, and what the screens show of it."""

import random

import pytest

from rules.autoplay.duel import MOST_ROUNDS, attack_the_weakest, duel
from rules.core.errors import Refused
from rules.core.json_codec import from_json
from rules.core.paths import put
from rules.core.scene import Action
from rules.games.polaris.harm.damage import Wound
from rules.games.polaris.turn.ladder import headline, order
from rules.games.polaris.turn.rounds import End
from rules.games.polaris.turn.stages import stage
from rules.registry import samples
from tests.rules.polaris.table import PISTOL, POLARIS, Table, fight, sheet


def slots(table):
    return [(slot.fighter, str(slot.at), slot.state) for slot in order(table.scene)]


def through(table):
    """Let everybody declare something and do it."""
    while table.up != ["gm"]:
        name = table.up[0]
        if table.offer("declare_other", name):
            table.declare(name)
        else:
            table.do("act", name, check="none")
    return table


@pytest.mark.rules("POL-TURN-01")
def test_a_fight_starts_and_ends_by_the_game_masters_word():
    table = Table(a=sheet(), b=sheet())
    assert (table.up, stage(table.scene)) == (["gm"], "before")
    assert POLARIS.offers(table.scene, "a") == ()
    table.start()
    assert table.scene.round == 1
    table.declare("a", "b").do("end")
    assert (table.up, stage(table.scene)) == (["gm"], "before")
    assert all(not one.marks for one in table.scene.fighters.values())
    table.start()
    assert table.scene.round == 1


@pytest.mark.rules("POL-TURN-01")
def test_nobody_fights_in_an_empty_room():
    table = Table()
    assert str(table.offer("start").refused) == "Nobody is here to fight."


@pytest.mark.rules("POL-TURN-03/highest")
def test_there_are_as_many_phases_as_the_highest_initiative():
    table = fight(a=9, b=14).declare("a").declare("b")
    assert headline(table.scene).figure == "14"
    rushed = fight(a=9, b=14).declare("a").declare("b", rushed=True)
    assert headline(rushed.scene).figure == "17"
    fixed = fight(a=9, b=14, settings={"phases_follow_current_initiative": False}).declare("a")
    assert headline(fixed.declare("b", rushed=True).scene).figure == "14"


@pytest.mark.rules("POL-TURN-04")
def test_each_acts_at_their_phase_and_the_turn_is_over_when_all_have():
    table = fight(a=9, b=14).declare("a").declare("b")
    with pytest.raises(Refused, match="Not everybody"):
        table.do("new_round")
    with pytest.raises(Refused):
        table.do("act", "a", check="none")
    table.do("act", "b", check="none")
    assert (headline(table.scene).figure, table.up) == ("9", ["a"])
    table.do("act", "a", check="none")
    assert (stage(table.scene), table.up) == ("end", ["gm"])


@pytest.mark.rules("POL-TURN-05")
def test_the_parts_of_a_turn_come_in_order_and_a_new_turn_skips_surprise():
    table = Table(a=sheet(reaction=9), b=sheet(reaction=14)).start(b=0)
    seen = [stage(table.scene)]
    table.do("react", "b").answers(surprise_die=12)
    seen.append(stage(table.scene))
    table.declare("a").declare("b")
    seen.append(stage(table.scene))
    through(table)
    seen.append(stage(table.scene))
    table.do("new_round")
    seen.append(stage(table.scene))
    assert seen == ["surprise", "declarations", "resolution", "end", "declarations"]


@pytest.mark.rules("POL-TURN-06")
def test_a_wound_hampers_whoever_acts_later_in_the_same_turn():
    table = fight(a=14, b=10).declare("b", "a").declare("a", "b").do("attack", "a")
    table.answers(attack_die=9, defence_die=19, location=12, damage=9)
    table.do("attack", "b").answers(attack_die=19, defence_die=19)
    assert table.outcome("b").check.target.total == 7


@pytest.mark.rules("POL-TURN-07")
def test_the_journal_names_the_degree_of_each_test():
    table = fight(a=14, b=10).declare("b").declare("a", "b").do("attack", "a").answers(attack_die=8, defence_die=19)
    table.answers(location=12, damage=1)
    assert "good" in str(table.outcome("a").label)


@pytest.mark.rules("POL-TURN-08/keeps")
def test_a_new_turn_forgets_declarations_and_keeps_wounds_contact_and_conditions():
    table = fight(a=14, b=10).declare("b", rushed=True).declare("a", "b").do("attack", "a")
    table.answers(attack_die=9, defence_die=19, location=12, damage=9).do("act", "b", check="none").do("new_round")
    assert table.scene.fighters["b"].marks == {"engaged": {"a": "even"}, "base": 7, "initiative": 7}
    assert table.wounds("b") == {"right_arm": {"moderate": 1}}


@pytest.mark.rules("POL-TURN-08")
def test_dice_kept_from_an_undo_and_calls_end_with_the_turn():
    table = through(fight(a=14, b=10))
    kept = (table.scene.change("spare.1/a/attack/attack-die", [3]), table.scene.change("called", ["b"]))
    table.scene = table.scene.with_changes(kept)
    table.do("new_round")
    assert table.scene.called == () and "spare" not in table.scene.state


@pytest.mark.rules("POL-INIT-16", "POL-TEST-03")
def test_another_action_may_be_a_test_with_a_difficulty_the_game_master_sets():
    table = fight(a=14, b=10).declare("b", what="looks for the exit", rushed=True).do("skip", fighter="a")
    table.do("act", "b", check="armed_combat", difficulty="hard", modifier=7).answers(test_die=19)
    assert table.outcome("b").check.target.total == 10 - 5 - 5 + 7
    player = fight(a=14, b=10).declare("b").do("skip", fighter="a")
    with pytest.raises(Refused) as refusal:
        player.do("act", "b", gm=False, check="armed_combat", difficulty="easy")
    assert refusal.value.field == "difficulty"


def test_a_free_text_names_any_other_act():
    table = fight(a=14, b=10).declare("b", what="looks for the exit", pace="fast")
    assert str(POLARIS.intent(table.scene, "b")) == "looks for the exit, moving: fast"
    table.do("declare_nothing", "a")
    assert table.up == ["b"]


def test_the_ladder_goes_from_the_fastest_to_those_who_are_out():
    out = {"conditions__unconscious": True}
    people = {"a": sheet(reaction=9), "b": sheet(reaction=14), "c": sheet(**out), "d": sheet(reaction=12)}
    table = Table(**people).start(d=0).do("react", "d").answers(surprise_die=19)
    assert slots(table) == [("b", "14", "next"), ("a", "9", "now"), ("d", "12", "out"), ("c", "10", "out")]
    table.declare("a").declare("b", delayed=True)
    assert slots(table)[:2] == [("a", "9", "now"), ("b", "later", "next")]
    table.do("act", "a", check="none")
    assert slots(table)[:2] == [("a", "9", "done"), ("b", "later", "now")]


def test_while_an_action_is_open_the_game_master_changes_nothing_about_the_turn():
    table = fight(a=14, b=10).declare("b").declare("a", "b").do("attack", "a")
    with pytest.raises(Refused, match="still open"):
        table.do("end")
    assert headline(table.scene).figure == "14"


def test_every_action_reads_as_a_sentence_of_the_journal():
    table = Table({"delaying": "any"}, a=sheet(reaction=14), b=sheet()).start(b=0)
    table.do("react", "b").answers(surprise_die=9)
    table.do("prepare", "b", preparation="observe").do("declare_nothing", "b").declare("a", "b").do("delay", "a")
    table.do("attack", "a").answers(attack_die=19, defence_die=19).do("new_round")
    told = [str(from_json(event.payload["told"]["table"])) for event in table.events if event.payload.get("told")]
    assert told == [
        "The fight begins",
        "b tests reaction",
        "b tests reaction",
        "b announces a preparation",
        "b declares: Nothing this turn",
        "a declares: attacks b: Dagger",
        "a delays the action",
        "a attacks b: Dagger (delayed)",
        "a attacks b: Dagger (delayed)",
        "A new turn begins",
    ]


@pytest.mark.rules("POL-TURN-05")
def test_every_part_of_a_turn_has_its_heading():
    table = Table({"fatigue_rules": True, "fatigue_every_turns": 1}, a=sheet(reaction=14), b=sheet()).start(b=0)
    parts = [str(headline(table.scene).part)]
    table.do("hidden", fighter="a", how="unseen")
    parts.append(str(headline(table.scene).part))
    table.do("pass", "a").do("react", "b").answers(surprise_die=5)
    parts.append(str(headline(table.scene).part))
    table.declare("b").declare("a")
    parts.append(str(headline(table.scene).part))
    table.do("act", "a", check="none").do("act", "b", check="none")
    parts.append(str(headline(table.scene).part))
    assert parts == ["Surprise", "Free attack", "Declarations", "Phase 14", "Fatigue"]


@pytest.mark.rules("POL-INIT-17")
def test_a_delayed_action_goes_back_to_no_earlier_phase():
    table = fight(a=14, b=10).declare("b", delayed=True).declare("a")
    table.do("act", "a", check="none")
    assert table.up == ["b"] and str(headline(table.scene).part) == "Delayed actions"


def test_numbers_are_shown_to_those_who_may_know_them():
    table = fight(a=14, b=10).declare("b").declare("a", "b").do("attack", "a")
    table.answers(attack_die=9, defence_die=19, location=12, damage=9)
    rows = [row for event in table.events for row in event.payload.get("effects", ()) if row["kind"] == "wound"]
    assert str(from_json(rows[0]["public"])) == "is wounded"
    assert "damage 12" in str(from_json(rows[0]["text"]))


@pytest.mark.parametrize(("severity", "told"), [("light", "is wounded"), ("fatal", "is wounded and out of the fight")])
def test_a_fighter_felled_by_a_blow_is_told_as_fallen(severity, told):
    wound = Wound(target="b", place="head", severity=severity)
    assert str(wound.public(fight(a=14, b=10).scene)) == told


def test_effects_a_game_master_makes_up_are_refused_when_they_mean_nothing():
    table = Table({"confirm": "always"}, a=sheet(reaction=14), b=sheet()).start().declare("b").declare("a", "b")
    table.do("attack", "a").answers(attack_die=9, defence_die=19, location=12, damage=9)
    (exchange,) = table.scene.exchanges
    for wrong in ({"place": "tail", "severity": "light"}, {"place": "body"}, {}):
        effect = {"$": "Effect", "kind": "wound", "target": "b", "value": wrong}
        with pytest.raises(Exception, match="cannot be read"):
            table.do("confirm", exchange=exchange, effects=[effect])
    light = {"$": "Effect", "kind": "wound", "target": "b", "value": {"place": "body", "severity": "light"}}
    table.do("confirm", exchange=exchange, effects=[light])
    assert table.wounds("b") == {"body": {"light": 1}}


def test_a_fighter_who_joins_in_the_middle_of_a_turn_declares_and_acts():
    table = fight(a=14, b=10)
    row = {"character": "new", "side": "c", "order": 9}
    scene = table.scene.with_changes((table.scene.change("fighters.c", row),))
    table.scene = type(scene)(scene.token, "fight", {}, scene.state, {**scene.sheets, "new": sheet("c", 12)})
    assert through(table).up == ["gm"]
    assert table.initiative("c") == 12


def test_an_unknown_fighter_does_nothing():
    with pytest.raises(Exception, match="no longer here"):
        fight(a=14).do("declare_other", "ghost")


@pytest.mark.parametrize("pair", [("mercenary", "pirate"), ("station_guard", "pirate"), ("pirate", "pirate")])
def test_duels_come_to_an_end_whatever_the_dice(pair):
    one, other = (samples("polaris")[name]["data"] for name in pair)
    source = random.Random("/".join(pair))

    def throw(roll):
        return [source.randint(1, roll.dice.sides) for _die in range(roll.dice.count)]

    endings = [duel(POLARIS, one, other, throw, most_rounds=40) for _time in range(4)]
    assert any(ending.winner for ending in endings)
    assert all(0 < ending.rounds <= 40 < MOST_ROUNDS for ending in endings)


def test_a_title_of_an_unknown_act_is_nothing():
    assert POLARIS.title(fight(a=14).scene, Action("dance", "gm", {})) is None


# A fight that plays itself.


def test_autoplay_attacks_the_worst_hurt_opponent_still_in_the_fight():
    people = {"ada": sheet("ada", 14), "out": sheet("out", 8), "hurt": sheet("hurt", 6), "well": sheet("well", 5)}
    people["out"] = put(people["out"], "wounds.body.mortal", 1)
    people["hurt"] = put(people["hurt"], "wounds.body.serious", 1)
    table = Table(sides={"ada": "pc", "out": "npc", "hurt": "npc", "well": "npc"}, **people).start()
    while "ada" not in table.up:
        table.do("declare_nothing", table.up[0])
    assert POLARIS.is_beaten(table.scene, "out") and not POLARIS.is_beaten(table.scene, "hurt")
    assert attack_the_weakest(POLARIS, table.scene, "ada").args["target"] == "hurt"


@pytest.mark.parametrize("severity", ["mortal", "fatal"])
@pytest.mark.parametrize("stunned", [True, False])
def test_a_fighter_who_can_test_nothing_any_more_is_beaten_stunned_or_not(severity, stunned):
    hurt = put(sheet("bo"), f"wounds.left_arm.{severity}", 1)
    table = Table(ada=sheet("ada"), bo=put(hurt, "conditions.stunned", stunned or None))
    assert POLARIS.is_beaten(table.scene, "bo")


def test_a_fighter_who_is_only_stunned_is_not_beaten():
    table = Table(ada=sheet("ada"), bo=put(sheet("bo"), "conditions.stunned", True))
    assert not POLARIS.is_beaten(table.scene, "bo")


@pytest.mark.parametrize(("drawn", "ammo", "rather"), [(True, 0, ("declare_reload",)), (True, 1, ()), (False, 0, ())])
def test_an_empty_weapon_in_hand_suggests_reloading(drawn, ammo, rather):
    table = Table(ada=sheet("ada", weapons__pistol={**PISTOL, "drawn": drawn, "ammo": ammo}), bo=sheet("bo")).start()
    assert POLARIS.preferred_kinds(table.scene, "ada") == rather


def test_a_fighter_who_can_no_longer_do_their_declaration_gives_it_up():
    table = Table(ada=sheet("ada", 14), bo=sheet("bo", 8)).start().declare("bo", "ada").declare("ada", "bo")
    assert POLARIS.preferred_kinds(table.scene, "ada") == ()
    dead = table.scene.with_changes([table.scene.write("bo", "conditions.dead", True)])
    assert POLARIS.preferred_kinds(dead, "ada") == ("pass",)
    assert attack_the_weakest(POLARIS, dead, "ada").kind == "pass"


@pytest.mark.rules("POL-TURN-01")
def test_fighters_who_flee_or_surrender_are_out_until_the_fight_ends():
    table = fight(ada=14, bo=10)
    gone = table.scene.with_changes([table.scene.write("bo", "conditions.gone", True)])
    assert {slot.fighter: (slot.state, str(slot.note)) for slot in POLARIS.order(gone)}["bo"] == (
        "out", "flees or gives up",
    )  # fmt: skip
    assert [prompt.of for prompt in POLARIS.turn(gone)] == ["ada"]
    over = gone.with_changes(End.last("gm").land(gone))
    assert not over.sheet("bo").get("conditions", {}).get("gone")
    dead = over.with_changes([over.write("bo", "conditions.dead", True)])
    assert {slot.fighter: slot.state for slot in POLARIS.order(dead)} == {"ada": "next", "bo": "out"}
