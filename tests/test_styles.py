"""No selectors for which Chromium would recompute the style of a whole page whenever one line changes."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHEETS = sorted([*(ROOT / "static/css").glob("*.css"), *(ROOT / "static/vendor").glob("bootstrap-*/*.css")])
NO_SELECTOR = re.compile(r"/\*.*?\*/|\"[^\"]*\"|\{[^{}]*\}", re.DOTALL)
# A sibling, a parent or a numbered child of any tag and class: such a selector could match every element.
ANYBODY = re.compile(r"[+~]\s*[*:]|(?:^|[\s>,{}*]|(?<!:not)\():(?:has\(|nth-)[^,{}]*")


def faults(css: str) -> list[str]:
    """The general parts of a stylesheet's selectors: siblings, children or ``:has`` of any tag and class."""
    return ANYBODY.findall(NO_SELECTOR.sub("{}", css))


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_no_selector_can_match_every_element(sheet):
    assert faults(sheet.read_text()) == []


WIDE = (".prose > * + *", "legend+*", ".a > :nth-child(2)", ".b > :is(.c, :has(> .d))", ".e ~ :not(.f)", ".g :has(.h)")
NARROW = (".a + .b", "li+li", ".a > li:nth-child(2)", ".a > :first-child", ".b:has(> .c)", "a:not(:has(.b))", ".a > *")


@pytest.mark.parametrize("selector", WIDE)
def test_a_selector_for_any_element_is_found(selector):
    assert len(faults(f"@media print {{ p {{ margin: 0; }} {selector} {{ margin: 0; }} }}")) == 1


@pytest.mark.parametrize("selector", NARROW)
def test_a_selector_with_a_tag_or_class_is_accepted(selector):
    assert faults(f"/* :has(*) */ @media print {{ {selector} {{ content: ' ~ *'; }} }}") == []
