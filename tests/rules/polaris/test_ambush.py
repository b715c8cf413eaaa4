"""Free attacks from hiding, dangers noticed in time, watchfulness, and new foes in the middle of a fight."""

import pytest

from rules.core.errors import Refused
from rules.games.polaris.turn.ladder import headline, open_declaration
from rules.views.board import view
from rules.views.viewers import Viewer
from tests.rules.polaris.table import POLARIS, Table, sheet

SKILLS = {"observation": {"mastery": "Spé", "level": 12}, "stealth": {"mastery": "Spé", "level": 10}}


def scene(settings=None, **people):
    usual = {"a": sheet(reaction=14), "b": sheet(reaction=12), "c": sheet(reaction=11)}
    return Table(settings, **(usual | people)).start()


def hidden(**more):
    return scene(**more).do("hidden", fighter="c", how="unseen")


@pytest.mark.rules("POL-SURP-09")
def test_an_unseen_attacker_has_a_free_attack_before_everything_else():
    table = hidden()
    assert (table.up, str(headline(table.scene).part)) == (["c"], "Free attack")
    kinds = {one.kind for one in POLARIS.offers(table.scene, "c")}
    assert kinds - {"boost"} == {"declare_melee", "declare_shoot", "pass"}
    table.declare("c", "a")
    assert (table.up, table.initiative("c")) == (["c"], 11)
    table.do("attack", "c")
    assert table.asked() == [("c", "attack-die")], "the victim has no defence"
    table.answers(attack_die=9, location=7, damage=10)
    assert table.outcome("c").check.target.total == 15
    assert table.wounds("a") == {"body": {"moderate": 1}}
    assert table.undone() == table.first


@pytest.mark.rules("POL-SURP-09", "POL-SURP-05")
def test_the_victim_tests_reaction_afterwards_with_the_fresh_wound():
    table = hidden().declare("c", "a").do("attack", "c").answers(attack_die=9, location=7, damage=10)
    assert table.up == ["a"]
    table.do("react", "a").answers(surprise_die=5)
    assert table.outcome("a").check.target.total == 14 - 3
    assert table.up == ["a"], "5 is the slowest now"
    table.declare("a", "c")
    assert table.up == ["c"]
    table.declare("c", "a").declare("b")
    assert str(open_declaration(table.scene, "c")) == "attacks a: Dagger"
    table.do("act", "b", check="none")
    assert table.up == ["c"], "the free attack was no part of their turn"


@pytest.mark.rules("POL-SURP-09")
def test_a_free_shot_counts_its_round_and_moves_no_marker():
    table = hidden().declare("c", "b", "pistol", preparation="from_cover").do("shoot", "c").answers(attack_die=12)
    assert table.scene.sheet("c")["weapons"]["pistol"]["ammo"] == 7
    assert (table.up, table.initiative("c")) == (["b"], 11)


@pytest.mark.rules("POL-SURP-09", "POL-MARTIAL-04")
def test_a_free_attack_has_the_initiative_for_a_technique():
    skill = {"skills__martial_offense": {"mastery": "Spé", "level": 12}}
    table = hidden(c=sheet(reaction=3, **skill)).declare("c", "a", technique="powerful_strike")
    table.do("attack", "c").answers(attack_die=1, location=7, damage=7)
    assert table.wounds("a") == {"body": {"moderate": 1}}


@pytest.mark.rules("POL-SURP-09/one")
def test_a_free_attack_is_one_alone_and_may_be_left():
    table = hidden()
    offered = [field.key for kind in ("declare_melee", "declare_shoot") for field in table.offer(kind, "c").fields]
    assert offered and "attacks" not in offered and "then" not in offered
    table.do("pass", "c")
    assert table.up == ["c"], "they declare like everybody, the slowest first"


