"""Luck on a test outside a fight: when it is offered, what it does, and what it never gives away."""

import pytest

from rules.core.check import Level
from rules.core.json_codec import from_json
from rules.core.paths import put
from rules.core.scene import Action, Scene, apply, revert
from rules.engine.decide import decide
from rules.engine.exchanges import waiting_on
from tests.rules.mythras.play import BANDIT, HOPLITE, MYTHRAS, QUIET, SOLDIER, Table, kinds, marked, with_all

LUCKY = put(HOPLITE, "state.luck", 2)  # an athlete of 55


class Trial:
    """One test of a sheet, answered in the order in which it asks."""

    def __init__(self, sheet=LUCKY, hidden=False, side="pc", **said):
        row = {"character": "ada", "side": side, **({"hidden": True} if hidden else {})}
        scene = Scene("t", "test", {}, {"fighters": {"ada": row}}, {"ada": {**sheet, "name": "Ada"}})
        self.first, self.events, self.asked = scene, [], []
        self.scene = self._do(scene, Action("test", "ada", {"check": "athletics", **said}, gm=True, id="x"))

    def go(self, *answers):
        for answer in answers:
            (prompt,) = waiting_on(MYTHRAS, self.scene)
            self.asked.append(prompt.request)
            args = {"exchange": "x", "key": prompt.request.key, "values": [answer]}
            self.scene = self._do(self.scene, Action("answer", "ada", args, gm=True))
        return self

    def _do(self, scene, action):
        for event in decide(MYTHRAS, scene, action):
            self.events.append(event)
            after = apply(scene, event)
            assert revert(after, event) == scene
            scene = after
        return scene

    @property
    def is_over(self):
        return not self.scene.exchanges

    @property
    def level(self):
        (outcome,) = [from_json(row) for event in self.events for row in event.payload.get("outcomes", ())]
        return outcome.level

    @property
    def told(self):
        return [str(from_json(row["text"])) for event in self.events for row in event.payload.get("effects", ())]

    @property
    def luck(self):
        return MYTHRAS.value(self.scene.sheet("ada"), "state.luck")


@pytest.mark.rules("MYT-LUCK-01/test", "MYT-ATTR-07")
@pytest.mark.parametrize(
    ("answers", "level", "luck", "told"),
    [
        ((82, "again", 12), Level.SUCCESS, 1, ["spends a luck point (82 → 12)"]),
        ((82, "again", 90), Level.FAILURE, 1, ["spends a luck point (82 → 90)"]),
        ((82, "swap"), Level.SUCCESS, 1, ["spends a luck point (82 → 28)"]),
        ((82, "stand"), Level.FAILURE, 2, []),
    ],
)
def test_a_failed_test_is_thrown_again_or_read_backwards_for_a_point(answers, level, luck, told):
    trial = Trial().go(*answers)
    assert trial.is_over
    assert (trial.level, trial.luck, trial.told) == (level, luck, told)


@pytest.mark.rules("MYT-LUCK-01/test")
@pytest.mark.parametrize(("die", "asked"), [(82, True), (99, True), (40, True), (34, False), (4, False), (44, False)])
def test_luck_is_offered_where_it_can_do_good(die, asked):
    assert Trial().go(die).is_over is not asked


@pytest.mark.rules("MYT-LUCK-01/turned")
@pytest.mark.parametrize(
    ("die", "ways"), [(82, ["again", "swap"]), (85, ["again"]), (99, ["again"]), (40, ["again", "swap"])]
)
def test_a_die_is_read_backwards_only_where_that_is_better(die, ways):
    assert [option.key for option in Trial().go(die, "stand").asked[-1].options] == ["stand", *ways]


@pytest.mark.rules("MYT-LUCK-01/turned", "MYT-FREE-LUCK")
@pytest.mark.parametrize(("die", "back"), [(13, True), (31, False), (37, False), (93, True), (97, False)])
def test_a_die_of_a_fight_is_read_backwards_only_where_that_is_better(die, back):
    here = Table(("ada", "pc", LUCKY), ("orc", "npc", BANDIT)).attack("ada", "orc", "spear", die)
    keys = [row.key for row in here.offer("ada", "luck").fields[0].choices]
    assert ("swap/x4/attack" in keys) is back


