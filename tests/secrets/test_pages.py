"""Every address that a seat may open gives the same status, headers and bytes whatever is hidden."""

import os
import re
from contextlib import suppress

import pytest
from django.urls import reverse

from campaigns.live.cache import forget_all
from campaigns.seats import invitations
from encounters.dice import source
from tests.cast import client_of
from tests.secrets.evening import Dice, masked
from tests.secrets.hidden_acts import HIDDEN
from tests.secrets.moment import Moment, NotNow
from tests.secrets.sequences import MOMENTS
from tests.secrets.test_playing import CANARY, ONE, OTHER, worlds
from tests.secrets.test_twins import GAMES, differing

SOAK = os.environ.get("TABLEE_SOAK") == "1"
SEATS = ("ana", "leo", "spectator", "screen")
# Another in each answer.
CHANCE = re.compile(r'(name="(csrfmiddlewaretoken|command)" value=|"x-csrftoken": |nonce=)"[^"]*"')
LEFT_OPEN = "a hidden interruption of a hidden act"  # whom everybody sees would answer it
STEPS = 1


def opened(game, secret, seats):
    """All that these seats are answered, after some steps that everybody sees; in the long form before them as well."""
    table = Moment(game, secret)
    table.advance(MOMENTS["her turn"])
    if secret.names:
        for name in [name for name in HIDDEN if name != LEFT_OPEN]:
            with suppress(NotNow):
                HIDDEN[name](table)
        assert table.look("unseen") == 0, table.stream_of_all[-1][:2400]
    found = {(who, "before"): table.everything(who) for who in seats if SOAK}
    table.go_on(STEPS)
    return found | {(who, "after"): table.everything(who) for who in seats}


@pytest.mark.slow("every page of a seat, in two worlds")
@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_hidden_things_change_no_answer_of_an_address(game, monkeypatch):
    at = GAMES.index(game)
    seats = SEATS if SOAK else SEATS[at % len(SEATS) :][:1]
    found = []
    for secret in worlds(at):
        monkeypatch.setattr(source, "throw", Dice(secret.seed).throw)
        found.append(opened(game, secret, seats))
    known, *others = found
    assert sum(text.startswith("200") for text in known[seats[0], "after"].values()) >= 8
    for other in others:
        for place, texts in known.items():
            for name, text in texts.items():
                (one,), (two,) = (masked([said]) for said in (text, other[place][name]))
                assert one == two, f"{place} {name} {differing(one, two)}"
                assert len(text) == len(other[place][name]), (place, name)
                assert CANARY not in other[place][name]


@pytest.mark.slow("every page of a seat, before and after")
@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_hidden_things_leave_every_byte_as_it_was(game, monkeypatch):
    """Nothing is masked here but what chance alone makes: names keep their places, and numbers their gaps."""
    at = GAMES.index(game) + 1
    monkeypatch.setattr(source, "throw", Dice(ONE.seed).throw)
    table = Moment(game, (OTHER, ONE)[at % 2])
    table.advance(MOMENTS["her turn"])

    def answers():
        found = {}
        for who in SEATS if SOAK else SEATS[at % len(SEATS) :][:1]:
            found |= {(who, name): CHANCE.sub("", text) for name, text in table.everything(who).items()}
        door = reverse("join", args=[invitations.code_of(table.link)])
        return found | {address: CHANCE.sub("", client_of().get(address).text) for address in ("/", door)}

    before = answers()
    for name in [name for name in HIDDEN if name != LEFT_OPEN]:
        with suppress(NotNow):
            HIDDEN[name](table)
        if SOAK:
            assert answers() == before, name
    forget_all()  # as a process that has drawn nothing of this table yet
    for place, text in answers().items():
        assert text == before[place], f"{place} {differing(before[place], text)}"
