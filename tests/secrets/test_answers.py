"""Responses to a player's own act: the same with and without a hidden act in between, which never causes a refusal.

Each case plays the same visible acts at two tables; at one of them the game master does something unseen in between.
"""

from itertools import product

import pytest
from django.core.cache import cache
from django.urls import reverse

from campaigns.journal import event_cache, journal, undo
from campaigns.journal.journal import Sent
from campaigns.models import Command, Event, Seat
from encounters import roster, services
from encounters.checks import requests
from encounters.dice import source
from encounters.models import Encounter
from encounters.prepare import services as prepare_services
from rules.core.errors import Refused
from rules.core.json_codec import to_json
from rules.core.scene import Change
from rules.core.scene import Event as SceneEvent
from rules.core.text import _
from rules.views import board
from sheets import services as sheets
from sheets.models import Character
from sheets.ownership import services as ownership_services
from tests.cast import client_of, gather
from tests.encounters.conftest import join
from tests.secrets.evening import CHANGING, Dice, Evening, Secret, masked
from tests.secrets.test_twins import GAMES

NAME = "Zorvaxname"
QUIET = Secret(names=(), sample=-1, note="", rolls=0, seed=0)
HTMX = {"headers": {"HX-Request": "true"}}
pytestmark = pytest.mark.django_db


class Seated:
    """A table with Ana on her seat, and what each of her posts was answered."""

    def __init__(self):
        cache.clear()
        self.cast = gather()
        self.gm, self.ana = self.cast.gm, self.cast.ana
        self.client, self.answers = client_of(self.ana), []

    def post(self, to, *args, **said):
        return self.say(self.client.post(reverse(to, args=[self.ana.token, *args]), said, **HTMX))

    def say(self, answer):
        headers = {key: value for key, value in answer.headers.items() if key not in CHANGING}
        self.answers.append(f"{answer.status_code} {headers} {answer.text}")
        return answer

    def last(self):
        return Command.objects.filter(seat=self.ana).latest("pk")

    def take_back(self, command=None):
        return self.post("undo", (command or self.last()).token)

    def made(self):
        """Ana makes a character of a blank sheet."""
        self.post("characters", sample="blank", name="Lue")
        return Character.objects.get(name="Lue", campaign=self.cast.campaign)

    def told(self):
        """The newest line that a game master alone reads of what met something."""
        found = Event.objects.filter(kind__in=("let_go", "undo_met")).order_by("-seq").first()
        return "" if found is None else str(found.payload["told"]["gm"])


def both(play):
    """The answers at a table where nothing is hidden, and at one where something is."""
    quiet, secret = Seated(), Seated()
    play(quiet, False)
    play(secret, True)
    assert masked(secret.answers) == masked(quiet.answers)
    assert not any(NAME in one for one in secret.answers)
    assert_folds(secret.cast.campaign)
    return secret


def assert_folds(campaign):
    for row in Character.objects.filter(campaign=campaign).select_related("owner"):
        kept = journal.fold(campaign)[row.subject]
        assert {key: value for key, value in kept.items() if key != "meta"} == {
            key: value for key, value in row.data.items() if key != "meta"
        }


def draft(table, hero):
    """A fight is prepared: every player character stands in it."""
    return prepare_services.prepare(seat=table.gm, sent=Sent.of("", ""), name=NAME).value


def secret_roll(table, hero):
    """A game master with real dice rolls for a hero behind their hand, and has not thrown yet."""
    Seat.objects.filter(pk=table.gm.pk).update(dice=Seat.Dice.TYPED)
    check = next(one.key for one in hero.system.checks(hero.data, {}))
    gm = Seat.objects.select_related("campaign").get(pk=table.gm.pk)
    said = {"seat": gm, "sent": Sent.of("", ""), "character": hero, "args": {"check": check}, "hidden": True}
    services.roll_test(**said)
    assert Encounter.objects.filter(campaign=table.cast.campaign, kind="test").exists()


def secret_notes(table, hero):
    """A game master notes something on the sheet that its player does not read."""
    gm_only = next(
        path for path, field in hero.system.schema.walk() if field.gm_only and field.kind in ("text", "note")
    )
    sheets.edit(seat=table.gm, sent=Sent.of("", ""), character=hero, path=gm_only, value=NAME)


