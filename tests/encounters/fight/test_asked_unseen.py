"""The prompt to the victim of a hidden attacker."""

import pytest

from campaigns.models import Seat
from campaigns.web.language import say
from encounters import services
from encounters.prepare import services as prepare_services
from rules.autoplay import duel
from rules.engine import offers
from tests.encounters.fight.test_next_button import Fight
from tests.encounters.test_every_game import sent


def attack(fight, foe):
    """The foe's turn comes, and they attack Élowen, who is the only one to attack."""
    system = fight.cast.campaign.system
    for _turn in fight.scene.fighters:
        (acting,) = {prompt.of for prompt in system.turn(fight.scene)}
        if acting == foe:
            break
        fight.act("skip", "gm", fight.gm, fighter=acting)
    found = (offer for offer in offers.offers(system, fight.scene, foe) if offer.refused is None)
    offer = next(offer for offer in found if duel.foes_of(fight.scene, offer))
    action = duel.action_of(offer, next(duel.fillings(system, fight.scene, offer)))
    fight.act(action.kind, foe, fight.gm, **(action.args | {"dodge_allowed": True}))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"), [("fr", "Élowen ne voit pas qui l’attaque"), ("en", "Élowen does not see who attacks")]
)
def test_a_question_about_an_unseen_attack_is_read_once_and_says_so(language, words, settings):
    settings.TABLEE_DICE = "tests.dice.steady"
    fight = Fight("arpenteurs", Seat.Dice.SERVER)
    ana = fight.cast.ana
    fight.until_it_rests()
    Seat.objects.filter(pk=ana.pk).update(language=language)
    foe, *_others = (row.id for row in fight.scene.fighters.values() if row.side == "foe")
    prepare_services.reveal(seat=fight.gm, sent=sent(), encounter=fight.token, fighter=foe, hide=True)
    services.throw_due(seat=fight.gm, sent=sent(), encounter=fight.token, everybody=True)
    attack(fight, foe)
    (need,) = (need for need in fight.needs(ana) if need.own)
    banner, card = fight.turn(ana), fight.region(ana, "fight", "exchanges", fight.token)
    assert words in card
    name = fight.scene.fighters[foe].name
    assert name not in banner + card
    question = say(need.label, language)
    assert question in card and question not in banner and "Élowen" in banner
