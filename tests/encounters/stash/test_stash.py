"""Stash and purse: transfers between sheets and the party are complete and one act, in every game."""

import contextlib
import json
import random
from collections import Counter

import pytest
from django.urls import reverse

from campaigns.accounts import deletion
from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.models import Command, Event
from encounters.models import PartyItem
from encounters.party.items import MOST_ITEMS
from encounters.stash import services
from encounters.stash.stash import list_at
from rules import registry
from rules.core.errors import Refused, RulesError, Stale, Unreadable
from rules.core.paths import get
from sheets import services as sheets
from sheets.models import Character
from tests.cast import client_of, gather
from tests.encounters.conftest import join

COIN = "money_sols"


def give(desk, hero, seat=None, path="gear", **row):
    given = {"character": hero, "path": path, "values": {"name": "Corde", **row}}
    return f"{path}.{desk.do(sheets.add_row, seat=seat, **given).value}"


def put(desk, hero, path, seat=None, count=None):
    return desk.do(services.put, seat=seat, character=hero.token, path=path, count=count)


def take(desk, hero, thing, seat=None, count=None):
    return desk.do(services.take, seat=seat, thing=thing, character=hero.token, count=count)


def gear(hero, path="gear"):
    hero.refresh_from_db()
    return sorted((row["name"], row.get("qty", 1)) for row in (get(hero.data, path) or {}).values())


def stash(desk):
    return sorted((row["name"], row["row"].get("qty", 1)) for row in desk.rows("stash"))


def clean(desk):
    for hero in (desk.table.elowen, desk.table.tibor):
        for key in list(get(hero.data, "gear") or {}):
            desk.do(sheets.remove_row, character=hero, path=f"gear.{key}")
        desk.do(sheets.edit, character=hero, path=COIN, value=100)
        hero.refresh_from_db()


@pytest.mark.parametrize(
    ("count", "left", "kept"),
    [(None, [], [("Corde", 5)]), (2, [("Corde", 3)], [("Corde", 2)]), (5, [], [("Corde", 5)])],
)
def test_a_thing_goes_in_whole_or_in_part_and_comes_back_by_one_undo(desk, count, left, kept):
    clean(desk)
    elowen, ana = desk.table.elowen, desk.cast.ana
    path = give(desk, elowen, ana, qty=5)
    before = dict(Character.objects.get(pk=elowen.pk).data)
    done = put(desk, elowen, path, ana, count)
    assert gear(elowen) == left and stash(desk) == kept
    desk.undo(done, ana)
    assert Character.objects.get(pk=elowen.pk).data == before and stash(desk) == []
    desk.redo(done)
    assert desk.folds() and desk.archived()


def test_the_same_things_lie_together_and_others_apart(desk):
    clean(desk)
    elowen, tibor = desk.table.elowen, desk.table.tibor
    put(desk, elowen, give(desk, elowen, qty=5))
    put(desk, tibor, give(desk, tibor, qty=2, equipped=True))
    put(desk, tibor, give(desk, tibor, notes="usée"))
    assert stash(desk) == [("Corde", 1), ("Corde", 7)]
    thing = Event.objects.filter(kind="stash_put").order_by("seq")[0].changes[-1][0].partition(":")[2]
    take(desk, tibor, thing, count=3)
    take(desk, tibor, thing, count=1)
    assert gear(tibor) == [("Corde", 4)] and stash(desk) == [("Corde", 1), ("Corde", 3)]


def test_only_one_of_two_who_take_the_same_thing_gets_it(desk):
    clean(desk)
    elowen, tibor = desk.table.elowen, desk.table.tibor
    thing = desk.do(services.record_found, values={"name": "Lampe"}).first
    taken = take(desk, elowen, thing, desk.cast.ana)
    with pytest.raises(Stale):
        take(desk, tibor, thing, desk.cast.leo)
    assert gear(elowen) == [("Lampe", 1)] and gear(tibor) == []
    put(desk, elowen, f"gear.{next(iter(elowen.data['gear']))}", desk.cast.ana)
    with pytest.raises(RulesError):
        desk.undo(taken, desk.cast.ana)
    assert gear(elowen) == [] and stash(desk) == [("Lampe", 1)]


