"""States that meet: falling from the saddle, being stunned or surprised and what is done then, wounds that reopen."""

from dataclasses import replace

import pytest

from rules.core.paths import put
from rules.games.mythras.character import healing
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.rounds.acts import TurnAct
from tests.rules.mythras.play import BANDIT, CLUB, MYTHRAS, QUIET, Table, kinds, marked, shown_exactly, table, with_all

MAGE = put(QUIET, "professional", {"m": {"of": "magic", "trained": 30}})
TRUNK = ("chest", "abdomen")
ANSWERS_NOTHING = ({"stunned": {"head": 2}}, {"surprised": True}, {"helpless": True})


def _put_down(here):
    here.do("state", fighter="ada", state="prone")


def _evades(here):
    here.do("dither", "ada").attack("orc", "ada", "axe", 20, "evade", 10).finish()


def _faints(here):
    here.do("dither", "ada").attack("orc", "ada", "axe", 20, "none", "none", 19, 6, 3).finish(99)


@pytest.mark.rules("MYT-ACT-MOUNT", "MYT-FREE-WARD", "MYT-CLOSE-EVADE", "MYT-FX-TRIP")
@pytest.mark.parametrize("falls", [_put_down, _evades, _faints])
def test_a_fallen_fighter_neither_rides_nor_crouches_any_more(falls):
    frail = with_all(QUIET, hit_locations__head__hp=1, armour={}, skills__evade=50)
    here = marked(table(frail), "ada", mounted=True, crouched=True, mounting=1)
    falls(here)
    assert here.mark("ada", "prone") is True
    assert [here.mark("ada", key) for key in ("mounted", "mounting", "crouched")] == [None, None, None]


@pytest.mark.rules("MYT-HEAL-01/once", "MYT-FX-BLEED/reopens", "MYT-FX-DROP-FOE/aid")
@pytest.mark.parametrize("state", ["bleeding", "dropped"])
def test_first_aid_ends_renewed_effects_though_every_wound_is_treated(state):
    """A treated wound that reopens bleeds for good unless somebody may look after it once more."""
    tended = with_all(BANDIT, hit_locations__chest__hp=3, hit_locations__chest__treated=True)
    here = shown_exactly(table(theirs=put(tended, "state.bleeding", True) if state == "bleeding" else tended), "orc")
    if state == "dropped":
        marked(here, "orc", dropped=True)
    assert [(whom, key, why and str(why)) for whom, key, why in healing.wounds(here.scene, "ada")] == [
        ("orc", "chest", "Treated already."),
        ("orc", "", None),
    ]
    words = [str(row.label) for row in here.offer("ada", "aid").fields[0].choices]
    assert words == ["orc: Chest", "orc: Bleeding" if state == "bleeding" else "orc: out of the fight"]
    here.do("aid", "ada", wound="orc-").go(30)
    assert here.hp("orc", "chest") == 3
    assert here.mark("orc", "dropped") is None and "bleeding" not in here.scene.sheet("orc").get("state", {})


def _far_apart(here):
    places, ways = {"gate": {"name": "gate"}, "yard": {"name": "yard"}}, {"d": {"a": "gate", "b": "yard", "metres": 15}}
    ground = {"level": "places", "places": places, "ways": ways, "at": {"ada": "gate", "orc": "yard"}}
    here.scene = here.scene.with_changes((here.scene.change("ground", ground),))
    return here


@pytest.mark.rules("MYT-HEAL-01", "MYT-FX-IMPALE")
@pytest.mark.parametrize(("kind", "row"), [("aid", "orc-chest"), ("pull", "orc-chest")])
def test_an_act_of_the_hands_needs_the_other_within_reach(kind, row):
    stuck = {"weapon": "javelin", "by": "ada", "grade": "hard"}
    here = marked(table(theirs=put(BANDIT, "hit_locations.chest.hp", 3)), "orc", impaled={"chest": stuck})
    near = {choice.key: choice.refused for choice in shown_exactly(here, "orc").offer("ada", kind).fields[0].choices}
    assert near[row] is None
    far = {choice.key: str(choice.refused) for choice in _far_apart(here).offer("ada", kind).fields[0].choices}
    assert far[row] == "15 m away: go there first, or let the game master measure."


@pytest.mark.rules("MYT-FX-STUN/head", "MYT-AP-05")
@pytest.mark.parametrize("place", TRUNK)
def test_a_fighter_stunned_in_the_trunk_does_nothing_but_defend(place):
    here = marked(table(MAGE), "ada", stunned={place: 2})
    turns = {act.kind for act in MYTHRAS.acts if isinstance(act, type) and issubclass(act, TurnAct)}
    open_to = kinds(here, "ada") & turns
    assert open_to == {"delay", "dither", "hold", "cover", "brace"}
    assert here.why_not("ada", "cast") == "Stunned: one only defends oneself."


