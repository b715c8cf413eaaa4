"""Details of the medieval game that a table would notice, down to its smallest numbers."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.core.errors import RulesError, Unreadable
from rules.core.scene import Action
from rules.core.script import Effect
from rules.games.medieval import damage, initiative, manoeuvres
from rules.games.medieval.manoeuvres import Chain, ChainEvent
from rules.games.medieval.tables import IMMEDIATE, MANOEUVRES, TERRAINS
from rules.odds.for_viewer import odds
from rules.views.viewers import Viewer
from tests.rules.medieval.play import FOE, HERO, MEDIEVAL, Table, sheet
from tests.rules.medieval.play import three as table


@pytest.mark.rules("MED-MAN-01", "MED-MAN-06/three")
def test_the_failing_branch_of_three_manoeuvres_alone_gives_points_back():
    assert {key: manoeuvres.refund(key) for key in MANOEUVRES if manoeuvres.refund(key)} == {
        "oeil": 1, "contre_attaque": 1, "coup_fatal": 2
    }  # fmt: skip


@pytest.mark.rules("MED-MANOEUVRE-ENCHAINEMENT/order")
@pytest.mark.parametrize(
    ("events", "count", "primed"),
    [
        (["own_hit", "end_round"], 0, True),
        (["own_hit", "enemy_hit_melee", "end_round"], 0, False),
        (["enemy_hit_melee", "own_hit", "end_round"], 0, True),
        (["chain", "own_miss", "end_round"], 1, False),
        (["chain", "end_round", "end_round"], 0, False),
        (["chain", "enemy_miss", "end_round", "chain"], 2, False),
    ],
)
def test_a_chain_follows_the_order_of_events(events, count, primed):
    found = Chain()
    for event in events:
        found = found.after(ChainEvent(event), {})
    assert (found.count, found.primed) == (count, primed)
    assert found.bonus == 3 * (count + 1)
    assert Chain(**found.written()) == found


@pytest.mark.rules("MED-DEATH-01", "MED-DEATH-02")
@pytest.mark.parametrize(
    ("left", "rank"), [(20, 0), (19, 1), (16, 1), (15, 2), (11, 2), (10, 3), (6, 3), (5, 4), (1, 4), (0, 5), (-13, 5)]
)
def test_health_by_quarters(left, rank):
    assert MEDIEVAL.health({"hp": {"max": 20, "current": left}}, {}).rank == rank


@pytest.mark.rules("MED-MOVEACT-06", "MED-MOVE-01")
def test_the_acts_without_time_and_the_kinds_of_ground():
    assert list(IMMEDIATE) == ["shout", "order", "drop_held", "draw_weapon", "other"]
    assert list(TERRAINS) == ["flat", "difficult"]
    with pytest.raises(KeyError):
        MEDIEVAL.land(table().scene, Effect("terrain", "gm", "moon"))


@pytest.mark.rules("MED-MAN-01")
def test_an_attack_pays_readies_meets_and_ends_the_turn():
    here = table()
    args = {"target": "orc", "weapon": "sword", "manoeuvre": "attaque_force"}
    kinds = [one.kind for one in MEDIEVAL.cost(here.scene, Action("attack", "ada", args))]
    assert kinds == ["begun", "manoeuvre", "pc", "closed", "engage", "done"], "the sword is in hand already"
    kinds = [one.kind for one in MEDIEVAL.cost(here.scene, Action("shoot", "ada", {**args, "weapon": "javelin"}))]
    assert kinds == ["begun", "manoeuvre", "pc", "draw", "done"], "nobody throws in melee"


@pytest.mark.rules("MED-INIT-05")
def test_equal_totals_go_by_speed_then_to_player_characters_then_by_the_list():
    quick = sheet({"vitesse": 2})
    here = Table(("orc", "foe", FOE), ("ada", "pc", sheet()), ("bob", "foe", quick), ("eve", "pc", sheet()))
    here.scene = here.scene.with_changes([here.scene.mark(one, "init", {"roll": 15}) for one in here.scene.fighters])
    assert initiative.order(here.scene) == ("bob", "ada", "eve", "orc")
    assert initiative.precedes(here.scene, "bob", "orc") and not initiative.precedes(here.scene, "eve", "ada")
    assert not initiative.precedes(here.scene, "eve", "eve")


@pytest.mark.rules("MED-ATT-01")
def test_targets_are_visible_living_fighters_opponents_first():
    hidden = {"hidden": True}
    ghoul = {**FOE, "hp": {"max": 20, "current": -100}}
    unseen = (("bob", "pc", sheet(), hidden), ("imp", "foe", FOE, hidden))
    here = Table(("ada", "pc", sheet()), *unseen, ("orc", "foe", FOE), ("ghoul", "foe", ghoul))
    (field,) = [one for one in here.offer("ada", "attack").fields if one.key == "target"]
    shown = [(one.key, one.refused and str(one.refused), one.hint and str(one.hint)) for one in field.choices]
    assert shown == [
        ("orc", None, "5 m away at most"),
        ("ghoul", "ghoul is dead.", "5 m away at most"),
        ("bob", None, "Own side"),
    ]


@pytest.mark.rules("MED-ATT-01", "MED-MANOEUVRE-ATTAQUE-CONSTRUITE")
@pytest.mark.parametrize("twice", [False, True])
def test_a_blow_is_every_throw_that_exceeds_the_defence(twice):
    """Strength 2, no mastery: 2d10 against the 10 of a sheet of noughts, once or the better of two."""
    args = {"target": "orc", "weapon": "sword", "manoeuvre": "attaque_construite" if twice else "none"}
    found = odds(MEDIEVAL, table().scene, Viewer("gm"), Action("attack", "ada", args, gm=True))
    misses = Fraction(sum(a + b <= 10 for a in range(1, 11) for b in range(1, 11)), 100)
    plain = Fraction(1, 100)
    told = {str(one.label): one.value for one in found.chances}
    assert told["Hit"] == 1 - misses ** (2 if twice else 1)
    assert told["Critical hit"] == 1 - (1 - plain) ** (2 if twice else 1)
    assert [str(one) for one in found.notes] == ["Against Defence 10.", "A hit takes 4 to 13 HP."]
    down = [10 + 1 + 2 == 13 and face + 3 >= 12 for face in range(1, 11)]
    critical = [3 * (face + 1) + 2 for face in range(1, 11)]
    usual, crit = Fraction(sum(down), 10), Fraction(sum(one >= 12 for one in critical), 10)
    assert told["Coma or death"] == (told["Hit"] - told["Critical hit"]) * usual + told["Critical hit"] * crit
    assert told["Death"] == told["Critical hit"] * Fraction(sum(one > 24 for one in critical), 10)


def test_no_odds_are_shown_against_an_unseen_ally():
    here = Table(("ada", "pc", HERO), ("orc", "foe", FOE), ("bob", "pc", sheet(), {"hidden": True})).do("close")
    for kind, more in (("attack", {"weapon": "sword"}), ("wrestle", {"technique": "cle"})):
        action = Action(kind, "ada", {"target": "bob", **more}, gm=True)
        assert odds(MEDIEVAL, here.scene, Viewer("gm"), action) is not None
        with pytest.raises(Unreadable, match="one of the choices offered"):
            odds(MEDIEVAL, here.scene, Viewer("seat", frozenset({"c-ada"})), replace(action, gm=False))


def test_the_visible_state_of_a_fighter_is_in_the_odds_of_a_player():
    here = table(settings={"manoeuvre": {"order_strict": False}}, declared=False)
    here.do("declare_destabilisation", "ada", target="orc").answer(die=[4])
    here.attack("ada", "orc", attack=(10, 9), damage=[3])
    assert set(MEDIEVAL.open_marks(here.scene, "orc")) == {"init", "engaged", "destabilised"}
    assert set(MEDIEVAL.open_marks(here.scene, "ada")) == {"init", "engaged", "chain", "turn"}
    assert damage.reduction(here.scene.sheet("ada")) == 1


@pytest.mark.rules("MED-MAN-02", "MED-PROG-01")
def test_a_value_at_its_most_is_not_sold():
    rich = sheet({"force": 20}, {"assaut": 3, "rage": 1}, pp={"available": 99})
    here = Table(("ada", "pc", rich), placed=False)
    (field,) = here.offer("ada", "buy").fields
    refused = {one.key: str(one.refused) for one in field.choices if one.refused}
    assert refused == {
        "traits-force": "This cannot be raised any more.",
        "manoeuvres-assaut": "Assault has three ranks at most.",
        "manoeuvres-rage": "This manoeuvre has been bought already.",
    }


@pytest.mark.rules("MED-MOVEACT-03")
def test_nobody_is_in_contact_with_themselves():
    here = table()
    assert here.refused(RulesError, "contact", fighter="ada", other="ada", state="engaged").startswith("Two different")


@pytest.mark.rules("MED-INIT-01")
def test_before_the_fight_everybody_stands_in_the_order_of_arrival():
    here = Table(("orc", "foe", FOE), ("ada", "pc", HERO), placed=False)
    assert [(one.fighter, one.at, one.state) for one in MEDIEVAL.order(here.scene)] == [
        ("orc", "", "next"), ("ada", "", "next")
    ]  # fmt: skip
    assert str(MEDIEVAL.headline(here.scene).round) == "Before the fight"
    assert str(MEDIEVAL.headline(table().do("end").scene).round) == "The fight is over"


@pytest.mark.rules("MED-TURN-01")
def test_while_an_attack_is_open_the_turn_is_its_attackers():
    here = table().do("attack", "ada", target="orc", weapon="sword")
    assert initiative.acting(here.scene) == ("orc",)
    assert str(MEDIEVAL.headline(here.scene).part) == "ada’s turn"


@pytest.mark.rules("MED-MANOEUVRE-FEINTE", "MED-MAN-04")
def test_a_feint_is_no_note_while_others_still_declare():
    rows = (("ada", "pc", HERO), ("orc", "foe", FOE), ("eve", "pc", HERO))
    here = Table(*rows, settings={"manoeuvre": {"order_strict": False}}).do("declare_feinte", "ada", target="orc")
    assert next(one.note for one in MEDIEVAL.order(here.scene) if one.fighter == "orc") is None
    here.do("close")
    assert "feint of ada" in str(next(one.note for one in MEDIEVAL.order(here.scene) if one.fighter == "orc"))


@pytest.mark.parametrize("kind", ["attack", "sneak", "wrestle"])
def test_an_attack_on_somebody_who_has_left_comes_to_nothing(kind):
    args = {"target": "gone", "weapon": "sword", "technique": "cle", "sprint": False}
    assert MEDIEVAL.script(table().scene, Action(kind, "ada", args)) is None
    assert MEDIEVAL.script(table().scene, Action(kind, "gone", args)) is None


def test_an_unknown_effect_cannot_land():
    here = table()
    with pytest.raises(KeyError):
        MEDIEVAL.land(here.scene, Effect("hold", "orc", {"by": "ada", "technique": "tickle"}))
    assert MEDIEVAL.land(here.scene, Effect("draw", "ada", "gone")) == ()


@pytest.mark.rules("MED-MOVEACT-07")
def test_something_else_as_an_extra_action_is_only_told():
    here = table().do("extra", "ada", what="other", check="force", note="Open the gate")
    here.answer(allow="2", difficulty="10", extra=(9, 9))
    assert [one.level.succeeded for one in here.outcomes] == [True]
    assert here.outcomes[0].check.target.total == 2 + 2
    assert here.told() == []


@pytest.mark.rules("MED-LUTTE-CLE-02")
def test_joining_a_hold_on_a_stranger_shows_the_own_total():
    here = table()
    here.scene = here.scene.with_changes([here.scene.mark("orc", "held", {"bob": "cle"})])
    args = {"target": "orc", "technique": "cle"}
    both = Viewer("seat", frozenset({"c-ada", "c-bob"}))
    assert odds(MEDIEVAL, here.scene, both, Action("wrestle", "ada", args)).reach
    assert odds(MEDIEVAL, here.scene, Viewer("gm"), Action("wrestle", "ada", args, gm=True)).success
