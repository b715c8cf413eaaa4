"""The ground of an encounter: laid by game masters, seen by each as far as they may, undone like the rest."""

import re

import pytest
from django.template import engines
from django.urls import reverse

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.models import Event
from encounters import scenes
from encounters.ground import readymade, services
from encounters.ground.rows import format_metres, initials
from encounters.models import Encounter
from encounters.prepare import participants
from encounters.prepare import services as prepare_services
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.json_codec import from_json
from rules.ground import layout
from tests.cast import client_of

COUNT = iter(range(10_000))


def sent():
    return Sent.of("", next(COUNT))


class Deck:
    """Both player characters against a pirate who is seen and a hunter who is not, on a ready-made ground."""

    def __init__(self, table, ready="boarding", status="running"):
        self.gm, self.table = table.cast.gm, table
        self.token = prepare_services.prepare(seat=self.gm, sent=sent(), name="Quai 7").value
        for what, hidden in (("zorvax", False), ("Chasseur des récifs", True)):
            participants.add_participants(
                seat=self.gm, sent=sent(), encounter=self.token, what=what, hidden=hidden, joins="start"
            )
        if status == "running":
            prepare_services.turn_to(seat=self.gm, sent=sent(), encounter=self.token, status="running")
        if ready:
            self.do(services.lay, level="", ready=ready)

    def do(self, service, **said):
        return service(seat=self.gm, sent=sent(), encounter=self.token, **said)

    @property
    def state(self):
        return Encounter.objects.get(token=self.token).state

    @property
    def ground(self):
        return self.state.get("ground", {})

    def named(self, name):
        """The identifier of a fighter by their name."""
        rows = self.state["fighters"]
        characters = {row["character"]: key for key, row in rows.items()}
        known = {one.name: one.token for one in (self.table.elowen, self.table.tibor, self.table.pirate)}
        return characters[known[name]] if name in known else next(key for key in rows if rows[key].get("hidden"))

    def region(self, seat, page="fight", name="ground"):
        key = "" if page == "screen" else self.token
        return self.table.region(seat, page, name, key)


@pytest.fixture
def deck(table):
    return Deck(table)


@pytest.mark.parametrize("key", readymade.GROUNDS)
def test_every_ready_made_ground_can_be_laid_and_all_of_it_reached(table, key):
    deck = Deck(table, ready=key)
    places = deck.ground["places"]
    cells = [(row.get("x", 0), row.get("y", 0)) for row in places.values()]
    assert len(set(cells)) == len(places)
    laid = layout.Layout(
        layout.PLACES,
        {name: layout.Place(name, row["name"]) for name, row in places.items()},
        {name: layout.Way(name, row["a"], row["b"], row["metres"]) for name, row in deck.ground["ways"].items()},
    )
    assert set(laid.routes("p1")) == set(places)


def test_the_journal_names_the_ground_that_was_laid(deck):
    (event,) = Event.objects.filter(kind="ground")
    assert str(from_json(event.payload["told"]["gm"])) == "The ground is laid: Abordage"


def test_placing_a_whole_side_is_one_act_and_one_undo(deck):
    before = deck.state
    done = deck.do(services.put, who=["pc"], place="p2")
    at = deck.ground["at"]
    assert {at[deck.named("Élowen")], at[deck.named("Tibor")]} == {"p2"}
    undo.undo(seat=deck.gm, sent=sent(), command=done.command)
    assert deck.state == before


def test_a_reserve_is_placed_with_its_side_and_stands_there_once_it_joins(deck):
    said = {"what": "garde de station", "hidden": True, "joins": "signal"}
    participants.add_participants(seat=deck.gm, sent=sent(), encounter=deck.token, **said)
    (waiting,) = deck.state["reserves"]
    deck.do(services.put, who=["foe"], place="p2")
    assert deck.ground["at"][waiting] == "p2"
    deck.do(prepare_services.bring_in, fighters=[waiting])
    assert "p2" in layout.layout(scenes.scene_of(Encounter.objects.get(token=deck.token))).at[waiting]


