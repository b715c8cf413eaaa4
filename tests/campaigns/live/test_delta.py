"""Deltas of a list: new pieces are sent, the rest is named, and the page puts the very text together."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.live.delta import CUT, shortest_steps, steps
from campaigns.live.sockets import Parcel
from tests.frames import joined, whole

HEAD, TAIL = '<section id="log"><ol>', "</ol></section>"
LONG = "d" * 40
PIECES = ["", ">a", "i>a", "i>b", "b>b", "b>c 😀", "i class=x>é", "i\n>", f"b>{LONG}", f"b>{LONG}e 😀", f"b x=1>{LONG}"]
NAMES = [letter * 16 for letter in "abc9"]
texts = st.lists(st.sampled_from(PIECES), max_size=12).map(CUT.join)
named = st.lists(st.sampled_from([*PIECES, *(f"{name}>{name} of " + "x" * 900 for name in NAMES)]), max_size=12)


def journal(*numbers):
    return HEAD + "".join(f"<li>the line of number {number}, as long as lines are</li>" for number in numbers) + TAIL


@given(texts, texts)
def test_a_patched_text_equals_the_original(before, after):
    found = steps(before, after)
    assert found is None or joined(before, found) == after


@given(named.map(CUT.join), named.map(CUT.join))
def test_under_other_names_as_well(before, after):
    found = shortest_steps(before, after)
    assert found is None or joined(before, found) == after


def test_the_same_of_somebody_else_is_sent_as_the_other_names():
    def sheet(person, bearer):
        rows = "".join(
            f'<li id="{person}-{n}"><a href="/t/{bearer}/{person}/{n}/">{n} of it</a></li>' for n in range(99)
        )
        return f'<ol id="sheet">{rows}</ol>'

    before, after = sheet("elowenelowen2345", "seatseatseatseat"), sheet("tibortibor234567", "seatseatseatseat")
    assert len(steps(before, after)) > 99
    assert shortest_steps(before, after) == [{"elowenelowen2345": "tibortibor234567"}, len(after.split(CUT))]


@pytest.mark.parametrize(
    ("before", "after", "sent"),
    [
        (range(50, 0, -1), range(51, 1, -1), 1),  # one comes and the oldest goes
        (range(50, 0, -1), range(50, 0, -1), 0),
        (range(9), (1, 2, 0, *range(3, 9)), 0),  # moved
        ((1, 1, 1), (1, 1, 1, 1), 0),  # alike
        ((9, 8, 7, 6, 5, 4), (9, 8, 70, 6, 5, 4), 1),  # one is struck through
    ],
)
def test_only_new_parts_are_sent(before, after, sent):
    before, after = journal(*before), journal(*after)
    found = steps(before, after)
    new = [step for step in found if len(str(step)) > 4 and not str(step).startswith("/")]  # no way nor closing tag
    assert joined(before, found) == after
    assert len(new) == sent


def test_a_mostly_new_text_is_sent_whole():
    assert steps(journal(1, 2, 3), '<form action="/answers/"><button>Throw a die</button></form>') is None
    assert steps("", journal(1)) is None


def test_a_new_text_is_sent_once_however_often_it_occurs():
    form = '<form id="asked-{0}" method="post" action="/t/answers/"><input name="key" value="{0}"><button>Throw it'
    after = '<div id="asked">' + "</form>".join(form.format(number) for number in range(40)) + "</form></div>"
    found = steps('<div id="asked" hidden></div>', after)
    assert joined('<div id="asked" hidden></div>', found) == after
    assert len(json.dumps(found)) < len(after) / 2


def test_no_slice_is_kept_around_characters_of_two_utf16_units():
    before, after = (f'<p title="{"🎲" * 20}" id="{number}">a die</p>' for number in (1, 2))
    found = steps(before + "<b>" * 20, after + "<b>" * 20)
    assert [step for step in found if isinstance(step, list)] == []


def test_only_the_changed_number_within_a_tag_is_sent():
    before = HEAD + "".join(f'<li id="{n}"><b class="total">{n}</b> steps</li>' for n in range(50)) + TAIL
    after = before.replace(">7<", ">70<")
    found = steps(before, after)
    assert joined(before, found) == after and [step for step in found if isinstance(step, str)] == [">70"]
    assert len(json.dumps(found)) < 30


def test_a_term_added_to_every_sum_is_sent_once():
    rows = "".join(f'<li id="{n}"><small>base {n + 100} of the skill</small></li>' for n in range(30))
    before, after = HEAD + rows + TAIL, HEAD + rows.replace(" of the skill", ", −1 of the skill") + TAIL
    found = steps(before, after)
    assert joined(before, found) == after and json.dumps(found, ensure_ascii=False).count("−1") == 1


def test_a_run_that_stands_elsewhere_is_copied_into_its_place():
    row = "<b>{0}</b><i>as long as a line is</i><u>{0}</u>"
    before = HEAD + "".join(row.format(f"number {n} is that of a line") for n in range(9)) + TAIL
    after = before.replace("number 4 is", "number 7 is")
    found = steps(before, after)
    assert joined(before, found) == after
    assert [step for step in found if isinstance(step, list) and len(step) == 3 and step[2] == 0]


def test_a_delta_goes_to_pages_with_the_list_and_a_whole_frame_to_others():
    before = {"log": journal(*range(50)), "turn": "<p>1</p>"}
    after = {"log": journal(51, *range(49)), "turn": "<p>2</p>"}
    short, long = Parcel(after, before).frame, Parcel(after).frame
    assert "parts" not in json.loads(long) and len(short) < len(long) / 5
    assert whole(json.loads(short), before) == whole(json.loads(long), {}) == after


@pytest.mark.parametrize("chance", ["z" * 16, "a" * 15 + "b", "abcdefghijklmno0", "0bcdefghijklmnop"])
def test_a_random_name_is_sent_alike_whatever_letters_it_shares(chance):
    rest = "<li>as before</li>" * 40
    row = f'<li id="{{0}}" class="{LONG}">{{1}}</li>'
    before = f'<ul id="rows">{row.format("abcdefghijklmnop", "Ana")}{rest}</ul>'
    after = f'<ul id="rows">{row.format("{0}", "Bo")}{row.format("line-{0}", "Ana")}{rest}</ul>'
    usual = json.dumps(shortest_steps(before, after.format("q" * 16)))
    assert json.dumps(shortest_steps(before, after.format(chance))) == usual.replace("q" * 16, chance)


WORDS = ["14", "−2", "Rifle", "line", "😀", "é", "7 of them", "hit in the body", "x" * 16, *NAMES, ""]
TAGS = ["b>", "li>", "/li>", f'a href="/t/{NAMES[0]}/{{}}/">', f'li id="{NAMES[1]}-{{}}">', 'p title="{} 😀">']


def pages_that_change(count):
    """Random pages, each with one to four changes: pieces that are new, gone, moved, copied, and words that differ."""
    chance = Random(1)
    for _page in range(count):
        text = [new_piece(chance) for _piece in range(chance.choice((4, 12, 60)))] * chance.choice((1, 1, 3))
        after = list(text)
        for _change in range(chance.randint(1, 4)):
            change(chance, after)
        yield CUT.join(text), CUT.join(after)


def new_piece(chance):
    words = [chance.choice(WORDS) for _word in range(chance.randrange(5))]
    return chance.choice(TAGS).format(chance.randrange(40)) + " ".join(words)


def change(chance, pieces):
    first, end = sorted(chance.randrange(len(pieces) + 1) for _end in range(2))
    piece = chance.choice(pieces or [""])
    cut = chance.randint(0, len(piece))
    kind = chance.randrange(7)
    if kind == 0:
        pieces.insert(first, new_piece(chance))
    elif kind == 1:
        del pieces[first : min(end, first + 3)]
    elif kind == 2:
        pieces[:] = [*pieces[first:end], *pieces[:first], *pieces[end:]]
    elif kind == 3:
        pieces[first:first] = pieces[first:end]
    elif kind == 4:
        pieces[first:end] = [f"{piece[:cut]}{chance.choice(WORDS)}{piece[cut + chance.randrange(9) :]}"]
    elif kind == 5:
        pieces.insert(first, f"{piece[:cut]}{chance.choice(WORDS)}{piece[cut:]}")
    else:
        old, new = chance.sample(WORDS[:-1], 2)
        pieces[:] = [piece.replace(old, new) for piece in pieces]


def lines_of_each_length():
    """A line of each length that comes again, also with another beginning, middle or end."""
    rows = [f"li>row {number}" for number in range(20)]
    for length in range(60):
        line = f"p>{'word of a long line ' * 3}"[:length]
        for again in (line, f"p{line}", f"{line}s", f"{line[: length // 2]}, or{line[length // 2 :]}"):
            yield CUT.join(["ul>", line, *rows]), CUT.join(["ul>", line, *rows[:9], again, *rows[9:]])
            yield CUT.join([*rows, line, "/ul>"]), CUT.join([again, *rows, "/ul>"])


def people_renamed():
    """The page of one person that becomes that of another, with their name in one to sixty places."""
    for places in range(1, 61):
        page = "".join(f"<li>{{0}} {'x' * number}" for number in range(places))
        yield page.format(NAMES[0]), page.format(NAMES[1])


@pytest.mark.parametrize(
    ("changes", "letters"),
    [(pages_that_change(500), 50_102), (lines_of_each_length(), 89_713), (people_renamed(), 22_691)],
    ids=["random", "length", "name"],
)
def test_a_change_takes_no_more_letters_than_it_did(changes, letters):
    sent = 0
    for before, after in changes:
        found = shortest_steps(before, after)
        assert found is None or joined(before, found) == after
        sent += len(json.dumps(found, ensure_ascii=False)) if found is not None else len(after)
    assert sent == letters  # fewer are better: say so here
