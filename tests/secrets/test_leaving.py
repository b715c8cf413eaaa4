"""Leaving for good leaves nothing: after an evening, canaries in a name, in notes and on a sheet are gone.

The whole database is searched, row by row and field by field, so new models are included; and so is everything the
others are sent afterwards.
"""

import gzip
import json

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.core import serializers
from django.core.cache import cache

from campaigns import archive, backup, services
from campaigns.accounts import data_export, deletion
from campaigns.accounts.deletion import KEEP, REMOVE, Farewell
from campaigns.journal import event_cache, journal, undo
from campaigns.live.cache import CACHES
from campaigns.models import Campaign, Passkey, Seat
from encounters.correct import what_if
from encounters.dice import source
from encounters.models import Encounter
from encounters.prepare import services as prepare_services
from rules import registry
from sheets import services as sheets
from sheets.models import Character, Draft
from sheets.ownership import services as ownership_services
from tests.cast import client_of, gather
from tests.secrets import evening as evenings
from tests.secrets.evening import Dice, Evening, Secret
from tests.secrets.test_canaries import hits

GAMES = [key for key in registry.GAMES if registry.samples(key)]
PERSON, HERO, TYPED, ACCOUNT = "Wexprofname", "Quilpthero", "Brmzltyped", "Vontuserdo"
SECRET = Secret(names=("Zorvaxa",), sample=-1, note="un", rolls=1, seed=3)
STEPS = 8


def cast_with_canary(game):
    """The cast, with somebody else in Ana's place who bears the canary and has an account."""
    cast = gather(game)
    Seat.objects.filter(pk=cast.ana.pk).update(left_at=cast.campaign.events.first().created)
    ana = services.add_seat(seat=cast.gm, role=Seat.Role.PLAYER, name=PERSON, language="fr")
    user = get_user_model().objects.create_user(ACCOUNT, f"{ACCOUNT}@example.org", "une-longue-phrase-42")
    Passkey.objects.create(user=user, name=ACCOUNT, person=ACCOUNT, handle=ACCOUNT, key=ACCOUNT.encode())
    Seat.objects.filter(pk=ana.pk).update(user=user)
    Seat.objects.filter(pk=cast.ana.pk).update(left_at=None)
    return cast.__class__(cast.campaign, cast.gm, Seat.objects.get(pk=ana.pk), cast.leo, cast.spectator, cast.screen)


class Parting(Evening):
    """An evening at whose end Ana leaves for good; everything she could write holds a canary."""

    def __init__(self, game):
        super().__init__(game, SECRET)
        self.ana = self.fresh(self.cast.ana)
        self.hero = self.heroes["ana"]
        self.lost = []
        self.write_own()

    def write_own(self):
        for path, field in self.system.schema.walk():
            if field.kind in ("text", "note") and not field.gm_only and not field.names_another:
                value = HERO if path == "name" else f"{TYPED} {path}"[: field.most or 60]
                sheets.edit(seat=self.ana, sent=self.unseen_sent(), character=self.hero, path=path, value=value)
            if field.kind == "list" and any(leaf.key == "name" and leaf.kind == "text" for leaf in field.row):
                row = {leaf.key: f"{TYPED} r" for leaf in field.row if leaf.kind in ("text", "note")}
                row = {
                    key: value for key, value in row.items() if key == "name" or not leaf_of(field, key).names_another
                }
                try:
                    sheets.add_row(seat=self.ana, sent=self.unseen_sent(), character=self.hero, path=path, values=row)
                except Exception as error:
                    assert "Refused" in type(error).__name__ or "Unreadable" in type(error).__name__, error

    def linger(self):
        """Leave further traces of her: a session, a message not yet read, a draft, a request, a copy of the fight."""
        self.client, self.master = client_of(self.ana), client_of(self.cast.gm)
        self.client.force_login(self.ana.user)
        for session in Session.objects.all():
            data = session.get_decoded() | {"_messages": json.dumps([f"{PERSON} left the table."])}
            session.session_data = Session.objects.encode(data)
            session.save()
        Draft.objects.create(seat=self.ana, data={"name": f"{HERO} II", "notes": TYPED})
        self.lose_others()
        own = undo.last_act(self.ana)
        undo.ask_gm(seat=self.ana, sent=self.unseen_sent(), command=own)
        ownership_services.give_character(seat=self.gm, sent=self.unseen_sent(), character=self.hero, to=None)
        ownership_services.give_character(seat=self.gm, sent=self.unseen_sent(), character=self.hero, to=self.ana)
        what_if.begin(self.gm, Encounter.objects.select_related("campaign").get(token=self.token))
        self.differences()
        self.of_the_master()

    def lose_others(self):
        """A character whose making is undone, and one that the game master removes."""
        for number, kept in enumerate((False, True)):
            name = f"{HERO} {number}"
            made = ownership_services.make_character(seat=self.ana, sent=self.unseen_sent(), sample="blank", name=name)
            making = self.cast.campaign.commands.order_by("-pk").first()
            lost = Character.objects.select_related("campaign").get(token=made.value)
            sheets.edit(seat=self.ana, sent=self.unseen_sent(), character=lost, path="notes", value=TYPED)
            if kept:
                ownership_services.remove_character(seat=self.gm, sent=self.unseen_sent(), character=lost)
                self.removal = self.cast.campaign.commands.order_by("-pk").first()
            else:
                undo.rewind(seat=self.gm, sent=self.unseen_sent(), command=making)
            self.lost.append(lost.subject)

    def of_the_master(self):
        """The answers of the pages that the game master can read."""
        token = self.gm.token
        pages = ("table", "people", "characters", "settings", "journal", "recap", f"encounters/{self.token}")
        asked = [f"{page}/" for page in pages] + [
            f"recap/?{query}" for query in ("as=json", "as=markdown", "for=table")
        ]
        found = {one: self.master.get(f"/t/{token}/{one}") for one in asked}
        assert {one.status_code for one in found.values()} == {200}
        return {one: answer.content for one, answer in found.items()}

    def end(self):
        prepare_services.turn_to(seat=self.gm, sent=self.unseen_sent(), encounter=self.token, status="ended")

    def part(self, characters):
        seat = Seat.objects.select_related("campaign").get(pk=self.ana.pk)
        deletion.leave_for_good([Farewell(seat, characters)], user=seat.user)


