"""The pages of a fight: views, permissions, and no trace of hidden things."""

import re

import pytest
from django.urls import reverse

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.live import regions
from campaigns.models import Event, Seat
from encounters import roster, scenes, services
from encounters.models import Encounter
from encounters.prepare import services as prepare_services
from rules.core.errors import Refused, RulesError, Stale
from rules.views import board
from sheets import services as sheets
from tests.cast import client_of

COUNT = iter(range(10_000))
CANARY = "Zorvax"


class Fight:
    """A running fight of Élowen and Tibor against a guard everybody sees and a pirate nobody does."""

    def __init__(self, table):
        self.table, self.gm = table, table.cast.gm
        self.token = prepare_services.prepare(seat=self.gm, sent=self.sent(), name="Quai 7").value
        prepare_services.recruit(
            seat=self.gm, sent=self.sent(), encounter=self.token, sample="station_guard", count=1, hidden=False
        )
        prepare_services.enrol(seat=self.gm, sent=self.sent(), encounter=self.token, characters=[table.pirate.token])
        prepare_services.turn_to(seat=self.gm, sent=self.sent(), encounter=self.token, status="running")

    def sent(self, key=""):
        return Sent.of(key, next(COUNT))

    @property
    def scene(self):
        return scenes.scene_of(Encounter.objects.get(token=self.token))

    def board(self, seat=None):
        return board.view(self.gm.campaign.system, self.scene, roster.viewer_of(seat or self.gm))

    def id(self, name):
        return next(one.id for one in self.scene.fighters.values() if one.name == name)

    def act(self, kind, actor="gm", seat=None, **args):
        return services.act(
            seat=seat or self.gm, sent=self.sent(), encounter=self.token, kind=kind, actor=actor, args=args
        )

    def offers(self, name):
        viewer = roster.viewer_of(self.gm)
        return board.offers(self.gm.campaign.system, self.scene, viewer, self.id(name))

    def answer(self, seat, need, values=()):
        args = {"exchange": need.exchange, "key": need.request.key, "values": list(values)}
        return services.act(seat=seat, sent=self.sent(), encounter=self.token, kind="answer", actor="", args=args)

    def declare_nothing_until(self, name):
        """Let every slower fighter declare nothing, until this one is called."""
        while True:
            self.act("next")
            up = self.board().up
            if self.id(name) in up:
                return
            for one in up:
                self.act("declare_nothing", one)

    def strike(self, name, target):
        """Somebody has declared a blow and everybody else nothing; they are called, and deal it."""
        melee = next(one for one in self.offers(name) if one.kind == "declare_melee")
        weapon = next(field for field in melee.fields if field.key == "weapon").choices[0].key
        self.act("declare_melee", self.id(name), target=self.id(target), weapon=weapon)
        while self.board().headline.figure == "":
            if self.board().uncalled:
                self.act("next")
            for one in self.board().up:
                self.act("declare_nothing", one)
        self.act("next")
        self.act("attack", self.id(name))

    def shown(self, seat, page, key=""):
        fresh = Seat.objects.select_related("campaign").get(pk=seat.pk)
        found = regions.find_page(fresh, page, key)
        return {placed.id: found.draw(placed) for placed in found.regions}

    def form(self, seat, name, kind):
        """The form of an act as it is opened on a page of this seat."""
        actor = name if name == "gm" else self.id(name)
        address = reverse("act-form", args=[seat.token, self.token, actor, kind])
        return client_of(seat).get(address, headers={"HX-Request": "true"}).text

    def others(self):
        """Everything the others are shown."""
        cast = self.table.cast
        pages = {(seat, "fight"): self.shown(seat, "fight", self.token) for seat in (cast.ana, cast.leo)}
        screens = {(seat, "screen"): self.shown(seat, "screen") for seat in (cast.screen, cast.spectator)}
        return pages | screens


@pytest.fixture
def fight(table):
    Seat.objects.filter(pk=table.cast.gm.pk).update(dice=Seat.Dice.SERVER)
    return Fight(table)


def get(seat, name, *args):
    return client_of(seat).get(reverse(name, args=[seat.token, *args]))


def post(seat, page, *args, live=True, **said):
    headers = {"HX-Request": "true", "X-Live": "1"} if live else {}
    return client_of(seat).post(reverse(page, args=[seat.token, *args]), said, headers=headers)