def test_coins_go_to_and_fro_and_never_below_nothing(desk):
    clean(desk)
    elowen, tibor = desk.table.elowen, desk.table.tibor
    for hero, amount, out in ((elowen, 60, False), (tibor, 25, True)):
        desk.do(services.pay, coin=COIN, amount=amount, character=hero.token, out=out)
    held = [Character.objects.get(pk=hero.pk).data[COIN] for hero in (elowen, tibor)]
    assert held == [40, 125] and desk.rows("purse")[0]["coins"] == {COIN: 35}
    for hero, amount, out in ((elowen, 41, False), (tibor, 36, True)):
        with pytest.raises(Refused, match=f"{amount} needed, {amount - 1} left"):
            desk.do(services.pay, coin=COIN, amount=amount, character=hero.token, out=out)
    desk.do(services.pay, coin=COIN, amount=5)
    desk.do(services.pay, coin=COIN, amount=40, out=True)
    assert desk.rows("purse")[0]["coins"] == {COIN: 0} and desk.folds() and desk.archived()


@pytest.mark.slow("forty acts and undos in random order, counted after each")
@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_moved_and_undone_nothing_is_lost_or_doubled(desk, seed):
    clean(desk)
    chance, heroes, seats = random.Random(seed), (desk.table.elowen, desk.table.tibor), (desk.cast.ana, desk.cast.leo)
    for hero in heroes:
        for name, qty in (("Corde", 4), ("Lampe", 1)):
            give(desk, hero, name=name, qty=qty)
        desk.do(services.pay, coin=COIN, amount=20, character=hero.token)
    first = Command.objects.latest("pk").pk

    def everything():
        rows = [row for hero in heroes for row in gear(hero)] + stash(desk)
        count = Counter()
        for name, qty in rows:
            count[name] += qty
        money = sum(hero.data[COIN] for hero in heroes) + desk.rows("purse")[0]["coins"][COIN]
        return count, money

    before = everything()
    for _number in range(20):
        index = chance.randrange(2)
        with contextlib.suppress(RulesError):
            move(desk, chance, heroes[index], chance.choice([seats[index], desk.cast.gm]), first)
        assert everything() == before
    assert desk.folds()


def move(desk, chance, hero, seat, first):
    """One act on the stash or the purse, or one undo, such as a hasty table might try."""
    hero.refresh_from_db()
    count, what = chance.choice([None, 1, 2]), chance.choice(["pay", "put", "take", "undo"])
    own, things = list(hero.data.get("gear", {})), [one.partition(":")[2] for one in things_of()]
    commands = list(Command.objects.filter(pk__gt=first))
    if what == "pay":
        said = {"coin": COIN, "amount": 7, "character": hero.token, "out": bool(count)}
        desk.do(services.pay, seat=seat, **said)
    elif what == "put" and own:
        put(desk, hero, f"gear.{chance.choice(own)}", seat, count)
    elif what == "take" and things:
        take(desk, hero, chance.choice(things), seat, count)
    elif commands:
        undo.undo(seat=seat, sent=desk.sent(), command=chance.choice(commands))


def things_of():
    return [item.subject for item in PartyItem.objects.filter(kind="stash").order_by("pk")]


def test_a_command_sent_twice_moves_once(desk):
    clean(desk)
    path = give(desk, desk.table.elowen, qty=5)
    given = {"seat": desk.cast.ana, "sent": Sent.of("twice-the-same", "x"), "character": desk.table.elowen.token}
    for _time in range(2):
        services.put(**given, path=path, count=2)
    assert stash(desk) == [("Corde", 2)]


