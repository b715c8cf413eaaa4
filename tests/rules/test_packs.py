"""Games from outside: taken whole, or left out with a sentence that names the reason."""

import sys
from importlib.metadata import EntryPoint

import pytest

from rules import packs, registry

WHOLE = """
from rules.character.character import Character
from rules.character.fields import section, text
from rules.character.sheet import SheetSchema
from rules.core.game import Game, Tests
from rules.core.scene import Health
from rules.core.text import domain

_, ngettext, pgettext = domain("{key}")
SCHEMA = SheetSchema((section("", _("Puppet"), text("name", _("Name"), required=True)),))
SHEET = Character(SCHEMA, lambda sheet, settings: Health(0, _("Whole")))
GAME = Game("{key}", _("Puppets"), SHEET, Tests(lambda sheet, settings: (), None), {more})
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Writes a package with this source, and gives its entry point."""
    monkeypatch.syspath_prepend(str(tmp_path))
    made = []

    def write(source, key="puppets", module="puppets_pack", **samples):
        folder = tmp_path / module
        (folder / "samples").mkdir(parents=True)
        (folder / "__init__.py").write_text(source)
        for name, sheet in samples.items():
            (folder / "samples" / f"{name}.toml").write_text(sheet)
        made.append(module)
        return EntryPoint(key, f"{module}:GAME", packs.GROUP)

    yield write
    for module in made:
        sys.modules.pop(module, None)


def whole(key="puppets", more="kit=1"):
    return WHOLE.format(key=key, more=more)


def test_a_package_is_taken_with_its_samples(package):
    entry = package(whole(), judy='name = "Judy"\nkind = "pc"')
    taken = packs.load_packs([entry], ("chess",))
    assert taken.left_out == ()
    assert taken.games["puppets"].samples == {"judy": {"kind": "pc", "data": {"name": "Judy"}}}


BROKEN = {
    "raises": ("1 / 0", "It broke while it was loaded: __init__.py:1: ZeroDivisionError: division by zero"),
    "leaves": ("raise SystemExit(3)", "It broke while it was loaded: __init__.py:1: SystemExit: 3"),
    "no game": ("GAME = 7", "“puppets_pack:GAME” is no game."),
    "nothing": ("", "It broke while it was loaded: AttributeError: module 'puppets_pack' has no attribute 'GAME'"),
    "another key": (whole("judy"), "Its record has another key: “judy”."),
    "no kit": (whole(more=""), "It does not say which kit it is written for: kit = 1 is missing."),
    "no version": (whole(more="kit=1, version='1 beta'"), "A version has at most 20 letters, digits, dots, + and -."),
    "newer": (whole(more="kit=2"), "It needs kit 2, and this is 1: Tablée is too old."),
    "older": (whole(more="kit=-1"), "It is written for kit −1, and this is 1: it is too old."),
    "spelt": ("1 +", "It broke while it was loaded: __init__.py:1: SyntaxError: invalid syntax (__init__.py, line 1)"),
    "health": (
        whole().replace("Health(0,", "Health(sheet['x'],"),
        "It broke while it was loaded: __init__.py:11: KeyError: 'x'",
    ),
}


@pytest.mark.parametrize(("source", "why"), BROKEN.values(), ids=BROKEN)
def test_the_faults_of_a_package_are_named(package, source, why):
    taken = packs.load_packs([package(source)], ())
    assert not taken.games
    assert [(row.name, str(row.why)) for row in taken.left_out] == [("puppets", why.replace("−", "-"))]


def test_a_bad_sample_is_reported_with_file_and_field(package):
    taken = packs.load_packs([package(whole(), judy="wings = 2")], ())
    (row,) = taken.left_out
    assert "judy: name: Name is missing." in str(row.why) and "wings" in str(row.why)


@pytest.mark.parametrize("key", ["chess", "Puppets", "p", "pup pets", "../up", "p" * 31])
def test_a_key_that_cannot_be_had_is_refused(package, key):
    taken = packs.load_packs([package(whole(), key)], ("chess",))
    assert not taken.games and [row.name for row in taken.left_out] == [key[:40]]


def test_two_games_with_one_key_are_both_unused(package):
    rows = [package(whole()), package(whole(), module="others_pack"), package(whole("third"), "third", "third_pack")]
    taken = packs.load_packs(rows, ())
    assert list(taken.games) == ["third"]
    assert {str(row.why) for row in taken.left_out} == {"2 games have this key, so none of them is used."}


WORDS = {
    "no TOML": ("[fr", "words.toml is not a TOML file"),
    "no language": ('"Puppet" = "Marionnette"', "“Puppet” needs words"),
    "no words": ('[fr]\n"Puppet" = 3', "“Puppet” needs words"),
    "a hole of its own": ('[fr]\n"Puppet" = "%(who)s"', "“Puppet” needs words"),
    "a bare percent": ('[fr]\n"Puppet" = "50 %"', "“Puppet” needs words"),
}


@pytest.mark.parametrize(("words", "why"), WORDS.values(), ids=WORDS)
def test_untranslatable_texts_leave_a_package_out(package, tmp_path, words, why):
    entry = package(whole())
    (tmp_path / "puppets_pack/words.toml").write_text(words)
    (row,) = packs.load_packs([entry], ()).left_out
    assert why in str(row.why)


def test_a_package_that_is_watched_is_read_again_with_its_code(package, monkeypatch, tmp_path):
    entry = package(whole())
    monkeypatch.setattr(registry, "entry_points", lambda group: [entry])
    registry.look_in({}, packages=True)
    before, source = registry.stamp(), tmp_path / "puppets_pack/__init__.py"
    assert str(registry.system("puppets").name) == "Puppets"
    source.write_text(whole().replace('_("Puppets")', '_("Marionettes on strings")'))
    assert registry.stamp() != before
    registry.forget()
    assert str(registry.system("puppets").name) == "Marionettes on strings"
    source.write_text(whole() + "\nGAMES = GAME.nothing")
    registry.forget()
    (left,) = registry.outside_packs().left_out
    assert str(left.why).startswith("It broke while it was loaded: __init__.py:14: AttributeError")
    registry.look_in({})


def test_a_package_that_nobody_watches_stays_as_it_was_loaded(package, monkeypatch, tmp_path):
    entry = package(whole())
    monkeypatch.setattr(registry, "entry_points", lambda group: [entry])
    registry.look_in({})
    before = registry.stamp()
    assert str(registry.system("puppets").name) == "Puppets"
    (tmp_path / "puppets_pack/__init__.py").write_text(whole().replace("Puppets", "Marionettes"))
    registry.forget()
    assert registry.stamp() == before and str(registry.system("puppets").name) == "Puppets"
    monkeypatch.undo()
    registry.look_in({})
