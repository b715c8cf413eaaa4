"""A picture is sent to those on whose pages, or on whose shared screen, it is now, and to no other who has its name.

Its name is made of its content, so whoever owns the same picture can work it out.
"""

import pytest
from django.urls import reverse

from campaigns.live import regions
from encounters.ground import services as ground
from encounters.handouts import services as handouts
from encounters.models import Encounter, ShownPicture
from encounters.prepare import services as prepare_services
from sheets.portraits import upload
from tests.cast import client_of
from tests.encounters.ground.test_laying import Deck, sent
from tests.faces import drawn

WATCHING = ("ana", "leo", "spectator", "screen")
HIDDEN_PLACE = {"name": "Faux-pont", "column": 1, "line": 1, "hidden": "1"}


def handed(table, to="", scene=False, fight="", **_more):
    """A picture in a handout."""
    picture = upload.make_whole(drawn())
    handout = handouts.save(seat=table.cast.gm, sent=sent(), values={"name": "Plan"}, picture=picture).value
    if to:
        handouts.show(seat=table.cast.gm, sent=sent(), handout=handout, to=getattr(table.cast, to).token)
    if scene:
        handouts.set_scene(seat=table.cast.gm, sent=sent(), handout=handout)
    if fight:
        Deck(table, ready="", status=fight)


def behind(table, status="running", ready="boarding", places=(), level=""):
    """A picture behind a fight."""
    deck = Deck(table, ready=ready, status="draft" if status == "draft" else "running")
    for place in places:
        deck.do(ground.set_place, key="", values=place)
    deck.do(ground.set_picture, picture=upload.make_wide(drawn()))
    if level:
        deck.do(ground.lay, level=level)
    if ready:
        deck.do(ground.put, who=["pc"], place="p1")
    if status in ("paused", "ended"):
        prepare_services.turn_to(seat=deck.gm, sent=sent(), encounter=deck.token, status=status)


# Where a picture is, and which seats see it.
ROWS = {
    "in a handout": (handed, {}, ()),
    "in a handout shown to Ana": (handed, {"to": "ana"}, ("ana",)),
    "the scene": (handed, {"scene": True}, WATCHING),
    "the scene after a draft": (handed, {"scene": True, "fight": "draft"}, WATCHING),
    "the scene after a fight": (handed, {"scene": True, "fight": "running"}, ()),
    "behind a draft": (behind, {"status": "draft"}, ()),
    "behind a fight": (behind, {}, WATCHING),
    "behind a paused fight": (behind, {"status": "paused"}, WATCHING),
    "behind a fight that is over": (behind, {"status": "ended"}, WATCHING),
    "behind a fight without places": (behind, {"ready": ""}, ()),
    "behind a fight with a hidden place alone": (behind, {"ready": "", "places": [HIDDEN_PLACE]}, ()),
    "behind a fight whose places were taken away": (behind, {"level": "pairs"}, ()),
}


@pytest.mark.parametrize("row", ROWS)
def test_a_picture_is_sent_to_those_who_see_it(table, row):
    lay, how, seeing = ROWS[row]
    lay(table, **how)
    (digest,) = ShownPicture.objects.values_list("digest", flat=True)
    address, seats = reverse("shown-picture", args=[digest]), table.cast.seats
    shown = {who for who in WATCHING if digest in drawn_for(seats[who])}
    assert shown <= set(seeing) and bool(shown) == bool(seeing)
    assert {who for who in WATCHING if client_of(seats[who]).get(address).status_code == 200} == set(seeing)
    assert client_of(seats["gm"]).get(address).status_code == 200


def drawn_for(seat):
    """All that the live pages of a seat show."""
    keys = ("", *Encounter.objects.values_list("token", flat=True))
    pages = [regions.find_page(seat, name, key) for name in regions.PAGES for key in keys]
    return "".join(page.draw(placed) for page in pages if page is not None for placed in page.regions)
