"""Twenty fighters in eight places: what the board of each screen weighs, and that everybody is on it."""

import zlib

import pytest

from encounters.ground import services
from encounters.prepare import participants
from tests.cast import client_of
from tests.encounters.ground.test_laying import Deck, sent

pytestmark = pytest.mark.slow("twenty fighters are put into their places by commands, one after the other")
MOST_ON_THE_WIRE, MOST_PAGE = 8 * 1024, 150 * 1024


@pytest.fixture
def crowd(table):
    deck = Deck(table)
    for name, x in (("Salle des machines arrière", 3), ("Poste d’équipage", 2)):
        deck.do(services.set_place, key="", values={"name": name[:24], "x": x, "y": 2})
    common = {"seat": deck.gm, "encounter": deck.token, "hidden": False, "joins": "start"}
    for count in (9, 8):
        called = "Zorvax de la fosse des Marquises"
        participants.muster(sent=sent(), what=f"{count}x garde de station", called=called, **common)
    places = list(deck.ground["places"])
    for number, fighter in enumerate(key for key, row in deck.state["fighters"].items() if not row.get("hidden")):
        deck.do(services.put, who=[fighter], place=places[number % 8])
    return deck


def test_a_crowd_on_a_full_board_stays_small_and_is_all_there(crowd):
    cast = crowd.table.cast
    seen = sum(not row.get("hidden") for row in crowd.state["fighters"].values())
    assert seen == 20
    boards = {
        "gm": crowd.region(cast.gm),
        "phone": crowd.region(cast.ana),
        "wall": crowd.region(cast.screen, "screen", "wall_ground"),
    }
    sizes = {name: len(zlib.compress(html.encode())) for name, html in boards.items()}
    assert max(sizes.values()) <= MOST_ON_THE_WIRE, sizes
    assert boards["wall"].count('class="ground-who') == seen


def test_a_page_with_a_full_board_is_a_small_page(crowd):
    cast = crowd.table.cast
    pages = {
        "screen": client_of(cast.screen).get(f"/t/{cast.screen.token}/screen/"),
        "phone": client_of(cast.ana).get(f"/t/{cast.ana.token}/encounters/{crowd.token}/"),
        "gm": client_of(cast.gm).get(f"/t/{cast.gm.token}/encounters/{crowd.token}/"),
    }
    sizes = {name: len(zlib.compress(page.content)) for name, page in pages.items()}
    assert max(sizes.values()) <= MOST_PAGE, sizes
