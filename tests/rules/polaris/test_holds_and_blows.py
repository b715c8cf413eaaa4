"""Two rules that meet: a hold and a pace, a threat and its weapon, a grip and a death."""

import pytest

from rules.core.errors import Refused
from rules.engine.exchanges import waiting_on
from rules.games.polaris.close_combat import holds
from rules.games.polaris.close_combat.balance import Unbalanced
from rules.games.polaris.turn import initiative
from tests.rules.polaris.meetings import BARE, LINES, gripping, holding, seized, state
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import DAGGER, PISTOL, Table, sheet

FISTS = {"name": "Fists", "kind": "melee", "skill": "unarmed_combat", "damage": "1d6", "drawn": True}


def refusals(table, kind, actor, field):
    """The sentences against the choices of a field that are refused."""
    (found,) = [one for one in table.offer(kind, actor).fields if one.key == field]
    return {one.key: str(one.refused) for one in found.choices if one.refused is not None}


HELD = "In a hold one goes nowhere: break free first."


@pytest.mark.rules("POL-MARTIAL-17", "POL-MARTIAL-19", "POL-MELEE-10", "POL-INIT-18")
@pytest.mark.parametrize(
    ("kind", "field", "keys"),
    [
        ("declare_other", "pace", {"slow", "medium", "fast", "maximum"}),
        ("declare_shoot", "pace", {"slow", "medium", "fast", "maximum"}),
        ("declare_defend", "mode", {"retreat"}),
        ("prepare", "preparation", {"grab_far", "close_in", "short_move", "dive", "cover"}),
        ("declare_melee", "preparation", {"grab_far", "close_in", "short_move", "dive", "cover"}),
    ],
)
def test_a_held_fighter_declares_no_step(kind, field, keys):
    found = refusals(seized(), kind, "b", field)
    assert {key for key, why in found.items() if why == HELD} == keys


@pytest.mark.rules("POL-MARTIAL-19", "POL-TURN-06", "POL-RANGED-04")
def test_a_runner_who_is_seized_runs_no_farther():
    table = Table(a=sheet("a", 14, **BARE), b=sheet("b", 8)).start()
    table.do("declare_other", "b", what="the door", pace="fast").do(
        "declare_melee", "a", target="b", weapon="bare_hands", technique="seize"
    )
    table.do("attack", "a").answers(attack_die=9, defence_die=19)
    assert table.mark("a", "holds") and holds.pace(table.scene, "b") == "still"
    assert str(table.offer("act", "b").refused) == HELD


@pytest.mark.rules("POL-MARTIAL-19", "POL-MELEE-10")
@pytest.mark.parametrize(("seizes", "mode"), [(9, "Mode: defensive"), (19, "Mode: retreat")])
def test_a_retreat_gives_no_ground_in_a_hold(seizes, mode):
    table = Table(a=sheet("a", 18, **BARE), b=sheet("b", 8), c=sheet("c", 12)).start()
    table.do("declare_defend", "b", mode="retreat").declare("c", "b")
    table.do("declare_melee", "a", target="b", weapon="bare_hands", technique="seize").do("attack", "a")
    table.answers(attack_die=seizes, defence_die=18)
    table.do("attack", "c").answers(attack_die=19, defence_die=19)
    assert mode in [str(term.label) for term in table.outcome("b").check.target.modifiers]


@pytest.mark.rules("POL-MARTIAL-18", "POL-CRIT-10")
@pytest.mark.parametrize(("drawn", "kind"), [(True, PISTOL), (False, PISTOL), (True, DAGGER)])
def test_nobody_is_threatened_with_a_weapon_that_is_gone(drawn, kind):
    gun = {"weapons": {"fists": FISTS, "weapon": {**kind, "drawn": drawn}}}
    table = Table(a=sheet("a", 14, **gun), b=sheet("b", 8)).start()
    table.do("threat", fighter="a", other="b", state="held")
    assert (table.offer("declare_melee", "b").refused is not None) is drawn


@pytest.mark.rules("POL-MARTIAL-04", "POL-INIT-17", "POL-INIT-21")
@pytest.mark.parametrize(("attacks", "bonus"), [("2", 0), ("1", 3)])
def test_a_waiting_fighter_has_no_initiative_over_one_who_has_struck(attacks, bonus):
    table = Table(a=sheet("a", 14, **LINES), b=sheet("b", 12), c=sheet("c", 6)).start().declare("c")
    table.declare("b", "c", attacks=attacks)
    table.declare("a", "b", technique="powerful_strike", delayed=True)
    if attacks == "2":
        table.do("attack", "b").answers(defence_die=19)
    table.do("attack", "a")
    assert bool(initiative.has_initiative(table.scene, "a", "b")) is bool(bonus)