@pytest.mark.slow("two sheets of each game are made")
@pytest.mark.parametrize("game", ["polaris", "chroniques", "medieval", "arpenteurs", "mythras"])
def test_in_every_game_things_change_hands_and_are_complete_on_the_other_sheet(game, db):
    cast = gather(game)
    (sample, *_others) = registry.samples(game)
    giver, taker = (join(cast, name, "pc", None, sample) for name in ("Une", "Deux"))
    lists = cast.campaign.system.belongings.lists
    assert lists
    number = iter(range(1000))
    for path in lists:
        for key, row in list((get(giver.data, path) or {}).items())[:2]:
            given = {"seat": cast.gm, "character": giver.token, "path": f"{path}.{key}"}
            services.put(**given, sent=Sent.of("", next(number)))
            thing = things_of()[-1].partition(":")[2]
            services.take(seat=cast.gm, sent=Sent.of("", next(number)), thing=thing, character=taker.token)
            taker.refresh_from_db()
            bare = list_at(cast.campaign.system, path).unworn(row)
            assert any(bare.items() <= one.items() for one in taker.data[path].values()) and things_of() == []


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ({"path": "skills.x"}, Unreadable),
        ({"path": "gear.gone"}, Stale),
        ({"path": "gear"}, Stale),
        ({"path": ""}, Unreadable),
        ({"count": 6}, Refused),
        ({"count": 0}, Refused),
        ({"character": "nobody"}, Stale),
        ({"character": "zorvax"}, Stale),
        ({"character": "tibor"}, Refused),
    ],
)
def test_an_invalid_thing_is_refused_with_a_sentence_and_moves_nothing(desk, said, error):
    clean(desk)
    path = give(desk, desk.table.elowen, qty=5)
    known = {"zorvax": desk.table.pirate.token, "tibor": desk.table.tibor.token}
    asked = {"character": desk.table.elowen.token, "path": path, "count": None} | said
    asked["character"] = known.get(asked["character"], asked["character"])
    with pytest.raises(error) as refusal:
        desk.do(services.put, seat=desk.cast.ana, **asked)
    assert str(refusal.value) and gear(desk.table.elowen) == [("Corde", 5)] and stash(desk) == []


def test_a_thing_without_a_list_on_the_sheets_stays_in_the_stash(db):
    cast = gather("mythras")
    hero = join(cast, "Une", "pc", None, next(iter(registry.samples("mythras"))))
    services.record_found(seat=cast.gm, sent=Sent.of("", 1), values={"name": "Corde", "qty": "3"})
    (thing,) = (one.partition(":")[2] for one in things_of())
    with pytest.raises(Refused):
        services.take(seat=cast.gm, sent=Sent.of("", 2), thing=thing, character=hero.token)
    services.discard(seat=cast.gm, sent=Sent.of("", 3), thing=thing, count=3)
    assert things_of() == []


@pytest.mark.parametrize(
    "said", [{"name": ""}, {"name": "x" * 81}, {"name": "x", "qty": "0"}, {"name": "x", "qty": "y"}]
)
def test_an_unknown_thing_is_not_found(desk, said):
    with pytest.raises(Unreadable):
        desk.do(services.record_found, values=said)


@pytest.mark.parametrize(("coin", "amount"), [("luck.current", 1), (COIN, 0), (COIN, 10_000_000)])
def test_only_coins_of_the_game_are_paid(desk, coin, amount):
    with pytest.raises(Unreadable):
        desk.do(services.pay, coin=coin, amount=amount)


def test_a_stash_and_a_purse_are_bounded(desk, monkeypatch):
    monkeypatch.setattr("encounters.party.items.MOST_ITEMS", 2)
    assert MOST_ITEMS > 2
    for name in ("a", "b"):
        desk.do(services.record_found, values={"name": name})
    with pytest.raises(Refused):
        desk.do(services.record_found, values={"name": "c"})
    desk.do(services.pay, coin=COIN, amount=9_999_999)
    with pytest.raises(Refused):
        desk.do(services.pay, coin=COIN, amount=1)