def test_players_do_not_read_where_a_reserve_is_put(deck):
    said = {"what": "garde de station", "hidden": False, "joins": "2"}
    participants.add_participants(seat=deck.gm, sent=sent(), encounter=deck.token, **said)
    (waiting,) = deck.state["reserves"]
    deck.do(services.put, who=["foe"], place="p2")
    deck.do(services.put, who=[waiting], place="p3")
    together, alone = Event.objects.filter(kind="put").order_by("seq")
    assert "Garde de station" in str(from_json(together.payload["told"]["gm"]))
    assert "Garde de station" not in str(from_json(together.payload["told"]["table"]))
    assert alone.audience == "gm"


def test_the_board_counts_the_fighters_on_the_screen(deck):
    for who in ("Élowen", "Tibor"):
        deck.do(services.put, who=[deck.named(who)], place="p2")
        number = 1 + (who == "Tibor")
        assert f"L’écran montre 6 lieux et {number} combattant{'s' * (number - 1)}</p>" in deck.region(deck.gm)


def test_each_viewer_sees_the_ground_as_far_as_they_may(deck):
    deck.do(services.put, who=["pc"], place="p2")
    deck.do(services.put, who=[deck.named("hidden")], place="p4")
    deck.do(services.set_place, key="", values={"name": "Faux-pont", "column": 4, "line": 2, "hidden": "1"})
    master, player = deck.region(deck.gm), deck.region(deck.table.cast.ana)
    screen = deck.region(deck.table.cast.screen, "screen", "wall_ground")
    assert "Faux-pont" in master
    assert "Chasseur" in master
    for seen in (player, screen):
        assert "Faux-pont" not in seen
        assert "Chasseur" not in seen
    assert "Tibor" in player
    assert "Tibor" in screen


def lair(deck, **row):
    """The identifier of a new hidden place."""
    deck.do(services.set_place, key="", values={"name": "Faux-pont", "column": 4, "line": 2, "hidden": "1", **row})
    return next(key for key, row in deck.ground["places"].items() if row.get("hidden"))


def lurk(deck, *places):
    for place in places:
        deck.do(services.put, who=[deck.named("hidden")], place=place)


def join(deck, a, b, metres, **row):
    deck.do(services.set_way, key="", values={"a": a, "b": b, "metres": metres, **row})


def shortcut(deck, start, end, metres):
    place = lair(deck)
    join(deck, start, place, metres)
    join(deck, place, end, metres)


def measure(deck, name, metres):
    deck.do(services.measure, fighter=deck.named("hidden"), other=deck.named(name), metres=metres)


def touch(deck, name):
    row, state = Encounter.objects.get(token=deck.token), deck.state
    for one, other in ((deck.named("hidden"), deck.named(name)), (deck.named(name), deck.named("hidden"))):
        state["fighters"][one].setdefault("marks", {}).setdefault("engaged", {})[other] = True
    row.state = state
    row.save()


SECRETS = {
    "a fighter in a place": (lambda deck: lurk(deck, "p1"), lambda deck: lurk(deck, "p3")),
    "a place, and a larger board": (lair, lambda deck: lair(deck, name="Cale", column=1, line=4, size=9)),
    "a way": (lambda deck: join(deck, "p1", "p3", 1, hidden="1"), lambda deck: join(deck, "p1", "p2", 3, hidden="1")),
    "a way through a hidden place": (
        lambda deck: shortcut(deck, "p1", "p3", 1),
        lambda deck: shortcut(deck, "p2", "p6", 2),
    ),
    "contact with somebody unseen": (lambda deck: touch(deck, "Élowen"), lambda deck: touch(deck, "Tibor")),
    "a measure of somebody unseen": (
        lambda deck: measure(deck, "Élowen", "2"),
        lambda deck: measure(deck, "Tibor", "90"),
    ),
    "a move": (lambda deck: lurk(deck, "p1", "p2"), lambda deck: lurk(deck, "p3", lair(deck))),
}


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("which", [0, 1])
def test_each_secret_of_the_ground_leaves_other_viewers_bytes_unchanged(deck, secret, which):
    """Names in identifiers, classes and labels, cells, gaps and the arrow are among them."""
    for place, who in (("p1", "pc"), ("p2", "pc"), ("p3", "foe")):
        deck.do(services.put, who=[who] if who == "pc" else [deck.named("Zorvax")], place=place)
    seats = deck.table.cast

    def shown():
        parts = [deck.region(seat, name=part) for seat in (seats.ana, seats.leo) for part in ("ground", "own_fighters")]
        return [*parts, deck.region(seats.screen, "screen", "wall_ground")]

    before, known = shown(), deck.state
    SECRETS[secret][which](deck)
    assert deck.state != known
    assert shown() == before