@pytest.mark.rules("POL-MARTIAL-10", "POL-INIT-21")
def test_a_sweep_takes_no_more_from_a_later_attack_than_its_phase_has():
    table = Table(a=sheet("a", 14, **LINES), b=sheet("b", 12), c=sheet("c", 6)).start().declare("c")
    table.declare("b", "c", attacks="2").declare("a", "b", technique="sweep", delayed=True)
    table.do("attack", "b").answers(defence_die=19)  # its chances are gone
    table.scene = table.scene.with_changes(Unbalanced("b", by=-8).land(table.scene))
    assert initiative.phase(table.scene, "b") == 1 and table.mark("b", "owed") == 2


@pytest.mark.rules("POL-MELEE-12", "POL-MARTIAL-15", "POL-CRIT-10")
@pytest.mark.parametrize(("lost", "bonus"), [("dagger", 0), ("knife", 0), (None, 3)])
def test_one_weapon_left_of_two_parries_like_one(lost, bonus):
    pair = {**LINES, "weapons__knife": {**DAGGER, "name": "Knife"}}
    table = Table(a=sheet("a", 14), b=sheet("b", 8, **pair)).start()
    table.do("declare_defend", "b", mode="defensive", technique="two_weapon_defense", other_hand="knife")
    table.declare("a", "b")
    if lost:
        table.scene = table.scene.with_changes([table.scene.write("b", f"weapons.{lost}.drawn", None)])
    table.do("attack", "a").answers(attack_die=19, defence_die=19)
    terms = table.outcome("b").check.target.modifiers
    assert sum(term.value for term in terms if term.rule == "POL-MARTIAL-15") == bonus


@pytest.mark.rules("POL-MELEE-12", "POL-MARTIAL-09", "POL-CRIT-10")
def test_the_second_weapon_alone_keeps_its_malus_and_loses_the_bonus_of_two():
    pair = {**LINES, "weapons__knife": {**DAGGER, "name": "Knife"}}
    table = Table(a=sheet("a", 14, **pair), b=sheet("b", 8)).start().declare("b")
    table.declare("a", "b", other_hand="knife", technique="two_weapon_combat").do("attack", "a")
    table.answers(attack_die=19, defence_die=19)
    table.scene = table.scene.with_changes([table.scene.write("a", "weapons.dagger.drawn", None)])
    table.do("attack", "a").answers(attack_die_2=19, defence_die_2=19)
    terms = table.outcome("a").check.target.modifiers
    assert [term.value for term in terms if term.rule in ("POL-MELEE-12", "POL-MARTIAL-09")] == [-5]


@pytest.mark.rules("POL-MARTIAL-20", "POL-MARTIAL-21", "POL-SHOCK-04")
def test_the_unconscious_resist_no_hold():
    table = holding("choke", b={"conditions__unconscious": True}, turns=2)
    table.do("declare_hold", "a", target="b").do("hold", "a")
    assert not table.scene.exchanges and table.mark("a", "holds")["b"]["turns"] == 3


@pytest.mark.rules("POL-MARTIAL-20", "POL-INIT-17")
def test_a_hold_that_is_not_kept_is_over():
    table = holding("lock").do("declare_nothing", "b").do("declare_hold", "a", target="b").do("pass", "a")
    assert not table.mark("a", "holds")


@pytest.mark.rules("POL-MARTIAL-20")
def test_a_fighter_under_control_uses_no_hold_of_their_own():
    table = Table(a=sheet("a", 14, **BARE), b=sheet("b", 8), c=sheet("c", 6)).start()
    row = {"grip": "lock", "trained": True, "turns": 1, "wins": 0}
    grips = [table.scene.mark("b", "holds", {"c": row})]
    table.scene = table.scene.with_changes(grips)
    table.do("declare_nothing", "c").do("declare_hold", "b", target="c").do("declare_nothing", "a")
    table.scene = table.scene.with_changes([table.scene.mark("a", "holds", {"b": row})])
    assert "has them in a hold" in str(table.offer("hold", "b").refused)
    table.do("break", "b", holder="a", how="force").answers(break_first_die=19, break_second_die=3)
    table.do("new_round").do("declare_nothing", "c")
    assert "has them in a hold" in str(table.offer("declare_hold", "b").refused)


