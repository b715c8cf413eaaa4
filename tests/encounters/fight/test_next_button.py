"""The button Next carries on a fight that waits for no choice; banners name those awaited."""

import re
from html import unescape
from random import Random

import pytest
from django.core.cache import cache
from django.urls import reverse

from campaigns.models import Seat
from encounters import roster, scenes, services
from encounters.fight.offers import habits
from encounters.models import Encounter
from encounters.prepare import services as prepare_services
from rules import registry
from rules.core.errors import Refused
from rules.core.paths import put
from rules.core.rounds import ComeBack
from rules.core.scene import Change
from rules.engine import exchanges, offers
from rules.views import board
from rules.views.journal import tell
from rules.views.viewers import Viewer
from sheets.models import Character
from tests.cast import client_of, gather
from tests.encounters.conftest import Table, begun
from tests.encounters.test_every_game import GAMES, sent
from tests.rules.play import next_action
from tests.rules.test_random_play import going_on

STEPS_OF_PLAY = 40


class Fight:
    """A fight of Élowen, whom Ana plays, against two, prepared and begun."""

    def __init__(self, game, dice=Seat.Dice.ASK):
        cache.clear()
        self.cast = gather(game)
        self.gm, self.token = begun(self.cast, dice)
        self.page = client_of(self.gm)

    @property
    def address(self):
        return reverse("fight", args=[self.gm.token, self.token])

    @property
    def scene(self):
        return scenes.scene_of(Encounter.objects.get(token=self.token))

    def region(self, seat, page, name, key=""):
        return unescape(Table(self.cast, None, None, None).region(seat, page, name, key))

    def turn(self, seat=None):
        return self.region(seat or self.gm, "fight", "turn", self.token)

    def press(self):
        """Press the button that never moves: what it sends, or nothing where it is not to be pressed."""
        form = re.search(r"<form.*?</form>", self.turn(), re.DOTALL)[0]
        if " disabled" in form:
            return None
        fields = dict(re.findall(r'name="([\w-]+)" value="([^"]*)"', form))
        assert self.page.post(reverse("act", args=[self.gm.token, self.token]), fields).status_code == 302
        return fields

    def act(self, kind, actor, seat, **args):
        act = {"seat": seat, "sent": sent(), "encounter": self.token, "kind": kind, "actor": actor}
        return services.act(**act, args=args)

    def needs(self, seat):
        return board.view(self.cast.campaign.system, self.scene, roster.viewer_of(seat)).needs

    def up(self, seat):
        return board.view(self.cast.campaign.system, self.scene, roster.viewer_of(seat)).up

    def throw(self, seat, *faces):
        need = next(one for one in self.needs(seat) if one.own and one.request)
        self.act("answer", "", seat, exchange=need.exchange, key=need.request.key, values=list(faces))

    def waits(self, seat):
        """The words in which a screen says for whom it waits."""
        where = ("screen", "wall_head", "") if seat == self.cast.screen else ("fight", "turn", self.token)
        told = self.region(seat, *where)
        found = re.search(r"On attend [^<]*", told) or re.search(
            r'"screen-phase"><span>([^<]*)|·([^<]*)</span></p>', told
        )
        return found[0] if found else ""

    def until_it_rests(self):
        pressed = []
        while (fields := self.press()) is not None:
            pressed.append(fields["kind"])
            assert len(pressed) < 9
        return pressed


FACES = {"arpenteurs": (2, 3), "mythras": (1, 2)}
# Its acts from the preparation on, until somebody has to act, with dice typed or thrown here.
STEPS = {
    "polaris": ["start"],
    "chroniques": ["start"],
    "medieval": ["start"],
    "arpenteurs": ["start"],
    "mythras": ["start"],
}


@pytest.mark.slow("a fight of each game from its beginning")
@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_one_press_begins_and_calls_the_first_fighter_and_throws_due_dice(game, lay):
    lay(*FACES.get(game, ()))
    fight = Fight(game)
    assert "Commencer le combat" in fight.turn()
    assert fight.until_it_rests() == STEPS[game]
    assert fight.scene.round == 1


@pytest.mark.django_db
def test_the_next_button_is_one_command_and_one_undo():
    fight = Fight("chroniques")
    assert fight.press() == {"kind": "start", "actor": "gm", "call": "on"}
    assert len(fight.scene.called) == 1
    fight.page.post(reverse("undo-last", args=[fight.gm.token]))
    assert (fight.scene.round, fight.scene.called) == (0, ())


