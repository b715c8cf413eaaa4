"""A fight played at a table is kept as a file, and is a test of its game."""

import json
from dataclasses import replace
from random import Random

import pytest
from django.urls import reverse

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.models import Command, Seat
from encounters import scenes, services
from encounters.correct import golden as kept
from encounters.models import Encounter
from rules.core.errors import RulesError
from rules.testing import golden, laws
from tests.cast import client_of, gather
from tests.encounters.conftest import begun
from tests.encounters.test_written_game import lanterns as lanterns
from tests.rules.examples import embers as embers
from tests.rules.play import next_action
from tests.rules.test_random_play import going_on

STEPS = 40


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["lanterns", "embers", "chroniques"])
@pytest.mark.parametrize("seed", range(2))
def test_a_fight_of_a_table_is_replayed_as_it_was(lanterns, game, seed):
    cast = gather(game)
    gm, token = begun(cast, Seat.Dice.ASK)
    system, random = cast.campaign.system, Random(seed)
    encounter = Encounter.objects.get(token=token)
    for number in range(STEPS):
        scene = scenes.scene_of(Encounter.objects.get(token=token))
        action = next_action(system, scene, going_on(random), number)
        row = {"kind": action.kind, "actor": action.actor, "args": dict(action.args)}
        try:
            services.act(seat=gm, sent=Sent.of("", number), encounter=token, **row)
            if number % 7 == 6:
                undo.undo(seat=gm, sent=Sent.of("", f"u{number}"), command=Command.objects.latest("pk"))
        except RulesError:
            continue
    encounter.refresh_from_db()
    text = kept.dump(encounter)
    address = reverse("keep-fight", args=[gm.token, token])
    assert client_of(gm).get(address).content.decode() == text
    assert client_of(cast.ana).get(address).status_code == 404
    assert (address in client_of(gm).get(reverse("recap", args=[gm.token])).content.decode()) == bool(system.edition)
    assert golden.replayed(system, text) > 5
    assert not any(seat.token in text for seat in cast.seats.values())
    spoilt = replace(system, acts=tuple(act for act in system.acts if act.kind != "start"))
    with pytest.raises(laws.Broken, match="step 1"):
        golden.replayed(spoilt, text)
    wrong = json.loads(text)
    wrong["steps"][0]["changes"].append([f"encounter:{token}", "marks.strange", None, 1])
    with pytest.raises(laws.Broken, match="marks.strange"):
        golden.replayed(system, json.dumps(wrong))


@pytest.mark.django_db
def test_a_fight_in_which_nothing_was_done_is_none():
    cast = gather("chroniques")
    gm, token = begun(cast, Seat.Dice.ASK)
    assert client_of(gm).get(reverse("keep-fight", args=[gm.token, token])).status_code == 404


def test_another_file_is_none(embers):
    for text in ("", "[]", "{}", '{"golden": 1, "game": "polaris"}'):
        with pytest.raises(laws.Broken, match="not a kept fight of"):
            golden.replayed(embers.game, text)
