"""The answer to a seat's next act is the same whatever happened unseen since its last one."""

import os
from contextlib import suppress
from functools import cache
from itertools import product

import pytest

from campaigns.models import Seat
from rules import registry
from rules.core.errors import Refused
from tests.secrets.evening import masked
from tests.secrets.hidden_acts import HIDDEN, INTERRUPTIONS
from tests.secrets.moment import NotNow
from tests.secrets.sequences import (
    ACTS,
    IN_THE_MIDST,
    MOMENTS,
    NEXT,
    OF_A_HERO,
    OF_DICE,
    OF_ONE_HIDDEN,
    OF_OPPONENTS,
    OF_THE_HIDDEN,
    OPENLY,
    POSTS,
    UP_UNSEEN,
    do_next,
    gather_worlds,
)
from tests.secrets.test_playing import NOTHING, ONE, OTHER
from tests.secrets.test_twins import differing

GAMES = [key for key in registry.GAMES if registry.samples(key)]
OWN_ROWS = (OF_OPPONENTS, OF_A_HERO, OF_ONE_HIDDEN)  # moments with rows of their own, which the short form plays alone
CASES = sorted(product(GAMES, MOMENTS), key=lambda case: case[1] in OWN_ROWS)
SOAK = os.environ.get("TABLEE_SOAK") == "1"
DONE = (200, 302)
OTHERS = 3  # hidden things that are tried where the first cannot be now
A_CASE = 4  # sequences of each moment of each game in the short form: together every row


def planned(case):
    """The sequences of a moment of a game: an act, something hidden, and what comes next, an address among it.

    The long form has each act with each hidden thing; what comes next takes turns, so that each meets each of both.
    """
    acts, hidden, following, posts = (list(rows) for rows in (ACTS, HIDDEN, NEXT, POSTS))
    if case[1] in BETWEEN_TURNS:
        following = [name for name in following if name not in CALL]
    if not SOAK:
        hidden = [name for name in hidden if name not in OF_OWN_MOMENTS]
    at = CASES.index(case)
    numbers = range(at * A_CASE, (at + 1) * A_CASE) if case[1] not in OWN_ROWS else ()
    pairs = [(acts[number % len(acts)], hidden[number % len(hidden)]) for number in numbers]
    steps = list(zip(numbers, pairs, strict=True))
    if SOAK:
        steps = [(at + first + second, pair) for (first, second), pair in numbered(acts, hidden)]
    nexts = [[following[number % len(following)], posts[number % len(posts)]] for number, _pair in steps]
    return [(*pair, list(dict.fromkeys(after))) for (_number, pair), after in zip(steps, nexts, strict=True)]


def numbered(acts, hidden):
    """Each act with each hidden thing, and the numbers of both."""
    return (((a, h), (act, thing)) for (a, act), (h, thing) in product(enumerate(acts), enumerate(hidden)))


