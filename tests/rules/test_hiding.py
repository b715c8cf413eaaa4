"""Fighters who appear and disappear; lines that name somebody hidden are the game master's alone."""

import pytest

from rules.core.errors import Refused, Stale, Unreadable
from rules.core.scene import Action, apply, revert
from rules.core.text import _
from rules.engine.decide import decide
from rules.engine.exchanges import find_active, known_prompts, without_hidden_fighters
from rules.views.board import offers, view
from rules.views.journal import tell
from rules.views.viewers import Viewer
from tests.rules.toy import TOY, scene

TABLE, GM = Viewer("table"), Viewer("gm")


def fight():
    return scene(("ada", "pc"), ("orc", "npc", {"hidden": True}), ada={"speed": 5})


def done(start, kind, actor="gm", gm=True, **args):
    (event,) = decide(TOY, start, Action(kind, actor, args, "seat", gm, "x"))[:1]
    return event, apply(start, event)


def line(event, viewer):
    return tell(event.audience, event.kind, event.payload, viewer)


def test_a_revealed_fighter_is_named_to_the_whole_table():
    start = fight()
    event, after = done(start, "reveal", fighter="orc")
    assert not after.fighters["orc"].hidden
    assert str(line(event, TABLE).text) == "Orc appears."
    assert revert(after, event) == start


def test_hiding_a_fighter_is_told_to_the_game_master_alone():
    start = fight()
    event, after = done(start, "hide", fighter="ada")
    assert after.fighters["ada"].hidden
    assert line(event, TABLE) is None
    assert str(line(event, GM).text) == "Ada disappears."


@pytest.mark.parametrize(("kind", "fighter"), [("reveal", "ada"), ("hide", "orc")])
def test_hiding_twice_or_revealing_twice_is_refused(kind, fighter):
    with pytest.raises(Refused):
        done(fight(), kind, fighter=fighter)


def test_only_the_game_master_reveals_and_only_present_fighters():
    with pytest.raises(Refused):
        done(fight(), "reveal", gm=False, fighter="orc")
    with pytest.raises(Stale):
        done(fight(), "reveal", fighter="ghost")


def test_an_act_that_names_somebody_hidden_is_the_game_masters():
    event, _after = done(fight(), "attack", "ada", target="orc", bonus=0)
    assert event.audience == "gm"


# Unseen exchanges.

BESIDE = {"speed": 5}


def tie(hidden=True):
    """Ada is up, and an owl nobody sees as fast as she is; of the orc everybody knows."""
    owl = (("owl", "npc", {"hidden": True}),) if hidden else ()
    return scene(("ada", "pc"), ("orc", "npc"), *owl, ada=BESIDE, owl=BESIDE, orc={"charm": True})


def played(start, *actions):
    """The events of some actions one after the other, and the scene after them."""
    events = []
    for kind, actor, args in actions:
        new = decide(TOY, start, Action(kind, actor, args, "seat", True, f"x{len(start.exchanges)}-{actor}"))
        events += new
        for one in new:
            start = apply(start, one)
    return events, start


ATTACK = ("attack", "ada", {"target": "orc", "bonus": 0})
HIT = ("answer", "ada", {"exchange": "x0-ada", "key": "attack", "values": [1]})
HURT = ("answer", "ada", {"exchange": "x0-ada", "key": "damage", "values": [2]})
UNSEEN = ("attack", "owl", {"target": "ada", "bonus": 0})


def heard(events):
    """The events that the table is told of: kinds and changes of sheets."""
    told = (one for one in events if one.audience == "table")
    return [(one.kind, [change for change in one.changes if "character:" in change.subject]) for one in told]


@pytest.mark.parametrize("unseen", [(), (UNSEEN,)])
def test_a_hidden_fighter_keeps_no_visible_exchange_open(unseen):
    known, _after = played(tie(hidden=False), ATTACK, HIT, HURT)
    events, after = played(tie(), ATTACK, *unseen, HIT, HURT)
    assert heard(events) == heard(known)
    assert [one.kind for one in known][-1] == "attack"
    assert [one.action.actor for one in after.exchanges.values()] == ["owl" for _one in unseen]


def test_an_unseen_exchange_ends_after_the_visible_one():
    throws = [("answer", "owl", {"exchange": "x0-owl", "key": "attack", "values": [6]})]
    events, after = played(tie(), UNSEEN, ("attack", "ada", {"target": "orc", "bonus": 0}))
    assert not any(one.kind == "attack" for one in events)
    missed = ("answer", "ada", {"exchange": "x1-ada", "key": "attack", "values": [6]})
    events, after = played(after, missed, *throws)
    assert [one.for_ for one in events if one.kind == "attack"] == ["ada", "owl"]
    assert not after.exchanges


def test_unseen_exchanges_offer_nothing_and_take_nothing_away():
    start = tie()
    _events, after = played(start, UNSEEN)
    for who in ("ada", "orc"):
        viewer = Viewer("seat", frozenset({f"c-{who}"}))
        assert offers(TOY, after, viewer, who) == offers(TOY, start, viewer, who)
        with pytest.raises(Refused):
            decide(TOY, after, Action("shout", who, {}, "seat", False, "x"))
    assert decide(TOY, after, Action(*ATTACK[:2], {"target": "orc"}, "seat", False, "x"))


def test_a_hidden_fighter_does_not_interrupt_a_visible_exchange():
    _events, after = played(tie(), ATTACK)
    with pytest.raises(Refused, match="Reveal"):
        played(after, ("shout", "owl", {}))
    _events, unseen = played(tie(), UNSEEN)
    assert played(unseen, ("shout", "owl", {}))[1].exchanges.keys() > unseen.exchanges.keys()


