"""`manage.py newgame`: a game that plays at once, or a sentence and nothing written."""

import os
import shlex
import subprocess
import sys
from importlib.metadata import EntryPoint
from io import StringIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command

from rules import packs
from rules.written import reader
from tests.config.test_checkgame import checked as checked


@pytest.fixture
def new(tmp_path, settings):
    """Runs the command in an empty folder; what it prints."""
    settings.LANGUAGE_CODE = "en"

    def run(key, *more):
        out = StringIO()
        call_command("newgame", key, *more, folder=tmp_path, stdout=out)
        return out.getvalue()

    return run


@pytest.fixture
def forgotten():
    """Whatever is imported of a new game is imported no more after the test."""
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.partition(".")[0] == "brook":
            del sys.modules[name]


@pytest.mark.slow("a game is played by chance, as checkgame plays it")
def test_a_file_is_hardened_at_once(new, checked, tmp_path):
    printed = new("marsh", "--name", "The Marsh")
    assert f"TABLEE_GAMES={tmp_path} tablee checkgame marsh" in printed
    pack = reader.read((tmp_path / "marsh.toml").read_bytes())
    assert str(pack.game.name) == "The Marsh" and pack.game.kit == packs.KIT
    assert checked(pack).splitlines()[-1] == "Level: hardened"


# The output of the command in 1.1.0: names used by a package stay as long as the kit keeps its number.
KEPT = Path(__file__).parent / "brook-1.1.0.zip"


@pytest.mark.slow("a package is played by chance, as checkgame plays it", most=10)
@pytest.mark.usefixtures("forgotten")
@pytest.mark.parametrize("kept", [False, True], ids=["new", "of 1.1.0"])
def test_a_package_is_hardened_at_once_and_its_tests_pass(new, checked, tmp_path, monkeypatch, kept):
    if kept:
        ZipFile(KEPT).extractall(tmp_path)
    else:
        assert "checkgame brook" in new("brook", "--code")
    folder = tmp_path / "brook"
    monkeypatch.syspath_prepend(str(folder))
    taken = packs.load_packs([EntryPoint("brook", "brook:GAME", packs.GROUP)], ())
    assert taken.left_out == ()
    assert checked(taken.games["brook"]).splitlines()[-1] == "Level: hardened"
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:django", "-p", "no:cacheprovider", "tests"]
    path = os.pathsep.join([os.getcwd(), str(folder)])
    done = subprocess.run(run, cwd=folder, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["polaris"], "Another game has this key already."),
        (["A-b"], "A key is 2 to 30 small letters"),
        (["json", "--code"], "a module of Python already"),
        (["class", "--code"], "a module of Python already"),
        (["marsh", "--name", 'the "Marsh"'], "A name has 1 to 60 signs"),
        (["marsh", "--name", " "], "A name has 1 to 60 signs"),
    ],
)
def test_a_key_or_name_that_cannot_be_is_refused(new, tmp_path, typed, sentence):
    with pytest.raises(CommandError, match=sentence):
        new(*typed)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("more", "there"), [([], "marsh.toml"), (["--code"], "marsh")])
def test_nothing_is_written_over(new, tmp_path, more, there):
    (tmp_path / there).mkdir()
    with pytest.raises(CommandError, match="is there already"):
        new("marsh", *more)
    assert [path.name for path in tmp_path.rglob("*")] == [there]


def test_without_a_folder_nothing_is_written(settings, tmp_path):
    settings.LANGUAGE_CODE = "en"
    with pytest.raises(CommandError, match="There is no folder"):
        call_command("newgame", "marsh", folder=tmp_path / "none")
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="There is no folder"):
        call_command("newgame", "marsh", folder=tmp_path / "file")


def test_the_page_about_games_names_the_command(monkeypatch, tmp_path, settings):
    settings.GAMES_FOLDER = ""
    page = (Path(__file__).resolve().parents[2] / "docs/add-a-game.md").read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    (block,) = page.partition("```sh\n")[2].partition("```")[:1]
    for line in block.splitlines():
        words = shlex.split(line, comments=True)
        if words[0] == "mkdir":
            Path(words[1]).mkdir()
        else:
            assert words[:2] == ["python", "manage.py"]
            call_command(*words[2:], stdout=StringIO())
    assert reader.read((tmp_path / "games/marsh.toml").read_bytes()).samples
    assert (tmp_path / "brook/brook/__init__.py").exists() and (tmp_path / "brook/tests/test_brook.py").exists()