@pytest.mark.rules("POL-MELEE-15", "POL-MARTIAL-19")
@pytest.mark.parametrize(("holds", "first"), [(False, "observation"), (True, "unarmed_combat")])
def test_a_blinded_fighter_has_to_find_whom_they_do_not_hold_yet(holds, first):
    table = seized(a=BARE, b=BARE)
    table.scene = table.scene.with_changes([table.scene.mark("a", "holds", None)] * (not holds))
    table.do("footing", fighter="a", position="even", unstable=False, confined=False, sight="blind")
    table.declare("b").do("declare_melee", "a", target="b", weapon="bare_hands", technique="untrained_lock")
    table.do("attack", "a").answers(**({"defence_die_grip": 3} if holds else {"blind_die": 19}))
    assert table.outcome("a").check.key == first and bool(table.mark("a", "holds")) is holds


@pytest.mark.rules("POL-MARTIAL-02/one", "POL-SURP-09")
def test_a_free_attack_uses_the_technique_of_the_turn():
    table = Table(a=sheet("a", 14, **LINES), b=sheet("b", 8)).start().do("hidden", fighter="a", how="unseen")
    table.declare("a", "b", technique="powerful_strike").do("attack", "a").answers(attack_die=19)
    table.do("react", "b").answers(surprise_die=3).declare("b")
    with pytest.raises(Refused, match="One technique a turn: Powerful strike is used"):
        table.declare("a", "b", technique="incapacitating_strike")
    table.declare("a", "b", technique="powerful_strike")


@pytest.mark.rules("POL-MARTIAL-10", "POL-SHOCK-04")
def test_the_unconscious_keep_no_balance():
    table = Table(a=sheet("a", 14, **LINES), b=sheet("b", 8, conditions__unconscious=True)).start()
    table.declare("a", "b", technique="sweep").do("attack", "a").answers(attack_die=9)
    assert table.scene.sheet("b")["conditions"]["prone"] and not table.scene.exchanges


@pytest.mark.rules("POL-MARTIAL-19", "POL-TURN-08")
@pytest.mark.parametrize(("condition", "held"), [("gone", {}), ("unconscious", {"b"})])
def test_a_hold_ends_with_the_flight_of_its_victim(condition, held):
    table = seized(a=BARE).do("declare_nothing", "b").do("declare_hold", "a", target="b")
    table.scene = table.scene.with_changes([table.scene.write("b", f"conditions.{condition}", True)])
    table.do("hold", "a").do("new_round")
    assert set(table.mark("a", "holds") or {}) == set(held)


@pytest.mark.rules("POL-CRIT-10", "POL-INIT-22/outside")
@pytest.mark.parametrize(("lost", "mode"), [(True, None), (None, "offensive")])
def test_a_lost_turn_ends_a_mode_like_one_passed_over(lost, mode):
    table = Table(a=sheet("a", 14), b=sheet("b", 8)).start().declare("b").declare("a", "b", mode="offensive")
    table.do("attack", "a").answers(attack_die=19, defence_die=19).do("act", "b")
    table.scene = table.scene.with_changes([table.scene.mark("a", "lost", lost)])
    assert table.do("new_round").mark("a", "mode") == mode


ONE_BLOW = "A fighter who cannot see has one attack alone."


@pytest.mark.rules("POL-MELEE-15/one", "POL-INIT-21", "POL-MARTIAL-09")
def test_the_blinded_strike_once_however_many_blows_were_declared():
    two = {"weapons__knife": {**DAGGER, "name": "Knife"}}
    table = Table(a=sheet("a", 14, **LINES, **two), b=sheet("b", 8)).start().declare("b")
    blind = state(Table(a=table.scene.sheet("a"), b=sheet("b", 8)).start().declare("b"), "a", "blinded")
    assert str(blind.choice("declare_melee", "a", "technique", "two_weapon_combat").refused) == ONE_BLOW
    said = {"technique": "two_weapon_combat", "other_hand": "knife"}
    table.declare("a", "b", **said).do("attack", "a").answers(attack_die=19, defence_die=19)
    assert table.up == ["a"] and table.offer("attack", "a").refused is None
    assert str(state(table, "a", "blinded", 1).offer("attack", "a").refused) == ONE_BLOW
    assert table.offer("pass", "a").refused is None


@pytest.mark.rules("POL-MELEE-10/contact", "POL-WOUND-05", "POL-SHOCK-04")
@pytest.mark.parametrize(
    ("state", "why"),
    [("dead", None), ("unconscious", None), ("gone", None), ("prone", "Nobody charges who is in contact already.")],
)
def test_a_foe_who_is_out_of_the_fight_stops_no_charge(state, why):
    table = Table(a=sheet("a", 14), b=sheet("b", 8), c=sheet("c", 10)).start()
    table.do("contact", fighter="a", other="b", state="engaged")
    table.scene = table.scene.with_changes([table.scene.write("b", f"conditions.{state}", True)])
    while table.up != ["a"]:
        table.declare(table.up[0])
    assert refusals(table, "declare_melee", "a", "mode").get("charge") == why


