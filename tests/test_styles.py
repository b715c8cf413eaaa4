"""Rules by which Chromium would work out the style of a whole page anew whenever a line of it changes."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHEETS = sorted([*(ROOT / "static/css").glob("*.css"), *(ROOT / "static/vendor").glob("bootstrap-*/*.css")])
NO_SELECTOR = re.compile(r"/\*.*?\*/|\"[^\"]*\"|\{[^{}]*\}", re.DOTALL)
# For whoever stands beside something, holds something, or has some place, of any tag and class: it could be anybody.
ANYBODY = re.compile(r"[+~]\s*[*:]|(?:^|[\s>,{}*]|(?<!:not)\():(?:has\(|nth-)[^,{}]*")


def faults(css: str) -> list[str]:
    """Where the selectors of a sheet are for anybody in such a way."""
    return ANYBODY.findall(NO_SELECTOR.sub("{}", css))


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_a_rule_names_whom_it_is_for(sheet):
    assert faults(sheet.read_text()) == []


WIDE = (".prose > * + *", "legend+*", ".a > :nth-child(2)", ".b > :is(.c, :has(> .d))", ".e ~ :not(.f)", ".g :has(.h)")
NARROW = (".a + .b", "li+li", ".a > li:nth-child(2)", ".a > :first-child", ".b:has(> .c)", "a:not(:has(.b))", ".a > *")


@pytest.mark.parametrize("selector", WIDE)
def test_one_that_is_for_anybody_is_found(selector):
    assert len(faults(f"@media print {{ p {{ margin: 0; }} {selector} {{ margin: 0; }} }}")) == 1


@pytest.mark.parametrize("selector", NARROW)
def test_one_that_names_somebody_is_none(selector):
    assert faults(f"/* :has(*) */ @media print {{ {selector} {{ content: ' ~ *'; }} }}") == []
