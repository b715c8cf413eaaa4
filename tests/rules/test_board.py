"""The board shows a viewer nothing they may not know, whatever anybody does."""

import dataclasses
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import registry
from rules.character.character import BANDS
from rules.core.check import Verdict
from rules.core.game import Tests as Checks
from rules.core.json_codec import to_json
from rules.core.scene import Action, Health, apply
from rules.core.script import Option, Roll, choose
from rules.core.text import _
from rules.engine.decide import decide
from rules.views.board import band, menu, offers, view
from rules.views.journal import tell
from rules.views.viewers import Viewer
from tests.rules.play import play
from tests.rules.toy import D6, PARTS, TOY, Toy, checks, resolve, scene

TABLE, GM = Viewer("table"), Viewer("gm", frozenset({"c-orc", "c-zyx"}))
ADA = Viewer("seat", frozenset({"c-ada"}))


def fight(secret_name="zyx", **secrets):
    """Ada against an ogre everybody sees under another name, and somebody hidden."""
    rows = (("ada", "pc"), ("orc", "npc", {"public_name": "Brute"}), ("zyx", "npc", {"hidden": True}))
    return scene(*rows, orc={"name": "Grom"}, zyx={"name": secret_name, **secrets})


def after(now, *actions):
    for action in actions:
        for event in decide(TOY, now, action):
            now = apply(now, event)
    return now


def act(kind, actor="gm", id="x1", **args):
    return Action(kind, actor, args, by="seat", gm=True, id=id)


def answer(key, *values):
    return act("answer", exchange="x1", key=key, values=list(values))


def pick(data):
    return lambda things: data.draw(st.sampled_from(list(things)))


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_no_hidden_name_is_in_a_players_view(data):
    for _before, event, now in play(TOY, fight("Unspeakable"), pick(data), 15):
        for viewer in (TABLE, ADA):
            shown = [view(TOY, now, viewer), tell(event.audience, event.kind, event.payload, viewer)]
            shown += [offers(TOY, now, viewer, "ada")]
            assert "Unspeakable" not in repr(shown)
            assert "Grom" not in repr(shown)
        assert "Unspeakable" in repr(view(TOY, now, GM))


@pytest.mark.slow("a random fight for each example, drawn twice after every event")
@settings(max_examples=100, deadline=None)
@given(st.data(), st.integers(0, 6))
def test_a_players_view_does_not_depend_on_a_hidden_sheet(data, skill):
    twin = fight(skill=skill)
    for _before, event, now in play(TOY, fight(), pick(data), 12):
        twin = apply(twin, event)
        assert view(TOY, now, TABLE) == view(TOY, twin, TABLE)


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_every_viewer_is_shown_something_at_every_moment(data):
    for _before, _event, now in play(TOY, fight(), pick(data), 20):
        for viewer in (TABLE, ADA, GM, Viewer("seat")):
            board = view(TOY, now, viewer)
            assert [row.name for row in board.rows if row.name] != []


def test_a_board_leads_nowhere_back():
    kinds = {type(part).__name__ for part in _parts(view(TOY, after(fight(), act("attack", "ada", target="orc")), GM))}
    assert kinds.isdisjoint({"Scene", "Fighter", "Exchange", "Toy", "Action"})


def _parts(value):
    yield value
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from _parts(getattr(value, field.name))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _parts(item)


@pytest.mark.parametrize(("viewer", "asked"), [(ADA, ["target"]), (GM, ["target", "bonus"])])
def test_a_field_of_the_game_master_is_in_no_form_of_a_player(viewer, asked):
    now = scene(("ada", "pc"), ("orc", "npc"), ada={"speed": 9})
    for found in (menu(TOY, now, viewer, "ada"), offers(TOY, now, viewer, "ada")):
        assert [[field.key for field in offer.fields] for offer in found if offer.kind == "attack"] == [asked]


def test_a_choice_is_revoked_by_its_author_and_a_throw_by_nobody():
    speeds = scene(("ada", "pc"), ("orc", "npc"), orc={"speed": 9})
    now = after(speeds, act("attack", "orc", target="ada", bonus=0), answer("attack", 1), answer("reaction", "parry"))
    keys = {who: [line.key for line in view(TOY, now, who).cards[0].answered] for who in (ADA, TABLE)}
    assert keys == {ADA: ["", "reaction"], TABLE: ["", ""]}


def test_an_act_of_the_game_master_is_a_card_for_all():
    now = after(fight(), act("storm"))
    for viewer in (TABLE, ADA, GM):
        (card,) = view(TOY, now, viewer).cards
        assert str(card.actor) == "The game master"
        assert not card.hidden
    assert view(TOY, now, TABLE).cards[0].waiting == ()
    assert [str(what) for _who, what in view(TOY, now, GM).cards[0].waiting] == ["Force of the storm"]


def test_an_act_of_a_hidden_fighter_is_a_card_for_the_game_master_alone():
    now = after(fight(speed=9), act("attack", "zyx", target="ada"))
    assert view(TOY, now, TABLE).cards == view(TOY, now, ADA).cards == ()
    (card,) = view(TOY, now, GM).cards
    assert card.hidden


