"""A sheet on paper: several pages that may be shuffled."""

import json


def test_each_page_bears_the_name_of_the_sheet(player):
    page = player()
    page.goto(page.url + "print/")
    said = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--paper')")
    assert json.loads(said) == page.title() != ""
    rules = page.evaluate(
        """() => [...document.styleSheets[0].cssRules].flatMap((one) => [...(one.styleSheet?.cssRules ?? [])])
            .flatMap((one) => [...(one.cssRules ?? [])]).filter((one) => one instanceof CSSPageRule)
            .map((one) => one.cssText)"""
    )
    assert any("var(--paper" in one and "counter(page)" in one for one in rules)
