"""Closing in and leaving: rules that were once implemented wrongly."""

from dataclasses import replace

import pytest

from rules.core.errors import Refused
from rules.core.paths import put
from rules.games.mythras.actions import cover
from rules.games.mythras.character import sheet as sheets
from tests.rules.mythras.play import BANDIT, GUNNER, QUIET, Table, marked, table, with_all

SLOW = put(BANDIT, "characteristics.dex", 4)


def three(mine=QUIET, theirs=BANDIT, third=BANDIT, **more):
    return Table(("ada", "pc", mine), ("orc", "npc", theirs), ("uruk", "npc", third), **more).finish()


@pytest.mark.rules("MYT-CLOSE-LEAP", "MYT-CLOSE-SURPRISE")
def test_a_leap_at_somebody_surprised_brings_one_more_effect():
    here = table(surprised=("orc",)).do("leap", "ada", target="orc").go(31)
    assert "of 2" in str(here.request().text)
    here.go("none").finish()
    assert here.mark("orc", "gift") is None


@pytest.mark.rules("MYT-CLOSE-LEAP", "MYT-CLOSE-EVADE")
@pytest.mark.parametrize(("rule", "prone"), [(True, True), (False, False)])
def test_evading_a_leap_ends_prone_by_house_setting(rule, prone):
    here = table(settings={"leap_evade_prone": rule}).do("leap", "ada", target="orc").go(30, "evade", 35)
    assert bool(here.mark("orc", "prone")) == prone and here.mark("orc", "under") is None


@pytest.mark.rules("MYT-CLOSE-CHARGE")
def test_a_fighter_felled_by_the_answer_does_not_run_on():
    here = table().do("charge", "ada", target="orc", weapon="spear").go(95, "none")
    assert here.asked() == ["after"]
    down = marked(table(), "ada", prone=True)
    assert down.why_not("ada", "charge") == "Lies on the ground."


@pytest.mark.rules("MYT-CLOSE-CHARGE")
def test_a_set_spear_takes_the_better_modifier():
    weak = put(put(BANDIT, "characteristics.str", 5), "characteristics.siz", 8)
    strong = with_all(BANDIT, characteristics__str=18, characteristics__siz=18,
        weapons={"pike": {"model": "longspear", "style": "brigand", "in_hand": True}})  # fmt: skip
    here = table(weak, strong).do("charge", "ada", target="orc", weapon="axe").go(95, "counter-pike", 30)
    here.go("none", 10, 5)
    assert here.request().by == "orc" and str(here.request().dice) == "1d6"


@pytest.mark.rules("MYT-REACT-COUNTER-CHARGE")
def test_striking_back_at_a_charge_is_as_hard_as_parrying():
    here = table(theirs=BANDIT).do("charge", "ada", target="orc", weapon="spear", theirs="dark").go(31, "counter-axe")
    assert here.request().check.target.total == 11


@pytest.mark.rules("MYT-CLOSE-SWEEP", "MYT-CLOSE-CHARGE")
def test_a_charge_may_end_in_a_sweep():
    here = three()
    here.do("sweep", "ada", weapon="spear", at_orc=True, at_uruk=True, charging=True).go("sweep")
    assert here.request().check.target.total == 46


@pytest.mark.rules("MYT-CLOSE-OUTMANOEUVRE/failed")
def test_a_failed_roll_outmanoeuvres_nobody():
    here = three()
    for foe in ("orc", "uruk"):
        here.do("contact", fighter="ada", other=foe)
    marked(marked(here, "orc", spent=2), "uruk", spent=2).do("outmanoeuvre", "ada").go(90)
    assert here.scene.exchanges == {} and here.mark("orc", "outmanoeuvred") is None
    assert here.do("state", fighter="ada", state="cornered").why_not("ada", "outmanoeuvre") in (
        "Cannot move freely.", None
    )  # fmt: skip