def leaf_of(field, key):
    return next(leaf for leaf in field.row if leaf.key == key)


def everything_stored():
    """Every row of every model, as text; sessions decoded."""
    for model in apps.get_models():
        yield model._meta.label, serializers.serialize("json", model._default_manager.all(), ensure_ascii=False)
    for session in Session.objects.all():
        yield "session", json.dumps(session.get_decoded())


def torn(campaign):
    """The subjects whose rows are not what the journal folds to; the evening sets everybody's dice without it."""
    state = journal.fold(campaign)
    rows = archive.current_rows(campaign, state)
    bare = [[{**data, "dice": ""} for data in one.values()] for one in (state, rows)]
    return [subject for subject, one, other in zip(state, *bare, strict=True) if one != other]


@pytest.fixture
def parting(request, db, monkeypatch):
    monkeypatch.setattr(evenings, "gather", cast_with_canary)
    monkeypatch.setattr(source, "throw", Dice(SECRET.seed).throw)
    found = Parting(request.param)
    found.play(STEPS)
    found.linger()
    return found


def check_nothing_left(parting, canaries, tmp_path):
    for label, text in everything_stored():
        assert not hits(text.encode(), canaries), label
    campaign = Campaign.objects.get(pk=parting.cast.campaign.pk)
    assert not torn(campaign)
    assert not hits(gzip.decompress(archive.write(campaign, admin=True)), canaries)
    backup.write(tmp_path / "site.zip")
    for file in (tmp_path / "site.zip",):
        assert not hits(file.read_bytes(), canaries)
    parting.heroes.pop("ana")
    for address, body in parting.bytes().items():
        assert not hits(body, canaries), address
    for address, body in parting.of_the_master().items():
        assert not hits(body, canaries), address
    assert not hits(kept_in_memory().encode(), canaries)


def kept_in_memory():
    """All that this process keeps of tables, and the cache."""
    texts = [kept.items() for kept in CACHES]
    events = [
        (event.changes, event.payload) for _token, (_seq, kept) in event_cache.KEPT.items() for event in kept.events
    ]
    return repr((texts, events, getattr(cache, "_cache", {})))


@pytest.mark.parametrize("parting", GAMES, indirect=True)
def test_nothing_is_left_of_a_player_and_of_the_character_that_goes_along(parting, tmp_path):
    canaries = (PERSON, HERO, TYPED, ACCOUNT)
    before = "\n".join(text for _label, text in everything_stored())
    assert hits(before.encode(), canaries) == set(canaries)
    assert hits(
        json.dumps(data_export.export_person([parting.fresh(parting.ana)], parting.ana.user)).encode(), canaries
    ) == set(canaries)
    assert hits(kept_in_memory().encode(), canaries) == {PERSON, HERO, TYPED}
    parting.end()
    parting.part(REMOVE)
    check_nothing_left(parting, canaries, tmp_path)
    undo.undo(seat=parting.gm, sent=parting.unseen_sent(), command=parting.removal)
    assert not Character.objects.filter(token__in=[subject.partition(":")[2] for subject in parting.lost]).exists()
    assert not get_user_model().objects.exists()
    assert parting.client.get(f"/t/{parting.ana.token}/").status_code == 404


@pytest.mark.parametrize("parting", GAMES[:1], indirect=True)
def test_nothing_is_left_of_a_player_after_the_game_masters_deletion(parting, tmp_path):
    parting.end()
    services.remove_seat(seat=parting.gm, sent=parting.unseen_sent(), leaving=parting.fresh(parting.ana))
    gone = Seat.objects.get(pk=parting.ana.pk)
    deletion.erase(seat=parting.gm, sent=parting.unseen_sent(), member=gone, characters=REMOVE)
    check_nothing_left(parting, (PERSON, HERO, TYPED), tmp_path)
    assert get_user_model().objects.get().get_username() == ACCOUNT, "the account is not this table's"


@pytest.mark.parametrize("parting", GAMES[:1], indirect=True)
def test_a_character_handed_over_keeps_no_text_of_its_player(parting, tmp_path):
    before = Character.objects.get(pk=parting.hero.pk).data
    parting.part(KEEP)
    check_nothing_left(parting, (PERSON, ACCOUNT), tmp_path)
    kept = Character.objects.get(token=parting.hero.token)
    assert kept.name == HERO and not kept.is_played
    changes = [change for event in kept.campaign.events.all() for change in event.changes if change[0] in parting.lost]
    assert changes and not any(TYPED in str(change) for change in changes)
    notes = {path for path, field in parting.system.schema.walk() if field.kind == "note" and not field.gm_only}
    assert not any(path.split(".")[0] in kept.data for path in notes)
    assert {key: value for key, value in before.items() if key not in notes} == kept.data