@pytest.mark.rules("MYT-FX-STUN/head", "MYT-REACT-INTERRUPT")
@pytest.mark.parametrize("place", ["head", *TRUNK])
def test_a_blow_is_lost_when_its_author_is_stunned_before_it_falls(place):
    here = table(CLUB, put(BANDIT, "armour", {})).do("delay", "ada").do("attack", "orc", target="ada", weapon="axe")
    here.do("attack", "ada", target="orc", weapon="spear")
    inner = max(here.scene.exchanges.values(), key=lambda row: row.level)
    where = next(row.low for row in sheets.locations(here.scene.sheet("orc")) if row.key == place)
    answers = {"attack": 31, "reaction": "none", "effect-1": "stun_location", "location": where, "damage": 2}
    here.settle(inner.id, **answers, **{"stun_location-resist": 99, "modifier": 1})
    assert list(here.mark("orc", "stunned")) == [place]
    assert here.scene.exchanges == {} and "can no longer do what was declared" in here.told()


@pytest.mark.rules("MYT-REACT-COUNTER-CHARGE", "MYT-AP-05", "MYT-FX-STUN", "MYT-STYLE-DEFENSIVE")
@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"stunned": {"chest": 2}}, "Stunned: no attack."),
        ({"guarded": True}, "Has parried on the defensive in this round."),
        ({"cannot_attack": 1}, "No attack for 1 more turn."),
        ({"outmanoeuvred": {"ada": True}}, "Outmanoeuvred in this round."),
        ({}, None),
    ],
)
def test_striking_back_at_a_charge_is_an_attack_like_any(state, why):
    here = marked(table(), "orc", **state)
    here.do("charge", "ada", target="orc", weapon="spear").go(31)
    assert here.options()["counter-axe"] == why


@pytest.mark.rules("MYT-FX-BLEED/reopens", "MYT-REACT-COUNTER-CHARGE", "MYT-MOVE-06")
def test_a_blow_struck_back_or_in_passing_reopens_a_wound():
    here = marked(table(), "orc", tended=True)
    here.do("charge", "ada", target="orc", weapon="spear").go(90, "counter-axe", 90).finish()
    assert here.scene.sheet("orc")["state"]["bleeding"] is True
    here = marked(table().do("delay", "ada"), "ada", tended=True)
    here.do("move", "orc").go("on").answer("past", "ada")
    here.go("strike-spear", 95).finish()
    assert here.scene.sheet("ada")["state"]["bleeding"] is True


@pytest.mark.rules("MYT-CLOSE-SURPRISE", "MYT-FX-STUN/head", "MYT-SIT-C01", "MYT-FREE-WARD")
@pytest.mark.parametrize("state", ANSWERS_NOTHING)
def test_a_fighter_who_cannot_answer_sets_no_guard_and_contests_no_distance(state):
    here = marked(table(), "orc", **state)
    here.do("attack", "ada", target="orc", weapon="spear")
    assert here.why_not("orc", "ward") in ("Stunned.", "Surprised.", "Helpless.")
    here = marked(table(), "orc", **state).do("range", "ada", other="orc")
    assert here.mark("ada", "engaged") == {"orc": True}


@pytest.mark.rules("MYT-CLOSE-OUTMANOEUVRE", "MYT-REACT-COUNTERSPELL", "MYT-MOVE-06")
@pytest.mark.parametrize("state", ANSWERS_NOTHING)
def test_a_fighter_who_cannot_answer_neither_follows_nor_counters_nor_waits(state):
    here = Table(("ada", "pc", MAGE), ("orc", "npc", MAGE), ("bob", "npc", BANDIT))
    here.do("contact", fighter="ada", other="orc", apart=False).do("contact", fighter="ada", other="bob", apart=False)
    for who in ("orc", "bob"):
        marked(here, who, **state)
    if state.get("helpless"):  # nobody helpless is an opponent
        assert here.why_not("ada", "outmanoeuvre") == "Fewer than two opponents."
    else:
        assert here.do("outmanoeuvre", "ada").asked() == ["evade-ada"]
    here = marked(table(MAGE, MAGE), "orc", **state).do("cast", "ada", note="Nuée")
    assert here.asked() == ["cast"]
    here = marked(table(), "orc", delayed=True, **state)
    here.scene = replace(here.scene)
    assert here.do("move", "ada").scene.exchanges == {}
