"""Guessing the token of something hidden gets the same response as a made-up one, at every address."""

import re
import sys
from inspect import getsource
from itertools import chain, product

import pytest
from django.core.cache import cache
from django.urls import resolve, reverse

from campaigns.models import Command, Event, Invitation, JoinRequest, Seat
from encounters import scenes, subjects
from encounters.dice import source
from encounters.handouts import services as handouts
from encounters.messages import services as messages
from encounters.models import Branch, DiceStream, Encounter, Handout, Message, PartyItem
from encounters.party import clocks, random_tables
from encounters.prepare import services as prepare_services
from encounters.questions import services as questions
from rules.engine import exchanges
from sheets.models import Character
from sheets.portraits.limits import SMALL
from tests.permissions import MASTER, NEVER, TABLE_OF_ADDRESSES
from tests.secrets.evening import CHANGING, Dice, masked
from tests.secrets.hidden_acts import draft_fight, join_request
from tests.secrets.moment import Moment
from tests.secrets.playing import ROWS
from tests.secrets.sequences import MOMENTS, OF_CHOICE, OF_DICE, gather_worlds
from tests.secrets.test_playing import NOTHING as NOTHING_HIDDEN
from tests.secrets.test_playing import ONE
from tests.test_permissions import PARAMETER, ROUTES

NOTHING = "a" * 16
FORETOLD = ("odds", "gauge")  # of an act of one's own fighter
WORDS = ("as", "q")  # parameters that name nothing: a form, and what is looked for in the rules
READ_OF_QUERY = re.compile(r"""GET(?:\.get(?:list)?\(|\[)"(\w+)\"""")
GUESSED = {
    name: [part for part in PARAMETER.findall(route) if part != "seat"]
    for name, route in ROUTES.items()
    if "<str:seat>" in route
}
# Parameters that never name something hidden, and what they name.
NAMING_NOTHING = {
    "member": "who sits at the table",
    "stage": "a step of the wizard",
    "number": "a row of one's own draft",
    "path": "a field of a sheet",
    "subject": "an entry of the game",
    "source": "a seat of another table, which the browser itself has to hold",
    "whose": "the table or oneself",
    "check": "a test of a sheet",
    "kind": "what is done",
    "key": "a piece of the ground, changed by game masters alone",
    "side": "a size of a picture",
    "digest": "a picture: tests/secrets/test_canaries.py",
    "code": "a link",
    "thing": "a thing of the stash, which everybody who plays sees",
}


def hidden_tokens(table):
    """The tokens that a player may not know, by the parameter that would name them."""
    campaign, ana = table.gm.campaign, table.fresh(table.seats["ana"])
    encounters = Encounter.objects.filter(campaign=campaign)
    secret = [event for event in Event.objects.filter(campaign=campaign) if not ana.hears(event.audience)]
    loud = {event.command_id for event in Event.objects.filter(campaign=campaign) if ana.hears(event.audience)}
    return {
        "encounter": [row.token for row in encounters if not scenes.is_known(ana, subjects.plain_of(row))],
        "fighter": [row.id for row in table.scene.fighters.values() if row.hidden],
        "character": table.unseen,
        "event": [next(event.token for event in secret if event.encounter), secret[-1].token],
        "command": [row.token for row in Command.objects.filter(campaign=campaign).exclude(pk__in=loud)[:2]],
        "branch": list(Branch.objects.values_list("token", flat=True)),
        "link": list(Invitation.objects.values_list("nonce", flat=True))[:1],
        "join_request": list(JoinRequest.objects.values_list("nonce", flat=True)),
        "handout": list(Handout.objects.values_list("token", flat=True)),
        "table": list(PartyItem.objects.filter(kind="random_table").values_list("token", flat=True)),
        "clock": list(PartyItem.objects.filter(kind="clock").values_list("token", flat=True)),
        "question": list(PartyItem.objects.filter(kind="question").values_list("token", flat=True)),
        "message": list(Message.objects.values_list("token", flat=True)),
        "stream": list(DiceStream.objects.values_list("token", flat=True)),
    }


