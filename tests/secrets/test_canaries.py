"""Secrets of the game master are in no byte that anybody else is sent: pages, frames, files, headers, errors.

Every text field of every model, and every text of every sheet, is either named here as something others read, or is
filled with a canary of its own. A field that is new and named nowhere fails.
"""

import base64
import gzip
import html
import re
from urllib.parse import unquote

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import models
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign, Delivery, Event, Invitation, JoinRequest, Pairing, Passkey, Seat
from encounters.correct import what_if
from encounters.dice import source
from encounters.handouts import services as handouts
from encounters.messages import services as messages
from encounters.models import Branch, DiceStream, Encounter, PushSubscription, Webhook
from encounters.party import clocks, notes, random_tables
from encounters.prepare import services as prepare_services
from rules import registry
from sheets import services as sheets
from sheets.models import Character, Draft
from sheets.portraits import store, upload
from sheets.portraits.limits import SIZES
from tests.cast import client_of
from tests.faces import drawn
from tests.secrets import forms
from tests.secrets.evening import WATCHING, Dice, Evening, Secret

GAMES = [key for key in registry.GAMES if registry.samples(key)]
APPS = ("campaigns", "encounters", "sheets")
NOTE, NAME = "Zorvaxnotiz", "Zorvaxname"
SECRET = Secret(names=(NAME,), sample=-1, note=NOTE, rolls=1, seed=3)
STEPS = 6

# Text that others read, or that only the server does: why it may hold no secret.
OPEN = {
    "campaigns.Campaign": {"token", "name", "game", "settings"},  # the house, told to everybody
    "campaigns.Seat": {"token", "role", "name", "language", "dice"},  # who sits there
    "campaigns.Invitation": {"role"},
    "campaigns.JoinRequest": {"language"},
    "campaigns.Delivery": {"kind"},
    "campaigns.Command": {"token", "key", "body_hash", "edition"},  # made up by the page that sent it
    "campaigns.Event": {"token", "encounter", "kind", "for_fighter", "audience"},  # told by ``views.journal`` alone
    "encounters.Encounter": {"token", "kind", "status"},
    "encounters.DiceStream": {"token"},
    "encounters.Handout": {"token"},
    "encounters.PartyItem": {"token", "kind"},
    "encounters.Message": {"token", "kind", "whose"},
    "encounters.ShownPicture": {"digest", "picture"},  # sent by ``encounters.pictures`` alone: see its tests
    "encounters.Branch": {"token", "encounter", "marks"},
    "encounters.Webhook": {"language"},
    "sheets.Draft": {"token", "kind", "done"},
    "sheets.Picture": {"digest", "large", "small"},  # sent by ``sheets.portraits.store.seen_by`` alone: see below
    "sheets.Character": {"token", "kind", "name"},  # the name of who is hidden is a canary: see below
}
# Columns that hold canaries: filled by the evening, or by ``hide_everything``.
HIDDEN = {
    "campaigns.Invitation": {"nonce", "code_hash"},
    "campaigns.Pairing": {"nonce", "code_hash"},
    "campaigns.JoinRequest": {"nonce", "name"},  # who asks to come in is named to the game master
    "campaigns.Delivery": {"token", "to", "body"},  # sent outside alone
    "campaigns.Passkey": {"token", "name", "person", "handle", "key"},
    "campaigns.Event": {"changes", "payload"},
    "encounters.Encounter": {"name", "state"},  # of a draft the name as well
    "encounters.DiceStream": {"seed"},
    "encounters.Handout": {"name", "data"},
    "encounters.PartyItem": {"data"},
    "encounters.Message": {"data"},
    "encounters.PushSubscription": {"token", "session", "endpoint", "point", "secret", "wants", "shown"},
    "encounters.Branch": {"scene", "past", "told"},
    "encounters.Webhook": {"token", "address", "problem"},  # on a game master's page, and sent outside
    "sheets.Character": {"data", "portrait"},
    "sheets.Draft": {"data", "large", "small"},
}
TEXTS = (models.CharField, models.TextField, models.JSONField, models.BinaryField)


def test_every_text_that_is_stored_is_open_or_holds_a_canary():
    known = {name: OPEN.get(name, set()) | HIDDEN.get(name, set()) for name in {*OPEN, *HIDDEN}}
    found = {
        model._meta.label: {field.name for field in model._meta.fields if isinstance(field, TEXTS)}
        for app in APPS
        for model in apps.get_app_config(app).get_models()
    }
    found = {label: names for label, names in found.items() if names}
    assert found == known, "a new field: say that others read it, or hide a canary in it"


