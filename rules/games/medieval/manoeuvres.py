"""Manoeuvres in general: what speaks against one, what it costs, and what it is worth while the round lasts."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.check import Modifier
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect
from rules.core.text import Text
from rules.games.medieval import chain, initiative
from rules.games.medieval import sheet as sheets
from rules.games.medieval.schema import SCHEMA
from rules.games.medieval.settings import setting
from rules.games.medieval.tables import GUARDS, MANOEUVRES, REACTIVE, REFUSALS
from rules.games.medieval.text import _


def rank(sheet: Data, key: str) -> int:
    """MED-MAN-02: how often a manoeuvre was bought."""
    return int(SCHEMA.value(sheet, f"manoeuvres.{key}"))


def price(key: str, times: int) -> int:
    """MED-MAN-01: the combat points that a manoeuvre reserves, an Assault for each of its attacks."""
    return MANOEUVRES[key].pc * times


def refund(key: str) -> int:
    """MED-MAN-06: what comes back on the failing branch of a manoeuvre."""
    row = MANOEUVRES[key]
    return row.pc - row.failed if row.failed is not None else 0


def refusal(
    scene: Scene, fighter: str, key: str, moment: int, *, target: str = "", engagement: str = "", times: int = 1
) -> str:
    """The first reason against a manoeuvre by its code, in the order of the rules; empty where there is none.

    ``times`` are the attacks of an Assault, 1 for any other manoeuvre.
    """
    return next(_reasons(scene, fighter, key, moment, target, engagement, times), "")


def why_not(
    scene: Scene, fighter: str, key: str, moment: int, *, target: str = "", engagement: str = ""
) -> Text | None:
    """The same as a sentence, of an Assault with one attack."""
    code = refusal(scene, fighter, key, moment, target=target, engagement=engagement)
    return REFUSALS[code] if code else None


def _reasons(
    scene: Scene, fighter: str, key: str, moment: int, target: str, engagement: str, times: int
) -> Iterator[str]:
    row, sheet = MANOEUVRES[key], scene.sheet(fighter)
    if not rank(sheet, key):
        yield "NOT_OWNED"
    if used(scene, fighter):
        yield "ONE_PER_ROUND"
    if moment > row.when:
        yield "TOO_LATE"
    if engagement and engagement not in row.engagements:
        yield "WRONG_ENGAGEMENT"
    if target and row.answers and out_of_order(scene, fighter, target):
        yield "ORDER"
    if target and key == "destabilisation" and initiative.mark(scene, target, "destabilised"):
        yield "ALREADY_DESTABILISED"
    if key == "enchainement" and not state(scene, fighter).is_ready:
        yield "CHAIN_NOT_READY"
    if times > row.most:
        yield "MAX_RANK"
    if times > rank(sheet, key):
        yield "NOT_ENOUGH_RANKS"
    if sheets.pc(sheet) < price(key, times):
        yield "NOT_ENOUGH_PC"
    if key in GUARDS and initiative.holders(scene, fighter):
        yield "HELD"


def used(scene: Scene, fighter: str) -> str:
    """MED-MAN-03: the manoeuvre that a fighter has used in this round."""
    return str(initiative.mark(scene, fighter, "turn.manoeuvre") or "")


def aimed_at(scene: Scene, fighter: str) -> str:
    """The opponent that the manoeuvre of this round is aimed at."""
    return str(initiative.mark(scene, fighter, "turn.against") or "")


def out_of_order(scene: Scene, fighter: str, target: str) -> bool:
    """MED-MAN-05: whether an opponent acts too late for a manoeuvre that answers his attack."""
    strict = setting(scene.settings, "manoeuvre.order_strict")
    return bool(strict) and not initiative.precedes(scene, target, fighter)


def state(scene: Scene, fighter: str) -> chain.Chain:
    """MED-MANOEUVRE-ENCHAINEMENT: the chain of a fighter."""
    return chain.read(initiative.mark(scene, fighter, "chain"))


def spend(fighter: str, key: str, times: int = 1) -> tuple[Effect, ...]:
    """MED-MAN-01, 03: a manoeuvre is paid and used up."""
    paid = Effect("pc", fighter, {"by": -price(key, times), "why": key})
    return (Effect("manoeuvre", fighter, {"key": key}), paid)


def give_back(fighter: str, key: str) -> tuple[Effect, ...]:
    """MED-MAN-06: the failing branch of a manoeuvre costs less."""
    points = refund(key)
    return (Effect("pc", fighter, {"by": points, "why": key}),) if points else ()


def unsettled(scene: Scene) -> tuple[Effect, ...]:
    """MED-MAN-06: what the end of a round gives back: attacks not made, and answers to an attack that never came."""
    effects: list[Effect] = []
    for one in scene.fighters:
        left = unused(scene, one)
        effects += [Effect("pc", one, {"by": left, "why": "assaut"})] if left else []
        if waits(scene, one):
            effects += give_back(one, used(scene, one))
    return tuple(effects)


def unused(scene: Scene, fighter: str) -> int:
    """MED-MANOEUVRE-ASSAUT: the attacks that were paid and not made; the one that an approach has left is free."""
    left = int(initiative.mark(scene, fighter, "turn.assault") or 0)
    return max(0, left - bool(initiative.mark(scene, fighter, "turn.free")))


def given_up(scene: Scene, attacker: str) -> tuple[Effect, ...]:
    """MED-MAN-06: what comes back to those who waited for an attack of an Assault that will not come any more."""
    met = initiative.mark(scene, attacker, "turn.assailed") or {}
    waiting = [one for one in scene.fighters if one in met and waits(scene, one) and aimed_at(scene, one) == attacker]
    return tuple(effect for one in waiting for effect in missed(scene, one, hit=False))


def missed(scene: Scene, user: str, hit: bool) -> tuple[Effect, ...]:
    """MED-MAN-06, MED-MANOEUVRE-OEIL: the failing branch of a manoeuvre that waited for an attack."""
    key = used(scene, user)
    lost = key == "oeil" and not hit and not setting(scene.settings, "oeil.keeps_attack_on_miss")
    return (Effect("settled", user), *give_back(user, key), *((Effect("attacked", user),) if lost else ()))


def idled(scene: Scene, fighter: str) -> tuple[Effect, ...]:
    """MED-MAN-07: the combat points that a round of inaction brings, where the house has it so."""
    busy = any(initiative.mark(scene, fighter, f"turn.{key}") for key in _BUSY)
    by = int(setting(scene.settings, "pc.per_idle_round"))
    points = 0 if busy else min(by, int(SCHEMA.value(scene.sheet(fighter), "pc.max")) - sheets.pc(scene.sheet(fighter)))
    return (Effect("pc", fighter, {"by": points}),) if points > 0 else ()


_BUSY = ("acted", "approached", "assault", "attacked", "extra", "manoeuvre", "moved")


def waits(scene: Scene, fighter: str) -> bool:
    """Whether a fighter's manoeuvre still waits for the attack of the opponent it names."""
    open_one = used(scene, fighter) in REACTIVE
    return open_one and not initiative.mark(scene, fighter, "turn.settled")