@pytest.mark.django_db
def test_an_exchange_that_goes_on_unseen_is_answered_like_one_that_is_over():
    """Its name is known to who saw it begin; what it waits for is not."""
    (table,) = gather_worlds("chroniques", OF_CHOICE, (NOTHING_HIDDEN,))
    (need, *_others), hero = table.asked(), table.me("ana")
    given = {"seat": table.gm, "sent": table.unseen_sent(), "encounter": table.token}
    prepare_services.describe(**given, fighter=hero, about={"hidden": True})
    texts = set()
    for exchange in (need.exchange, NOTHING):
        key = need.request.key
        body = {"exchange": exchange, "key": key, "values": "x"}
        answer = table.post("leo", reverse("answer", args=[table.seats["leo"].token, table.token]), body, script=True)
        back = {"kind": "take_back", "actor": hero, "arg-exchange": exchange, "arg-key": key}
        taken = table.post("leo", reverse("act", args=[table.seats["leo"].token, table.token]), back, script=True)
        texts.add((answer.status_code, taken.status_code, *masked([answer.said, taken.said])))
    assert len(texts) == 1, texts


def laden_table():
    """A table with something hidden of each kind."""
    table = Moment("chroniques", ONE)
    for act in (draft_fight, Moment.roll_pending, Moment.notes, Moment.what_if, join_request, Moment.links):
        act(table)
    handouts.save(seat=table.gm, sent=table.unseen_sent(), values={"name": ONE.note})
    rows = {"name": ONE.note, "dice": "1d2", "rows": "1-2 x"}
    random_tables.create(seat=table.gm, sent=table.unseen_sent(), values=rows)
    clocks.make(seat=table.gm, sent=table.unseen_sent(), values={"name": ONE.note})
    questions.ask(seat=table.gm, sent=table.unseen_sent(), to=[table.away.token], text=ONE.note)
    messages.whisper(seat=table.gm, sent=table.unseen_sent(), to=table.away.token, text=ONE.note)
    DiceStream.objects.create(campaign=table.gm.campaign, secret=True, seed=b"s" * 32)
    return table


def queries(table, name, address):
    """The queries that a page may be asked for with a token at their end: each parameter that its module reads."""
    read = READ_OF_QUERY.findall(getsource(sys.modules[resolve(address).func.__module__]))
    found = [f"{one}=" for one in read if one not in WORDS]
    if name not in FORETOLD:
        return dict.fromkeys(found)
    fields = [(offer.kind, field) for offer in table.offered() for field in offer.fields if field.kind == "choice"]
    named = [f"kind={kind}&arg-{field.key}=" for kind, field in fields if field.key in ("target", "other", "fighter")]
    return dict.fromkeys(found + named[:3])


@pytest.mark.django_db
def test_a_guess_in_a_query_is_answered_like_one_of_nothing():
    """Also of whom everybody sees in the fight: it may be under another name."""
    table, who, tried = laden_table(), "ana", 0
    table.advance(MOMENTS["her turn"])
    hidden = hidden_tokens(table)
    tokens = {hidden[part][0] for part in ("encounter", "fighter", "event", "command", "message")}
    tokens |= {row.character for row in table.scene.fighters.values()} - {table.heroes[who].token}
    for name, parts in GUESSED.items():
        rights = TABLE_OF_ADDRESSES[name][0]
        if rights == NEVER or (rights == MASTER and name not in FORETOLD):
            continue
        given = dict.fromkeys(parts, NOTHING) | table.arguments(who, name) | {"fighter": table.me(who)}
        address = PARAMETER.sub(lambda match, given=given: given[match[1]], ROUTES[name])
        for query in queries(table, name, address):
            answers = set()
            for token in chain([NOTHING], tokens):
                cache.clear()
                answer = table.clients[who].get(f"{address}?{query}{token}")
                headers = {key: value for key, value in answer.headers.items() if key not in CHANGING}
                answers.add(masked([f"{answer.status_code} {headers} {answer.content.decode()}"])[0])
                tried += 1
            assert len(answers) == 1, (name, query)
    assert tried > 100