def test_a_hidden_hero_stands_before_their_own_player_alone_and_in_no_hidden_place(deck):
    elowen, cast = deck.named("Élowen"), deck.table.cast
    deck.do(services.put, who=["pc"], place="p1")
    deck.do(prepare_services.reveal, fighter=elowen, hide=True)
    shown = {part: deck.region(cast.ana, name=part) for part in ("ground", "own_fighters", "ladder")}
    assert all("Élowen" in text for text in shown.values())
    others = [deck.region(cast.leo, name=part) for part in shown] + [deck.region(cast.screen, "screen", "wall_ground")]
    assert not any("Élowen" in text for text in others)
    deck.do(services.put, who=[elowen], place=lair(deck))
    shown = {part: deck.region(cast.ana, name=part) for part in shown}
    assert "Élowen" in shown["ground"] and not any("Faux-pont" in text for text in shown.values())


def test_unseen_acts_change_nothing_shown_to_the_others(deck):
    """After a visible move, whose arrow stands: what a game master alone sees of moves, places, ways and measures."""
    deck.do(services.put, who=["pc"], place="p1")
    deck.do(services.put, who=["pc"], place="p2")
    guard, elowen = deck.named("hidden"), deck.named("Élowen")

    def shown():
        seats = deck.table.cast
        parts = ("ground", "own_fighters", "ladder")
        phones = [deck.region(seat, name=part) for seat in (seats.ana, seats.leo) for part in parts]
        return [*phones, deck.region(seats.screen, "screen", "wall_ground")]

    before = shown()
    assert "is-gone" in before[-1]
    hidden = lair(deck)
    unseen = [
        (services.put, {"who": [guard], "place": "p1"}),
        (services.put, {"who": [guard], "place": "p2"}),
        (services.put, {"who": [guard], "place": hidden}),
        (services.set_way, {"key": "", "values": {"a": hidden, "b": "p1", "metres": 1}}),
        (services.set_way, {"key": "", "values": {"a": "p1", "b": "p3", "metres": 1, "hidden": "1"}}),
        (services.measure, {"fighter": guard, "other": elowen, "metres": "2"}),
        (services.put, {"who": [guard], "place": services.SOMEWHERE}),
        (services.remove_place, {"key": hidden}),
    ]
    for service, given in unseen:
        deck.do(service, **given)
        assert shown() == before, (service.__name__, given)


def test_a_way_whose_place_was_undone_is_no_way(deck):
    place = deck.do(services.set_place, key="", values={"name": "Radeau", "column": 4, "line": 1})
    raft = next(key for key, row in deck.ground["places"].items() if row["name"] == "Radeau")
    deck.do(services.set_way, key="", values={"a": raft, "b": "p1", "metres": 4})
    deck.do(services.put, who=["pc"], place="p1")
    undo.undo(seat=deck.gm, sent=sent(), command=place.command)
    assert "Radeau" not in deck.region(deck.gm)
    assert "Machines" in deck.region(deck.table.cast.ana)


def test_a_game_master_reads_how_many_the_screen_shows(deck):
    deck.do(services.put, who=["pc", deck.named("hidden")], place="p2")
    assert "L’écran montre 6 lieux et 2 combattants" in deck.region(deck.gm)
    deck.do(services.put, who=["pc"], place=services.SOMEWHERE)
    assert "dès que quelqu’un s’y tient" in deck.region(deck.gm)
    assert "<section" not in deck.region(deck.table.cast.screen, "screen", "wall_ground")


