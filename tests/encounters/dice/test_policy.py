"""Several dice by one press: all throws of one seat that follow, and no others."""

import re

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import translation

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.live import regions
from campaigns.models import Event, Seat
from campaigns.web.language import say
from encounters import scenes, services
from encounters.dice import published_seeds, source
from encounters.fight import snapshot
from encounters.models import Encounter
from rules.core.errors import Refused, Stale
from rules.core.script import Ask
from rules.engine import exchanges, offers
from tests.cast import client_of, gather
from tests.encounters.conftest import begun
from tests.pages import flat

pytestmark = pytest.mark.django_db
COUNT = iter(range(10_000))


class Fight:
    """A fight going on: Ana’s Élowen against two of the game master’s, everybody asked before a die is thrown."""

    def __init__(self, game, dice="ask"):
        cache.clear()
        self.cast = gather(game)
        self.gm, self.token = begun(self.cast, dice)
        self.ana = Seat.objects.select_related("campaign").get(pk=self.cast.ana.pk)
        self.system = self.gm.campaign.system
        self.hero, *self.foes = self.scene.fighters

    @property
    def scene(self):
        return scenes.scene_of(Encounter.objects.get(token=self.token))

    @property
    def told(self):
        """The kinds of what everybody saw happen, in its order."""
        return [
            event.kind for event in Event.objects.filter(campaign=self.gm.campaign, audience="table").order_by("seq")
        ]

    @property
    def due(self):
        return exchanges.rolls_due(self.system, self.scene)

    @property
    def asks(self):
        return [one for one in exchanges.waiting_on(self.system, self.scene) if isinstance(one.request, Ask)]

    def sent(self):
        return Sent.of("", next(COUNT))

    def act(self, kind, actor="gm", *, call=False, **args):
        services.act(seat=self.gm, sent=self.sent(), encounter=self.token, kind=kind, actor=actor, args=args, call=call)

    def post(self, seat, name, **said):
        address = reverse(name, args=[seat.token, self.token])
        return client_of(seat).post(address, said, headers={"HX-Request": "true", "X-Live": "1"})

    def answer(self, seat, fighter, **said):
        exchange, roll = next(one for one in self.due if one[1].by == fighter)
        answer = self.post(seat, "answer", exchange=exchange, key=roll.key, **said)
        assert answer.status_code == 200, answer.content.decode()
        return answer

    def throw_mine(self, seat=None):
        return services.throw_due(seat=seat or self.gm, sent=self.sent(), encounter=self.token)

    def undo_last(self):
        done = self.gm.campaign.commands.order_by("-first_seq").first()
        undo.undo(seat=self.gm, sent=self.sent(), command=done)
        return done

    def strikes(self, fighter, target):
        """A fighter attacks with the first weapon they have; the turns before theirs are ended."""
        while (up := next(one.of for one in exchanges.waiting_on(self.system, self.scene))) != fighter:
            self.act("finish", up)
        offer = next(one for one in offers.offers(self.system, self.scene, fighter) if one.kind == "attack")
        weapon = next(field for field in offer.fields if field.key == "weapon").choices[0].key
        self.act("attack", fighter, target=target, weapon=weapon)

    def shown(self, seat, name):
        fresh = Seat.objects.select_related("campaign").get(pk=seat.pk)
        page = regions.find_page(fresh, "fight", self.token)
        return page.draw(next(one for one in page.regions if one.name == name))


@pytest.fixture
def struck():
    """A fight in which Élowen’s blow has been said, and its die is waited for."""
    fight = Fight("chroniques")
    fight.act("start")
    fight.strikes(fight.hero, fight.foes[0])
    yield fight
    cache.clear()


@pytest.fixture
def opening():
    """A fight in which everybody’s initiative is to be thrown."""
    fight = Fight("arpenteurs")
    fight.act("start")
    yield fight
    cache.clear()


# All of one exchange.


def test_one_press_throws_all_dice_that_follow_and_one_undo_reverts_them(struck, lay):
    before = struck.scene.state
    lay(18, 2)
    answer = struck.answer(struck.ana, struck.hero, throw="all")
    assert struck.due == () and not struck.scene.exchanges
    done = struck.ana.commands.order_by("-first_seq").first()
    assert [one.kind for one in done.events.order_by("seq")] == ["answered", "answered", "attack"]
    assert answer.content.decode().count("data-snack") == 1
    undo.undo(seat=struck.gm, sent=struck.sent(), command=done)
    after = struck.scene.state
    assert {**after, "spare": None} == {**before, "spare": None}


