"""The journal as lines: an exchange within one command is one line."""

import pytest

from campaigns.models import Command, Event, Seat
from encounters import roster
from encounters.log import entries, rows
from rules.core.json_codec import to_json
from rules.core.text import _
from rules.views.viewers import Viewer
from tests.encounters.fight.test_next_button import Fight


def record(command, seq, kind, audience, **payload):
    told = {"told": {audience: to_json(_("%(who)s appears.", who=kind))}, "exchange": "x", **payload}
    row = {"campaign": command.campaign, "command": command, "seq": seq, "kind": kind, "audience": audience}
    Event.objects.create(**row, payload=told)


@pytest.mark.django_db
@pytest.mark.parametrize("audience", ["table", "gm"])
@pytest.mark.parametrize(("commands", "kinds"), [(1, ["attack"]), (2, ["attack", "open_attack"])])
def test_an_exchange_within_one_command_is_one_line(cast, audience, commands, kinds):
    campaign = cast.campaign
    keys = [f"line{number}" for number in range(commands)]
    seqs = {"first_seq": 1001, "last_seq": 1002}
    made = [Command.objects.create(campaign=campaign, seat=cast.gm, key=key, **seqs) for key in keys]
    record(made[0], 1001, "open_attack", audience)
    record(made[-1], 1002, "attack", audience, faces={})
    lines, _more = entries.entries_page(campaign, "gm", Viewer("gm"))
    assert [entry.event.kind for entry in lines if entry.event.seq > 1000] == kinds


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "kind", "args", "words"),
    [
        ("mythras", "surprise", {}, ("%s est pris au dépourvu", [])),
        ("chroniques", "state", {"state": "prone"}, ("%s est renversé", [])),
        ("mythras", "state", {"state": "prone"}, ("%s change d’état", ["%s tombe à terre"])),
    ],
)
def test_an_effect_that_repeats_or_continues_the_title_is_told_once(game, kind, args, words, settings):
    settings.TABLEE_DICE = "tests.encounters.story.test_story.middling"
    fight = Fight(game, Seat.Dice.SERVER)
    foe = next(one for one in fight.scene.fighters.values() if one.side != "pc")
    fight.press()
    fight.act(kind, "gm", fight.gm, fighter=foe.id, **args)
    line = entries.standing_entries(fight.gm.campaign, "gm", roster.viewer_of(fight.gm))[-1]
    row = rows.entry_row(line)
    assert (row["text"], row["effects"]) == (words[0] % foe.name, [effect % foe.name for effect in words[1]])
