"""What the count of a fight writes: initiative, rounds, turns, points, luck (MYT-INIT, MYT-ROUND, MYT-AP)."""

from __future__ import annotations

from rules.core.paths import Data
from rules.core.scene import Change, Scene
from rules.games.mythras import initiative
from rules.games.mythras import sheet as sheets
from rules.games.mythras.schema import SCHEMA
from rules.games.mythras.settings import setting
from rules.games.mythras.tables import FATIGUE

Changes = tuple[Change, ...]


def rolled(scene: Scene, fighter: str, value: Data) -> Changes:
    """MYT-INIT-01, 02: what was rolled, kept for the whole fight."""
    return (
        scene.mark(fighter, "init", int(value["init"])),
        scene.mark(fighter, "tie", int(value["tie"]) or None),
        scene.mark(fighter, "slowed", value.get("slowed")),
    )


_OF_A_ROUND = (
    "turns", "held", "offence", "no_offence", "surprised", "gift", "guarded", "outmanoeuvred", "assessed",
)  # fmt: skip


def new_round(scene: Scene, _gm: str, number: int) -> Changes:
    """MYT-AP-01, MYT-WOUND-05: points are there again, and who bleeds tires."""
    first = int(number) <= 1
    rows = () if first else tuple(scene.fighters)
    fresh = tuple(scene.mark(one, key, None) for one in rows for key in _OF_A_ROUND)
    fresh += tuple(change for one in rows for change in (_points(scene, one), *_recovers(scene, one)))
    bled = tuple(change for one in scene.fighters if not first for change in _tired(scene, one))
    begins = (scene.change("round", int(number)), scene.change("marks.over", None))
    return (*begins, scene.change("called", None), scene.change("spare", None), *fresh, *bled)


def _points(scene: Scene, fighter: str) -> Change:
    """MYT-AP-01, MYT-ACT-DELAY: points are there again, and that of a delay beside them until one’s own next turn."""
    return scene.mark(fighter, "spent", -1 if initiative.mark(scene, fighter, "delayed") else None)


def _recovers(scene: Scene, fighter: str) -> Changes:
    """MYT-CLOSE-SURPRISE: what surprise took of initiative, where the table counts it for one round."""
    slowed = int(initiative.mark(scene, fighter, "slowed") or 0)
    if not slowed or setting(scene.settings, "surprise_lasts") == "fight":
        return ()
    later = scene.mark(fighter, "init", initiative.score(scene, fighter) + slowed)
    return later, scene.mark(fighter, "slowed", None)


def _tired(scene: Scene, fighter: str) -> Changes:
    """MYT-WOUND-05: one level of fatigue worse at the start of each round."""
    sheet = scene.sheet(fighter)
    if not SCHEMA.value(sheet, "state.bleeding"):
        return ()
    levels = tuple(FATIGUE)
    now = levels.index(str(SCHEMA.value(sheet, "state.fatigue")))
    return (scene.write(fighter, "state.fatigue", levels[min(len(levels) - 1, now + 1)]),)


def ended(scene: Scene, _gm: str, _value: None) -> Changes:
    """Nothing of the fight outlasts it but what the sheets hold."""
    marks = (scene.change(f"fighters.{one}.marks", None) for one in scene.fighters)
    return (scene.change("marks.over", True), scene.change("called", None), scene.change("spare", None), *marks)


def turn(scene: Scene, fighter: str, value: Data) -> Changes:
    """MYT-AP-01, MYT-ACT-DELAY: a turn taken, a kept point that lapses, and timers that run down."""
    lapsed = 1 if initiative.mark(scene, fighter, "delayed") else 0
    spent = initiative.spent(scene, fighter) + int(value["cost"]) + lapsed
    timers = (
        _timer(scene, fighter, "cannot_attack"),
        *((scene.mark(fighter, "shaken", None),) if _ends(scene, fighter, "cannot_attack") else ()),
        _timer(scene, fighter, "cowed"),
        *(() if value.get("hauls") else (scene.mark(fighter, "snares", None),)),
        *(_timer(scene, fighter, f"stunned.{key}") for key in initiative.held(scene, fighter, "stunned")),
    )
    blind = initiative.held(scene, fighter, "blind")
    if blind:
        left = int(blind["turns"]) - 1
        timers += (scene.mark(fighter, "blind", {**blind, "turns": left} if left > 0 else None),)
    return (
        scene.mark(fighter, "turns", int(initiative.mark(scene, fighter, "turns") or 0) + 1),
        scene.mark(fighter, "spent", spent or None),
        scene.mark(fighter, "delayed", True if value.get("delays") else None),
        scene.mark(fighter, "delayed_unable", True if value.get("delays") and _pressed(scene, fighter) else None),
        *(scene.mark(fighter, key, None) for key in ("surprised", "exposed")),
        *(() if value.get("keeps") else (scene.mark(fighter, "spell", None),)),
        *_luck_again(scene),
        *timers,
    )


