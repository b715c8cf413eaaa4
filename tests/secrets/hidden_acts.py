"""Everything that a game master can do unseen at a table, each as a row of ``HIDDEN``."""

from __future__ import annotations

import copy
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from django.urls import reverse

from campaigns.journal import undo
from campaigns.models import Event, Seat
from campaigns.seats import invitations, join_requests
from campaigns.services import create_campaign
from encounters import services
from encounters.checks import requests
from encounters.copying import services as copying
from encounters.correct import correction, replay
from encounters.correct.replay import Correction
from encounters.ground import services as ground
from encounters.handouts import services as handouts
from encounters.messages import services as messages
from encounters.models import Encounter, Handout, Message, PartyItem, Webhook
from encounters.party import clocks, random_tables
from encounters.prepare import participants, reserves
from encounters.prepare import services as prepare_services
from encounters.prepare import timers as prepare_timers
from encounters.push import signals, subscriptions
from encounters.questions import services as questions
from encounters.webhook import services as webhooks
from rules import registry
from rules.core.errors import Refused, RulesError
from rules.core.scene import Action
from rules.engine import offers, timers
from rules.engine.timers import Timer
from rules.importing.reading import Imported
from sheets import services as sheets
from sheets.models import Character
from sheets.ownership import services as ownership_services
from tests.cast import client_of
from tests.encounters.conftest import join
from tests.encounters.push.browser import PHONE
from tests.rules.play import fillable, legal_value
from tests.secrets.moment import DONE, Moment, NotNow
from tests.secrets.playing import DRAFTED

# By game, the marks with which a fighter may interrupt an open act; other games have no such act.
INTERRUPTIONS = {"mythras": {"delayed": True}}
# By game, a part of the body with wounds of its own, and the step that hurts it.
WOUNDS = {"mythras": ("hit_locations.chest.hp", -1), "polaris": ("wounds.body.serious", 1)}


def ask_in_secret(table: Moment) -> None:
    """Request a test of a character in secret."""
    hero = table.heroes["ana"]
    check = table.system.checks(hero.data, {})[0].key
    requests.ask(
        seat=table.gm, sent=table.unseen_sent(), request=requests.CheckRequest({hero.token: check}, {}, hidden=True)
    )


def correct_hidden_act(table: Moment) -> None:
    """Correct an earlier hidden act to what it already was, and undo that."""
    hidden = Event.objects.filter(campaign=table.gm.campaign, encounter=table.token, audience="gm", undoes=None)
    event = next((event for event in hidden.order_by("-seq") if replay.is_act(event)), None)
    if event is None:
        raise NotNow
    look = correction.preview(seat=table.fresh(table.gm), event=event, wanted=Correction())
    done = correction.correct(
        seat=table.fresh(table.gm), sent=table.unseen_sent(), event=event, wanted=Correction(), seen=look.digest
    )
    undo.undo(seat=table.fresh(table.gm), sent=table.unseen_sent(), command=done.command)


def harm_and_undo(table: Moment) -> None:
    """Hurt a hidden fighter, undo that, and redo it."""
    command = table.harm().command
    for way in (undo.undo, undo.redo):
        way(seat=table.fresh(table.gm), sent=table.unseen_sent(), command=command)


def spend_attempts(table: Moment) -> None:
    """Request a secret test with a countdown, and spend all its attempts."""
    hero = table.heroes["ana"]
    request = requests.CheckRequest(
        {hero.token: table.system.checks(hero.data, {})[0].key},
        {"secret": "on"},
        again={"attempts": "3", "event": table.secret.note},
        hidden=True,
    )
    requests.ask(seat=table.gm, sent=table.unseen_sent(), request=request)
    test = Encounter.objects.filter(campaign=table.gm.campaign, kind=Encounter.Kind.TEST).latest("pk")
    requests.spend(seat=table.gm, sent=table.unseen_sent(), encounter=test.token, by=1)
    requests.spend(seat=table.gm, sent=table.unseen_sent(), encounter=test.token, by=2)


def take_hidden_turn(table: Moment) -> None:
    """Let hidden fighters do whatever they have to do."""
    if not list(table.settle_hidden()):
        raise NotNow