def in_reserve(table, hero):
    """A fight goes on in which the hero waits unseen for a signal."""
    token = draft(table, hero)
    foe = join(table.cast, "Garde", "npc", None, "pirate")
    prepare_services.enrol(seat=table.gm, sent=Sent.of("", ""), encounter=token, characters=[foe.token])
    state = Encounter.objects.get(token=token).state["fighters"]
    fighter = next(key for key, row in state.items() if row["character"] == hero.token)
    said = {"encounter": token, "fighter": fighter, "about": {"joins": "signal"}}
    prepare_services.describe(seat=table.gm, sent=Sent.of("", ""), **said)


def hidden_to_the_end(table, hero):
    """A fight is over in which nobody else ever saw the hero."""
    token = draft(table, hero)
    given = {"seat": table.gm, "encounter": token}
    for fighter in Encounter.objects.get(token=token).state["fighters"]:
        prepare_services.describe(**given, sent=Sent.of("", ""), fighter=fighter, about={"hidden": True})
    for status in ("running", "ended"):
        prepare_services.turn_to(**given, sent=Sent.of("", status), status=status)


HIDDEN = [draft, secret_roll, secret_notes, in_reserve, hidden_to_the_end]


@pytest.mark.parametrize("hidden", HIDDEN)
def test_creating_a_character_is_undone_and_redone_despite_hidden_acts(hidden):
    def play(table, secret):
        hero = table.made()
        making = table.last()
        if secret:
            hidden(table, hero)
        assert table.take_back(making).status_code == 200
        assert not Character.objects.filter(pk=hero.pk).exists()
        assert table.post("redo", making.token).status_code == 200
        assert Character.objects.filter(token=hero.token).exists()
        assert table.take_back(making).status_code == 200
        table.say(table.client.get(reverse("characters", args=[table.ana.token])))

    told = both(play).told()
    assert "Lue" in told or hidden is secret_notes


@pytest.mark.parametrize("hidden", HIDDEN)
@pytest.mark.parametrize("key", [False, True], ids=["line", "key"])
def test_the_act_before_an_undone_one_is_undone_despite_hidden_acts(hidden, key):
    def play(table, secret):
        assert table.post("characters", sample="blank", name="Première").status_code == 200
        first = table.last()
        hero = table.made()
        making = table.last()
        if secret:
            hidden(table, hero)
        assert table.take_back(making).status_code == 200
        back = table.last()
        answer = table.post("undo-last") if key else table.take_back(first)
        assert answer.status_code == 200, answer.text
        assert not Character.objects.filter(campaign=table.cast.campaign, kind="pc").exists()
        for command in (first, making, back):
            table.post("redo", command.token)
        table.post("undo", back.token)
        table.post("redo-last")
        table.post("undo-last")
        table.say(table.client.get(reverse("characters", args=[table.ana.token])))

    both(play)


@pytest.mark.parametrize("hidden", HIDDEN)
def test_a_player_leaves_with_their_character_whatever_is_hidden(hidden):
    def play(table, secret):
        hero = table.made()
        if secret:
            hidden(table, hero)
        answer = table.post("leave", **{f"characters-{table.ana.token}": "remove"})
        assert answer.status_code == 302, answer.text
        assert not Character.objects.filter(name="Lue").exists()

    both(play)


def test_removing_a_character_does_not_name_an_ended_fight():
    """It may have been renamed since, and only its page says how it is called."""
    table = Seated()
    hero, making = table.made(), table.last()
    fight = draft(table, hero)
    for status in ("running", "ended"):
        given = {"seat": table.gm, "sent": Sent.of("", status), "encounter": fight}
        prepare_services.turn_to(**given, status=status)
    answer = table.take_back(making)
    assert (answer.status_code, NAME in answer.text) == (422, False), answer.text
    assert Character.objects.filter(pk=hero.pk).exists()


def test_a_draft_takes_a_character_in_again_that_is_back():
    table = Seated()
    hero = table.made()
    making, fight = table.last(), draft(table, hero)
    before = Encounter.objects.get(token=fight).state
    table.take_back(making)
    assert Encounter.objects.get(token=fight).state == {}
    table.post("redo", making.token)
    assert Encounter.objects.get(token=fight).state == before


