"""Buying with character points, in play and at creation (MED-MAN-02, MED-PROG)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from rules.character.character import Step
from rules.character.creation import Budget, Group, Stage, above, fields, section
from rules.character.fields import GEAR
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects
from rules.core.effects import Effect
from rules.core.errors import Refused
from rules.core.game import Creation
from rules.core.paths import Data
from rules.core.rounds import AboutFighter
from rules.core.scene import Action, Change, Scene
from rules.core.script import Script, just
from rules.core.text import Text
from rules.games.medieval import sheet as sheets
from rules.games.medieval.damage import written
from rules.games.medieval.dying import awake, step_hit_points
from rules.games.medieval.initiative import FighterAct, is_busy, stage
from rules.games.medieval.settings import setting
from rules.games.medieval.sheet import (
    ARMOUR,
    EXOTICS,
    MANOEUVRE_SECTION,
    MASTERY,
    OTHERS,
    SCHEMA,
    SKILL_SECTION,
    TRAIT_SECTION,
    WEAPONS,
)
from rules.games.medieval.tables import FAMILIES, MANOEUVRES, REFUSALS, SKILLS, TRAITS, too_few
from rules.games.medieval.text import _

VITAL_LEVELS = (5, 10, 15, 20)  # MED-PROG-01
ROWS = {"exotics": "mastery", "others": "skills"}  # MED-FAM-02: lists whose rows are bought as these are


def form_key(item: str) -> str:
    """The key of an item in a form: its path with dashes instead of dots."""
    return item.replace(".", "-")


def path_of_key(key: str) -> str:
    kind, _dash, rest = key.partition("-")
    return f"{kind}.{rest.removesuffix('-level')}.level" if kind in ROWS else f"{kind}.{rest}"


def purchasable_items(sheet: Data) -> Iterator[str]:
    """Everything that can be bought, by its path on the sheet."""
    yield from (f"manoeuvres.{key}" for key in MANOEUVRES)
    yield from (f"mastery.{key}" for key in FAMILIES)
    yield from (f"traits.{key}" for key in TRAITS)
    yield from (f"skills.{key}" for key in SKILLS)
    yield from (f"{rows}.{row}.level" for rows in ROWS for row in sheet.get(rows) or {})
    yield from ("hp.max", "pc.max")


def price(sheet: Data, settings: Data, item: str) -> int:
    """MED-MAN-02, MED-PROG-01: the price of the next rank, level or point, in character points."""
    kind, _dot, key = item.partition(".")
    kind = ROWS.get(kind, kind)
    if kind == "manoeuvres":
        return MANOEUVRES[key].pp
    if kind == "mastery":
        return int(setting(settings, "cost.mastery")) * (int(SCHEMA.value(sheet, item)) + 1)
    settings_by_kind = {"traits": "cost.trait", "skills": "cost.skill", "pc": "cost.pp_per_pc"}
    return int(setting(settings, settings_by_kind[kind])) if kind in settings_by_kind else 1


def refusal(sheet: Data, settings: Data, item: str) -> Text | None:
    """MED-MAN-02: the first reason against a purchase."""
    return why_not_raised_further(sheet, item) or _why_too_dear(sheet, settings, item)


def why_not_raised_further(sheet: Data, item: str) -> Text | None:
    """MED-MAN-02: the reason against more of something, whatever it costs."""
    kind, _dot, key = item.partition(".")
    field = SCHEMA.field(item)
    assert field is not None
    if kind == "manoeuvres" and sheets.rank(sheet, key) >= MANOEUVRES[key].most:
        return REFUSALS["MAX_RANK" if key == "assaut" else "ALREADY_OWNED"]
    if field.most is not None and int(SCHEMA.value(sheet, item)) >= field.most:
        return _("This cannot be raised any more.")
    return None


def _why_too_dear(sheet: Data, settings: Data, item: str) -> Text | None:
    needed, left = price(sheet, settings, item), int(SCHEMA.value(sheet, "pp.available"))
    return too_few("NOT_ENOUGH_PP", needed, left) if left < needed else None


def _raised(sheet: Data, path: str, by: int) -> int:
    field = SCHEMA.field(path)
    assert field is not None and field.most is not None, "what is bought or gained has a limit"
    return min(field.most, int(SCHEMA.value(sheet, path)) + by)


def purchase_writes(sheet: Data, settings: Data, item: str) -> dict[str, int | None]:
    """The values a purchase writes: the points left, and the thing bought; points at their maximum stay there."""
    after = _raised(sheet, item, int(setting(settings, "cost.hp_per_pp")) if item == "hp.max" else 1)
    left = int(SCHEMA.value(sheet, "pp.available")) - price(sheet, settings, item)
    writes: dict[str, int | None] = {item: after, "pp.available": left}
    if item in ("hp.max", "pc.max"):
        left = sheets.hp(sheet) if item == "hp.max" else sheets.pc(sheet)
        writes[item.replace("max", "current")] = left + after - int(SCHEMA.value(sheet, item))
    return writes if item != "hp.max" else {**writes, **awake(sheet, int(writes["hp.current"] or 0))}


def item_label(sheet: Data, item: str) -> Text:
    kind, *rest = item.split(".")
    if kind in ROWS:
        row: Data = (sheet.get(kind) or {}).get(rest[0], {})
        return _("%(skill)s", skill=str(row.get("name", "?")))
    field = SCHEMA.field(item)
    assert field is not None
    return field.label


class Bought(Effect):
    """MED-MAN-02: something is bought with character points."""

    kind = "buy"
    item: str

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return written(scene, self.target, purchase_writes(scene.sheet(self.target), scene.settings, self.item))


class Buy(FighterAct):
    """MED-MAN-02, MED-FAM-02, MED-PROG-01: a character spends character points outside of a fight."""

    kind = "buy"
    label = _("Spend character points")
    rules = ("MED-MAN-02", "MED-FAM-02", "MED-PROG-01")
    downtime = None

    def is_open(self, scene: Scene, actor: str) -> bool:
        return actor in scene.fighters and stage(scene) == "before" and not is_busy(scene)

    def hint(self, scene: Scene, actor: str) -> Text | None:
        return _("%(points)s PP left", points=int(SCHEMA.value(scene.sheet(actor), "pp.available")))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        sheet, settings = scene.sheet(actor), scene.settings
        priced = _("%(item)s: %(price)s PP")
        rows = tuple(
            Choice(
                form_key(item),
                replace(priced, params=(("item", item_label(sheet, item)), ("price", price(sheet, settings, item)))),
                refusal(sheet, settings, item),
            )
            for item in purchasable_items(sheet)
        )
        return (Field("item", _("What is bought"), "choice", choices=rows, rule="MED-MAN-02"),)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        if sheets.vital(scene.sheet(actor)) == sheets.DEAD:
            return _("%(who)s is dead.", who=scene.name(actor))
        sheet, settings = scene.sheet(actor), scene.settings
        against = {item: refusal(sheet, settings, item) for item in purchasable_items(sheet)}
        if not all(against.values()):
            return None
        cheapest = min(
            against, key=lambda item: (why_not_raised_further(sheet, item) is not None, price(sheet, settings, item))
        )
        return against[cheapest]

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (Bought(action.actor, path_of_key(action.args["item"])),)

    def procedure(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return just(self.cost(scene, action)) if scene.kind == "test" else None

    def wording(self, scene: Scene, action: Action) -> Text | None:
        what = item_label(scene.sheet(action.actor), path_of_key(action.args["item"]))
        return _("%(who)s buys: %(item)s", who=scene.name(action.actor), item=what)


def step(sheet: Data, settings: Data, path: str, by: int) -> Step | None:
    """MED-MAN-02, MED-DEATH-08: one more rank of a manoeuvre is bought, one less gives its price back.

    A step of hit points may wake somebody. ``None`` leaves the step to the field.
    """
    kind, _dot, key = path.partition(".")
    if path == "hp.current":
        left = min(max(sheets.hp(sheet), sheets.hp_max(sheet)), sheets.hp(sheet) + by)
        return step_hit_points(sheet, Step({path: max(-sheets.MOST_HP, left)}))
    if kind != "manoeuvres" or key not in MANOEUVRES or by not in (1, -1):
        return None
    if by == 1:
        if why := refusal(sheet, settings, path):
            raise Refused(why, path)
        return Step(purchase_writes(sheet, settings, path))
    if not sheets.rank(sheet, key):
        raise Refused(REFUSALS["NOT_OWNED"], path)
    points = _raised(sheet, "pp.available", MANOEUVRES[key].pp)
    return Step({path: sheets.rank(sheet, key) - 1, "pp.available": points})


# Levels.

MOST_LEVEL = 20


class LevelUp(Effect):
    """MED-PROG-01: a character gains a level with its points, and at some levels 1 in every trait."""

    kind = "level_up"
    says = _("gains a level and its character points")

    def land(self, scene: Scene) -> tuple[Change, ...]:
        return written(scene, self.target, level_up(scene.sheet(self.target), scene.settings))


def level_up(sheet: Data, settings: Data) -> dict[str, int]:
    """MED-PROG-01: the values on the sheet after one more level."""
    level = int(SCHEMA.value(sheet, "niveau")) + 1
    points = _raised(sheet, "pp.available", int(setting(settings, "cost.pp_per_level")))
    paths = [f"traits.{key}" for key in TRAITS] if level in VITAL_LEVELS else []
    return {"niveau": level, "pp.available": points, **{path: _raised(sheet, path, 1) for path in paths}}


class GainLevel(AboutFighter):
    """MED-PROG-01: the game master grants levels."""

    kind = "level_up"
    label = _("One more level")
    rules = ("MED-PROG-01",)
    says = _("%(who)s gains a level")

    def is_open(self, scene: Scene, actor: str) -> bool:
        return actor == "gm" and stage(scene) == "before"

    def candidates(self, scene: Scene) -> Iterable[str]:
        living = (who for who in scene.fighters if sheets.vital(scene.sheet(who)) != sheets.DEAD)
        return (who for who in living if int(SCHEMA.value(scene.sheet(who), "niveau")) < MOST_LEVEL)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (LevelUp(action.args["fighter"]),)


# Creation: everything is bought with the same character points.

_POINTS = "points"
_KEPT = "pp.available"


def budgets(sheet: Data, settings: Data) -> tuple[Budget, ...]:
    """MED-PROG-01: the budget of character points, those kept included; each level brings more."""
    levels = int(SCHEMA.value(sheet, "niveau")) - 1
    most = setting(settings, "creation.points")
    total = most + levels * int(setting(settings, "cost.pp_per_level")) if most else 0
    return (Budget(_POINTS, _("Character points (PP)"), points_spent(sheet, settings), total),)


def points_spent(sheet: Data, settings: Data) -> int:
    """MED-MAN-02, MED-PROG-01: the price of everything on a sheet; a trait below 0 gives its price back."""
    skills = above(SCHEMA, sheet, _keys("skills")) + sum(_levels(sheet, "others"))
    masteries = (*(int(SCHEMA.value(sheet, path)) for path in _keys("mastery")), *_levels(sheet, "exotics"))
    return (
        above(SCHEMA, sheet, _keys("traits")) * int(setting(settings, "cost.trait"))
        + skills * int(setting(settings, "cost.skill"))
        + sum(level * (level + 1) // 2 for level in masteries) * int(setting(settings, "cost.mastery"))
        + sum(MANOEUVRES[key].pp * sheets.rank(sheet, key) for key in MANOEUVRES)
        + -(-max(0, above(SCHEMA, sheet, ("hp.max",))) // int(setting(settings, "cost.hp_per_pp")))
        + max(0, above(SCHEMA, sheet, ("pc.max",))) * int(setting(settings, "cost.pp_per_pc"))
        + int(SCHEMA.value(sheet, _KEPT))
    )


def prices(settings: Data) -> dict[str, Text]:
    cost = partial(setting, settings)
    mastery = int(cost("cost.mastery"))
    levels = {"first": mastery, "second": 2 * mastery, "third": 3 * mastery}
    life = {"hp": int(cost("cost.hp_per_pp")), "pc": int(cost("cost.pp_per_pc"))}
    return {
        "traits": _("A point more costs %(pp)s PP.", pp=int(cost("cost.trait"))),
        "skills": _("A point more costs %(pp)s PP.", pp=int(cost("cost.skill"))),
        "mastery": _("First %(first)s PP, then %(second)s, %(third)s and so on.", **levels),
        "manoeuvres": _("Hit points: %(hp)s more for 1 PP. Combat points: %(pc)s PP each.", **life),
    }


def _levels(sheet: Data, path: str) -> Iterator[int]:
    return (int(row.get("level", 0)) for row in (sheet.get(path) or {}).values())


def _keys(kind: str) -> tuple[str, ...]:
    sections = {part.key: part for part in (TRAIT_SECTION, SKILL_SECTION, MASTERY)}
    return tuple(field.key for field in section(sections[kind]))


def _with_price(field: Field) -> Field:
    row = MANOEUVRES[field.key.partition(".")[2]]
    return replace(field, help=_("%(says)s Cost: %(pp)s PP.", says=row.says, pp=row.pp))


(_NIVEAU,) = fields(SCHEMA, "niveau")
_LEVEL = replace(_NIVEAU, gm_only=True)  # a level brings points: the game master gives it

STAGES = (
    Stage(
        "concept",
        _("Concept"),
        (Group((*fields(SCHEMA, "name", "people", "calling", "height_cm"), _LEVEL)),),
        _("A name is all that is needed; the rest can be told in play."),
    ),
    Stage(
        "traits",
        _("Traits"),
        (Group(section(TRAIT_SECTION)),),
        _("0 is average; below, a trait gives its points back."),
        (_POINTS,),
    ),
    Stage("skills", _("Skills"), (Group((*section(SKILL_SECTION), OTHERS)),), budgets=(_POINTS,)),
    Stage(
        "mastery",
        _("Mastery"),
        (Group((*section(MASTERY), EXOTICS)),),
        _("Families of weapons; each level costs more than the one before."),
        (_POINTS,),
    ),
    Stage(
        "manoeuvres",
        _("Manoeuvres and life"),
        (
            Group(fields(SCHEMA, "hp.max", "pc.max", _KEPT, names={_KEPT: _("Points kept (PP)")})),
            Group(tuple(_with_price(field) for field in section(MANOEUVRE_SECTION)), _("Manoeuvres: ranks bought")),
        ),
        _("Points that buy nothing now can be kept for later."),
        (_POINTS,),
    ),
    Stage("arms", _("Arms and gear"), (Group((WEAPONS, GEAR)), Group(section(ARMOUR), _("Armour")))),
)
CREATION = Creation(STAGES, budgets, prices)
