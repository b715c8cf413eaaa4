"""A written game: the example plays by the laws of every game, and each mistake is one sentence with its place."""

import json
from pathlib import Path
from random import Random

import pytest

from rules.autoplay.skirmish import skirmish
from rules.core.scene import Action, apply
from rules.engine.decide import decide
from rules.odds.distribution import distribution
from rules.packs import Unfit
from rules.testing import golden, laws
from rules.written.reader import Faulty, read
from tests.rules.test_random_play import going_on

EXAMPLE = Path(__file__).resolve().parents[3] / "examples/lanterns.toml"
MOST_LINES = 80
TEXT = EXAMPLE.read_text("utf-8")
PACK = read(TEXT.encode())
GAME, SHEETS = PACK.game, {key: row["data"] for key, row in PACK.samples.items()}


def begun(game=GAME, settings=None):
    scene = skirmish({"pc": (SHEETS["hilde"], SHEETS["ossip"]), "npc": (SHEETS["drifter"], SHEETS["gloom"])}, settings)
    return done(scene, "start", game=game)


def done(scene, kind, actor="gm", game=GAME, **args):
    for event in decide(game, scene, Action(kind, actor, args, "gm", True, f"x-{kind}-{actor}")):
        scene = apply(scene, event)
    return scene


def up(scene, game=GAME):
    return [prompt.of for prompt in game.turn(scene)]


def test_the_example_is_short():
    assert len(TEXT.splitlines()) <= MOST_LINES


@pytest.mark.parametrize("kind", ["static", "rolled", "groups"])
@pytest.mark.parametrize("seed", range(6))
def test_a_random_fight_is_undone_all_the_way_back(seed, kind):
    game = read(TEXT.replace('kind = "static"', f'kind = "{kind}"').encode()).game
    random = Random(seed)
    rows = list(SHEETS.values())
    start = skirmish({"pc": random.choices(rows, k=2), "npc": random.choices(rows, k=2)}, {"confirm": "pc_hurt"})
    start.state["fighters"]["npc2"]["hidden"] = True
    laws.obeyed(game, start, going_on(random), 30, laws.aimed)


def test_the_highest_score_acts_first_and_each_once():
    scene, seen = begun(), []
    for _turn in range(4):
        (who,) = up(scene)
        seen.append(who)
        scene = done(scene, "finish", who)
    assert seen == ["pc2", "npc2", "pc1", "npc1"]
    assert up(scene) == ["gm"]


def test_a_rolled_order_is_thrown_first_by_everybody_and_once_a_fight():
    game = read(TEXT.replace('kind = "static"', 'kind = "rolled"\ndice = "1d20"').encode()).game
    scene = begun(game)
    assert up(scene, game) == ["pc1", "pc2", "npc1", "npc2"]
    for who, face in zip(up(scene, game), (1, 20, 7, 7), strict=True):
        scene = done(scene, "initiative", who, game)
        scene = done(scene, "answer", who, game, exchange=f"x-initiative-{who}", key="initiative", values=[face])
    order = [(slot.fighter, slot.at) for slot in game.order(scene)]
    assert order == [("pc2", "30"), ("npc2", "16"), ("npc1", "13"), ("pc1", "8")]
    for who, _at in order:
        assert up(scene, game) == [who]
        scene = done(scene, "finish", who, game)
    scene = done(scene, "new_round", game=game)
    assert up(scene, game) == ["pc2"]


def test_player_characters_act_first_in_any_order_by_groups():
    game = read(TEXT.replace('kind = "static"', 'kind = "groups"').encode()).game
    scene = begun(game)
    assert up(scene, game) == ["pc2", "pc1"]
    scene = done(done(scene, "finish", "pc1", game), "finish", "pc2", game)
    assert up(scene, game) == ["npc2", "npc1"]


def test_a_sheet_explains_its_numbers():
    pace, vigour, courage = GAME.derive(SHEETS["hilde"], {})
    assert [str(term) for term in pace.value.terms] == ["Pace 6", "Craft +2", "Load −1"]
    assert (vigour.value.total, courage.value.total) == (14, 4)


def test_the_odds_of_a_test_are_those_of_all_its_throws():
    sheet = {**SHEETS["hilde"], "conditions": {"afraid": True}}
    check = GAME.adjusted(GAME.check(sheet, {}, "might"), {"difficulty": 10, "modifier": 1}, {})
    odds = distribution(lambda: GAME.resolve(check, {})).chance(lambda outcome: outcome.level.succeeded)
    throws = [first + second for first in range(1, 7) for second in range(1, 7)]
    assert odds * 36 == sum(total + 4 - 2 + 1 >= 10 for total in throws)