def test_undoing_values_overwritten_in_secret_tells_the_game_master(cast):
    hero = join(cast, "Élowen", "pc", cast.ana, "mercenary")
    done = sheets.edit(seat=cast.ana, sent=Sent.of("", "1"), character=hero, path="archetype", value="Pilote")

    def unseen(pen):
        change = Change(hero.subject, "archetype", "Pilote", NAME)
        pen.record(SceneEvent("curse", cast.gm.token, "", (change,), "gm", {"told": {"gm": to_json(_("Effects"))}}))

    journal.run(seat=cast.gm, sent=Sent.of("", "2"), work=unseen)
    before = Character.objects.get(pk=hero.pk).data
    taken = undo.undo(seat=cast.ana, sent=Sent.of("", "3"), command=done.command)
    assert Character.objects.get(pk=hero.pk).data["archetype"] == hero.data["archetype"]
    assert "hidden acts had changed since" in str(Event.objects.get(kind="undo_met").payload["told"]["gm"])
    undo.redo(seat=cast.gm, sent=Sent.of("", "4"), command=done.command)
    assert Character.objects.get(pk=hero.pk).data == before
    assert taken.command is not None


def test_an_edit_is_done_again_whatever_was_written_over_it_unseen(cast):
    hero = join(cast, "Élowen", "pc", cast.ana, "mercenary")
    done = sheets.edit(seat=cast.ana, sent=Sent.of("", "1"), character=hero, path="archetype", value="Pilote")
    undo.undo(seat=cast.ana, sent=Sent.of("", "2"), command=done.command)

    def unseen(pen):
        change = Change(hero.subject, "archetype", pen.value(hero.subject, "archetype"), NAME)
        pen.record(SceneEvent("curse", cast.gm.token, "", (change,), "gm", {"told": {"gm": to_json(_("Effects"))}}))

    journal.run(seat=cast.gm, sent=Sent.of("", "3"), work=unseen)
    undo.redo(seat=cast.ana, sent=Sent.of("", "4"), command=done.command)
    assert Character.objects.get(pk=hero.pk).data["archetype"] == "Pilote"


@pytest.mark.parametrize("status", ["none", "draft", "hidden", "renamed", "shown", "over", "hides again"])
def test_an_open_roll_of_an_opponent_shows_the_name_that_the_table_knows(status):
    table = Seated()
    foe = join(table.cast, NAME, "npc", None, "pirate")
    Seat.objects.filter(campaign=table.cast.campaign).update(dice=Seat.Dice.TYPED)

    def do(act, **said):
        return act(seat=table.gm, sent=Sent.of("", ""), **said)

    if status != "none":
        fight = draft(table, foe)
        do(prepare_services.rename, encounter=fight, name="Quai 7")
        do(prepare_services.enrol, encounter=fight, characters=[foe.token])
        (fighter,) = Encounter.objects.get(token=fight).state["fighters"]
        said = {"renamed": {"public_name": "Silhouette", "hidden": False}, "shown": {"hidden": False}}
        said["over"] = said["hides again"] = said["renamed"]
        if status in said:
            do(prepare_services.describe, encounter=fight, fighter=fighter, about=said[status])
        for step in ("running", *(["ended"] if status in ("over", "hides again") else [])) if status != "draft" else ():
            do(prepare_services.turn_to, encounter=fight, status=step)
        if status == "hides again":
            newer = draft(table, foe)
            do(prepare_services.rename, encounter=newer, name="Quai 8")
            do(prepare_services.enrol, encounter=newer, characters=[foe.token])
            do(prepare_services.turn_to, encounter=newer, status="running")
    gm = Seat.objects.select_related("campaign").get(pk=table.gm.pk)
    check = {"check": foe.system.checks(foe.data, {})[0].key}
    services.roll_test(seat=gm, sent=Sent.of("", "roll"), character=foe, args=check, faces=[7])
    if status == "renamed":  # what was told stays told, whatever becomes of the fighter
        do(prepare_services.describe, encounter=fight, fighter=fighter, about={"public_name": "Ombre"})
    do(requests.ask, request=requests.CheckRequest({foe.token: check["check"]}, {}))
    scene = Encounter.objects.filter(campaign=gm.campaign, kind="test").latest("pk")
    requests.throw(seat=gm, sent=Sent.of("", "b"), encounter=scene.token, fighter=foe.token, faces=[7])
    pages = "".join(
        table.client.get(reverse(name, args=[table.ana.token]), query).text
        for name, query in (("journal", {}), ("recap", {}), ("recap", {"as": "json"}), ("screen", {}))
    )
    known = {"shown": NAME, "renamed": "Silhouette", "over": "Silhouette", "hides again": "Silhouette"}.get(
        status, "uelqu’un"
    )
    assert known in pages
    assert (NAME in pages) == (status == "shown")


