"""The engine's promises to any game, shown on the toy one: each refusal, each closing, each secret."""

import pytest

from rules.core.check import Level, Outcome
from rules.core.dice import Dice
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.game import Tests as Checks
from rules.core.json_codec import to_json
from rules.core.scene import Action, apply
from rules.core.script import Effect, GivenAnswer, Roll
from rules.core.text import _
from rules.engine.closing import read_ending
from rules.engine.decide import decide, fix_ending
from rules.engine.exchanges import after_costs, find_uncalled, outcome, proposal, rolls_due, run, waiting_on
from rules.engine.offers import offers, read_args
from rules.engine.spare_dice import spare_faces
from tests.rules.toy import PARTS, TOY, Toy, checks, resolve, scene

DUEL = (("ada", "pc"), ("orc", "npc"))


class Table:
    """A fight and the hands at it: each call is one action, and the scene moves on."""

    def __init__(self, *fighters, **more):
        self.scene = scene(*(fighters or DUEL), **more)
        self.events = ()

    def do(self, kind, actor="gm", gm=False, id="x1", **args):
        self.events = decide(TOY, self.scene, Action(kind, actor, args, by=f"{actor}-seat", gm=gm, id=id))
        for event in self.events:
            self.scene = apply(self.scene, event)
        return self

    def attack(self, actor="ada", target="orc", id="x1", **more):
        return self.do("attack", actor, id=id, target=target, **more)

    def answer(self, key, *values, exchange="x1", **more):
        return self.do("answer", exchange=exchange, key=key, values=list(values), **more)

    def refused(self, error, *call, **args):
        before = self.scene
        with pytest.raises(error) as found:
            self.do(*call, **args)
        assert self.scene == before
        return found.value

    @property
    def waiting(self):
        prompts = waiting_on(TOY, self.scene)
        return [(prompt.of, prompt.request.key if prompt.request else prompt.kind) for prompt in prompts]

    def life(self, fighter):
        return TOY.score(self.scene, fighter, "life")

    def spent(self, fighter):
        return self.scene.fighters[fighter].marks.get("spent", 0)


# Opening, answering, closing.


def test_an_action_pays_its_cost_and_opens_an_exchange_that_is_waited_for():
    table = Table().attack()
    assert [event.kind for event in table.events] == ["open_attack"]
    assert table.waiting[0] == ("ada", "attack")
    assert table.scene.fighters["ada"].marks["done"] is True


def test_an_exchange_closes_by_itself_and_lands_its_effects():
    table = Table(orc={"speed": 1}).attack().answer("attack", 2).answer("reaction", "none").answer("damage", 4)
    assert [event.kind for event in table.events] == ["answered", "attack"]
    assert table.life("orc") == 1
    assert not table.scene.exchanges
    closing = table.events[-1].payload
    assert closing["faces"] == {"attack": [2], "reaction": ["none"], "damage": [4]}
    assert [row["target"] for row in closing["effects"]] == ["orc"]


def test_an_action_without_a_procedure_only_lands_its_cost():
    table = Table(orc={"speed": 1}).do("rest", "ada")
    assert [event.kind for event in table.events] == ["rest"]
    assert table.waiting == [("orc", "act")]


def test_a_procedure_that_asks_nothing_opens_and_closes_at_once():
    table = Table().do("rest", "ada").do("rest", "orc").do("new_round", gm=True)
    assert [event.kind for event in table.events] == ["open_new_round", "new_round"]
    assert table.scene.round == 2


def test_an_answer_to_a_request_that_is_closed_is_stale():
    table = Table().attack().answer("attack", 2)
    refusal = table.refused(Stale, "answer", exchange="x1", key="attack", values=[3])
    assert str(refusal) == "This has been answered already."


def test_an_answer_to_an_exchange_that_is_over_is_stale():
    table = Table(orc={"speed": 1}).attack().answer("attack", 6)
    refusal = table.refused(Stale, "answer", exchange="x1", key="attack", values=[3])
    assert str(refusal) == "This exchange is over."


