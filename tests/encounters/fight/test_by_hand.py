"""Damage and care by the game master's hand: on the board for games whose bodies have no boxes to tick."""

import re

import pytest
from django.core.cache import cache
from django.urls import reverse

from campaigns.models import Seat
from encounters import scenes, services
from encounters.models import Encounter
from rules.core.errors import Refused
from rules.registry import system
from tests.cast import client_of, gather
from tests.encounters.conftest import Table, begun
from tests.encounters.test_every_game import sent

SMALLER = ("chroniques", "medieval", "arpenteurs")
LEFT = {"chroniques": "hp.current", "medieval": "hp.current", "arpenteurs": "ecg.current"}
START = {"chroniques": {}, "medieval": {}, "arpenteurs": {"metres": 10}}


class Fight:
    """A fight of one of the smaller games that has been started."""

    def __init__(self, game):
        cache.clear()
        self.game, self.cast = game, gather(game)
        self.gm, self.token = begun(self.cast, Seat.Dice.ASK)
        self.act("start", **START[game])

    def act(self, kind, seat=None, **args):
        where = {"encounter": self.token, "kind": kind, "actor": "gm", "args": args}
        return services.act(seat=seat or self.gm, sent=sent(), **where)

    @property
    def scene(self):
        return scenes.scene_of(Encounter.objects.get(token=self.token))

    @property
    def hero(self):
        return next(one.id for one in self.scene.fighters.values() if one.side == "pc")

    @property
    def left(self):
        return system(self.game).value(self.scene.sheet(self.hero), LEFT[self.game])

    def log(self):
        return Table(self.cast, None, None, None).region(self.gm, "table", "log")

    def board(self, seat=None):
        region = Table(self.cast, None, None, None).region
        return region(seat or self.gm, "fight", "selected", f"{self.token}-{self.hero}")


@pytest.mark.django_db
@pytest.mark.parametrize("game", SMALLER)
def test_the_board_has_damage_and_care_for_the_selected_fighter_under_their_keys(game):
    fight = Fight(game)
    assert re.findall(r'<summary data-key="(\w)"', fight.board()) == ["t"]  # nobody heals who is sound
    fight.act("damage", fighter=fight.hero, amount=2)
    assert re.findall(r'<summary data-key="(\w)"', fight.board()) == ["t", "l"]
    assert f'name="arg-fighter" value="{fight.hero}"' in fight.board()
    assert f'id="hand-{fight.hero}-gm-damage-amount"' in fight.board()


@pytest.mark.django_db
@pytest.mark.parametrize("game", SMALLER)
def test_its_form_is_taken_told_and_undone(game):
    fight = Fight(game)
    whole, page = fight.left, client_of(fight.gm)
    said = {"kind": "damage", "actor": "gm", "arg-fighter": fight.hero, "arg-amount": "3"}
    assert page.post(reverse("act", args=[fight.gm.token, fight.token]), said).status_code == 302
    assert fight.left == whole - 3
    assert "perd 3" in fight.log()
    fight.act("heal", fighter=fight.hero, amount=2)
    assert fight.left == whole - 1
    for expected in (whole - 3, whole):
        assert page.post(reverse("undo-last", args=[fight.gm.token])).status_code == 302
        assert fight.left == expected


@pytest.mark.django_db
@pytest.mark.parametrize("game", SMALLER)
def test_a_player_does_neither(game):
    fight = Fight(game)
    with pytest.raises(Refused):
        fight.act("damage", seat=fight.cast.ana, fighter=fight.hero, amount=2)


@pytest.mark.django_db
@pytest.mark.parametrize("game", ("polaris", "mythras"))
def test_in_games_with_wound_boxes_the_keys_are_those_of_the_body(game):
    assert not system(game).by_hand