def test_the_die_of_an_undone_secret_roll_is_not_that_of_a_player(lay):
    table = Seated()
    hero = table.made()
    gm = Seat.objects.select_related("campaign").get(pk=table.gm.pk)
    Seat.objects.filter(pk=table.ana.pk).update(dice=Seat.Dice.TYPED)
    check = {"check": hero.system.checks(hero.data, {})[0].key}
    lay(13)
    roll = {"character": hero, "args": check}
    done = services.roll_test(seat=gm, sent=Sent.of("", "unseen"), hidden=True, **roll)
    undo.undo(seat=gm, sent=Sent.of("", "back"), command=done.command)
    answer = table.post("roll", hero.token, check=check["check"], faces="7")
    assert answer.status_code == 200 and "13" not in answer.text, answer.text


@pytest.mark.parametrize(("kind", "coordination", "die"), [("catastrophe", 3, 19), ("gift", 19, 15)])
def test_the_result_of_a_secret_roll_is_in_no_refusal(kind, coordination, die, lay):
    """Polaris: a great margin leaves something to the game master, on the very sheet of the hero."""

    def play(table, secret):
        hero = table.made()
        sheets.edit(seat=table.gm, sent=Sent.of("", "COO"), character=hero, path="attributes.COO", value=coordination)
        if secret:
            lay(die)
            said = {"seat": table.gm, "sent": Sent.of("", ""), "character": hero, "args": {"check": "COO"}}
            services.roll_test(**said, hidden=True)
            assert Character.objects.get(pk=hero.pk).data["fate"]
        assert table.post("downtime", hero.token, kind=kind).status_code == 422

    both(play)


def test_secrets_of_a_game_master_take_no_room_from_players(monkeypatch):
    monkeypatch.setattr(ownership_services, "MOST_CHARACTERS", 2)

    def play(table, secret):
        if secret:
            for name in ("Un", "Deux"):
                ownership_services.make_character(seat=table.gm, sent=Sent.of("", name), sample="pirate", name=name)
        table.made()

    both(play)


@pytest.mark.parametrize("game", GAMES)
def test_somebody_hidden_on_ones_own_side_is_offered_to_nobody(game, monkeypatch):
    monkeypatch.setattr(source, "throw", Dice(1).throw)
    evening = Evening(game, QUIET)
    token = evening.hidden(evening.samples[-1], NAME)
    fighters = Encounter.objects.get(token=evening.token).state["fighters"]
    hidden = next(key for key, row in fighters.items() if row["character"] == token)
    given = {"seat": evening.gm, "sent": Sent.of("", ""), "encounter": evening.token, "fighter": hidden}
    prepare_services.describe(**given, about={"side": "pc"})
    prepare_services.turn_to(seat=evening.gm, sent=Sent.of("", ""), encounter=evening.token, status="running")
    for _step in range(14):
        list(evening.settle_hidden())
        evening.one_step()
        for who, hero in evening.heroes.items():
            seat, scene = evening.fresh(evening.cast.seats[who]), evening.scene
            me = next(one.id for one in scene.fighters.values() if one.character == hero.token)
            offered = board.offers(evening.system, scene, roster.viewer_of(seat), me)
            fields = [field for offer in offered for field in offer.fields]
            keys = {choice.key for field in fields for choice in field.choices} | {field.key for field in fields}
            assert not [key for key in keys if hidden in key], [offer.kind for offer in offered]


def test_a_fight_that_is_prepared_again_is_answered_like_one_that_is_gone():
    def play(table, secret):
        hero = join(table.cast, "Élowen", "pc", table.ana, "mercenary")

        def do(act, **said):
            return act(seat=table.gm, sent=Sent.of("", ""), **said)

        made = do(prepare_services.prepare, name="Quai 7")
        begun = do(prepare_services.turn_to, encounter=made.value, status="running")
        (fighter,) = Encounter.objects.get(token=made.value).state["fighters"]
        for done in (begun,) if secret else (begun, made):
            do(undo.undo, command=done.command)
        assert Encounter.objects.filter(token=made.value).exists() == secret
        table.post("act", made.value, kind="finish", actor=fighter)
        table.post("answer", made.value, exchange="x", key="x", throw="1")
        table.post("asked", made.value, do="throw", fighter=hero.token)
        for name, *more in (("gauge",), ("odds",), ("act-forms",), ("act-form", "declare_melee")):
            table.say(table.client.get(reverse(name, args=[table.ana.token, made.value, fighter, *more])))
        for name in ("fight", "prepare"):
            table.say(table.client.get(reverse(name, args=[table.ana.token, made.value])))

    both(play)


