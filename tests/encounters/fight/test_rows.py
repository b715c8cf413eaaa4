"""A game master's offers as the page divides them, and fighters named in a sentence."""

from types import SimpleNamespace

import pytest
from django.utils import translation

from encounters.dice import policy
from encounters.fight import heading, steps
from rules.character.sheet import Field
from rules.core.acts import Offer
from rules.core.dice import Dice
from rules.core.script import Roll
from rules.core.text import Text

CLOSED = {"refused": Text("not now")}
ROUND = Offer("new_round", "gm", Text("New round"))
END = Offer("end", "gm", Text("End"))
CARE = Offer("care", "gm", Text("Care"), after=True)
SHUT = Offer("shut", "gm", Text("Shut"), **CLOSED)
MENU = [Offer(f"act{number}", "gm", Text("Act")) for number in range(steps.MOST_MIXED)]


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
    split = steps.split_offers(fight, offers)
    rest = [offer for offer in offers if offer not in (*main, *after, *ending, *closed)]
    assert split == {"main": main, "after": after, "ending": ending, "more": rest, "closed": closed}


@pytest.mark.parametrize(("count", "told"), [(1, "A"), (5, "A, B, C, D, E"), (6, "A, B, C, D and 2 more")])
def test_a_sentence_names_the_first_of_many_awaited_fighters(count, told):
    named = [SimpleNamespace(fighter=letter.lower(), name=letter) for letter in "ABCDEFG"]
    fight = SimpleNamespace(board=SimpleNamespace(rows=named))
    with translation.override("en"):
        assert heading.format_names(fight, "abcdefg"[:count]) == told


@pytest.mark.parametrize(
    ("own", "others", "running", "counts"),
    [
        (0, 0, True, []),
        (1, 0, True, []),
        (2, 0, True, [2]),
        (0, 1, True, []),
        (0, 2, True, [2]),
        (1, 1, True, [2]),
        (2, 1, True, [2, 3]),
        (2, 2, False, []),
    ],
)
def test_several_dice_owed_are_thrown_by_one_button_while_a_fight_goes_on(own, others, running, counts, monkeypatch):
    monkeypatch.setattr(policy, "throw_offers", lambda *_args, **_kinds: ())
    request = Roll("die", "ada", Dice(1, 6), Text("Attack"))
    needs = [SimpleNamespace(own=True, request=request)] * own + [SimpleNamespace(own=False, request=request)] * others
    needs.append(SimpleNamespace(own=True, request=None))
    board = SimpleNamespace(needs=needs)
    fight = SimpleNamespace(running=running, board=board, system=None, scene_for=lambda _part: None)
    assert [button["count"] for button in steps.throw_buttons(fight)] == counts