@pytest.mark.parametrize("values", [[0], [7], [], [1, 2], ["3"], [True], [None], "3", None, {"die": 3}, 3])
def test_a_face_that_does_not_fit_is_refused_with_its_bounds(values):
    refusal = Table().attack().refused(Unreadable, "answer", exchange="x1", key="attack", values=values)
    assert str(refusal) == "1d6 is needed: each die from 1 to 6."
    assert refusal.field == "attack"


@pytest.mark.parametrize("values", [[], ["none", "parry"], ["dance"], [1], [["none"]]])
def test_a_choice_that_does_not_fit_is_refused(values):
    refusal = (
        Table().attack().answer("attack", 1).refused(Unreadable, "answer", exchange="x1", key="reaction", values=values)
    )
    assert str(refusal) == "Choose one first."


def test_a_departed_fighter_cannot_act():
    assert str(Table().refused(Stale, "rest", "ghost")) == "This fighter is no longer here."


def test_an_act_not_offered_or_offered_as_refused_is_refused_with_the_reason():
    table = Table()
    assert str(table.refused(Refused, "dance", "ada")) == "This cannot be done now."
    assert str(table.refused(Refused, "fly", "ada")) == "Straw does not fly."
    assert str(table.refused(Refused, "new_round", gm=True)) == "Not all have acted."


def test_an_exchange_is_opened_under_an_id_of_its_own():
    table = Table(("ada", "pc"), ("bob", "pc"), ("orc", "npc")).attack()
    for id in ("", "x1"):
        with pytest.raises(ValueError, match="new random id"):
            table.attack("bob", id=id)


# Arguments.


def offer_of(table, kind, actor="ada"):
    return next(offer for offer in offers(TOY, table.scene, actor) if offer.kind == kind)


def test_arguments_are_read_by_the_fields_of_the_offer():
    offer = offer_of(Table(), "attack")
    assert read_args(offer, {"target": "orc", "bonus": "\u22122"}, gm=True) == {"target": "orc", "bonus": -2}
    assert read_args(offer, {"target": "orc"}, gm=False) == {"target": "orc", "bonus": 0}
    with pytest.raises(Unreadable) as long:
        read_args(offer, {"target": "orc", "abcdefghij" * 5: 1}, gm=True)
    assert long.value.field == "abcdefghij" * 4


@pytest.mark.parametrize(
    ("args", "field", "sentence"),
    [
        ({}, "target", "Target: choose one first."),
        ({"target": "ghost"}, "target", "Target: one of the choices offered is needed."),
        ({"target": "ada"}, "target", "Target: one of the choices offered is needed."),
        ({"target": "orc", "bonus": 7}, "bonus", "Bonus: 6 at most."),
        ({"target": "orc", "colour": "red"}, "colour", "“colour” is not a field of this form."),
    ],
)
def test_an_argument_that_cannot_be_read_is_named(args, field, sentence):
    refusal = Table().refused(Unreadable, "attack", "ada", gm=True, **args)
    assert (refusal.field, str(refusal)) == (field, sentence)


def test_a_field_of_the_game_master_is_refused_from_a_player():
    table = Table()
    refusal = table.refused(Refused, "attack", "ada", target="orc", bonus=2)
    assert (refusal.field, str(refusal)) == ("bonus", "Only the game master may say this.")
    assert table.attack(gm=True, bonus=2).scene.exchanges["x1"].action.args["bonus"] == 2


# Taking back, and the dice that stay.


def test_only_the_last_answer_can_be_revoked():
    table = Table().attack().answer("attack", 2).answer("reaction", "none")
    refusal = table.refused(Refused, "take_back", exchange="x1", key="attack")
    assert str(refusal) == "Something has been answered since: ask the game master."
    table.refused(Refused, "take_back", exchange="x1", key="damage")
    table.do("take_back", exchange="x1", key="reaction").do("take_back", exchange="x1", key="attack")
    assert table.waiting[0] == ("ada", "attack")


def test_a_revoked_die_returns_as_it_fell():
    table = Table().attack().answer("attack", 6 - 2).do("take_back", exchange="x1", key="attack")
    (prompt, *_rest) = waiting_on(TOY, table.scene)
    assert spare_faces(table.scene, table.scene.exchanges["x1"], prompt.request) == (4,)
    table.answer("attack", 1)
    assert table.scene.exchanges["x1"].answers["attack"] == (4,)
    assert "spare" not in table.scene.state