def test_under_the_dice_stay_at_or_under_the_number():
    game = read(TEXT.replace('mode = "over"', 'mode = "under"').encode()).game
    check = game.check(SHEETS["hilde"], {}, "might")
    odds = distribution(lambda: game.resolve(check, {})).chance(lambda outcome: outcome.level.succeeded)
    assert odds * 36 == sum(first + second <= 4 for first in range(1, 7) for second in range(1, 7))


@pytest.mark.parametrize(
    ("lost", "rank", "word"), [(0, 0, "Fresh"), (1, 1, "Grazed"), (7, 2, "Bloodied"), (14, 5, "Down"), (30, 5, "Down")]
)
def test_health_is_the_share_of_points_lost(lost, rank, word):
    health = GAME.health({**SHEETS["hilde"], "wounds": lost}, {})
    assert (health.rank, str(health.label)) == (rank, word)


def test_damage_care_and_conditions_are_the_game_masters():
    scene = done(begun(), "damage", fighter="npc1", amount=99)
    assert scene.sheet("npc1")["wounds"] == 30 and GAME.is_out(scene, "npc1")
    assert "wounds" not in done(scene, "heal", fighter="npc1", amount=99).sheet("npc1")
    prone = done(scene, "condition", fighter="pc1", condition="prone", off=False)
    assert GAME.check(prone.sheet("pc1"), {}, "might").target.total == 3
    assert "conditions" not in done(prone, "condition", fighter="pc1", condition="prone", off=True).sheet("pc1")


def test_its_words_are_there_in_french():
    assert PACK.words["fr"]["Lanterns of the Low Road"] == "Les Lanternes de la basse route"


def test_words_alone_are_a_label_in_one_language_or_in_two():
    words = '{ en = "Sleepy", fr = "Endormi" }'
    text = TEXT.replace("[conditions]", f"[conditions]\nsleepy = {words}\ncold = 'Cold'").replace(
        "[sheet.pack]", f"[sheet.pack]\nyawns = {words}"
    )
    schema = read(text.encode()).game.schema
    paths = ("yawns", "conditions.sleepy", "conditions.cold")
    assert [str(schema.field(path).label) for path in paths] == ["Sleepy", "Sleepy", "Cold"]


MISTAKES = {
    "no TOML": ("kit = 1", "kit = ", "It is not a TOML file"),
    "no kit": ("kit = 1\n", "", "It does not say which kit it is written for: kit = 1 is missing."),
    "newer kit": ("kit = 1", "kit = 2", "It needs kit 2, and this is 1: Tablée is too old."),
    "bad key": ('key = "lanterns"', 'key = "../x"', "key: A key is 2 to 30 small letters"),
    "no key": ('key = "lanterns"', "key = 7", "key: A key is 2 to 30 small letters"),
    "strange part": ("[tables]", "[spells]\nx = 1\n[tables]", "“spells” is no part of a game"),
    "circle": ("nerve + 2 * lit", "pace + courage", "derived: these need each other: courage → courage."),
    "zero": ("6 + 2 * might", "6 // might", "derived.vigour: it divides by something that may be 0."),
    "growth": ("6 + 2 * might", "9999999 * might", "derived.vigour: it can grow to 9999999"),
    "unknown": ("6 + 2 * might", "6 + magic", "derived: vigour reads “magic”, which is no number here."),
    "unreadable": ("6 + 2 * might", "6 + __import__", "derived.vigour: “6 + __import__” cannot be read at"),
    "taken name": ("oil = {", "name = {", "sheet.pack.name: this name cannot be used"),
    "twice": ("oil = {", "might = {", "sheet.pack.might: this name cannot be used, or is used twice."),
    "bounds": (
        "most = 12, default = 4",
        "most = 3, default = 4",
        "sheet.pack.oil: default: a whole number from 0 to 3.",
    ),
    "dice": ('dice = "2d6"', 'dice = "6d"', "tests.dice: “6d” is not dice such as 2d10+3."),
    "version": ('version = "1.0"', 'version = "one of these"', "version: at most 12 letters, digits, dots and -."),
    "mode": ('mode = "over"', 'mode = "near"', "mode: one of under, over is needed."),
    "order": ('kind = "static"', 'kind = "chaos"', "kind: one of static, rolled, groups is needed."),
    "tested": ('of = ["might"', 'of = ["magic"', "tests.of: the names of numbers are needed, each once."),
    "lost": ('lost = "wounds"', 'lost = "vigour"', "health.lost: the name of a number of the sheet is needed."),
    "points": ('points = "vigour"', 'points = "might"', "health.points: it can fall to 0; 1 at least."),
    "bands": ("[50, {", "[150, {", "health.bands: percents with words are needed"),
    "label": ('en = "Load", fr', 'en = "Load", xx', "sheet.pack.load: words are needed, or { en = …, fr = … }."),
    "table": ("[6, 1]", "[6]", "tables.burden: pairs of whole numbers are needed"),
    "setting": ('score = "pace"', 'scor = "pace"', "order: “scor” is not one of these settings: kind, dice, score."),
    "field setting": (
        "most = 12, default",
        "max = 12, default",
        "sheet.pack.oil: “max” is not one of these settings: label, kind,",
    ),
    "formula setting": (
        'formula = "6 +',
        'form = "6 +',
        "derived.pace: “form” is not one of these settings: label, formula.",
    ),
    "condition setting": (
        "tests = -2",
        "test = -2",
        "conditions.afraid: “test” is not one of these settings: label, tests.",
    ),
    "sample": ("might = 4, load", "might = 9, load", "samples: hilde: might = 9: Might: 6 at most."),
}


