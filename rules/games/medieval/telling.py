"""The effects of a fight as sentences: for who may know the numbers, and for everybody."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.core.check import Breakdown
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect
from rules.core.text import Text, plain, signed
from rules.games.medieval import chain, dying, initiative, manoeuvres
from rules.games.medieval import sheet as sheets
from rules.games.medieval.settings import setting
from rules.games.medieval.sheet import ACTIVE, DEAD, STABLE
from rules.games.medieval.tables import MANOEUVRES, TECHNIQUES
from rules.games.medieval.text import _


def describe(scene: Scene, effect: Effect) -> Text | None:
    """An effect as one sentence about its target."""
    told = _SENTENCES.get(effect.kind)
    return told(scene, effect) if told else None


def public(scene: Scene, effect: Effect) -> Text | None:
    """An effect as those read it who may not know its numbers."""
    if effect.kind == "damage":
        return _hit(scene, effect)
    if effect.kind == "death":
        return _fate(_after(scene, effect.target, dying.counted(scene.sheet(effect.target), effect.value)))
    return describe(scene, effect) if effect.kind in _OPEN else None


_OPEN = (
    *("init", "destabilise", "prone", "hold", "let_go", "free", "firm", "flee", "moved", "draw", "drop"),
    *("not_allowed", "chain", "unseen", "spotted", "break_off"),
)


def _hit(scene: Scene, effect: Effect) -> Text:
    if not int(effect.value["damage"]):
        return _("is hit without harm")
    fate = _fate(_hurt(scene, effect)) if scene.fighters[effect.target].health_shown != "nothing" else None
    return fate or _("is hit")


def _told_damage(scene: Scene, effect: Effect) -> Text:
    """MED-DMG-03, MED-DEATH-01, 02: the hit points lost with their terms, and what that comes to."""
    number = int(effect.value["damage"])
    lost = _("loses %(number)s hp%(terms)s", number=number, terms=_terms(effect.value, number))
    fate = _fate(_hurt(scene, effect))
    return _("%(lost)s: %(then)s", lost=lost, then=fate) if fate else lost


def _terms(value: Data, number: int) -> Text:
    lines: Breakdown | None = value.get("lines")
    if lines is None or lines.total != number:
        return Text("")
    first = _("%(label)s %(value)s", label=lines.base.label, value=plain(lines.base.value))
    rest = (_("%(label)s %(value)s", label=one.label, value=signed(one.value)) for one in lines.modifiers)
    return _(" (%(terms)s)", terms=(first, *rest))


def _hurt(scene: Scene, effect: Effect) -> Data:
    sheet = scene.sheet(effect.target)
    return _after(scene, effect.target, dying.wounded(sheet, scene.settings, int(effect.value["damage"])))


def _after(scene: Scene, fighter: str, writes: Data) -> Data:
    changed = scene.with_changes(scene.write(fighter, path, after) for path, after in writes.items())
    return changed.sheet(fighter)


def _fate(sheet: Data) -> Text | None:
    """MED-DEATH-01, 02, 05: what has become of somebody."""
    return {
        ACTIVE: None,
        STABLE: _("is stabilised"),
        DEAD: _("dies"),
    }.get(sheets.vital(sheet), _("falls into a coma"))


def _told_death(scene: Scene, effect: Effect) -> Text:
    """MED-DEATH-05: three and three."""
    sheet = _after(scene, effect.target, dying.counted(scene.sheet(effect.target), effect.value))
    successes, failures = (sheet.get("dying", {}).get(key, 0) for key in ("successes", "failures"))
    told = _(
        "successes %(successes)s/3, failures %(failures)s/3, hit points %(hp)s (threshold %(threshold)s)",
        successes=successes,
        failures=failures,
        hp=plain(sheets.hp(sheet)),
        threshold=plain(sheets.threshold(sheet).total),
    )
    ended = sheets.vital(sheet) in (STABLE, DEAD)
    return _("%(told)s: %(fate)s", told=told, fate=_fate(sheet) or Text("")) if ended else told


def _told_heal(scene: Scene, effect: Effect) -> Text:
    sheet = scene.sheet(effect.target)
    after = _after(scene, effect.target, dying.healed(sheet, int(effect.value["amount"])))
    gained = sheets.hp(after) - sheets.hp(sheet)
    told = _("regains %(number)s hp", number=gained)
    woken = initiative.is_out(scene, effect.target) and sheets.vital(after) == ACTIVE
    return _("%(told)s and wakes up", told=told) if woken else told


def _told_pc(scene: Scene, effect: Effect) -> Text:
    by = signed(int(effect.value["by"]))
    key = effect.value.get("why", "")
    if key not in MANOEUVRES or setting(scene.settings, "manoeuvre.sealed"):
        return _("%(by)s PC", by=by)
    return _("%(by)s PC: %(manoeuvre)s", by=by, manoeuvre=MANOEUVRES[key].label)


def _told_init(_scene: Scene, effect: Effect) -> Text | None:
    value = effect.value
    if "wisdom" in value or not value.get("leave"):
        return None  # the roll says it
    return _("leaves the initiative to the adversary")


def _told_hold(scene: Scene, effect: Effect) -> Text:
    who, technique = scene.name(effect.value["by"]), TECHNIQUES[effect.value["technique"]]
    return _("is held by %(who)s: %(technique)s", who=who, technique=technique)


def _told_let_go(scene: Scene, effect: Effect) -> Text:
    return _("is held by %(who)s no longer", who=scene.name(effect.value["by"]))


def _told_chain(scene: Scene, effect: Effect) -> Text | None:
    """MED-MANOEUVRE-ENCHAINEMENT: only its end is worth a line."""
    before = manoeuvres.state(scene, effect.target)
    broken = before.count and not chain.after(before, effect.value["event"], scene.settings).count
    return _("loses the chain of attacks") if broken else None


def _told_prone(_scene: Scene, effect: Effect) -> Text:
    return _("is on the ground") if effect.value else _("stands again")


def _told_weapon(scene: Scene, effect: Effect) -> Text:
    row = (scene.sheet(effect.target).get("weapons") or {}).get(effect.value, {})
    return _("draws: %(weapon)s", weapon=str(row.get("name", "?")))


def _told_unseen(scene: Scene, effect: Effect) -> Text:
    """MED-SNEAK-01: said of everybody, or of one adversary."""
    if isinstance(effect.value, Mapping):
        return _("has not been spotted by %(who)s", who=scene.name(effect.value["by"]))
    return _("has not been spotted")


def _told_spotted(scene: Scene, effect: Effect) -> Text:
    if isinstance(effect.value, Mapping):
        return _("is spotted by %(who)s", who=scene.name(effect.value["by"]))
    return _("is in full view")


def _told_modifier(_scene: Scene, effect: Effect) -> Text:
    """MED-ATT-04: what weighs on attacks and on the Defence, and why."""
    attack, defence = (signed(int(effect.value[key])) for key in ("attack", "defence"))
    told = _("attack %(attack)s, Defence %(defence)s", attack=attack, defence=defence)
    why = str(effect.value["why"])
    return _("%(why)s: %(told)s", why=why, told=told) if why else told


def _says(words: Text) -> Callable[[Scene, Effect], Text]:
    return lambda _scene, _effect: words


_SENTENCES: dict[str, Callable[[Scene, Effect], Text | None]] = {
    "init": _told_init,
    "pc": _told_pc,
    "pp": lambda _scene, effect: _("%(by)s PP", by=signed(int(effect.value["by"]))),
    "fatigue": lambda _scene, effect: _("fatigue %(by)s", by=signed(int(effect.value["by"]))),
    "moved": lambda _scene, effect: _("moves %(metres)s m at most", metres=effect.value["metres"]),
    "not_allowed": _says(_("the game master does not allow it")),
    "chain": _told_chain,
    "destabilise": lambda _scene, effect: _("Defence %(by)s against everybody", by=signed(-int(effect.value["by"]))),
    "prone": _told_prone,
    "hold": _told_hold,
    "let_go": _told_let_go,
    "free": _says(_("is free")),
    "firm": _says(_("stays held")),
    "flee": _says(_("flees from the melee")),
    "break_off": _says(_("breaks off from the melee")),
    "modifier": _told_modifier,
    "resumes": _says(_("may still attack in full view")),
    "unseen": _told_unseen,
    "spotted": _told_spotted,
    "draw": _told_weapon,
    "drop": _says(_("drops what was held")),
    "damage": _told_damage,
    "death": _told_death,
    "heal": _told_heal,
    "level_up": _says(_("gains a level and its character points")),
}