def test_a_revoked_real_die_may_be_typed_again_as_it_truly_fell():
    table = Table().attack().answer("attack", 4, real=True).do("take_back", exchange="x1", key="attack")
    assert table.answer("attack", 2, real=True).scene.exchanges["x1"].answers["attack"] == (2,)
    assert table.scene.exchanges["x1"].real == {"attack": "gm-seat"}
    assert "spare" not in table.scene.state


def test_a_revoked_real_die_is_no_die_to_throw_here():
    table = Table().attack().answer("attack", 4, real=True).do("take_back", exchange="x1", key="attack")
    table.answer("attack", 2)
    assert table.scene.exchanges["x1"].answers["attack"] == (4,)
    assert table.scene.exchanges["x1"].real == {"attack": "gm-seat"}


def test_a_die_thrown_here_gives_way_to_a_game_master_alone():
    table = Table().attack().answer("attack", 4).do("take_back", exchange="x1", key="attack")
    said = {"exchange": "x1", "key": "attack", "real": True}
    refusal = table.refused(Refused, "answer", **said, values=[2])
    assert str(refusal) == "This was thrown here before and undone: its die stays 4."
    table.refused(Unreadable, "answer", **said, values=[99])
    assert table.do("answer", gm=True, **said, values=[2]).scene.exchanges["x1"].answers["attack"] == (2,)


def test_an_answer_among_simultaneous_prompts_stays_once_another_is_in():
    table = Table(orc={"speed": 5}, ada={"speed": 5}).attack().attack("orc", "ada", id="x2")
    table.answer("attack", 2).answer("attack", 2, exchange="x2").answer("reaction", "none")
    table.answer("reaction", "none", exchange="x2")
    refusal = table.refused(Refused, "take_back", exchange="x1", key="reaction")
    assert str(refusal) == "Something has been answered since: ask the game master."
    table.do("take_back", exchange="x2", key="reaction")
    table.do("take_back", gm=True, exchange="x1", key="reaction")


def test_a_revoked_choice_may_be_made_differently():
    table = Table().attack().answer("attack", 2).answer("reaction", "parry")
    table.do("take_back", exchange="x1", key="reaction")
    assert "spare" not in table.scene.state
    assert table.answer("reaction", "none").waiting[0] == ("ada", "damage")


def test_a_sealed_answer_can_be_revoked_whatever_its_place():
    table = Table().attack().answer("attack", 2).answer("reaction", "parry")
    for key in ("strike", "guard"):
        table.answer(key, "high").do("take_back", exchange="x1", key=key)
        assert [key for _who, key in table.waiting[:2]] == ["strike", "guard"]


def test_a_secret_choice_stays_made_once_the_other_one_is_known():
    table = Table().attack().answer("attack", 2).answer("reaction", "parry")
    table.answer("strike", "high").answer("guard", "low")
    for key in ("strike", "guard"):
        table.refused(Refused, "take_back", exchange="x1", key=key)
    assert table.do("take_back", gm=True, exchange="x1", key="guard").waiting[0] == ("orc", "guard")


def test_the_journal_knows_who_typed_a_real_die():
    table = Table().attack().answer("attack", 2, real=True)
    assert table.scene.exchanges["x1"].real == {"attack": "gm-seat"}
    table.do("take_back", exchange="x1", key="attack")
    assert table.scene.exchanges["x1"].real == {}


def test_answers_that_no_longer_fit_are_dropped_and_their_dice_kept():
    table = Table(orc={"speed": 1}).attack().answer("attack", 4).answer("reaction", "none")
    table.do("adjust", gm=True, character="c-ada", path="skill", value=5)
    table.do("take_back", exchange="x1", key="reaction")
    table.scene = table.scene.with_changes([table.scene.write("orc", "charm", True)])
    assert table.answer("damage", 1).life("orc") == 4
    assert not table.scene.exchanges


def test_a_change_of_sheet_drops_prompts_that_no_longer_apply():
    table = Table().attack().answer("attack", 2).answer("reaction", "parry").answer("strike", "high")
    table.scene = table.scene.with_changes([table.scene.write("orc", "charm", True)])
    assert table.waiting[0] == ("ada", "damage")
    table.do("take_back", exchange="x1", key="attack").answer("attack", 1)
    assert dict(table.scene.exchanges["x1"].answers) == {"attack": (2,)}


