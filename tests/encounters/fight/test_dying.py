"""Dying fighters are marked once in the turn order, with the rounds left if everybody may know them."""

import re

import pytest

from rules.core.paths import put
from sheets.models import Character
from tests.encounters.fight.test_next_button import Fight


def fallen(game, path, value):
    """A fight that begins with Ana's hero at death's door, by their sheet."""
    fight = Fight(game)
    hero = next(row for row in fight.scene.fighters.values() if row.side == "pc")
    row = Character.objects.get(token=hero.character)
    row.data = put(row.data, path, value)
    row.save(update_fields=["data"])
    fight.press()
    return fight, hero


def ladders(fight):
    places = ((fight.gm, "fight", "ladder", fight.token), (fight.cast.ana, "fight", "ladder", fight.token))
    return [fight.region(*place) for place in (*places, (fight.cast.screen, "screen", "party", ""))]


@pytest.mark.django_db
def test_dying_stands_once_beside_a_fighter():
    fight, _hero = fallen("medieval", "hp.current", 0)
    for ladder in ladders(fight):
        row = next(row for row in re.findall(r"<li.*?</li>", ladder, re.DOTALL) if "Élowen" in row)
        assert len(re.findall("mourant", row, re.IGNORECASE)) == 1, row


@pytest.mark.django_db
def test_the_rounds_of_a_dying_hero_stand_in_the_order_and_count_down():
    fight, hero = fallen("chroniques", "hp.current", 0)
    left = [int(re.search(r"encore (\d+) rounds? sans premiers soins", ladder)[1]) for ladder in ladders(fight)]
    assert len(set(left)) == 1
    fight.act("damage", "gm", fight.gm, fighter=next(one for one in fight.scene.fighters if one != hero.id), amount=200)
    assert "encore" not in "".join(
        row for row in re.findall(r"<li.*?</li>", ladders(fight)[0], re.DOTALL) if "Élowen" not in row
    )
