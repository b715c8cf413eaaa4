"""Copying to another table of one's own: its result, its undo, and who learns of it."""

import gzip
import json

import pytest
from django.core import serializers
from django.urls import reverse

from campaigns import archive
from campaigns import services as tables
from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.models import Campaign, Event, Seat
from encounters.copying import offered, services
from encounters.ground import services as grounds
from encounters.handouts import services as handouts
from encounters.models import Encounter, Handout, ShownPicture
from encounters.pictures import MOST_PICTURES
from encounters.prepare import participants
from encounters.prepare import services as prepare_services
from rules import registry
from rules.core.errors import Refused, Stale
from sheets import services as sheets
from sheets.models import Character, Picture
from sheets.npc_templates import services as npc_templates
from sheets.ownership import services as ownership
from sheets.portraits import upload
from tests.cast import client_of, gather
from tests.faces import drawn

SECRET = "Zorvax a scié les amarres."


class Two:
    """A table that is left, with something of each kind, and one to which it goes; one browser holds both."""

    def __init__(self, game="polaris", there="polaris"):
        self.cast, self.number = gather(game), 0
        self.here = self.cast.gm
        self.here.campaign.name = "Fosse Quatre"  # no sheet of the game has it
        self.here.campaign.save()
        self.there = tables.create_campaign(name="Abysses", game=there, gm="Autre meneur")
        self.player = tables.add_seat(seat=self.there, role=Seat.Role.PLAYER, name="Ines")

    def do(self, service, seat=None, **said):
        self.number += 1
        return service(seat=seat or self.here, sent=Sent.of("", self.number), **said)

    def copy(self, *picks, **said):
        return self.do(services.copy, seat=self.there, source=self.here, picks=picks, **said)

    def hero(self, seat=None):
        sample = next(key for key, row in registry.samples(self.here.campaign.game).items() if row["kind"] == "pc")
        return Character.objects.get(
            token=self.do(ownership.make_character, seat=seat, sample=sample, name="Élowen").value
        )

    def fight(self):
        """A prepared encounter: a hero, three guards of whom one joins later, a ground with a picture, and notes."""
        self.hero()
        token = self.do(prepare_services.prepare, name="Le quai").value
        for what, joins in (("2x garde", "start"), ("garde", "signal")):
            self.do(participants.add_participants, encounter=token, what=what, hidden=True, joins=joins)
        self.do(grounds.lay, encounter=token, level="", ready="street")
        self.do(grounds.set_picture, encounter=token, picture=upload.make_wide(drawn(colour="blue")))
        self.do(grounds.put, encounter=token, who=["foe"], place="p1")
        self.do(prepare_services.annotate, encounter=token, text=SECRET)
        return Encounter.objects.get(token=token)

    def handout(self):
        said = {"name": "Plan", "text": "Le rouge", "notes": SECRET}
        token = self.do(handouts.save, values=said, picture=upload.make_whole(drawn())).value
        self.do(handouts.show, handout=token, to="table")
        return token

    def rows(self, seat):
        """All that is kept of a table."""
        campaign = Campaign.objects.get(pk=seat.campaign.pk)
        kinds = (Character, Picture, Encounter, Handout, ShownPicture, Event, Seat)
        kept = {kind.__name__: kind.objects.filter(campaign=campaign).order_by("pk") for kind in kinds}
        return {name: json.loads(serializers.serialize("json", found)) for name, found in kept.items()}

    def things(self, seat):
        beside = ("Event", "Picture", "ShownPicture")  # what stays whatever is taken back
        return {name: rows for name, rows in self.rows(seat).items() if name not in beside}

    def offered(self, refused=False):
        found = [section for section in offered.sections(self.here, self.there) if bool(section.refused) == refused]
        return {row["key"] for section in found for row in section.rows}


@pytest.fixture
def two(db):
    return Two()


def test_a_character_arrives_free_with_its_sheet_and_its_portrait(two):
    hero = two.hero()
    two.do(ownership.give_character, character=hero, to=two.cast.ana)
    two.do(sheets.portray, character=hero, portrait=upload.make_portrait(drawn()))
    before = two.rows(two.here)
    two.copy(f"character:{hero.token}")
    (came,) = Character.objects.filter(campaign=two.there.campaign)
    hero.refresh_from_db()
    assert came.data == {key: value for key, value in hero.data.items() if key != "meta"}
    assert (came.kind, came.owner, came.portrait, came.name) == ("pc", None, hero.portrait, "Élowen")
    assert came.token != hero.token
    assert Picture.objects.filter(campaign=two.there.campaign, digest=came.portrait).count() == 1
    assert two.rows(two.here) == before, "nothing is written at the table it comes from"