def test_a_player_reads_why_no_distance_is_known_yet(deck):
    ana = deck.table.cast.ana
    assert "Personne n’est encore placé." in deck.region(ana)
    deck.do(services.put, who=[deck.named("Tibor"), deck.named("hidden")], place="p2")
    assert "le meneur vous place" in deck.region(ana)
    deck.do(services.put, who=["pc"], place="p2")
    assert "le meneur vous place" not in deck.region(ana)
    deck.do(services.lay, level="pairs")
    assert "Aucune distance n’est encore mesurée." in deck.region(ana)


def test_a_ground_of_distances_speaks_of_no_place(deck):
    deck.do(services.lay, level="pairs")
    phone, board = deck.region(deck.table.cast.ana), deck.region(deck.gm)
    assert "Distances depuis Élowen" in phone and "Quelque part" not in phone
    assert "L’écran" not in board
    assert "ground-wall" not in deck.region(deck.table.cast.screen, "screen", "wall_ground")


def test_a_visible_fighter_is_not_put_into_a_hidden_place(deck):
    deck.do(services.set_place, key="", values={"name": "Faux-pont", "column": 4, "line": 2, "hidden": "1"})
    lair = next(key for key, row in deck.ground["places"].items() if row.get("hidden"))
    before = deck.state
    with pytest.raises(Refused):
        deck.do(services.put, who=["pc"], place=lair)
    with pytest.raises(Refused):
        deck.do(services.put, who=["pc", deck.named("hidden")], place=lair)
    assert deck.state == before
    deck.do(services.put, who=[deck.named("hidden")], place=lair)
    deck.do(services.put, who=["pc"], place="p1")
    with pytest.raises(Refused):
        deck.do(services.set_place, key="p1", values={"hidden": "1"})


def test_a_place_is_removed_with_its_ways_and_its_people_are_somewhere(deck):
    deck.do(services.put, who=["pc"], place="p2")
    fighters = set(deck.state["fighters"])
    deck.do(services.remove_place, key="p2")
    assert "p2" not in deck.ground["places"]
    assert all("p2" not in (way["a"], way["b"]) for way in deck.ground["ways"].values())
    assert deck.named("Élowen") not in deck.ground.get("at", {})
    assert set(deck.state["fighters"]) == fighters


BAD = [
    (services.lay, {"level": "castle"}, Unreadable),
    (services.lay, {"level": "", "ready": "castle"}, Unreadable),
    (services.set_place, {"key": "", "values": {"name": "", "column": 4, "line": 4}}, Unreadable),
    (services.set_place, {"key": "", "values": {"name": "x" * 65_536, "column": 4, "line": 4}}, Unreadable),
    (services.set_place, {"key": "", "values": {"name": "Là", "column": 1, "line": 1}}, Refused),
    (services.set_place, {"key": "", "values": {"name": "Là", "column": 10, "line": 1}}, Unreadable),
    (services.set_place, {"key": "p9", "values": {"name": "Là"}}, Stale),
    (services.set_place, {"key": "", "values": {"name": "Là", "column": 4, "colour": "red"}}, Unreadable),
    (services.remove_place, {"key": "p9"}, Stale),
    (services.set_way, {"key": "", "values": {"a": "p1", "b": "p1", "metres": 5}}, Refused),
    (services.set_way, {"key": "", "values": {"a": "p1", "b": "p9", "metres": 5}}, Unreadable),
    (services.set_way, {"key": "", "values": {"a": "p1", "b": "p2", "metres": 5001}}, Unreadable),
    (services.set_way, {"key": "", "values": {"a": "p1", "b": "p2", "metres": 0}}, Unreadable),
    (services.set_way, {"key": "", "values": {"a": "p1", "b": "p2", "metres": "far"}}, Unreadable),
    (services.set_way, {"key": "", "values": {"a": "p1", "b": "p2", "note": "x" * 65_536}}, Unreadable),
    (services.set_way, {"key": "w1", "values": {"b": "p1"}}, Refused),
    (services.set_way, {"key": "w99", "values": {}}, Stale),
    (services.set_place, {"key": "p1", "values": {"column": 0}}, Unreadable),
    (services.set_place, {"key": "p1", "values": {"line": 5}}, Unreadable),
    (services.set_place, {"key": "p1", "values": {"size": 201}}, Unreadable),
    (services.set_place, {"key": "p1", "values": {"name": "x" * 65_536}}, Unreadable),
    (services.set_place, {"key": "x" * 65_536, "values": {"name": "Là"}}, Stale),
    (services.remove_way, {"key": "w99"}, Stale),
    (services.put, {"who": [], "place": "p1"}, Refused),
    (services.put, {"who": ["nobody"], "place": "p1"}, Refused),
    (services.put, {"who": ["pc"], "place": "p9"}, Stale),
    (services.put, {"who": ["x" * 65_536], "place": "p1"}, Refused),
    (services.measure, {"fighter": "nobody", "other": "somebody", "metres": "3"}, Stale),
    (services.measure, {"fighter": "x", "other": "x", "metres": "3"}, Refused),
]


