"""A form that was drawn before hidden acts and is posted after them gets the same response."""

import os
from contextlib import suppress
from random import Random

import pytest
from django.core.cache import cache
from django.urls import resolve

from encounters.dice import source
from tests.secrets.browsing import Page
from tests.secrets.evening import Dice, masked
from tests.secrets.hidden_acts import HIDDEN
from tests.secrets.moment import Moment, NotNow
from tests.secrets.sequences import ACTS, MOMENTS
from tests.secrets.test_pages import LEFT_OPEN
from tests.secrets.test_playing import CANARY, worlds
from tests.secrets.test_twins import GAMES, differing

SOAK = os.environ.get("TABLEE_SOAK") == "1"
SEATS = ("ana", "leo", "spectator") if SOAK else ("ana",)
MOST_PAGES = 200
SHARE = 1 if SOAK else 3  # of the forms
OF_A_BROWSER = ("/language/", "/display/", "/account/")


def kind_of(address):
    """The kind of a page or a form; in the long form each address is one of its own."""
    return address if SOAK else resolve(address.partition("?")[0]).url_name


class Late(Moment):
    def drawn_forms(self, who):
        """The forms on the pages of a seat, one of each kind: where to, and their data filled in by chance."""
        left, seen, forms = [f"/t/{self.seats[who].token}/"], set(), {}
        while left and len(seen) < MOST_PAGES:
            address = left.pop(0)
            if not address.startswith("/t/") or kind_of(address) in seen:
                continue
            cache.clear()
            answer = self.clients[who].get(address)
            if answer.status_code == 302:
                left.append(answer.url)
            elif answer.status_code == 200 and "html" in answer.headers["Content-Type"]:
                seen.add(kind_of(address))
                page = Page(answer.content.decode())
                left += page.links
                for form in page.forms:
                    data = form.filled(Random(len(forms)))
                    data.pop("command", None)
                    to = form.action or address
                    if form.usable and not to.startswith(OF_A_BROWSER):
                        forms.setdefault((kind_of(to), str(data.get("kind")), *sorted(data)), (to, data))
        return list(forms.values())


def answered(game, secret):
    """The answer to each form, with a script and without in turn, and the frames that follow."""
    table = Late(game, secret)
    table.advance(MOMENTS["her turn"])
    ACTS["edits"](table)  # which can be undone
    table.look("edits")
    forms = [(who, *form) for who in SEATS for form in table.drawn_forms(who)]
    for name in [name for name in HIDDEN if name != LEFT_OPEN] if secret.names else ():
        with suppress(NotNow):
            HIDDEN[name](table)
    assert table.look("unseen") == 0, table.stream_of_all[-1][:2400]
    texts = []
    for number, (who, address, data) in list(enumerate(forms))[GAMES.index(game) % SHARE :: SHARE]:
        with table.rolled_back(str(number)):
            since = len(table.stream_of_all)
            table.post(who, address, data, script=number // SHARE % 2 == 0)
            table.look("sent")
            texts.append(table.stream_of_all[since:])
    return texts


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_a_form_drawn_before_hidden_things_is_answered_alike(game, monkeypatch):
    found = []
    for secret in worlds(GAMES.index(game)):
        monkeypatch.setattr(source, "throw", Dice(secret.seed).throw)
        found.append(answered(game, secret))
    quiet, *others = found
    assert any("\n200" in texts[0] or "\n302" in texts[0] for texts in quiet)
    for other in others:
        for texts, secret_texts in zip(quiet, other, strict=True):
            for before, after in zip(masked(texts), masked(secret_texts), strict=True):
                assert before == after, differing(before, after)
            assert list(map(len, texts)) == list(map(len, secret_texts)), texts[0][:200]
            assert CANARY not in str(secret_texts)
