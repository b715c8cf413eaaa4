"""A player who lost their character reads who took it back, and gets there again once it returns."""

import pytest
from django.urls import reverse

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.live import regions as live_regions
from campaigns.models import Command, Seat
from campaigns.seats import pages as seat_pages
from sheets import services as sheets
from sheets.models import Character
from sheets.ownership import services
from tests.cache_oracle import no_stale_cache as no_stale_cache
from tests.cast import client_of


def sent(what):
    return Sent.of("", what)


def fresh(seat):
    return Seat.objects.select_related("campaign").get(pk=seat.pk)


def regions(seat):
    """The regions of a seat's page, ``None`` if it has no such page."""
    page = live_regions.find_page(fresh(seat), "choosing")
    return None if page is None else "".join(page.draw(one) for one in page.regions)


@pytest.fixture
def made(cast):
    """Ana's new character and the command that made it."""
    done = services.make_character(seat=cast.ana, sent=sent("made"), sample="blank", name="Kaël")
    return Character.objects.get(token=done.value), done.command


def taken_back(cast, made):
    undo.undo(seat=cast.gm, sent=sent("undo"), command=made[1])


def given_away(cast, made):
    services.give_character(seat=cast.gm, sent=sent("give"), character=made[0], to=cast.leo)


def removed(cast, made):
    services.remove_character(seat=cast.gm, sent=sent("remove"), character=made[0])


@pytest.mark.parametrize("lose", [taken_back, given_away, removed])
def test_a_player_who_lost_a_character_reads_who_took_it_and_returns_to_it(cast, made, lose):
    assert regions(cast.ana) is None, "who plays somebody begins at the sheet"
    lose(cast, made)
    home = reverse("characters", args=[cast.ana.token])
    assert "MJ" in regions(cast.ana) and "Kaël" in regions(cast.ana)
    answer = client_of(cast.ana).get(reverse("seat", args=[cast.ana.token]), follow=True)
    assert answer.redirect_chain[-1][0] == home and 'id="wire"' in answer.text and "Kaël" in answer.text
    assert all("Kaël" not in (regions(one) or "") for one in (cast.leo, cast.gm, cast.spectator))
    last = Command.objects.latest("last_seq")
    if lose is taken_back:
        undo.redo(seat=cast.gm, sent=sent("redo"), command=made[1])
    else:
        undo.undo(seat=cast.gm, sent=sent("back"), command=last)
    assert regions(cast.ana) is None
    assert seat_pages.start_address(fresh(cast.ana)) == reverse("sheet", args=[cast.ana.token, made[0].token])


def test_a_player_whose_character_died_begins_at_the_next_one(cast, made):
    fallen = made[0]
    sheets.edit(seat=cast.gm, character=fallen, sent=sent("death"), path="conditions.dead", value=True)
    assert seat_pages.start_address(fresh(cast.ana)) == reverse("characters", args=[cast.ana.token])
    heir = services.make_character(seat=cast.ana, sent=sent("heir"), sample="blank", name="Nérée").value
    assert seat_pages.start_address(fresh(cast.ana)) == reverse("sheet", args=[cast.ana.token, heir])
    sheets.edit(seat=cast.gm, character=fallen, sent=sent("rise"), path="conditions.dead", value=False)
    assert seat_pages.start_address(fresh(cast.ana)) == reverse("sheet", args=[cast.ana.token, fallen.token])


def test_a_player_who_took_their_own_character_back_is_told_nothing(cast, made):
    undo.undo(seat=cast.ana, sent=sent("own"), command=made[1])
    assert "Kaël" not in regions(cast.ana) and "hidden" in regions(cast.ana)


def test_a_page_of_characters_is_still_where_nobody_waits_for_one(cast, made):
    for seat in (cast.gm, cast.ana):
        assert 'id="wire"' not in client_of(seat).get(reverse("characters", args=[seat.token])).text


def test_the_claim_page_shows_new_and_claimed_characters_live(cast):
    def offered():
        return "Jouer Kaël" in regions(cast.ana), "Kaël" in regions(cast.ana)

    assert offered() == (False, False)
    done = services.make_character(seat=cast.gm, sent=sent("laid"), sample="blank", name="Kaël")
    assert offered() == (True, True)
    character = Character.objects.get(token=done.value)
    services.claim_character(seat=cast.leo, sent=sent("taken"), character=character)
    assert offered() == (False, True) and "Joué par" in regions(cast.ana)
    services.give_character(seat=cast.gm, sent=sent("free"), character=character, to=None)
    answer = client_of(cast.ana).get(reverse("characters", args=[cast.ana.token])).text
    assert offered() == (True, True) and answer.count("Jouer Kaël") == 1 and "csrfmiddlewaretoken" in answer


def test_only_players_without_a_character_may_claim_one(cast):
    made = services.make_character(seat=cast.gm, sent=sent("free"), sample="blank", name="Libre")
    assert made.value

    def asked(seat):
        page = client_of(seat).get(reverse("characters", args=[seat.token])).text
        heading = page.partition("<h1")[2].partition("</h1>")[0]
        return reverse("take-character", args=[seat.token, made.value]) in page, seat.name in heading

    assert [asked(seat) for seat in (cast.ana, cast.gm)] == [(True, True), (False, False)]
    services.make_character(seat=cast.ana, sent=sent("own"), sample="blank", name="Kaël")
    assert [asked(seat) for seat in (cast.ana, cast.leo)] == [(False, False), (True, True)]
