"""Portraits of opponents: public while they are visible under their own name."""

import pytest
from django.urls import reverse

from campaigns.journal.journal import Sent
from campaigns.live import regions as live_regions
from campaigns.models import Seat
from encounters.models import Encounter
from encounters.prepare import services as prepare_services
from sheets import services
from sheets.models import Character
from sheets.portraits import store, upload
from sheets.portraits.limits import LARGE, SMALL
from tests.cast import client_of
from tests.faces import drawn

WATCHING = ("ana", "leo", "spectator", "screen")
PAGES = {"ana": "fight", "leo": "fight", "spectator": "screen", "screen": "screen"}


def sent():
    return Sent.of("", "")


@pytest.fixture
def field(table):
    """Zorvax, whose face is known to the game master alone, waits hidden in a fight with both players."""
    gm = table.cast.gm
    portrait = upload.make_portrait(drawn())
    services.portray(seat=gm, sent=sent(), character=table.pirate, portrait=portrait)
    token = prepare_services.prepare(seat=gm, sent=sent(), name="Quai 7").value
    prepare_services.enrol(seat=gm, sent=sent(), encounter=token, characters=[table.pirate.token])
    return table, token, fighter_of(token, table.pirate), portrait.digest


def fighter_of(token, character):
    rows = Encounter.objects.get(token=token).state["fighters"].items()
    (found,) = (key for key, row in rows if row["character"] == character.token)
    return found


def turn(field, status):
    prepare_services.turn_to(seat=field[0].cast.gm, sent=sent(), encounter=field[1], status=status)


def reveal(field, hide=False):
    prepare_services.reveal(seat=field[0].cast.gm, sent=sent(), encounter=field[1], fighter=field[2], hide=hide)


def statuses(field):
    """The statuses with which the viewers are answered for the picture, in both sizes."""
    return {
        client_of(field[0].cast.seats[who]).get(store.address(field[3], side)).status_code
        for who in WATCHING
        for side in (SMALL, LARGE)
    }


def regions(field, who, only=""):
    """All that a page of the fight shows to somebody, or ``only`` one region of it."""
    name = PAGES.get(who, "fight")
    seat = Seat.objects.select_related("campaign").get(pk=field[0].cast.seats[who].pk)
    page = live_regions.find_page(seat, name, field[1] if name == "fight" else "")
    return "".join(page.draw(one) for one in page.regions if only in ("", one.name))


def shown(field):
    """The viewers who have the picture on their page."""
    return [who for who in WATCHING if field[3] in regions(field, who)]


def test_a_portrait_is_public_only_while_its_fighter_is_revealed(field):
    turn(field, "running")
    assert (statuses(field), shown(field)) == ({404}, [])
    for _time in range(2):
        reveal(field)
        assert (statuses(field), shown(field)) == ({200}, list(WATCHING))
        reveal(field, hide=True)
        assert (statuses(field), shown(field)) == ({404}, [])


def test_nobody_sees_it_before_the_fight_begins(field):
    reveal(field)
    assert statuses(field) == {404}
    turn(field, "running")
    assert statuses(field) == {200}


def test_a_fighter_under_another_name_shows_no_portrait(field):
    table, token, fighter, _digest = field
    turn(field, "running")
    reveal(field)
    name = {"seat": table.cast.gm, "encounter": token, "fighter": fighter}
    prepare_services.describe(**name, sent=sent(), about={"public_name": "Silhouette"})
    assert (statuses(field), shown(field)) == ({404}, [])
    assert "Silhouette" in regions(field, "screen")
    prepare_services.describe(**name, sent=sent(), about={"public_name": ""})
    assert (statuses(field), shown(field)) == ({200}, list(WATCHING))