@pytest.mark.parametrize(("old", "new", "why"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_reported_with_its_place(old, new, why):
    assert old in TEXT
    with pytest.raises(Unfit) as unfit:
        read(TEXT.replace(old, new, 1).encode())
    assert str(unfit.value).startswith(why)


def test_every_problem_is_reported_with_its_line():
    text = TEXT
    for name in ("growth", "circle", "bounds", "tested", "bands", "table"):
        old, new, _why = MISTAKES[name]
        text = text.replace(old, new, 1)
    with pytest.raises(Faulty) as faulty:
        read(text.encode())
    rows = [(problem.line, str(problem.text).split(": ")[0]) for problem in faulty.value.problems]
    numbers = {line.split(" =")[0]: number for number, line in enumerate(text.splitlines(), 1)}
    assert rows == [
        (numbers["oil"], "sheet.pack.oil"),
        (numbers["burden"], "tables.burden"),
        (numbers["courage"], "derived"),
        (numbers["of"], "tests.of"),
        (numbers["bands"], "health.bands"),
    ]


def test_a_fault_of_toml_has_its_line():
    with pytest.raises(Faulty) as faulty:
        read(TEXT.replace('score = "pace"', "score = pace").encode())
    (problem,) = faulty.value.problems
    assert TEXT.splitlines()[problem.line - 1] == 'score = "pace"'


def test_every_problem_of_the_ready_made_characters_is_reported():
    with pytest.raises(Faulty) as faulty:
        read(
            TEXT.replace("might = 4, load", "might = 9, magic = 1, load")
            .replace("craft = 4, oil", "x = 4, oil")
            .encode()
        )
    assert len(faulty.value.problems) == 3 and {row.line for row in faulty.value.problems} == {61, 62}


def test_a_key_that_is_taken_is_refused():
    with pytest.raises(Unfit, match="key: Another game has this key already."):
        read(TEXT.encode(), ("lanterns",))


def test_a_too_long_game_is_not_read():
    with pytest.raises(Unfit, match="at most 60000 bytes"):
        read(b"#" * 60_001)


JUNK = [7, "x", [], {}, True, [[1]], {"a": 1}, -1, 2**70, 1.5]


@pytest.mark.parametrize(
    "part", ["name", "sheet", "tables", "derived", "tests", "order", "health", "conditions", "samples"]
)
def test_anything_at_all_in_a_part_is_read_or_refused(part):
    head, rest = TEXT.split("[sheet.self]", 1)
    for junk in JUNK:
        value = json.dumps(junk).replace('"a": 1', "a = 1")
        lines = [line for line in head.splitlines() if not line.startswith(f"{part} =")]
        kept = [piece for piece in ("[sheet.self]" + rest).split("\n\n") if not piece.startswith(f"[{part}")]
        text = "\n".join([*lines, f"{part} = {value}", *kept])
        try:
            read(text.encode())
        except Unfit as unfit:
            assert str(unfit)


def test_a_file_that_was_changed_is_another_version():
    changed = read(TEXT.replace("target = 9", "target = 8").encode()).game
    assert GAME.version.startswith("1.0+") and changed.version.startswith("1.0+")
    assert changed.edition != GAME.edition == read(TEXT.encode()).game.edition
    assert read(TEXT.replace('version = "1.0"\n', "").encode()).game.version.startswith("0+")


def test_a_fight_that_was_played_comes_to_the_same_and_not_by_other_rules():
    kept = (Path(__file__).parent / "lanterns.json").read_text("utf-8")
    assert golden.replayed(GAME, kept) > 10
    with pytest.raises(laws.Broken, match="step"):
        golden.replayed(read(TEXT.replace('kind = "static"', 'kind = "rolled"').encode()).game, kept)
