"""The measured table: a running fight of twelve, created through the journal like any other."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from django.conf import settings

from campaigns.journal import journal
from campaigns.journal.journal import Sent
from campaigns.models import Campaign, Command, Event, Seat
from campaigns.services import add_seat, create_campaign
from encounters import services
from encounters.models import Encounter
from encounters.prepare import services as prepare_services
from rules import registry
from sheets.creation.create import create
from sheets.models import Character
from sheets.sheet_view import Reading

PLAYERS, FIGHTERS = 4, 12


def lay(copies: int, fighters: int = FIGHTERS) -> list[dict[str, Any]]:
    """Create equal tables, each as plain values: the pages to watch, and the commands to send."""
    return [_table(fighters) for _copy in range(copies)]


def lay_long_ago(copies: int, events: int) -> list[int]:
    return [lengthen(table["campaign"], events) for table in lay(copies)]


def lengthen(campaign: int, events: int) -> int:
    """Give a table a long history by repeating the events of one roll; returns its number of events.

    A test exists for one command only, so its events can be repeated, and the journal still folds to the same state.
    """
    seat = Seat.objects.filter(campaign=campaign, role=Seat.Role.PLAYER).first()
    assert seat is not None
    roll, made = _a_roll(seat), 0
    table = Campaign.objects.get(pk=campaign)
    while table.seq < events:
        commands, rows = [], []
        for _command in range(500):
            first = table.seq + 1
            table.seq += len(roll)
            made += 1
            key = f"long-ago-{made}"
            span = {"first_seq": first, "last_seq": table.seq}
            commands.append(Command(campaign=table, seat=seat, key=key, body_hash="", **span))
            rows += [_again(event, commands[-1], seq) for seq, event in enumerate(roll, first)]
        Command.objects.bulk_create(commands)
        Event.objects.bulk_create(rows, batch_size=500)
    table.save(update_fields=["seq"])
    return table.seq


def _a_roll(seat: Seat) -> list[Event]:
    character = Character.objects.select_related("campaign", "owner").get(owner=seat)
    checks = sorted(
        check.key for check in character.campaign.system.checks(character.data, {}) if check.refused is None
    )
    while True:
        sent = Sent.of("", "")
        done = services.roll_test(seat=seat, sent=sent, character=character, args={"check": checks[0]})
        if not any(change[0].startswith("character:") for event in done.events for change in event.changes):
            return list(done.events)


def _again(event: Event, command: Command, seq: int) -> Event:
    plain = {field.attname: getattr(event, field.attname) for field in Event._meta.fields}
    columns = {name: value for name, value in plain.items() if name not in ("id", "token", "command_id", "seq")}
    return Event(**columns, command=command, seq=seq)


def _table(fighters: int) -> dict[str, Any]:
    game = registry.systems()[0]
    gm = create_campaign(name="Équinoxe", game=game.key, gm="MJ", dice=Seat.Dice.SERVER)
    players = [
        add_seat(seat=gm, role=Seat.Role.PLAYER, name=f"Joueur {n}", dice=Seat.Dice.SERVER) for n in range(PLAYERS)
    ]
    screen = add_seat(seat=gm, role=Seat.Role.SCREEN, name="Écran")
    tokens = _people(gm, players, fighters - PLAYERS)
    fight = prepare_services.prepare(seat=gm, sent=Sent.of("", "fight"), name="Au quai").value
    prepare_services.enrol(seat=gm, sent=Sent.of("", "enrol"), encounter=fight, characters=tokens)
    running = Encounter.Status.RUNNING.value
    prepare_services.turn_to(seat=gm, sent=Sent.of("", "start"), encounter=fight, status=running)
    first = Character.objects.select_related("campaign", "owner").get(token=tokens[0])
    # Two tests in turns, because a result with the same text as the last would send no frame.
    checks = sorted(check.key for check in game.checks(first.data, {}) if check.refused is None)[:2]
    pages = [(gm, "fight"), *((seat, "fight") for seat in players)]
    return {
        "campaign": gm.campaign.pk,
        "fight": fight,
        "pages": [[seat.token, f"fight/{fight}", _session(seat)] for seat, _page in pages],
        "screen": [screen.token, "screen", _session(screen)],
        "action": f"/t/{players[0].token}/characters/{tokens[0]}/roll/",
        "bodies": [f"check={check}" for check in checks],
        "session": _session(players[0]),
        "mix": _mix(gm, fight, first, checks),
    }


def _mix(gm: Seat, fight: str, hero: Character, checks: list[str]) -> list[list[str]]:
    """A round of acts of all kinds that leaves the table as it was: the address, body and cookie of each."""
    reading = Reading(hero, hero.campaign, True)
    owner = hero.owner
    assert owner is not None
    path, grid = reading.grids[0]
    column, rows = next(iter(grid.grid.items()))
    wound = f"{path}.{column}.{next(iter(rows))}"
    vitals = reading.system.vitals(reading.sheet, reading.settings)
    number = next(path for path in reversed(vitals) if path.count(".") < 2)
    foe = list(Encounter.objects.get(token=fight).state["fighters"])[-1]
    sheet, board = f"/t/{owner.token}/characters/{hero.token}", f"/t/{gm.token}/encounters/{fight}/actions/"
    player, master = _session(owner), _session(gm)
    return [
        [f"{sheet}/roll/", f"check={checks[0]}", player],
        [f"{sheet}/step/", f"path={wound}&delta=1", player],
        [board, f"kind=reveal&actor=gm&arg-fighter={foe}", master],
        [f"{sheet}/step/", f"path={number}&delta=-1", player],
        [f"{sheet}/roll/", f"check={checks[1]}", player],
        [f"{sheet}/step/", f"path={wound}&delta=-1", player],
        [board, f"kind=hide&actor=gm&arg-fighter={foe}", master],
        [f"{sheet}/step/", f"path={number}&delta=1", player],
    ]


def _people(gm: Seat, players: list[Seat], others: int) -> list[str]:
    samples = registry.samples(gm.campaign.game).values()
    hero = next(row["data"] for row in samples if row["kind"] == Character.Kind.PC)
    foes = [row["data"] for row in samples if row["kind"] == Character.Kind.NPC]

    def people(pen: journal.Pen) -> list[str]:
        mine = [
            create(pen, data={**hero, "name": f"Héros {n}"}, kind=Character.Kind.PC, owner=seat)
            for n, seat in enumerate(players)
        ]
        return mine + [
            create(pen, data={**foes[n % len(foes)], "name": f"Adversaire {n}"}, kind=Character.Kind.NPC)
            for n in range(others)
        ]

    tokens: list[str] = journal.run(seat=gm, sent=Sent.of("", "people"), work=people).value
    return tokens


def _session(seat: Seat) -> str:
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session["seats"] = [seat.token]
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"
