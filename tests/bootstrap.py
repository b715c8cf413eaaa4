"""Bootstrap's stylesheet, cut to these pages: ``python -m tests.bootstrap bootstrap.min.css > trimmed.css``.

A rule is left out when it is for a class whose name stands nowhere in our sources or in crispy's (but for its layouts
that no form here has, such as accordions and floating labels), and an animation that no rule is left to ask for. So is
what follows a legend: ours do not float, and any rule for whatever comes right after something makes Chromium work out
the style of the whole page again at each swap. Last go the custom properties that nothing reads.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import crispy_bootstrap5
import crispy_forms

ROOT = Path(__file__).resolve().parent.parent
OURS = [ROOT / name for name in ("templates", "static/js", "config", "campaigns", "sheets", "encounters")]
THEIRS = [Path(package.__path__[0]) for package in (crispy_bootstrap5, crispy_forms)]
LAYOUTS = re.compile(
    r"accordion|modal|/tab|/bootstrap\.py|floating|inline|alert|appended|column|buttons|switch|multifield"
)
KINDS = (".html", ".j2", ".js", ".py")
IDLE = {"legend+*"}
GROUPS = re.compile(r"(@(?:media|supports|layer)[^{]*)\{(.*)\}", re.DOTALL)

ANIMATION = re.compile(r"@keyframes ([\w-]+)")
PROPERTY = re.compile(r"(?<=[{;])(--bs-[\w-]+):[^;}]*;?")


def words() -> frozenset[str]:
    """Every word that could be a class on a page."""
    ours = [one for folder in OURS for one in folder.rglob("*")]
    theirs = [one for folder in THEIRS for one in folder.rglob("*") if not LAYOUTS.search(one.as_posix())]
    text = "\n".join(one.read_text() for one in (*ours, *theirs) if one.suffix in KINDS)
    return frozenset(re.findall(r"[A-Za-z][\w-]*", text))


def trim(css: str, used: frozenset[str]) -> str:
    """The rules of a stylesheet that are for elements, or for classes among these words."""
    found = ""
    for rule in _rules(css):
        group = GROUPS.fullmatch(rule)
        if group:
            inner = trim(group[2], used)
            found += f"{group[1]}{{{inner}}}" if inner else ""
        elif rule.startswith("@"):
            found += rule
        else:
            selectors, body = rule.split("{", 1)
            kept = [one for one in re.split(r",(?![^(]*\))", selectors) if _is_for(one, used)]
            found += ",".join(kept) + "{" + body if kept else ""
    return found


def without_idle_animations(css: str) -> str:
    """The same stylesheet without the animations that no rule names."""
    return "".join(rule for rule in _rules(css) if not (name := ANIMATION.match(rule)) or css.count(name[1]) > 1)


def without_idle_properties(css: str, ours: str) -> str:
    """The same stylesheet without the custom properties that neither it nor our own styles read."""
    read = set(re.findall(r"var\((--[\w-]+)", css + ours))
    kept = PROPERTY.sub(lambda found: found[0] if found[1] in read else "", css)
    return css if kept == css else without_idle_properties(kept, ours)


def _rules(css: str) -> Iterator[str]:
    """The rules of one level; Bootstrap's strings hold no braces."""
    depth, start = 0, 0
    for at, sign in enumerate(css):
        depth += (sign == "{") - (sign == "}")
        if sign == "}" and depth == 0:
            yield css[start : at + 1]
            start = at + 1


def _is_for(selector: str, used: frozenset[str]) -> bool:
    if selector in IDLE:
        return False
    wanted = re.sub(r":not\([^)]*\)", "", selector)
    return all(name.replace("\\", "") in used for name in re.findall(r"\.([\w\\/-]+)", wanted))


def cut(css: str) -> str:
    styles = "".join(path.read_text() for path in (ROOT / "static/css").glob("*.css"))
    return without_idle_properties(without_idle_animations(trim(css, words())), styles)


if __name__ == "__main__":
    print(cut(Path(sys.argv[1]).read_text()), end="")