def begin_hidden_act(table: Moment) -> None:
    """Let a hidden fighter begin an act, and leave it open."""
    action = table._hidden_action(table.scene)
    if action is None:
        raise NotNow
    table._hidden_done(action)


def interrupt_hidden_act(table: Moment) -> None:
    """Let a hidden fighter of another side interrupt a hidden act; both wait for real dice."""
    if table.game not in INTERRUPTIONS:
        raise NotNow
    try:
        token = table.hidden(table.samples[0], f"{table.secret.note} septies")
    except Refused as error:  # the players would notice
        raise NotNow from error
    first, second = (
        next(one.id for one in table.scene.fighters.values() if one.character == character)
        for character in (table.unseen[0], token)
    )
    prepare_services.describe(
        seat=table.gm, sent=table.unseen_sent(), encounter=table.token, fighter=second, about={"side": "ally"}
    )
    let_interrupt(table, first, second)
    foe = next(one.id for one in table.scene.fighters.values() if one.side == "foe" and not one.hidden)
    Seat.objects.filter(pk=table.gm.pk).update(dice=Seat.Dice.TYPED)
    try:
        for actor in (first, second):
            attack_unseen(table, actor, foe)
    finally:
        Seat.objects.filter(pk=table.gm.pk).update(dice=Seat.Dice.SERVER)
    levels = [exchange.level for exchange in table.scene.exchanges.values()]
    assert levels == [0, 1], levels


def let_interrupt(table: Moment, *fighters: str) -> None:
    """Let these fighters act at any time from now on."""
    encounter = Encounter.objects.get(token=table.token)
    for key in fighters:
        encounter.state["fighters"][key].setdefault("marks", {}).update(INTERRUPTIONS[table.game])
    encounter.save()


def attack_unseen(table: Moment, actor: str, target: str) -> None:
    """Let a hidden fighter open an exchange with an opponent. Raises ``NotNow`` if no act does."""
    for offer in offers.offers(table.system, table.scene, actor):
        named = next((field for field in offer.fields if target in {choice.key for choice in field.choices}), None)
        if offer.refused is not None or not fillable(offer) or named is None:
            continue
        values = {field.key: legal_value(field, Random(1).choice) for field in offer.fields}
        before = len(table.scene.exchanges)
        with suppress(Refused):
            table._hidden_done(Action(offer.kind, actor, {**values, named.key: target}))
        if len(table.scene.exchanges) > before:
            return
    raise NotNow


def join_group_of_opponent(table: Moment) -> None:
    """Make a hidden fighter a member of the group of an opponent who is up, at the same place in the order."""
    mate = next(iter(table.opponents_up()), None)
    if mate is None:
        raise NotNow
    encounter = Encounter.objects.get(token=table.token)
    rows = encounter.state["fighters"]
    key = next(key for key, row in rows.items() if row["character"] == table.unseen[0])
    kept = {part: rows[key][part] for part in ("character", "order", "hidden")}
    rows[key] = {**copy.deepcopy(rows[mate]), **kept}
    encounter.save()
    prepare_services.describe(
        seat=table.gm, sent=table.unseen_sent(), encounter=table.token, fighter=key, about={"health_shown": "exact"}
    )


def set_closed_timer(table: Moment) -> None:
    """Put a visible opponent into a timed state that only the game master knows."""
    foe = next(one.id for one in table.scene.fighters.values() if one.side == "foe" and not one.hidden)
    timer = Timer(foe, "k", timers.ROUND, 3, label=table.secret.note)
    prepare_timers.set_timer(seat=table.gm, sent=table.unseen_sent(), encounter=table.token, timer=timer)


def describe_hidden(table: Moment) -> None:
    fighter = next(one.id for one in table.scene.fighters.values() if one.character == table.unseen[0])
    about = {"public_name": f"{table.secret.note} bis", "side": "unknown", "health_shown": "exact"}
    prepare_services.describe(
        seat=table.gm, sent=table.unseen_sent(), encounter=table.token, fighter=fighter, about=about
    )


def rename_hidden(table: Moment) -> None:
    found = Character.objects.select_related("campaign").get(token=table.unseen[0])
    sheets.edit(seat=table.gm, sent=table.unseen_sent(), character=found, path="name", value=f"{found.name} ter")