@pytest.mark.django_db
@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("state", ["stunned", "paralysed"])
def test_a_fighter_without_acts_is_passed_over_with_the_call(state, place):
    fight = Fight("chroniques")
    order = [slot.fighter for slot in fight.cast.campaign.system.order(fight.scene)]
    unable = fight.scene.fighters[order[place]]
    row = Character.objects.get(token=unable.character)
    row.data = put(row.data, f"states.{state}", True)
    row.save(update_fields=["data"])
    fight.press()
    for who in order[:place]:
        assert fight.scene.called == (who,)
        fight.act("finish", who, fight.gm)
        before = fight.scene.called
        fight.press()
    able = [who for who in order if who != unable.id]
    assert fight.scene.called == tuple(able[place : place + 1])
    assert fight.scene.fighters[unable.id].marks.get("done")
    fight.page.post(reverse("undo-last", args=[fight.gm.token]))
    assert not fight.scene.fighters[unable.id].marks.get("done")
    assert place == 0 or fight.scene.called == before


@pytest.mark.django_db
def test_a_hidden_open_exchange_keeps_nobody_in_an_empty_turn():
    fight = Fight("chroniques")
    fight.press()
    system, (unable,) = fight.cast.campaign.system, fight.scene.called
    other = next(who for who in fight.scene.fighters if who != unable)
    sheet = fight.scene.fighters[unable].character
    scene = fight.scene.with_changes([Change(f"character:{sheet}", "states.stunned", None, True)])
    end = offers.find_idle_end(system, scene)
    assert end is not None and end.actor == unable
    ghost = {**scene.state["fighters"][other], "hidden": True}
    blow = {"kind": "attack", "actor": "ghost", "args": {"target": other, "weapon": "fists"}, "gm": True}
    with_ghost = scene.with_changes([scene.change("fighters.ghost", ghost)])
    exchange = {"action": blow, "by": "gm", "level": 0, "order": 1}
    assert offers.find_idle_end(system, with_ghost.with_changes([scene.change("exchanges.x", exchange)])) == end


@pytest.mark.django_db
@pytest.mark.parametrize(("dead", "word"), [(False, "Critique"), (True, "Mort")])
def test_the_order_calls_the_dead_dead_and_no_longer_by_their_wounds(dead, word):
    fight = Fight("polaris")
    hero = next(row for row in fight.scene.fighters.values() if row.side == "pc")
    character = Character.objects.get(token=hero.character)
    character.data = put(put(character.data, "wounds.head.critical", 1), "conditions.dead", dead)
    character.save(update_fields=["data"])
    shown = fight.region(fight.cast.ana, "fight", "ladder", fight.token)
    assert [named for named in ("Critique", "Mort") if named in shown] == [word]


@pytest.mark.django_db
def test_a_fight_is_never_ended_in_passing_nor_carried_on_by_a_player():
    fight = Fight("chroniques")
    fight.press()
    fighters = fight.scene.fighters.values()
    for foe in [one.id for one in fighters if one.side != "pc"]:
        services.act(
            seat=fight.gm,
            sent=sent(),
            encounter=fight.token,
            kind="damage",
            actor="gm",
            args={"fighter": foe, "amount": 200},
        )
    assert "end" not in fight.until_it_rests()
    assert not re.search(r"<form", fight.turn(fight.cast.ana))


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_a_fight_that_is_over_leads_to_its_story_not_to_another_beginning(game, lay):
    lay(*FACES.get(game, ()))
    fight = Fight(game)
    fight.until_it_rests()
    if game == "arpenteurs":
        fight.act("initiative", fight.needs(fight.cast.ana)[0].of, fight.cast.ana)
    for seat in (fight.cast.ana, fight.gm):
        while any(one.own and one.request for one in fight.needs(seat)):
            fight.throw(seat, 3)
    fight.act("end", "gm", fight.gm)
    assert fight.press() is None
    shown = fight.region(fight.gm, "fight", "requests", fight.token)
    main = "".join(re.findall(r'<div class="request-main.*?</div>', shown, re.DOTALL))
    assert "Terminer, et lire le récit" in main and 'form="end-now"' in main
    assert "Commencer le combat" in shown and "Commencer le combat" not in main
    assert 'id="end-now"' in fight.page.get(fight.address).text
    assert "prépare la suite" not in fight.turn(fight.cast.ana) + fight.region(fight.cast.screen, "screen", "wall_head")
    banner = fight.turn(fight.cast.ana)
    assert "Lire le récit" in banner and "Le combat est terminé</span>" in banner
    late = {"encounter": fight.token, "hidden": False, "sample": list(registry.samples(game))[-1], "count": 1}
    prepare_services.recruit(seat=fight.gm, sent=sent(), **late)
    assert "dans un combat terminé" in fight.region(fight.gm, "fight", "log", fight.token)
    assert "dans un combat terminé" not in fight.region(fight.cast.screen, "screen", "result_band")