def test_a_single_throw_still_waits_for_the_next_press(struck, lay):
    lay(18)
    struck.answer(struck.ana, struck.hero, throw="1")
    assert [roll.key for _exchange, roll in struck.due] == ["damage"]


def test_a_player_with_real_dice_is_asked_for_each(struck):
    struck.answer(struck.ana, struck.hero, values="18")
    assert [roll.key for _exchange, roll in struck.due] == ["damage"]
    assert Event.objects.filter(kind="answered").latest("seq").payload["real"]


def test_throwing_stops_at_a_choice(struck, lay):
    lay(20)
    struck.answer(struck.ana, struck.hero, throw="all")
    assert [one.request.key for one in struck.asks] == ["critical"] and struck.due == ()


def test_a_throw_of_another_seat_is_left_to_it(lay):
    fight = Fight("medieval")
    fight.act("start")
    for one in fight.scene.fighters:
        fight.act("take_initiative", one)
    fight.act("order")
    lay(6, 6)
    fight.answer(fight.ana, fight.hero, throw="all")
    assert {roll.by for _exchange, roll in fight.due} == set(fight.foes)


def test_the_same_dice_can_be_checked_as_before(struck, settings):
    settings.TABLEE_DICE = ""
    struck.answer(struck.ana, struck.hero, throw="all", command="abcdefgh23456777-1")
    published_seeds.publish_seed(seat=struck.gm, sent=Sent.of("", "publish"))
    (found, *_older) = published_seeds.published_streams(struck.gm.campaign)
    assert found.throws and found.faults == ()


def test_a_fight_offers_a_button_for_all_due_dice_and_a_key_per_face(struck):
    drawn = flat(struck.shown(struck.ana, "exchanges"))
    assert re.findall(r'name="throw" value="(\w+)"', drawn) == ["all"]
    assert re.findall(r'name="values" value="(\d+)"', drawn) == [str(face) for face in range(1, 21)]


# All that a game master is waited for.


def test_a_game_master_throws_for_all_their_characters_and_for_no_player(opening, lay):
    before = opening.scene.state
    lay(3, 5)
    assert opening.post(opening.gm, "act", kind="throw", actor="gm").status_code == 200
    rolled = {row.action.actor: dict(row.answers) for row in opening.scene.exchanges.values()}
    assert rolled == {opening.foes[0]: {"initiative": (3,)}, opening.foes[1]: {"initiative": (5,)}}
    opening.undo_last()
    assert {**opening.scene.state, "spare": None} == {**before, "spare": None}


def test_the_board_counts_the_awaited_if_there_are_several(opening, lay):
    drawn = opening.shown(opening.gm, "requests")
    assert 'value="throw"' in drawn and 'data-key="a"' in drawn
    lay(3)
    opening.act("initiative", opening.foes[0])
    opening.answer(opening.gm, opening.foes[0], throw="1")
    assert 'data-key="a"' not in opening.shown(opening.gm, "requests")


def test_everybody_awaited_can_be_acted_for_from_the_foot_of_the_board(opening):
    opening.act("next")
    drawn = opening.shown(opening.gm, "requests")
    beside, behind = drawn.split('-others" popover>')
    assert (beside.count('class="request"'), behind.count('class="request"')) == (0, 3)
    for fighter in opening.scene.fighters:
        assert reverse("fight-selected", args=[opening.gm.token, opening.token, fighter + snapshot.TURN]) in drawn
    assert "3 attendus" in beside


def test_names_stand_whole_at_the_foot_of_the_board_beside_a_button_that_throws(opening):
    opening.act("next")
    opening.act("initiative", opening.foes[0])
    drawn = opening.shown(opening.gm, "requests")
    assert 'name="arg-everybody"' in drawn
    beside, behind = drawn.split('-others" popover>')
    assert (beside.count('class="request"'), behind.count('class="request"')) == (0, 2)


def test_open_rolls_are_thrown_with_them(lay):
    fight = Fight("medieval")
    fight.act("start")
    for one in fight.scene.fighters:
        fight.act("take_initiative", one)
    fight.act("order")
    assert 'value="throw"' in fight.shown(fight.gm, "requests")
    lay(4, 4, 9, 9)
    fight.throw_mine()
    assert {roll.by for _exchange, roll in fight.due} == {fight.hero}
    with pytest.raises(Stale):
        fight.throw_mine()


