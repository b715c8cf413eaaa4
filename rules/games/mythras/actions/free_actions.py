"""Free actions: guards, words, letting go (MYT-FREE)."""

from __future__ import annotations

from rules.character.fields import choice, flag, text
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects
from rules.core.errors import Refused
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import ATTACK
from rules.core.text import Text
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.combat.blows import guarded_count
from rules.games.mythras.effects.special_effects import EFFECTS
from rules.games.mythras.equipment import limbs
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.equipment.holding import Drop, Ward
from rules.games.mythras.equipment.weapons import Weapon
from rules.games.mythras.marks import COUNTERS, CROUCHED, GRIPPED, MOUNTED, PINNED, PRONE, UNDER, WARDS
from rules.games.mythras.rounds import initiative, picks
from rules.games.mythras.rounds.acts import FreeAct, is_apart, strikes_at, title_text
from rules.games.mythras.rounds.picks import NO_WEAPON, name_text
from rules.games.mythras.rounds.states import Crouched, Freed, Under
from rules.games.mythras.text import _, ngettext


class Guard(FreeAct):
    """MYT-FREE-WARD, MYT-CLOSE-PASSIVE: a weapon guards one location, a shield its number, twice for whoever crouches.

    MYT-UI-02: a guard is set before the die of the attack is thrown.
    """

    kind = "ward"
    label = _("Guard: passive parry")
    rules = ("MYT-FREE-WARD", "MYT-CLOSE-PASSIVE", "MYT-RANGED-SHIELD")
    always = True

    def in_exchange(self, scene: Scene, actor: str) -> bool:
        thrown = ((exchange, key) for exchange in scene.exchanges.values() for key in exchange.answers)
        return not any(strikes_at(exchange, actor, key, (ATTACK,)) for exchange, key in thrown)

    def _held(self, scene: Scene, actor: str) -> list[Weapon]:
        carried = arms.weapons(scene.sheet(actor), scene.settings)
        return [weapon for weapon in carried if weapon.in_hand and not weapon.natural and not weapon.ranged]

    def _weapon_choices(self, scene: Scene, actor: str) -> tuple[Choice, ...]:
        return tuple(
            Choice(
                weapon.key,
                weapon.label,
                limbs.why_unusable(scene, actor, weapon) or _why_striking(scene, actor, weapon),
                _places(weapon),
            )
            for weapon in self._held(scene, actor)
        )

    def _may_crouch(self, scene: Scene, actor: str) -> bool:
        """MYT-CLOSE-PASSIVE: only those on their feet crouch, and nobody in the middle of an act."""
        busy = any(exchange.action.actor == actor for exchange in scene.exchanges.values())
        return not (busy or PRONE.of(scene, actor) or MOUNTED.of(scene, actor))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        body = sheets.labels(scene.sheet(actor))
        able = self._may_crouch(scene, actor)
        most = min(len(body), max((guarded_count(weapon, able) for weapon in self._held(scene, actor)), default=1))
        places = {"none": _("nothing")} | body
        low = flag("crouched", _("Crouching behind it"), rule="MYT-CLOSE-PASSIVE")
        return (
            Field("weapon", _("With what"), "choice", choices=self._weapon_choices(scene, actor), rule="MYT-FREE-WARD"),
            *(
                choice(f"place{place}", _("Location guarded"), places, "none", "MYT-CLOSE-PASSIVE")
                for place in range(1, most + 1)
            ),
            *((low,) if able else ()),
        )

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return picks.why_no_reaction(scene, actor) or (None if self._held(scene, actor) else NO_WEAPON)

    def cost(self, scene: Scene, action: Action) -> Effects:
        """MYT-CLOSE-PASSIVE: raise ``Refused`` for more locations than it guards."""
        actor, args, low = action.actor, action.args, bool(action.args.get("crouched"))
        weapon = arms.find(scene.sheet(actor), str(args["weapon"]), scene.settings)
        if weapon is None:
            raise Refused(NO_WEAPON, "weapon")
        places, most = _named_places(args), guarded_count(weapon, low)
        if len(places) > most:
            few = ngettext("It guards only %(count)s location.", "It guards only %(count)s locations.", most)
            raise Refused(few, f"place{most + 1}")
        low &= bool(places)
        before = WARDS.rows(scene, actor).get(weapon.key) or ()
        if places == tuple(before) and low == bool(CROUCHED.of(scene, actor)):
            raise Refused(_("It guards just this already.") if places else _("It guards nothing."), "place1")
        return Ward(actor, weapon.key, places), Crouched(actor, low)

    def title(self, scene: Scene, action: Action) -> Text | None:
        guards = bool(_named_places(action.args))
        return title_text(_("%(who)s takes a guard") if guards else _("%(who)s ends a guard"), scene, action)


def _named_places(args: Data) -> tuple[str, ...]:
    """MYT-FREE-WARD: the locations named in a form, each once."""
    chosen = (str(value) for key, value in sorted(args.items()) if key.startswith("place") and value != "none")
    return tuple(dict.fromkeys(chosen))


