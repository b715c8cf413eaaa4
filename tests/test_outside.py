"""The games of ``examples/`` on every page of their tables: permissions, forms, keys and secrets."""

import re
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from django.core.cache import cache as pages
from django.db import transaction
from django.urls import Resolver404, resolve, reverse

from campaigns.journal.journal import Sent
from campaigns.models import Seat
from encounters.dice import source
from encounters.prepare import services as prepare_services
from rules import packs, registry
from rules.written import reader
from tests.cast import client_of, gather
from tests.encounters.conftest import begun
from tests.hostile.harvest import forms
from tests.permissions import ROLES, TABLE_OF_ADDRESSES
from tests.rules.examples import embers as embers
from tests.secrets.evening import Dice, Evening, Secret, masked
from tests.secrets.test_twins import differing
from tests.test_keys import KEY, WITHOUT, rows

LANTERNS = Path(__file__).resolve().parents[1] / "examples/lanterns.toml"
NAMED_LIKE_LISTS = '[sheet.worn]\narmour = "Armour"\nweapons = "Weapons"\n'  # numbers, called as other games call lists
GAMES = ("lanterns", "embers")
SEATED = ("gm", "ana", "leo", "screen")
LINK = re.compile(r'(?:href|hx-get)="([^"#]+)')
TAKEN = (200, 302, 409, 422)
AWAY = {"log-out", "leave", "set-language", "display"}  # they end the visit, or change how it is read


@pytest.fixture(autouse=True)
def outside(monkeypatch, settings, db, embers):
    """The examples stand among the games, and dice fall whoever throws them."""
    settings.TABLEE_DICE = "tests.test_forms.ones"
    text = LANTERNS.read_text("utf-8").replace("[tests]", NAMED_LIKE_LISTS + "[tests]", 1)
    written = packs.Packs({"lanterns": reader.read(text.encode(), registry.GAMES), "embers": embers})
    monkeypatch.setattr(registry, "outside_packs", cache(lambda: written))
    registry.forget()
    pages.clear()
    yield
    registry.forget()


class Flat(Evening):
    """An evening in a game without places."""

    grounded = False


class Table:
    """A table with a fight under way, another that is prepared, and a browser for each seat."""

    def __init__(self, game):
        self.cast = gather(game)
        begun(self.cast, Seat.Dice.ASK)
        gm = self.cast.gm
        draft = prepare_services.prepare(seat=gm, sent=Sent.of("", "draft"), name="Quai 7").value
        self.begins = [("seat", ()), ("prepare", (draft,)), ("characters", ()), ("house", ()), ("screen", ())]
        self.clients = {name: client_of(getattr(self.cast, name)) for name in SEATED} | {"anonymous": client_of()}

    def visited(self, role):
        """Every page that this seat is led to: one of each address, with its answer."""
        seat = self.cast.seats[role].token
        ahead, seen = [reverse(name, args=[seat, *args]) for name, args in self.begins], set()
        while ahead:
            address = ahead.pop(0)
            try:
                name = resolve(urlsplit(address).path).url_name
            except Resolver404:  # a style, a picture
                continue
            if name in seen or name in AWAY:
                continue
            pages.clear()
            answer = self.clients[role].get(address)
            if answer.status_code != 404:
                seen.add(name)
                yield name, address, answer
            if answer.status_code == 302:
                ahead.append(answer.url)
            elif not answer.streaming and "html" in answer["Content-Type"]:
                found = (urljoin(address, unescape(one)) for one in LINK.findall(answer.text))
                ahead += [one for one in found if urlsplit(one).netloc in ("", "testserver")]


@pytest.mark.slow("every page of a table")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("role", SEATED)
def test_every_page_opens_for_its_roles_and_nobody_else(game, role):
    table, wrong, seen = Table(game), [], set()
    for name, address, answer in list(table.visited(role)):
        seen.add(name)
        if answer.status_code not in (200, 302):
            wrong.append(f"{role}: {address}: {answer.status_code}")
        said = TABLE_OF_ADDRESSES[name][0].split()
        if said[ROLES.index("anonymous")] != "yes":
            pages.clear()
            answer = table.clients["anonymous"].get(address)
            if answer.status_code != (302 if said[0] == "in" else 404):
                wrong.append(f"anonymous: {address}: {answer.status_code}")
        if said[ROLES.index(role)] == "no":
            wrong.append(f"{role} may not be led to {name}")
    assert not wrong, "\n".join(wrong)
    assert {"gm": "prepare", "ana": "sheet", "leo": "mine", "screen": "screen"}[role] in seen


@pytest.mark.slow("every form of a table, sent twice")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("role", ["gm", "ana"])
def test_every_form_is_taken_and_done_once_when_sent_twice(game, role):
    table, wrong, sent = Table(game), [], set()
    for _name, address, answer in list(table.visited(role)):
        if answer.streaming or "html" not in answer["Content-Type"]:
            continue
        for form in forms(role, address, answer.text):
            name, fields = resolve(form.action).url_name, " ".join(sorted(field for field, _value in form.fields))
            if form.method != "POST" or name in AWAY or (name, fields) in sent:
                continue
            sent.add((name, fields))
            with transaction.atomic():
                answers, kept = [], []
                for _time in range(2):
                    pages.clear()
                    sending = dict(form.fields) | {"command": KEY}
                    answers.append(table.clients[role].post(form.action, sending).status_code)
                    kept.append(rows())
                transaction.set_rollback(True)
            if not set(answers) <= set(TAKEN):
                wrong.append(f"{form.action} {form.fields}: {answers}")
            if name not in WITHOUT and kept[0] != kept[1]:
                wrong.append(f"{form.action} {form.fields}: done twice")
    assert not wrong, "\n".join(wrong)
    assert len(sent) >= 10


WORLDS = (
    Secret(names=("Zorvaxa",), sample=-1, note="un", rolls=0, seed=1),
    Secret(names=("Krellboz", "Quymphe"), sample=0, note="deux", rolls=2, seed=2),
    Secret(names=("Ombre", "Brume", "Cendre"), sample=0, note="trois", rolls=1, seed=3),
)


@pytest.mark.slow("two evenings beside each other")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("other", WORLDS[1:], ids=["two are hidden", "three are hidden"])
def test_hidden_things_change_nothing_sent_to_the_others(game, other, monkeypatch):
    found = []
    for secret in (WORLDS[0], other):
        monkeypatch.setattr(source, "throw", Dice(secret.seed).throw)
        evening = Flat(game, secret)
        evening.play(4)
        found.append((masked(map(str, evening.stream())), masked(page.decode() for page in evening.bytes().values())))
    for here, there in zip(*found, strict=True):
        assert here == there, differing(str(here), str(there))