@pytest.mark.rules("POL-SURP-09")
def test_a_free_attack_is_offered_neither_haste_nor_delay_which_would_gain_nothing():
    table = hidden()
    for kind in ("declare_melee", "declare_shoot"):
        offer = table.offer(kind, "c")
        assert not {"rushed", "delayed", "slower", "hand_on_it"} & {field.key for field in offer.fields}
        assert str(offer.hint) == "A free attack: nothing of it costs initiative."
    manners = next(field for field in table.offer("declare_shoot", "c").fields if field.key == "fire").choices
    assert {"aimed", "instinctive"} & {choice.key for choice in manners} == {"aimed"}


@pytest.mark.rules("POL-SURP-09")
def test_a_free_attack_is_declared_to_nobody_in_secret():
    table = hidden(c=sheet(reaction=12)).declare("c", "a")
    assert open_declaration(table.scene, "c") is not None
    table.do("attack", "c").answers(attack_die=19).do("react", "a").answers(surprise_die=5)
    assert table.up == ["a"]


@pytest.mark.rules("POL-SURP-09/shown")
def test_an_ambusher_who_shows_themselves_has_five_more_and_no_free_attack():
    table = scene().do("hidden", fighter="c", how="shown")
    assert (table.initiative("c"), table.up) == (16, ["b"])
    for name in ("b", "a", "c"):
        table.declare(name)
    for name in ("c", "a", "b"):
        table.do("act", name, check="none")
    assert table.do("new_round").initiative("c") == 11


@pytest.mark.rules("POL-SURP-09/until")
def test_nobody_strikes_from_hiding_once_somebody_has_declared():
    table = scene().declare("c")
    with pytest.raises(Refused, match="declared already"):
        table.do("hidden", fighter="a", how="unseen")


def test_a_hidden_fighter_who_is_passed_over_has_neither_free_attack_nor_turn():
    table = hidden().do("skip", fighter="c")
    assert table.up == ["b"]


@pytest.mark.rules("POL-SURP-10/noticed")
@pytest.mark.parametrize(("die", "up", "told"), [(5, ["c"], "is not surprised"), (15, ["a"], "notices nothing")])
def test_a_target_who_notices_the_danger_in_time_is_not_surprised(die, up, told):
    table = Table(a=sheet(reaction=14, skills__observation=SKILLS["observation"]), c=sheet(reaction=11)).start(a=0)
    table.do("notice", fighter="a", skill="observation").answers(notice_die=die)
    assert (table.up, table.told("a")[-1]) == (up, told)
    if up == ["a"]:
        assert table.offer("notice").refused is not None, "one try"
        table.do("react", "a").answers(surprise_die=19)
    else:
        assert table.initiative("a") == 14


@pytest.mark.rules("POL-SURP-10")
@pytest.mark.parametrize(("mine", "theirs", "saw"), [(8, 5, True), (5, 8, False), (12, 10, True)])
def test_against_a_hiding_fighter_the_test_is_opposed(mine, theirs, saw):
    people = {"a": sheet(reaction=14, skills__observation=SKILLS["observation"])}
    table = Table(**people, c=sheet(reaction=11, skills__stealth=SKILLS["stealth"])).start(a=0)
    table.do("notice", fighter="a", skill="observation", against="c", hides="stealth")
    table.answers(notice_first_die=mine, notice_second_die=theirs)
    assert (table.told("a")[-1] == "is not surprised") == saw


def newcomer(die, settings=None, undetected=False, **answers):
    table = scene(settings).declare("c", "a").declare("b", "a").declare("a", "b")
    table.do("newcomer", fighter="a", other="c", undetected=undetected).answers(newcomer_die=die)
    return table.answers(**answers)


@pytest.mark.rules("POL-SURP-11")
def test_a_fighter_not_surprised_by_a_new_foe_may_turn_on_them():
    table = newcomer(5)
    assert table.asked() == [("a", "turns")]
    table.answers(turns="change").declare("a", "c").do("attack", "a")
    kept = newcomer(5, turns="keep")
    assert (kept.up, kept.mark("a", "declared")["target"]) == (["a"], "b")