# Costs.


def test_a_pledged_cost_lands_only_when_the_exchange_closes():
    table = Table(orc={"speed": 1}).attack().answer("attack", 2).answer("reaction", "parry")
    assert table.spent("orc") == 0
    assert table.answer("strike", "low").answer("guard", "low").spent("orc") == 1


def test_offers_see_a_pledged_cost_as_spent():
    table = Table(orc={"speed": 1}).attack().answer("attack", 2)
    table.scene = table.scene.with_changes([table.scene.mark("orc", "spent", 1)])
    assert offer_of(table, "shout", "orc").refused is None
    table.answer("reaction", "parry")
    assert str(offer_of(table, "shout", "orc").refused) == "No point is left."
    assert TOY.points(table.scene, "orc") == 1
    assert TOY.points(after_costs(TOY, table.scene), "orc") == 0


def test_an_inner_exchange_sees_a_pledged_cost_as_spent():
    table = Table(orc={"speed": 1}).attack().answer("attack", 2)
    table.answer("reaction", "parry").do("shout", "orc", id="x2")
    assert (table.spent("orc"), TOY.points(after_costs(TOY, table.scene), "orc")) == (1, 0)
    table.refused(Unreadable, "answer", exchange="x2", key="how", values=["loud"])
    table.answer("how", "softly", exchange="x2").answer("strike", "low").answer("guard", "low")
    assert table.spent("orc") == 2


# Interruptions and simultaneous acts.


def test_an_interruption_is_worked_first_and_the_rest_goes_on_from_there():
    table = Table(("ada", "pc"), ("bob", "pc"), ("orc", "npc"), ada={"speed": 4}).attack().answer("attack", 2)
    table.do("shout", "bob", id="x2")
    assert table.waiting == [("bob", "how")]
    refusal = table.refused(Refused, "answer", exchange="x1", key="reaction", values=["none"])
    assert str(refusal) == "This exchange waits for the one that interrupted it."
    table.answer("how", "loud", exchange="x2")
    assert (table.life("orc"), table.spent("bob")) == (4, 2)
    assert table.waiting == [("orc", "reaction")]


def test_equally_fast_fighters_act_on_the_same_scene_and_land_together():
    table = Table(orc={"charm": True, "life": 3}, ada={"charm": True, "life": 3})
    table.attack("ada", "orc", id="x1").answer("attack", 1).answer("damage", 6)
    assert table.life("orc") == 3
    assert table.waiting == [("orc", "act")]
    table.attack("orc", "ada", id="x2").answer("attack", 1, exchange="x2").answer("damage", 6, exchange="x2")
    assert [event.kind for event in table.events] == ["answered", "attack", "attack"]
    assert (table.life("ada"), table.life("orc")) == (0, 0)


# Confirmation.


def ended(mode, **more):
    table = Table(settings={"confirm": mode}, orc={"speed": 1, "charm": True}, **more)
    return table.attack().answer("attack", 1).answer("damage", 3)


@pytest.mark.parametrize(("mode", "asked"), [("never", False), ("pc_hurt", False), ("always", True)])
def test_effects_wait_for_the_game_master_only_if_the_table_wants_it(mode, asked):
    assert (("gm", "confirm") in ended(mode).waiting) is asked


def test_harm_to_a_player_character_is_confirmed_by_house_setting():
    table = Table(settings={"confirm": "pc_hurt"}, ada={"speed": 1, "charm": True})
    table.attack("orc", "ada").answer("attack", 1).answer("damage", 3)
    assert table.waiting == [("gm", "confirm")]


def test_confirming_lands_the_proposed_effects():
    table = ended("always").do("confirm", gm=True, exchange="x1")
    assert (table.life("orc"), [event.kind for event in table.events]) == (2, ["confirmed", "attack"])
    assert "edited_by" not in table.events[-1].payload


