"""Reserves join on the round that was said, or at a signal; until then no rule and no other screen knows of them."""

from random import Random

import pytest
from django.core.cache import cache
from django.urls import reverse

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.live import regions
from campaigns.models import Event, Seat
from encounters import scenes, services
from encounters.models import Encounter
from encounters.prepare import participants, reserves
from encounters.prepare import services as prepare_services
from rules import registry
from rules.autoplay import duel
from rules.core.errors import Refused, Stale
from rules.core.scene import Action
from rules.core.script import Roll
from rules.engine.exchanges import waiting_on
from rules.engine.offers import offers
from rules.testing.play import fillable
from rules.views import board
from rules.views.viewers import Viewer
from sheets.models import Character
from sheets.ownership import services as ownership_services
from tests.cast import client_of, gather
from tests.encounters.conftest import join

COUNT = iter(range(10_000))
GUARD = "Garde de station"


def sent():
    return Sent.of("", next(COUNT))


class Field:
    """A fight of both player characters against a pirate who is seen, with guards in reserve."""

    def __init__(self, table, joins, count=2, hidden=True, status="running"):
        self.gm = table.cast.gm
        self.table = table
        self.token = prepare_services.prepare(seat=self.gm, sent=sent(), name="Quai 7").value
        self.muster("zorvax", False, "start")
        self.muster(f"{count}x {GUARD}", hidden, joins)
        if status != "draft":
            prepare_services.turn_to(seat=self.gm, sent=sent(), encounter=self.token, status="running")

    def muster(self, what, hidden, joins):
        return participants.add_participants(
            seat=self.gm, sent=sent(), encounter=self.token, what=what, hidden=hidden, joins=joins
        )

    @property
    def encounter(self):
        return Encounter.objects.get(token=self.token)

    @property
    def waiting(self):
        rows = self.encounter.state.get("reserves", {})
        return dict(sorted(rows.items(), key=lambda row: row[1]["order"]))  # PostgreSQL keeps no order of keys

    @property
    def there(self):
        return [one.name for one in scenes.scene_of(self.encounter).fighters.values()]

    def bring(self, *fighters, seat=None):
        chosen = fighters or tuple(self.waiting)
        return prepare_services.bring_in(seat=seat or self.gm, sent=sent(), encounter=self.token, fighters=chosen)


def test_a_reserve_is_in_no_scene_and_on_no_other_page(table):
    field = Field(table, "signal", hidden=False)
    assert field.there == ["Élowen", "Tibor", "Zorvax"]
    for seat, page, key in [
        (table.cast.ana, "fight", field.token),
        (table.cast.screen, "screen", ""),
        (table.cast.spectator, "screen", ""),
    ]:
        fresh = Seat.objects.select_related("campaign").get(pk=seat.pk)
        found = regions.find_page(fresh, page, key)
        assert GUARD not in "".join(found.draw(placed) for placed in found.regions)
    assert GUARD in table.region(table.cast.gm, "fight", "reserves", field.token)


def test_reserves_join_at_a_signal_and_its_undo_reverts_them(table):
    field = Field(table, "signal")
    waiting = field.waiting
    done = field.bring()
    assert field.there == ["Élowen", "Tibor", "Zorvax", f"{GUARD} A", f"{GUARD} B"]
    assert field.waiting == {}
    assert all(one.hidden for one in scenes.scene_of(field.encounter).fighters.values() if one.name.startswith(GUARD))
    undo.undo(seat=field.gm, sent=sent(), command=done.command)
    assert field.waiting == waiting and field.there == ["Élowen", "Tibor", "Zorvax"]


def test_hidden_reserves_are_told_to_the_game_master_alone(table):
    Field(table, "signal").bring()
    assert Event.objects.get(kind="reserves").audience == "gm"


def test_visible_reserves_are_told_to_the_table_under_their_shown_names(table):
    field = Field(table, "signal", hidden=False)
    first, second = field.waiting
    prepare_services.describe(
        seat=field.gm, sent=sent(), encounter=field.token, fighter=first, about={"public_name": "Silhouette"}
    )
    field.bring()
    event = Event.objects.get(kind="reserves")
    assert event.audience == "table"
    assert "Silhouette" in str(event.payload["told"]["table"]) and f"{GUARD} A" not in str(
        event.payload["told"]["table"]
    )
    assert "Silhouette" in table.region(table.cast.screen, "screen", "party")


def test_letters_that_players_read_follow_the_order_of_appearance(table):
    field = Field(table, "signal", count=3, hidden=False)
    third = list(field.waiting)[2]
    field.bring(third)
    field.bring()
    shown = {one.name: one.shown_name for one in scenes.scene_of(field.encounter).fighters.values()}
    assert shown[f"{GUARD} C"] == f"{GUARD} A"
    assert (shown[f"{GUARD} A"], shown[f"{GUARD} B"]) == (f"{GUARD} B", f"{GUARD} C")


def test_reserves_join_in_a_paused_fight_as_well(table):
    field = Field(table, "signal")
    prepare_services.turn_to(seat=field.gm, sent=sent(), encounter=field.token, status="paused")
    field.bring()
    assert field.waiting == {} and f"{GUARD} A" in field.there