def _why_striking(scene: Scene, fighter: str, weapon: Weapon) -> Text | None:
    """MYT-CLOSE-PASSIVE/ends: what is about to strike does not guard besides."""
    mine = (exchange.action for exchange in scene.exchanges.values() if exchange.action.actor == fighter)
    return _("Used in this attack.") if any(row.args.get("weapon") == weapon.key for row in mine) else None


def _places(weapon: Weapon) -> Text:
    return ngettext("%(count)s location", "%(count)s locations", guarded_count(weapon))


class LetDrop(FreeAct):
    """MYT-FREE-DROP: not out of an exchange one is part of."""

    kind = "drop"
    label = _("Drop a weapon")
    rules = ("MYT-FREE-DROP",)
    always = True

    def in_exchange(self, scene: Scene, actor: str) -> bool:
        return is_apart(scene, actor)

    def _rows(self, scene: Scene, actor: str) -> tuple[Choice, ...]:
        carried = arms.weapons(scene.sheet(actor), scene.settings)
        return tuple(Choice(row.key, row.label) for row in carried if row.in_hand and not row.natural)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (Field("weapon", _("Weapon"), "choice", choices=self._rows(scene, actor), rule="MYT-FREE-DROP"),)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return None if self._rows(scene, actor) else NO_WEAPON

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Drop(action.actor, str(action.args["weapon"])),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s drops a weapon"), scene, action)


class Speak(FreeAct):
    kind = "speak"
    label = _("Speak")
    rules = ("MYT-FREE-SPEAK",)
    always = True

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (text("note", _("What"), most=120, required=True, rule="MYT-FREE-SPEAK"),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return _("%(who)s: “%(words)s”", who=scene.name(action.actor), words=str(action.args["note"]))


class Signal(Speak):
    """MYT-FREE-SIGNAL: not while engaged."""

    kind = "signal"
    label = _("Signal")
    rules = ("MYT-FREE-SIGNAL",)

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        seen = {who: name_text(scene, who) for who in initiative.seen_by(scene, actor)}
        to = {"all": _("everybody who sees it")} | seen
        return (*super().fields(scene, actor), choice("to", _("To whom"), to, "all", "MYT-FREE-SIGNAL"))

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return _("Engaged.") if initiative.engaged_enemies(scene, actor) else None


class LetUp(FreeAct):
    """MYT-CLOSE-LEAP: a fighter who was borne down may be let go."""

    kind = "release"
    label = _("Let somebody up")
    rules = ("MYT-CLOSE-LEAP",)

    def _rows(self, scene: Scene, actor: str) -> tuple[Choice, ...]:
        return tuple(Choice(who, name_text(scene, who)) for who in scene.fighters if UNDER.of(scene, who) == actor)

    def concerns(self, scene: Scene, actor: str) -> bool:
        return bool(self._rows(scene, actor))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (Field("other", _("Whom"), "choice", choices=self._rows(scene, actor), rule="MYT-CLOSE-LEAP"),)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Under(str(action.args["other"]), None),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s lets somebody up"), scene, action)


class LetGo(FreeAct):
    """MYT-FX-GRIP, MYT-FX-ENTANGLE, MYT-FX-PIN-WEAPON: a holder may let go."""

    kind = "let_go"
    label = _("Let go")
    rules = ("MYT-FX-GRIP",)

    def _rows(self, scene: Scene, actor: str) -> tuple[Choice, ...]:
        return tuple(
            Choice(f"{kind}-{who}-{key}", name_text(scene, who))
            for who in scene.fighters
            for kind, key in _held_by(scene, who, actor)
        )

    def concerns(self, scene: Scene, actor: str) -> bool:
        return bool(self._rows(scene, actor))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (Field("what", _("Whom"), "choice", choices=self._rows(scene, actor), rule="MYT-FX-GRIP"),)

    def cost(self, scene: Scene, action: Action) -> Effects:
        kind, whom, key = str(action.args["what"]).split("-", 2)
        return (Freed(whom, kind, key),)

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s lets go"), scene, action)


def _held_by(scene: Scene, victim: str, fighter: str) -> list[tuple[str, str]]:
    rows = [("gripped", key) for key in GRIPPED.rows(scene, victim) if key == fighter]
    rows += [("entangled", key) for key, row in limbs.snares(scene, victim).items() if row["by"] == fighter]
    return rows + [("pinned", key) for key, by in PINNED.rows(scene, victim).items() if by == fighter]


class PreparedCounters(FreeAct):
    """MYT-FX-PREPARE-COUNTER, MYT-UI-17: the effect to be countered, shown only to the fighter's player."""

    kind = COUNTERS.key
    label = _("Counters prepared in secret")
    rules = ("MYT-FX-PREPARE-COUNTER",)

    def concerns(self, scene: Scene, actor: str) -> bool:
        return bool(COUNTERS.rows(scene, actor))

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        rows = tuple(
            _("%(who)s: %(effect)s", who=scene.name(other), effect=EFFECTS[key].label)
            for other, waiting in COUNTERS.rows(scene, actor).items()
            for key, times in waiting.items()
            for _copy in range(int(times))
        )
        return _("%(parts)s", parts=rows)
