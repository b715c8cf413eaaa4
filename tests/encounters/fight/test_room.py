"""The board says each thing once: those awaited, open decisions, results."""

from types import SimpleNamespace

import pytest
from django.template import engines
from django.utils import translation

from campaigns.live.regions import fragment
from encounters.fight import heading, regions
from encounters.fight.offers import intents
from encounters.log.effect_words import effects_shown_whole
from rules.core.rounds import Headline
from rules.core.text import Text
from rules.views.journal import Line

NAMES = ("Élowen", "Tibor", "Isaure", "Brigand des chemins", "Lutteur de foire", "Ogre des marais")

EMPTY = ("main", "throws", "gestures", "more_gestures", "waiting", "others", "more", "closed", "ending")
REFUSED = {"refused": "Trop tard"}  # is drawn of its two words alone


def fight_of(*names, together=False):
    people = [SimpleNamespace(name=one, fighter=one) for one in names]
    headline = Headline(Text("Turn 1"), together=together)
    board = SimpleNamespace(rows=people, awaited=names, headline=headline, cards=())
    return SimpleNamespace(board=board, running=True)


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (5, "On attend Élowen, Tibor, Isaure, Brigand des chemins, Lutteur de foire"),
        (6, "On attend Élowen, Tibor, Isaure, Brigand des chemins et 2 autres"),
    ],
)
def test_a_crowd_that_is_awaited_is_counted_since_the_ladder_lights_them_all(count, told):
    with translation.override("fr"):
        assert heading.waiting_sentence(fight_of(*NAMES[:count])) == told
        together = heading.waiting_sentence(fight_of(*NAMES[:count], together=True))
    assert together == f"{told.removeprefix('On attend ')} agissent ensemble"


@pytest.mark.parametrize(("count", "folded"), [(1, False), (2, True)])
def test_choices_after_a_test_stand_at_the_foot_or_behind_one_button(count, folded):
    after = [{**REFUSED, "label": f"Suite {number}"} for number in range(count)]
    with translation.override("fr"):
        drawn = fragment("requests.html", id="requests", after=after, **dict.fromkeys(EMPTY, ()))
    assert ('class="request-after"' in drawn, "Vous pouvez décider" in drawn) == (not folded, folded)
    assert all(one["label"] in drawn for one in after)


def test_an_effect_is_told_once_unless_its_numbers_were_left_out():
    short, long = Text("falls"), Text("loses 8 (%(terms)s)", (("terms", Text("die 4, strength +4")),))
    line = Line(None, Text("hits"), effects=(("Tibor", short), ("Tibor", long)))
    with translation.override("en"):
        assert {told.rpartition(" ")[2] for told in effects_shown_whole(line)} == {"falls"}
        crowd = Line(
            None, Text("hits"), effects=tuple((f"Tibor {number}", Text("falls hard " * 8)) for number in range(9))
        )
        assert effects_shown_whole(crowd) == set()


@pytest.mark.parametrize(
    ("length", "up", "shown"),
    [
        (12, 11, (0, 12, "", "")),
        (40, None, (0, 10, "", "30 de plus ensuite")),
        (40, 2, (0, 10, "", "30 de plus ensuite")),
        (40, 4, (1, 11, "1 de plus avant", "29 de plus ensuite")),
        (13, 5, (2, 12, "2 de plus avant", "1 de plus ensuite")),
        (40, 20, (17, 27, "17 de plus avant", "13 de plus ensuite")),
        (40, 39, (30, 40, "30 de plus avant", "")),
    ],
)
def test_a_wall_shows_the_neighbours_of_whoever_is_up_and_counts_the_rest(length, up, shown):
    ladder = [{"row_state": "now" if place == up else "next"} for place in range(length)]
    with translation.override("fr"):
        part = regions.wall_part(ladder)
    assert (part["start"], part["end"], part["before"], part["after"]) == shown


@pytest.mark.parametrize(("refused", "opened"), [(("attack",), True), (("attack", "shoot"), False)])
def test_a_single_refused_act_shows_its_reason_without_a_press(refused, opened):
    blank = dict.fromkeys(("refused", "hopeless", "form", "together", "hint", "odds_line"), "")
    blank |= {"fields": (), "gm_fields": (), "hidden": {}, "action": "/"}
    kinds = ("pass", "change", "go", "speak", "drop", *refused)
    offers = [
        {**blank, "id": kind, "kind": kind, "label": kind, "refused": "Trop loin" if kind in refused else ""}
        for kind in kinds
    ]
    with translation.override("fr"):
        menu = {**intents.menu(offers), "again": None}
        drawn = engines["live"].env.get_template("offers.j2").module.menu(menu, "do")
    assert ('id="do-attack-closed"\n  data-fold open>' in drawn) == opened
