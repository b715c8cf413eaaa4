"""First aid outside a fight (MYT-HEAL-01)."""

import pytest

from rules.core.paths import canonical, put
from rules.core.scene import Action, Scene, apply
from rules.engine.decide import decide
from rules.engine.exchanges import waiting_on
from tests.rules.mythras.play import BANDIT, HOPLITE, MYTHRAS, QUIET

HURT = put(put(QUIET, "hit_locations.chest.hp", 2), "state.bleeding", True)


def outside(mine=QUIET, theirs=HURT):
    """Ada and Bob outside any fight."""
    rows = {name: {"character": f"c-{name}", "side": "pc", "order": place} for place, name in enumerate(("ada", "bob"))}
    sheets = {"c-ada": canonical({**mine, "name": "Ada"}), "c-bob": canonical({**theirs, "name": "Bob"})}
    return Scene("t", "test", {}, {"fighters": rows}, sheets)


def offer(scene):
    return next((offer for offer in MYTHRAS.downtime(scene, "ada") if offer.kind == "aid_after"), None)


def tend(scene, *answers):
    """Ada treats the chest of Bob; what is asked is answered in order. Returns the scene and what is asked next."""
    action = Action("aid_after", "ada", {"wound": "bob-chest"}, by="seat", id="x")
    for given in (None, *answers):
        if given is not None:
            (prompt,) = waiting_on(MYTHRAS, scene)
            args = {"exchange": "x", "key": prompt.request.key, "values": [given]}
            action = Action("answer", prompt.of, args, by="seat")
        for event in decide(MYTHRAS, scene, action):
            scene = apply(scene, event)
    return scene, [prompt.request.key for prompt in waiting_on(MYTHRAS, scene) if prompt.request]


@pytest.mark.rules("MYT-HEAL-01/after", "MYT-FX-BLEED")
@pytest.mark.parametrize(("answers", "hp", "bleeds"), [((5, 3), 5, None), ((90,), 2, True)])
def test_a_wound_is_treated_and_bleeding_stopped_after_the_fight(answers, hp, bleeds):
    sheet = tend(outside(), *answers)[0].sheet("bob")
    assert (sheet["hit_locations"]["chest"]["hp"], sheet["state"].get("bleeding")) == (hp, bleeds)


@pytest.mark.rules("MYT-HEAL-01/after", "MYT-LUCK-01")
def test_luck_may_throw_first_aid_outside_a_fight_again():
    scene, asked = tend(outside(HOPLITE), 90)
    assert asked == ["last-luck"]
    assert tend(outside(HOPLITE), 90, "again", 5, 2)[0].sheet("bob")["hit_locations"]["chest"]["hp"] == 4


@pytest.mark.rules("MYT-HEAL-01/after", "MYT-HEAL-01/once")
@pytest.mark.parametrize(
    ("mine", "theirs", "choices", "why"),
    [
        (QUIET, HURT, {"bob-chest": None}, None),
        (QUIET, put(HURT, "hit_locations.chest.treated", True), {"bob-chest": "Treated already.", "bob-": None}, None),
        (put(QUIET, "state.unconscious", True), HURT, {"bob-chest": None}, "Helpless."),
    ],
)  # fmt: skip
def test_first_aid_is_offered_to_whoever_can_act_beside_somebody_hurt(mine, theirs, choices, why):
    found = offer(outside(mine, theirs))
    assert {row.key: row.refused and str(row.refused) for row in found.fields[0].choices} == choices
    assert (found.refused and str(found.refused)) == why


@pytest.mark.rules("MYT-HEAL-01/after")
def test_first_aid_is_not_offered_where_nobody_is_hurt():
    assert offer(outside(QUIET, BANDIT)) is None