@pytest.mark.parametrize(("service", "given", "error"), BAD)
def test_an_impossible_layout_is_refused_with_a_sentence_and_changes_nothing(deck, service, given, error):
    before = deck.state
    with pytest.raises(error) as refused:
        deck.do(service, **given)
    assert str(refused.value.text)
    assert deck.state == before


@pytest.mark.parametrize("metres", ["5001", "-1", "far", "1e9", "x" * 65_536])
def test_metres_out_of_range_are_refused_with_a_sentence(deck, metres):
    before, two = deck.state, {"fighter": deck.named("Élowen"), "other": deck.named("Zorvax")}
    with pytest.raises(Unreadable) as refused:
        deck.do(services.measure, **two, metres=metres)
    assert str(refused.value.text)
    assert deck.state == before
    deck.do(services.measure, **two, metres="5000")


def test_a_ground_has_so_many_ways_and_no_more(deck):
    for number in range(layout.MOST_WAYS - len(deck.ground["ways"])):
        deck.do(services.set_way, key="", values={"a": "p1", "b": "p2", "metres": 1 + number})
    before = deck.state
    with pytest.raises(Refused, match=str(layout.MOST_WAYS)):
        deck.do(services.set_way, key="", values={"a": "p1", "b": "p2", "metres": 1})
    assert deck.state == before


def test_the_page_counts_columns_and_rows_from_one(deck):
    page = client_of(deck.gm).get(reverse("ground", args=[deck.gm.token, deck.token])).text
    fields = re.findall(r'name="(column|line)" value="(\d)" min="(\d)" max="(\d)"', page)
    assert ("column", "1", "1", "4") in fields and ("line", "2", "1", "4") in fields
    browser = client_of(deck.gm)
    said = {"key": "p1", "name": "Seuil", "column": "4", "line": "3"}
    browser.post(reverse("ground-place", args=[deck.gm.token, deck.token]), said)
    assert (deck.ground["places"]["p1"]["x"], deck.ground["places"]["p1"]["y"]) == (3, 2)
    refused = browser.post(reverse("ground-place", args=[deck.gm.token, deck.token]), {**said, "column": "0"})
    assert refused.status_code == 422
    assert deck.ground["places"]["p1"]["x"] == 3


def test_a_measure_wins_until_it_is_undone_or_somebody_moves(deck):
    deck.do(services.put, who=["pc"], place="p2")
    deck.do(services.put, who=["foe"], place="p1")
    pair = {"fighter": deck.named("Élowen"), "other": deck.named("Zorvax")}

    def away():
        scene = scenes.scene_of(Encounter.objects.select_related("campaign").get(token=deck.token))
        return deck.table.cast.campaign.system.ground.metres(scene, *pair.values())

    assert away() == 12
    deck.do(services.measure, **pair, metres="40")
    assert away() == 40
    deck.do(services.measure, **pair, metres="")
    assert away() == 12
    deck.do(services.measure, **pair, metres="40")
    deck.do(services.put, who=["pc"], place="p3")
    assert away() == 27