def add_hidden_place(table: Moment) -> None:
    """Add a first, hidden place to a fight without a ground."""
    lair = {"name": table.secret.note, "hidden": True}
    ground.set_place(seat=table.gm, sent=table.unseen_sent(), encounter=table.token, key="", values=lair)


def draft_fight(table: Moment) -> None:
    prepare_services.prepare(seat=table.gm, sent=table.unseen_sent(), name=f"{DRAFTED} {table.secret.note}")


def draft_and_undo(table: Moment) -> None:
    done = prepare_services.prepare(seat=table.gm, sent=table.unseen_sent(), name=f"{DRAFTED} {table.secret.note}")
    undo.undo(seat=table.fresh(table.gm), sent=table.unseen_sent(), command=done.command)


def bring_in_unseen(table: Moment) -> None:
    """Let a hidden fighter join, unless the players would notice."""
    table.reserve()
    try:
        table.bring()
    except Refused as error:
        raise NotNow from error


def talk_to_one(table: Moment) -> None:
    """Exchange messages, a question, a handout and a clock between the game master and a seat with no page open."""
    to = {"to": table.away.token}
    done = messages.whisper(seat=table.gm, sent=table.unseen_sent(), text=table.secret.note, **to)
    messages.mark_read(seat=table.away, sent=table.unseen_sent(), message=done.first)
    messages.whisper(seat=table.away, sent=table.unseen_sent(), text=table.secret.note)
    words = {"text": table.secret.note, "to": [table.away.token]}
    asked = questions.ask(seat=table.gm, sent=table.unseen_sent(), **words)
    questions.answer(seat=table.away, sent=table.unseen_sent(), question=asked.first, reply=table.secret.note)
    kept = handouts.save(seat=table.gm, sent=table.unseen_sent(), values={"name": table.secret.note})
    handouts.show(seat=table.gm, sent=table.unseen_sent(), handout=kept.value, **to)
    made = clocks.make(
        seat=table.gm, sent=table.unseen_sent(), values={"name": table.secret.note}, shown=[table.away.token]
    )
    clocks.tick(seat=table.gm, sent=table.unseen_sent(), clock=made.value, by=1)


def talk_and_take_back(table: Moment) -> None:
    """Do all that and undo it or remove it again."""
    talk_to_one(table)
    message = Message.objects.filter(campaign=table.gm.campaign).earliest("pk")
    messages.withdraw(seat=table.gm, sent=table.unseen_sent(), message=message.token)
    question = PartyItem.objects.filter(campaign=table.gm.campaign, kind="question").latest("pk")
    questions.remove(seat=table.gm, sent=table.unseen_sent(), question=question.token)
    handout = Handout.objects.filter(campaign=table.gm.campaign).latest("pk")
    handouts.take_away(seat=table.gm, sent=table.unseen_sent(), handout=handout.token)
    handouts.remove(seat=table.gm, sent=table.unseen_sent(), handout=handout.token)
    clock = PartyItem.objects.filter(campaign=table.gm.campaign, kind=clocks.KIND).latest("pk")
    done = clocks.show(seat=table.gm, sent=table.unseen_sent(), clock=clock.token, to=[])
    undo.undo(seat=table.fresh(table.gm), sent=table.unseen_sent(), command=done.command)


def work_on_draft(table: Moment) -> None:
    """Rename a prepared fight, write its notes, and remove a participant."""
    own = {
        "seat": table.gm,
        "encounter": prepare_services.prepare(
            seat=table.gm, sent=table.unseen_sent(), name=f"{DRAFTED} {table.secret.note}"
        ).value,
    }
    prepare_services.rename(**own, sent=table.unseen_sent(), name=f"{DRAFTED} bis {table.secret.note}")
    prepare_services.annotate(**own, sent=table.unseen_sent(), text=table.secret.note)
    there = Encounter.objects.get(token=own["encounter"]).state["fighters"]
    prepare_services.dismiss(**own, sent=table.unseen_sent(), fighter=next(iter(there)))


