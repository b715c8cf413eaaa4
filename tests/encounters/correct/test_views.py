"""The page on which a game master corrects a line of the journal: three ways, each with a preview of its changes."""

import re

import pytest
from django.urls import reverse

from campaigns.journal.journal import Sent
from campaigns.models import Campaign, Event, Seat
from encounters import roster
from encounters.correct import rows as correct_rows
from encounters.models import Encounter
from encounters.story import recap
from rules.core.script import Roll
from rules.views import board, journal
from rules.views.viewers import Viewer
from sheets import services as sheets
from sheets.models import Character
from tests.cast import client_of
from tests.encounters.fight.test_bad_input import come_to_act, open_declarations, struck, weapon_of
from tests.encounters.fight.test_next_button import Fight as Begun
from tests.encounters.fight.test_pages import Fight
from tests.pages import flat

GUARD = "Garde de station"
FACES = [[5], [15], [12], [5]]
LEG = "hit_locations.left_leg.hp"


@pytest.fixture
def fight(table, lay):
    """Élowen has hit Tibor, whereas she had said the guard."""
    fight = struck(table, lay)
    assert wounds("Tibor")
    return fight


def wounds(name):
    return Character.objects.get(name=name).data.get("wounds", {})


def event(kind):
    return Event.objects.filter(kind=kind, undoes=None).order_by("-seq").first()


def address(fight, kind, part="gm"):
    return reverse("correct", args=[fight.table.cast.seats[part].token, event(kind).token])


def show(fight, what, **said):
    response = client_of(fight.gm).get(address(fight, what), said)
    assert response.status_code == 200
    return flat(response.content.decode())


def hidden(page, button):
    """The data sent by the form with this button."""
    form = next(one for one in page.split("<form")[1:] if button in one.partition("</form>")[0])
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form.partition("</form>")[0]))


def otherwise(fight):
    """The data of the form when the target is changed."""
    page = show(fight, "declare_melee")
    select = r'<select class="form-select" id="[^"]*"\s+name="(arg-[\w-]+)"\s*>'
    fields = dict(re.findall(select + r'.*?value="([^"]*)"\s+selected', page))
    return {**fields, "kind": "declare_melee", "look": "1", "arg-target": fight.id(GUARD)}


def state():
    rows = Character.objects.order_by("pk").values_list("data", flat=True)
    return list(rows), Encounter.objects.get().state, Event.objects.count()


def test_every_way_previews_its_changes_and_writes_nothing(fight):
    before = state()
    page = show(fight, "attack")
    assert all(title in page for title in ("correction-correct", "correction-back", "correction-up"))
    assert "Tibor" in page.partition("correction-back")[2]
    show(fight, "declare_melee", **otherwise(fight))
    assert state() == before


def test_each_die_and_choice_bears_the_name_of_its_owner(fight):
    labels = re.findall(
        r'class="correction-field"><(?:p|label|legend) class="form-label"[^>]*>([^<]+)', show(fight, "attack")
    )
    names = Character.objects.values_list("name", flat=True)
    asked = [label for label in labels if " · " in label]
    assert asked and all(label.split(" · ")[0].strip() in names for label in asked), labels


def test_the_right_target_is_hit_with_the_same_dice(fight):
    page = show(fight, "declare_melee", **otherwise(fight))
    said = hidden(page, "seen")
    assert said["seen"] and GUARD in page.partition("correction-outcome")[2]
    response = client_of(fight.gm).post(address(fight, "declare_melee"), said)
    assert response.status_code == 302, response.content.decode()
    assert wounds("Tibor") == {}
    assert event("declare_melee").payload["action"]["args"]["target"] == fight.id(GUARD)
    assert event("corrected").audience == "table", "everybody saw what is corrected"
    assert [one.payload["values"] for one in Event.objects.filter(kind="answered")] == FACES * 2


def missed(fight, **said):
    """The data of the form for the declaration when the blow it led to shall have missed."""
    thrown = Event.objects.filter(kind="answered").first().payload
    return {"look": "1", f"die.{thrown['exchange']}.{thrown['key']}": "19", **said}, f"keep.{thrown['exchange']}"


def test_a_later_roll_is_offered_to_stay_as_played_and_does(fight):
    before = wounds("Tibor")
    said, keep = missed(fight)
    page = show(fight, "declare_melee", **said)
    assert f'name="{keep}" value="keep"' in page and "correction-reason" not in page
    page = show(fight, "declare_melee", **said, **{keep: "keep"})
    assert f'name="{keep}" value="apply"' in page and "correction-reason" in page
    sent = hidden(page, "seen") | {"reason": "as agreed"}
    assert sent[keep] == "keep"
    assert client_of(fight.gm).post(address(fight, "declare_melee"), sent).status_code == 302
    assert wounds("Tibor") == before and event("attack").payload["kept_by"] == fight.gm.token
    assert "as agreed" in fight.shown(fight.gm, "fight", fight.token)["log"]
    for seat in (fight.table.cast.ana, fight.table.cast.screen):
        told = client_of(seat).get(reverse("journal", args=[seat.token])).content.decode()
        assert "as agreed" not in told
    again = show(fight, "declare_melee", look="1")
    assert f'name="{keep}" value="apply"' in again and "as agreed" in again, "it stays kept, and why is told"