def _pressed(scene: Scene, fighter: str) -> bool:
    return bool(initiative.mark(scene, fighter, "cannot_attack"))


def _ends(scene: Scene, fighter: str, path: str) -> bool:
    return int(initiative.mark(scene, fighter, path) or 0) <= 1


def _luck_again(scene: Scene) -> Changes:
    """MYT-LUCK-01, MYT-AP-03: a new action, and everybody may be lucky and react again."""
    return tuple(scene.mark(one, key, None) for one in scene.fighters for key in ("lucky", "reacted"))


def delayed_act(scene: Scene, fighter: str, _value: None) -> Changes:
    """MYT-REACT-INTERRUPT: what was delayed is done with the point that was kept."""
    paid = scene.mark(fighter, "spent", initiative.spent(scene, fighter) + 1 or None)
    aimed = any(one.action.args.get("target") == fighter for one in scene.exchanges.values())
    counts = aimed and setting(scene.settings, "one_reaction") == "counts"
    unable = scene.mark(fighter, "delayed_unable", None)
    lucky = (one for one in _luck_again(scene) if not (counts and one.path.endswith(f".{fighter}.marks.reacted")))
    reacted = (scene.mark(fighter, "reacted", True),) if counts else ()
    return paid, unable, scene.mark(fighter, "delayed", None), *lucky, *reacted


def effort(scene: Scene, fighter: str, _value: None) -> Changes:
    """MYT-LUCK-01: one action point more in this round."""
    return (scene.mark(fighter, "spent", initiative.spent(scene, fighter) - 1 or None),)


def lucky(scene: Scene, fighter: str, points: int) -> Changes:
    """MYT-LUCK-01: once for each action."""
    left = max(0, sheets.luck(scene.sheet(fighter)) - int(points))
    return scene.write(fighter, "state.luck", left), scene.mark(fighter, "lucky", True)


def dice(scene: Scene, _fighter: str, value: Data) -> Changes:
    """MYT-LUCK-01: a die of an open exchange that is thrown again, or read the other way round."""
    exchange = scene.exchanges.get(str(value["exchange"]))
    if exchange is None or value["key"] not in exchange.answers:
        return ()
    base = f"exchanges.{exchange.id}"
    if value["how"] == "swap":
        (face,) = exchange.answers[value["key"]]
        return (scene.change(f"{base}.answers.{value['key']}", [swapped(int(face))]),)
    gone = (scene.change(f"{base}.real.{value['key']}", None),) if value["key"] in exchange.real else ()
    return (scene.change(f"{base}.answers.{value['key']}", None), *gone)


def swapped(face: int) -> int:
    """MYT-LUCK-01: the two digits of a d100 the other way round; 00 is 100."""
    tens, ones = divmod(face % 100, 10)
    return ones * 10 + tens or 100


def _timer(scene: Scene, fighter: str, path: str) -> Change:
    return scene.mark(fighter, path, max(0, int(initiative.mark(scene, fighter, path) or 0) - 1) or None)


def spend(scene: Scene, fighter: str, number: int) -> Changes:
    """MYT-ACT-DELAY: a point for a reaction; the one that was kept goes first."""
    paid = scene.mark(fighter, "spent", initiative.spent(scene, fighter) + int(number) or None)
    return paid, scene.mark(fighter, "delayed", None), scene.mark(fighter, "delayed_unable", None)


def spend_turn(scene: Scene, fighter: str, number: int) -> Changes:
    """MYT-ACT-DELAY: a point of a turn for a reaction; the one that was kept stays."""
    return (scene.mark(fighter, "spent", initiative.spent(scene, fighter) + int(number) or None),)


def unaware(scene: Scene, fighter: str, _value: None) -> Changes:
    """MYT-CLOSE-SURPRISE: no defence until one’s turn, no attack in this round, and a gift to who strikes first."""
    return tuple(scene.mark(fighter, key, True) for key in ("surprised", "gift", "no_offence"))


def surprised(scene: Scene, fighter: str, _value: None) -> Changes:
    """MYT-CLOSE-SURPRISE, MYT-INIT-01: surprised once the fight goes on: later by 10 besides."""
    later = scene.mark(fighter, "init", initiative.score(scene, fighter) - 10)
    return (*unaware(scene, fighter, None), later, scene.mark(fighter, "slowed", 10))
