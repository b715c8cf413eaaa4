"""A game master's offers as the page divides them, and fighters named in a sentence."""

from types import SimpleNamespace

import pytest
from django.utils import translation

from encounters.fight import rows
from rules.character.sheet import Field
from rules.core.acts import Offer
from rules.core.text import Text

CLOSED = {"refused": Text("not now")}
ROUND = Offer("new_round", "gm", Text("New round"))
END = Offer("end", "gm", Text("End"))
CARE = Offer("care", "gm", Text("Care"), after=True)
SHUT = Offer("shut", "gm", Text("Shut"), **CLOSED)
MENU = [Offer(f"act{number}", "gm", Text("Act")) for number in range(rows.MOST_MIXED)]


@pytest.mark.parametrize(
    ("offers", "over", "main", "after", "ending", "closed"),
    [
        ([ROUND, END], False, [ROUND], [], [END], []),
        ([ROUND, END], True, [], [], [END], []),
        ([SHUT, ROUND], False, [], [], [], []),
        ([END, ROUND], False, [], [], [END], []),
        ([Offer("end", "gm", Text("End"), **CLOSED), ROUND], False, [], [], [], []),
        ([ROUND, Offer("end", "gm", Text("End"), (Field("why", Text("Why")),))], False, [ROUND], [], [], []),
        ([ROUND, CARE], False, [ROUND], [CARE], [], []),
        ([ROUND, Offer("care", "gm", Text("Care"), after=True, **CLOSED)], False, [ROUND], [], [], []),
        ([ROUND, SHUT, *MENU[:-1]], False, [ROUND], [], [], []),
        ([ROUND, SHUT, *MENU], False, [ROUND], [], [], [SHUT]),
        ([ROUND, *MENU, *MENU], False, [ROUND], [], [], []),
    ],
)
def test_offers_are_divided_and_only_a_long_menu_sets_refused_ones_apart(offers, over, main, after, ending, closed):
    fight = SimpleNamespace(over=over, system=SimpleNamespace(ending="end"))
    split = rows.split_offers(fight, offers)
    rest = [offer for offer in offers if offer not in (*main, *after, *ending, *closed)]
    assert split == {"main": main, "after": after, "ending": ending, "more": rest, "closed": closed}


@pytest.mark.parametrize(("count", "told"), [(1, "A"), (5, "A, B, C, D, E"), (6, "A, B, C, D and 2 more")])
def test_of_many_awaited_fighters_the_first_are_named_and_the_others_counted(count, told):
    named = [SimpleNamespace(fighter=letter.lower(), name=letter) for letter in "ABCDEFG"]
    fight = SimpleNamespace(board=SimpleNamespace(rows=named))
    with translation.override("en"):
        assert rows.format_names(fight, "abcdefg"[:count]) == told