def test_a_copy_is_independent_of_its_original(two):
    hero = two.hero()
    two.copy(f"character:{hero.token}")
    came = Character.objects.get(campaign=two.there.campaign)
    two.do(sheets.edit, seat=two.there, character=came, path="name", value="Nadia")
    hero.refresh_from_db()
    assert hero.name == "Élowen"
    two.do(ownership.remove_character, character=hero)
    assert Character.objects.filter(pk=came.pk).exists()


def test_a_template_stays_a_template(two):
    fight = two.fight()
    guard = Character.objects.filter(campaign=two.here.campaign, kind="npc").first()
    saved = two.do(npc_templates.save, character=guard, name="Garde du port", healed=True).value
    hero = Character.objects.get(campaign=two.here.campaign, kind="pc").token
    fight_and_ground = {f"encounter:{fight.token}", f"ground:{fight.token}"}
    assert two.offered() == {f"character:{saved}", f"character:{hero}", *fight_and_ground}, "a copy goes with its fight"
    two.copy(f"character:{saved}")
    assert Character.objects.get(campaign=two.there.campaign).kind == "template"


def test_an_encounter_arrives_with_its_opponents_ground_picture_and_notes(two):
    fight, hero = two.fight(), two.hero(two.there)
    two.copy(f"encounter:{fight.token}")
    (came,) = Encounter.objects.filter(campaign=two.there.campaign)
    assert (came.name, came.status, came.state["notes"]) == ("Le quai", "draft", SECRET)
    fighters, waiting = came.state["fighters"], came.state["reserves"]
    assert [row["character"] for row in fighters.values() if row["side"] == "pc"] == [hero.token]
    foes = [row for row in (*fighters.values(), *waiting.values()) if row["side"] == "foe"]
    sheets_of_them = Character.objects.filter(token__in=[row["character"] for row in foes])
    assert len(foes) == sheets_of_them.count() == 3
    assert set(sheets_of_them.values_list("campaign", flat=True)) == {two.there.campaign.pk}
    assert all(row["hidden"] and row["copy"] for row in foes)
    ground, before = came.state["ground"], fight.state["ground"]
    assert ground["places"] == before["places"] and ground["ways"] == before["ways"]
    assert sorted(ground["at"]) == sorted(key for key, row in (fighters | waiting).items() if row["side"] == "foe")
    assert ShownPicture.objects.filter(campaign=two.there.campaign, digest=ground["picture"]).exists()
    assert not set(fighters) & set(fight.state["fighters"])
    two.do(prepare_services.turn_to, seat=two.there, encounter=came.token, status="running")


def test_a_ground_becomes_an_encounter_of_the_players_there(two):
    fight, hero = two.fight(), two.hero(two.there)
    two.copy(f"ground:{fight.token}")
    (came,) = Encounter.objects.filter(campaign=two.there.campaign)
    assert [row["character"] for row in came.state["fighters"].values()] == [hero.token]
    assert came.state["ground"]["places"] == fight.state["ground"]["places"]
    assert "at" not in came.state["ground"] and "notes" not in came.state


def test_a_handout_arrives_with_its_notes_and_shown_to_nobody(two):
    two.copy(f"handout:{two.handout()}")
    (came,) = Handout.objects.filter(campaign=two.there.campaign)
    assert set(came.data) == {"text", "notes", "picture"} and came.data["notes"] == SECRET
    assert ShownPicture.objects.filter(campaign=two.there.campaign, digest=came.data["picture"]).exists()


def test_one_undo_takes_all_of_it_back_and_one_redo_brings_it_again(two):
    fight, handout, hero = two.fight(), two.handout(), two.hero()
    before = two.things(two.there)
    picks = (f"encounter:{fight.token}", f"handout:{handout}", f"character:{hero.token}", f"ground:{fight.token}")
    done = two.copy(*picks)
    after = two.things(two.there)
    two.do(undo.undo, seat=two.there, command=done.command)
    assert two.things(two.there) == before
    two.do(undo.redo, seat=two.there, command=done.command)
    assert {name: len(rows) for name, rows in two.things(two.there).items()} == {
        name: len(rows) for name, rows in after.items()
    }