def test_a_board_holds_so_many_places_and_no_more(deck):
    cells = [(x, y) for x in range(layout.COLUMNS) for y in range(layout.ROWS)]
    taken = {(row.get("x", 0), row.get("y", 0)) for row in deck.ground["places"].values()}
    for x, y in (cell for cell in cells if cell not in taken):
        deck.do(services.set_place, key="", values={"name": f"{x}{y}", "column": x + 1, "line": y + 1})
    with pytest.raises(Refused, match=str(layout.MOST_PLACES)):
        deck.do(services.set_place, key="", values={"name": "une de plus", "column": 1, "line": 1})


def test_players_lay_nothing_and_put_nobody(deck):
    before = deck.state
    for service, said in ((services.lay, {"level": "none"}), (services.put, {"who": ["pc"], "place": "p1"})):
        with pytest.raises(Refused):
            service(seat=deck.table.cast.ana, sent=sent(), encounter=deck.token, **said)
    assert deck.state == before


def test_hidden_places_alone_are_no_ground_for_anybody_else(table):
    deck = Deck(table, ready="")
    pages = [(table.cast.ana, "fight", "ground"), (table.cast.screen, "screen", "wall_ground")]

    def shown():
        return [deck.region(*page) for page in pages]

    before = shown()
    deck.do(services.set_place, key="", values={"name": "Cachette", "hidden": True})
    (hidden,) = deck.ground["places"]
    deck.do(services.put, who=[deck.named("Chasseur")], place=hidden)
    assert shown() == before
    page = client_of(deck.gm).get(reverse("ground", args=[deck.gm.token, deck.token]))
    assert "Cachette" in page.text
    deck.do(services.set_place, key="", values={"name": "Quai", "column": 2})
    assert "Quai" in deck.region(table.cast.ana)


def test_a_fight_without_a_ground_shows_none(table):
    deck = Deck(table, ready="")
    for seat, page, name in (
        (deck.gm, "fight", "ground"),
        (table.cast.ana, "fight", "ground"),
        (table.cast.screen, "screen", "wall_ground"),
    ):
        assert "hidden" in deck.region(seat, page, name)
        assert "<section" not in deck.region(seat, page, name)


@pytest.mark.parametrize("status", ["draft", "running"])
def test_a_ground_is_laid_changed_and_peopled_by_plain_forms(table, status):
    deck = Deck(table, ready="", status=status)
    browser = client_of(deck.gm)
    where = [deck.gm.token, deck.token]
    page = reverse("ground", args=where)
    browser.post(reverse("lay-ground", args=where), {"ready": "tavern"})
    assert browser.get(page).text.count('name="key"') == 6 + 5 + 2
    assert browser.get(page).text.count("ground-place col-") == 6
    browser.post(reverse("ground-place", args=where), {"key": "p1", "name": "Seuil", "flags": "hidden", "size": "2"})
    browser.post(reverse("ground-way", args=where), {"key": "w1", "a": "p1", "b": "p2", "metres": "7"})
    browser.post(reverse("put", args=where), {"who": "pc", "place": "p1"})
    assert deck.ground["places"]["p1"]["name"] == "Seuil"
    assert deck.ground["ways"]["w1"]["metres"] == 7
    assert "p1" in deck.ground["at"].values()
    browser.post(reverse("ground-place", args=where), {"key": "p1", "remove": "1"})
    browser.post(reverse("ground-way", args=where), {"key": "w2", "remove": "1"})
    assert "p1" not in deck.ground["places"]
    assert "w2" not in deck.ground["ways"]
    if status == "draft":
        assert "Seuil" not in deck.region(deck.gm, "prepare")


def test_a_group_of_places_leaves_no_gap_for_one_that_is_hidden(deck):
    """Cells are given out among what is seen: the same picture as if there were no hidden place."""
    seen = deck.region(deck.table.cast.screen, "screen", "wall_ground")
    deck.do(services.set_place, key="", values={"name": "Faux-pont", "column": 4, "line": 4, "hidden": "1"})
    assert deck.region(deck.table.cast.screen, "screen", "wall_ground") == seen