def test_the_last_of_several_unseen_exchanges_is_resolved_first():
    rows = (("owl", "npc", {"hidden": True}), ("bat", "npc", {"hidden": True}))
    start = scene(("ada", "pc"), *rows, ada=BESIDE, owl=BESIDE, bat={"speed": 1})
    _events, after = played(start, UNSEEN, ("shout", "bat", {}))
    assert [(one.action.actor, one.level) for one in after.exchanges.values()] == [("owl", 0), ("bat", 1)]
    assert [one.action.actor for one in find_active(after)] == ["bat"]
    assert find_active(start) == []


@pytest.mark.parametrize(("named", "kept"), [("orc", True), ("owl", False)])
def test_an_answer_that_names_somebody_hidden_hides_its_question(named, kept):
    _events, after = played(tie(), ATTACK)
    after = after.with_changes([after.change("exchanges.x0-ada.answers.whom", [1, named])])
    assert ("x0-ada" in without_hidden_fighters(TOY, after).exchanges) is kept


@pytest.mark.parametrize("gm", [False, True])
def test_a_visible_exchange_waits_for_no_unseen_interruption(gm):
    _events, after = played(tie(), UNSEEN, ("shout", "owl", {}))
    for event in decide(TOY, after, Action("attack", "ada", {"target": "orc", "bonus": 0}, "seat", gm, "x")):
        after = apply(after, event)
    assert after.exchanges["x"].level == 0
    assert [prompt.request.key for prompt in known_prompts(TOY, after, {"ada"}) if prompt.of == "ada"] == ["attack"]
    missed = Action("answer", "ada", {"exchange": "x", "key": "attack", "values": [6]}, "seat", False, "y")
    assert [event.kind for event in decide(TOY, after, missed)] == ["answered", "attack"]


def test_a_cost_is_refused_for_nobody_unseen(monkeypatch):
    cost = type(TOY).cost

    def wary(self, scene, action):
        if "owl" in scene.fighters:
            raise Refused(_("An owl."))
        return cost(self, scene, action)

    monkeypatch.setattr(type(TOY), "cost", wary)
    act = Action("attack", "ada", {"target": "orc", "bonus": 0}, "seat", False, "x")
    changes = [[event.changes for event in decide(TOY, tie(hidden), act)] for hidden in (False, True)]
    assert changes[0] == changes[1]


def test_an_unseen_answer_takes_no_answer_from_anybody():
    start = scene(("ada", "pc"), ("orc", "npc"), ("owl", "npc", {"hidden": True}), ada=BESIDE, owl=BESIDE)
    begun = (ATTACK, UNSEEN, HIT, ("answer", "orc", {"exchange": "x0-ada", "key": "reaction", "values": ["none"]}))
    _events, after = played(start, *begun)
    owl = ("answer", "owl", {"exchange": "x1-owl", "key": "attack", "values": [1]})
    back = ("take_back", "orc", {"exchange": "x0-ada", "key": "reaction"})
    for unseen in ((), (owl,)):
        _events, later = played(after, *unseen)
        assert decide(TOY, later, Action(*back[:2], back[2], "seat", False, "x"))


def test_a_board_shows_the_same_whatever_is_open_unseen():
    start = tie()
    _events, after = played(start, UNSEEN)
    viewers = (TABLE, Viewer("seat", frozenset({"c-ada"})))
    assert [view(TOY, start, one) for one in viewers] == [view(TOY, after, one) for one in viewers]


def test_a_player_aims_at_nobody_hidden():
    start = scene(("ada", "pc"), ("orc", "npc"), ("owl", "npc", {"hidden": True}), ada=BESIDE)
    for target in ("owl", "nobody"):
        with pytest.raises(Unreadable) as refusal:
            decide(TOY, start, Action("attack", "ada", {"target": target}, "seat", False, "x"))
        assert str(refusal.value.text) == "Target: one of the choices offered is needed."


def test_the_only_visible_opponent_is_the_likely_target():
    one = scene(("ada", "pc"), ("orc", "npc"), ada=BESIDE)
    two = scene(("ada", "pc"), ("orc", "npc"), ("owl", "npc", {"hidden": True}), ada=BESIDE)
    ada = Viewer("seat", frozenset({"c-ada"}))
    (known, hidden) = (offers(TOY, start, ada, "ada")[0].fields[0].choices for start in (one, two))
    assert known == hidden and known[0].likely


def test_a_roll_against_somebody_hidden_is_the_game_masters():
    start = scene(("orc", "npc"), ("ada", "pc"), ("spy", "pc", {"hidden": True}), orc=BESIDE)
    events, after = played(start, ("attack", "orc", {"target": "spy", "bonus": 0}))
    events, _after = played(after, ("answer", "orc", {"exchange": "x0-orc", "key": "attack", "values": [1]}))
    assert {one.audience for one in events} == {"gm"}
    assert view(TOY, after, TABLE).cards == ()


@pytest.mark.parametrize(("gm", "kind"), [(True, "answered"), (False, None)])
def test_a_player_chooses_nobody_hidden_in_an_answer(gm, kind):
    start = scene(("ada", "pc"), ("orc", "npc"), ("parry", "npc", {"hidden": True}), ada=BESIDE)
    _events, after = played(start, ATTACK, HIT)
    answer = Action("answer", "orc", {"exchange": "x0-ada", "key": "reaction", "values": ["parry"]}, "seat", gm)
    if kind is None:
        with pytest.raises(Unreadable):
            decide(TOY, after, answer)
    else:
        assert decide(TOY, after, answer)[0].kind == kind