# Pages.


@pytest.mark.parametrize(
    ("part", "status"), [("gm", 200), ("ana", 200), ("leo", 200), ("spectator", 404), ("screen", 404)]
)
def test_a_fight_has_a_page_for_its_players(fight, part, status):
    assert get(fight.table.cast.seats[part], "fight", fight.token).status_code == status


def test_a_stranger_finds_no_fight(fight):
    for name in ("fight", "prepare"):
        assert client_of().get(reverse(name, args=[fight.gm.token, fight.token])).status_code == 404


def test_a_fight_of_another_table_is_not_found(fight):
    assert get(fight.gm, "fight", "nowhere").status_code == 404
    assert get(fight.gm, "fight-selected", fight.token, "nobody").status_code == 404


def test_a_fighter_who_is_out_reads_as_out_and_not_as_their_declaration(fight):
    fight.act("start")
    fight.declare_nothing_until("Élowen")
    fight.act("declare_nothing", fight.id("Élowen"))
    ladder = f"ladder-{fight.token}"
    assert "Fuit ou se rend" not in fight.shown(fight.gm, "fight", fight.token)[ladder]
    sheets.edit(seat=fight.gm, sent=fight.sent(), character=fight.table.elowen, path="conditions.gone", value=True)
    for seat in (fight.gm, fight.table.cast.ana, fight.table.cast.leo):
        rows = re.split(r"<li", fight.shown(seat, "fight", fight.token)[ladder])
        (own,) = (row for row in rows if "Élowen" in row and "rung" in row)
        assert "Fuit ou se rend" in own and "Rien ce tour" not in own


def test_a_fight_that_is_ended_ends_as_its_game_does_and_waits_for_nobody(fight):
    fight.act("start")
    fight.act("next")
    sheets.edit(seat=fight.gm, sent=fight.sent(), character=fight.table.elowen, path="conditions.gone", value=True)
    ended = prepare_services.turn_to(seat=fight.gm, sent=fight.sent(), encounter=fight.token, status="ended")
    fight.table.elowen.refresh_from_db()
    assert "gone" not in fight.table.elowen.data.get("conditions", {})
    assert "Réfléchit" not in "".join(fight.shown(fight.table.cast.ana, "fight", fight.token).values())
    undo.undo(seat=fight.gm, sent=fight.sent(), command=ended.command)
    fight.table.elowen.refresh_from_db()
    assert (
        fight.table.elowen.data["conditions"]["gone"] and Encounter.objects.get(token=fight.token).status == "running"
    )


def test_only_the_game_master_selects_a_fighter(fight):
    fighter = fight.id("Élowen")
    assert get(fight.gm, "fight-selected", fight.token, fighter).status_code == 200
    assert get(fight.table.cast.ana, "fight-selected", fight.token, fighter).status_code == 404


def test_the_board_follows_the_fighter_who_is_up_and_leads_back_to_them(fight):
    plain = reverse("fight", args=[fight.gm.token, fight.token])
    fight.act("start")
    seen = []
    while fight.board().uncalled:
        fight.act("next")
        up, names = fight.board().up, {row.fighter: row.name for row in fight.board().rows}
        name, other = names[up[0]], next(one for one in names if one not in up)
        chosen = f"{fight.token}-{other}"
        following, pinned = (fight.shown(fight.gm, "fight", key) for key in (fight.token, chosen))
        assert f'aria-label="{name}"' in following[f"selected-{fight.token}"]
        assert 'data-key="f"' not in following[f"selected-{fight.token}"]
        assert f'href="{plain}" data-key="f"' in pinned[f"selected-{chosen}"]
        seen.append(name)
        for one in up:
            fight.act("declare_nothing", one)
    assert len(set(seen)) > 1


def test_the_board_leaves_the_fighter_whose_turn_ends_but_not_one_chosen_by_hand(fight):
    fight.act("start")
    fight.act("next")
    first = fight.board().up[0]
    rungs = fight.table.region(fight.gm, "fight", "ladder", fight.token)
    chosen = re.search(rf'fighters/({first}-\w+)/"', rungs)[1]
    other = next(row.fighter for row in fight.board().rows if row.fighter not in fight.board().up)
    assert f'fighters/{other}/"' in rungs and get(fight.gm, "fight-selected", fight.token, chosen).status_code == 200

    def selected(key):
        rungs = fight.table.region(fight.gm, "fight", "ladder", f"{fight.token}-{key}")
        return re.search(r'fighters/(\w+)[\w-]*/" aria-current="true"', rungs)[1]

    assert (selected(chosen), selected(first), selected(other)) == (first, first, other)
    for one in fight.board().up:
        fight.act("declare_nothing", one)
    assert (selected(chosen), selected(first), selected(other)) == (fight.board().up[0], first, other)


