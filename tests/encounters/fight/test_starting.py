"""A fight starts in one press, or in two if something has to be declared first."""

import pytest
from django.urls import reverse

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.models import Event
from encounters.fight.offers import offer_form
from encounters.models import Encounter
from encounters.prepare import services
from rules import registry
from tests.cast import client_of, gather
from tests.encounters.conftest import join
from tests.encounters.test_every_game import GAMES

AT_ONCE = {"arpenteurs": (3, 4), "mythras": (5, 6)}  # initiative of both opponents


def prepared(game):
    cast, samples = gather(game), list(registry.samples(game))
    join(cast, "Élowen", "pc", cast.ana, samples[0])
    token = services.prepare(seat=cast.gm, sent=Sent.of("", "prepare"), name="Quai 7").value
    said = {"sample": samples[-1], "count": 2, "hidden": False}
    services.recruit(seat=cast.gm, sent=Sent.of("", "recruit"), encounter=token, **said)
    return cast, token


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_one_press_starts_the_fight_and_calls_the_first_fighter(game, lay):
    cast, token = prepared(game)
    lay(*AT_ONCE.get(game, ()))
    address = reverse("fight-status", args=[cast.gm.token, token])
    assert client_of(cast.gm).post(address, {"status": "running", "begin": "1"}).status_code == 302
    encounter = Encounter.objects.get(token=token)
    assert encounter.state["round"] == 1 and encounter.status == "running"
    command = Event.objects.filter(campaign=cast.campaign).order_by("-seq").first().command
    undo.undo(seat=cast.gm, sent=Sent.of("", "undo"), command=command)
    assert Encounter.objects.get(token=token).status == "draft"


@pytest.mark.django_db
def test_without_that_field_the_fight_only_begins():
    cast, token = prepared(GAMES[0])
    client_of(cast.gm).post(reverse("fight-status", args=[cast.gm.token, token]), {"status": "running"})
    assert "round" not in Encounter.objects.get(token=token).state


def test_ticks_for_several_of_a_side_have_one_button():
    def tick(fighter):
        return {"name": f"arg-surprised_{fighter}", "kind": "flag"}

    offer = {"fields": [tick("a"), tick("b"), tick("c"), {"name": "arg-metres", "kind": "number"}]}
    found = offer_form.with_side_ticks(offer, {"a": "foe", "b": "foe", "c": "pc"})
    assert [side["key"] for side in found["whole_sides"]] == ["foe"]
    assert [field["side"] for field in found["fields"]] == ["foe", "foe", "pc", ""]