def make_and_remove_opponent(table: Moment) -> None:
    """Make an opponent, add and remove a belonging, and remove the opponent."""
    name = f"{table.secret.note} quater"
    made = join(table.cast, name, "npc", None, table.samples[-1])
    lists = (path for path, field in table.system.schema.walk() if field.kind == "list" and "." not in path)
    for path in lists:
        with suppress(RulesError):
            thing = {"name": table.secret.note}
            row = sheets.add_row(seat=table.gm, sent=table.unseen_sent(), character=made, path=path, values=thing)
            thing_path = f"{path}.{row.value}"
            sheets.remove_row(seat=table.gm, sent=table.unseen_sent(), character=made, path=thing_path)
            break
    ownership_services.remove_character(seat=table.gm, sent=table.unseen_sent(), character=made)


def roll_on_random_table(table: Moment) -> None:
    """Make a random table, roll on it in secret, and remove it."""
    rows = {"name": table.secret.note, "dice": "1d2", "rows": f"1-2 {table.secret.note}"}
    random_table = random_tables.create(seat=table.gm, sent=table.unseen_sent(), values=rows).value
    random_tables.roll(seat=table.gm, sent=table.unseen_sent(), table=random_table, unseen=True)
    random_tables.remove(seat=table.gm, sent=table.unseen_sent(), table=random_table)


def import_opponents(table: Moment) -> None:
    """Import opponents hidden: into a draft, into the reserve of the fight, and into the fight at once."""
    draft = prepare_services.prepare(seat=table.gm, sent=table.unseen_sent(), name=f"{DRAFTED} quinquies").value
    sheet = registry.samples(table.game)[table.samples[-1]]["data"]
    sheets_read = [(Imported({**sheet, "name": f"{table.secret.note} {key}"}, ""), None) for key in "ab"]
    groups = {table.secret.note: sheets_read}
    for where, joins in ((draft, reserves.START), (table.token, reserves.SIGNAL)):
        said = {"encounter": where, "groups": groups, "joins": joins}
        participants.add_imported(seat=table.gm, sent=table.unseen_sent(), hidden=True, **said)
    with suppress(Refused):  # the players would notice
        said = {"encounter": table.token, "groups": groups, "joins": reserves.START}
        participants.add_imported(seat=table.gm, sent=table.unseen_sent(), hidden=True, **said)


def try_webhook_and_push(table: Moment) -> None:
    """Try a webhook, renew its secret and switch it off; subscribe the phone of another player."""
    values = {"rolls": True, "story": True, "seq": table.fresh(table.gm).campaign.seq}
    hook = Webhook.objects.create(campaign=table.gm.campaign, address="https://hooks.example/", **values)
    for act in (webhooks.send_test, webhooks.renew_secret):
        act(seat=table.fresh(table.gm), sent=table.unseen_sent())
    webhooks.switch_off(seat=table.fresh(table.gm), sent=table.unseen_sent())
    assert not Webhook.objects.get(pk=hook.pk).on
    subscriptions.subscribe(table.away, "nobody's", **PHONE, wants=list(signals.KINDS))


def write_fight_notes(table: Moment) -> None:
    """Write the game master's own notes on the running fight."""
    prepare_services.annotate(
        seat=table.gm, sent=table.unseen_sent(), encounter=table.token, text=f"{table.secret.note} sexies"
    )


def copy_from_another_table(table: Moment) -> None:
    """Copy an opponent, a draft with it and a handout from another table of the same game master."""
    other = create_campaign(name=table.secret.note, game=table.game, gm="MJ")
    sheet = {"sample": "blank", "name": table.secret.names[0], "kind": Character.Kind.NPC}
    made = ownership_services.make_character(seat=other, sent=table.unseen_sent(), **sheet).value
    name = f"{DRAFTED} {table.secret.note}"
    fight = prepare_services.prepare(seat=other, sent=table.unseen_sent(), name=name).value
    prepare_services.enrol(seat=other, sent=table.unseen_sent(), encounter=fight, characters=[made])
    said = {"name": table.secret.note, "text": table.secret.note}
    kept = handouts.save(seat=other, sent=table.unseen_sent(), values=said).value
    picks = [f"character:{made}", f"encounter:{fight}", f"handout:{kept}"]
    copying.copy(seat=table.fresh(table.gm), sent=table.unseen_sent(), source=other, picks=picks)