def test_one_press_throws_for_everybody_who_is_left(opening, lay):
    assert 'name="arg-everybody"' in opening.shown(opening.gm, "requests")
    lay(3, 5, 4)
    assert opening.post(opening.ana, "act", kind="throw", actor="gm", **{"arg-everybody": "1"}).status_code == 422
    answer = opening.post(opening.gm, "act", kind="throw", actor="gm", **{"arg-everybody": "1"})
    assert answer.status_code == 200 and opening.due == ()
    assert 'name="arg-everybody"' not in opening.shown(opening.gm, "requests")


def test_a_second_press_for_everybody_throws_nothing_and_is_no_refusal(opening, lay):
    lay(3, 5, 4)
    press = {"kind": "throw", "actor": "gm", "arg-everybody": "1"}
    opening.post(opening.gm, "act", **press)
    before = opening.gm.campaign.events.count()
    again = opening.post(opening.gm, "act", **press)
    assert again.status_code == 200 and "is-refused" not in again.content.decode()
    assert opening.gm.campaign.events.count() == before


def test_only_a_game_master_throws_for_all(opening):
    with pytest.raises(Refused):
        opening.throw_mine(opening.ana)
    assert opening.post(opening.ana, "act", kind="throw", actor="gm").status_code == 422
    assert not opening.scene.exchanges


def test_a_hidden_fighters_dice_are_thrown_unseen(opening, lay):
    opening.act("hide", fighter=opening.foes[1])
    lay(3, 5)
    done = opening.throw_mine()
    circles = {one.for_fighter: one.audience for one in done.events if one.kind == "answered"}
    assert circles == {opening.foes[0]: "table", opening.foes[1]: "gm"}


@pytest.mark.parametrize("hidden", [0, 1, 2])
@pytest.mark.parametrize("dice", ["server", "typed"])
def test_a_hidden_fighter_does_not_hold_up_automatic_steps(hidden, dice, monkeypatch):
    monkeypatch.setattr(source, "throw", lambda _pen, roll, *, unseen: ([5] * roll.dice.count, None))
    fight = Fight("medieval", dice)
    fight.act("start")
    for one in fight.foes[:hidden]:
        fight.act("hide", fighter=one)
    *others, last = (one for one in fight.scene.fighters if one not in fight.foes[:hidden])
    for one in others:
        fight.act("take_initiative", one)
    fight.act("take_initiative", last, call=True)
    assert "open_order" in fight.told


def test_a_form_sent_twice_throws_once(opening, lay):
    lay(3, 5)
    sent = Sent.of("the-same-key-1", "throw")
    one = services.throw_due(seat=opening.gm, sent=sent, encounter=opening.token)
    again = services.throw_due(seat=opening.gm, sent=sent, encounter=opening.token)
    assert again.command == one.command


# The prompt.


def test_only_the_first_of_many_dice_has_the_filled_button():
    fight = Fight("mythras")
    fight.act("start")
    drawn = flat(fight.shown(fight.gm, "exchanges"))
    asked = re.findall(r'<div class="exchange-ask">.*?</form>', drawn, re.DOTALL)
    assert ['btn btn-primary btn-wide throw-here" name="throw"' in form for form in asked] == [True, False]


def test_a_prompt_for_dice_shows_the_modifiers_added_to_them(struck):
    asked = struck.shown(struck.ana, "exchanges")
    (told,) = re.findall(r'<details class="odds-parts".*?</details>', asked, re.DOTALL)
    (roll,) = (one for _exchange, one in struck.due)
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", told))
    assert f"+{roll.check.target.total}" in words
    with translation.override("fr"):
        labels = [say(term.label) for term in roll.check.target.lines if term.value]
    assert [one for one in labels if one not in words] == [], words
    assert "%" not in words  # what has to be reached is the game master's to know


def test_a_throw_against_ones_own_number_shows_the_chance(lay):
    lay(9, 3, 1)
    fight = Fight("mythras")
    fight.act("start")
    fight.answer(fight.ana, fight.hero, throw="1")
    fight.throw_mine()
    up = next(one.of for one in exchanges.waiting_on(fight.system, fight.scene))
    other = next(one for one in (fight.hero, *fight.foes) if (one == fight.hero) != (up == fight.hero))
    attack = next(one for one in offers.offers(fight.system, fight.scene, up) if one.kind in ("attack", "shoot"))
    weapon = next(field for field in attack.fields if field.key == "weapon")
    fight.act(attack.kind, up, target=other, weapon=next(one.key for one in weapon.choices if not one.refused))
    (roll,) = (one for _exchange, one in fight.due)
    told = fight.shown(fight.gm, "exchanges").split("odds-total", 1)[1].split("</summary>", 1)[0]
    assert f"{roll.check.target.total} <small>{roll.check.target.total}\xa0%</small>" in told
