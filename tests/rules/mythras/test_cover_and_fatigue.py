"""Rules of the text that meet: cover and what drives into it, a leap and what hides, and those too tired to move."""

import pytest

from rules.core.paths import put
from tests.rules.mythras.play import BANDIT, GUNNER, QUIET, Table, marked, table, with_all
from tests.rules.mythras.test_rules_that_meet import refusals

LOW = {"of": "car", "hides": "waist"}
TIRED = "Too tired to move."


def shot_at(**state):
    here = marked(Table(("gun", "npc", GUNNER), ("ada", "pc", QUIET)), "ada", **state)
    return here.do("shoot", "gun", target="ada", weapon="carbine", metres=20)


@pytest.mark.rules("MYT-RANGED-PARRY/dive", "MYT-FX-GRIP", "MYT-CLOSE-LEAP")
@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({}, "No cover to dive for."),
        ({"shelter": "car"}, None),
        ({"cover": LOW}, None),
        ({"shelter": "car", "gripped": {"gun": True}}, "Is gripped."),
    ],
)
def test_a_bullet_is_evaded_into_cover_by_whoever_gets_there(state, why):
    here = shot_at(**state).go(20)
    assert here.options().get("evade", "") == why if "reaction" in here.asked() else why
    if why is None:
        here.go("evade", 30).finish()
        assert here.mark("ada", "cover") == {"of": "car", "hides": "all"}


@pytest.mark.rules("MYT-FX-PIN-DOWN", "MYT-ACT-TAKE-COVER")
def test_a_fighter_pinned_down_behind_something_low_hides_wholly_behind_it():
    here = shot_at(cover=LOW).go(20)
    here.finish_at("reaction", "none") if "reaction" in here.asked() else None
    here.go("pin_down").finish_at("pin_down-resist", 95).finish()
    assert here.mark("ada", "cover") == {"of": "car", "hides": "all"}


@pytest.mark.rules("MYT-FX-DUCK-BACK", "MYT-ACT-SNEAK-PEEK")
@pytest.mark.parametrize("hides", ["waist", "all"])
def test_a_shooter_ducks_back_behind_the_cover_they_shot_from(hides):
    here = marked(table(GUNNER), "ada", cover={"of": "car", "hides": hides})
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=20).go(20, "duck_back").finish()
    assert here.mark("ada", "cover") == {"of": "car", "hides": "all"} and here.mark("ada", "exposed") is None