def test_a_portrait_shown_in_an_ended_fight_is_hidden_in_the_next(field):
    table, _token, _fighter, digest = field
    turn(field, "running")
    reveal(field)
    turn(field, "paused")
    assert statuses(field) == {200}
    turn(field, "ended")
    assert statuses(field) == {404}
    after = prepare_services.prepare(seat=table.cast.gm, sent=sent(), name="Quai 8").value
    prepare_services.enrol(seat=table.cast.gm, sent=sent(), encounter=after, characters=[table.pirate.token])
    following = (table, after, fighter_of(after, table.pirate), digest)
    turn(following, "running")
    assert (statuses(following), shown(following)) == ({404}, [])
    reveal(following)
    assert (statuses(following), shown(following)) == ({200}, list(WATCHING))


def test_the_portrait_of_a_renamed_hero_is_shown_to_player_and_game_masters_only(field):
    table, token, _fighter, _digest = field
    face = upload.make_portrait(drawn(colour="green"))
    services.portray(seat=table.cast.gm, sent=sent(), character=table.elowen, portrait=face)
    turn(field, "running")
    worn = (table, token, fighter_of(token, table.elowen), face.digest)

    def knowing():
        """The viewers who see the face in the turn order."""
        return [who for who in everybody if face.digest in regions(worn, who, everybody[who])]

    everybody = {"gm": "ladder", "ana": "ladder", "leo": "ladder", "spectator": "", "screen": ""}
    assert knowing() == list(everybody)
    name = {"seat": table.cast.gm, "encounter": token, "fighter": worn[2]}
    prepare_services.describe(**name, sent=sent(), about={"public_name": "Silhouette"})
    assert knowing() == ["gm", "ana"] and face.digest not in regions(worn, "leo")
    assert all("Silhouette" in regions(worn, who) for who in ("leo", "spectator", "screen"))
    # The whole table knows the faces of its player characters: to refuse this one now would tell who hides.
    assert statuses(worn) == {200}
    prepare_services.describe(**name, sent=sent(), about={"public_name": ""})
    assert knowing() == list(everybody)


def test_the_members_of_a_group_that_are_seen_have_its_face_whatever_their_letters(field):
    table, token, _fighter, _digest = field
    face = upload.make_portrait(drawn(colour="green"))
    draft = prepare_services.prepare(seat=table.cast.gm, sent=sent(), name="Quai 8").value
    for hidden in (True, False):
        prepare_services.recruit(
            seat=table.cast.gm, sent=sent(), encounter=draft, sample="pirate", count=2, hidden=hidden
        )
    rows = Encounter.objects.get(token=draft).state["fighters"].values()
    copies = {row["character"]: bool(row.get("hidden")) for row in rows if row.get("copy")}
    assert sorted(copies.values()) == [False, False, True, True]
    for one in Character.objects.select_related("campaign").filter(token__in=copies):
        services.portray(seat=table.cast.gm, sent=sent(), character=one, portrait=face)
    prepare_services.turn_to(seat=table.cast.gm, sent=sent(), encounter=draft, status="running")
    party = regions((table, draft), "screen")
    assert party.count(face.digest) == 2, "as many faces as are seen, and not one more"
    assert client_of(table.cast.screen).get(store.address(face.digest)).status_code == 200


def test_a_face_that_may_be_hidden_again_is_asked_for_each_time(field):
    turn(field, "running")
    reveal(field)
    client = client_of(field[0].cast.screen)
    answer = client.get(store.address(field[3]))
    assert answer["Cache-Control"] == "private, no-cache"
    kept = {"If-None-Match": answer["ETag"]}
    assert client.get(store.address(field[3]), headers=kept).status_code == 304
    reveal(field, hide=True)
    assert client.get(store.address(field[3]), headers=kept).status_code == 404
    master = client_of(field[0].cast.gm).get(store.address(field[3]))
    assert master["Cache-Control"].endswith("immutable")


def test_beside_portraits_the_others_have_their_letter(field):
    turn(field, "running")
    assert 'class="initial' not in regions(field, "screen")
    reveal(field)
    assert ">É</span>" in regions(field, "screen") and ">É</span>" in regions(field, "ana")


def test_a_sheet_of_an_opponent_stays_the_game_master_s(field):
    turn(field, "running")
    reveal(field)
    ana = field[0].cast.ana
    assert client_of(ana).get(reverse("sheet", args=[ana.token, field[0].pirate.token])).status_code == 404