def test_a_target_asked_by_a_hidden_fighter_is_asked_all_the_same():
    now = after(fight(speed=9), act("attack", "zyx", target="ada"), answer("attack", 1))
    assert [need.request.key for need in view(TOY, now, ADA).needs] == ["reaction"]
    assert view(TOY, now, TABLE).needs == ()


def test_nobody_is_up_for_the_table_until_the_game_master_calls():
    now = fight()
    assert (view(TOY, now, TABLE).up, view(TOY, now, ADA).needs) == ((), ())
    assert str(view(TOY, now, TABLE).headline.part) == "The game master"
    assert set(view(TOY, now, GM).up) == {"ada", "orc", "zyx"}
    now = after(now, act("next"))
    assert view(TOY, now, TABLE).up == ("ada", "orc")
    assert [need.of for need in view(TOY, now, ADA).needs] == ["ada"]


def test_a_game_master_may_act_and_answer_for_anybody():
    now = fight()
    assert {need.of for need in view(TOY, now, GM).needs} == {"ada", "orc", "zyx"}
    now = after(now, act("attack", "ada", target="orc"))
    assert [need.of for need in view(TOY, now, GM).needs if need.exchange] == ["ada"]


def test_a_secret_request_is_not_even_waited_for_by_others():
    reacts = (act("attack", "ada", target="orc"), answer("attack", 1), answer("reaction", "parry"))
    now = after(fight(), *reacts, answer("guard", "high"))
    (mine,), (theirs,) = view(TOY, now, ADA).cards, view(TOY, now, TABLE).cards
    assert [str(what) for _who, what in mine.waiting] == ["Where"]
    assert theirs.waiting == ()
    assert [str(one.label) for one in theirs.answered] == ["Attack", "React"]


@pytest.mark.parametrize(("rank", "shown"), [(0, 0), (1, 2), (2, 2), (3, 3), (4, 3), (5, 5)])
def test_health_is_shown_in_bands(rank, shown):
    told = band(Health(rank, _("exact")), BANDS)
    assert told.rank == shown and str(told.label) != "exact"


def test_a_game_may_have_its_own_words_for_texts_read_from_afar():
    words = registry.system("arpenteurs").sheet.bands
    assert [str(band(Health(rank, _("exact")), words).label) for rank in (0, 1, 3, 4, 5)] == [
        *("Unhurt", "Scratched", "Wounded", "Wounded", "Out of action")
    ]


def test_a_line_of_the_journal_names_everybody_as_its_reader_knows_them():
    now = fight()
    (opened,) = decide(TOY, now, act("attack", "ada", target="orc"))
    now = apply(now, opened)
    closed = decide(TOY, now, answer("attack", 6))[-1]
    assert str(tell(opened.audience, opened.kind, opened.payload, TABLE).text) == "Ada acts"
    assert tell("gm", closed.kind, closed.payload, TABLE) is None
    hit = {
        **opened.payload,
        "effects": [{"target": "orc", "kind": "hurt", "text": to_json(_("loses 3")), "public": None}],
    }
    assert tell("table", "attack", hit, TABLE).effects == ()
    assert [(name, str(text)) for name, text in tell("table", "attack", hit, GM).effects] == [("Grom", "loses 3")]


def better(first, second, settings):
    """The verdict on two throws: the lower face wins."""
    lower, _higher = sorted((first, second), key=lambda one: one.faces)
    return Verdict(lower.check.actor)


class Rivals(Toy):
    """An attack is thrown at once with its defence; then the target chooses."""

    secret = False

    def attack(self, now, actor, target, bonus):
        (usual,) = checks({}, {})
        mine, theirs = (replace(usual, actor=who, secret=self.secret) for who in (actor, target))
        yield (Roll("attack", actor, D6, _("Attack"), mine), Roll("defence", target, D6, _("Defence"), theirs))
        yield from choose("reaction", target, _("React"), (Option("none", _("Nothing")), Option("fall", _("Fall"))))
        return ()


class Secretly(Rivals):
    secret = True


@pytest.mark.parametrize(
    ("kind", "faces", "known", "others"),
    [(Rivals, (2, 5), "Ada", "Ada"), (Rivals, (5, 2), "Orc", "Brute"), (Secretly, (2, 5), "Ada", None)],
)
def test_the_winner_of_two_throws_is_read_by_those_who_may_know_both_tests(kind, faces, known, others):
    game = kind(**{**PARTS, "tests": Checks(checks, resolve, duel=better)})
    now = scene(("ada", "pc"), ("orc", "npc", {"public_name": "Brute"}), ada={"speed": 9})

    def done(here, action):
        for event in decide(game, here, action):
            here = apply(here, event)
        return here

    now = done(now, act("attack", "ada", target="orc", bonus=0))
    now = done(now, answer("attack", faces[0]))
    assert [view(game, now, who).cards[0].won for who in (GM, ADA, TABLE)] == [None] * 3
    now = done(now, answer("defence", faces[1]))
    cards = {who: view(game, now, who).cards[0] for who in (GM, ADA, TABLE)}
    levels = [card.answered[0].level is not None for card in cards.values()]
    assert levels == [True, kind is Rivals, False], "how it went is read by whoever threw, but of a secret test"
    winners = [card.won for card in cards.values()]
    assert str(winners[0].winner) == known
    assert [won and str(won.winner) for won in winners[1:]] == [others] * 2