def test_nobody_at_either_table_learns_of_the_other(two):
    fight, handout, hero = two.fight(), two.handout(), two.hero()
    two.copy(f"encounter:{fight.token}", f"handout:{handout}", f"character:{hero.token}")
    marks = (
        two.here.campaign.name,
        *Seat.objects.filter(campaign=two.here.campaign).values_list("token", flat=True),
        *Character.objects.filter(campaign=two.here.campaign).values_list("token", flat=True),
        *fight.state["fighters"],
        fight.token,
        handout,
        two.here.campaign.token,
    )
    there = Campaign.objects.get(pk=two.there.campaign.pk)
    kept = json.dumps(two.rows(two.there)) + gzip.decompress(archive.write(there)).decode()
    assert not [mark for mark in marks if mark in kept]
    seat = two.player
    for name in ("journal", "characters", "recap", "handouts"):
        text = client_of(seat).get(reverse(name, args=[seat.token])).text
        assert SECRET not in text and "Le quai" not in text
        assert not [mark for mark in marks if mark in text], name
    for seat in two.cast.seats.values():
        text = client_of(seat).get(reverse("journal", args=[seat.token])).text
        assert "Abysses" not in text and two.there.token not in text


def test_another_game_takes_grounds_and_handouts_alone(db):
    two = Two(there="mythras")
    fight, handout, hero = two.fight(), two.handout(), two.hero()
    heroes = Character.objects.filter(campaign=two.here.campaign, kind="pc")
    assert two.offered() == {f"ground:{fight.token}", f"handout:{handout}"}
    assert two.offered(refused=True) == {f"encounter:{fight.token}", *(f"character:{one.token}" for one in heroes)}
    for pick in (f"character:{hero.token}", f"encounter:{fight.token}"):
        with pytest.raises(Refused, match="same game"):
            two.copy(f"handout:{handout}", pick)
    assert not Handout.objects.filter(campaign=two.there.campaign).exists(), "all of it or nothing"
    two.copy(f"ground:{fight.token}", f"handout:{handout}")
    (came,) = Encounter.objects.filter(campaign=two.there.campaign)
    page = reverse("prepare", args=[two.there.token, came.token])
    assert client_of(two.there).get(page).status_code == 200


def test_copying_things_gone_or_begun_or_too_many_is_refused_with_a_sentence(two):
    fight = two.fight()
    for pick in ("character:", "encounter:aaaa", "ground:aaaa", "handout:aaaa"):
        with pytest.raises(Stale):
            two.copy(pick)
    for picks in ([], [f"handout:{number}" for number in range(services.MOST + 1)]):
        with pytest.raises(Refused):
            two.copy(*picks)
    two.do(prepare_services.turn_to, encounter=fight.token, status="running")
    with pytest.raises(Refused, match="begun"):
        two.copy(f"encounter:{fight.token}")
    assert two.copy("nonsense").command is None
    for number in range(MOST_PICTURES):
        ShownPicture.objects.create(campaign=two.there.campaign, digest=f"{number:064}", picture=b"")
    with pytest.raises(Refused, match="room"):
        two.copy(f"ground:{fight.token}")


def test_only_the_game_master_of_both_copies(two):
    handout = two.handout()
    for source in (two.cast.ana, two.there):
        with pytest.raises(Refused):
            two.do(services.copy, seat=two.there, source=source, picks=[f"handout:{handout}"])
    Seat.objects.filter(pk=two.here.pk).update(left_at=two.cast.campaign.events.first().created)
    with pytest.raises(Refused):
        two.copy(f"handout:{handout}")


def test_the_pages_are_for_a_browser_that_holds_both_seats(two):
    handout = two.handout()
    both, one = client_of(two.here, two.there), client_of(two.there)
    tables_page, page = (
        reverse("copy-tables", args=[two.here.token]),
        reverse("copy", args=[two.there.token, two.here.token]),
    )
    assert "Abysses" in both.get(tables_page).text
    assert "Abysses" not in client_of(two.here).get(tables_page).text
    assert f"handout:{handout}" in both.get(page).text
    for client, method in ((one, "get"), (one, "post"), (client_of(two.here, two.player), "get")):
        assert getattr(client, method)(page, {"pick": f"handout:{handout}"}).status_code == 404
    player = reverse("copy", args=[two.player.token, two.here.token])
    assert client_of(two.here, two.player).get(player).status_code == 404
    assert both.post(page, {"pick": f"handout:{handout}"}).url == reverse("handouts", args=[two.there.token])
    assert Handout.objects.filter(campaign=two.there.campaign).count() == 1
