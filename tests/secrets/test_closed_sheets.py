"""Closed sheets: edits of a sheet that do not change the turn order of a fight reach nobody else.

Every field of a sheet is edited, in each game: no frame, page or file of another seat changes, nor the list of
characters to play, nor the odds of an act against the owner.
"""

from contextlib import suppress
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.urls import reverse

from campaigns.seats import invitations
from encounters.dice import source
from rules.core.paths import get
from rules.core.scene import Change
from rules.views import board
from rules.views.viewers import Viewer
from sheets import services as sheets
from tests.cast import client_of
from tests.secrets.evening import Dice, masked
from tests.secrets.moment import Moment
from tests.secrets.playing import WATCHERS
from tests.secrets.test_playing import NOTHING
from tests.secrets.test_twins import GAMES, differing

WORDS = "Zorvaxfeuille"
AT_ONCE = 12


def is_free(path, field):
    """True if any text may be written there."""
    return field is not None and path != "name" and not (field.gm_only or field.names_another or field.dice)


class Closed(Moment):
    def fields(self):
        """Every place of a sheet that holds one value, with its field; of a list those of the rows that are there."""
        for path, field in self.system.schema.walk():
            if field.kind == "grid":
                cells = (f"{path}.{column}.{row}" for column, rows in field.grid.items() for row in rows)
                yield from ((cell, self.system.schema.field(cell)) for cell in cells)
            elif field.kind == "list":
                rows = get(self.heroes["ana"].data, path) or {}
                yield from ((f"{path}.{key}.{leaf.key}", leaf) for key in rows for leaf in field.row)
            else:
                yield path, field

    def other_value(self, path, field):
        """Something else than what stands there."""
        before = self.system.schema.value(self.heroes["ana"].data, path)
        if field.kind == "choice":
            return next((row.key for row in field.choices if row.key != before), before)
        if field.kind == "flag":
            return not before
        if field.kind == "number":
            number = before if isinstance(before, int) else 0
            return number - 1 if field.most is not None and number >= field.most else number + 1
        return WORDS[: field.most or 60]

    def closed_values(self):
        """Another value for each field that the table does not see in the fight."""
        scene, hero, values = self.scene, self.heroes["ana"], {}
        known = board.view(self.system, scene, Viewer("table"))

        def keep(pairs):
            nonlocal scene
            changes = [Change(hero.subject, path, get(hero.data, path), value) for path, value in pairs]
            changed = scene.with_changes(changes)
            with suppress(LookupError, ValueError, TypeError):
                if board.view(self.system, changed, Viewer("table")) == known:
                    scene = changed
                    values.update(pairs)
                    return
            for pair in pairs if len(pairs) > 1 else ():
                keep([pair])

        pairs = [(path, self.other_value(path, field)) for path, field in self.fields() if is_free(path, field)]
        for at in range(0, len(pairs), AT_ONCE):
            keep(pairs[at : at + AT_ONCE])
        return values

    def odds(self):
        """The odds that Léo is shown for each of his acts against Ana."""
        me, target, found = self.me("leo"), self.me("ana"), {}
        address = reverse("odds", args=[self.seats["leo"].token, self.token, me])
        for offer in self.offered("leo"):
            aims = (field.key for field in offer.fields if "target" in field.key)
            said = {"kind": offer.kind, **{f"arg-{key}": target for key in aims}}
            cache.clear()
            found["odds", offer.kind] = self.clients["leo"].get(f"{address}?{urlencode(said)}").text
        return found

    def doors(self):
        """The pages of characters offered to a player who has none yet, and to one who comes by a link."""
        yield "choosing", client_of(self.away).get(reverse("characters", args=[self.away.token])).text
        yield "joining", client_of().get(reverse("join", args=[invitations.code_of(self.link)])).text

    def told(self):
        """The answers to everybody else, their odds among them."""
        others = ("leo", WATCHERS[GAMES.index(self.game) % len(WATCHERS)])
        found = {(who, name): text for who in others for name, text in self.everything(who).items()}
        return found | self.odds() | dict(self.doors())


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_the_content_of_a_closed_sheet_is_told_to_nobody_else(game, monkeypatch):
    monkeypatch.setattr(source, "throw", Dice(NOTHING.seed).throw)
    table = Closed(game, NOTHING)
    table.advance(lambda table: bool(table.offered("leo")))
    before = table.told()
    table.differences()
    values, hero = table.closed_values(), table.heroes["ana"]
    assert len(values) * 2 > sum(1 for _field in table.fields()), values
    done = sheets.edit_all(
        seat=table.fresh(table.seats["ana"]), sent=table.sent(), character=hero, values=values, replaces={}
    )
    assert done.events
    sent = [frame for frame in table.differences() if not frame[0].startswith("ana")]
    assert not sent, sent
    texts = {place: (masked([before[place]]), masked([text])) for place, text in table.told().items()}
    assert [(place, differing(*one, *other)) for place, (one, other) in texts.items() if one != other] == []