def test_a_roll_kept_against_another_target_is_told_as_it_was_played(fight):
    exchange = Event.objects.filter(kind="answered").first().payload["exchange"]
    as_played, said = event("attack").payload["told"], {**otherwise(fight), f"keep.{exchange}": "keep"}
    sent = hidden(show(fight, "declare_melee", **said), "seen")
    assert client_of(fight.gm).post(address(fight, "declare_melee"), sent).status_code == 302
    kept = event("attack")
    assert "kept_by" in kept.payload and kept.payload["told"] == as_played
    assert "Tibor" in correct_rows.line_sentence(event("kept")) and GUARD not in correct_rows.line_sentence(
        event("kept")
    )


def test_the_line_of_a_correction_tells_the_old_act_and_the_new(table, lay):
    Campaign.objects.update(settings={"sealed_declarations": "never"})
    for seat in table.cast.seats.values():
        seat.campaign.refresh_from_db()
    fight = struck(table, lay)
    page = show(fight, "declare_melee", **otherwise(fight))
    client_of(fight.gm).post(address(fight, "declare_melee"), hidden(page, "seen"))
    told = correct_rows.line_sentence(event("corrected"))
    assert told.index("Tibor") < told.index(GUARD)


def test_the_story_tells_a_corrected_act_at_its_hour(fight):
    said, _keep = missed(fight)
    client_of(fight.gm).post(address(fight, "declare_melee"), hidden(show(fight, "declare_melee", **said), "seen"))
    story = [line["iso"] for chapter in recap.recap_for(fight.gm).chapters for line in chapter.lines]
    assert story == sorted(story) and len(story) > 3


def test_only_a_typed_die_is_called_real(fight):
    thrown = Event.objects.filter(kind="answered").first().payload
    said = {"look": "1", f"die.{thrown['exchange']}.{thrown['key']}": "4"}
    page = show(fight, "declare_melee", **said)
    client_of(fight.gm).post(address(fight, "declare_melee"), hidden(page, "seen"))
    blow = event("attack")
    told = journal.tell(blow.audience, blow.kind, blow.payload, Viewer("gm"))
    assert [(one.faces, one.real) for one in told.results] == [((4,), True), ((15,), False)]


def test_an_override_that_is_applied_after_all_is_not_kept(fight):
    said, keep = missed(fight)
    page = client_of(fight.gm).get(address(fight, "declare_melee"), {**said, keep: ["keep", "apply"]}).content.decode()
    assert hidden(page, "seen")[keep] == "apply" and f'name="{keep}" value="keep"' in page


def test_the_corrected_roll_itself_is_not_offered_to_stay(fight):
    said, keep = missed(fight)
    assert keep not in show(fight, "attack", **said)


def test_a_correction_of_an_outdated_page_is_refused(fight):
    page = show(fight, "declare_melee", **otherwise(fight))
    said = hidden(page, "seen") | {"seen": "0"}
    before = state()
    assert client_of(fight.gm).post(address(fight, "declare_melee"), said).status_code == 409
    assert state() == before


def test_the_corrected_line_says_so_and_replayed_acts_are_told_once(fight):
    page = show(fight, "declare_melee", **otherwise(fight))
    client_of(fight.gm).post(address(fight, "declare_melee"), hidden(page, "seen"))
    log = fight.shown(fight.gm, "fight", fight.token)["log"]
    assert log.count("is-struck") == 2, "the blow as it was, and the declaration as it was shown"
    assert "Corrig" in log or "Corrected" in log


def test_an_act_is_compensated_and_later_acts_stay(fight):
    page = show(fight, "attack")
    response = client_of(fight.gm).post(address(fight, "attack"), hidden(page, 'value="make_up"'))
    assert response.status_code == 302
    assert wounds("Tibor") == {}
    assert client_of(fight.gm).post(address(fight, "attack"), {"do": "make_up"}).status_code == 422


def test_going_back_includes_dependent_acts(fight):
    page = show(fight, "declare_melee")
    found = re.search(r'action="([^"]+/undo/[^"]+)"', page)[1]
    assert client_of(fight.gm).post(found, {"all": "1"}).status_code == 302
    assert wounds("Tibor") == {} and event("undo") is None