@pytest.mark.rules("MYT-CLOSE-COVER", "MYT-CLOSE-LEAP")
def test_a_leap_at_somebody_wholly_hidden_is_blind():
    plain = table().do("leap", "ada", target="orc").request().check.target.total
    here = marked(table(), "orc", cover={"of": "car", "hides": "all"}).do("leap", "ada", target="orc")
    assert here.asked() == ["located"]
    assert here.go("known").request().check.target.total == -(-plain * 2 // 3)
    lost = marked(table(), "orc", cover={"of": "car", "hides": "all"}).do("leap", "ada", target="orc").go("unknown")
    assert "can no longer do what was declared" in lost.told()


@pytest.mark.rules("MYT-FATIGUE-01", "MYT-ACT-MOVE", "MYT-ACT-CHANGE-RANGE", "MYT-CLOSE-OUTMANOEUVRE", "MYT-CLOSE-LEAP")
@pytest.mark.parametrize(("state", "why"), [({}, TIRED), ({"mounted": True}, None)])
def test_nobody_too_tired_to_move_goes_anywhere_on_foot(state, why):
    weary = with_all(QUIET, state__fatigue="incapacitated", printed__action_points=9)
    here = marked(
        Table(("ada", "pc", weary), ("orc", "npc", BANDIT), ("bob", "npc", BANDIT)).finish(), "ada", init=99, **state
    )
    assert [here.why_not("ada", kind) for kind in ("move", "leap")] == [why, TIRED]  # who leaps lands on foot
    here = marked(here, "ada", engaged={"orc": True, "bob": True})
    assert here.why_not("ada", "outmanoeuvre") == why and refusals(here, "ada", "range")["orc"] == why


@pytest.mark.rules("MYT-ACT-MOVE", "MYT-FX-ENTANGLE", "MYT-MOVE-CRAWL")
def test_nobody_crawls_out_of_a_net():
    here = marked(table(), "ada", prone=True, entangled={"left_leg": {"by": "orc", "weapon": "net"}})
    assert here.why_not("ada", "move") == "A leg is held."


HEAVY = put(GUNNER, "weapons.carbine.damage", "10d6")
WALL = {"of": "impenetrable", "hides": "waist"}


@pytest.mark.rules("MYT-CLOSE-KNOCKBACK/cover", "MYT-CLOSE-COVER", "MYT-FX-OVERPENETRATE/armour")
@pytest.mark.parametrize(
    ("behind", "dealt", "pushed", "through"),
    [({}, 59, 10, 30), ({"of": "tank", "hides": "waist"}, 44, 7, 23), (WALL, 0, 0, 0)],
)
def test_a_wall_takes_the_force_of_a_shot_from_whoever_stands_behind_it(behind, dealt, pushed, through):
    here = Table(("gun", "npc", HEAVY), ("orc", "npc", BANDIT), ("bob", "pc", put(QUIET, "armour", {}))).finish()
    here = marked(here, "orc", cover=behind or None).do("shoot", "gun", target="orc", weapon="carbine", metres=20)
    here.go(2, *(["none"] if behind else []), "overpenetration", "none", 2, [6] * 10)
    if through:
        here.finish_at("behind-other-target", "bob").go("near", 2)
    here.finish(99)
    lost = {who: here.whole(who, "right_leg") - here.hp(who, "right_leg") for who in ("orc", "bob")}
    assert lost == {"orc": dealt, "bob": through}
    assert (f"is pushed back {pushed} m" in here.told()) is bool(pushed)


@pytest.mark.rules("MYT-FX-OVERPENETRATE", "MYT-FX-SELECT-TARGET")
def test_the_game_master_says_who_stands_behind_the_first_target():
    here = Table(("gun", "npc", HEAVY), ("orc", "npc", BANDIT), ("bob", "npc", BANDIT)).finish()
    here.do("shoot", "gun", target="orc", weapon="carbine", metres=20).finish_at("attack", 2)
    here.go("overpenetration", "none").finish_at("behind-other-target", "bob")
    assert here.go("far").finish().hp("bob", "head") == here.whole("bob", "head")


ALL = {"of": "car", "hides": "all"}
KEPT_DOWN = "Pinned down: nothing that exposes one."


@pytest.mark.rules("MYT-FX-PIN-DOWN/crawls", "MYT-ACT-REGAIN-FOOTING", "MYT-ACT-TAKE-COVER", "MYT-ACT-MOUNT")
@pytest.mark.parametrize(
    ("state", "kind", "field", "choice", "why"),
    [
        ({"prone": True}, "stand", "", "", KEPT_DOWN),
        ({"prone": True, "cover": LOW}, "stand", "", "", KEPT_DOWN),
        ({"prone": True, "cover": ALL}, "stand", "", "", None),
        ({"cover": LOW}, "cover", "of", "none", KEPT_DOWN),
        ({"cover": LOW}, "cover", "of", "car", None),
        ({"cover": ALL}, "cover", "hides", "chest", KEPT_DOWN),
        ({"cover": LOW}, "cover", "hides", "chest", None),
        ({}, "cover", "hides", "waist", None),
        ({"mounted": True}, "move", "", "", KEPT_DOWN),
        ({}, "move", "how", "crawl", None),
    ],
)
def test_nobody_pinned_down_leaves_what_hides_them(state, kind, field, choice, why):
    here = marked(table(), "ada", cowed=1, cannot_attack=1, **state)
    assert here.why_not("ada", kind, field, choice) == why


@pytest.mark.rules("MYT-ACT-MOUNT", "MYT-SIT-GM")
def test_a_prone_fighter_who_is_put_into_the_saddle_lies_no_more():
    here = marked(table(), "ada", prone=True).do("state", fighter="ada", state="mounted")
    assert (here.mark("ada", "mounted"), here.mark("ada", "prone")) == (True, None)


NET = {"left_leg": {"by": "bob", "weapon": "net"}}
HELD = [
    ({}, True),
    ({"prone": True}, True),
    ({"entangled": NET}, False),
    ({"gripped": {"bob": True}}, False),
    ({"gripped": {"ada": True}}, True),  # whoever goes lets go
    ({"stunned": {"left_leg": 2}}, False),
    ({"stunned": {"head": 2}}, False),
]


def beside(state):
    here = Table(("ada", "pc", QUIET), ("orc", "npc", BANDIT), ("bob", "pc", QUIET), ("uruk", "npc", BANDIT)).finish()
    here = marked(here, "ada", engaged={"orc": True, "uruk": True})
    return marked(marked(here, "orc", engaged={"ada": True, "bob": True}, **state), "bob", engaged={"orc": True})


@pytest.mark.rules("MYT-ACT-CHANGE-RANGE/contest", "MYT-CLOSE-OUTMANOEUVRE", "MYT-FX-ENTANGLE", "MYT-FX-GRIP")
@pytest.mark.parametrize(("state", "follows"), HELD)
def test_nobody_who_goes_nowhere_stays_close_to_somebody(state, follows):
    assert ("contest" in beside(state).do("range", "ada", other="orc").asked()) is follows
    if state != {"gripped": {"ada": True}}:
        assert ("follow-orc" in beside(state).do("outmanoeuvre", "ada").asked()) is follows


@pytest.mark.rules("MYT-ACT-REGAIN-FOOTING", "MYT-FX-STUN/head", "MYT-CLOSE-SURPRISE")
@pytest.mark.parametrize(
    ("state", "opposed"), [({}, True), ({"stunned": {"head": 2}}, False), ({"surprised": True}, False)]
)
def test_nobody_dazed_keeps_anybody_down(state, opposed):
    here = marked(table(), "ada", prone=True, engaged={"orc": True})
    here = marked(here, "orc", engaged={"ada": True}, **state).do("stand", "ada")
    assert bool(here.scene.exchanges) is opposed and here.mark("ada", "prone") is (True if opposed else None)