@pytest.mark.django_db
def test_a_fighter_who_has_rolled_initiative_is_not_up_any_more(lay):
    fight = Fight("arpenteurs", Seat.Dice.TYPED)
    ana, screen = fight.cast.ana, fight.cast.screen
    fight.press()
    hero = next(one.id for one in fight.scene.fighters.values() if one.side == "pc")
    assert "À vous de jouer" in fight.turn(ana) and "Élowen · Lancer l’initiative" in fight.turn(ana)
    fight.act("initiative", hero, ana)
    assert "À vous de jouer" in fight.turn(ana)  # the die is still to be thrown
    assert "Élowen" in fight.waits(screen) and "Élowen" in fight.waits(fight.gm)
    fight.throw(ana, 4)
    assert "À vous de jouer" not in fight.turn(ana)
    for seat in (ana, screen, fight.gm):
        assert "Élowen" not in fight.waits(seat)
        assert hero not in fight.up(seat)
    assert set(fight.up(fight.gm)) == set(fight.scene.fighters) - {hero}
    lay(3, 2)
    assert fight.until_it_rests()[0] == "throw"


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_screens_follow_a_fighter_played_without_next(game):
    fight, random = Fight(game), Random(f"follow/{game}")
    followed = 0
    for number in range(STEPS_OF_PLAY):
        action = next_action(fight.cast.campaign.system, fight.scene, going_on(random), number)
        before = exchanges.find_uncalled(fight.cast.campaign.system, fight.scene)
        try:
            done = fight.act(action.kind, action.actor, fight.gm, **action.args)
        except Refused:
            continue
        if action.kind != "next" and action.actor in before:
            followed += 1
            assert [one.kind for one in done.events][0] == "next"
            assert action.actor in done.events[0].payload["called"]
    assert followed


@pytest.mark.slow("whole rounds of each game")
@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_a_banner_tells_own_turn_from_own_answers(game):
    fight, random = Fight(game), Random(f"banner/{game}")
    ana, screen = fight.cast.ana, fight.cast.screen
    seen, past = set(), None
    for number in range(STEPS_OF_PLAY):
        action = next_action(fight.cast.campaign.system, fight.scene, going_on(random), number)
        try:
            done = fight.act(action.kind, action.actor, fight.gm, **action.args)
        except Refused:
            continue
        own = [one for one in fight.needs(ana) if one.own]
        actors = {one.exchange: fight.scene.exchanges[one.exchange].action.actor for one in own if one.exchange}
        answers = any(one.exchange and actors[one.exchange] != one.of for one in own)
        mine = bool(own)
        assert ("À vous de jouer" in fight.turn(ana)) == (mine and not answers)
        assert ("On attend votre réponse" in fight.turn(ana)) == answers
        if mine:
            assert "Élowen" in fight.waits(screen)
        seen.add(mine)
        past = is_past(done, past)
        assert past is None or ("Plus tôt" in fight.region(screen, "screen", "result_band")) == past
        seen |= {"past"} if past else set()
    assert {True, False} <= seen


def is_past(done, before):
    """True if the last result on the screen belongs to an earlier turn, once something has been done."""
    for event in done.events:
        line = tell(event.audience, event.kind, event.payload, Viewer("table"))
        comes_back = event.payload.get("action", {}).get("kind") == ComeBack.kind
        if event.audience == "table" and line is not None and (line.results or line.fallen or comes_back):
            before = False
        elif event.kind == "next" and before is not None:
            before = True
    return before


@pytest.mark.django_db
def test_a_state_that_repeats_the_declaration_is_named_once(lay):
    fight = Fight("mythras", Seat.Dice.SERVER)
    lay(2, 5, 9)
    fight.press()
    hero = next(one for one in fight.scene.fighters.values() if one.side == "pc")
    fight.act("state", "gm", fight.gm, fighter=hero.id, state="prone")
    panel = fight.region(fight.gm, "fight", "selected", f"{fight.token}-{hero.id}")
    ladder = fight.region(fight.gm, "fight", "ladder", fight.token)
    said = re.findall(r'class="(?:fight|rung)-intent">(.*?)</(?:p|span)>', panel + ladder, re.DOTALL)
    assert " ".join(said).count("à terre") == 1, said