@pytest.mark.parametrize("part", ["ana", "leo", "spectator", "screen"])
def test_nobody_else_finds_the_page(fight, part):
    client = client_of(fight.table.cast.seats[part])
    assert client.get(address(fight, "attack", part)).status_code == 404
    assert client.post(address(fight, "attack", part), {"do": "make_up"}).status_code == 404


def test_a_die_that_is_none_is_a_sentence(fight):
    opened = event("open_attack").payload["exchange"]
    page = show(fight, "attack", look="1", **{f"die.{opened}.attack": "x"})
    assert 'role="alert"' in page


def test_a_die_of_a_single_test_that_was_typed_wrong_is_corrected(table):
    table.roll(table.cast.ana, table.elowen, faces=[12])
    line, gm = event("test"), table.cast.gm
    exchange = line.payload["exchange"]
    (key,) = line.payload["faces"]
    address = reverse("correct", args=[gm.token, line.token])
    page = client_of(gm).get(address, {"look": "1", f"die.{exchange}.{key}": "3"}).content.decode()
    response = client_of(gm).post(address, hidden(page, "seen"))
    assert response.status_code == 302 and response.url == reverse("journal", args=[gm.token])
    assert event("test").payload["faces"] == {key: [3]} and not Encounter.objects.exists()
    again = client_of(gm).get(reverse("correct", args=[gm.token, event("test").token])).content.decode()
    assert 'value="3"' in again


def test_a_request_for_an_undo_links_to_the_line(table):
    fight, ana, leo = Fight(table), table.cast.ana, table.cast.leo
    who = open_declarations(fight, "Élowen")
    said = {"target": fight.id("Tibor"), "weapon": weapon_of(fight, "Élowen")}
    command = fight.act("declare_melee", who, seat=ana, **said).command
    come_to_act(fight, "Élowen")
    address = reverse("undo", args=[ana.token, command.token])
    refusal = client_of(ana).post(address)
    assert refusal.status_code == 422 and 'name="ask"' in refusal.content.decode()
    assert client_of(ana).post(address, {"ask": "1"}).status_code == 302
    assert event("undo_asked").audience == "gm"
    newest = fight.shown(fight.gm, "fight", fight.token)["log"].split("journal-line")[1]
    assert "Ana" in newest and reverse("correct", args=[fight.gm.token, event("declare_melee").token]) in newest
    assert client_of(leo).post(reverse("undo", args=[leo.token, command.token]), {"ask": "1"}).status_code == 422


class Played(Begun):
    """A fight whose game master throws every die that is asked for."""

    def shown(self):
        return board.view(self.cast.campaign.system, self.scene, roster.viewer_of(self.gm))

    def throw_all(self):
        while rolls := [one for one in self.needs(self.gm) if isinstance(one.request, Roll)]:
            dice = rolls[0].request.dice
            faces = [number % dice.sides + 1 for number in range(len(rolls), len(rolls) + dice.count)]
            answer = {"exchange": rolls[0].exchange, "key": rolls[0].request.key, "values": faces}
            self.act("answer", "", self.gm, **answer)


@pytest.mark.slow("a blow of each game")
@pytest.mark.django_db
@pytest.mark.parametrize("game", ["chroniques", "mythras"])
def test_a_corrected_act_starts_from_its_own_values_not_from_likely_ones(game):
    fight = Played(game, Seat.Dice.ASK)
    fight.act("start", "gm", fight.gm)
    fight.throw_all()
    fight.press()
    (who,) = fight.shown().up
    other = next(row.fighter for row in fight.shown().rows if row.side != fight.scene.fighters[who].side)
    *_before, weapon = fight.scene.sheet(who)["weapons"]
    said = {"target": other, "weapon": weapon}
    fight.act("attack", who, fight.gm, **said)
    blow = Event.objects.get(kind="open_attack")
    page = flat(fight.page.get(reverse("correct", args=[fight.gm.token, blow.token])).text)
    for key, value in said.items():
        select = page.partition(f'name="arg-{key}"')[2].partition("</select>")[0]
        assert re.findall(r'value="([^"]*)"\s+selected', select) == [value]


@pytest.mark.django_db
def test_compensation_gives_a_place_back_its_loss_though_it_was_hit_again():
    fight = Begun("mythras")
    hero = Character.objects.get(name="Élowen")
    whole = fight.cast.campaign.system.value(hero.data, LEG)
    for left, key in ((whole - 1, "first"), (whole - 3, "second")):
        sheets.edit(seat=fight.gm, sent=Sent.of("", key), character=hero, path=LEG, value=left)
    first = Event.objects.filter(kind="edit").earliest("seq")
    page = reverse("correct", args=[fight.gm.token, first.token])
    fight.page.post(page, hidden(fight.page.get(page).text, 'value="make_up"'))
    assert Character.objects.get(pk=hero.pk).data["hit_locations"]["left_leg"]["hp"] == whole - 2