@pytest.mark.parametrize(
    ("name", "letters"), [("Maître Kwan", "MK"), ("Garde A", "GA"), ("Tibor", "TI"), ("Élo", "ÉL"), ("?", "?")]
)
def test_a_face_without_a_picture_bears_two_letters(name, letters):
    assert initials(name) == letters


def test_a_face_with_a_picture_keeps_its_letters_for_a_crowd():
    """Copies of one opponent share its picture."""
    board = engines["live"].env.get_template("_ground.html").make_module({})
    face = board.face({"side": "foe", "letters": "ZB", "portrait": "/media/face"})
    assert "/media/face" in face and "<b>ZB</b>" in face


@pytest.mark.parametrize(("value", "shown"), [(None, "?"), (12, "12\xa0m"), (0.5, "½\xa0m"), (3.5, "3½\xa0m")])
def test_metres_are_written_in_the_usual_way_on_one_line(value, shown):
    assert format_metres(value) == shown


def test_the_ground_of_another_encounter_is_laid_again_without_its_people(deck):
    deck.do(services.put, who=["pc"], place="p1")
    deck.do(services.set_place, key="", values={"name": "Faux-pont", "column": 4, "line": 2, "hidden": "1"})
    before = deck.ground
    other = prepare_services.prepare(seat=deck.gm, sent=sent(), name="Plus tard").value
    done = services.lay(seat=deck.gm, sent=sent(), encounter=other, level="", other=deck.token)
    laid = Encounter.objects.get(token=other)
    assert {key: laid.state["ground"].get(key) for key in ("places", "ways", "at")} == {
        "places": before["places"],
        "ways": before["ways"],
        "at": None,
    }
    assert [row.token for row in services.own_grounds(laid)] == [deck.token]
    undo.undo(seat=deck.gm, sent=sent(), command=done.command)
    assert "ground" not in Encounter.objects.get(token=other).state


def test_the_page_offers_the_grounds_of_other_encounters(deck):
    other = prepare_services.prepare(seat=deck.gm, sent=sent(), name="Plus tard").value
    page = client_of(deck.gm).get(reverse("ground", args=[deck.gm.token, other])).content.decode()
    assert "Quai 7" in page


@pytest.mark.parametrize(("said", "error"), [({"ready": "moon"}, Unreadable), ({"other": "nowhere"}, Unreadable)])
def test_a_ground_that_nobody_knows_is_not_laid(deck, said, error):
    before = deck.state
    with pytest.raises(error):
        deck.do(services.lay, level="", **said)
    assert deck.state == before


def test_a_second_way_between_two_places_overlaps_none_and_is_listed_beneath(deck):
    ways = [{"a": "p1", "b": "p2", "metres": 5, "note": "échelle"}, {"a": "p1", "b": "p2", "metres": 2, "hidden": True}]
    for way in ways:
        deck.do(services.set_way, key="", values=way)
    for seat, shown, beneath in ((deck.gm, 2, (12, 5)), (deck.table.cast.ana, 5, (12,))):
        board = deck.region(seat)
        cells = re.findall(r'class="ground-way is-\w+ (col-\d row-\d)', board)
        assert len(cells) == len(set(cells)) == 6
        assert f"{shown}\xa0m" in board
        told = re.search(r'class="ground-far">(.*?)</ul>', board, re.DOTALL)[1]
        assert [int(metres) for metres in re.findall(r"(\d+)\xa0m", told)] == sorted(beneath)


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "\u200b \xa0"])
def test_a_place_has_a_name_that_can_be_read(deck, name):
    with pytest.raises(Unreadable) as refusal:
        deck.do(services.set_place, key="", values={"name": name, "column": 4, "line": 4})
    assert str(refusal.value.text) == "Name is missing."


def test_a_game_master_puts_a_whole_side_that_is_there(table):
    deck = Deck(table)
    page = client_of(deck.gm).get(reverse("fight", args=[deck.gm.token, deck.token])).text
    chips = re.findall(r'name="who" value="([a-z]+)">[^<]*<b class="num">(\d+)</b>', page)
    assert dict(chips) == {"pc": "2", "foe": "2"}
