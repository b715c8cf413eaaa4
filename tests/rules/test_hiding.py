"""Who appears and disappears, and that what names somebody hidden is told to the game master alone."""

import pytest

from rules.core.errors import Refused, Stale
from rules.core.scene import Action, apply, revert
from rules.engine.decide import decide
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


def test_who_is_revealed_is_named_to_the_whole_table():
    start = fight()
    event, after = done(start, "reveal", fighter="orc")
    assert not after.fighters["orc"].hidden
    assert str(line(event, TABLE).text) == "Orc appears."
    assert revert(after, event) == start


def test_who_is_hidden_disappears_for_the_game_master_alone():
    start = fight()
    event, after = done(start, "hide", fighter="ada")
    assert after.fighters["ada"].hidden
    assert line(event, TABLE) is None
    assert str(line(event, GM).text) == "Ada disappears."


@pytest.mark.parametrize(("kind", "fighter"), [("reveal", "ada"), ("hide", "orc")])
def test_what_is_so_already_is_refused(kind, fighter):
    with pytest.raises(Refused):
        done(fight(), kind, fighter=fighter)


def test_only_the_game_master_reveals_and_only_who_is_there():
    with pytest.raises(Refused):
        done(fight(), "reveal", gm=False, fighter="orc")
    with pytest.raises(Stale):
        done(fight(), "reveal", fighter="ghost")


def test_an_act_that_names_somebody_hidden_is_the_game_masters():
    event, _after = done(fight(), "attack", "ada", target="orc", bonus=0)
    assert event.audience == "gm"