def test_confirming_an_edited_list_lands_it_and_names_the_editor():
    table = ended("always").do("confirm", gm=True, exchange="x1", effects=to_json((Effect("hurt", "orc", 1),)))
    assert table.life("orc") == 4
    assert table.events[-1].payload["edited_by"] == "gm-seat"


def test_refusing_closes_with_the_costs_alone():
    table = Table(settings={"confirm": "always"}, orc={"speed": 1}).attack().answer("attack", 1)
    table.answer("reaction", "parry").answer("strike", "high").answer("guard", "low").answer("damage", 3)
    table.do("confirm", gm=True, exchange="x1", refuse=True)
    assert (table.life("orc"), table.spent("orc"), dict(table.scene.exchanges)) == (5, 1, {})


def test_a_confirmation_of_effects_that_have_changed_is_stale():
    table = ended("always")
    shown = to_json(proposal(TOY, table.scene, table.scene.exchanges["x1"]))
    other = to_json((Effect("hurt", "orc", 9),))
    refusal = table.refused(Stale, "confirm", gm=True, exchange="x1", shown=other)
    assert refusal.present == shown
    assert table.do("confirm", gm=True, exchange="x1", shown=shown).life("orc") == 2


def test_only_the_game_master_confirms_and_only_finished_exchanges():
    assert (
        str(ended("always").refused(Refused, "confirm", "ada", exchange="x1")) == "Only the game master may say this."
    )
    refusal = Table(settings={"confirm": "always"}).attack().refused(Refused, "confirm", gm=True, exchange="x1")
    assert str(refusal) == "This exchange is not over yet."


@pytest.mark.parametrize(
    "effects",
    [
        "hurt",
        5,
        [1],
        [{"$": "Effect"}],
        [{"$": "Effect", "kind": "hurt", "target": "ghost", "value": 1}],
        [{"$": "Effect", "kind": "hurt", "target": "orc", "value": "much"}],
        [{"$": "Effect", "kind": "hurt", "target": "orc"}],
        [{"$": "Effect", "kind": "outcome", "target": "orc", "value": 5}],
        [{"$": "os"}],
        {"$": "Effect", "kind": "hurt", "target": "orc", "value": 1},
    ],
)
def test_effects_that_cannot_be_read_change_nothing(effects):
    refusal = ended("always").refused(Unreadable, "confirm", gm=True, exchange="x1", effects=effects)
    assert str(refusal) == "These effects cannot be read."


def test_a_confirmation_does_not_outlive_the_answers_it_confirmed():
    table = Table(settings={"confirm": "always"}, ada={"charm": True}, orc={"charm": True})
    table.attack("ada", "orc", id="x1").answer("attack", 1).answer("damage", 3)
    table.do("confirm", gm=True, exchange="x1").do("take_back", exchange="x1", key="damage")
    table.answer("damage", 3)
    assert ("gm", "confirm") in table.waiting, "the blow that was confirmed before"
    table.attack("orc", "ada", id="x2").answer("attack", 6, exchange="x2")
    assert ("gm", "confirm") in table.waiting
    assert table.scene.exchanges


# A fight that is never stuck, and a test outside a fight.


def test_an_exchange_ended_by_a_change_of_sheet_is_confirmed_by_the_game_master():
    table = Table(orc={"speed": 1}).attack().answer("attack", 4)
    table.scene = table.scene.with_changes([table.scene.write("ada", "skill", 3)])
    assert table.waiting == [("gm", "confirm")]
    assert table.do("confirm", gm=True, exchange="x1").waiting == [("orc", "act")]


def test_an_exchange_whose_target_has_left_comes_to_nothing():
    table = Table(("ada", "pc"), ("orc", "npc"), ("elf", "npc"), ada={"speed": 5}).attack()
    table.scene = table.scene.with_changes([table.scene.change("fighters.orc", None)])
    assert table.waiting == [("gm", "confirm")]
    assert table.do("confirm", gm=True, exchange="x1").waiting == [("elf", "act")]


def alone():
    table = Table()
    table.scene = type(table.scene)(
        "t", "test", {}, {"fighters": {"ada": {"character": "c-ada"}}}, {"c-ada": {"name": "Ada"}}
    )
    return table


