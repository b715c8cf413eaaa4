"""Guesses in forms: a field with the token of something hidden is answered as if it did not exist.

Each form that a player or a game master can find is posted from a player's seat with a token replaced: by one that
never existed, and by one of each kind of row that this player was never told of.
"""

import os
from contextlib import suppress
from itertools import product

import pytest
from django.apps import apps
from django.core.cache import cache
from django.urls import reverse

from campaigns.forms import INVITED
from campaigns.live import regions
from campaigns.models import Command, Event
from campaigns.seats import invitations
from encounters.dice import source
from encounters.models import Encounter
from rules import registry
from rules.core.errors import RulesError
from tests.cast import client_of
from tests.secrets import forms
from tests.secrets.evening import CHANGING, TOKEN, WATCHING, Dice, masked
from tests.secrets.hidden_acts import HIDDEN
from tests.secrets.moment import DONE, NotNow
from tests.secrets.sequences import MOMENTS, OF_ONE_HIDDEN, UP_UNSEEN, gather_worlds
from tests.secrets.test_canaries import APPS
from tests.secrets.test_playing import ONE

GAMES = [key for key in registry.GAMES if registry.samples(key)]
SOAK = os.environ.get("TABLEE_SOAK") == "1"
WHEN = [moment for moment in MOMENTS if moment not in (*UP_UNSEEN, OF_ONE_HIDDEN)]
# The short form has each game at one of these moments.
CASES = [(game, moment) for at, game in enumerate(GAMES) for moment in (WHEN if SOAK else [WHEN[at % len(WHEN)]])]
NOTHING = "a" * 16
WHOLE, SHARE, SHARE_OF_MASTERS = "chroniques", 4, 8
STRANGER = "a stranger"
# What is hidden at least, by where its tokens stand; the exchange of a fight and more is found beside it.
KINDS = {
    *("Branch.token", "Character npc.token", "Character template.token", "Draft pc.token", "Handout.token"),
    *("Encounter fight draft.token", "Encounter test running.token", "Invitation.nonce", "JoinRequest.nonce"),
    *("Encounter fight running.state.fighters", "Encounter fight running.state.reserves"),
    *("Encounter fight running.state.ground.places", "Message whisper.token", "Seat.token", "Webhook.token"),
    *("PartyItem answer.token", "PartyItem clock.token", "PartyItem party_note.token", "PartyItem question.token"),
    *("PartyItem random_table.token", "Command.token", "Event.token"),
}
JOURNAL = ("Command.token", "Event.token")  # no page is called so
SETTLE = ("a hidden turn", "half a hidden turn")  # the moment would be another one


def laid(game, moment, monkeypatch):
    """A table at a moment of a fight, with everything hidden that there is."""
    (table,) = gather_worlds(game, moment, (ONE,))
    # Every player has something to take there, and a form that names it.
    found = table.send("stash")
    assert found.status_code in DONE
    monkeypatch.setattr(source, "throw", Dice(ONE.seed).throw)
    for name, act in HIDDEN.items():
        with suppress(NotNow, RulesError):
            if name not in SETTLE:
                act(table)
    return table


