"""The sentences for fallen fighters: out of the fight from now on, or out before and lost for good now."""

import pytest

from rules.character.character import Character
from rules.core.scene import Health
from rules.core.text import _
from rules.engine.wording import has_fallen
from tests.rules.toy import PARTS, SCHEMA, Toy, scene


def health(sheet, settings):
    return Health(5, _("Out"), for_good=bool(sheet.get("charm")))


GAME = Toy(**{**PARTS, "sheet": Character(SCHEMA, health)})


def fight(side, shown, **sheet):
    more = {"health_shown": shown} if shown else {}
    return scene(("ada", "pc"), ("orc", side, more), orc=sheet)


@pytest.mark.parametrize(
    ("side", "shown", "before", "after", "fallen"),
    [
        ("npc", "", {}, {"life": 0}, True),
        ("npc", "", {}, {"life": 1}, False),
        ("npc", "", {"life": 0}, {"life": 0}, False),
        ("npc", "", {"life": 0}, {"life": 0, "charm": True}, False),
        ("npc", "exact", {"life": 0}, {"life": 0, "charm": True}, True),
        ("pc", "", {"life": 0}, {"life": 0, "charm": True}, True),
        ("pc", "", {"life": 0, "charm": True}, {"life": 0, "charm": True}, False),
        ("pc", "", {"life": 0, "charm": True}, {"life": 0}, False),
        ("pc", "", {"life": 0}, {"life": 3}, False),
    ],
)
def test_somebody_falls_once_and_once_more_when_they_are_seen_to_be_lost(side, shown, before, after, fallen):
    assert has_fallen(GAME, fight(side, shown, **before), fight(side, shown, **after), "orc") is fallen


def test_a_fighter_who_was_not_there_has_not_fallen():
    assert not has_fallen(GAME, scene(("ada", "pc")), fight("npc", "", life=0), "orc")