def test_a_test_outside_a_fight_is_offered_rolled_and_over():
    table = alone()
    assert table.waiting == []
    table.do("test", "ada", check="skill")
    assert [offer.kind for offer in offers(TOY, table.scene, "ada")] == []
    assert table.waiting == [("ada", "die")]
    table.answer("die", 3)
    (outcome,) = table.events[-1].payload["outcomes"]
    assert outcome["faces"] == [3] and table.waiting == []


def test_a_test_of_a_row_that_has_left_the_sheet_has_no_effect():
    table = alone().do("test", "ada", check="skill")
    table.scene = table.scene.with_changes([table.scene.write("ada", "charm", True)])
    assert table.waiting == [("gm", "confirm")]
    assert table.do("confirm", gm=True, exchange="x1").waiting == []


# The game master's hand.


def test_the_game_master_adjusts_a_sheet_with_a_reason():
    table = Table().do("adjust", gm=True, character="c-orc", path="life", value="2", reason="The roof fell.")
    assert table.life("orc") == 2
    assert table.events[0].payload["reason"] == "The roof fell."


def test_an_adjustment_keeps_to_the_fields_and_their_bounds():
    table = Table()
    table.refused(Refused, "adjust", "ada", character="c-orc", path="life", value=2)
    table.refused(Unreadable, "adjust", gm=True, character="c-orc", path="wings", value=2)
    table.refused(Unreadable, "adjust", gm=True, character="c-ghost", path="life", value=2)
    assert (
        str(table.refused(Unreadable, "adjust", gm=True, character="c-orc", path="life", value=10))
        == "Life: 9 at most."
    )


def test_the_game_master_calls_the_fighter_who_is_up_and_acting_ends_the_call():
    table = Table()
    assert find_uncalled(TOY, table.scene) == ("ada", "orc")
    table.refused(Refused, "next", "ada")
    table.do("next", gm=True)
    assert table.scene.called == ("ada", "orc")
    table.refused(Refused, "next", gm=True)
    assert table.do("rest", "ada").scene.called == ("orc",)


# Hidden fighters.


def test_an_act_of_a_hidden_fighter_is_for_the_game_master_alone():
    table = Table(("ada", "pc"), ("spy", "npc", {"hidden": True}), spy={"speed": 9})
    assert table.do("next", gm=True).events[0].audience == "gm"
    assert table.attack("spy", "ada").events[0].audience == "gm"
    table.answer("attack", 1)
    assert {event.audience for event in table.events} == {"gm"}
    table.answer("reaction", "none").answer("damage", 1)
    assert {event.audience for event in table.events} == {"gm"}


def test_an_answer_of_a_hidden_fighter_is_for_the_game_master_alone():
    table = Table(("ada", "pc"), ("spy", "npc", {"hidden": True}), ada={"speed": 9}).attack("ada", "spy", gm=True)
    assert table.answer("attack", 1).events[0].audience == "gm"
    assert table.answer("reaction", "parry").events[0].audience == "gm"
    assert table.do("take_back", exchange="x1", key="reaction").events[0].audience == "gm"


def test_an_act_of_a_hidden_fighter_closes_nothing_that_everybody_sees_end():
    """As where a sheet is edited: the answers are all there, and nobody has acted since."""
    table = Table(("ada", "pc"), ("orc", "npc"), ("spy", "npc", {"hidden": True}), orc={"speed": 1})
    table.attack().answer("attack", 2).answer("reaction", "none")
    change = table.scene.change("exchanges.x1.answers.damage", [4])
    table.scene = table.scene.with_changes((change,))
    table.do("rest", "spy", gm=True, id="x2")
    assert {event.audience for event in table.events} == {"gm"}
    assert table.waiting == [("gm", "confirm")]
    table.do("confirm", gm=True, exchange="x1")
    assert table.life("orc") == 1 and not table.scene.exchanges


def test_the_journal_keeps_by_which_name_everybody_was_known():
    table = (
        Table(("ada", "pc"), ("orc", "npc", {"public_name": "Brute"}), orc={"speed": 1}).attack().answer("attack", 6)
    )
    who = table.events[-1].payload["who"]["orc"]
    assert (who["name"], who["true"], who["hidden"]) == ("Brute", "Orc", False)


