"""Each kind of event is public, or recorded by a hidden act of the sequences or of the evening."""

import pytest

from campaigns.models import Event
from encounters.dice import source
from tests.secrets.evening import Dice
from tests.secrets.hidden_acts import HIDDEN
from tests.secrets.kinds import recorded
from tests.secrets.moment import Moment, NotNow
from tests.secrets.test_playing import ONE

# Why no row of ``hidden_acts.HIDDEN`` records it unseen.
OPEN = {
    "the whole table is told, whoever does it": {
        *("dice_promised", "dice_published", "encounter_*", "give_character", "house_set", "paused", "resumed"),
        *(
            "seat_added",
            "seat_erased",
            "seat_moved",
            "seat_removed",
            "session_planned",
            "session_answered",
            "table_handed",
            "table_made",
        ),
        *(
            "table_renamed",
            "struck",
            "day_set",
            "days_passed",
            "scene_set",
            "rested",
            "stash_put",
            "stash_taken",
            "stash_found",
            "stash_gone",
            "purse_paid",
        ),
    },
    "the evening does it unseen: ``Evening.move_unseen``": {"put", "measured"},
    "a correction of what everybody saw: ``Evening.correct``; of what is hidden: test_unseen_corrections.py": {
        *("corrected", "made_up", "rethrown")
    },
    "it answers an act of a player's own: tests/secrets/test_answers.py": {"undo_asked", "undo_met", "let_go"},
    "what a player is asked, told to them": {"asked"},
    "a fight ends: test_hidden_attackers.py": {"unseen_closed"},
    "a secret declaration is revealed: tests/encounters/playing": {"settled"},
    "its place is on a page of game masters alone": {"link_changed", "webhook_failed"},
}


@pytest.mark.django_db
def test_every_kind_that_may_be_hidden_is_recorded_by_something_hidden(monkeypatch):
    monkeypatch.setattr(source, "throw", Dice(ONE.seed).throw)
    table, unseen = Moment("chroniques", ONE), set()
    for name, row in HIDDEN.items():
        with table.rolled_back(name):
            try:
                row(table)
            except NotNow:
                continue
            hidden = Event.objects.filter(campaign=table.gm.campaign).exclude(audience="table")
            unseen |= set(hidden.values_list("kind", flat=True))
    known, every = set().union(*OPEN.values()), recorded()
    new, gone = every - unseen - known, known - every
    assert not new, f"a new kind: let a row of HIDDEN record it unseen, or say why it is open: {sorted(new)}"
    assert not gone and not known & unseen, (gone, known & unseen)
