"""Twenty fighters in eight places, in every game: complete on every board, and the bytes of each screen."""

import zlib

import pytest

from campaigns.live import regions
from encounters.ground import services
from encounters.models import Encounter
from encounters.prepare import participants
from encounters.prepare import services as prepare_services
from rules import registry
from tests.cast import client_of, gather
from tests.encounters.conftest import join
from tests.encounters.ground.test_laying import sent

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow("twenty fighters are put into their places by commands, one after the other"),
]
GAMES = [key for key in registry.GAMES if registry.samples(key)]
MOST_ON_THE_WIRE, MOST_PAGE = 8 * 1024, 150 * 1024
SEEN = 20
PAGES = {"gm": ("fight", "ground"), "ana": ("fight", "ground"), "screen": ("screen", "wall_ground")}


class Crowd:
    """Two player characters, eighteen opponents with long names, and one who is hidden."""

    def __init__(self, game):
        self.cast, samples = gather(game), registry.samples(game)
        for name, owner in (("Élowen", self.cast.ana), ("Tibor", self.cast.leo)):
            join(self.cast, name, "pc", owner, next(key for key, row in samples.items() if row["kind"] == "pc"))
        self.token = prepare_services.prepare(seat=self.cast.gm, sent=sent(), name="Quai 7").value
        foes = [key for key, row in samples.items() if row["kind"] == "npc"]
        for number, (count, hidden) in enumerate(((9, False), (9, False), (1, True))):
            called = "Zorvax de la fosse des Marquises" if not hidden else "Krellboz"
            pick = f"{count}x sample:{foes[number % len(foes)]}"
            self.do(participants.add_participants, what="", pick=pick, called=called, hidden=hidden, joins="start")
        self.do(prepare_services.turn_to, status="running")
        self.do(services.lay, level="", ready="boarding")
        for name, column in (("Salle des machines arrière", 4), ("Poste d’équipage", 3)):
            self.do(services.set_place, key="", values={"name": name[:24], "column": column, "line": 3})
        places = list(self.state["ground"]["places"])
        for number, fighter in enumerate(key for key, row in self.state["fighters"].items() if not row.get("hidden")):
            self.do(services.put, who=[fighter], place=places[number % 8])

    def do(self, service, **said):
        return service(seat=self.cast.gm, sent=sent(), encounter=self.token, **said)

    @property
    def state(self):
        return Encounter.objects.get(token=self.token).state

    def board(self, who):
        kind, name = PAGES[who]
        page = regions.find_page(self.cast.seats[who], kind, "" if kind == "screen" else self.token)
        return page.draw(next(placed for placed in page.regions if placed.name == name))

    def page(self, who):
        seat = self.cast.seats[who]
        address = "screen/" if who == "screen" else f"encounters/{self.token}/"
        return client_of(seat).get(f"/t/{seat.token}/{address}").content


@pytest.mark.parametrize("game", GAMES)
def test_a_crowd_on_a_full_board_is_complete_in_small_frames(game):
    crowd = Crowd(game)
    assert sum(not row.get("hidden") for row in crowd.state["fighters"].values()) == SEEN
    boards = {who: crowd.board(who) for who in PAGES}
    sizes = {who: len(zlib.compress(html.encode())) for who, html in boards.items()}
    assert max(sizes.values()) <= MOST_ON_THE_WIRE, sizes
    assert boards["screen"].count('class="ground-who') == SEEN
    assert boards["gm"].count('class="ground-who') == SEEN + 1
    assert "Krellboz" in boards["gm"] and "Krellboz" not in boards["screen"] + boards["ana"]
    pages = {who: len(zlib.compress(crowd.page(who))) for who in PAGES}
    assert max(pages.values()) <= MOST_PAGE, pages
