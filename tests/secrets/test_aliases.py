"""Opponents shown under another name: whatever their true names, players are sent the same frames and pages.

They are shown under an ordinary name, the same name for both, the names of heroes, or the longest one; in the middle of
the evening one of them is renamed and a copy of the other joins.
"""

import pytest

from encounters.dice import source
from encounters.models import Encounter
from encounters.prepare import participants
from encounters.prepare import services as prepare_services
from tests.encounters.conftest import join
from tests.secrets.evening import Dice, masked
from tests.secrets.playing import Playing
from tests.secrets.test_playing import NOTHING
from tests.secrets.test_twins import GAMES, differing

REAL = (("Zorvaxa", "Zorvaxa bis"), ("Zorvaxe de la Très Haute Tour", "Zorva"))
ALIASES = (("Silhouette", "Ombre"), ("Ombre", "Ombre"), ("Élowen", "Tibor"), ("É" * 60, "X" * 60))
STEPS = 4


class Aliased(Playing):
    """An evening against two opponents whose names are known to the game master alone."""

    def __init__(self, game, real, aliases):
        self.real, self.aliases, self.foes = real, aliases, []
        super().__init__(game, NOTHING, 0, [])

    def muster(self, pick, *, hidden):
        own = {"seat": self.gm, "encounter": self.token}
        joins = {"what": "", "hidden": True, "joins": "start"}
        for name, alias in zip(self.real, self.aliases, strict=True):
            made = join(self.cast, name, "npc", None, self.samples[-1])
            self.write_all(made)
            participants.add_participants(**own, sent=self.unseen_sent(), pick=f"character:{made.token}", **joins)
            rows = Encounter.objects.get(token=self.token).state["fighters"]
            self.foes.append(next(key for key, row in rows.items() if row["character"] == made.token))
            for about in ({"public_name": alias}, {"hidden": ""}):
                prepare_services.describe(**own, sent=self.unseen_sent(), fighter=self.foes[-1], about=about)

    def is_called_otherwise(self):
        own = {"seat": self.gm, "encounter": self.token}
        about = {"public_name": "Une autre"}
        prepare_services.describe(**own, sent=self.unseen_sent(), fighter=self.foes[0], about=about)
        self.look("another name")
        participants.clone(**own, sent=self.unseen_sent(), fighter=self.foes[1])
        self.look("a copy")


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_the_real_name_of_whoever_is_seen_under_another_is_told_to_nobody(game, monkeypatch):
    heard = []
    for real in REAL:
        monkeypatch.setattr(source, "throw", Dice(NOTHING.seed).throw)
        table = Aliased(game, real, ALIASES[GAMES.index(game) % len(ALIASES)])
        for number in range(STEPS):
            table.one_step()
            table.look("plays")
            if number * 2 == STEPS:
                table.is_called_otherwise()
        pages = [f"{place}\n{text}" for place, text in table.everything("ana").items()]
        assert not [text[:200] for text in (*table.stream_of_all, *pages) if "Zorvax" in text]
        heard.append(masked([*table.stream_of_all, *pages]))
    for one, other in zip(*heard, strict=True):
        assert one == other, differing(one, other)
