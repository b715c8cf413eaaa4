"""Random fights of people who shoot in every manner, with every optional rule of ranged combat on."""

from random import Random

import pytest

from rules.core.errors import RulesError
from rules.engine.exchanges import waiting_on
from rules.games.polaris.shooting.manners import MANNERS
from tests.rules.play import legal_answer
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import PISTOL, Table
from tests.rules.polaris.test_fire import gunner

EVERYTHING = {"fire_manners": True, "instinctive_shots": True, "blind_fire": True, "stray_bullets": True}
STEPS = 60


def declares(table, actor, random):
    """A shot in a manner of chance, refused aloud where its conditions are not met; then nothing at all."""
    said = {
        "target": random.choice([one for one in table.scene.fighters if one != actor]),
        "weapon": random.choice(["rifle", "pistol"]),
        "fire": random.choice(list(MANNERS)),
        "rounds": random.choice([0, 0, 5, 10, 15]),
        "gain": random.choice(["hit", "damage", "zone"]),
        "points": random.choice([0, 2]),
        "second": random.choice(["none", "none", "second"]),
    }
    before = table.scene
    try:
        table.do("declare_shoot", actor, **said)
    except RulesError as refusal:
        assert refusal.field or table.offer("declare_shoot", actor).refused
        assert table.scene == before
        table.do("declare_nothing", actor)


@pytest.mark.parametrize("whose", ["target", "shooter"])
@pytest.mark.parametrize("seed", range(4))
def test_fire_of_every_manner_never_sticks_and_is_undone_all_the_way_back(seed, whose):
    random = Random(f"fire/{seed}")
    armed = gunner(weapons__second={**PISTOL, "name": "Second", "magazine": 30, "ammo": 30})
    table = Table({**EVERYTHING, "blind_fire_luck": whose}, a=armed, b=armed, c=armed, d=armed).start()
    table.do("light", light=random.choice(["bright", "bright", "dim"]))
    for _step in range(STEPS):
        (prompt, *_others) = waiting_on(POLARIS, table.scene)
        if prompt.request is not None:
            values = legal_answer(prompt.request, random.choice)
            table.do("answer", prompt.of, exchange=prompt.exchange, key=prompt.request.key, values=values)
        elif prompt.of == "gm":
            table.do("new_round")
        elif table.offer("declare_nothing", prompt.of):
            declares(table, prompt.of, random)
        else:
            ready = [one.kind for one in (table.offer("shoot", prompt.of),) if one and one.refused is None]
            table.do(ready[0] if ready else "pass", prompt.of)
    assert any(event.kind == "open_shoot" for event in table.events)
    assert table.undone() == table.first
