"""Leaving for good: the pages that ask, what they refuse, and what is left of a seat, an account and a table."""

import json
import re

import pytest
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.utils import translation
from django.utils.translation import gettext

from campaigns import archive, services
from campaigns.accounts import deletion
from campaigns.journal import event_cache, journal, undo
from campaigns.journal.journal import Sent
from campaigns.live.cache import Cache
from campaigns.models import Campaign, Event, Seat
from campaigns.seats import invitations
from encounters.models import Encounter
from encounters.prepare import services as prepare_services
from rules.core.errors import Refused
from sheets import services as sheets
from sheets.models import Character
from tests.cast import client_of
from tests.encounters.conftest import join

pytestmark = pytest.mark.django_db
PASSWORD = "une-longue-phrase-42"


@pytest.fixture
def odile():
    return get_user_model().objects.create_user("Odile", password=PASSWORD)


@pytest.fixture
def owned(odile):
    return services.create_campaign(name="Rade", game="polaris", gm="Odile", user=odile)


def french(text):
    with translation.override("fr"):
        return gettext(text)


def mine(seat, page=""):
    return f"/t/{seat.token}/mine/{page}"


def whole(campaign):
    """True if the journal folds to the rows."""
    state = journal.fold(Campaign.objects.get(pk=campaign.pk))
    return archive.state_hash(state) == archive.state_hash(archive.current_rows(campaign, state))


def test_the_page_of_a_seat_leads_to_its_data_and_out(cast):
    client = client_of(cast.ana)
    text = client.get(mine(cast.ana)).text
    assert mine(cast.ana, "data/") in text and mine(cast.ana, "leave/") in text
    assert mine(cast.ana) in client.get("/").text


def test_one_s_own_data_are_one_s_own(cast):
    elowen = join(cast, "Élowen", "pc", cast.ana, "mercenary")
    join(cast, "Tibor", "pc", cast.leo, "mercenary")
    sheets.edit(seat=cast.ana, sent=Sent.of("", "a"), character=elowen, path="notes", value="à moi")
    sheets.edit(seat=cast.gm, sent=Sent.of("", "b"), character=elowen, path="secret_notes", value="au meneur")
    answer = client_of(cast.ana).get(mine(cast.ana, "data/"))
    assert answer["Content-Disposition"] == 'attachment; filename="ana-tablee.json"'
    ((seat,), text) = (json.loads(answer.content)["seats"], answer.content.decode())
    assert (seat["table"], seat["name"], seat["role"]) == (cast.campaign.name, "Ana", "player")
    (character,) = seat["characters"]
    assert character["data"]["notes"] == "à moi"
    assert [line["who"] for line in seat["journal"]] == ["Élowen"]
    assert "au meneur" not in text and "Tibor" not in text


def names(who, text):
    """True if a text contains a name; its letters may occur by chance in a random token."""
    return re.search(rf"\b{who}\b", text) is not None


def test_leaving_closes_the_seat_and_names_nobody(cast):
    elowen, client = join(cast, "Élowen", "pc", cast.ana, "mercenary"), client_of(cast.ana)
    answer = client.post(mine(cast.ana, "leave/"), {f"characters-{cast.ana.token}": "keep"}, follow=True)
    assert answer.redirect_chain == [("/", 302)]
    seat = Seat.objects.get(pk=cast.ana.pk)
    assert (seat.name, seat.left_at is None, seat.shown_name) == ("", False, french("A deleted player"))
    assert client.get(mine(cast.ana)).status_code == 404
    assert cast.ana.token not in str(client.session.items())
    assert Character.objects.get(pk=elowen.pk).name == "Élowen"
    assert whole(cast.campaign)
    master = client_of(cast.gm).get(f"/t/{cast.gm.token}/table/").text
    assert french("A deleted player") in master and not names("Ana", master)


def test_a_removed_character_is_gone_from_rows_and_journal(cast):
    elowen = join(cast, "Élowen", "pc", cast.ana, "mercenary")
    client_of(cast.ana).post(mine(cast.ana, "leave/"), {f"characters-{cast.ana.token}": "remove"})
    assert not Character.objects.filter(token=elowen.token).exists() and whole(cast.campaign)
    assert not any(elowen.subject in str(event.changes) for event in Event.objects.all())


@pytest.mark.parametrize("chosen", ["keep", "remove"])
def test_a_fight_that_is_only_prepared_loses_a_removed_character(cast, chosen):
    elowen, pirate = join(cast, "Élowen", "pc", cast.ana, "mercenary"), join(cast, "Zorvax", "npc", None, "pirate")
    token = prepare_services.prepare(seat=cast.gm, sent=Sent.of("", "fight"), name="Quai 7").value
    prepare_services.enrol(seat=cast.gm, sent=Sent.of("", "who"), encounter=token, characters=[pirate.token])
    client_of(cast.ana).post(mine(cast.ana, "leave/"), {f"characters-{cast.ana.token}": chosen})
    fighters = Encounter.objects.get(token=token).state["fighters"].values()
    assert (elowen.token in {row["character"] for row in fighters}) == (chosen == "keep")
    assert pirate.token in {row["character"] for row in fighters}


