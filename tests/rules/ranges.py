"""The ranges of a sheet, of the house settings and of the forms of a fight, for a table beside the tests of a game.

Each line of ``ranges.txt`` of a game is one field: where it is, its kind, what it stands at, the least and the most.
"""

from pathlib import Path

from rules.engine import decide, offers
from rules.registry import samples, system
from rules.scene import Action, apply
from rules.sheet import SheetSchema
from rules.skirmish import skirmish

HERE = Path(__file__).parent


def line(where, field):
    """One field in one line, with the marks that change how it is read."""
    marks = [name for name in ("required", "gm_only") if getattr(field, name)]
    limits = [str(one) for one in (field.default, field.least, field.most)]
    return " ".join([where, field.kind, *limits, *marks])


def fields(start, found, inside=""):
    for field in found:
        where = f"{start}{inside}{field.key}"
        yield line(where, field)
        yield from fields(f"{where}[].", field.row)


def schema(start, found):
    for section in found.sections:
        yield from fields(start, section.fields, f"{section.key}." if section.key else "")


def forms(rules, scene):
    for actor in ("gm", *scene.fighters):
        for offer in offers(rules, scene, actor):
            who = "gm" if actor == "gm" else "fighter"
            yield from (
                line(f"{who}.{offer.kind}.{field.key}", field)
                for field in offer.fields
                if field.kind in ("number", "text")
            )


def fight(game):
    """The scene before a fight of two, and the scene of its first offers after the start."""
    sheets = [sample["data"] for sample in samples(game).values()]
    scene = skirmish({"pc": sheets[:1], "npc": sheets[-1:]}, {})
    yield scene
    start = next(one for one in offers(system(game), scene, "gm") if one.kind == "start")
    args = {field.key: field.blank for field in start.fields}
    for event in decide(system(game), scene, Action("start", "gm", args, gm=True, id="x")):
        scene = apply(scene, event)
    yield scene


def ranges(game):
    rules = system(game)
    told = [*schema("sheet.", rules.schema), *schema("house.", SheetSchema(rules.house))]
    told += fields("test.", rules.test_fields({}))
    return [*told, *dict.fromkeys(one for scene in fight(game) for one in forms(rules, scene))]


def listed(game):
    """The table of a game as it is written."""
    return (HERE / game / "ranges.txt").read_text(encoding="utf-8").splitlines()
