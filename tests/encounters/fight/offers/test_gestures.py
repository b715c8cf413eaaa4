"""One act for the whole side of the game master: each takes part once, players decide for themselves, one undo."""

import pytest
from django.urls import reverse

from campaigns.journal import standing, undo
from campaigns.journal.journal import Sent
from campaigns.models import Event, Seat
from encounters import roster, scenes, services
from encounters.dice import policy, source
from encounters.fight import snapshot
from encounters.fight.offers import gestures
from encounters.models import Encounter
from encounters.prepare import services as prepare_services
from rules.character.sheet import Choice, Field
from rules.core.acts import Offer
from rules.core.errors import RulesError
from rules.core.text import Text
from rules.engine import offers
from rules.views import board
from tests.cast import client_of, gather
from tests.encounters.conftest import begun
from tests.encounters.fight.test_pages import Fight


@pytest.fixture
def fight(table):
    """A fight of two players' characters against three guards and a pirate nobody sees; declarations have begun."""
    Seat.objects.filter(pk=table.cast.gm.pk).update(dice=Seat.Dice.SERVER)
    fight = Fight(table)
    more = {"sample": "station_guard", "count": 2, "hidden": False}
    prepare_services.recruit(seat=fight.gm, sent=fight.sent(), encounter=fight.token, **more)
    fight.act("start")
    fight.act("next")
    return fight


def for_all(fight, kind, seat=None):
    return services.act_for_all(seat=seat or fight.gm, sent=fight.sent(), encounter=fight.token, kind=kind)


def mine(fight):
    return {row.id for row in fight.scene.fighters.values() if row.side == "foe"}


def declared(fight):
    return {who: row.marks["declared"] for who, row in fight.scene.fighters.items() if "declared" in row.marks}


def play_round(fight, **acts):
    """Play a round: everybody declares what is given, else nothing, and acts; then begin the next one."""
    while fight.scene.round == 1:
        up = fight.board().up
        if fight.board().uncalled:
            fight.act("next")
        elif not up:
            fight.act("new_round")
        for who in up:
            stage_act = "declare_nothing" if "declared" not in fight.scene.fighters[who].marks else "pass"
            kind, args = acts.get(who, ("declare_nothing", {}))
            if stage_act == "declare_nothing":
                fight.act(kind, who, **args)
            else:
                fight.act("pass", who)


def gesture_kinds(fight):
    events = standing.standing_among(fight.gm.campaign.events.order_by("-seq"), fight.token)
    before = gestures.recall_acts(events, fight.token)
    return [row.kind for row in gestures.possible_gestures(fight.gm.campaign.system, fight.scene, before)]


def test_a_whole_side_gesture_stops_at_a_player_and_is_undone_at_once(fight):
    before = fight.scene.state
    for_all(fight, "declare_nothing")
    spoken = set(declared(fight))
    assert spoken and spoken <= mine(fight)
    assert fight.board().up and not set(fight.board().up) & mine(fight)  # a player, who is called already
    command = fight.gm.commands.order_by("-first_seq").first()
    undo.undo(seat=fight.gm, sent=fight.sent(), command=command)
    assert fight.scene.state == before


def test_an_act_nobody_may_do_for_a_side_changes_nothing(fight):
    before = fight.scene.state
    for kind in ("declare_melee", "next", "no such act", "", gestures.AGAIN):
        with pytest.raises(RulesError):
            for_all(fight, kind)
    for seat in (fight.table.cast.ana, fight.table.cast.screen):
        with pytest.raises(RulesError):
            for_all(fight, "declare_nothing", seat)
    assert fight.scene.state == before


def test_the_gestures_are_on_the_board_and_nowhere_else(fight):
    assert gesture_kinds(fight) == ["declare_defend", "declare_nothing"]
    board = "".join(fight.shown(fight.gm, "fight", fight.token).values())
    assert 'name="arg-kind" value="declare_defend"' in board
    for shown in fight.others().values():
        assert 'name="arg-kind"' not in "".join(shown.values())
    address = reverse("act", args=[fight.gm.token, fight.token])
    said = {"kind": "all", "actor": "gm", "arg-kind": "declare_defend"}
    assert client_of(fight.gm).post(address, said).status_code == 302
    assert {row["kind"] for row in declared(fight).values()} == {"defend"}


def test_the_last_rounds_declaration_is_repeated(fight):
    elowen, foes = fight.id("Élowen"), [who for who, row in fight.scene.fighters.items() if row.group]
    blow = next(offer for offer in fight.offers(fight.scene.fighters[foes[0]].name) if offer.kind == "declare_melee")
    weapon = next(field for field in blow.fields if field.key == "weapon").choices[0].key
    attack = ("declare_melee", {"target": elowen, "weapon": weapon})
    assert 'name="arg-kind" value="again"' not in "".join(fight.shown(fight.gm, "fight", fight.token).values())
    play_round(fight, **dict.fromkeys(foes, attack))
    if fight.board().uncalled:
        fight.act("next")
    while set(fight.board().up) - mine(fight):
        for who in set(fight.board().up) - mine(fight):
            fight.act("declare_nothing", who)
        fight.act("next")
    assert gesture_kinds(fight)[0] == gestures.AGAIN
    assert 'name="arg-kind" value="again"' in "".join(fight.shown(fight.gm, "fight", fight.token).values())
    board, waiting = fight.shown(fight.gm, "fight", fight.token), set(fight.board().up) & mine(fight)
    assert f"encore {len(waiting)}" in "".join(board.values()), "a press may stop at the first throw"
    for_all(fight, gestures.AGAIN)
    while set(fight.board().up) <= mine(fight) and gesture_kinds(fight)[:1] == [gestures.AGAIN]:
        for_all(fight, gestures.AGAIN)
    repeated = {who: row["kind"] for who, row in declared(fight).items()}
    assert {who: kind for who, kind in repeated.items() if kind == "melee"} == dict.fromkeys(foes, "melee")