def test_a_secret_roll_is_answered_like_none_by_whatever_address():
    def play(table, secret):
        hero, token = table.made(), "a" * 16
        if secret:
            secret_roll(table, hero)
            token = Encounter.objects.get(campaign=table.cast.campaign, kind="test").token
        table.post("answer", token, exchange="x", key="x", throw="1")
        table.post("asked", token, do="throw", fighter=hero.token)
        table.post("act", token, kind="test", actor=hero.token)

    both(play)


@pytest.mark.parametrize("kind", ["confirm", "next", "reveal", "hide", "adjust", "throw", "all"])
def test_an_act_of_game_masters_alone_is_refused_before_it_is_looked_at(kind):
    table, nothing = Seated(), "a" * 16
    hero = table.made()
    Seat.objects.filter(pk=table.ana.pk).update(dice=Seat.Dice.TYPED)
    table.post("roll", hero.token, check=hero.system.checks(hero.data, {})[0].key)
    test = Encounter.objects.get(campaign=table.cast.campaign, kind="test")
    (exchange,) = test.state["exchanges"]
    for actor in ("gm", hero.token):
        texts = set()
        for one, other in product((exchange, nothing), (hero.token, nothing)):
            args = {"exchange": one, "seen": "x", "fighter": other, "character": other, "path": "name"}
            named = {f"arg-{key}": value for key, value in args.items()}
            texts.add(table.post("act", test.token, kind=kind, actor=actor, **named).text)
        assert len(texts) == 1, texts


def test_a_player_who_took_a_character_back_is_told_however_much_goes_on_unseen(monkeypatch):
    monkeypatch.setattr(event_cache, "MOST_EVENTS", 2)

    def play(table, secret):
        hero = table.made()
        foe = join(table.cast, NAME, "npc", None, "pirate")
        ownership_services.give_character(seat=table.gm, sent=Sent.of("", "given"), character=hero, to=None)
        for value in ("un", "deux", "trois") if secret else ():
            sheets.edit(seat=table.gm, sent=Sent.of("", value), character=foe, path="archetype", value=value)
        page = table.say(table.client.get(reverse("characters", args=[table.ana.token])))
        assert "a repris Lue" in page.text

    both(play)


def test_secret_notes_keep_no_text_of_a_departed_person():
    def play(table, secret):
        hero, other = table.made(), join(table.cast, "Tibor", "pc", table.cast.leo, "mercenary")
        sheets.edit(seat=table.ana, sent=Sent.of("", "own"), character=hero, path="archetype", value=NAME)
        gm_only = next(path for path, field in hero.system.schema.walk() if field.gm_only and field.kind == "note")
        if secret:
            sheets.edit(seat=table.gm, sent=Sent.of("", "gm"), character=other, path=gm_only, value=NAME)
        table.post("leave", **{f"characters-{table.ana.token}": "remove"})
        told = str(list(Event.objects.filter(campaign=table.cast.campaign, audience="table").values_list("changes")))
        assert NAME not in told
        own = Event.objects.filter(campaign=table.cast.campaign).exclude(audience="gm")
        assert not [one for one in own if NAME in str(one.changes)]

    quiet, secret = Seated(), Seated()
    play(quiet, False)
    play(secret, True)


def test_secret_notes_on_somebody_gone_are_not_undone_as_if_they_were_there():
    table = Seated()
    hero = table.made()
    path = next(path for path, field in hero.campaign.system.schema.walk() if field.gm_only and field.kind == "note")
    noted = sheets.edit(seat=table.gm, sent=Sent.of("", ""), character=hero, path=path, value=NAME)
    assert table.take_back().status_code == 200 and not Character.objects.exists()
    events = Event.objects.count()
    with pytest.raises(Refused, match="no longer at the table"):
        undo.undo(seat=table.gm, sent=Sent.of("", ""), command=noted.command)
    assert Event.objects.count() == events