@pytest.mark.parametrize("name", ["spectator", "screen"])
def test_a_spectator_moves_nothing(desk, name):
    thing = desk.do(services.record_found, values={"name": "Lampe"}).first
    seat, hero = desk.cast.seats[name], desk.table.elowen.token
    for service, said in (
        (services.record_found, {"values": {"name": "x"}}),
        (services.put, {"character": hero, "path": "gear.x"}),
        (services.take, {"thing": thing, "character": hero}),
        (services.discard, {"thing": thing}),
        (services.pay, {"coin": COIN, "amount": 1}),
    ):
        with pytest.raises(Refused):
            desk.do(service, seat=seat, **said)


@pytest.mark.slow("every form once, and five journals")
def test_the_page_lists_each_ones_movable_things_and_its_forms_move_them(desk):
    clean(desk)
    elowen, tibor = desk.table.elowen, desk.table.tibor
    path = give(desk, elowen, desk.cast.ana, name="Corde d’Élowen", qty=5)
    give(desk, tibor, desk.cast.leo, name="Lampe de Tibor")
    for name, seen in (("ana", (True, False)), ("leo", (False, True)), ("gm", (True, True))):
        page = desk.sees(name, "stash")
        assert ("Corde d’Élowen" in page, "Lampe de Tibor" in page) == seen
    ana = desk.cast.ana
    client = client_of(ana)
    client.post(reverse("stash", args=[ana.token]), {"do": "put", "what": f"{elowen.token}:{path}", "count": "2"})
    client.post(reverse("stash", args=[ana.token]), {"do": "find", "name": "Corde d’Élowen", "qty": "1"})
    assert stash(desk) == [("Corde d’Élowen", 3)] and "Corde d’Élowen" in desk.sees("leo", "stash")
    thing = reverse("stash-thing", args=[ana.token, things_of()[0].partition(":")[2]])
    client.post(thing, {"do": "take", "character": elowen.token, "count": "1"})
    client.post(thing, {"do": "remove", "count": "1"})
    assert stash(desk) == [("Corde d’Élowen", 1)]
    purse = reverse("purse", args=[ana.token])
    client.post(purse, {"do": "put", "coin": COIN, "amount": "30", "character": elowen.token})
    client.post(purse, {"do": "take", "coin": COIN, "amount": "10"})
    assert desk.rows("purse")[0]["coins"] == {COIN: 20}
    for address in (reverse("stash", args=[ana.token]), thing, purse):
        assert client.post(address, {"do": "explode"}).status_code == 422
    lines = {
        name: client_of(seat).get(reverse("journal", args=[seat.token])).text for name, seat in desk.cast.seats.items()
    }
    assert {name for name, text in lines.items() if "Corde d’Élowen" in text} == {
        "gm",
        "ana",
        "leo",
        "spectator",
        "screen",
    }


def test_the_stash_keeps_gifts_of_a_deleted_player_without_their_name(desk):
    clean(desk)
    hero = desk.table.elowen
    put(desk, hero, give(desk, hero, notes="Filin"), seat=desk.cast.ana)
    desk.do(services.pay, seat=desk.cast.ana, coin=COIN, amount=5, character=hero.token)
    deletion.leave_for_good([deletion.Farewell(desk.cast.ana, deletion.REMOVE)])
    told = json.dumps(list(Event.objects.values_list("payload", flat=True)), ensure_ascii=False)
    assert "Élowen" not in told and "Ana" not in told
    assert stash(desk) == [("Corde", 1)] and desk.folds()
    seat = desk.cast.leo
    assert "Élowen" not in client_of(seat).get(reverse("journal", args=[seat.token])).text


def test_a_player_puts_in_what_their_character_has(desk):
    clean(desk)
    elowen, ana = desk.table.elowen, desk.cast.ana
    paths = {give(desk, elowen, ana, name="Corde", qty=5): "5 × Corde", give(desk, elowen, ana, name="Lampe"): "Lampe"}
    page = client_of(ana).get(reverse("party", args=[ana.token])).text
    for path, words in paths.items():
        assert f'value="{elowen.token}:{path}">{words}</option>' in page
    assert (
        f'value="{elowen.token}:' not in client_of(desk.cast.leo).get(reverse("party", args=[desk.cast.leo.token])).text
    )