def test_a_draft_is_prepared_and_a_fight_is_fought(table):
    draft = prepare_services.prepare(seat=table.cast.gm, sent=Sent.of("", "draft"), name="Sas").value
    assert get(table.cast.gm, "fight", draft).url == reverse("prepare", args=[table.cast.gm.token, draft])
    assert get(table.cast.gm, "prepare", draft).status_code == 200
    assert get(table.cast.ana, "fight", draft).status_code == 404
    assert get(table.cast.ana, "prepare", draft).status_code == 404


def test_an_encounter_is_made_on_the_table_and_opened(table):
    response = post(table.cast.gm, "fights", live=False, name="Quai 7")
    draft = Encounter.objects.get(name="Quai 7")
    assert response.url == reverse("prepare", args=[table.cast.gm.token, draft.token])
    assert "Quai 7" in get(table.cast.gm, "table").content.decode()


def test_an_encounter_without_a_name_is_a_sentence(table):
    assert post(table.cast.gm, "fights", name=" ").status_code == 422
    assert not Encounter.objects.exists()


def test_the_page_of_preparation_does_all_that_it_offers(table):
    gm = table.cast.gm
    draft = prepare_services.prepare(seat=gm, sent=Sent.of("", "draft"), name="Sas").value
    assert post(gm, "enrol", draft, pick="3x sample:pirate").status_code == 200
    assert post(gm, "enrol", draft, what="zorvax").status_code == 200
    rows = Encounter.objects.get(token=draft).state["fighters"]
    assert len(rows) == 6
    one = next(key for key, row in rows.items() if row["character"] == table.pirate.token)
    assert post(gm, "fighter", draft, one, hidden="false", public_name="Silhouette").status_code == 200
    assert Encounter.objects.get(token=draft).state["fighters"][one]["public_name"] == "Silhouette"
    assert post(gm, "dismiss", draft, one).status_code == 200
    assert post(gm, "rename-fight", draft, name="Le sas").status_code == 200
    response = post(gm, "fight-status", draft, live=False, status="running")
    assert response.url == reverse("fight", args=[gm.token, draft])


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("enrol", {"pick": "sample:dragon"}),
        ("enrol", {"pick": "99x sample:pirate"}),
        ("enrol", {"what": "9" * 500}),
        ("enrol", {}),
        ("rename-fight", {"name": ""}),
        ("fight-status", {"status": "flying"}),
        ("fight-status", {}),
    ],
)
def test_bad_preparation_is_a_sentence_and_changes_nothing(table, name, said):
    draft = prepare_services.prepare(seat=table.cast.gm, sent=Sent.of("", "draft"), name="Sas").value
    before = Event.objects.count()
    assert post(table.cast.gm, name, draft, **said).status_code == 422
    assert Event.objects.count() == before


# Acting.


def test_a_called_player_declares_on_their_page(fight):
    fight.act("start")
    fight.declare_nothing_until("Élowen")
    ana = fight.table.cast.ana
    text = get(ana, "fight", fight.token).content.decode()
    assert "turn-banner" in text and "acts/declare_other/" in text
    assert 'value="declare_other"' in fight.form(ana, "Élowen", "declare_other")
    response = post(
        ana, "act", fight.token, **{"kind": "declare_other", "actor": fight.id("Élowen"), "arg-what": "Écouter"}
    )
    assert response.status_code == 200
    assert "turn-banner" not in get(ana, "fight", fight.token).content.decode()


def test_nobody_has_offers_before_they_are_called(fight):
    fight.act("start")
    assert "declare_other" not in "".join(fight.shown(fight.table.cast.ana, "fight", fight.token).values())