@pytest.mark.rules("MYT-LUCK-01/test", "MYT-ATTR-07")
@pytest.mark.parametrize("more", [{"sheet": QUIET}, {"sheet": {**LUCKY, "state": {}}, "side": "npc"}])
def test_a_fighter_without_luck_is_not_asked(more):
    assert Trial(**more).go(97).is_over


@pytest.mark.rules("MYT-LUCK-01/test")
def test_the_prompt_for_luck_names_the_die_and_its_result():
    asked = Trial().go(82, "stand").asked[-1]
    assert (asked.of, str(asked.text)) == ("ada", "Athletics, 82: failure. A luck point?")


@pytest.mark.rules("MYT-LUCK-01/test")
@pytest.mark.parametrize("die", [82, 34, 4, 99])
def test_the_question_about_a_secret_test_gives_no_result_away(die):
    asked = Trial(secret=True).go(die, "stand").asked[-1]
    assert str(asked.text) == f"Athletics, {die}. A luck point?"
    assert [option.key for option in asked.options] == ["stand", "again", "swap"]


@pytest.mark.rules("MYT-LUCK-01/test")
def test_nothing_is_spent_on_a_test_that_is_thrown_unseen():
    assert Trial(hidden=True).go(97).is_over


@pytest.mark.rules("MYT-LUCK-01")
@pytest.mark.parametrize(("said", "told"), [("stand", False), ("lessen", True), ("again", True)])
def test_luck_within_a_blow_has_words(said, told):
    bare = put(put(HOPLITE, "armour", {}), "hit_locations", {"chest": {"hp_max": 7, "hp": 6}})
    here = Table(("orc", "npc", put(BANDIT, "weapons.axe.damage", "1d20")), ("ada", "pc", bare))
    here.attack("orc", "ada", "axe", 20, "none", "none", 10, 17, said)
    here.go(*([1] if said == "again" else []))
    here.finish(1)
    assert ("spends a luck point" in here.told()) is told


HURT = with_all(LUCKY, hit_locations__chest__hp=3)


def _tends(*answers, mine=HURT, hidden=False):
    here = Table(("ada", "pc", mine), ("orc", "npc", BANDIT))
    if hidden:
        here.scene = here.scene.with_changes((here.scene.change("fighters.ada.hidden", True),))
    return here.do("aid", "ada", wound="ada-chest").go(*answers)


@pytest.mark.rules("MYT-LUCK-01/last", "MYT-FREE-LUCK", "MYT-HEAL-01")
@pytest.mark.parametrize(
    ("answers", "hp", "luck", "sentence"),
    [
        ((91, "swap", 3), 6, 1, "spends a luck point (91 → 19)"),
        ((91, "again", 12, 3), 6, 1, "spends a luck point (91 → 12)"),
        ((91, "again", 90), 3, 1, "spends a luck point (91 → 90)"),
        ((91, "stand"), 3, 2, ""),
        ((12, 3), 6, 2, ""),
    ],
)
def test_a_failed_test_that_ends_an_act_of_a_fight_waits_for_luck(answers, hp, luck, sentence):
    here = _tends(*answers)
    assert here.scene.exchanges == {}
    assert (here.hp("ada", "chest"), MYTHRAS.value(here.scene.sheet("ada"), "state.luck")) == (hp, luck)
    assert [row for row in here.told() if "luck" in row] == ([sentence] if sentence else [])


@pytest.mark.rules("MYT-LUCK-01/last")
def test_luck_is_not_offered_if_it_is_absent_spent_or_would_reveal_somebody():
    assert _tends(91, mine=with_all(QUIET, hit_locations__chest__hp=3)).scene.exchanges == {}
    assert _tends(91, hidden=True).scene.exchanges == {}
    here = _tends(91).do("luck", "ada", roll="again/x4/aid").go(90)
    assert here.scene.exchanges == {}