def test_fighters_join_at_the_start_in_a_round_up_to_12_or_at_a_signal():
    keys = [choice.key for choice in reserves.JOINS.choices]
    assert keys == ["start", *(str(number) for number in range(2, 13)), "signal"]
    assert [reserves.joins_choice(reserves.joins_mark(key)) for key in keys] == keys


@pytest.mark.parametrize("status", ["draft", "ended"])
def test_nobody_joins_a_fight_that_is_not_running(table, status):
    field = Field(table, "signal", status=status)
    if status == "ended":
        prepare_services.turn_to(seat=field.gm, sent=sent(), encounter=field.token, status="ended")
    with pytest.raises(Refused, match="not running"):
        field.bring()


def test_a_fighter_not_in_reserve_is_not_brought_in(table):
    field = Field(table, "signal")
    with pytest.raises(Refused, match="Nobody in reserve"):
        field.bring("nobody")
    with pytest.raises(Refused, match="Only the game master"):
        field.bring(seat=table.cast.ana)


@pytest.mark.parametrize("joins", ["3", "signal"])
def test_somebody_is_put_in_reserve_and_back(table, joins):
    field = Field(table, "start", status="draft")
    before = field.encounter.state["fighters"]
    one = next(key for key, row in before.items() if row["character"] == table.elowen.token)
    put = {"seat": field.gm, "encounter": field.token, "fighter": one}
    prepare_services.describe(**put, sent=sent(), about={"joins": joins})
    assert set(field.waiting) == {one}
    prepare_services.describe(**put, sent=sent(), about={"joins": "start"})
    assert field.encounter.state["fighters"] == before and not field.waiting


def test_a_fighter_is_not_put_in_reserve_and_a_reserve_may_wait_longer(table):
    field = Field(table, "3")
    fighter = next(iter(field.encounter.state["fighters"]))
    put = {"seat": field.gm, "encounter": field.token}
    with pytest.raises(Refused, match="has begun"):
        prepare_services.describe(**put, sent=sent(), fighter=fighter, about={"joins": "4"})
    one = next(iter(field.waiting))
    with pytest.raises(Refused, match="has begun"):
        prepare_services.describe(**put, sent=sent(), fighter=one, about={"joins": "start"})
    prepare_services.describe(**put, sent=sent(), fighter=one, about={"joins": "5"})
    assert field.waiting[one]["joins"] == 5


def test_a_reserve_is_dismissed_even_from_a_fight_that_has_begun(table):
    field = Field(table, "3")
    one, other = field.waiting
    prepare_services.dismiss(seat=field.gm, sent=sent(), encounter=field.token, fighter=one)
    assert set(field.waiting) == {other}


def test_nobody_is_in_a_fight_and_in_reserve_for_another(table):
    field = Field(table, "signal")
    second = prepare_services.prepare(seat=field.gm, sent=sent(), name="Sas").value
    for fighter in list(Encounter.objects.get(token=second).state["fighters"]):
        said = {"joins": "signal"}
        prepare_services.describe(seat=field.gm, sent=sent(), encounter=second, fighter=fighter, about=said)
    participants.add_participants(seat=field.gm, sent=sent(), encounter=second, what=GUARD, hidden=True, joins="start")
    with pytest.raises(Refused, match="takes part in Quai 7"):
        prepare_services.turn_to(seat=field.gm, sent=sent(), encounter=second, status="running")


@pytest.mark.parametrize("status", ["draft", "running"])
def test_a_removed_character_leaves_its_reserve_and_undo_restores_it(table, status):
    field = Field(table, "signal", status=status)
    participants.add_participants(
        seat=field.gm, sent=sent(), encounter=field.token, what="2x zorvax", hidden=True, joins="signal"
    )
    before = field.encounter.state
    copy = next(row["character"] for row in field.waiting.values())
    done = ownership_services.remove_character(seat=field.gm, sent=sent(), character=Character.objects.get(token=copy))
    assert copy not in {row["character"] for row in field.waiting.values()}
    undo.undo(seat=field.gm, sent=sent(), command=done.command)
    assert field.encounter.state == before


def test_a_fighter_that_is_not_there_is_stale(table):
    field = Field(table, "signal")
    with pytest.raises(Stale):
        prepare_services.describe(
            seat=field.gm, sent=sent(), encounter=field.token, fighter="nobody", about={"joins": "3"}
        )


