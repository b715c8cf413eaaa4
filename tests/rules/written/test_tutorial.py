"""The snippets of docs/add-a-game.md: the file is a game after each step, and the package is one."""

import re
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random

from rules import packs
from rules.autoplay.skirmish import skirmish
from rules.odds.distribution import distribution
from rules.testing import laws
from rules.written.reader import read
from tests.rules.test_random_play import going_on

PAGE = (Path(__file__).resolve().parents[3] / "docs/add-a-game.md").read_text("utf-8")


FILE, _heading, PACKAGE = PAGE.partition("\n## A package")


def blocks(language, text=PAGE):
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_the_file_is_a_game_after_each_step():
    steps = blocks("toml", FILE)
    assert len(steps) == 5
    for done in range(1, len(steps) + 1):
        assert str(read("\n".join(steps[:done]).encode()).game.name) == "Reeds"


def test_the_whole_file_is_played_and_undone():
    pack = read("\n".join(blocks("toml", FILE)).encode())
    sheets = [row["data"] for row in pack.samples.values()]
    for seed in range(4):
        start = skirmish({"pc": sheets[:2], "npc": sheets[2:]})
        laws.obeyed(pack.game, start, going_on(Random(seed)), 25, laws.aimed)


def test_the_package_is_found_by_its_entry_point(tmp_path, monkeypatch):
    (declared,) = blocks("ini")
    ((key, value),) = tomllib.loads(declared)["project"]["entry-points"][packs.GROUP].items()
    (tmp_path / "puppets/samples").mkdir(parents=True)
    (tmp_path / "puppets/__init__.py").write_text(blocks("python")[0])
    (tmp_path / "puppets/words.toml").write_text(blocks("toml", PACKAGE)[0])
    (tmp_path / "puppets/samples/judy.toml").write_text('name = "Judy"\nkind = "pc"\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    taken = packs.load_packs([EntryPoint(key, value, packs.GROUP)], ())
    sys.modules.pop("puppets", None)
    assert taken.left_out == ()
    pack = taken.games["puppets"]
    check = pack.game.check(pack.samples["judy"]["data"], {}, "wit")
    assert pack.words["fr"]["Puppet"] == "Marionnette"
    odds = distribution(lambda: pack.game.resolve(check, {})).chance(lambda outcome: outcome.level.succeeded)
    assert odds == 3 / 6