def hide_everything(evening):
    """Canaries wherever the evening itself puts none."""
    unseen = Character.objects.get(token=evening.unseen[0])
    face = upload.make_portrait(drawn(colour="green"))
    sheets.portray(seat=evening.gm, sent=evening.unseen_sent(), character=unseen, portrait=face)
    picture = f"{NOTE} of a picture".encode()
    draft = prepare_services.prepare(seat=evening.gm, sent=evening.unseen_sent(), name=f"{NAME} draft").value
    prepare_services.annotate(seat=evening.gm, sent=evening.unseen_sent(), encounter=draft, text=NOTE)
    said = {"name": NAME, "text": NOTE, "notes": NOTE}
    handouts.save(seat=evening.gm, sent=evening.unseen_sent(), values=said)
    scene = upload.make_whole(drawn(colour="blue"))  # shown to everybody, without a word of its handout
    handouts.save(seat=evening.gm, sent=evening.unseen_sent(), values=said, picture=scene, scene=True)
    own = {"day": "2026-01-03", "whose": "own", "text": NOTE, "replaces": ""}
    notes.save(seat=evening.gm, sent=evening.unseen_sent(), **own)
    rows = {"name": NAME, "dice": "1d2", "rows": f"1-2 {NOTE}"}
    random_tables.create(seat=evening.gm, sent=evening.unseen_sent(), values=rows)
    clocks.make(seat=evening.gm, sent=evening.unseen_sent(), values={"name": NAME})
    messages.whisper(seat=evening.gm, sent=evening.unseen_sent(), to=evening.away.token, text=NOTE)
    Draft.objects.create(seat=evening.gm, data={"name": NAME, "notes": NOTE}, large=picture, small=picture)
    keys = {name: f"{NOTE}{name}" for name in ("token", "session", "endpoint", "point", "secret")}
    PushSubscription.objects.create(seat=evening.away, wants=[NOTE], shown={"message": [NOTE]}, **keys)
    seeds = DiceStream.objects.filter(published_at=None)
    seeds.update(seed=f"{NOTE} of a seed, 32 bytes".ljust(32)[:32].encode())
    row = what_if.begin(evening.gm, Encounter.objects.select_related("campaign").get(token=evening.token))
    Branch.objects.filter(pk=row.pk).update(told=[], past=[[["x", NOTE, NOTE, NOTE]]])
    campaign = Campaign.objects.get(pk=evening.gm.campaign_id)
    Pairing.objects.create(nonce=f"{NOTE}pairing", code_hash=f"{NOTE}hash", expires_at=campaign.events.first().created)
    door = Invitation.objects.create(campaign=campaign, role="player", nonce=f"{NOTE}nonce", code_hash=f"{NOTE}code")
    blank = Seat.objects.create(campaign=campaign)
    JoinRequest.objects.create(invitation=door, seat=blank, nonce=f"{NOTE}request", name=NAME, language="fr")
    now = timezone.now()
    waits = {"token": f"{NOTE}delivery"[-32:], "kind": "none", "to": f"{NOTE}to", "body": NOTE, "made": now}
    Delivery.objects.create(campaign=campaign, next_try=now, until=now, **waits)
    leads = {"token": f"{NOTE}webhook", "address": f"https://hooks.example/{NOTE}", "problem": {"id": NOTE}}
    Webhook.objects.create(campaign=campaign, seq=0, **leads)
    said = {name: f"{NOTE}{name}" for name in ("token", "name", "person", "handle")}
    user = get_user_model().objects.create_user("Odile")
    Passkey.objects.create(user=user, key=f"{NOTE}key".encode(), **said)
    # Acts unseen by the players, in any of their texts.
    for event in Event.objects.filter(audience="gm"):
        payload = {**event.payload, "told": {"gm": NOTE, "owner": NOTE, "table": NOTE}, "secret": NOTE}
        Event.objects.filter(pk=event.pk).update(payload=payload)


def readings(body):
    """Bytes as they are, and as whoever wants to know would read them."""
    yield body
    text = body.decode("utf-8", "replace")
    yield html.unescape(text).encode()
    yield unquote(text).encode()
    if body[:2] == b"\x1f\x8b":
        yield gzip.decompress(body)
    for found in re.findall(r"[A-Za-z0-9+/_-]{24,}={0,2}", text):
        padded = found + "=" * (-len(found) % 4)
        urlsafe = (base64.urlsafe_b64decode,) if "-" in found or "_" in found else ()  # else it is the same
        for decode in (base64.b64decode, *urlsafe):
            try:
                yield decode(padded)
            except ValueError:
                continue


def hits(body, canaries):
    texts = [reading.lower() for reading in readings(body)]
    return {canary for canary in canaries if any(canary.lower().encode() in text for text in texts)}


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_no_secret_is_in_any_byte_that_others_are_sent(game, monkeypatch, caplog):
    caplog.set_level("INFO")
    monkeypatch.setattr(source, "throw", Dice(SECRET.seed).throw)
    evening = Evening(game, SECRET)
    evening.play(STEPS)
    hide_everything(evening)
    hidden = Character.objects.get(token=evening.unseen[0])
    state = Encounter.objects.get(token=evening.token).state
    fighter = next(key for key, row in state["fighters"].items() if row["character"] == hidden.token)
    canaries = {NOTE, NAME, hidden.token, fighter, hidden.portrait}
    for who in WATCHING:
        client = client_of(evening.cast.seats[who])
        assert {client.get(store.address(hidden.portrait, side)).status_code for side in SIZES} == {404}
    assert NOTE in str(hidden.data) and hidden.name == NAME
    assert all(NOTE in str(hero.data) for hero in Character.objects.filter(kind="pc") if has_secrets(evening))
    for frame in evening.frames:
        assert not hits("\n".join(frame).encode(), canaries), frame[:3]
    for address, body in evening.bytes().items():
        assert not hits(body, canaries), address
    assert not hits(caplog.text.encode(), canaries)
    archive = client_of(evening.cast.gm).get(reverse("archive", args=[evening.gm.token])).content
    assert hits(archive, canaries) == canaries
    follow_every_link(evening, canaries)


def follow_every_link(evening, canaries):
    """Fail where a file, a print or a picture to which the pages of the others lead has a secret."""
    found = set()
    for who in WATCHING:
        client, seat = client_of(evening.cast.seats[who]), evening.cast.seats[who]
        for address, body, _text in forms.answers(who, client, reverse("seat", args=[seat.token]), 4, 2):
            assert not hits(body, canaries), (who, address)
            found.add((forms.route(address), *re.findall(r"as=\w+", address)))
    assert {("own-data",), ("export-character",), ("print-sheet",), ("recap", "as=json"), ("picture",)} <= found, found


def has_secrets(evening):
    """True if the sheets of this game have fields for the game master alone."""
    return any(field.gm_only and field.kind in ("text", "note") for _path, field in evening.system.schema.walk())