@pytest.mark.django_db
def test_next_is_the_filled_button_until_it_has_called_somebody_then_their_usual_attack(monkeypatch):
    fight = Fight("chroniques", Seat.Dice.SERVER)
    fight.act("start", "gm", fight.gm)
    shown = board.view(fight.cast.campaign.system, fight.scene, roster.viewer_of(fight.gm))
    (who,) = shown.uncalled
    other = next(row.fighter for row in shown.rows if row.side != fight.scene.fighters[who].side)
    weapon = next(iter(fight.scene.sheet(who)["weapons"]))
    said = {"attack": {"target": other, "weapon": weapon}}
    monkeypatch.setattr(habits, "last_arguments", lambda *_asked: said)

    def usual():
        panel = fight.region(fight.gm, "fight", "selected", f"{fight.token}-{who}")
        return re.search(r'<form class="offer-again".*?</form>', panel, re.DOTALL)[0]

    assert "btn-primary" not in usual()
    fight.press()
    assert "btn-primary" in usual()


@pytest.mark.django_db
def test_nobody_is_up_in_an_encounter_that_was_ended_in_the_middle():
    fight = Fight("chroniques", Seat.Dice.SERVER)
    fight.until_it_rests()
    shown = [(fight.gm, "fight", fight.token), (fight.cast.ana, "fight", fight.token)]
    assert all("is-now" in fight.region(seat, page, "ladder", key) for seat, page, key in shown)
    prepare_services.turn_to(seat=fight.gm, sent=sent(), encounter=fight.token, status="ended")
    assert not any("is-now" in fight.region(seat, page, "ladder", key) for seat, page, key in shown)


@pytest.mark.django_db
def test_the_place_of_the_fight_is_separate_from_the_acting_fighter():
    fight = Fight("chroniques")
    fight.press()
    elowen = next(one.id for one in fight.scene.fighters.values() if one.side == "pc")
    fight.act("finish", elowen, fight.gm)
    fight.press()
    words = re.sub(r"<[^>]*>", " ", fight.turn(fight.cast.ana))
    assert "Round 1" in words and "·" not in words


@pytest.mark.django_db
def test_words_that_change_nothing_count_as_done_too(lay):
    fight = Fight("mythras", Seat.Dice.SERVER)
    lay(9, 1, 3)
    hero = next(one.id for one in fight.scene.fighters.values() if one.side == "pc")
    fight.press()
    assert fight.scene.called == (hero,)
    assert "turn-finish" not in fight.turn(fight.cast.ana)
    fight.act("speak", hero, fight.cast.ana, note="Ici !")
    assert "turn-finish" in fight.turn(fight.cast.ana)


@pytest.mark.django_db
def test_both_the_button_and_the_banner_end_a_turn_with_acts():
    fight, ended = Fight("chroniques", Seat.Dice.SERVER), set()
    while not fight.scene.called:
        assert fight.press() is not None
    while ended != {"pc", "foe"}:
        (who,) = fight.scene.called
        side = fight.scene.fighters[who].side
        seat = fight.cast.ana if side == "pc" else fight.gm
        assert "turn-finish" not in fight.turn(fight.cast.ana) and fight.press() is None, "nothing was done yet"
        fight.act("movement", who, seat, what="move", how="usual")
        assert ("turn-finish" in fight.turn(fight.cast.ana)) == (side == "pc")
        if side == "pc":
            form = re.search(r'<form class="turn-finish".*?</form>', fight.turn(seat), re.DOTALL)[0]
            fields = dict(re.findall(r'name="([\w-]+)" value="([^"]*)"', form))
            address = reverse("act", args=[seat.token, fight.token])
            assert client_of(seat).post(address, fields).status_code == 302 and fight.press()["kind"] == "next"
        else:
            assert fight.press()["actor"] == who and who not in fight.scene.called
        ended.add(side)


@pytest.mark.django_db
def test_a_question_stands_with_its_answers_and_not_in_the_banner_as_well(settings):
    settings.TABLEE_DICE = "tests.encounters.story.test_story.middling"
    fight = Fight("mythras", Seat.Dice.SERVER)
    fight.press()
    hero, foe, *_others = sorted(fight.scene.fighters.values(), key=lambda one: one.side != "pc")
    fight.act("dither", hero.id, fight.gm)
    fight.press()
    fight.act("attack", foe.id, fight.gm, target=hero.id, weapon="fist")
    banner, card = fight.turn(fight.cast.ana), fight.region(fight.cast.ana, "fight", "exchanges", fight.token)
    assert "On attend votre réponse" in banner and "Élowen" in banner
    assert "Quelle réaction" in card and "Quelle réaction" not in banner
