"""A table under attack, and the judgement of every response."""

from __future__ import annotations

import hashlib
import logging
import os
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connection, transaction
from django.urls import resolve
from hypothesis import HealthCheck, Phase, seed
from hypothesis import settings as hypothesis_settings

from campaigns.journal import journal
from campaigns.journal.subjects import kind_of
from campaigns.live import regions
from campaigns.live.cache import Cache
from campaigns.models import Campaign, Event
from rules.core.dice import Dice
from tests.hostile import harvest, wire
from tests.permissions import TABLE_OF_ADDRESSES
from tests.policy import POLICY
from tests.test_permissions import PARAMETER, ROLES, ROUTES, FullTable

SOAK = os.environ.get("TABLEE_SOAK") == "1"
# The number of inputs of each kind: 2,000 at every run, fifty times as many under `make soak`, or as often as said.
TIMES = int(os.environ.get("TABLEE_SOAK_TIMES", "50")) if SOAK else 1
INPUTS = {"forms": 752, "paths": 250, "queries": 150, "headers": 350, "files": 300, "dice": 120, "sockets": 100}
PATIENCE = 1.0  # seconds of processor time, which a busy machine does not stretch
LARGEST = 20 * 1024 * 1024
# Text that would be a script if it were sent back unescaped.
ALIVE = re.compile(rb"<script>alert|<img src=x|<svg onload", re.IGNORECASE)
OURS = ("auth", "campaigns", "sheets", "encounters")


def inputs(kind: str, parts: int = 1) -> hypothesis_settings:
    """The settings of hypothesis for so many inputs of a kind: the same at each run, others under `make soak`."""
    return hypothesis_settings(
        max_examples=INPUTS[kind] * TIMES // parts,
        derandomize=not SOAK,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],  # the judge says what was sent: nothing is gained by sending it smaller
    )


def part_of_inputs(part: int) -> Callable[[Any], Any]:
    """Other inputs for each part of a test, the same ones at each run; any at all under `make soak`."""
    return (lambda test: test) if SOAK else seed(part)


def ones(dice: Dice) -> tuple[int, ...]:
    """Throws that are the same at every run."""
    return (1,) * dice.count


def state() -> str:
    """A digest of every row of ours; sessions, which hold no part of the game, are left out."""
    digest = hashlib.sha256()
    with connection.cursor() as cursor:
        for label in OURS:
            for model in apps.get_app_config(label).get_models():
                cursor.execute(f"select * from {model._meta.db_table} order by 1")
                digest.update(repr(cursor.fetchall()).encode())
    return digest.hexdigest()


def written() -> int:
    """The number of rows written so far, as SQLite counts them; if it stays, nothing need be compared."""
    count: int = connection.connection.total_changes
    return count


def unfolded() -> list[str]:
    """The subjects whose row is not what the journal says, and the tables whose journal has a gap."""
    found = []
    for campaign in Campaign.objects.all():
        rows = {name: (kind_of(name), data) for name, data in journal.fold(campaign).items()}
        found += [name for name, ((kind, token), data) in rows.items() if kind.load(campaign, token) != data]
        if list(Event.objects.filter(campaign=campaign).values_list("seq", flat=True)) != list(
            range(1, campaign.seq + 1)
        ):
            found.append(f"a gap at {campaign.name}")
    return found


class Judge:
    """Sends any input, checks each response against the promises, and rolls back every change."""

    def __init__(self) -> None:
        self.ground = FullTable()
        self.cookies = {
            role: "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
            for role, client in self.ground.clients.items()
        }
        self.before = state()
        self.known: dict[tuple[str, str], dict[str, Any]] = {}

    def harvest(self) -> list[harvest.Form]:
        """One form for each address that takes one, role by role, from every page that each role may read."""
        found: dict[tuple[str, str, str], harvest.Form] = {}
        for place, role in enumerate(ROLES):
            for name, (get, _post) in TABLE_OF_ADDRESSES.items():
                if get.split()[place] != "yes":
                    continue
                target = self.address(name, role)
                answer = wire.send("GET", target, cookie=self.cookies[role])
                if "html" not in answer.headers.get("content-type", ""):
                    continue
                for form in harvest.forms(role, target, answer.body.decode()):
                    fields = " ".join(sorted(field for field, _value in form.fields))
                    found.setdefault((role, resolve(form.action).url_name or "", fields), form)
        return list(found.values())

    def address(self, name: str, role: str, **changed: str) -> str:
        """The address of a name for a role, with what is there to be asked for, which is made the first time."""
        if (name, role) not in self.known:
            self.known[name, role] = self.ground.arguments(name, role)
            self.before = state()
        arguments: dict[str, Any] = {**self.known[name, role], **changed}
        return PARAMETER.sub(lambda found: str(arguments[found[1]]), ROUTES[name])

    def send(self, role: str, method: str, target: str, again: str = "", **options: Any) -> wire.Answer:
        """Send, and fail unless every promise is kept; after a change, ``again`` must still be a page."""
        cache.clear()
        with transaction.atomic():
            before = written()
            answer = wire.send(method, target, cookie=self.cookies[role], **options)
            faults = list(self._faults(role, method, answer, again, written() != before))
            transaction.set_rollback(True)
        assert not faults, f"{faults} after {method} {target[:300]!r} by {role} with {options!r:.600}"
        return answer

    def _faults(self, role: str, method: str, answer: wire.Answer, again: str, wrote: bool) -> Any:
        if answer.status >= 500:
            yield f"status {answer.status}"
        if answer.seconds > PATIENCE:
            yield f"{answer.seconds:.2f} s of work"
        if len(answer.body) > LARGEST:
            yield f"{len(answer.body)} bytes"
        if set(answer.headers.get("content-security-policy", "").split("; ")) != POLICY:
            yield "another policy"
        if ALIVE.search(answer.body):
            yield "markup came back alive"
        if not wrote or state() == self.before:
            return
        if answer.status >= 400 or method != "POST":
            yield f"something changed with status {answer.status}"
        yield from unfolded()
        if again and wire.send("GET", again, cookie=self.cookies[role]).status >= 500:
            yield f"{again} is no page any more"


@pytest.fixture
def judge(db: None, settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    """The judge, at a table with a row of every kind."""
    # pytest keeps each refusal with its whole body: thousands of them slow every garbage collection.
    caplog.set_level(logging.CRITICAL, "django.security")
    settings.DEBUG_PROPAGATE_EXCEPTIONS = True  # an error inside is shown where it was raised
    settings.TABLEE_DICE = f"{__name__}.ones"
    monkeypatch.setattr(regions, "DRAWN", Cache(0))  # what is taken back is never drawn again from memory
    yield Judge()
    cache.clear()
