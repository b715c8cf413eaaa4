"""The code that unpacks a single file, around a small program; tests/browser/test_wheel.py plays the real one."""

import ast
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from release.__main__ import file_name
from release.single import SYSTEMS, System, write
from tests.release.here import ABI, PYTHON, ROOT, SYSTEM

# The program prints its arguments and its folder; with a word, it waits for the end of its input.
PROGRAM = (
    "import needed, os, sys\ndef run(words):\n    print(needed.WORD, *words, flush=True); words and sys.stdin.read()\n"
)
FIRST = "Unpacking Tablée {} into {}, once only. One moment …\n"


@pytest.fixture
def make(tmp_path):
    """Make a file of a version: ``make("2.0.0", SYSTEM, ("3.11", "3.12"))``."""

    def make(version="1.0.0", system=SYSTEM, pythons=(PYTHON, "3.99"), name="tablee.pyz"):
        wheel = tmp_path / f"tablee-{version}-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.write(ROOT / "tablee/__main__.py", "tablee/__main__.py")
            archive.writestr("tablee/__init__.py", f"# {version}")
            archive.writestr("tablee/command.py", PROGRAM)
        parts = {python: tmp_path / "packages" / python for python in pythons}
        for python, folder in parts.items():
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "needed.py").write_text(f"WORD = 'Python {python}'")
            (folder / "same.py").write_text("")
        return write(tmp_path / name, system, wheel, parts, zipfile.ZIP_STORED)

    return make


@pytest.fixture
def begin(tmp_path):
    """Begin a file with words; it is killed at the end of the test."""
    begun = []

    def begin(file, *words, python=(sys.executable,), **environment):
        environment = {"HOME": str(tmp_path), "PATH": str(tmp_path), "LANG": "en_GB.UTF-8", **environment}
        command = [*python, str(file), *words]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        begun.append(subprocess.Popen(command, cwd=tmp_path, env=environment, text=True, **pipes))
        return begun[-1]

    yield begin
    for process in begun:
        process.kill()
        process.communicate()


def unpacked(tmp_path):
    return sorted(path.name.partition("-")[0] for path in (tmp_path / ".cache/tablee").glob("[!.]*"))


def test_the_file_unpacks_the_parts_for_this_python_once_and_hands_over(make, begin, tmp_path):
    file = make()
    printed, told = begin(file, "serve", "--port").communicate()
    assert printed == f"Python {PYTHON} serve --port\n"
    assert told.splitlines(True)[0] == FIRST.format("1.0.0", tmp_path / ".cache/tablee") and told.count("\n") == 2
    assert begin(file).communicate() == (f"Python {PYTHON}\n", "")
    (folder,) = (tmp_path / ".cache/tablee").glob("1.0.0-*")
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*.*") if path.suffix != ".pyc"}
    assert files == {
        ".used",
        "needed.py",
        "same.py",
        *(f"tablee/{name}.py" for name in ("__init__", "__main__", "command")),
    }


def test_files_shared_by_two_pythons_are_stored_once(make):
    names = zipfile.ZipFile(make()).namelist()
    assert [name for name in names if "same" in name] == ["same.py"]
    assert {name for name in names if "needed" in name} == {f"only/{PYTHON}/needed.py", "only/3.99/needed.py"}


def test_the_same_is_written_to_the_same_bytes(make):
    assert make(name="one.pyz").read_bytes() == make(name="two.pyz").read_bytes()


def test_two_that_begin_at_once_unpack_once(make, begin, tmp_path):
    file = make()
    both = [begin(file) for _time in range(2)]
    answers = [process.communicate() for process in both]
    assert [printed for printed, _told in answers] == [f"Python {PYTHON}\n"] * 2
    assert sorted(told.count("\n") for _printed, told in answers) == [0, 2]
    assert unpacked(tmp_path) == ["1.0.0"]


def test_unpacking_keeps_a_running_version_and_replaces_an_idle_one(make, begin, tmp_path):
    first = begin(make("1.0.0"), "wait")
    assert first.stdout.readline() == f"Python {PYTHON} wait\n"
    begin(make("2.0.0", name="two.pyz")).communicate()
    assert unpacked(tmp_path) == ["1.0.0", "2.0.0"]
    first.communicate("")
    begin(make("3.0.0", name="three.pyz")).communicate()
    assert unpacked(tmp_path) == ["3.0.0"]


