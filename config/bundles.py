"""One stylesheet and one script for every page, packed and named by their content.

``collectstatic`` writes them in the place of the files they are made of; where nothing was collected, pages name those.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from servestatic.storage import CompressedManifestStaticFilesStorage

STYLE, SCRIPT = "css/tablee.css", "js/tablee.js"
# In this order: htmx opens the socket as soon as it is there, and nobody else hears that it is open.
SCRIPTS = (
    "js/live.js",
    "vendor/htmx-4.0.1/htmx.min.js",
    "vendor/htmx-4.0.1/hx-ws.min.js",
    "js/draft.js",
    "js/commands.js",
    "js/sheet.js",
    "js/signals.js",
    "js/push.js",
)
# A licence begins with an exclamation mark, and stays.
_COMMENT = re.compile(r"/\*(?!!).*?\*/", re.DOTALL)
# Spaces around these, but in a string, or where a custom property is nothing but one.
_SPACES = re.compile(r"""("[^"\n]*"|'[^'\n]*')|(?<!:)\s*([{};])\s*|(?<=[\w)])([:,]) +(?!;)""")
_REMARK = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)  # a line of its own
_IMPORT = re.compile(r'^@import url\("([^"]+)"\) layer\((\w+)\);$', re.MULTILINE)


class BundledStorage(CompressedManifestStaticFilesStorage):
    """Collected files, each under its hash and packed once."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        if not dry_run:
            for name, text in ((STYLE, stylesheet()), (SCRIPT, script())):
                Path(self.path(name)).write_text(text, encoding="utf-8")
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)


def stylesheet() -> str:
    def imported(match: re.Match[str]) -> str:
        folder = Path(STYLE).parent
        name = match[1].removeprefix("../") if match[1].startswith("../") else (folder / match[1]).as_posix()
        return f"@layer {match[2]} {{\n{_source(name)}\n}}"

    return tightened(_IMPORT.sub(imported, _source(STYLE)))


def tightened(style: str) -> str:
    """A stylesheet as it is sent: without the comments and the spaces that only a reader wants."""
    return _SPACES.sub(lambda match: "".join(filter(None, match.groups())), _COMMENT.sub("", style))


def script() -> str:
    """The scripts of every page, one after the other; each keeps to a scope of its own."""
    return ";\n".join(served(name, _source(name)) for name in SCRIPTS)


def served(name: str, script: str) -> str:
    """A script as it is sent: ours without the lines that only explain it, those of others as they are."""
    return _REMARK.sub("", script) if name in SCRIPTS and not name.startswith("vendor/") else script


def _source(name: str) -> str:
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(name)
    return Path(str(path)).read_text(encoding="utf-8")