@pytest.mark.rules("MYT-CLOSE-ENGAGE")
def test_a_table_may_count_every_step_into_contact():
    here = table(settings={"contact": "engaged"})
    assert here.why_not("ada", "attack") == "Out of reach: close in first."
    assert here.do("contact", fighter="ada", other="orc").why_not("ada", "attack") is None


@pytest.mark.rules("MYT-ACT-BRACE/until-moved", "MYT-ACT-STEADY", "MYT-RANGED-AIM")
@pytest.mark.parametrize("kind", ["evade", "leap", "cover"])
def test_bracing_steadying_and_aiming_end_with_any_move(kind):
    here = marked(table(BANDIT, QUIET), "orc", braced=True, steadied=True, aim="ada")
    if kind == "evade":
        here.attack("ada", "orc", "axe", 95, "evade", 90)
    else:
        args = {"target": "ada"} if kind == "leap" else {"of": "car", "hides": "waist"}
        here.do("dither", "ada").do(kind, "orc", **args)
    assert not any(here.mark("orc", key) for key in ("braced", "steadied", "aim"))


@pytest.mark.rules("MYT-ACT-STEADY/partly-exposed", "MYT-RANGED-AIM", "MYT-CLOSE-COVER")
def test_nothing_is_steadied_behind_total_cover_and_nobody_aims_at_it():
    hidden = {"of": "car", "hides": "all"}
    for state in ({}, {"exposed": True}):  # in sight until this turn alone
        here = marked(table(GUNNER), "ada", cover=hidden, **state)
        assert here.why_not("ada", "steady") == "Wholly behind cover."
    assert marked(table(GUNNER), "orc", cover=hidden).why_not("ada", "aim") == "The target cannot be seen."


@pytest.mark.rules("MYT-ACT-TAKE-COVER", "MYT-CLOSE-COVER")
def test_the_game_master_denies_or_describes_a_cover():
    here = table().do_as_player("cover", "ada", of="tank", hides="all").go("nothing")
    assert here.mark("ada", "cover") is None and here.left("ada") == 1
    corner = marked(table(), "ada", cover={"of": "impenetrable", "hides": "left"})
    places = {one.key: one for one in sheets.locations(corner.scene.sheet("ada"))}
    stopped = {key for key, one in places.items() if cover.points(corner.scene, "ada", one)}
    assert stopped == {"left_leg", "left_arm"}


@pytest.mark.rules("MYT-CLOSE-COVER/known")
def test_a_fighter_wholly_hidden_is_struck_at_only_in_a_known_place():
    here = marked(table(), "orc", cover={"of": "wooden_wall", "hides": "all"})
    here.do("attack", "ada", target="orc", weapon="spear").go("unknown")
    assert here.scene.exchanges == {} and here.left("ada") == 1


@pytest.mark.rules("MYT-FX-ENTANGLE", "MYT-ACT-CHANGE-RANGE/held")
def test_a_fighter_with_a_held_leg_goes_nowhere():
    here = marked(table(), "ada", entangled={"left_leg": "orc"})
    assert here.why_not("ada", "range") == here.why_not("ada", "leap") == "A leg is held."
    assert table(settings={"entangled_leg_evade": "allowed"}).why_not("ada", "leap") is None


def on_board(metres, **more):
    here = three(third=GUNNER, **more)
    here.scene.state["ground"] = {
        "level": "places",
        "places": {"quay": {"name": "Quay"}, "deck": {"name": "Deck"}},
        "ways": {"w": {"a": "quay", "b": "deck", "metres": metres}},
        "at": {"ada": "quay", "orc": "deck", "uruk": "deck"},
    }
    here.scene = replace(here.scene)
    return here


