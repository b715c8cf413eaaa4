"""Rules of the text that meet: cover and what drives into it, a leap and what hides, and those too tired to move."""

import pytest

from tests.rules.mythras.play import BANDIT, GUNNER, QUIET, Table, marked, table, with_all
from tests.rules.mythras.test_two_rules import refusals

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
