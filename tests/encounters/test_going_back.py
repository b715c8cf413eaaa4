"""Random evenings of every game, by a game master and two players who undo each other's and their own.

Whatever is done and undone leaves every row as it was, to the byte, and done again leaves it as it had been; the dice
that have fallen stay, for undo is no second throw. Whatever comes of it goes into a file and comes back equal.
"""

import os
from contextlib import suppress
from random import Random

import pytest

from campaigns import archive
from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.journal.subjects import kind_of
from campaigns.models import Seat
from encounters import services
from encounters.dice import policy, source
from encounters.ground import services as ground
from encounters.models import Encounter
from encounters.prepare import services as prepare_services
from rules import registry
from rules.core.errors import RulesError
from rules.core.paths import canonical
from rules.engine import exchanges
from sheets import services as sheets
from sheets.models import Character
from tests.cache_oracle import followed as followed
from tests.campaigns.test_archive import forget, rows
from tests.faults.oracle import folded, numbered, subjects_of
from tests.rules.play import next_action
from tests.secrets.evening import Dice, Evening, Secret

TIMES = int(os.environ.get("TABLEE_SOAK_TIMES", "50")) if os.environ.get("TABLEE_SOAK") == "1" else 1
SEEDS = 2 if TIMES == 1 else 4 * TIMES  # of each game
MOST_COMMANDS = 50
NOTHING = Secret(names=(), sample=0, note="", rolls=0, seed=0)


class Night(Evening):
    """An evening without secrets, in which anybody does what they may."""

    def __init__(self, game, seed):
        super().__init__(game, NOTHING)
        self.random, self.number, self.done = Random(f"{game} {seed}"), 0, []
        self.pauses("running")

    def sent(self, body=""):
        return Sent.of("", body)

    def acts(self):
        """Anything that anybody is offered in the fight, by the game master or by the player of who acts."""
        action = next_action(self.system, self.scene, self.random.choice, self.number)
        args = {**action.args, "values": []} if self._throws(action) else dict(action.args)
        owner = policy.owner_of(self.scene, action.actor)
        player = next((one for one in (self.cast.ana, self.cast.leo) if one.token == owner), self.gm)
        seat = self.fresh(self.random.choice([self.gm, player]))
        said = {"kind": action.kind, "actor": action.actor, "args": args}
        self.done.append(services.act(seat=seat, sent=self.sent(), encounter=self.token, **said))

    def _throws(self, action):
        """True if the answer is dice, which are thrown here."""
        due = exchanges.rolls_due(self.system, self.scene)
        return action.kind == "answer" and any(roll.key == action.args["key"] for _exchange, roll in due)

    def command(self):
        """Do something, and return what it came to with what takes it back; ``None`` where nothing came of it."""
        self.number += 1
        works = [self.acts] * 8 + [self.steps, self.edits, self.rolls, self.pauses, self.moves, self.takes_back]
        work, before = self.random.choice(works), len(self.done)
        with suppress(RulesError):
            back = work() or (undo.undo, undo.redo)
            found = self.done[before:]
            return (found[-1], *back) if found and found[-1].command is not None else None
        return None

    def someone(self):
        """A character, and who may write on it."""
        found = Character.objects.select_related("campaign", "owner").filter(campaign=self.gm.campaign_id)
        character = self.random.choice(list(found.order_by("pk")))
        return {"seat": self.fresh(self.random.choice([self.gm, character.owner or self.gm])), "character": character}

    def steps(self):
        numbers = [path for path, field in self.system.schema.walk() if field.kind == "number" and "*" not in path]
        given = {"path": self.random.choice(numbers), "by": self.random.choice([-2, -1, 1, 2])}
        self.done.append(sheets.step(**self.someone(), sent=self.sent(), **given))

    def edits(self):
        fields = self.system.schema.walk()
        texts = [path for path, field in fields if field.kind in ("text", "note") and "*" not in path]
        value = f"« {self.number} » 🜂"[: self.random.randrange(1, 9)]
        self.done.append(sheets.edit(**self.someone(), sent=self.sent(), path=self.random.choice(texts), value=value))

    def rolls(self):
        given = self.someone()
        checks = [one.key for one in self.system.checks(given["character"].data, {}) if one.refused is None]
        args = {"check": self.random.choice(checks)}
        self.done.append(services.roll_test(**given, sent=self.sent(), args=args))

    def moves(self):
        """The game master puts one or two people somewhere."""
        who = self.random.sample(sorted(self.scene.fighters), self.random.choice([1, 2]))
        place = self.random.choice(["p1", "p2", "p3", ground.SOMEWHERE])
        self.done.append(ground.put(seat=self.gm, sent=self.sent(), encounter=self.token, who=who, place=place))

    def pauses(self, status=""):
        status = status or self.random.choice(["paused", "running", "running"])
        self.done.append(prepare_services.turn_to(seat=self.gm, sent=self.sent(), encounter=self.token, status=status))

    def takes_back(self):
        """A player or the game master takes back what was done, or does again what was taken back."""
        done = self.random.choice([one for one in self.done if one.command is not None])
        seat = self.random.choice([self.gm, self.cast.ana, self.cast.leo])
        how, back = self.random.choice([(undo.undo, undo.redo), (undo.redo, undo.undo)])
        how(seat=self.fresh(seat), sent=self.sent(), command=done.command)
        self.done.append(done)
        return back, how

    def state(self):
        """Every row of the table as the journal keeps it, but for the dice that stay when a throw is undone."""
        campaign = Seat.objects.select_related("campaign").get(pk=self.gm.pk).campaign
        found = {}
        for subject in subjects_of(campaign):
            kind, token = kind_of(subject)
            row = kind.load(campaign, token)
            row = {key: value for key, value in row.items() if key != "spare"}
            meta = {key: value for key, value in row.get("meta", {}).items() if key != "spare"}
            found[subject] = {**row, "meta": meta}
        return canonical(found)


@pytest.mark.slow("an evening there and back, and the table out into a file and in again")
@pytest.mark.django_db
@pytest.mark.usefixtures("followed")
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("game", registry.GAMES)
def test_undone_acts_leave_no_trace_and_the_table_goes_into_a_file_and_back(game, seed, monkeypatch):
    monkeypatch.setattr(source, "throw", Dice(seed).throw)
    night = Night(game, seed)
    undone, before = 0, night.state()
    for _number in range(night.random.randrange(5, MOST_COMMANDS + 1)):
        found = night.command()
        if found is None:
            assert night.state() == before, "what is refused changes nothing"
            continue
        (done, back, again), after = found, night.state()
        given = {"seat": night.fresh(night.gm), "command": done.command}
        back(**given, sent=night.sent())
        assert night.state() == before, done.events[0].kind
        undone += 1
        if night.random.random() < 0.8:
            again(**given, sent=night.sent())
            assert night.state() == after, done.events[0].kind
            before = after
    campaign = night.fresh(night.gm).campaign
    assert undone > 0 and [*folded(campaign), *numbered(campaign)] == []
    raw, every = archive.write(campaign, admin=True), rows(campaign)
    forget(campaign)
    again = archive.restore(archive.read(raw))
    assert archive.write(again, admin=True) == raw and rows(again) == every
    assert not Encounter.objects.exclude(campaign=again).exists()
