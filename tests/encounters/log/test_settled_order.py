"""An initiative that everybody throws for tells who begins and who follows, with each throw on a line of its own."""

import re

import pytest
from django.template import engines

from campaigns.models import Seat
from encounters.prepare import services as prepare_services
from rules import registry
from rules.core.text import Text
from rules.views import journal
from rules.views.viewers import Viewer
from tests.encounters.conftest import Table
from tests.encounters.fight.test_next_button import FACES, Fight
from tests.encounters.test_every_game import sent

DICE = {"medieval": 2, "mythras": 1}


class Initiative:
    """A fight whose initiative Ana throws for with real dice, after those of the game master's fighters."""

    def __init__(self, game, *, hidden=False, more=0):
        self.fight = Fight(game, Seat.Dice.ASK)
        if more:
            late = {"sample": list(registry.samples(game))[-1], "count": more, "hidden": False}
            prepare_services.recruit(seat=self.fight.gm, sent=sent(), encounter=self.fight.token, **late)
        if hidden:
            late = {"sample": list(registry.samples(game))[-1], "count": 1, "hidden": True}
            prepare_services.recruit(seat=self.fight.gm, sent=sent(), encounter=self.fight.token, **late)
        self.fight.until_it_rests()
        if game == "medieval":
            hero = next(row.id for row in self.fight.scene.fighters.values() if row.side == "pc")
            self.fight.act("take_initiative", hero, self.fight.cast.ana)
            self.fight.act("order", "gm", self.fight.gm)
        for seat in (self.fight.cast.ana, self.fight.gm):
            while any(need.own and need.request for need in self.fight.needs(seat)):
                self.fight.throw(seat, *([3] * DICE[game]))

    def region(self, seat, page, name):
        key = self.fight.token if page == "fight" else ""
        return Table(self.fight.cast, None, None, None).region(seat, page, name, key)

    def order(self):
        scene, system = self.fight.scene, self.fight.cast.campaign.system
        return [scene.fighters[slot.fighter] for slot in system.order(scene) if not slot.further]


def told(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))


@pytest.mark.slow("a fight of two games from its beginning")
@pytest.mark.django_db
@pytest.mark.parametrize("game", ["medieval", "mythras"])
def test_everybody_reads_the_first_fighter_and_each_throw(game, lay):
    lay(*FACES.get(game, ()))
    opening = Initiative(game)
    first, *others = (fighter.shown_name for fighter in opening.order())
    sentence = f"{first} commence, puis {', '.join(others)}"
    for seat in (opening.fight.gm, opening.fight.cast.ana):
        card = opening.region(seat, "fight", "last_result")
        assert sentence in told(card) and f"{sentence}, initiative" not in told(card)
        throws = re.findall(r'<p class="result-roll">.*?<span><b>([^<]*)</b>', card, re.DOTALL)
        assert throws == ([first, *others] if game == "medieval" else [first]) or seat.is_gm
        assert set(throws) <= {first, *others} and "<details" not in card.partition("result-actions")[0]
    assert sentence in told(opening.region(opening.fight.cast.screen, "screen", "result_band"))
    assert sentence in told(opening.region(opening.fight.cast.ana, "fight", "log"))


@pytest.mark.django_db
def test_the_order_is_not_followed_by_the_numbers_that_made_it(lay):
    lay(*FACES.get("mythras", ()))
    opening = Initiative("mythras")
    rows = (("fight", "last_result", opening.fight.gm), ("screen", "result_band", opening.fight.cast.screen))
    for page, region, seat in rows:
        card = told(opening.region(seat, page, region))
        _title, begins, rest = card.partition("commence, puis")
        assert begins and "initiative" not in rest.partition("Annuler")[0]
    assert "initiative" in told(opening.region(opening.fight.gm, "fight", "log")).partition("commence, puis")[2]


@pytest.mark.django_db
def test_nobody_hidden_stands_in_the_order_that_others_read(lay):
    lay(5, 5)
    opening = Initiative("medieval", hidden=True)
    (unseen,) = (fighter.name for fighter in opening.order() if fighter.hidden)
    assert unseen in told(opening.region(opening.fight.gm, "fight", "last_result"))
    assert unseen not in told(opening.region(opening.fight.cast.ana, "fight", "last_result"))
    assert "commence, puis" in told(opening.region(opening.fight.cast.ana, "fight", "last_result"))


@pytest.mark.django_db
def test_more_than_three_throws_are_folded_for_players():
    opening = Initiative("medieval", more=2)
    cards = [opening.region(seat, "fight", "last_result") for seat in (opening.fight.gm, opening.fight.cast.ana)]
    folded = [re.findall("<details.*?</details>", card.partition("result-actions")[0], re.DOTALL) for card in cards]
    assert folded[0] == [] and len(folded[1]) == 1
    assert [card.count('class="result-roll"') for card in (*cards, folded[1][0])] == [5, 5, 5]
    assert "commence, puis" in told(cards[1].partition("<details")[0])


@pytest.mark.parametrize(("count", "folded"), [(3, 0), (4, 1)])
def test_throws_that_are_no_tests_are_folded_as_well(count, folded):
    thrown = [{"who": f"Zorvax {number}", "what": "Initiative", "faces": (3,)} for number in range(count)]
    card = engines["live"].from_string(
        "{% import 'macros.j2' as ui %}{{ ui.result_card((), 'Initiative', thrown=thrown, folded=true) }}"
    )
    assert card.render({"thrown": thrown}).count("<details") == folded


@pytest.mark.parametrize(
    ("fighters", "words"), [(6, "begins, then B, C, D, E, F"), (14, "begins, then B, C, D, E and 9 more")]
)
def test_a_crowd_is_not_named_to_its_last(fighters, words):
    who = {key: {"name": key, "true": key, "side": "foe", "hidden": False} for key in "ABCDEFGHIJKLMN"[:fighters]}
    payload = {"who": who, "order": list(who), "effects": [], "told": {"table": Text("Order")}}
    line = journal.tell("table", "order", payload, Viewer("table"))
    assert [str(text) for _who, text in line.effects] == [words]