def test_an_interrupted_unpacking_is_repeated(make, begin, tmp_path):
    file = make()
    begin(file).communicate()
    (folder,) = (tmp_path / ".cache/tablee").glob("1.0.0-*")
    (folder / "needed.py").unlink()
    folder.rename(f"{folder}.new")
    assert begin(file).communicate()[0] == f"Python {PYTHON}\n"
    assert [path.name for path in folder.parent.glob("[!.]*")] == [folder.name]


def test_a_folder_that_nothing_can_be_written_in_is_a_sentence(make, begin, tmp_path):
    (tmp_path / "file").touch()
    process = begin(make(), XDG_CACHE_HOME=str(tmp_path / "file"))
    printed, told = process.communicate()
    assert (process.returncode, printed) == (1, "")
    english, french = told.splitlines()
    why = f"Tablée cannot be unpacked in {tmp_path}/file/tablee (Not a directory)."
    assert english == f"{why} XDG_CACHE_HOME names another folder."
    assert "XDG_CACHE_HOME désigne un autre dossier" in french


def test_a_damaged_file_is_a_sentence_and_leaves_nothing(make, begin, tmp_path):
    file = make()
    file.write_bytes(file.read_bytes().replace(b"WORD =", b"WORM ="))
    process = begin(file)
    assert process.communicate()[1].splitlines()[-2:] == [
        "This file is damaged: download it again.",
        "Ce fichier est abîmé : téléchargez-le de nouveau.",
    ]
    assert process.returncode == 1 and unpacked(tmp_path) == []


OTHERS = {
    "another Python": ({"pythons": ("3.98", "3.99")}, "this system with CPython 3.98, 3.99"),
    "another processor": ({"system": System("Vax", "", "vax", ABI)}, f"Vax with CPython {PYTHON}, 3.99"),
    "another system": ({"system": System("Plan 9", "", SYSTEM.machine, "cpython-{}-plan9")}, "Plan 9 with"),
    "an older system": ({"system": System("Tomorrow", "", SYSTEM.machine, ABI, (99, 1))}, "Tomorrow with"),
}


@pytest.mark.parametrize(("made", "words"), OTHERS.values(), ids=OTHERS)
def test_a_file_for_another_system_says_which_one_it_needs(made, words, make, begin, tmp_path):
    if "system" in made:  # another Python of the same machine would not help
        (tmp_path / "python3.99").touch(0o755)
    process = begin(make(**made))
    printed, told = process.communicate()
    assert process.returncode == 1 and printed == "" and unpacked(tmp_path) == []
    english, french = told.splitlines()
    assert english.startswith(f"This file is for {words}") and f"and this is CPython {PYTHON}, " in english
    assert french.startswith("Ce fichier est pour ") and f"voici CPython {PYTHON}, " in french


def test_another_python_that_is_there_is_named(make, begin, tmp_path):
    (tmp_path / "python3.99").touch(0o755)
    told = begin(make(pythons=("3.98", "3.99"))).communicate()[1]
    assert told.splitlines()[2:] == [
        "Another Python here fits: python3.99",
        "Un autre Python convient ici : python3.99",
    ]


def test_a_python_that_is_too_old_is_named_as_such(make, begin, tmp_path):
    old = "import runpy, sys; sys.version_info = (3, 9, 2); runpy.run_path(sys.argv[1], run_name='__main__')"
    process = begin(make(), python=(sys.executable, "-c", old))
    assert process.communicate()[1].splitlines()[0] == "Tablée needs Python 3.11 or later, and this is 3.9."
    assert process.returncode == 1 and unpacked(tmp_path) == []


@pytest.mark.parametrize("path", ["tablee/__main__.py", "release/unpack.py"])
def test_an_old_python_can_read_the_code_that_refuses_it(path):
    text = (ROOT / path).read_text()
    ast.parse(text, feature_version=(3, 4))
    assert re.match(r"#.*?coding[:=][ \t]*utf-8", text), "Python 2 reads no letter beyond ASCII without this line"


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_file_is_called_by_its_version_and_its_system(name):
    assert file_name(Path("tablee-1.2.3-py3-none-any.whl"), name) == f"tablee-1.2.3-{name}.pyz"
