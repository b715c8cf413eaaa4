"""Write the project page in both languages: ``python -m docs.site``, from the top of the checkout."""

from __future__ import annotations

import gettext
import re
import tomllib
from pathlib import Path
from typing import Any

import jinja2

from rules import registry
from rules.core.text import Text
from tablee import __version__

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WORDS = tomllib.loads((HERE / "words.toml").read_text(encoding="utf-8"))
LANGUAGES = ("fr", "en")
MARKS = {"●": "yes", "◐": "partly", "○": "no"}
_ROW = re.compile(r"^\| (\d+) \| ([^|]+) \|.*\| ([●◐○]) \| [^|]*\|$", re.MULTILINE)


def main() -> None:
    for language in LANGUAGES:
        (HERE / WORDS[language]["file"]).write_text(page(language), encoding="utf-8")


def page(language: str) -> str:
    words = WORDS[language]
    files = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE), autoescape=True, undefined=jinja2.StrictUndefined)
    values = {
        "language": language,
        "words": words,
        "other_file": WORDS[words["other"]]["file"],
        "single": f"tablee-{__version__}-linux-x86_64.pyz",
        "wheel": f"tablee-{__version__}-py3-none-any.whl",
        "games": games(language),
        "features": features(language),
    }
    return files.get_template("page.j2").render(values)


def games(language: str) -> list[dict[str, Any]]:
    rows = []
    for game in registry.systems():
        picture = f"{game.key}.png" if (ROOT / "docs" / "img" / f"{game.key}.png").exists() else "screen-board.png"
        name, about = (_said(game.key, text, language) for text in (game.name, game.about or Text("")))
        rows.append({"name": name, "about": about, "picture": picture})
    return sorted(rows, key=lambda row: row["name"])


def features(language: str) -> list[dict[str, str]]:
    """The rows of the page with their marks in docs/features.md, those that are not done included."""
    found = {
        number: (name, mark) for number, name, mark in _ROW.findall((ROOT / "docs/features.md").read_text("utf-8"))
    }
    rows = []
    for number, french in WORDS["features"].items():
        name, mark = found[number]
        rows.append({"name": french if language == "fr" else name, "mark": mark, "state": MARKS[mark]})
    return rows


def _said(game: str, text: Text, language: str) -> str:
    known = gettext.translation("django", ROOT / "rules" / "games" / game / "locale", [language], fallback=True)
    for sentence in (known.pgettext(text.context, text.msgid), known.gettext(text.msgid)):
        if sentence != text.msgid:
            return sentence
    return text.msgid


if __name__ == "__main__":
    main()