def join_request(table: Moment) -> None:
    link = invitations.invite_to(table.gm, Seat.Role.PLAYER, asks=True)
    browser = client_of()
    browser.post(reverse("join", args=[invitations.code_of(link)]), {"name": table.secret.names[0]})
    assert join_requests.waiting_requests(table.gm.campaign).exists()


def act_as_hidden_hero(table: Moment) -> None:
    if table.lurker_acts().status_code not in DONE:
        raise NotNow


def act_and_undo_as_hidden_hero(table: Moment) -> None:
    """Act as the player of a hidden hero, undo it and redo it."""
    act_as_hidden_hero(table)
    for name in ("undo-last", "redo-last"):
        assert table.hidden_post(name, {}).status_code in DONE, name


def hurt_as_hidden_hero(table: Moment) -> None:
    """Edit the sheet of a hidden hero as their player, and wound them as the game master."""
    hero = Character.objects.select_related("campaign").get(token=table.lurker().character)
    path, address = table._vital(hero), reverse("sheet-step", args=[table.away.token, hero.token])
    assert table.hidden_post(address, {"path": path, "delta": "-1"}).status_code in DONE
    if table.game in WOUNDS:
        place, by = WOUNDS[table.game]
        assert sheets.step(seat=table.gm, sent=table.unseen_sent(), character=hero, path=place, by=by).command


def move_unseen(table: Moment) -> None:
    """Move a hidden fighter on the ground, among visible fighters and out of a hidden place."""
    if not table.grounded:
        raise NotNow
    table.move_unseen()


def roll_as_hidden_hero(table: Moment) -> None:
    """Roll a test of a hidden hero unseen."""
    hero = Character.objects.select_related("campaign").get(token=table.lurker().character)
    check = {"check": table.system.checks(hero.data, {})[0].key}
    services.roll_test(seat=table.fresh(table.gm), sent=table.unseen_sent(), character=hero, args=check, hidden=True)


# Acts that only the game master may learn of, and the player of a hidden hero.
HIDDEN: dict[str, Callable[[Moment], Any]] = {
    "a secret roll": ask_in_secret,
    "a secret roll that waits": Moment.roll_pending,
    "a secret test whose attempts are spent": spend_attempts,
    "a draft": draft_fight,
    "a draft taken back": draft_and_undo,
    "secret notes": Moment.notes,
    "somebody in reserve": Moment.reserve,
    "somebody joins unseen": bring_in_unseen,
    "somebody hidden under a condition": Moment.cursed,
    "a closed condition": set_closed_timer,
    "what if": Moment.what_if,
    "somebody new": Moment.somebody_new,
    "harm to somebody hidden": Moment.harm,
    "harm undone and done again": harm_and_undo,
    "a hidden act corrected": correct_hidden_act,
    "a story of their own": Moment.edit_story,
    "a handout": Moment.keep_handout,
    "a clock": Moment.keep_clock,
    "what goes between two": talk_to_one,
    "what went between two": talk_and_take_back,
    "a draft worked on": work_on_draft,
    "somebody came and went": make_and_remove_opponent,
    "a secret roll on a table": roll_on_random_table,
    "a hidden place": add_hidden_place,
    "somebody hidden moves": move_unseen,
    "a link": Moment.links,
    "copies from another table": copy_from_another_table,
    "somebody asks to come in": join_request,
    "opponents of a file": import_opponents,
    "a webhook and another's phone": try_webhook_and_push,
    "notes of the fight": write_fight_notes,
    "somebody hidden described": describe_hidden,
    "somebody hidden renamed": rename_hidden,
    "a hidden turn": take_hidden_turn,
    "half a hidden turn": begin_hidden_act,
    "a hidden hero acts": act_as_hidden_hero,
    "a hidden hero acts again": act_and_undo_as_hidden_hero,
    "a hidden hero is hurt": hurt_as_hidden_hero,
    "a roll of a hidden hero": roll_as_hidden_hero,
    "a hidden interruption of a hidden act": interrupt_hidden_act,
    "somebody hidden of their group": join_group_of_opponent,
}
