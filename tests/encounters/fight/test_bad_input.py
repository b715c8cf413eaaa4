"""Impossible input through the pages of a fight: a sentence for its sender, and nothing has changed."""

import re

import pytest
from django.urls import reverse

from campaigns.journal import journal, subjects
from campaigns.models import Campaign, Event, Seat
from encounters.models import Encounter
from encounters.prepare import services
from sheets import services as sheets
from sheets.models import Character
from tests.cast import client_of
from tests.encounters.fight.test_pages import Fight

GUARD = "Garde de station"


@pytest.fixture
def fight(table):
    Seat.objects.filter(pk=table.cast.gm.pk).update(dice=Seat.Dice.SERVER)
    return Fight(table)


def plain(fight):
    """Everything that stands at the table, and how many events made it."""
    campaign = Campaign.objects.get(pk=fight.gm.campaign_id)
    names = journal.fold(campaign)
    rows = {name: subjects.kind_of(name)[0].load(campaign, name.partition(":")[2]) for name in names}
    return rows, Event.objects.count()


def refused(fight, part, page, **said):
    """Post what cannot be and return the sentence that is shown for it; nothing has changed by it."""
    before = plain(fight)
    address = reverse(page, args=[fight.table.cast.seats[part].token, fight.token])
    client = client_of(fight.table.cast.seats[part])
    response = client.post(address, said, headers={"HX-Request": "true", "X-Live": "1"})
    assert response.status_code in (409, 422)
    assert plain(fight) == before
    text = response.content.decode()
    assert "snack is-refused" in text
    return re.sub(r"\s+", " ", re.search(r"<p>(.*?)</p>", text)[1])


def open_declarations(fight, name):
    fight.act("start")
    fight.declare_nothing_until(name)
    return fight.id(name)


def weapon_of(fight, name):
    offer = next(one for one in fight.offers(name) if one.kind == "declare_melee")
    return next(field for field in offer.fields if field.key == "weapon").choices[0].key


def melee(fight, name, target):
    """Declare an attack; what it says goes the same way as the form."""
    fight.act("declare_melee", fight.id(name), target=fight.id(target), weapon=weapon_of(fight, name))


def come_up(fight, name):
    """Let everybody else declare nothing until this fighter's turn, before the game master has called them."""
    while fight.id(name) not in fight.board().up:
        if fight.board().uncalled:
            fight.act("next")
        for one in fight.board().up:
            if one != fight.id(name):
                fight.act("declare_nothing", one)


def come_to_act(fight, name):
    """Let everybody else declare nothing until this fighter is called to act."""
    come_up(fight, name)
    if fight.id(name) in fight.board().uncalled:
        fight.act("next")


def struck(table, lay):
    """A fight in which a blow of Élowen's has just hit Tibor."""
    Seat.objects.update(dice=Seat.Dice.SERVER)
    table.cast.gm.refresh_from_db()
    fight = Fight(table)
    open_declarations(fight, "Élowen")
    melee(fight, "Élowen", "Tibor")
    come_to_act(fight, "Élowen")
    lay(5, 15, 12, 5)
    fight.act("attack", fight.id("Élowen"))
    return fight


def kill(fight, name):
    character = Character.objects.get(name=name)
    for _blow in range(2):
        sheets.step(seat=fight.gm, sent=fight.sent(), character=character, path="wounds.head.mortal", by=1)


def test_acting_out_of_turn(fight):
    open_declarations(fight, "Élowen")
    fight.act("declare_nothing", fight.id("Élowen"))
    said = {"kind": "declare_nothing", "actor": fight.id("Élowen")}
    stands = "Trop tard : le meneur a choisi pour vous entre-temps, et c’est son choix qui compte"
    assert refused(fight, "ana", "act", **said) == f"{stands} : « Ne rien faire ce tour »."
    assert refused(fight, "ana", "act", **{**said, "kind": "attack"}) == "Ce n’est pas possible maintenant."


def test_declaring_before_the_game_master_has_called(fight):
    """A fighter who is not up has no offers, so there is nothing to submit."""
    fight.act("start")
    assert refused(fight, "ana", "act", kind="declare_nothing", actor=fight.id("Élowen"))


def test_a_fighter_not_yet_called_is_answered_like_one_not_up(fight):
    open_declarations(fight, "Élowen")
    melee(fight, "Élowen", GUARD)
    come_up(fight, "Élowen")
    assert fight.id("Élowen") in fight.board().uncalled
    said = {"kind": "attack", "actor": fight.id("Élowen")}
    assert refused(fight, "ana", "act", **said) == "Ce n’est pas possible maintenant."
    ana = fight.table.cast.seats["ana"]
    gauge, odds = (reverse(name, args=[ana.token, fight.token, fight.id("Élowen")]) for name in ("gauge", "odds"))
    assert [client_of(ana).get(one, {"kind": "attack"}).content for one in (gauge, odds)] == [b"", b""]
    fight.act("next")
    assert b"odds-box" in client_of(ana).get(odds, {"kind": "attack"}).content


