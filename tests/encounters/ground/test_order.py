"""Moves are undone and redone in any order; an undone independent move leaves no trace."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from django.urls import reverse

from campaigns.journal import undo
from campaigns.journal.journal import Sent, run
from encounters import scenes
from encounters.ground import services
from encounters.models import Encounter
from encounters.prepare import services as prepare_services
from rules import registry
from rules.core.errors import Refused
from rules.views import ground as view
from rules.views.viewers import Viewer
from sheets.creation.create import create
from tests.cast import client_of, gather
from tests.encounters.ground.test_laying import Deck, sent
from tests.faults.oracle import folded

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow("five people join, and each move is made, undone and done again by a command"),
]
GAMES = [key for key in registry.GAMES if registry.samples(key)]
SEEDS, MOVES = 2, 7


class Board:
    """Five people on a ready-made ground, two of each side seen and one opponent hidden."""

    def __init__(self, game):
        self.cast, self.made = gather(game), 0
        self.gm = self.cast.gm
        self.token = prepare_services.prepare(seat=self.gm, sent=self.sent(), name="Quai 7").value
        rows = [row["data"] for row in registry.samples(game).values()]
        sides = (("pc", False), ("pc", False), ("npc", False), ("npc", False), ("npc", True))
        for number, (kind, hidden) in enumerate(sides):
            self.join({**rows[number % len(rows)], "name": f"N{number}"}, kind, hidden)
        prepare_services.turn_to(seat=self.gm, sent=self.sent(), encounter=self.token, status="running")
        self.do(services.lay, level="", ready="boarding")
        for number, who in enumerate(self.people):
            self.do(services.put, who=[who], place=f"p{1 + number % 2}")
        engaged = self.people[0], self.people[2]
        self.do(services.measure, fighter=engaged[0], other=engaged[1], metres="1")

    def sent(self):
        self.made += 1
        return Sent.of("", self.made)

    def join(self, data, kind, hidden):
        owner = self.cast.ana if kind == "pc" else None
        token = run(
            seat=self.gm, sent=self.sent(), work=lambda pen: create(pen, data=data, kind=kind, owner=owner)
        ).value
        prepare_services.enrol(seat=self.gm, sent=self.sent(), encounter=self.token, characters=[token])
        fighter = next(key for key, row in self.state["fighters"].items() if row["character"] == token)
        about = {} if hidden or kind == "pc" else {"hidden": False}
        if about:
            prepare_services.describe(
                seat=self.gm, sent=self.sent(), encounter=self.token, fighter=fighter, about=about
            )

    def do(self, service, **said):
        return service(seat=self.gm, sent=self.sent(), encounter=self.token, **said)

    @property
    def state(self):
        return Encounter.objects.get(token=self.token).state

    @property
    def people(self):
        rows = self.state["fighters"]
        return sorted(rows, key=lambda key: rows[key]["order"])

    def move(self, random):
        """Somebody, or a few at once, is put elsewhere, or two are measured; ``None`` where that changes nothing."""
        people, before = self.people, self.state
        if random.random() < 0.3:
            fighter, other = random.sample(people, 2)
            done = self.do(services.measure, fighter=fighter, other=other, metres=random.choice(["", "3", "40"]))
        else:
            place = random.choice(["p1", "p2", "p3", "p4", services.SOMEWHERE])
            done = self.do(services.put, who=random.sample(people, random.choice([1, 1, 2])), place=place)
        return done.command if self.state != before else None

    def undo(self, command):
        """Take it back, true where nothing later stands on it."""
        try:
            undo.undo(seat=self.gm, sent=self.sent(), command=command)
        except undo.BlockedByLaterActs as hanging:
            assert hanging.commands
            return False
        return True

    def redo(self, command):
        """Do it again, true where nothing that it stood on is still undone."""
        try:
            undo.redo(seat=self.gm, sent=self.sent(), command=command)
        except Refused as refused:
            assert "depend" in str(refused.text)
            return False
        return True

    def standing(self):
        """The place of every fighter, the measured distances, and the ground that everybody is shown."""
        state = self.state
        scene = scenes.scene_of(Encounter.objects.select_related("campaign").get(token=self.token))
        shown = view.view(self.cast.campaign.system, scene, Viewer("table"))
        return state["ground"].get("at"), state.get("marks"), state["fighters"], repr(shown)


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("game", GAMES)
def test_moves_are_undone_and_done_again_in_any_order_and_nobody_has_moved(game, seed):
    board, random = Board(game), Random(f"{game} {seed}")
    start = board.state
    moves = [done for done in (board.move(random) for _number in range(MOVES)) if done is not None]
    end = board.state
    for does, state in ((board.undo, start), (board.redo, end)):
        waits = list(moves)
        while waits:  # what stands on another one waits for it
            command = random.choice(waits)
            if does(command):
                waits.remove(command)
        assert board.state == state
    assert [*folded(board.cast.campaign)] == []


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("game", GAMES)
def test_a_move_that_is_undone_before_others_was_never_made(game, seed):
    """The same moves with one undone after them all, and without it from the beginning."""
    board, random = Board(game), Random(f"{game} alone {seed}")
    people, places = board.people, ["p1", "p2", "p3", "p4"]
    moves = [(who, random.choice(places)) for who in random.sample(people, 4)]
    gone = random.randrange(4)
    made = [board.do(services.put, who=[who], place=place).command for who, place in moves]
    if made[gone] is None or not board.undo(made[gone]):  # they stood there already, or who was measured of them went
        return
    found = board.standing()
    for command in filter(None, reversed([row for number, row in enumerate(made) if number != gone])):
        assert board.undo(command)
    for number, (who, place) in enumerate(moves):
        if number != gone:
            board.do(services.put, who=[who], place=place)
    assert board.standing() == found


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_moves_of_three_are_undone_in_any_order(table, order):
    deck = Deck(table)
    deck.do(services.put, who=["pc", "foe"], place="p1")
    start = deck.state
    names = ("Tibor", "hidden", "Élowen")
    moves = [deck.do(services.put, who=[deck.named(name)], place=f"p{n}") for n, name in enumerate(names, 2)]
    for number in order:
        undo.undo(seat=deck.gm, sent=sent(), command=moves[number].command)
        assert deck.ground["at"][deck.named(names[number])] == "p1"
    assert deck.state == start


def test_a_move_with_a_dependent_one_names_it(table):
    deck = Deck(table)
    first = deck.do(services.put, who=[deck.named("Tibor")], place="p1")
    deck.do(services.put, who=[deck.named("Élowen")], place="p2")
    deck.do(services.put, who=[deck.named("Tibor")], place="p3")
    before = deck.state
    answer = client_of(deck.gm).post(reverse("undo", args=[deck.gm.token, first.command.token]))
    assert answer.status_code == 422
    assert "Tibor" in answer.text and "Passerelle" in answer.text and "Élowen" not in answer.text
    assert deck.state == before


def test_a_distance_measured_after_a_move_is_gone_once_the_move_is_undone(table):
    deck = Deck(table)
    two = {"fighter": deck.named("Tibor"), "other": deck.named("Zorvax")}
    move = deck.do(services.put, who=[two["fighter"]], place="p1")
    measure = deck.do(services.measure, **two, metres="4")
    other = deck.do(services.put, who=[deck.named("Élowen")], place="p1")
    with pytest.raises(undo.BlockedByLaterActs) as hanging:
        undo.undo(seat=deck.gm, sent=sent(), command=move.command)
    assert hanging.value.commands == (measure.command,)
    undo.rewind(seat=deck.gm, sent=sent(), command=move.command)
    assert deck.ground["at"] == {deck.named("Élowen"): "p1"}
    undo.undo(seat=deck.gm, sent=sent(), command=other.command)
    assert not deck.ground.get("at")