@pytest.mark.rules("POL-MARTIAL-19", "POL-MARTIAL-03")
@pytest.mark.parametrize(("held", "chances"), [(False, 16), (True, 11)])
def test_an_untrained_grip_is_foretold_by_its_first_test(held, chances):
    table = gripping("untrained_lock", held)
    (request,) = [one.request for one in waiting_on(POLARIS, table.scene) if one.of == "a"]
    attack = next(iter(table.scene.exchanges.values())).action
    shown = POLARIS.odds(table.scene, attack)
    assert request.check.target.total == shown.check.target.total == chances


@pytest.mark.rules("POL-MARTIAL-01/armed", "POL-MARTIAL-11")
@pytest.mark.parametrize("technique", ["combat_guard", "dodge", "release"])
@pytest.mark.parametrize("skill", ["heavy_melee", "armed_combat"])
def test_a_heavy_weapon_leaves_no_technique_but_that_of_bare_hands(skill, technique):
    axe = {"weapons": {"axe": {**DAGGER, "skill": skill}}, f"skills__{skill}": {"mastery": "Spé", "level": 10}}
    table = Table(a=sheet("a", 14), b=sheet("b", 8, **axe, **LINES)).start()
    said = {"mode": "retreat" if technique == "dodge" else "defensive", "technique": technique}
    if skill == "heavy_melee" and technique != "release":
        with pytest.raises(Refused, match="The martial arts go with armed or unarmed combat alone."):
            table.do("declare_defend", "b", **said)
    else:
        table.do("declare_defend", "b", **said)


@pytest.mark.rules("POL-MARTIAL-20", "POL-MARTIAL-21", "POL-WOUND-05")
def test_a_hold_ends_with_the_death_of_its_victim():
    table = seized("choke", a=BARE).do("declare_nothing", "b").do("declare_hold", "a", target="b")
    table.scene = table.scene.with_changes([table.scene.write("b", "conditions.dead", True)])
    assert str(table.offer("hold", "a").refused) == "This hold is over."
    assert not table.do("pass", "a").do("new_round").mark("a", "holds")
    assert table.offer("declare_hold", "a") is None


def _pass_over(table):
    return table.do("declare_nothing", "b").do("skip", fighter="a")


def _surprise(table):
    return table.do("surprise", fighter="a", modifier=0).do("react", "a").answers(surprise_die=19)


def _confuse(table):
    table.do("declare_nothing", "b").do("declare_hold", "a", target="b").do("change", "a", modifier=-12)
    return table.answers(change_die=20, change_reroll=15, confused="yes")


def _lose(table):
    table.do("declare_nothing", "b").do("declare_hold", "a", target="b").do("hold", "a")
    table.scene = table.scene.with_changes([table.scene.mark("a", "lost", True)])
    return table.do("new_round")


@pytest.mark.rules("POL-MARTIAL-20/kept", "POL-SURP-03", "POL-CRIT-10", "POL-INIT-23/catastrophe")
@pytest.mark.parametrize("lose", [_pass_over, _surprise, _confuse, _lose])
def test_a_turn_that_is_lost_keeps_no_hold(lose):
    table = lose(seized(a=BARE))
    assert not table.mark("a", "holds") and table.told("b")[-1].startswith("is free of")


@pytest.mark.rules("POL-MARTIAL-20", "POL-FAT-01")
def test_a_hold_that_was_kept_is_no_longer_lost_by_being_passed_over():
    table = seized(a=BARE, settings={"fatigue_rules": True, "fatigue_every_turns": 1})
    table.do("declare_nothing", "b").do("declare_hold", "a", target="b").do("hold", "a").do("skip", fighter="a")
    assert table.mark("a", "holds")


@pytest.mark.rules("POL-MARTIAL-10/prone", "POL-INIT-18")
def test_a_prone_fighter_is_not_swept_off_their_feet():
    art = {"skills__martial_offense": {"mastery": "Spé", "level": 12}}
    down = Table(a=sheet("a", 14, **art), b=sheet("b", 8, conditions__prone=True)).start().declare("b")
    with pytest.raises(Refused, match="b lies on the ground already"):
        down.declare("a", "b", technique="sweep")
    table = Table(a=sheet("a", 14, **art), b=sheet("b", 8)).start().declare("b").declare("a", "b", technique="sweep")
    table.scene = table.scene.with_changes([table.scene.write("b", "conditions.prone", True)])
    table.do("attack", "a").answers(attack_die=9, defence_die=19)
    assert not table.scene.exchanges and table.initiative("b") == 8
