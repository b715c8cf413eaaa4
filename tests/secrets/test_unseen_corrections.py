"""Correction of a hidden act after the table has gone on: everything that others saw stands."""

from random import Random

import pytest

from campaigns.journal import undo
from campaigns.models import Event
from encounters.correct import correction, replay
from encounters.correct.replay import Correction
from encounters.dice import source
from encounters.models import Encounter
from encounters.prepare import services as prepare_services
from rules import registry
from rules.core.errors import RulesError
from rules.core.script import Roll
from rules.engine import offers
from sheets.models import Character
from tests.encounters.correct.test_correction import same
from tests.hostile.conftest import unfolded
from tests.rules.play import fillable, legal_value
from tests.secrets.evening import Dice, masked
from tests.secrets.moment import Moment
from tests.secrets.sequences import MOMENTS, OF_THE_HIDDEN
from tests.secrets.test_playing import NOTHING, ONE

GAMES = [key for key in registry.GAMES if registry.samples(key)]


class Corrected(Moment):
    """A fight in which somebody hidden has acted, and Ana after them."""

    def acts_of(self, *audiences):
        """The acts of the fight, oldest first."""
        events = Event.objects.filter(campaign=self.gm.campaign, encounter=self.token, undoes=None).order_by("seq")
        return [event for event in events if event.audience in audiences and replay.is_act(event)]

    def attack_on_an_opponent(self):
        """The newest act of somebody else against an opponent whom everybody sees, and that opponent."""
        foes = {row.id: row for row in self.scene.fighters.values() if row.side == "foe" and not row.hidden}
        for event in reversed(self.acts_of("table")):
            action = event.payload["action"]
            named = foes.keys() & {value for value in action["args"].values() if isinstance(value, str)}
            if named - {action["actor"]}:
                return event, foes[min(named)]
        return None

    def look_at(self, event, wanted):
        return correction.preview(seat=self.fresh(self.gm), event=event, wanted=wanted)

    def corrections(self):
        """Corrections of hidden acts that change nothing which the others saw, each with what it comes to."""
        for event in self.acts_of("gm"):
            plain = self.look_at(event, Correction())
            for wanted in (Correction(), *self.others(event, plain.replay)):
                try:
                    looked = self.look_at(event, wanted)
                except RulesError:
                    continue
                if looked.ready and looked.replay.is_unseen:
                    yield event, wanted, looked

    def others(self, event, played):
        """The same act with other dice, and other acts of the same fighter."""
        rolls = [(request, values) for request, values in played.corrected_answers if isinstance(request, Roll)]
        for face in (1, 2, 3):
            yield Correction(
                answers={(played.exchange, request.key): (face,) * len(values) for request, values in rolls}
            )
        for offer in offers.offers(self.system, played.corrected_scene, event.payload["action"]["actor"]):
            if offer.refused is None and fillable(offer):
                yield Correction(
                    kind=offer.kind, args={field.key: legal_value(field, Random(1).choice) for field in offer.fields}
                )

    def correct(self, event, wanted, looked):
        given = {"event": event, "wanted": wanted, "seen": looked.digest}
        return correction.correct(seat=self.fresh(self.gm), sent=self.unseen_sent(), **given)

    def stored(self):
        return [list(model.objects.order_by("pk").values("token", data)) for model, data in ROWS]


ROWS = ((Encounter, "state"), (Character, "data"))


class Promised(Dice):
    """Dice of which the journal says from which seed they fell."""

    def throw(self, pen, roll, *, unseen):
        faces, _nothing = super().throw(pen, roll, unseen=unseen)
        return faces, {"stream": "x" * 16, "index": 1, "dice": str(roll.dice), "what": roll.key, "nonce": pen.key}


@pytest.fixture(params=GAMES)
def table(request, db, monkeypatch):
    monkeypatch.setattr(source, "throw", Promised(ONE.seed).throw)
    made = Corrected(request.param, ONE)
    made.advance(MOMENTS[OF_THE_HIDDEN])
    list(made.settle_hidden())
    made.advance(MOMENTS["her turn"])
    made.act_once()
    made.look("acts")
    return made


def undone_by_ana(table, *correcting):
    """The answer to Ana, and the frames of everybody, when she undoes her act."""
    with table.rolled_back("undoes"):
        if correcting:
            table.correct(*correcting)
            assert table.look("corrected") == 0
        since = len(table.stream_of_all)
        table.undo("undo", "redo")
        table.look("undoes")
        table.read_pages()
        return masked(table.stream_of_all[since:])


def test_an_unseen_act_is_corrected_and_those_who_went_on_see_nothing_of_it(table):
    """One table for all of it: whatever is tried there is forgotten again."""
    found = list(table.corrections())
    assert found
    check_that_nothing_is_sent(table, found)
    check_the_end(table, found)
    check_the_next_correction(table, found)


def check_that_nothing_is_sent(table, found):
    """Such a correction sends no frame, and changes no answer."""
    known = undone_by_ana(table)
    for event, wanted, looked in (found[0], found[-1]):
        assert undone_by_ana(table, event, wanted, looked) == known, (event.kind, wanted)


def check_the_end(table, found):
    """It ends as its preview said, and is undone exactly."""
    before, scene = table.stored(), table.scene
    for event, wanted, looked in found:
        with table.rolled_back("corrects"):
            done = table.correct(event, wanted, looked)
            assert same(table.scene, looked.replay.scene)
            assert unfolded() == []
            undo.undo(seat=table.fresh(table.gm), sent=table.unseen_sent(), command=done.command)
            assert table.stored() == before and same(table.scene, scene)


def check_the_next_correction(table, found):
    """It survives the next correction of an act that everybody saw."""
    changed = [(event, wanted, looked) for event, wanted, looked in found if not same(looked.now, looked.replay.scene)]
    for event, wanted, looked in changed:
        with table.rolled_back("corrects"):
            table.correct(event, wanted, looked)
            now = table.scene
            for first in (table.acts_of("gm", "table")[0], event):
                again = table.look_at(first, Correction())
                assert again.ready and same(again.replay.scene, now), (event.kind, wanted, first.kind)


@pytest.mark.django_db
def test_a_correction_calls_fighters_hidden_since_as_they_were_called(monkeypatch):
    monkeypatch.setattr(source, "throw", Promised(ONE.seed).throw)
    table = Corrected("chroniques", NOTHING)
    event, foe = next(filter(None, (table.go_on(1) or table.attack_on_an_opponent() for _step in range(90))))
    own = {"seat": table.gm, "encounter": table.token, "fighter": foe.id}
    prepare_services.reveal(**own, sent=table.unseen_sent(), hide=True)
    prepare_services.describe(**own, sent=table.unseen_sent(), about={"public_name": ONE.names[0]})
    table.look("hides")
    since = len(table.stream_of_all)
    table.correct(event, Correction(), table.look_at(event, Correction()))
    table.look("corrected")
    assert any(foe.shown_name in text for text in table.stream_of_all[since:])
    assert not [text for text in table.stream_of_all[since:] if ONE.names[0] in text]