def fought(cast, *characters, end):
    token = prepare_services.prepare(seat=cast.gm, sent=Sent.of("", "fight"), name="Quai 7").value
    prepare_services.enrol(
        seat=cast.gm, sent=Sent.of("", "who"), encounter=token, characters=[c.token for c in characters]
    )
    prepare_services.turn_to(seat=cast.gm, sent=Sent.of("", "go"), encounter=token, status="running")
    if end:
        prepare_services.turn_to(seat=cast.gm, sent=Sent.of("", "end"), encounter=token, status="ended")
    return token


def test_a_character_that_is_fighting_is_not_removed_but_may_be_handed_over(cast):
    elowen, pirate = join(cast, "Élowen", "pc", cast.ana, "mercenary"), join(cast, "Zorvax", "npc", None, "pirate")
    fought(cast, elowen, pirate, end=False)
    before, client = Campaign.objects.get(pk=cast.campaign.pk).seq, client_of(cast.ana)
    answer = client.post(mine(cast.ana, "leave/"), {f"characters-{cast.ana.token}": "remove"})
    assert answer.status_code == 422 and "Quai 7" in answer.text
    assert Campaign.objects.get(pk=cast.campaign.pk).seq == before and Seat.objects.get(pk=cast.ana.pk).name == "Ana"
    assert client.post(mine(cast.ana, "leave/"), {f"characters-{cast.ana.token}": "keep"}).status_code == 302


def test_a_fight_that_is_over_keeps_somebody_without_a_name(cast):
    elowen, pirate = join(cast, "Élowen", "pc", cast.ana, "mercenary"), join(cast, "Zorvax", "npc", None, "pirate")
    token = fought(cast, elowen, pirate, end=True)
    sheets.step(seat=cast.ana, character=elowen, sent=Sent.of("", "s"), path="luck.current", by=-1)
    luck = Character.objects.get(pk=elowen.pk).data["luck"]
    client_of(cast.ana).post(mine(cast.ana, "leave/"), {f"characters-{cast.ana.token}": "remove"})
    stays = Character.objects.get(token=elowen.token)
    assert (stays.name, stays.owner, stays.data["luck"]) == (french("A deleted character"), None, luck)
    assert "Élowen" not in str(stays.data) + str(Encounter.objects.get(token=token).state)
    assert client_of(cast.gm).get(f"/t/{cast.gm.token}/encounters/{token}/").status_code == 200
    assert whole(cast.campaign)


def test_a_deleted_person_is_not_brought_back(cast):
    left = services.remove_seat(seat=cast.gm, sent=Sent.of("", "out"), leaving=cast.leo)
    user = get_user_model().objects.create_user("Léo", password=PASSWORD)
    Seat.objects.filter(pk=cast.leo.pk).update(user=user)
    client = client_of()
    client.force_login(user)
    assert client.post("/account/delete/", {"password": PASSWORD}).status_code == 302
    for again in (undo.undo, undo.rewind):
        with pytest.raises(Refused):
            again(seat=cast.gm, sent=Sent.of("", "back"), command=left.command)
    gone = Event.objects.get(kind="seat_erased").command
    with pytest.raises(Refused, match="cannot be undone"):
        undo.undo(seat=cast.gm, sent=Sent.of("", "no"), command=gone)


def test_a_link_to_the_seat_leads_nowhere(cast):
    link = invitations.invite(cast.ana)
    client_of(cast.ana).post(mine(cast.ana, "leave/"), {})
    assert invitations.find(invitations.code_of(link)) is None


def test_the_only_game_master_chooses_an_heir_for_the_table(cast):
    client = client_of(cast.gm)
    assert client.post(mine(cast.gm, "leave/"), {}).status_code == 422
    given = {f"table-{cast.gm.token}": cast.leo.token}
    assert client.post(mine(cast.gm, "leave/"), given).status_code == 302
    assert Seat.objects.get(pk=cast.leo.pk).is_gm and whole(cast.campaign)
    assert client_of(cast.leo).get(f"/t/{cast.leo.token}/table/").status_code == 200


def test_the_only_game_master_may_delete_the_table(cast):
    other = services.create_campaign(name="Autre", game="polaris", gm="Paul")
    client_of(cast.gm).post(mine(cast.gm, "leave/"), {f"table-{cast.gm.token}": "end"})
    assert list(Campaign.objects.values_list("token", flat=True)) == [other.campaign.token]
    assert client_of(cast.ana).get(f"/t/{cast.ana.token}/").status_code == 404


