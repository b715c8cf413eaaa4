"""The journal as lines: an exchange that begins and ends with one command is told once."""

import pytest

from campaigns.models import Command, Event
from encounters.log import entries
from rules.core.json_codec import to_json
from rules.core.text import _
from rules.views.viewers import Viewer


def record(command, seq, kind, audience, **payload):
    told = {"told": {audience: to_json(_("%(who)s appears.", who=kind))}, "exchange": "x", **payload}
    row = {"campaign": command.campaign, "command": command, "seq": seq, "kind": kind, "audience": audience}
    Event.objects.create(**row, payload=told)


@pytest.mark.django_db
@pytest.mark.parametrize("audience", ["table", "gm"])
@pytest.mark.parametrize(("commands", "kinds"), [(1, ["attack"]), (2, ["attack", "open_attack"])])
def test_what_begins_and_ends_with_one_command_is_one_line(cast, audience, commands, kinds):
    campaign = cast.campaign
    keys = [f"line{number}" for number in range(commands)]
    seqs = {"first_seq": 1001, "last_seq": 1002}
    made = [Command.objects.create(campaign=campaign, seat=cast.gm, key=key, **seqs) for key in keys]
    record(made[0], 1001, "open_attack", audience)
    record(made[-1], 1002, "attack", audience, faces={})
    lines, _more = entries.entries_page(campaign, "gm", Viewer("gm"))
    assert [entry.event.kind for entry in lines if entry.event.seq > 1000] == kinds