# Until it is over the game master, who knows of it, waits as well.
OPEN_UNSEEN = "a hidden interruption of a hidden act"
BACK = ["undoes and does again", "undoes by the key"]
# They call whoever follows: where somebody hidden is next nobody in sight is called, a pause that docs/trust.md names.
CALLS, GROUPS, BETWEEN_TURNS = (
    "is thrown for with everybody",
    ["meets a group", "meets a side"],
    ("nobody is called", *UP_UNSEEN),
)
CALL = (CALLS, *GROUPS)
# When whoever joins may throw for a place in the round, where it is another moment than that of the first throws.
LATE = {"mythras": "nobody is called", "medieval": "nobody is called"}
# Acts that would depend on each other if seen: an act, and later writes to the same fight, character or sheet.
FORCED = {
    "her turn": [
        ("acts", "a closed condition", BACK),
        ("makes a character", "a draft", BACK),
        ("edits", "somebody joins unseen", [CALLS]),
        ("edits", "a secret roll", [CALLS]),
    ],
    "she is to throw": [("answers", "somebody hidden under a condition", BACK)],
    "she is to choose": [("answers", "harm to somebody hidden", [*BACK, "takes an answer back"])],
    OF_OPPONENTS: [("edits", "somebody hidden of their group", GROUPS)],
    "nobody is called": [("makes a character", "a secret roll that waits", BACK)],
    OF_THE_HIDDEN: [
        ("edits", "a hidden turn", ["undoes", "acts", "answers"]),
        ("rolls", "half a hidden turn", ["undoes", "acts", "answers"]),
    ],
    OF_ONE_HIDDEN: [
        ("edits", "somebody hidden moves", ["acts", "reads", "undoes"]),
        ("acts", "harm to somebody hidden", ["acts", "undoes"]),
    ],
    OF_A_HERO: [
        ("edits", "a hidden hero acts", ["undoes", "acts", "reads"]),
        ("edits", "a hidden hero acts again", ["undoes by the key"]),
        ("edits", "a hidden hero is hurt", ["reads"]),
        ("edits", "a roll of a hidden hero", ["undoes"]),
    ],
}
# Hidden things that can be at no other moment, where the short form would try them in vain.
OF_OWN_MOMENTS = {"somebody hidden moves", *(hidden for _act, hidden, _nexts in FORCED[OF_A_HERO])}
# Only in some games: a hidden fighter who interrupts a hidden fighter's act.
FORCED_OF_GAME = {(game, "her turn"): [("edits", OPEN_UNSEEN, ["acts", "reads", *BACK])] for game in INTERRUPTIONS}


JOINING = ("somebody joins unseen", "opponents of a file")


def forced_in(case):
    return [*FORCED[case[1]], *FORCED_OF_GAME.get(case, ())]


def test_the_short_form_has_every_row():
    rows = [row for case in CASES for row in (*planned(case), *forced_in(case))]
    assert {act for act, _hidden, _nexts in rows} == set(ACTS)
    assert {hidden for _act, hidden, _nexts in rows} == set(HIDDEN)
    assert {one for _act, _hidden, nexts in rows for one in nexts} == {*NEXT, *POSTS}


@pytest.mark.slow("three tables, and each sequence in each of them", most=8)
@pytest.mark.django_db
@pytest.mark.parametrize("case", CASES, ids="-".join)
def test_the_next_act_is_answered_alike_whatever_is_hidden(case):
    quiet, *others = gather_worlds(*case, (NOTHING, ONE, OTHER) if SOAK else (NOTHING, ONE))
    known = played_once(quiet)

    def happened(sequences, instead):
        tried = [
            (others[at % len(others)], instead(ACTS, act), instead(HIDDEN, hidden), nexts)
            for at, (act, hidden, nexts) in enumerate(sequences)
        ]
        return [
            next((name for name in things if compare(known, other, acts, name, nexts)), None)
            for other, acts, things, nexts in tried
        ]

    forced = forced_in(case)
    assert happened(forced, lambda _rows, name: [name]) == [hidden for _act, hidden, _nexts in forced]
    drawn = happened(planned(case), others_after)
    assert sum(map(bool, drawn)) * 2 >= len(drawn), "half of this does not happen"
    if case[1] == "her turn":
        act_openly(known, others[0])


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_every_act_that_is_offered_comes_to_the_same_whatever_is_hidden(game):
    """All acts of a game, found by the offers, so that a new act needs no row."""
    quiet, other = gather_worlds(game, IN_THE_MIDST, (NOTHING, ONE))
    known = played_once(quiet)
    for whose in ("does", "leads"):
        kinds = [kind for kind in quiet.offered_kinds() if kind.startswith(whose)]
        assert len(kinds) > 5
        hidden = [name for name in HIDDEN if whose == "does" or name != OPEN_UNSEEN]
        rows = hidden if SOAK else hidden[GAMES.index(game) :: 2 * len(GAMES)]
        for number, name in enumerate(rows):
            compare(known, other, ["edits"], name, kinds if SOAK else kinds[number :: len(rows)])