@pytest.mark.slow("a fight up to the first die of a player")
@pytest.mark.django_db
@pytest.mark.parametrize("dice", ["server", "typed"])
def test_guessing_a_hidden_prompt_is_answered_like_a_made_up_one(dice, monkeypatch):
    """In an exchange of all, such as an initiative: what is still asked of them, and what they have answered."""
    monkeypatch.setattr(source, "throw", Dice(ONE.seed).throw)
    table = Moment("mythras", ONE)
    table.ask_for_dice()
    Seat.objects.filter(pk=table.gm.pk).update(dice=dice)
    table.gm = table.fresh(table.gm)
    table.advance(MOMENTS[OF_DICE])
    (need,) = table.asked()
    state = exchanges.run(table.system, table.scene, table.scene.exchanges[need.exchange])
    requests = [*state.requests, *(row.request for row in state.answers)]
    unseen = [request for request in requests if request.whose in table.scene.hidden]
    assert unseen

    def answered(address, body):
        with table.rolled_back("guess"):
            cache.clear()
            answer = table.clients["ana"].post(reverse(address, args=[table.seats["ana"].token, table.token]), body)
        return answer.status_code, masked([answer.content.decode()])

    for request in unseen:
        key = {"exchange": need.exchange, "key": request.key}
        back = {f"arg-{name}": value for name, value in key.items()}
        for address, sent in (("answer", {**key, "throw": "1"}), ("act", {"kind": "take_back", **back})):
            said = answered(address, sent)
            guess = {name: value.replace(request.whose, NOTHING) for name, value in sent.items()}
            assert guess != sent and said == answered(address, guess)


@pytest.mark.django_db
def test_no_method_and_no_condition_tells_of_something_hidden():
    table = laden_table()
    client, hidden = table.clients["ana"], hidden_tokens(table)

    def answered(method, address, headers=None):
        answer = client.generic(method, address, headers=headers or {})
        kept = {key: value for key, value in answer.headers.items() if key not in CHANGING}
        return masked([f"{answer.status_code} {kept} {answer.content.decode()}".replace(address, "address")])

    for name, parts in GUESSED.items():
        usual = dict.fromkeys(parts, NOTHING) | table.arguments("ana", name)
        for part, method in product(hidden.keys() & set(parts), ("HEAD", "OPTIONS")):
            texts = []
            for token in (NOTHING, hidden[part][0]):
                given = {**usual, part: token}
                address = PARAMETER.sub(lambda match, given=given: given[match[1]], ROUTES[name])
                texts.append(answered(method, address))
            assert texts[0] == texts[1], (method, name, part)
    (face,) = Character.objects.filter(token__in=hidden["character"]).values_list("portrait", flat=True)
    tags = ("*", f'"{face}-{SMALL}"', f'W/"{face}-{SMALL}"')
    for condition in (*({"If-None-Match": tag} for tag in tags), {"If-Match": "*"}, {"Range": "bytes=0-9"}):
        texts = [answered("GET", reverse("picture", args=[one, SMALL]), condition) for one in (face, "0" * 64)]
        assert texts[0] == texts[1] and texts[0][0].startswith("404"), condition


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["ana", "spectator", "screen"])
def test_a_guess_of_something_hidden_is_answered_like_one_of_nothing(who):
    table = laden_table()
    tokens = hidden_tokens(table)
    assert all(tokens.values()), tokens

    def answered(method, name, given):
        cache.clear()
        address = PARAMETER.sub(lambda match: given[match[1]], ROUTES[name])
        body = (
            {"command": "guess-of-nothing", **(ROWS[name](table, who) if name in ROWS else {})}
            if method == "post"
            else {}
        )
        answer = getattr(table.clients[who], method)(address, body, headers={"HX-Request": "true"})
        headers = {key: value for key, value in answer.headers.items() if key not in CHANGING}
        return masked([f"{answer.status_code} {headers} {answer.content.decode()}".replace(address, "address")])

    tried = set()
    for name, parts in GUESSED.items():
        usual = dict.fromkeys(parts, NOTHING) | table.arguments(who, name)
        for part in parts:
            for method, rights in zip(("get", "post"), TABLE_OF_ADDRESSES[name], strict=True):
                if rights == NEVER:
                    continue
                nothing = answered(method, name, {**usual, part: NOTHING})
                for token in tokens.get(part, ()):
                    assert answered(method, name, {**usual, part: token}) == nothing, (method, name, part)
                    tried.add(part)
    assert tried == set(tokens)
    parts = {part for found in GUESSED.values() for part in found}
    assert parts - tried <= set(NAMING_NOTHING), "a new parameter: hide something that it may name"
