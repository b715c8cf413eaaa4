"""Bundles: one stylesheet and one script for all pages, minified and named after their content.

``collectstatic`` writes them in addition to their sources, and minifies the scripts of single pages; without collected
files, pages load the sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from servestatic.storage import CompressedManifestStaticFilesStorage

STYLE, SCRIPT, OURS = "css/tablee.css", "js/tablee.js", "js/"
# The order matters: htmx opens the socket when it loads, and a script loaded later would miss that event.
SCRIPTS = (
    "js/live.js",
    "vendor/htmx-4.0.1/htmx.min.js",
    "vendor/htmx-4.0.1/hx-ws.min.js",
    "js/late_refusals.js",
    "js/commands.js",
    "js/edits.js",
    "js/controls.js",
    "js/signals.js",
    "js/push.js",
)
# A licence begins with an exclamation mark and is kept.
_COMMENT = re.compile(r"/\*(?!!).*?\*/", re.DOTALL)
# Spaces around these signs, except in strings and in custom properties that are a single space.
_SPACES = re.compile(r"""("[^"\n]*"|'[^'\n]*')|(?<!:)\s*([{};])\s*|(?<=[\w)])([:,]) +(?!;)""")
# Indentation, a comment on its own line, and one that follows a sign after which no text goes on.
_UNNEEDED = re.compile(r"^[ \t]*(?://.*\n)?|(?<=[;{},(]) +// .*$", re.MULTILINE)
_IMPORT = re.compile(r'^@import url\("([^"]+)"\) layer\((\w+)\);$', re.MULTILINE)


class BundledStorage(CompressedManifestStaticFilesStorage):
    """Storage of collected files, named by their hash and compressed once."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        if not dry_run:
            scripts = {name: minify_script(name, _read_source(name)) for name in paths if name.startswith(OURS)}
            for name, text in (scripts | {STYLE: stylesheet(), SCRIPT: script()}).items():
                Path(self.path(name)).write_text(text, encoding="utf-8")
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)


def stylesheet() -> str:
    def layer_of(match: re.Match[str]) -> str:
        folder = Path(STYLE).parent
        name = match[1].removeprefix("../") if match[1].startswith("../") else (folder / match[1]).as_posix()
        return f"@layer {match[2]} {{\n{_read_source(name)}\n}}"

    return minify(_IMPORT.sub(layer_of, _read_source(STYLE)))


def minify(style: str) -> str:
    return _SPACES.sub(lambda match: "".join(filter(None, match.groups())), _COMMENT.sub("", style))


def script() -> str:
    """The scripts for all pages in one text; each has a scope of its own."""
    return ";\n".join(minify_script(name, _read_source(name)) for name in SCRIPTS)


def minify_script(name: str, script: str) -> str:
    """A script without comments and indentation if it is ours; third-party scripts are unchanged."""
    return _UNNEEDED.sub("", script) if name.startswith(OURS) else script


def _read_source(name: str) -> str:
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(name)
    return Path(str(path)).read_text(encoding="utf-8")