def test_an_open_exchange_runs_the_same_from_json():
    table = Table().attack().answer("attack", 2)
    exchange = table.scene.exchanges["x1"]
    assert run(TOY, table.scene, exchange) == run(TOY, table.scene, exchange)


def test_a_hidden_fighter_appears_for_all_and_disappears_for_the_game_master_alone():
    table = Table(("ada", "pc"), ("spy", "npc", {"hidden": True}))
    assert str(table.refused(Refused, "reveal", "ada", fighter="spy")) == "Only the game master may say this."
    assert table.do("reveal", gm=True, fighter="spy").events[0].audience == "table"
    assert not table.scene.fighters["spy"].hidden
    assert str(table.refused(Refused, "reveal", gm=True, fighter="spy")) == "This is already the case."
    assert table.do("hide", gm=True, fighter="spy").events[0].audience == "gm"
    assert table.scene.fighters["spy"].hidden
    assert str(table.refused(Stale, "hide", gm=True, fighter="ghost")) == "This fighter is no longer here."


def test_rolls_are_due_apart_from_choices():
    table = Table().attack()
    assert [(exchange, roll.key) for exchange, roll in rolls_due(TOY, table.scene)] == [("x1", "attack")]
    assert rolls_due(TOY, table.answer("attack", 1).scene) == ()


# Kept as played.

HURT = {"effects": to_json((Effect("hurt", "orc", 3),)), "pledged": []}


def kept(table, **more):
    for event in fix_ending(TOY, table.scene, table.scene.exchanges["x1"], {**HURT, **more}, "gm-seat"):
        table.scene, table.events = apply(table.scene, event), (*table.events, event)
    return table


def test_an_override_lands_in_place_of_the_rolled_effects():
    table = kept(Table(orc={"speed": 1}).attack())
    assert (table.life("orc"), table.waiting) == (5, [("ada", "attack")])
    table.answer("attack", 6)
    assert table.life("orc") == 2
    assert (table.events[-1].payload["kept_by"], table.scene.exchanges) == ("gm-seat", {})


def test_an_override_may_ask_no_more():
    table = kept(Table(orc={"speed": 1}).attack(), over=True)
    assert (table.life("orc"), [event.kind for event in table.events[-2:]]) == (2, ["kept", "attack"])


def test_nothing_is_kept_of_departed_fighters():
    table = Table(("ada", "pc"), ("orc", "npc"), ("imp", "npc")).attack("ada", "imp")
    alone = table.scene.with_changes((table.scene.change("fighters.orc", None),))
    with pytest.raises(Refused) as found:
        fix_ending(TOY, alone, alone.exchanges["x1"], HURT, "gm-seat")
    assert found.value.text.msgid == "Somebody affected is no longer there."
    gone = kept(table).scene
    table.scene = gone.with_changes((gone.change("fighters.orc", None),))
    table.answer("attack", 6)
    assert "kept_by" not in table.events[-1].payload and table.life("imp") == 5


def test_the_effects_of_an_exchange_are_known_before_its_end_but_not_while_it_is_open():
    table = ended("always")
    what, event = read_ending(TOY, table.scene, table.scene.exchanges["x1"])
    assert (what, event.kind) == (HURT, "attack")
    with pytest.raises(Refused):
        read_ending(TOY, Table().attack().scene, Table().attack().scene.exchanges["x1"])


def instantly(check, settings):
    return Outcome(check, (), Level.SUCCESS, 0, _("Rolled"), _("Rolled"))
    yield


@pytest.mark.parametrize(
    ("resolving", "sides", "thrown"), [(resolve, 6, True), (resolve, 8, False), (instantly, 6, False)]
)
def test_a_throw_tells_how_a_test_went_if_it_is_all_the_test_asks(resolving, sides, thrown):
    game, here = Toy(**{**PARTS, "tests": Checks(checks, resolving)}), scene(("ada", "pc"))
    (check,) = checks(here.sheet("ada"), {})
    found = outcome(game, here, GivenAnswer(Roll("die", "ada", Dice(1, sides), _("Skill"), check), (2,)))
    assert (found is not None) is thrown
    assert outcome(game, here, GivenAnswer(Roll("die", "ada", Dice(1, 6), _("Skill")), (2,))) is None