# What manoeuvres of the start of the round are worth until it ends: to an attack, then to the Defence.

STANCES: dict[str, tuple[int, int]] = {"esquive": (-5, 5), "rage": (5, -5)}
FEINT = (5, -5)


def attack_terms(scene: Scene, fighter: str, target: str) -> tuple[Modifier, ...]:
    """MED-MANOEUVRE-ESQUIVE, RAGE, FEINTE: what declared manoeuvres change in an attack."""
    terms = list(stance(scene, fighter))
    if _feints(scene, target, fighter):
        terms.append(_term("feinte", FEINT[0]))
    return tuple(terms)


def stance(scene: Scene, fighter: str) -> tuple[Modifier, ...]:
    """MED-MANOEUVRE-ESQUIVE, RAGE: what a declared stance changes in every attack of a fighter, wrestling included."""
    mine = used(scene, fighter)
    return (_term(mine, STANCES[mine][0]),) if mine in STANCES else ()


def circumstances(scene: Scene, fighter: str, what: str) -> Modifier:
    """MED-ATT-04: what weighs on a fighter's ``attack`` or ``defence`` by the game master's word: poison, sorcery."""
    found = initiative.mark(scene, fighter, "modifier") or {}
    why = str(found.get("why", ""))
    label = _("%(why)s", why=why) if why else _("Circumstances")
    return Modifier(label, int(found.get(what, 0)), "MED-ATT-04")