def test_a_dead_attacker(fight):
    open_declarations(fight, "Élowen")
    melee(fight, "Élowen", GUARD)
    come_to_act(fight, "Élowen")
    kill(fight, "Élowen")
    said = {"kind": "attack", "actor": fight.id("Élowen")}
    assert refused(fight, "ana", "act", **said) == "Ce n’est pas possible maintenant."


def test_a_dead_target(fight):
    open_declarations(fight, "Élowen")
    melee(fight, "Élowen", GUARD)
    come_to_act(fight, "Élowen")
    kill(fight, GUARD)
    assert refused(fight, "ana", "act", kind="attack", actor=fight.id("Élowen")) == f"{GUARD} est mort."


def test_a_fifth_opponent_in_melee(table):
    Seat.objects.filter(pk=table.cast.gm.pk).update(dice=Seat.Dice.SERVER)
    fight = Fight.__new__(Fight)
    fight.table, fight.gm = table, table.cast.gm
    fight.token = services.prepare(seat=fight.gm, sent=fight.sent(), name="Quai 7").value
    common = {"seat": fight.gm, "encounter": fight.token}
    services.recruit(sent=fight.sent(), sample="station_guard", count=5, hidden=False, **common)
    services.turn_to(sent=fight.sent(), status="running", **common)
    open_declarations(fight, "Élowen")
    for letter in "BCDE":
        args = {"fighter": fight.id(f"{GUARD} {letter}"), "other": fight.id(f"{GUARD} A"), "state": "engaged"}
        fight.act("contact", "gm", **args)
    said = {
        "kind": "declare_melee",
        "actor": fight.id("Élowen"),
        "arg-target": fight.id(f"{GUARD} A"),
        "arg-weapon": weapon_of(fight, "Élowen"),
    }
    assert refused(fight, "ana", "act", **said) == f"{GUARD} A fait déjà face à quatre adversaires."


def test_a_target_that_is_gone(fight):
    open_declarations(fight, "Élowen")
    weapon = weapon_of(fight, "Élowen")
    services.reveal(seat=fight.gm, sent=fight.sent(), encounter=fight.token, fighter=fight.id(GUARD), hide=True)
    said = {"kind": "declare_melee", "actor": fight.id("Élowen"), "arg-weapon": weapon}
    for target in (fight.id(GUARD), "nobody"):
        assert refused(fight, "ana", "act", **said, **{"arg-target": target})


def test_a_target_that_has_disappeared_since_the_declaration(fight):
    open_declarations(fight, "Élowen")
    melee(fight, "Élowen", GUARD)
    come_to_act(fight, "Élowen")
    services.reveal(seat=fight.gm, sent=fight.sent(), encounter=fight.token, fighter=fight.id(GUARD), hide=True)
    assert refused(fight, "ana", "act", kind="attack", actor=fight.id("Élowen")) == "Cette cible n’est plus là."


@pytest.fixture
def asked(fight):
    """Élowen attacks Tibor: two dice are asked, one of each."""
    open_declarations(fight, "Élowen")
    melee(fight, "Élowen", "Tibor")
    come_to_act(fight, "Élowen")
    fight.act("attack", fight.id("Élowen"))
    (need,) = (one for one in fight.board(fight.table.cast.ana).needs if one.request is not None)
    return fight, {"exchange": need.exchange, "key": need.request.key}


@pytest.mark.parametrize("face", ["0", "21", "-1", "1.5", "XX", "²", "9" * 40])
def test_a_face_out_of_bounds(asked, face):
    fight, form = asked
    assert re.search("1d20|dé", refused(fight, "ana", "answer", **form, values=face))


def test_a_die_of_somebody_else(asked):
    fight, form = asked
    assert "meneur de jeu" in refused(fight, "leo", "answer", **form, values="7")


def test_an_answer_to_a_question_that_is_closed(asked):
    fight, form = asked
    said = client_of(fight.table.cast.ana)
    address = reverse("answer", args=[fight.table.cast.ana.token, fight.token])
    assert said.post(address, {**form, "values": "7"}, headers={"HX-Request": "true"}).status_code == 200
    assert "déjà" in refused(fight, "ana", "answer", **form, values="8")
    assert "déjà" in refused(fight, "ana", "answer", **{**form, "exchange": "nowhere"}, values="8")


def test_an_attack_without_a_weapon_names_the_missing_field(fight):
    actor = open_declarations(fight, "Élowen")
    said = {"kind": "declare_melee", "actor": actor, "arg-target": fight.id(GUARD)}
    assert refused(fight, "ana", "act", **said) == "Arme : à choisir d’abord."


def test_a_form_marks_required_ticks_so_that_the_page_itself_asks_for_them(fight):
    open_declarations(fight, "Élowen")
    form = fight.form(fight.table.cast.ana, "Élowen", "declare_melee")
    boxes = re.findall(r'<input class="tick" type="radio" name="arg-(\w+)"[^>]*?( required)?>', form)
    assert {name for name, needed in boxes if needed} == {"target", "weapon"}
    assert Encounter.objects.get(token=fight.token).status == "running"
