"""Two people write on one sheet from pages that are both open: nobody overwrites the other without knowing.

Every pair of what one may do with a sheet, in both orders, in every game, against a model of one line for each kind:
what was replaced meanwhile is refused with the present value, numbers add up, and what does not touch is both there.
"""

import json
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import pytest
from django.db import transaction

from campaigns.journal.journal import Sent
from rules import registry
from rules.core.errors import RulesError, Stale
from rules.core.paths import canonical, get, put
from sheets import services
from sheets.models import Character
from tests.cast import gather
from tests.encounters.conftest import join

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Taken:
    """An act from a page that shows an older sheet: the paths it writes, and the value or the number to add."""

    kind: str
    path: str
    value: Any = None

    def do(self, seat, character, shown):
        given = {"seat": seat, "character": character, "sent": Sent.of("", "")}
        if self.kind == "step":
            return services.step(**given, path=self.path, by=self.value)
        if self.kind == "add":
            return services.add_row(**given, path=self.path, values=self.value)
        if self.kind == "remove":
            return services.remove_row(**given, path=self.path)
        return services.edit(**given, path=self.path, value=self.value, replaces=shown[self.path])

    def on(self, system, data, shown):
        """The sheet after it, by the one line of its kind. Raises ``Stale`` with what is there instead."""
        if self.kind == "add":
            return put(data, f"{self.path}.one more", self.value)
        if self.kind == "remove":
            if get(data, self.path) is None:
                raise Stale("gone", self.path)
            return put(data, self.path, None)
        if self.path.count(".") == 2 and get(data, self.path.rpartition(".")[0]) is None:
            raise Stale("gone", self.path)
        present = system.value(data, self.path)
        if self.kind == "step":
            return put(data, self.path, present + self.value)
        if present != shown[self.path]:
            raise Stale("changed", self.path, present)
        return put(data, self.path, self.value)


def adds_up(system, data, path):
    """True if a number is far enough from its bounds for everything the acts add."""
    try:
        steps = [(by, system.step(data, {}, path, by).writes) for by in (2, 1, -2)]
    except RulesError:
        return False
    value = system.value(data, path)
    return isinstance(value, int) and all(writes == {path: value + by} for by, writes in steps)


def deeds(system, data):
    """One or two deeds of each kind, on fields of this sheet that any value fits."""
    fields = dict(system.schema.walk())
    texts = [path for path, field in fields.items() if field.kind == "text" and not field.names_another]
    numbers = [path for path, field in fields.items() if field.kind == "number" and adds_up(system, data, path)]
    lists = [path for path, field in fields.items() if field.kind == "list" and not field.gm_only]
    where, key = next((path, key) for path in lists for key, row in (get(data, path) or {}).items() if row.get("name"))
    blank = {inner.key: inner.blank for inner in fields[where].row}
    known = {name: value for name, value in get(data, f"{where}.{key}").items() if value != blank[name]}
    row, number = f"{where}.{key}", numbers[0]
    return [
        Taken("edit", texts[0], "Une chose"),
        Taken("edit", texts[0], "Une autre"),
        Taken("edit", texts[1], "À côté"),
        Taken("edit", number, system.value(data, number) + 1),
        Taken("step", number, 1),
        Taken("step", number, -2),
        Taken("step", numbers[-1], 1),
        Taken("edit", f"{row}.name", "Rebaptisé"),
        Taken("remove", row),
        Taken("add", where, {**known, "name": "De plus"}),
    ]


def plain(system, data):
    """A sheet in which the rows of a list have no keys, since new ones are given by chance."""
    lists = {path for path, field in system.schema.walk() if field.kind == "list"}
    return {
        path: sorted(json.dumps(row, sort_keys=True) for row in value.values()) if path in lists else value
        for path, value in canonical(data).items()
    }


@pytest.mark.slow("all pairs of ten things in both orders")
@pytest.mark.parametrize("game", registry.GAMES)
def test_whatever_two_people_do_at_once_nobody_overwrites_the_other(game):
    cast = gather(game)
    full = max(registry.samples(game).items(), key=lambda sample: len(json.dumps(sample[1]["data"])))
    character = join(cast, "Élowen", "pc", cast.ana, full[0])
    system, data = cast.campaign.system, character.data
    pool = deeds(system, data)
    shown = {one.path: system.value(data, one.path) for one in pool if one.kind == "edit"}
    collisions = 0
    for first, second in permutations(pool, 2):
        with transaction.atomic():
            first.do(cast.ana, character, shown)
            expected = first.on(system, data, shown)
            try:
                expected = second.on(system, expected, shown)
            except Stale as instead:
                with pytest.raises(Stale) as found:
                    second.do(cast.gm, character, shown)
                assert found.value.present == instead.present, (first, second)
                collisions += 1
            else:
                second.do(cast.gm, character, shown)
            now = Character.objects.get(pk=character.pk).data
            assert plain(system, now) == plain(system, expected), (first, second)
            transaction.set_rollback(True)
    assert collisions == 5, "a text written by both in either order, a number set after either step, a row that is gone"