def _feints(scene: Scene, fighter: str, target: str) -> bool:
    return used(scene, fighter) == "feinte" and aimed_at(scene, fighter) == target


def _taken_in(scene: Scene, fighter: str, feinter: str) -> bool:
    """MED-MANOEUVRE-FEINTE: whether a feint counts by now: its opponent attacks first, then defends."""
    attacked = initiative.mark(scene, fighter, f"turn.assailed.{feinter}")
    return bool(attacked) or not setting(scene.settings, "feinte.after_attack")


def defence_terms(scene: Scene, fighter: str, attacker: str, melee: bool) -> tuple[Modifier, ...]:
    """MED-MANOEUVRE-ESQUIVE to DESTABILISATION: what declared manoeuvres change in a Defence, ``melee`` or natural."""
    mine, sheet = used(scene, fighter), scene.sheet(fighter)
    terms = [_term(mine, STANCES[mine][1])] if mine in STANCES else []
    if mine in _BLOCKS and melee:
        terms.append(_term(mine, sheets.trait(sheet, _BLOCKS[mine])))
    if _feints(scene, attacker, fighter) and _taken_in(scene, fighter, attacker):
        terms.append(_term("feinte", FEINT[1]))
    if by := destabilised(scene, fighter):
        terms.append(_term("destabilisation", -by))
    return tuple(terms)


def action_terms(scene: Scene, fighter: str, key: str) -> tuple[Modifier, ...]:
    """MED-MANOEUVRE-ATTAQUE-FORCE, ATTAQUE-HABILE, ENCHAINEMENT: what a manoeuvre adds to its own attack."""
    if key == "enchainement":  # by now the declaration counts already
        return (_term(key, chain.STEP * state(scene, fighter).count),)
    if key in _ADDS:
        return (_term(key, sheets.trait(scene.sheet(fighter), _ADDS[key])),)
    return ()


_BLOCKS = {"blocage_force": "force", "defense_habile": "intelligence"}
_ADDS = {"attaque_force": "force", "attaque_habile": "intelligence"}


def destabilised(scene: Scene, fighter: str) -> int:
    """MED-MANOEUVRE-DESTABILISATION: by how much a Defence is lowered now, for one round or for the fight."""
    found = initiative.mark(scene, fighter, "destabilised") or {}
    lasts = setting(scene.settings, "destabilisation.duration") == "fight" or found.get("round") == scene.round
    return int(found.get("by", 0)) if lasts else 0


def regained(sheet: Data, settings: Data, hours: int, night: bool) -> int:
    """MED-MAN-07: the combat points that rest brings to somebody, his maximum at most."""
    most, now = int(SCHEMA.value(sheet, "pc.max")), sheets.pc(sheet)
    slept = (most if setting(settings, "pc.night") == "all" else sheets.half(most, settings)) if night else 0
    return max(0, min(most - now, slept + hours * int(setting(settings, "pc.per_hour"))))


def _term(key: str, by: int) -> Modifier:
    rule = f"MED-MANOEUVRE-{key.upper().replace('_', '-')}"
    return Modifier(MANOEUVRES[key].label, by, rule)
