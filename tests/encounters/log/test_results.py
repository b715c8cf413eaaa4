"""The last result on the page of whoever is hit, and the end of a fight on the pages of its players."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.template import engines
from django.utils import timezone, translation

from campaigns.models import Event, Seat
from encounters.handouts import services as handouts
from encounters.log import dice_words, effect_words, entries
from encounters.models import Encounter
from encounters.party import calendar
from encounters.prepare import services
from rules.core.check import Breakdown, Modifier
from rules.core.text import Text
from rules.views.journal import Line, Result
from rules.views.viewers import DuelResult
from sheets.models import Character
from sheets.portraits import upload
from tests.encounters.fight.test_next_button import Fight
from tests.encounters.test_every_game import sent
from tests.faces import drawn


def high(dice):
    """A roll that hits and is no critical hit."""
    return tuple(max(1, dice.sides - 4) for _die in range(dice.count))


def low(dice):
    """A roll that misses and is no fumble."""
    return (2,) * dice.count


@pytest.fixture
def fight(settings, db):
    settings.TABLEE_DICE = f"{__name__}.high"
    fight = Fight("chroniques", Seat.Dice.SERVER)
    fight.press()
    return fight


def character(fight, name):
    return next(one.character for one in fight.scene.fighters.values() if one.name == name)


def called(fight, name):
    return next(one.id for one in fight.scene.fighters.values() if one.name == name)


def foe(fight):
    return next(one.id for one in fight.scene.fighters.values() if one.side == "foe")


def attack(fight, actor, target, seat):
    weapon = next(iter(fight.scene.sheet(actor)["weapons"]))
    fight.act("attack", actor, seat, target=target, weapon=weapon, how="usual")


@pytest.mark.parametrize("hidden", [False, True])
def test_a_hit_is_told_first_to_its_victim_and_to_nobody_else(fight, hidden):
    if hidden:
        services.describe(seat=fight.gm, sent=sent(), encounter=fight.token, fighter=foe(fight), about={"hidden": True})
    fight.act("finish", called(fight, "Élowen"), fight.cast.ana)
    fight.press()
    attack(fight, foe(fight), called(fight, "Élowen"), fight.gm)
    own = fight.region(fight.cast.ana, "sheet", "last_result", character(fight, "Élowen"))
    assert "On vous touche" in own and "PV" in own
    assert ("personne n’a vu" in own) == hidden
    assert "On vous touche" not in fight.region(fight.gm, "fight", "last_result", fight.token)
    assert "On vous touche" not in fight.region(fight.cast.screen, "screen", "result_band")


def test_the_victim_of_a_hit_is_the_subject_of_the_loss(fight):
    fight.act("finish", called(fight, "Élowen"), fight.cast.ana)
    fight.press()
    attack(fight, foe(fight), called(fight, "Élowen"), fight.gm)
    own = fight.region(fight.cast.ana, "sheet", "last_result", character(fight, "Élowen"))
    assert re.search(r"<li>Élowen perd \d+\sPV", own), own


def test_an_event_without_a_blow_is_not_called_one(fight, settings):
    elowen = called(fight, "Élowen")
    fight.act("damage", "gm", fight.gm, fighter=elowen, amount=1)
    own = fight.region(fight.cast.ana, "fight", "last_result", fight.token)
    assert "On vous touche" not in own
    settings.TABLEE_DICE = f"{__name__}.low"
    roles = {f"role_{foe(fight)}": "ambusher", f"role_{elowen}": "ambushed"}
    fight.act("ambush", "gm", fight.gm, **roles)
    own = fight.region(fight.cast.ana, "fight", "last_result", fight.token)
    assert "Élowen est surpris" in own and "On vous touche" not in own


def test_harm_by_a_game_masters_hand_is_shown_to_everybody(fight):
    elowen = called(fight, "Élowen")
    attack(fight, elowen, foe(fight), fight.cast.ana)
    fight.act("damage", "gm", fight.gm, fighter=elowen, amount=3)
    own = fight.region(fight.cast.ana, "sheet", "last_result", character(fight, "Élowen"))
    assert "Élowen subit" in own and "Élowen perd 3 PV" in own
    assert "Élowen subit" in fight.region(fight.cast.screen, "screen", "result_band")


@pytest.mark.django_db
def test_the_effect_of_a_test_without_a_target_number_is_shown_to_everybody():
    fight = Fight("polaris", Seat.Dice.SERVER)
    fight.press()
    hero = Character.objects.get(token=character(fight, "Élowen"))
    hero.data = {**hero.data, "fate": {"catastrophe": 17}}
    hero.save(update_fields=["data"])
    fight.act("catastrophe", "gm", fight.gm, fighter=called(fight, "Élowen"), what="3")
    band = fight.region(fight.cast.screen, "screen", "result_band")
    for shown in (fight.region(fight.cast.ana, "fight", "last_result", fight.token), band):
        assert "Catastrophe" in shown and "mauvaise cible" in shown


def test_leaving_the_fight_is_told_once_by_the_act(fight):
    fight.act("leave", "gm", fight.gm, fighter=foe(fight))
    for seat, page, region in ((fight.gm, "fight", "last_result"), (fight.cast.screen, "screen", "result_band")):
        told = fight.region(seat, page, region, fight.token if page == "fight" else "")
        assert "quitte le combat" in told and "a quitté le combat" not in told


def test_a_returning_fighter_is_not_shown_as_gone(fight):
    regions = ((fight.gm, "fight", "last_result", fight.token), (fight.cast.screen, "screen", "result_band", ""))
    fight.act("leave", "gm", fight.gm, fighter=foe(fight))
    fight.act("come_back", "gm", fight.gm, fighter=foe(fight))
    for region in regions:
        shown = fight.region(*region)
        assert "revient au combat" in shown and "quitte le combat" not in shown


def test_a_hidden_fighter_comes_back_without_a_word_to_the_table(fight):
    gone = foe(fight)
    services.describe(seat=fight.gm, sent=sent(), encounter=fight.token, fighter=gone, about={"hidden": True})
    before = fight.region(fight.cast.screen, "screen", "result_band")
    for kind in ("leave", "come_back"):
        fight.act(kind, "gm", fight.gm, fighter=gone)
        assert fight.region(fight.cast.screen, "screen", "result_band") == before


def test_the_newest_of_a_fight_stands_first_and_a_players_own_blow_beside_it(fight):
    attack(fight, called(fight, "Élowen"), foe(fight), fight.cast.ana)
    fight.act("damage", "gm", fight.gm, fighter=foe(fight), amount=99)
    own = fight.region(fight.cast.ana, "fight", "last_result", fight.token)
    assert own.index("subit") < own.index("Élowen attaque")


@pytest.mark.parametrize(("throws", "names"), [(1, []), (2, ["Élowen · Épée", "Orc · Griffe"])])
def test_an_older_blow_beside_the_newest_names_act_and_thrower_once(fight, throws, names):
    faces = (("Élowen", "Épée"), ("Orc", "Griffe"))
    results = [{"who": who, "what": what, "faces": (9,), "look": "full", "word": ""} for who, what in faces]
    blow = {"act": "Élowen attaque Orc", "results": results[:throws], "felt": ()}
    card = engines["live"].env.get_template("macros.j2").module.result_card([], beside=[blow])
    words = re.sub(r"<[^>]+>", "", str(card))
    assert words.count("Élowen attaque Orc") == 1 and [name for name in names if name not in words] == []


def test_a_throw_against_a_secret_number_shows_the_sum_alone(fight):
    line = Result(
        "Élowen", Text("Perception"), (14,), None, None, Breakdown(Modifier(Text("Perception"), 3)), adds=True
    )
    with translation.override("fr"):
        assert dice_words.result_words(line) == "Perception\xa0: 14 avec +3, total 17"
        assert dice_words.result_row(line)["thrown"] == "total 17"
        known = replace(line, text=Text("total 17 against 12"))
        assert "thrown" in dice_words.result_row(known) and not dice_words.result_row(known)["thrown"]
        assert not dice_words.result_row(replace(line, faces=(9, 5)))["thrown"], "of two dice the game says which count"


def test_a_hit_is_announced_before_its_damage_is_thrown(fight):
    Seat.objects.filter(pk=fight.gm.pk).update(dice=Seat.Dice.ASK)
    fight.act("finish", called(fight, "Élowen"), fight.cast.ana)
    fight.press()
    fight.gm.refresh_from_db()
    attack(fight, foe(fight), called(fight, "Élowen"), fight.gm)
    fight.throw(fight.gm, 15)
    asked = fight.region(fight.gm, "fight", "exchanges", fight.token)
    assert re.search(r"Touché\s!\sDM", asked) and re.search(r"avec \+\d, total \d", asked)


def test_a_missed_fighter_reads_so_instead_of_their_own_earlier_blow(fight, settings):
    fight.act("finish", called(fight, "Élowen"), fight.cast.ana)
    fight.press()
    settings.TABLEE_DICE = f"{__name__}.low"
    attack(fight, foe(fight), called(fight, "Élowen"), fight.gm)
    own = fight.region(fight.cast.ana, "sheet", "last_result", character(fight, "Élowen"))
    assert "manque Élowen" in own and "On vous touche" not in own


def test_a_blow_that_takes_nothing_is_not_announced_as_a_hit(fight):
    fight.act("finish", called(fight, "Élowen"), fight.cast.ana)
    fight.press()
    attack(fight, foe(fight), called(fight, "Élowen"), fight.gm)
    for event in Event.objects.filter(payload__has_key="effects"):
        effects = [{**row, "spared": True} for row in event.payload["effects"]]
        Event.objects.filter(pk=event.pk).update(payload={**event.payload, "effects": effects})
    cache.clear()
    own = fight.region(fight.cast.ana, "sheet", "last_result", character(fight, "Élowen"))
    assert "touche Élowen" in own and "On vous touche" not in own


@pytest.mark.parametrize(
    ("struck", "drawn"),
    [(["left_leg", 4], ["is-hurt sev-4"]), (["chest", 0], ["is-struck"]), (["forequarters", 3], []), (None, [])],
)
def test_the_place_of_a_blow_is_drawn_only_for_its_victim(fight, struck, drawn):
    fight.act("finish", called(fight, "Élowen"), fight.cast.ana)
    fight.press()
    attack(fight, foe(fight), called(fight, "Élowen"), fight.gm)
    for event in Event.objects.filter(payload__has_key="effects"):
        effects = [{**row, **({"struck": struck} if struck else {})} for row in event.payload["effects"]]
        Event.objects.filter(pk=event.pk).update(payload={**event.payload, "effects": effects})
    cache.clear()
    own = fight.region(fight.cast.ana, "sheet", "last_result", character(fight, "Élowen"))
    assert re.findall(r"is-hurt sev-\d|is-struck", own) == drawn
    assert own.count('class="hit-does"') == 1
    assert "hit-body" not in fight.region(fight.gm, "fight", "last_result", fight.token)


def test_a_fight_that_is_over_says_so_and_leads_to_its_story(fight):
    assert "Lire le récit" not in fight.turn(fight.cast.ana)
    services.turn_to(seat=fight.gm, sent=sent(), encounter=fight.token, status=Encounter.Status.ENDED)
    told = fight.turn(fight.cast.ana)
    assert "Le combat est terminé" in told and f"/recap/#fight-{fight.token}" in told
    assert "data-signal" not in told


def test_the_page_of_a_fight_that_is_over_leads_to_the_next_one(fight):
    services.turn_to(seat=fight.gm, sent=sent(), encounter=fight.token, status=Encounter.Status.ENDED)
    again = services.prepare(seat=fight.gm, sent=sent(), name="Plus loin").value
    assert "Plus loin" not in fight.turn(fight.cast.ana)
    services.turn_to(seat=fight.gm, sent=sent(), encounter=again, status=Encounter.Status.RUNNING.value)
    told = fight.turn(fight.cast.ana)
    assert "Plus loin" in told and f"/encounters/{again}/" in told


def test_the_sheet_of_whoever_is_up_announces_their_turn(fight):
    elowen = character(fight, "Élowen")
    pending = fight.region(fight.cast.ana, "sheet", "pending", elowen)
    assert "À vous de jouer" in pending and 'data-signal="turn"' in pending
    assert "Élowen joue" not in fight.turn(fight.cast.ana), "their name stands beside"
    assert "Élowen joue" in fight.region(fight.cast.screen, "screen", "wall_head")
    fight.act("finish", called(fight, "Élowen"), fight.cast.ana)
    fight.press()
    pending = fight.region(fight.cast.ana, "sheet", "pending", elowen)
    assert "Le combat est en cours" in pending and "data-signal" not in pending


def test_a_scene_shown_after_a_fight_has_the_screen_without_its_last_blow(fight):
    fight.act("finish", called(fight, "Élowen"), fight.cast.ana)
    fight.press()
    attack(fight, foe(fight), called(fight, "Élowen"), fight.gm)
    services.turn_to(seat=fight.gm, sent=sent(), encounter=fight.token, status=Encounter.Status.ENDED)

    def wall():
        return [fight.region(fight.cast.screen, "screen", name) for name in ("wall_story", "result_band")]

    assert ["Élowen" in region for region in wall()] == [True, False], "the story tells it"
    handouts.save(seat=fight.gm, sent=sent(), values={"name": "Quai"}, picture=upload.make_whole(drawn()), scene=True)
    assert "Élowen" not in "".join(wall())
    assert "touche Élowen" in fight.region(fight.cast.ana, "sheet", "last_result", character(fight, "Élowen"))


def test_a_fight_that_begins_shows_no_result_of_the_one_before(fight):
    fight.act("finish", called(fight, "Élowen"), fight.cast.ana)
    fight.press()
    attack(fight, foe(fight), called(fight, "Élowen"), fight.gm)
    elowen = character(fight, "Élowen")

    def shown():
        own = fight.region(fight.cast.ana, "sheet", "last_result", elowen)
        return [own, fight.region(fight.cast.screen, "screen", "result_band")]

    assert "On vous touche" in shown()[0] and "touche Élowen" in shown()[1]
    services.turn_to(seat=fight.gm, sent=sent(), encounter=fight.token, status=Encounter.Status.ENDED)
    assert "On vous touche" not in shown()[0] and "touche Élowen" in shown()[0], "it was"
    again = services.prepare(seat=fight.gm, sent=sent(), name="Plus loin").value
    services.turn_to(seat=fight.gm, sent=sent(), encounter=again, status=Encounter.Status.RUNNING.value)
    assert [re.findall(r"\w+ touche \w+|vous touche", one) for one in shown()] == [[], []]


def test_the_result_of_an_earlier_day_is_on_no_sheet(table, lay):
    lay(7, 9)
    table.roll(table.cast.ana, table.elowen, check="rifles")
    assert "Fusils" in table.region(table.cast.ana, "sheet", "last_result", table.elowen.token)
    calendar.let_pass(seat=table.cast.gm, sent=sent(), days=1)
    assert "Fusils" not in table.region(table.cast.ana, "sheet", "last_result", table.elowen.token)
    table.roll(table.cast.ana, table.elowen, check="athletics")
    assert "Athlétisme" in table.region(table.cast.ana, "sheet", "last_result", table.elowen.token)


def test_the_result_of_an_earlier_session_is_on_no_sheet(table, lay):
    lay(7)
    table.roll(table.cast.ana, table.elowen, check="rifles")
    earlier = timezone.now() - entries.PAUSE - timedelta(minutes=1)
    Event.objects.filter(campaign=table.cast.campaign).update(created=earlier)
    cache.clear()
    calendar.set_day(seat=table.cast.gm, sent=sent(), values={"day": 4, "label": ""})
    assert "Fusils" not in table.region(table.cast.ana, "sheet", "last_result", table.elowen.token)


def test_an_initiative_of_few_has_no_verdict_of_one_of_them(settings, db):
    settings.TABLEE_DICE = f"{__name__}.high"
    fight = Fight("medieval", Seat.Dice.SERVER)
    fight.until_it_rests()
    fight.act("take_initiative", called(fight, "Élowen"), fight.cast.ana)
    fight.until_it_rests()
    for seat, page in ((fight.gm, "fight"), (fight.cast.ana, "fight")):
        told = fight.region(seat, page, "last_result", fight.token)
        assert "Ordre de Combat" in told and "result-verdict" not in told
    assert "lancé" not in fight.region(fight.cast.screen, "screen", "result_band")


def test_a_verdict_is_not_repeated_beside_itself():
    wins, hit = ("Dalk", Text("wins with 2 degrees")), ("Zorvax", Text("is hit by it"))
    won = DuelResult("Dalk", Text("by 2 degrees"))
    line = Line("Dalk", Text("attacks"), (), (wins, hit), won=won, repeats=frozenset({wins}))
    assert effect_words.shorten_effects(line) == (["Zorvax is hit by it"], 0)
    assert effect_words.effects_shown_whole(line) == {"Dalk wins with 2 degrees", "Zorvax is hit by it"}
    with translation.override("en"):
        assert dice_words.ended_sentence(won, line) == "Dalk wins\u00a0· by 2 degrees\u00a0· Zorvax is hit by it"


def test_everybody_reads_a_heros_damage_dice_and_the_game_master_a_foes(fight):
    attack(fight, called(fight, "Élowen"), foe(fight), fight.cast.ana)
    seats = (fight.gm, fight.cast.ana)
    assert all("DM\u00a0:" in fight.region(seat, "fight", "last_result", fight.token) for seat in seats)
    fight.act("finish", called(fight, "Élowen"), fight.cast.ana)
    attack(fight, foe(fight), called(fight, "Élowen"), fight.gm)
    shown = ["DM\u00a0:" in fight.region(seat, "fight", "last_result", fight.token) for seat in seats]
    assert shown == [True, False]
