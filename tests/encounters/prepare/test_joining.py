"""Joining fighters are called together with the others, without a “next”."""

import pytest

from campaigns.models import Seat
from encounters import roster, services
from encounters.log import entries
from encounters.models import Encounter
from encounters.prepare import services as prepare_services
from rules import registry
from rules.core.errors import Refused
from rules.engine import offers
from rules.engine.exchanges import find_uncalled
from tests.encounters.conftest import join
from tests.encounters.fight.test_asked_unseen import attack
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
def test_a_hero_who_joins_among_the_called_waits_for_nobody(game, lay):
    lay(*({"arpenteurs": (2, 3), "mythras": (1, 2)}.get(game, ())))
    fight = Fight(game)
    fight.until_it_rests()
    others = set(fight.scene.called)
    hero = come(fight)
    if hero in up(fight) and up(fight) & others:
        assert hero not in find_uncalled(fight.cast.campaign.system, fight.scene)


@pytest.mark.django_db
def test_a_hero_who_joins_during_initiative_chooses_at_once():
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
def test_revealed_and_returning_fighters_are_called_and_hidden_ones_are_not():
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
    assert unseen not in up(fight)  # called with the others, they choose at once like those of the start


@pytest.mark.django_db
def test_a_fighter_who_joins_between_two_turns_waits_for_the_game_master():
    fight = Fight("chroniques")
    hero = come(fight)
    assert fight.scene.called == ()
    assert Encounter.objects.get(token=fight.token).status == "running"
    with pytest.raises(Refused):
        services.act(seat=fight.cast.leo, sent=sent(), encounter=fight.token, kind="finish", actor=hero, args={})


@pytest.mark.django_db
def test_a_newcomer_keeps_the_score_of_that_round_without_a_line_of_its_own():
    fight = Fight("chroniques")
    fight.press()
    hero = come(fight)
    assert fight.scene.fighters[hero].marks["at"]
    assert entries.standing_entries(fight.gm.campaign, "gm", roster.viewer_of(fight.gm))[-1].event.kind == "enrol"


def recruit(fight, count=2):
    """Opponents whom the game master adds to the fight, visible."""
    before = set(fight.scene.fighters)
    sample = list(registry.samples(fight.cast.campaign.game))[-1]
    said = {"sample": sample, "count": count, "hidden": False}
    prepare_services.recruit(seat=fight.gm, sent=sent(), encounter=fight.token, **said)
    return set(fight.scene.fighters) - before


def owing(fight):
    """The fighters who have yet to settle their place in the round."""
    system, scene = fight.cast.campaign.system, fight.scene
    follow = (kind for kind in system.opening_kinds if system.act(kind).follows)
    owed = {"gm"} if any(offers.usable_of(system, scene, "gm", kind) for kind in follow) else set()
    return owed | {who for who in scene.fighters if any(offers.entries_among(system, scene, who, system.opening_kinds))}


@pytest.mark.slow("a fight of each game from its beginning")
@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_opponents_who_join_throw_automatically_for_their_place(game, settings):
    settings.TABLEE_DICE = "tests.dice.steady"
    fight = Fight(game, Seat.Dice.SERVER)
    fight.until_it_rests()
    if any(who in owing(fight) for who in fight.scene.fighters):
        services.throw_due(seat=fight.gm, sent=sent(), encounter=fight.token, everybody=True)
    guards = recruit(fight)
    assert len(guards) == 2 and not owing(fight) & {"gm", *guards}


@pytest.mark.django_db
def test_opponents_who_join_within_a_blow_throw_as_they_are_called(settings):
    settings.TABLEE_DICE = "tests.dice.steady"
    fight = Fight("arpenteurs", Seat.Dice.SERVER)
    fight.until_it_rests()
    services.throw_due(seat=fight.gm, sent=sent(), encounter=fight.token, everybody=True)
    foe = next(row.id for row in fight.scene.fighters.values() if row.side == "foe")
    attack(fight, foe)
    assert fight.scene.exchanges
    guards = recruit(fight)
    (need,) = (need for need in fight.needs(fight.cast.ana) if need.own)
    fight.act("answer", "", fight.cast.ana, exchange=need.exchange, key="reaction", values=["nothing"])
    assert fight.press()["kind"] == "next"
    assert all("init" in fight.scene.fighters[who].marks for who in guards)


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["arpenteurs", "mythras"])
def test_opponents_whose_game_master_types_dice_are_asked(game, settings):
    settings.TABLEE_DICE = "tests.dice.steady"
    fight = Fight(game, Seat.Dice.SERVER)
    fight.until_it_rests()
    Seat.objects.filter(pk=fight.gm.pk).update(dice=Seat.Dice.TYPED)
    fight.gm.refresh_from_db()
    guards = recruit(fight)
    assert all("init" not in fight.scene.fighters[who].marks for who in guards)


@pytest.mark.django_db
def test_a_hero_who_joins_during_anothers_turn_is_asked_at_once(settings):
    settings.TABLEE_DICE = "tests.dice.steady"
    fight = Fight("arpenteurs", Seat.Dice.SERVER)
    fight.until_it_rests()
    services.throw_due(seat=fight.gm, sent=sent(), encounter=fight.token, everybody=True)
    assert not owing(fight) and up(fight) <= set(fight.scene.called)
    hero = come(fight)
    assert up(fight) == {hero} and hero in fight.scene.called
    fight.act("initiative", hero, fight.cast.leo)
    assert not owing(fight) and up(fight)


@pytest.mark.django_db
def test_opponents_who_join_during_declarations_are_called_once_they_have_their_place(settings):
    settings.TABLEE_DICE = "tests.dice.steady"
    fight = Fight("medieval", Seat.Dice.SERVER)
    fight.until_it_rests()
    services.throw_due(seat=fight.gm, sent=sent(), encounter=fight.token, everybody=True)
    assert up(fight) & set(fight.scene.called)
    guards = recruit(fight)
    assert guards <= up(fight) <= set(fight.scene.called)