@pytest.mark.parametrize(
    ("part", "said", "status"),
    [
        ("leo", {"kind": "declare_nothing", "actor": "Élowen"}, 422),
        ("ana", {"kind": "fly", "actor": "Élowen"}, 422),
        ("ana", {"kind": "declare_other", "actor": "Élowen", "arg-pace": "light speed"}, 422),
        ("ana", {"kind": "declare_other", "actor": "Élowen", "arg-colour": "red"}, 422),
        ("ana", {"kind": "declare_nothing", "actor": "somebody"}, 422),
        ("gm", {"kind": "declare_nothing", "actor": "somebody"}, 409),
        ("ana", {"kind": "next", "actor": "Élowen"}, 422),
        ("ana", {"kind": "answer", "actor": "Élowen"}, 422),
        ("ana", {"kind": "reveal", "actor": "Élowen"}, 422),
        ("gm", {"kind": "reveal", "actor": "gm", "arg-fighter": "somebody"}, 409),
        ("ana", {"kind": "take_back", "actor": "Élowen"}, 409),
        ("ana", {}, 422),
        ("spectator", {"kind": "declare_nothing", "actor": "Élowen"}, 422),
    ],
)
def test_an_act_that_cannot_be_is_a_sentence_and_changes_nothing(fight, part, said, status):
    fight.act("start")
    fight.declare_nothing_until("Élowen")
    said = {key: fight.id(value) if value == "Élowen" else value for key, value in said.items()}
    before = Event.objects.count()
    response = post(fight.table.cast.seats[part], "act", fight.token, **said)
    assert (response.status_code, Event.objects.count()) == (status, before)
    assert "snack" in response.content.decode()


def test_nothing_is_done_in_a_fight_that_pauses(fight):
    prepare_services.turn_to(seat=fight.gm, sent=fight.sent(), encounter=fight.token, status="paused")
    with pytest.raises(Refused, match="not running"):
        fight.act("start")


def test_both_dice_stay_sealed_until_both_are_there(fight, lay):
    fight.act("start")
    fight.declare_nothing_until("Élowen")
    fight.strike("Élowen", "Tibor")
    ana, leo = fight.table.cast.ana, fight.table.cast.leo
    (need,) = (one for one in fight.board(ana).needs if one.request is not None)
    fight.answer(ana, need, ["13"])
    mine = fight.shown(ana, "fight", fight.token)[f"exchanges-{fight.token}"]
    theirs = fight.shown(leo, "fight", fight.token)[f"exchanges-{fight.token}"]
    assert "<b>13</b>" in mine
    assert "<b>13</b>" not in theirs and "i-lock" in theirs
    assert "Réponse\u00a0: Élowen" in fight.shown(ana, "fight", fight.token)["undo_bar"]
    assert "hidden" in fight.shown(leo, "fight", fight.token)["undo_bar"], "it was not his"
    with pytest.raises(RulesError):
        fight.act("take_back", fight.id("Tibor"), seat=leo, exchange=need.exchange, key=need.request.key)


# Secrets.


def test_a_hidden_opponent_reaches_nobody_elses_bytes(fight):
    fight.act("start")
    fight.declare_nothing_until("Élowen")
    everything = "".join(text for page in fight.others().values() for text in page.values())
    assert CANARY not in everything
    assert fight.id(CANARY) not in everything
    assert fight.table.pirate.token not in everything
    assert CANARY in "".join(fight.shown(fight.gm, "fight", fight.token).values())


def test_a_hidden_turn_changes_not_a_byte_for_the_others(fight):
    fight.act("start")
    fight.declare_nothing_until(CANARY)
    before = fight.others()
    done = fight.act("declare_other", fight.id(CANARY), what="Attend son heure")
    assert fight.others() == before
    undo.undo(seat=fight.gm, sent=fight.sent(), command=done.command)
    assert fight.others() == before


def test_a_revealed_fighter_is_seen_by_everybody(fight):
    prepare_services.reveal(seat=fight.gm, sent=fight.sent(), encounter=fight.token, fighter=fight.id(CANARY))
    assert all(CANARY in "".join(page.values()) for page in fight.others().values())


def test_players_read_of_an_opponent_a_word_and_no_number(fight):
    from sheets import services as sheets
    from sheets.models import Character

    guard = Character.objects.get(name="Garde de station")
    sheets.step(seat=fight.gm, sent=fight.sent(), character=guard, path="wounds.head.critical", by=1)
    wall = fight.shown(fight.table.cast.screen, "screen")["party"]
    assert "Mal en point" in wall
    assert not re.search(r"severity-letter\">C", wall)