@pytest.mark.django_db
@pytest.mark.parametrize("game", registry.GAMES)
def test_in_every_game_reserves_join_at_their_round_and_the_fight_goes_on(game, settings):
    """A whole fight through the services: reserves of rounds 2 and 3 are there as soon as these begin."""
    settings.TABLEE_DICE = "tests.dice.steady"
    cache.clear()
    cast = gather(game)
    Seat.objects.filter(campaign=cast.campaign).update(dice=Seat.Dice.ASK)
    gm = Seat.objects.select_related("campaign").get(pk=cast.gm.pk)
    rows = registry.samples(game)
    hero = next(key for key, row in rows.items() if row["kind"] == "pc")
    foe = next(key for key, row in rows.items() if row["kind"] == "npc")
    join(cast, "Élowen", "pc", cast.ana, hero)
    token = prepare_services.prepare(seat=gm, sent=sent(), name="Quai 7").value
    for joins in ("start", "2", "3"):
        participants.add_participants(
            seat=gm, sent=sent(), encounter=token, what="", pick=f"sample:{foe}", hidden=False, joins=joins
        )
    prepare_services.turn_to(seat=gm, sent=sent(), encounter=token, status="running")
    system, random, seen = gm.campaign.system, Random(game), {}
    for _step in range(400):
        found = Encounter.objects.get(token=token)
        scene = scenes.scene_of(found)
        seen.setdefault(scene.round, (len(scene.fighters), len(found.state.get("reserves", {}))))
        if scene.round > 3:
            break
        prompts = waiting_on(system, scene)
        assert prompts, "never stuck"
        assert any(carry_on(gm, token, action) for action in ways_on(system, scene, prompts[0], random))
    assert [seen[number] for number in (1, 2, 3)] == [(2, 2), (3, 1), (4, 0)]
    for seat, name, key in ((cast.ana, "fight", token), (gm, "fight", token), (cast.screen, "screen", "")):
        page = regions.find_page(Seat.objects.select_related("campaign").get(pk=seat.pk), name, key)
        assert "".join(page.draw(placed) for placed in page.regions)
    assert client_of(gm).get(reverse("fight", args=[gm.token, token])).status_code == 200


def ways_on(system, scene, prompt, random):
    """The ways to go on from a prompt: an answer, else all offers, the harmless ones first."""
    if prompt.kind != "act" and prompt.request is not None:
        throw = isinstance(prompt.request, Roll)
        faces = (
            [random.randint(1, prompt.request.dice.sides) for _ in range(prompt.request.dice.count)] if throw else []
        )
        values = faces or list(duel.first_options(scene, prompt.request))
        return [Action("answer", prompt.of, {"exchange": prompt.exchange, "key": prompt.request.key, "values": values})]
    if prompt.kind == "confirm":
        return [Action("confirm", "gm", {"exchange": prompt.exchange})]
    found = [one for one in offers(system, scene, prompt.of) if one.refused is None and fillable(one)]
    found.sort(key=lambda one: bool(duel.foes_of(scene, one)))
    return [duel.action_of(one, next(duel.fillings(system, scene, one))) for one in found]


def carry_on(gm, token, action):
    """Take one step; True if it could be done."""
    said = {"kind": action.kind, "actor": action.actor, "args": dict(action.args)}
    try:
        return services.act(seat=gm, sent=sent(), encounter=token, **said)
    except Refused:
        return None


def scene_hidden(encounter):
    return [row.id for row in scenes.scene_of(encounter).fighters.values() if row.hidden]


@pytest.mark.django_db
def test_an_unseen_arrival_interrupts_no_visible_turn(lay):
    """In Arpenteurs whoever joins rolls for initiative before anybody acts on."""
    cast = gather("arpenteurs")
    Seat.objects.filter(campaign=cast.campaign).update(dice=Seat.Dice.SERVER)
    gm = Seat.objects.select_related("campaign").get(pk=cast.gm.pk)
    samples = list(registry.samples("arpenteurs"))
    join(cast, "Élowen", "pc", cast.ana, samples[0])
    foes = [join(cast, name, "npc", None, samples[-1]) for name in ("Garde", "Zorvax")]
    token = prepare_services.prepare(seat=gm, sent=sent(), name="Quai 7").value

    def muster(foe, hidden, joins):
        pick = f"character:{foe.token}"
        given = {"what": "", "pick": pick, "hidden": hidden, "joins": joins}
        participants.add_participants(seat=gm, sent=sent(), encounter=token, **given)

    def act(kind, actor="gm", **args):
        services.act(seat=gm, sent=sent(), encounter=token, kind=kind, actor=actor, args=args)

    def encounter():
        return Encounter.objects.select_related("campaign").get(token=token)

    muster(foes[0], False, "start")
    muster(foes[1], True, "signal")
    prepare_services.turn_to(seat=gm, sent=sent(), encounter=token, status="running")
    lay(6, 5)
    act("start")
    act("next")
    for one in list(scenes.scene_of(encounter()).fighters):
        if "init" not in scenes.scene_of(encounter()).fighters[one].marks:
            act("initiative", one)
    act("next")
    (waiting,) = encounter().state["reserves"]
    scene = scenes.scene_of(encounter())
    (up,) = scene.called
    seen = board.view(system := encounter().campaign.system, scene, Viewer("table"))
    prepare_services.bring_in(seat=gm, sent=sent(), encounter=token, fighters=[waiting])
    muster(join(cast, "Ombre", "npc", None, samples[-1]), True, "start")
    scene = scenes.scene_of(encounter())
    assert board.view(system, scene, Viewer("table")) == seen
    assert [prompt.of for prompt in system.turn(scene)] == [up]
    act("finish", up)
    assert {prompt.of for prompt in system.turn(scenes.scene_of(encounter()))} == set(scene_hidden(encounter()))