def tokens_in(value, path):
    """The tokens in a value of a row, each with where it stands."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from tokens_in(key, path)
            yield from tokens_in(inner, path if TOKEN.search(key) else f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from tokens_in(inner, path)
    elif isinstance(value, str):
        yield from ((token, path) for token in TOKEN.findall(value))


def hidden_fighters(campaign):
    """The tokens of opponents who are hidden in an encounter, and of their characters."""
    for encounter in Encounter.objects.filter(campaign=campaign):
        for fighter, row in encounter.state.get("fighters", {}).items():
            if row.get("hidden") and row.get("side") != "pc":  # the table knows its heroes
                yield from (fighter, row["character"])


def hidden_from(seat, seen, most=None if SOAK else 1):
    """The tokens of each kind that a seat was never told of, so many at most, by where they stand in the database."""
    told, unseen = {token for token, _path in tokens_in(seen, "")}, set(hidden_fighters(seat.campaign))
    for event in Event.objects.filter(campaign=seat.campaign).select_related("command"):
        if seat.hears(event.audience):
            about = [event.token, event.command.token, event.for_fighter, event.changes, event.payload]
            # An event in sight may write on somebody hidden, whom no page shows.
            told |= {token for token, _path in tokens_in(about, "")} - unseen
    found = {}
    models = [model for label in APPS for model in apps.get_app_config(label).get_models()]
    for model in sorted(models, key=lambda model: model in (Command, Event)):  # what is left there is gone elsewhere
        for row in model.objects.order_by("pk").values():
            named = " ".join(filter(None, (model.__name__, row.get("kind"), row.get("status"))))
            for token, path in tokens_in(row, model.__name__ if model in (Command, Event) else named):
                if token not in told:
                    found.setdefault(token, path)
    kinds = {}
    for token, path in found.items():
        kinds.setdefault(path, []).append(token)
    return {path: tokens[:most] for path, tokens in kinds.items()}


def guessed(table, who, place, own, token):
    """The answer to a seat that sends a form naming a row by this token."""
    address = place.form.action.replace(f"/{own.token}/", f"/{table.seats[who].token}/")
    body = {"command": "guess-of-nothing", **place.naming(token)}
    send = getattr(table.clients[who], place.form.method.lower())
    with table.rolled_back("guess"):
        cache.clear()
        answer = send(address, body, headers={"HX-Request": "true"})
    headers = {key: value for key, value in answer.headers.items() if key not in (*CHANGING, "Content-Length")}
    return masked([f"{answer.status_code} {headers} {answer.content.decode()}".replace(token, "token")])


def compared(table, who, places, own, tokens, share):
    """Send each form with guesses, and fail where one is answered otherwise than a token of nothing.

    Of ``share`` kinds each form meets one, and each kind one form; the long form sends each with each.
    """
    kinds, share = list(tokens.items()), 1 if SOAK else share
    for at, place in enumerate(places):
        nothing = guessed(table, who, place, own, NOTHING)
        for kind, known in kinds[at % share :: share]:
            for token in known:
                assert guessed(table, who, place, own, token) == nothing, (place.kind, kind)


def found_by(table, who, seat, depth=3):
    """The places of the forms on the pages of a seat, and the texts of those pages."""
    client = client_of(seat) if who == "gm" else table.clients[who]
    pages = list(forms.crawl(who, client, reverse("seat", args=[seat.token]), depth, 4 if SOAK else 2))
    return forms.places(who, pages), [text for _address, text in pages]


def at_the_door(table):
    """The places of the forms that somebody without a seat finds: at a link of each kind, and where codes are typed."""
    links = [
        table.link,
        invitations.invite(table.away),
        *(invitations.invite_to(table.gm, role, asks=asks) for role in INVITED for asks in (False, True)),
    ]
    doors = [
        *(reverse("join", args=[invitations.code_of(link)]) for link in links),
        *map(reverse, ("home", "code", "tv")),
    ]
    table.clients[STRANGER], table.seats[STRANGER] = client_of(), table.away
    return forms.places(STRANGER, ((door, table.clients[STRANGER].get(door).text) for door in doors))


@pytest.fixture
def of_a_player(request, monkeypatch, db):
    """A table, the places of the forms that Ana finds, and what she was never told of."""
    table = laid(*request.param, monkeypatch)
    places, texts = found_by(table, "ana", table.seats["ana"])
    return table, places, hidden_from(table.fresh(table.seats["ana"]), texts)


@pytest.fixture
def of_a_master(monkeypatch, db):
    """The same of the forms that a game master finds."""
    table = laid("chroniques", "her turn", monkeypatch)
    places, _texts = found_by(table, "gm", table.gm, 3 if SOAK else 1)
    return table, places, hidden_from(table.fresh(table.seats["ana"]), [])


@pytest.fixture
def of_a_stranger(monkeypatch, db):
    """The same of the forms at the doors of a table."""
    table = laid("chroniques", "her turn", monkeypatch)
    _places, texts = found_by(table, "ana", table.seats["ana"], 1)
    return table, at_the_door(table), hidden_from(table.fresh(table.seats["ana"]), texts)


@pytest.mark.parametrize("of_a_player", CASES, indirect=True, ids="-".join)
def test_naming_something_hidden_is_answered_like_naming_nothing(of_a_player):
    table, places, tokens = of_a_player
    kinds = {place.kind[0] for place in places}
    assert {"pause", "leave"} <= kinds and kinds & {"stash", "stash-thing"}
    assert set(tokens) >= KINDS
    for who in ("ana", "spectator", "screen") if SOAK else ("ana",):
        # No game answers for its forms, so one game tries each kind in each form.
        compared(table, who, places, table.seats["ana"], tokens, 1 if table.game == WHOLE else SHARE)


def test_a_form_of_a_game_master_reveals_nothing_about_its_rows_to_a_player(of_a_master):
    table, places, tokens = of_a_master
    assert {"ask", "clocks", "messages", "bring", "questions"} <= {place.kind[0] for place in places}
    # Most are refused for the seat, before anything that they name is looked up.
    compared(table, "ana", places, table.gm, tokens, SHARE_OF_MASTERS)


def test_a_form_at_the_door_reveals_nothing_about_its_rows(of_a_stranger):
    table, places, tokens = of_a_stranger
    assert ("join", "character") in {(place.kind[0], place.field) for place in places}
    compared(table, STRANGER, places, table.away, tokens, 1)


def shown(seat, page, key):
    """The content of a live page as its socket or an answer would send it; nothing if the seat has no such page."""
    found = regions.find_page(seat, page, key)
    return found and masked(found.draw(placed) for placed in found.regions)


def test_no_live_page_has_the_name_of_something_hidden(monkeypatch, db):
    """Sockets and answers name a page by its key, or one fighter on it by two."""
    table = laid("chroniques", "her turn", monkeypatch)
    _places, texts = found_by(table, "ana", table.seats["ana"], 1)
    tokens = hidden_from(table.fresh(table.seats["ana"]), texts, None)
    guesses = [(kind, token) for kind, known in tokens.items() if kind not in JOURNAL for token in known]
    for who, page, form in product(WATCHING, regions.PAGES, ("{}", "{0}-{0}", f"{table.token}-{{}}")):
        seat = table.fresh(table.cast.seats[who])
        nothing = shown(seat, page, form.format(NOTHING))
        for kind, token in guesses:
            assert shown(seat, page, form.format(token)) == nothing, (who, page, kind, form)
