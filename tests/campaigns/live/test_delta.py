"""Deltas of a list: new pieces are sent, the rest is named, and the page puts the very text together."""

import json

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
