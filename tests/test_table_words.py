"""Words in tables of the apps are also used elsewhere in the code."""

import re
from dataclasses import fields, is_dataclass
from importlib import import_module

from django.utils.functional import Promise

from rules.core.text import Text
from tests.forks import ForkedServer
from tests.measures import ROOT

APPS = ("campaigns", "encounters", "sheets")
CODE = ("*.py", "*.html", "*.j2", "*.js", "*.css", "*.toml")
WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]+")
# Words that stand once: acts of written games, grounds and answers named by forms, parts of an archive, kinds.
ALONE = {"defense", "blocage", "tavern", "clearing", "maybe", "table_name", "logins", "timed_out", "timer_lifted"}
ALONE |= {"dice_stream", "shown_picture"}
# Without what the tests of this process have registered and the sites of its tables have kept.
ELSEWHERE = "from tests import test_table_words; print(test_table_words.lost_words())"
PLAIN = re.compile(r"[a-z][a-z0-9_]{2,40}")


def files():
    folders = (*APPS, "rules", "config", "templates", "static")
    return [path for folder in folders for kind in CODE for path in sorted((ROOT / folder).rglob(kind))]


def words_of(value):
    """The plain words in a table, however deep."""
    if isinstance(value, Text | Promise | type):
        return
    if isinstance(value, str):
        yield from [value] if PLAIN.fullmatch(value) else []
    elif is_dataclass(value):
        for field in fields(value):
            yield from words_of(getattr(value, field.name))
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from words_of(key)
            yield from words_of(one)
    elif isinstance(value, tuple | list | set | frozenset):
        for one in value:
            yield from words_of(one)


def standing():
    """The number of files that contain each word."""
    found = {}
    for path in files():
        for word in {path.stem, *WORD.findall(path.read_text(encoding="utf-8"))}:
            found[word] = found.get(word, 0) + 1
    return found


def modules():
    paths = [path for app in APPS for path in sorted((ROOT / app).rglob("*.py"))]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths]
    return [name for name in names if ".migrations" not in name]


def lost_words():
    """The words of tables that stand nowhere else, a line for each."""
    lost, alone, stands = [], set[str](ALONE), standing()
    constants = {
        name: {key: value for key, value in vars(import_module(name)).items() if key.isupper()} for name in modules()
    }
    alone |= {value for rows in constants.values() for value in rows.values() if isinstance(value, str)}
    for name, tables in constants.items():
        words = ((key, word) for key, value in tables.items() if not isinstance(value, str) for word in words_of(value))
        lost += [f"{name} {key}: {word}" for key, word in words if stands.get(word, 0) < 2 and word not in alone]
    return "\n".join(lost)


def test_a_word_of_a_table_stands_elsewhere_as_well(tmp_path):
    assert ForkedServer(tmp_path).run("-c", ELSEWHERE) == "\n"