def act_openly(known, other):
    """A test of several, a correction, the end of a fight and the next one have the same result."""
    rows = [name for name in HIDDEN if name != OPEN_UNSEEN]
    for hidden in rows if SOAK else ["somebody joins unseen"]:
        assert compare(known, other, ["edits"], hidden, list(OPENLY)) or SOAK


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_no_real_die_of_a_hidden_latecomer_is_waited_for(game):
    """Throwing for everybody calls the next fighters, even if the game master throws real dice."""
    heard = []
    for table in gather_worlds(game, LATE.get(game, OF_DICE), (NOTHING, ONE)):
        with table.rolled_back(game):
            Seat.objects.filter(pk=table.gm.pk).update(dice=Seat.Dice.TYPED)
            if table.secret.names:
                HIDDEN["somebody joins unseen"](table)
            assert table.look("unseen") == 0
            since = len(table.stream_of_all)
            do_next(table, CALLS)
            heard.append(masked(table.stream_of_all[since:]))
    quiet, other = heard
    assert quiet == other and quiet


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_nothing_hidden_is_noticed_while_a_fight_is_paused(game):
    """Its board is on every page, so hidden fighters must not be noticed there either."""
    (table,) = gather_worlds(game, OF_DICE, (ONE,))
    table._turn("paused")
    for name in HIDDEN if SOAK else JOINING:
        with table.rolled_back(game, name), suppress(NotNow, Refused):
            HIDDEN[name](table)
            assert table.look("unseen") == 0, f"{name} sent {table.stream_of_all[-1][:2400]}"
            assert table.look_uncached() == 0, f"{name} shows {table.stream_of_all[-1][:2400]}"


def others_after(names, name):
    """A row and those after it, of which the first that can be now is played: every act, but few hidden things."""
    rows = list(names)
    order = (*rows[rows.index(name) :], *rows[: rows.index(name)])
    return order if names is ACTS else order[: 1 if SOAK else OTHERS]


def played_once(quiet):
    """A world in which nothing happens: an act and what comes next come to the same there beside each hidden thing."""
    return cache(lambda act, nexts: played(quiet, act, None, nexts))


def compare(quiet, secret, acts, hidden, nexts):
    """Play one sequence in two worlds; returns the hidden acts that were possible, so happened."""
    tries = ((act, quiet(act, tuple(nexts))) for act in acts)
    act, known = next((pair for pair in tries if pair[1]), ("", {}))
    found = played(secret, act, hidden, nexts) if known else {}
    for name in nexts if found else ():
        what = f"{act}, {hidden}, {name}"
        for one, other in zip(known[name], found[name], strict=False):
            assert one == other, f"{what}: {differing(one, other)}"
        assert len(known[name]) == len(found[name]), what
    return hidden if found else None


def played(table, act, hidden, nexts):
    """All that the seats are answered and sent in this world, by what came next; nothing where it cannot be now."""
    found = {}
    with table.rolled_back(table.game, act):
        since = len(table.stream_of_all)
        try:
            answer = ACTS[act](table)
            assert answer is None or answer.status_code in DONE, (act, answer.said)
            table.look("acts")
            if hidden is not None:
                before = table.change_numbers()
                HIDDEN[hidden](table)
                assert table.change_numbers() != before, f"{hidden} did not happen"
        except NotNow:
            return {}
        assert table.look("unseen") == 0, f"{hidden} sent {table.stream_of_all[-1][:2400]}"
        if hidden is not None:
            assert table.look_uncached() == 0, f"{hidden} shows {table.stream_of_all[-1][:2400]}"
        for name in nexts:
            with table.rolled_back(table.game, act, name):
                do_next(table, name)
                found[name] = masked(table.stream_of_all[since:])
    return found