def test_a_table_of_another_game_master_is_not_deleted(cast):
    services.add_seat(seat=cast.gm, role=Seat.Role.GM, name="Second")
    client_of(cast.gm).post(mine(cast.gm, "leave/"), {f"table-{cast.gm.token}": "end"})
    assert Campaign.objects.filter(pk=cast.campaign.pk).exists()


def test_an_account_is_deleted_with_its_password_alone(client, odile, owned):
    client.force_login(odile)
    assert client.get("/account/delete/").status_code == 200
    said = {f"table-{owned.token}": "end"}
    assert client.post("/account/delete/", {**said, "password": "faux"}).status_code == 422
    assert client.post("/account/delete/", {"password": PASSWORD}).status_code == 422, "what becomes of the table?"
    assert get_user_model().objects.exists() and Campaign.objects.exists()
    assert client.post("/account/delete/", {**said, "password": PASSWORD}).url == "/"
    assert not get_user_model().objects.exists() and not Campaign.objects.exists()
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("left", [True, False])
def test_an_account_that_has_another_seat_at_the_table_it_deletes(client, odile, owned, left):
    mine = services.add_seat(seat=owned, role=Seat.Role.PLAYER, name="Aussi Odile")
    Seat.objects.filter(pk=mine.pk).update(user=odile)
    if left:
        services.remove_seat(seat=owned, sent=Sent.of("", "left"), leaving=mine)
    assert deletion.possible_heirs(owned) == []
    client.force_login(odile)
    said = {f"table-{owned.token}": "end", "password": PASSWORD}
    assert client.post("/account/delete/", said).status_code == 302
    assert not get_user_model().objects.exists() and not Campaign.objects.filter(pk=owned.campaign_id).exists()


def test_every_device_of_a_deleted_account_is_logged_out(odile):
    devices = [client_of(), client_of()]
    for one in devices:
        one.force_login(odile)
    devices[0].post("/account/delete/", {"password": PASSWORD})
    assert not any("_auth_user_id" in session.get_decoded() for session in Session.objects.all())
    assert devices[1].get("/account/data/").status_code == 302


def test_the_password_is_not_guessed_here_either(client, odile, clock):
    client.force_login(odile)
    tries = [client.post("/account/delete/", {"password": "faux"}).status_code for _try in range(6)]
    assert tries == [422] * 5 + [429]
    assert client.post("/account/delete/", {"password": PASSWORD}).status_code == 429
    clock.now += 60
    assert client.post("/account/delete/", {"password": PASSWORD}).status_code == 302


def test_a_seat_of_an_account_asks_for_its_password_on_any_device(odile, owned):
    device = client_of(owned)
    said = {f"table-{owned.token}": "end"}
    assert device.post(mine(owned, "leave/"), said).status_code == 422
    assert device.post(mine(owned, "leave/"), {**said, "password": PASSWORD}).status_code == 302
    assert get_user_model().objects.exists() and not Campaign.objects.exists()


def test_an_account_s_data_are_one_file(client, odile, owned):
    client.force_login(odile)
    found = json.loads(client.get("/account/data/").content)
    assert found["account"]["username"] == "Odile" and found["seats"][0]["table"] == "Rade"
    assert "password" not in str(found)


def test_a_process_that_nobody_asks_forgets_as_well(cast):
    ana = Seat.objects.select_related("campaign").get(pk=cast.ana.pk)
    before = event_cache.recent_of(ana.campaign)
    kept = Cache(5)
    kept.put("here", 1, "Ana")
    client_of(cast.ana).post(mine(cast.ana, "leave/"), {})
    kept.put("here", 1, "Ana")
    event_cache.AMENDED.clear()  # what another process knows
    event_cache.KEPT.put(ana.campaign.token, before.seq, before)
    event_cache.sweep()
    assert kept.get("here", 1) is None and event_cache.KEPT.latest(ana.campaign.token) is None


def gone(cast, seat):
    """Let a player go; the address at which a game master removes what is left."""
    services.remove_seat(seat=cast.gm, sent=Sent.of("", "out"), leaving=seat)
    return f"/t/{cast.gm.token}/people/{seat.token}/erase/"