def test_a_state_that_is_not_shown_is_not_in_the_bytes(fight):
    guard = fight.id("Garde de station")
    prepare_services.describe(
        seat=fight.gm, sent=fight.sent(), encounter=fight.token, fighter=guard, about={"health_shown": "nothing"}
    )
    wall = fight.shown(fight.table.cast.screen, "screen")["party"]
    row = wall.partition("Garde de station")[2].partition("</li>")[0]
    assert "severity" not in row


# The awaited answers, in words.


def test_a_fighter_waits_for_the_button_and_then_thinks(fight):
    fight.act("start")
    up = fight.board().uncalled
    rungs = fight.table.region(fight.gm, "fight", "ladder", fight.token)
    assert up and rungs.count("Waits for") + rungs.count("Attend «") == len(up) and "Réfléchit" not in rungs
    fight.act("next")
    rungs = fight.table.region(fight.gm, "fight", "ladder", fight.token)
    assert "Réfléchit" in rungs


def test_a_pause_reads_the_same_to_a_player_whoever_comes_next(fight):
    fight.act("start")
    turns = []
    for _step in range(3):
        turns.append(fight.shown(fight.table.cast.ana, "fight", fight.token)[f"turn-{fight.token}"])
        if not fight.board().uncalled:
            break
        fight.act("next")
        for one in fight.board().up:
            fight.act("declare_nothing", one)
    pauses = [turn for turn in turns if "turn-pause" in turn]
    assert len(pauses) > 1 and len(set(pauses)) == 1


# The screen, and undo.


def test_the_screen_goes_from_the_group_to_the_ladder_and_back(fight):
    screen = fight.table.cast.screen
    assert "ladder-wall" in fight.shown(screen, "screen")["party"]
    assert "Quai 7" in fight.shown(screen, "screen")["wall_head"]
    prepare_services.turn_to(seat=fight.gm, sent=fight.sent(), encounter=fight.token, status="ended")
    assert "party-wall" in fight.shown(screen, "screen")["party"]
    assert "Quai 7" not in fight.shown(screen, "screen")["wall_head"]


def test_the_board_always_holds_the_last_act_and_its_undo(fight):
    for step in ("start", "next"):  # carrying on has no line of its own
        done = fight.act(step)
        assert f"undo/{done.command.token}" in fight.shown(fight.gm, "fight", fight.token)["undo_bar"]


def test_the_boards_undo_names_its_act_even_without_a_journal_line(fight):
    fight.act("start")
    fight.act("next")
    up = ", ".join(row.name for row in fight.board().rows if row.fighter in fight.board().up)
    assert f'title="Annuler\u00a0: Suivant\u00a0: {up}"' in fight.shown(fight.gm, "fight", fight.token)["undo_bar"]


def test_the_board_offers_the_next_step_beside_a_fighter_without_acts(fight):
    def selected(name):
        found = fight.shown(fight.gm, "fight", f"{fight.token}-{fight.id(name)}")
        return next(text for key, text in found.items() if key.startswith("selected"))

    assert "Commencer le combat" in selected("Tibor")
    fight.act("start")
    assert "«\u00a0Suivant\u00a0» appelle" in selected("Tibor")
    fight.declare_nothing_until("Tibor")
    assert "Maintenant\u00a0: " not in selected("Tibor") and "Suivant\u00a0»" not in selected("Tibor")
    other = next(row.name for row in fight.board().rows if row.fighter not in fight.board().up)
    assert "Maintenant\u00a0: " in selected(other)


def test_the_table_of_a_game_master_leads_once_to_the_fight(fight):
    text = get(fight.gm, "table").text
    assert text.count(f'href="{reverse("fight", args=[fight.gm.token, fight.token])}"') == 1


def test_a_player_is_led_from_their_sheet_to_the_fight(fight):
    text = get(fight.table.cast.ana, "sheet", fight.table.elowen.token).content.decode()
    assert reverse("fight", args=[fight.table.cast.ana.token, fight.token]) in text


def test_an_encounter_that_has_ended_takes_no_act(fight):
    prepare_services.turn_to(seat=fight.gm, sent=fight.sent(), encounter=fight.token, status="ended")
    with pytest.raises((Refused, Stale)):
        fight.act("start")