@pytest.mark.rules("MYT-ACT-READY/place")
@pytest.mark.parametrize(
    ("kind", "said", "goes", "why"),
    [
        ("drop", {"weapon": "spear"}, "deck", "It lies elsewhere: Quay."),
        ("drop", {"weapon": "spear"}, "quay", None),
        ("shoot", {"target": "orc", "weapon": "spear", "metres": 8}, "quay", "It lies elsewhere: Deck."),
        ("shoot", {"target": "orc", "weapon": "spear", "metres": 8}, "deck", None),
    ],
)
def test_a_weapon_on_the_ground_is_picked_up_where_it_lies(kind, said, goes, why):
    here = on_board(8, mine=put(QUIET, "styles.phalanx.throw_weapons", True))
    here.do(kind, "ada", **said).finish(99)
    while here.up != ["ada"]:
        here.do("hold", here.up[0])
    here.scene = here.scene.with_changes([here.scene.change("ground.at.ada", goes)])
    assert here.why_not("ada", "ready", "weapon", "spear") == why


def stands(here):
    return here.scene.state["ground"]["at"]["ada"], set(here.mark("ada", "engaged") or ())


@pytest.mark.rules("MYT-ACT-CHANGE-RANGE/walk", "MYT-CLOSE-ENGAGE")
@pytest.mark.parametrize(
    ("metres", "why"), [(6, None), (7, "7 m away, 6 m at most: move first, or let the game master measure.")]
)
def test_nobody_closes_in_on_somebody_farther_off_than_a_walk(metres, why):
    here = on_board(metres)
    (field,) = here.offer("ada", "range").fields
    assert (reason := next(row.refused for row in field.choices if row.key == "orc")) is why or str(reason) == why
    if why is None:
        here.do("range", "ada", other="orc").finish()
        assert stands(here) == ("deck", {"orc"})


@pytest.mark.rules("MYT-CLOSE-ENGAGE/step", "MYT-FX-ENTANGLE", "MYT-FX-GRIP", "MYT-CLOSE-LEAP", "MYT-WOUND-02")
@pytest.mark.parametrize("near", [True, False])
@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({}, None),
        ({"entangled": {"left_leg": {"by": "uruk", "weapon": "net"}}}, "A leg is held."),
        ({"gripped": {"uruk": True}}, "Is gripped."),
        ({"prone": True, "under": "uruk"}, "uruk is on top."),
        ({"stunned": {"left_leg": 2}}, "Left leg: cannot be used."),
        ({"stunned": {"left_leg": 2}, "mounted": True}, None),
    ],
)
def test_nobody_who_goes_nowhere_steps_into_contact_for_a_blow(state, why, near):
    here = marked(three(), "ada", engaged={"uruk": True} | ({"orc": True} if near else {}), **state)
    assert here.why_not("ada", "attack", "target", "orc") == (None if near else why)
    assert here.why_not("ada", "attack", "target", "uruk") is None
    assert here.why_not("ada", "sweep") == ("Fewer than two can be reached." if why and not near else None)


SWEPT = {"weapon": "spear", "at_orc": True, "at_uruk": True}


@pytest.mark.rules("MYT-CLOSE-SWEEP/charge", "MYT-CLOSE-CHARGE")
def test_a_sweep_reaches_those_at_the_end_of_the_run_and_nobody_else_away():
    here = on_board(30)
    assert (
        here.refused(Refused, "sweep", "ada", **SWEPT, charging=False)
        == "30 m away: go there first, or let the game master measure."
    )
    here.do("sweep", "ada", **SWEPT, charging=True).go("sweep").finish(95)
    assert stands(here) == ("deck", {"orc", "uruk"})
    assert on_board(31).why_not("ada", "sweep") == "Fewer than two can be reached."


@pytest.mark.rules("MYT-CLOSE-SWEEP/charge", "MYT-CLOSE-ENGAGE")
def test_a_sweep_at_the_end_of_a_charge_leaves_the_former_opponent():
    here = Table(
        ("ada", "pc", QUIET), ("orc", "npc", BANDIT), ("uruk", "npc", GUNNER), ("bob", "npc", SLOW),
        settings={"charge_engaged": "allowed"},
    )  # fmt: skip
    here.finish().do("contact", fighter="ada", other="bob", apart=False)
    here.do("sweep", "ada", **SWEPT, charging=True).go("sweep").finish(95)
    assert set(here.mark("ada", "engaged")) == {"orc", "uruk"}