def test_a_departed_person_is_listed_for_the_game_master_until_nothing_is_left(cast):
    client = client_of(cast.gm)
    for seat in (cast.ana, cast.screen):
        address = gone(cast, seat)
        assert (address in client.get(f"/t/{cast.gm.token}/people/").text) == (seat == cast.ana)
    address = address.replace(cast.screen.token, cast.ana.token)
    asked = client.get(address).text
    assert french("The notes and the long texts of the sheets, and whatever you choose below.") in asked
    assert Seat.objects.get(pk=cast.ana.pk).name == "Ana", "looking at it changes nothing"
    answer = client.post(address, {}, follow=True)
    assert answer.redirect_chain == [(f"/t/{cast.gm.token}/people/", 302)]
    page = client.get(f"/t/{cast.gm.token}/people/").text
    assert address not in page and not names("Ana", page) and whole(cast.campaign)
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("chosen", ["keep", "remove"])
def test_the_game_master_removes_the_same_remains_as_the_person_themselves(cast, chosen):
    elowen = join(cast, "Élowen", "pc", cast.ana, "mercenary")
    sheets.edit(seat=cast.ana, sent=Sent.of("", "a"), character=elowen, path="notes", value="à moi")
    client, address = client_of(cast.gm), gone(cast, cast.ana)
    assert "Élowen" in client.get(address).text
    assert client.post(address, {f"characters-{cast.ana.token}": chosen}).status_code == 302
    assert Character.objects.filter(token=elowen.token).exists() == (chosen == "keep")
    events = str(list(Event.objects.values_list("changes", "payload")))
    assert not names("Ana", events) and "à moi" not in events and whole(cast.campaign)
    assert ("Élowen" in events) == (chosen == "keep")
    last = Event.objects.get(kind="seat_erased")
    assert last.by == cast.gm
    for again in (undo.undo, undo.rewind):
        with pytest.raises(Refused):
            again(seat=cast.gm, sent=Sent.of("", "back"), command=last.command)


def test_removing_the_remains_of_somebody_asks_first(cast):
    join(cast, "Élowen", "pc", cast.ana, "mercenary")
    client, address = client_of(cast.gm), gone(cast, cast.ana)
    before = Campaign.objects.get(pk=cast.campaign.pk).seq
    assert client.post(address, {}).status_code == 422, "what becomes of the character?"
    assert Campaign.objects.get(pk=cast.campaign.pk).seq == before and Seat.objects.get(pk=cast.ana.pk).name == "Ana"


def test_a_seated_person_is_not_removed_by_somebody_else(cast):
    address = gone(cast, cast.ana)
    client = client_of(cast.gm)
    assert client.post(address.replace(cast.ana.token, cast.leo.token), {}).status_code == 404
    assert client_of(cast.leo).post(address.replace(cast.gm.token, cast.leo.token), {}).status_code == 404
    undo.undo(seat=cast.gm, sent=Sent.of("", "back"), command=undo.last_act(cast.gm))
    assert client.post(address, {}).status_code == 404, "she is back"
    with pytest.raises(Refused):
        deletion.erase(seat=cast.gm, sent=Sent.of("", "x"), member=Seat.objects.get(pk=cast.ana.pk))
    assert Seat.objects.get(pk=cast.ana.pk).name == "Ana"


def test_the_same_removal_sent_twice_is_done_once(cast):
    client, address = client_of(cast.gm), gone(cast, cast.ana)
    answers = [client.post(address, {"command": "removal-1"}).status_code for _time in range(2)]
    assert answers == [302, 302] and Event.objects.filter(kind="seat_erased").count() == 1


def test_a_namesake_who_stays_keeps_their_name_in_the_journal(cast):
    address = gone(cast, cast.ana)
    other = services.add_seat(seat=cast.gm, role=Seat.Role.PLAYER, name="Ana")
    client_of(cast.gm).post(address, {})
    added = {event.changes[0][0]: str(event.payload) for event in Event.objects.filter(kind="seat_added")}
    assert "Ana" in added[other.subject] and "Ana" not in added[cast.ana.subject]
    assert Seat.objects.get(pk=other.pk).name == "Ana" and whole(cast.campaign)


def test_removing_a_seat_leaves_the_account_and_its_other_seats(cast, odile, owned):
    Seat.objects.filter(pk=cast.ana.pk).update(user=odile)
    client_of(cast.gm).post(gone(cast, cast.ana), {})
    assert get_user_model().objects.get() == odile and Seat.objects.get(pk=cast.ana.pk).user is None
    assert Seat.objects.get(pk=owned.pk).user == odile


def test_nobody_who_has_left_is_an_heir(cast):
    before = deletion.possible_heirs(cast.gm)
    services.remove_seat(seat=cast.gm, sent=Sent.of("", "left"), leaving=cast.leo)
    assert cast.leo in before and deletion.possible_heirs(cast.gm) == [seat for seat in before if seat != cast.leo]


def test_a_game_master_who_has_left_leads_no_table(cast):
    other = services.add_seat(seat=cast.gm, role=Seat.Role.GM, name="Ode")
    assert not deletion.is_last_gm(cast.gm)
    services.remove_seat(seat=cast.gm, sent=Sent.of("", "left"), leaving=other)
    assert deletion.is_last_gm(cast.gm)
