"""Luck on a test outside a fight: when it is offered, what it does, and what it never gives away."""

import pytest

from rules.core.check import Level
from rules.core.json_codec import from_json
from rules.core.paths import put
from rules.core.scene import Action, Scene, apply, revert
from rules.engine.decide import decide
from rules.engine.exchanges import waiting_on
from tests.rules.mythras.play import BANDIT, HOPLITE, MYTHRAS, QUIET, Table

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


@pytest.mark.rules("MYT-LUCK-01/test", "MYT-ATTR-07")
@pytest.mark.parametrize("more", [{"sheet": QUIET}, {"sheet": {**LUCKY, "state": {}}, "side": "npc"}])
def test_whoever_has_no_luck_is_not_asked(more):
    assert Trial(**more).go(97).is_over


@pytest.mark.rules("MYT-LUCK-01/test")
def test_what_is_asked_names_the_die_and_how_it_went():
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