@pytest.mark.rules("MYT-LUCK-01/last", "MYT-PARRY-03")
@pytest.mark.parametrize(
    ("state", "answers"),
    [({"spent": 2}, ()), ({"surprised": True}, ()), ({}, ("none",))],
    ids=["no points", "surprised", "lets it come"],
)
def test_a_miss_waits_for_luck_where_nobody_can_answer_it(state, answers):
    here = marked(Table(("ada", "pc", LUCKY), ("orc", "npc", BANDIT)), "orc", **state)
    here.attack("ada", "orc", "spear", 93, *answers)
    if answers:  # luck could be spent while the answer was awaited
        assert here.scene.exchanges == {}
        return
    assert here.asked() == ["last-luck"] and str(here.question()).startswith("Attack: One-handed spear, 93: failure")
    assert here.go("swap").asked() == ["effect-1"]
    here.finish()
    assert "spends a luck point (93 → 39)" in here.told()
    assert MYTHRAS.value(here.scene.sheet("ada"), "state.luck") == 1


@pytest.mark.rules("MYT-LUCK-01/last", "MYT-CORE-06")
def test_luck_turns_an_opposed_test_whose_dice_are_thrown_together():
    here = marked(Table(("orc", "npc", BANDIT), ("ada", "pc", LUCKY)), "orc", gripped={"ada": True})
    here.do("struggle", "orc", what="gripped-ada").go("brawn", "brawn").answer("mine1", 20).answer("theirs1", 93)
    assert here.asked() == ["last-luck"] and "93: failure" in str(here.question())
    assert here.go("swap").mark("orc", "gripped") == {"ada": True}


@pytest.mark.rules("MYT-LUCK-01", "MYT-FREE-LUCK")
@pytest.mark.parametrize(("how", "words"), [("again", "93 is thrown again"), ("swap", "93 is read as 39")])
def test_luck_on_a_die_of_a_fight_tells_its_old_face(how, words):
    here = Table(("ada", "pc", LUCKY), ("orc", "npc", BANDIT)).attack("ada", "orc", "spear", 93)
    assert "luck" in kinds(here, "ada")
    here.do("luck", "ada", roll=f"{how}/x4/attack")
    assert str(from_json(here.events[0].payload["told"]["table"])) == f"ada spends a luck point: {words}"


@pytest.mark.rules("MYT-LUCK-01/last", "MYT-FREE-LUCK/once", "MYT-FX-ACCIDENT")
def test_the_point_that_changed_a_miss_is_the_only_one_of_the_act():
    lucky = with_all(SOLDIER, state__luck=2, armour={})
    here = Table(("ada", "pc", lucky), ("orc", "npc", BANDIT), settings={"firearm_fumble_effect": True})
    marked(here, "orc", surprised=True).do("shoot", "ada", target="orc", weapon="carbine", metres=20)
    here.go(95, "again", 100, "accidental_injury")
    asked = []
    while here.scene.exchanges:
        asked += here.asked()
        here.answer(asked[-1], *([6, 6] if asked[-1] == "own-damage" else [1]))
    assert not [key for key in asked if key.endswith("luck")]
    assert MYTHRAS.value(here.scene.sheet("ada"), "state.luck") == 1


@pytest.mark.rules("MYT-LUCK-01/last", "MYT-WOUND-04", "MYT-FX-BLEED")
@pytest.mark.parametrize(
    ("answers", "down", "bleeds", "luck"),
    [(("swap",), None, True, 1), (("stand", "swap"), True, None, 1), (("stand", "stand"), True, True, 2)],
)
def test_the_owner_chooses_the_failed_die_that_luck_changes(answers, down, bleeds, luck):
    """Endurance against bleeding, then against the wound, with nobody’s choice between them."""
    here = Table(("orc", "npc", BANDIT), ("ada", "pc", with_all(LUCKY, armour={}, hit_locations__chest__hp=2)))
    here.attack("orc", "ada", "axe", 20, "none", "bleed", 10, 4, "stand", 82, 1, 83, *answers)
    here.finish(1)
    state = here.scene.sheet("ada").get("state", {})
    assert (state.get("unconscious"), state.get("bleeding"), state["luck"]) == (down, bleeds, luck)