@pytest.mark.rules("POL-SURP-11/barred")
def test_a_fighter_surprised_by_a_new_foe_cannot_attack_them_in_that_turn():
    table = newcomer(19)
    table.do("redeclare", fighter="a")
    choice = table.choice("declare_melee", "a", "target", "c")
    assert str(choice.refused) == "c came as a surprise: no attack on them this turn."
    table.declare("a", "b")
    for name in ("a", "b", "c"):
        table.do("pass", name)
    table.do("new_round").declare("c").declare("b")
    assert table.choice("declare_melee", "a", "target", "c").refused is None


@pytest.mark.rules("POL-SURP-11", "POL-SURP-09")
def test_a_new_foe_nobody_could_detect_strikes_freely_at_once():
    table = newcomer(19, undetected=True)
    assert table.up == ["c"]
    with pytest.raises(Refused, match="declared already"):
        table.do("hidden", fighter="a", how="unseen")
    table.do("attack", "c").answers(attack_die=19)
    assert table.outcome("c").check.target.total == 15
    assert table.up == ["c"], "their own turn is still to be declared"
    table.declare("c", "b")
    assert table.up == ["a"], "nobody tests twice"


def test_a_foe_in_sight_gains_no_free_attack_on_somebody_hidden_before_all_eyes():
    table = scene().declare("c", "a").declare("b", "a").declare("a", "b").do("hide", fighter="a")
    before = view(POLARIS, table.scene, Viewer("table"))
    table.do("newcomer", fighter="a", other="c", undetected=True).answers(newcomer_die=19)
    assert view(POLARIS, table.scene, Viewer("table")) == before


@pytest.mark.rules("POL-SURP-11")
def test_surprise_by_new_foes_is_a_house_setting():
    assert scene({"new_foes": False}).offer("newcomer") is None
    with pytest.raises(Refused) as refusal:
        scene().do("newcomer", fighter="a", other="a")
    assert refusal.value.field == "other"


@pytest.mark.rules("POL-SURP-12")
@pytest.mark.parametrize(("die", "chances"), [(8, 17), (11, 18), (15, 14)])
def test_on_guard_the_success_of_a_test_of_will_helps_the_test_of_surprise(die, chances):
    table = Table(a=sheet(reaction=14, attributes__VOL=13), c=sheet(reaction=11)).start(a=0)
    table.do("watch", fighter="a", how="guard").do("react", "a").answers(guard_die=die, surprise_die=2)
    assert table.outcome("a").check.target.total == chances


@pytest.mark.rules("POL-SURP-12/zone")
def test_a_watch_on_the_right_zone_costs_five_initiative_and_prevents_surprise():
    table = scene().do("surprise", fighter="b").do("watch", fighter="b", how="zone")
    assert (table.up, table.initiative("b")) == (["c"], 17)


@pytest.mark.rules("POL-SURP-12")
def test_a_watch_on_another_zone_makes_unseen_attacks_harder_to_react_to():
    table = scene().do("surprise", fighter="b", modifier=1).do("watch", fighter="b", how="elsewhere")
    table.do("react", "b").answers(surprise_die=4)
    assert table.outcome("b").check.target.total == 12 + 1 - 3


@pytest.mark.rules("POL-SURP-12")
@pytest.mark.parametrize(("die", "told"), [(5, []), (15, ["panics: attacks whatever moves"])])
def test_a_nervous_watch_with_a_failed_will_attacks_the_first_thing_that_moves(die, told):
    table = scene().do("nerves", fighter="b").answers(nerves_die=die)
    assert table.told("b") == told


@pytest.mark.rules("POL-SURP-12")
def test_watchfulness_is_offered_by_house_setting_only():
    off = scene({"guard_and_alert": False})
    assert (off.offer("watch"), off.offer("nerves")) == (None, None)