def test_an_act_on_somebody_who_has_fallen_since_is_not_repeated(fight, monkeypatch):
    system, scene = fight.gm.campaign.system, fight.scene
    choices = (Choice("a", Text("Ana")), Choice("b", Text("Bob"), refused=Text("out")))
    menu = [Offer("attack", "", Text("Attack"), fields=(Field("target", Text("Target"), "choice", choices=choices),))]
    monkeypatch.setattr(gestures.offers, "entries_among", lambda *_asked: iter(menu))
    for target, repeated in (("a", True), ("b", False)):
        before = dict.fromkeys(scene.fighters, [("attack", {"target": target})])
        found = [row.kind for row in gestures.possible_gestures(system, scene, before)]
        assert found == ([gestures.AGAIN] if repeated else [])


def test_a_fighter_who_cannot_join_in_does_the_only_act_left(fight, monkeypatch):
    system, scene = fight.gm.campaign.system, fight.scene
    barred = Offer("attack", "", Text("Attack"), refused=Text("no room"), joint=True)
    menu = [barred, Offer("pass", "", Text("Give it up"), joint=True)]
    monkeypatch.setattr(gestures.offers, "entries_among", lambda *_asked: iter(menu))
    assert gestures.next_act(system, scene, "attack", {}, set())[1] == ("pass", {})
    menu.append(Offer("delay", "", Text("Delay"), joint=True))  # then somebody has to choose
    assert gestures.next_act(system, scene, "attack", {}, set()) is None


def test_no_whole_menu_is_made_to_find_gestures_and_throws(fight, monkeypatch):
    system, scene = fight.gm.campaign.system, fight.scene
    expected = [
        offer
        for who in dict.fromkeys(prompt.of for prompt in system.turn(scene))
        for offer in offers.offers(system, scene, who)
        if policy.is_throw(offer)
    ]
    found = gestures.possible_gestures(system, scene, {})
    monkeypatch.setattr(offers, "offers", None)
    assert policy.throw_offers(system, scene, everybody=True) == expected
    assert gestures.possible_gestures(system, scene, {}) == found != ()


@pytest.mark.parametrize("call", [{"called": ["ana"]}, {"called": ["ana", "leo"]}, {}], ids=["one", "two", "of old"])
def test_an_act_before_the_call_is_of_another_turn(call):
    called = Event(kind="next", for_fighter="ana", payload=call)
    acted = Event(kind="open_attack", payload={"action": {"kind": "attack", "actor": "ana", "args": {}}})
    other = Event(kind="next", for_fighter="leo", payload={"called": ["leo"]})
    assert not gestures.has_acted_since_called([other, called, acted], "ana")
    assert gestures.has_acted_since_called([other, acted, called], "ana")


def test_an_open_fight_hides_a_character_only_where_its_own_row_does(fight):
    table = fight.table
    hidden = [one for one in (table.elowen, table.tibor, table.pirate) if snapshot.is_hidden(one.campaign, one.token)]
    assert hidden == [table.pirate]


@pytest.mark.parametrize(
    ("now", "left"),
    [
        ([], "arm strike strike finish"),
        (["strike"], "strike finish"),
        (["arm", "strike"], "strike finish"),
        (["strike", "strike"], "finish"),
        (["flee"], "arm strike strike finish"),
        (["strike", "strike", "strike"], "finish"),
    ],
)
def test_an_act_done_in_this_round_is_not_repeated_again(now, left):
    taken = [(kind, {}) for kind in ("arm", "strike", "strike", "finish")]
    found = gestures.left_to_repeat({"ana": taken, "leo": taken}, {"ana": [(kind, {}) for kind in now]})
    assert " ".join(kind for kind, _args in found["ana"]) == left
    assert found["leo"] == taken


def test_one_press_repeats_every_turn_of_a_side_with_its_throws_and_its_end(db, monkeypatch):
    monkeypatch.setattr(source, "throw", lambda _pen, roll, *, unseen: ([1] * roll.dice.count, None))
    gm, token = begun(gather("chroniques"), Seat.Dice.SERVER)

    def scene():
        return scenes.scene_of(Encounter.objects.get(token=token))

    def act(kind, actor="gm", **args):
        services.act(seat=gm, sent=Sent.of("", object()), encounter=token, kind=kind, actor=actor, args=args)

    def turn():
        (who,) = board.view(gm.campaign.system, scene(), roster.viewer_of(gm)).up
        return who

    act("start")
    hero, foes = turn(), []
    act("finish", hero)
    while scene().round == 1:
        foes.append(turn())
        attack = next(offer for offer in offers.offers(gm.campaign.system, scene(), turn()) if offer.kind == "attack")
        weapon = next(field for field in attack.fields if field.key == "weapon").choices[0].key
        act("attack", turn(), target=hero, weapon=weapon)
        act("finish", turn())
        if len(foes) == 2:
            act("new_round")
    act("finish", hero)
    services.act_for_all(seat=gm, sent=Sent.of("", object()), encounter=token, kind=gestures.AGAIN)
    done = gestures.recall_acts(standing.standing_among(gm.campaign.events.order_by("-seq"), token), token, 0)
    assert {who: [kind for kind, _args in done[who]] for who in foes} == dict.fromkeys(foes, ["attack", "finish"])
