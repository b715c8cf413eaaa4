"""Whoever joins while others are called to do the same is called with them: no “next” of the game master is needed."""

import pytest

from encounters import services
from encounters.models import Encounter
from encounters.prepare import services as prepare_services
from rules import registry
from rules.core.errors import Refused
from rules.engine.exchanges import find_uncalled
from tests.encounters.conftest import join
from tests.encounters.fight.test_next_button import Fight
from tests.encounters.test_every_game import GAMES, sent


def come(fight, name="Tibor"):
    """A second hero, whom Léo plays, comes into the fight."""
    samples = list(registry.samples(fight.cast.campaign.game))
    character = join(fight.cast, name, "pc", fight.cast.leo, samples[0])
    prepare_services.enrol(seat=fight.gm, sent=sent(), encounter=fight.token, characters=[character.token])
    return next(row.id for row in fight.scene.fighters.values() if row.name == name)


def up(fight):
    return {prompt.of for prompt in fight.cast.campaign.system.turn(fight.scene)}


@pytest.mark.slow("a fight of each game from its beginning")
@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_a_hero_who_joins_those_who_are_called_waits_for_nobody(game, lay):
    lay(*({"arpenteurs": (2, 3), "mythras": (1, 2)}.get(game, ())))
    fight = Fight(game)
    fight.until_it_rests()
    others = set(fight.scene.called)
    hero = come(fight)
    if hero in up(fight) and up(fight) & others:
        assert hero not in find_uncalled(fight.cast.campaign.system, fight.scene)


@pytest.mark.django_db
def test_a_hero_who_joins_while_initiative_is_asked_chooses_at_once():
    fight = Fight("medieval")
    fight.until_it_rests()
    hero = come(fight)
    fight.act("leave_initiative", hero, fight.cast.leo)
    assert hero not in up(fight)


@pytest.mark.django_db
def test_joining_is_undone_with_its_call_and_leaves_the_last_result():
    fight = Fight("medieval")
    fight.until_it_rests()
    before = fight.scene.state
    come(fight)
    assert fight.scene.called != tuple(before["called"])
    fight.page.post(f"/t/{fight.gm.token}/undo/")
    assert fight.scene.state == before


@pytest.mark.django_db
def test_whoever_is_revealed_or_comes_back_is_called_with_the_others_and_nobody_hidden_is():
    fight = Fight("medieval")
    fight.until_it_rests()
    hero = come(fight)
    fight.act("leave", "gm", fight.gm, fighter=hero)
    assert hero not in up(fight) and hero not in fight.scene.called
    fight.act("come_back", "gm", fight.gm, fighter=hero)
    assert hero in fight.scene.called
    prepare_services.recruit(
        seat=fight.gm, sent=sent(), encounter=fight.token, sample=list(registry.samples("medieval"))[-1], count=1,
        hidden=True,
    )  # fmt: skip
    unseen = next(row.id for row in fight.scene.fighters.values() if row.hidden)
    assert unseen not in fight.scene.called
    prepare_services.reveal(seat=fight.gm, sent=sent(), encounter=fight.token, fighter=unseen)
    assert unseen in fight.scene.called


@pytest.mark.django_db
def test_whoever_joins_between_two_turns_waits_for_the_game_master():
    fight = Fight("chroniques")
    hero = come(fight)
    assert fight.scene.called == ()
    assert Encounter.objects.get(token=fight.token).status == "running"
    with pytest.raises(Refused):
        services.act(seat=fight.cast.leo, sent=sent(), encounter=fight.token, kind="finish", actor=hero, args={})
