"""What the game master does to run a fight: start, rounds, surprise, who is in contact, and passing somebody over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from rules.core.dice import Dice
from rules.core.errors import Refused
from rules.core.game import Offer
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Effect, Roll, Script
from rules.core.sheet import Choice, Field
from rules.core.text import Text
from rules.games.mythras import initiative, limbs
from rules.games.mythras import sheet as sheets
from rules.games.mythras.arms import OBJECTS
from rules.games.mythras.grades import GRADES
from rules.games.mythras.situations import CLOSE, RANGED
from rules.games.mythras.text import _

Effects = tuple[Effect, ...]
D10 = Dice(1, 10)


def offers(scene: Scene) -> tuple[Offer, ...]:
    """What the game master may do now."""
    busy = _("An action is still open.") if scene.exchanges else None
    found = _running(scene) if initiative.is_running(scene) else (_start(scene),)
    return tuple(replace(offer, refused=busy or offer.refused) for offer in found)


def cost(scene: Scene, action: Action) -> Effects:
    """What an act of the game master changes at once."""
    return _COSTS[action.kind](scene, action.args)


def title(scene: Scene, action: Action) -> Text | None:
    """An act of the game master as one sentence."""
    words, who = _TITLES.get(action.kind), action.args.get("fighter")
    who = who if who in scene.fighters else None
    return replace(words, params=(("who", scene.name(who)),)) if words and who else words


def begin(scene: Scene, args: Data) -> Script[Effects]:
    """MYT-INIT-01, 02: everybody rolls initiative; equals with the same DEX roll again until one is higher."""
    return (yield from _roll_for(scene, tuple(scene.fighters), args))


def late(scene: Scene, args: Data) -> Script[Effects]:
    """MYT-INIT-01: somebody who came later rolls."""
    return (yield from _roll_for(scene, (str(args["fighter"]),), {}))


def _tie(scene: Scene, number: int, one: str, equal: tuple[str, ...]) -> Roll:
    """Who is equal to somebody hidden alone does not roll himself: his die would tell that somebody is there."""
    seen = [other for other in equal if not scene.fighters[other].hidden]
    unseen = seen == [one]
    return Roll(f"tie{number}-{one}", "gm" if unseen else one, D10, _("Tie"), secret=unseen)


def _roll_for(scene: Scene, who: tuple[str, ...], args: Data) -> Script[Effects]:
    label = _("Initiative")
    faces = yield tuple(Roll(f"initiative-{one}", one, D10, label) for one in who)
    ranks = {one: _rank(scene, one, die, args) for one, (die,) in zip(who, faces, strict=True)}
    ranks |= _equals(scene, ranks)
    ties: dict[str, tuple[int, ...]] = dict.fromkeys(ranks, ())
    for number in range(1, 6):
        counts = Counter((ranks[one], ties[one]) for one in ranks)
        equal = tuple(one for one in ranks if counts[ranks[one], ties[one]] > 1)
        if not equal:
            break
        again = yield tuple(_tie(scene, number, one, equal) for one in equal)
        ties |= {one: (*ties[one], die) for one, (die,) in zip(equal, again, strict=True)}
    return tuple(
        Effect("initiative", one, _scored(ranks[one][0], ties[one], bool(args.get(f"surprised_{one}"))))
        for one in ranks
    )


def _scored(init: int, dice: tuple[int, ...], surprised: bool) -> Data:
    found = {"init": init, "tie": _one_number(dice)}
    return {**found, "slowed": 10} if surprised else found


def _equals(scene: Scene, ranks: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """MYT-INIT-02: those who were there and are equal to somebody who comes later throw with them."""
    there = (one for one in scene.fighters if one not in ranks and initiative.mark(scene, one, "init") is not None)
    return {one: rank for one in there if (rank := initiative.rank(scene, one)[:2]) in ranks.values()}


def _rank(scene: Scene, fighter: str, die: int, args: Data) -> tuple[int, int]:
    sheet = scene.sheet(fighter)
    surprised = 10 if args.get(f"surprised_{fighter}") else 0
    bonus = sheets.initiative_bonus(sheet, scene.settings).total
    return die + bonus - surprised, sheets.characteristic(sheet, "dex")


def _one_number(dice: tuple[int, ...]) -> int:
    """The dice rolled between equals as one number that orders like them."""
    return sum(die * 11 ** (5 - place) for place, die in enumerate(dice))


def _start(scene: Scene) -> Offer:
    """MYT-UI-01, MYT-CLOSE-SURPRISE: who is surprised is said before initiative is rolled."""
    refused = None if scene.fighters else _("Nobody is here to fight.")
    fields = tuple(
        Field(
            f"surprised_{one}",
            _("%(who)s is surprised", who=scene.name(one)),
            "flag",
            default=False,
            rule="MYT-CLOSE-SURPRISE",
        )
        for one in scene.fighters
    )
    return Offer("start", "gm", _("Start the fight"), fields, refused)


def _running(scene: Scene) -> tuple[Offer, ...]:
    acting = initiative.acting(scene)
    waiting = _("Somebody still has points for a turn.") if acting else None
    fresh = (one for one in scene.fighters if initiative.mark(scene, one, "init") is None)
    states = Field("state", _("State"), "choice", choices=_STATES)
    ends = Field("off", _("It ends"), "flag", default=False)
    return (
        Offer("new_round", "gm", _("New round"), refused=waiting),
        Offer("end", "gm", _("End the fight")),
        _about("skip", _("Pass over"), scene, acting),
        _about("late", _("Roll initiative for who came later"), scene, fresh),
        _about("surprise", _("Surprise somebody"), scene, _unaware(scene)),
        _contact(scene),
        _around(scene),
        _cover(scene),
        _about("again", _("Roll initiative again"), scene, _rolled(scene)),
        _rest(scene),
        _about("state", _("State begins or ends"), scene, scene.fighters, states, ends),
    )


_STATES = (
    Choice("prone", _("Prone")),
    Choice("surrendered", _("Has given up")),
    Choice("mounted", _("In the saddle")),
    Choice("formation", _("Faces a close formation")),
    Choice("helpless", _("Helpless: bound, asleep")),
    Choice("still", _("Stands still, or is unaware")),
    Choice("swimming", _("In the water")),
    Choice("cornered", _("Cornered: no room to move")),
    Choice("disadvantaged", _("At a disadvantage")),
    Choice("dropped", _("Out of the fight")),
)


def _about(kind: str, label: Text, scene: Scene, whom: Iterable[str], *fields: Field) -> Offer:
    rows = tuple(Choice(one, _("%(who)s", who=scene.name(one))) for one in whom)
    refused = None if rows else _("This concerns nobody now.")
    fighter = Field("fighter", _("Fighter"), "choice", choices=rows)
    return Offer(kind, "gm", label, (fighter, *fields), refused)


def _unaware(scene: Scene) -> tuple[str, ...]:
    return tuple(one for one in scene.fighters if not initiative.mark(scene, one, "no_offence"))


def _rolled(scene: Scene) -> tuple[str, ...]:
    return tuple(one for one in scene.fighters if initiative.mark(scene, one, "init") is not None)


def _everybody(scene: Scene) -> tuple[Choice, ...]:
    rows = (Choice(one, _("%(who)s", who=scene.name(one))) for one in scene.fighters)
    return (Choice("all", _("everybody")), *rows)


def _around(scene: Scene) -> Offer:
    """MYT-SIT-GM: where somebody is, until it is said anew: the worst of what holds counts."""
    close, shot = _("Close combat"), _("Shots, and who is shot at")
    none = (
        Choice("close-none", _("nothing special"), group=close),
        Choice("shot-none", _("nothing special"), group=shot),
    )
    rows = tuple(
        Choice(f"{key}-{name}", row[0], hint=GRADES[row[1]].label, group=group)
        for key, group, table in (("close", close, CLOSE), ("shot", shot, RANGED))
        for name, row in table.items()
    )
    who = Field("fighter", _("Fighter"), "choice", choices=_everybody(scene))
    what = Field("what", _("Situation"), "choice", choices=(*none, *rows), rule="MYT-SIT-GM")
    return Offer("around", "gm", _("Situation of somebody"), (who, what))


def _cover(scene: Scene) -> Offer:
    """MYT-ACT-TAKE-COVER: what somebody can hide behind without going anywhere."""
    none = Choice("none", _("nothing"))
    of = tuple(Choice(key, row[0]) for key, row in OBJECTS.items())
    who = Field("fighter", _("Fighter"), "choice", choices=_everybody(scene))
    what = Field("of", _("Cover at hand"), "choice", choices=(none, *of), rule="MYT-ACT-TAKE-COVER")
    return Offer("shelter", "gm", _("Cover at hand"), (who, what))


def _puts(scene: Scene, args: Data) -> Effects:
    table, _dash, key = str(args["what"]).partition("-")
    value = {"table": table, "key": "" if key == "none" else key}
    return tuple(Effect("around", one, value) for one in _meant(scene, args))


def _shelters(scene: Scene, args: Data) -> Effects:
    of = "" if args["of"] == "none" else str(args["of"])
    return tuple(Effect("shelter", one, of) for one in _meant(scene, args))


def _meant(scene: Scene, args: Data) -> tuple[str, ...]:
    return tuple(scene.fighters) if args["fighter"] == "all" else (str(args["fighter"]),)


def _contact(scene: Scene) -> Offer:
    """MYT-CLOSE-ENGAGE: the game master knows who stands next to whom."""
    offer = _about("contact", _("Engagement"), scene, scene.fighters)
    rows = tuple(Choice(one, _("%(who)s", who=scene.name(one))) for one in scene.fighters)
    other = Field("other", _("and"), "choice", choices=rows, rule="MYT-CLOSE-ENGAGE")
    apart = Field("apart", _("They are apart"), "flag", default=False)
    return replace(offer, fields=(*offer.fields, other, apart))


def _rest(scene: Scene) -> Offer:
    """MYT-HEAL-01: days of rest, once the dust has settled."""
    days = Field("days", _("Days"), default=1, least=1, most=365, rule="MYT-HEAL-01")
    return _about("rest", _("Rest and heal"), scene, scene.fighters, days)


def _states(scene: Scene, args: Data) -> Effects:
    """MYT-STYLE-FORMATION: three in close order at least, of another side."""
    fighter, state = str(args["fighter"]), str(args["state"])
    if state == "formation" and not args["off"] and not in_formation(scene, fighter):
        raise Refused(_("Fewer than three opponents fight in formation."), "state")
    return (Effect(state, fighter, not args["off"]),)


def in_formation(scene: Scene, fighter: str) -> bool:
    """MYT-STYLE-FORMATION: whether three of another side are trained to it with what they hold."""
    side = scene.fighters[fighter].side
    foes = [one for one, row in scene.fighters.items() if row.side != side and not initiative.is_out(scene, one)]
    return sum("formation_fighting" in limbs.style_traits(scene, one) for one in foes) >= 3


def _starts(scene: Scene, args: Data) -> Effects:
    surprised = [one for one in scene.fighters if args.get(f"surprised_{one}")]
    return (Effect("round", "gm", 1), *(Effect("unaware", one) for one in surprised))


def _contacts(_scene: Scene, args: Data) -> Effects:
    if args["fighter"] == args["other"]:
        raise Refused(_("Two different fighters are needed."), "other")
    return (Effect("disengage" if args["apart"] else "engage", args["fighter"], args["other"]),)


_COSTS: dict[str, Callable[[Scene, Data], Effects]] = {
    "start": _starts,
    "new_round": lambda scene, _args: (Effect("round", "gm", scene.round + 1),),
    "end": lambda _scene, _args: (Effect("over", "gm"),),
    "skip": lambda _scene, args: (Effect("turn", args["fighter"], {"cost": 1}),),  # MYT-ACT-DITHER
    "late": lambda _scene, _args: (),
    "surprise": lambda _scene, args: (Effect("surprised", args["fighter"]),),
    "contact": _contacts,
    "around": _puts,
    "shelter": _shelters,
    "again": lambda _scene, _args: (),
    "state": _states,
    "rest": lambda _scene, args: (Effect("rest", args["fighter"], int(args["days"])),),
}
SCRIPTS: dict[str, Callable[[Scene, Data], Script[Effects]]] = {"start": begin, "late": late, "again": late}
_TITLES: dict[str, Text] = {
    "start": _("The fight begins: initiative"),
    "new_round": _("A new round begins"),
    "end": _("The fight is over"),
    "skip": _("%(who)s is passed over"),
    "late": _("%(who)s joins the fight: initiative"),
    "surprise": _("%(who)s is surprised"),
    "contact": _("Who is engaged with whom changes"),
    "around": _("The situation changes"),
    "shelter": _("What there is to hide behind changes"),
    "again": _("%(who)s rolls initiative again"),
    "state": _("The state of %(who)s changes"),
    "rest": _("%(who)s rests and heals"),
}
