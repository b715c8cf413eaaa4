"""What the game master does to run a fight: opening, order, rounds, care, ground, contact, and rest beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from rules.core.check import Breakdown, Check, Modifier
from rules.core.errors import Refused
from rules.core.game import Offer
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Effect, Script
from rules.core.sheet import Choice, Field
from rules.core.text import Text
from rules.games.medieval import checks, damage, initiative, manoeuvres
from rules.games.medieval import sheet as sheets
from rules.games.medieval.dying import curable, passed_over
from rules.games.medieval.schema import SCHEMA
from rules.games.medieval.sheet import DEAD, DYING
from rules.games.medieval.tables import TERRAINS, TRAITS
from rules.games.medieval.text import _

Effects = tuple[Effect, ...]


def offers(scene: Scene, stage: str, up: tuple[str, ...]) -> tuple[Offer, ...]:
    """What the game master may do now; ``up`` are those whose turn it is."""
    busy = _("An action is still open.") if scene.exchanges else None
    found = _resting(scene) if stage == "before" else _running(scene, stage, up)
    return tuple(offer if offer.interrupts else replace(offer, refused=busy or offer.refused) for offer in found)


def cost(scene: Scene, action: Action) -> Effects:
    """What an act of the game master changes. Raises ``Refused`` for somebody paired with himself."""
    return _COSTS[action.kind](scene, action.args)


def script(scene: Scene, action: Action) -> Script[Effects] | None:
    """MED-INIT-01: the one procedure that the game master opens."""
    return determine(scene) if action.kind == "order" else None


def title(scene: Scene, action: Action) -> Text | None:
    """An act of the game master as one sentence."""
    if action.kind == "new_round":
        sequence, place = initiative.sequence(scene.round + 1)
        seconds = initiative.seconds(scene.round)
        return _(
            "Sequence %(sequence)s, round %(round)s, after %(seconds)s s",
            sequence=sequence,
            round=place,
            seconds=seconds,
        )
    if action.kind == "terrain":
        ground, who = TERRAINS[action.args["terrain"]], action.args.get("fighter", ALL)
        if who != ALL:
            return _("Ground under %(who)s: %(terrain)s", who=scene.name(who), terrain=ground)
        return _("Ground: %(terrain)s", terrain=ground)
    words, who = _TITLES.get(action.kind), action.args.get("fighter")
    if who == ALL:
        return _("Everybody rests")
    return replace(words, params=(("who", scene.name(who)),)) if words and who else words


# Forms.


def _resting(scene: Scene) -> tuple[Offer, ...]:
    hours = Field("hours", _("Hours without fighting"), default=0, least=0, most=24)
    night = Field("night", _("A night’s rest"), "flag", default=False)
    fields = (replace(hours, rule="MED-MAN-07"), replace(night, rule="MED-MAN-07"))
    refused = None if scene.fighters else _("Nobody is here to fight.")
    ready = [one for one in scene.fighters if int(SCHEMA.value(scene.sheet(one), "niveau")) < _MOST_LEVEL]
    return (
        Offer("start", "gm", _("Start the fight"), refused=refused),
        _resters(scene, *fields),
        _about("level_up", _("One more level"), scene, ready),
        *_hand(scene),
    )


def _resters(scene: Scene, *fields: Field) -> Offer:
    """MED-MAN-07: one fighter rests, or everybody."""
    offer = _about("rest", _("Rest"), scene, scene.fighters, *fields)
    who = replace(offer.fields[0], choices=(_EVERYBODY, *offer.fields[0].choices), default=ALL)
    return replace(offer, fields=(who, *offer.fields[1:])) if offer.refused is None else offer


def _hand(scene: Scene) -> tuple[Offer, Offer]:
    """MED-DMG-03, MED-DEATH-07: what the game master deals and gives back, in a fight and beside it."""
    amount = Field("amount", _("Hit points given back"), default=1, least=0, most=200)
    return (
        _about("damage", _("Damage"), scene, _alive(scene), *_HURT),
        _about("heal", _("Give hit points back"), scene, curable(scene), amount),
    )


ALL = "all"
_EVERYBODY = Choice(ALL, _("Everybody"))


_MOST_LEVEL = 20


def _running(scene: Scene, stage: str, up: tuple[str, ...]) -> tuple[Offer, ...]:
    waiting = _("Not everybody has acted.") if stage != "end" else None
    return (
        *_opening(stage),
        Offer("new_round", "gm", _("New round"), refused=waiting),
        Offer("end", "gm", _("End the fight")),
        _about("skip", _("Pass over"), scene, up),
        *_hand(scene),
        _circumstances(scene),
        Offer("terrain", "gm", _("Ground"), (_whose(scene, "fighter", _("Under")), _terrain())),
        _contact(scene),
        _about("posture", _("Standing or on the ground"), scene, scene.fighters, _posture()),
        _about("unseen", _("Nobody has spotted"), scene, scene.fighters, _whose(scene, "by", _("By whom")), _off()),
        _about("release", _("End a hold"), scene, _victims(scene)),
    )


_HURT = (
    Field("amount", _("Hit points lost"), default=1, least=1, most=200, rule="MED-DMG-03"),
    Field("reduced", _("Armour counts"), "flag", default=False, rule="MED-DMG-03"),
)


def _alive(scene: Scene) -> tuple[str, ...]:
    return tuple(one for one in scene.fighters if initiative.vital(scene, one) != DEAD)


def _opening(stage: str) -> tuple[Offer, ...]:
    found = []
    if stage == "order":
        found.append(Offer("order", "gm", _("Determine the order of combat")))
    if stage == "declarations":
        found.append(Offer("close", "gm", _("Nobody else declares")))
    return tuple(found)


def _about(kind: str, label: Text, scene: Scene, whom: Iterable[str], *fields: Field) -> Offer:
    who = _fighter(scene, "fighter", _("Fighter"), whom)
    refused = None if who.choices else _("This concerns nobody now.")
    return Offer(kind, "gm", label, (who, *fields), refused)


def _fighter(scene: Scene, key: str, label: Text, whom: Iterable[str]) -> Field:
    rows = tuple(Choice(one, _("%(who)s", who=scene.name(one))) for one in whom)
    return Field(key, label, "choice", choices=rows)


def _whose(scene: Scene, key: str, label: Text) -> Field:
    """One fighter, or everybody where nothing is said."""
    field = _fighter(scene, key, label, scene.fighters)
    return replace(field, choices=(_EVERYBODY, *field.choices), default=ALL)


def _circumstances(scene: Scene) -> Offer:
    """MED-ATT-04: poison, sorcery or a galloping horse, said once for all attacks, also while dice are waited for."""
    lasts = (Choice("round", _("This round")), Choice("fight", _("The fight")))
    offer = _about(
        "modifier", _("Lasting modifier"), scene, scene.fighters,
        Field("attack", _("On attacks"), default=0, least=-30, most=30, rule="MED-ATT-04"),
        Field("defence", _("On the Defence"), default=0, least=-30, most=30, rule="MED-ATT-04"),
        Field("lasts", _("How long"), "choice", "round", choices=lasts),
        Field("why", _("Why"), "text", most=80),
    )  # fmt: skip
    return replace(offer, interrupts=True)


def _terrain() -> Field:
    rows = tuple(Choice(key, label) for key, label in TERRAINS.items())
    return Field("terrain", _("Ground"), "choice", choices=rows, rule="MED-MOVE-01")


def _contact(scene: Scene) -> Offer:
    offer = _about("contact", _("Contact in melee"), scene, scene.fighters)
    rows = (
        Choice("engaged", _("They are in contact")),
        Choice("apart", _("They break contact")),
    )
    state = Field("state", _("Contact"), "choice", choices=rows, rule="MED-MOVEACT-03")
    other = _fighter(scene, "other", _("and"), scene.fighters)
    return replace(offer, fields=(*offer.fields, other, state))


def _posture() -> Field:
    rows = (
        Choice("prone", _("On the ground")),
        Choice("standing", _("Standing")),
    )
    return Field("posture", _("Posture"), "choice", choices=rows, rule="MED-LUTTE-PROJ-01")


def _off() -> Field:
    return Field("off", _("No longer"), "flag", default=False, rule="MED-SNEAK-01")


def _victims(scene: Scene) -> tuple[str, ...]:
    return tuple(one for one in scene.fighters if initiative.holders(scene, one))


# The order of combat.


def determine(scene: Scene) -> Script[Effects]:
    """MED-INIT-01 to 03: initiative of those who want it, then wisdom among several who left it, in listed order."""
    rolling, leaving = initiative.rolling(scene), _leaving(scene)
    quick = [_check(scene, one, "vitesse", _("Initiative")) for one in rolling]
    effects: list[Effect] = []
    if quick:
        label = _("Initiative")
        throws = yield tuple(checks.throw(check, f"initiative-{check.actor}", label) for check in quick)
        for check, faces in zip(quick, throws, strict=True):
            outcome = checks.total(check, faces)
            effects += (
                Effect("outcome", check.actor, outcome),
                Effect("init", check.actor, {"roll": outcome.margin}),
            )
    effects += (Effect("init", one, {"leave": True}) for one in leaving)
    wise = [_check(scene, one, "sagesse", _LEFT) for one in initiative.yielding(scene)]
    if wise:
        throws = yield tuple(checks.throw(check, f"wisdom-{check.actor}", _LEFT) for check in wise)
        for check, faces in zip(wise, throws, strict=True):
            outcome = checks.total(check, faces)
            effects += (
                Effect("outcome", check.actor, outcome),
                Effect("init", check.actor, {"leave": True, "wisdom": outcome.margin}),
            )
    return tuple(effects)


_LEFT = _("Wisdom: the initiative was left")


def _leaving(scene: Scene) -> tuple[str, ...]:
    return tuple(one for one in initiative.unplaced(scene) if initiative.chose(scene, one) == "leave")


def _check(scene: Scene, fighter: str, trait: str, what: Text) -> Check:
    sheet = scene.sheet(fighter)
    base = Modifier(TRAITS[trait], sheets.trait(sheet, trait), "MED-INIT-01")
    target = Breakdown(base).plus(sheets.fatigue(sheet, scene.settings))
    return Check(fighter, trait, what, target, adds=True)


# What it changes.


def _next_round(scene: Scene, _args: Data) -> Effects:
    """MED-MAN-06, MED-DEATH-04: what is owed is settled, and those who are dying will have to roll."""
    dying = (Effect("death_owed", one) for one in scene.fighters if initiative.vital(scene, one) == DYING)
    return (*manoeuvres.unsettled(scene), Effect("round", "gm", scene.round + 1), *dying)


def _starts(scene: Scene, _args: Data) -> Effects:
    dying = (Effect("death_owed", one) for one in scene.fighters if initiative.vital(scene, one) == DYING)
    return (Effect("round", "gm", 1), *dying)


def _closes(scene: Scene, _args: Data) -> Effects:
    silent = (one for one in scene.fighters if not initiative.mark(scene, one, "turn.declared"))
    return tuple(Effect("declare", one, {}) for one in silent)


def _contacts(_scene: Scene, args: Data) -> Effects:
    if args["fighter"] == args["other"]:
        raise Refused(_("Two different fighters are needed."), "other")
    return (Effect("engage" if args["state"] == "engaged" else "disengage", args["fighter"], args["other"]),)


def _rests(scene: Scene, args: Data) -> Effects:
    """MED-MAN-07: combat points come back to one fighter, or to everybody."""
    resting = scene.fighters if args["fighter"] == ALL else (args["fighter"],)
    hours, night = int(args["hours"]), args["night"]
    gained = {one: manoeuvres.regained(scene.sheet(one), scene.settings, hours, night) for one in resting}
    return tuple(Effect("pc", one, {"by": points}) for one, points in gained.items())


def _grounds(_scene: Scene, args: Data) -> Effects:
    """MED-MOVE-01: the ground of the fight, or that of one fighter."""
    who = args.get("fighter", ALL)
    return (Effect("terrain", "gm", args["terrain"]) if who == ALL else Effect("ground", who, args["terrain"]),)


def _spots(_scene: Scene, args: Data) -> Effects:
    """MED-SNEAK-01: whether everybody, or one adversary, has spotted a fighter."""
    by = args.get("by", ALL)
    value = None if by == ALL else {"by": by}
    return (Effect("spotted" if args["off"] else "unseen", args["fighter"], value),)


def _weighs(_scene: Scene, args: Data) -> Effects:
    said = {key: args[key] for key in ("attack", "defence", "lasts", "why")}
    return (Effect("modifier", args["fighter"], said),)


def _hurts(scene: Scene, args: Data) -> Effects:
    """MED-DMG-03, 05: damage that the game master deals."""
    lost = Breakdown(Modifier(_("Damage"), int(args["amount"]), "MED-DMG-03"))
    if args["reduced"]:
        lost = damage.after_armour(lost, scene.sheet(args["fighter"]))
    lines = {"lines": lost} if lost.modifiers else {}
    return (Effect("damage", args["fighter"], {"damage": lost.total, **lines}),)


_COSTS: dict[str, Callable[[Scene, Data], Effects]] = {
    "start": _starts,
    "order": lambda _scene, _args: (),
    "close": _closes,
    "new_round": _next_round,
    "end": lambda scene, _args: (*manoeuvres.unsettled(scene), Effect("over", "gm")),
    "skip": lambda scene, args: (*passed_over(scene, args["fighter"]), Effect("skip", args["fighter"])),
    "damage": _hurts,
    "heal": lambda _scene, args: (Effect("heal", args["fighter"], {"amount": int(args["amount"])}),),
    "terrain": _grounds,
    "modifier": _weighs,
    "contact": _contacts,
    "posture": lambda _scene, args: (Effect("prone", args["fighter"], args["posture"] == "prone"),),
    "unseen": _spots,
    "release": lambda _scene, args: (Effect("free", args["fighter"]),),
    "rest": _rests,
    "level_up": lambda _scene, args: (Effect("level_up", args["fighter"]),),
}
_TITLES: dict[str, Text] = {
    "start": _("The fight begins"),
    "order": _("The order of combat is determined"),
    "close": _("Nobody else declares a manoeuvre"),
    "end": _("The fight is over"),
    "skip": _("%(who)s is passed over"),
    "damage": _("%(who)s takes damage"),
    "heal": _("%(who)s is healed"),
    "contact": _("Contact in melee"),
    "posture": _("%(who)s"),
    "unseen": _("%(who)s"),
    "release": _("%(who)s"),
    "rest": _("%(who)s rests"),
    "modifier": _("%(who)s"),
    "level_up": _("%(who)s gains a level"),
}
