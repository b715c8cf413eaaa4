"""Facts about the interface's files: contrast of the colours, icons that exist, no inline style, macros that escape."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.template import engines

from campaigns.live.regions import CachedRow

ROOT = Path(__file__).resolve().parent.parent
CSS = sorted((ROOT / "static" / "css").glob("*.css"))
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*") if path.suffix in (".html", ".j2"))
TOKENS = (ROOT / "static" / "css" / "tokens.css").read_text()
READ = ("text", "muted", "accent", "good", "bad")
GROUNDS = ("bg", "surface", "surface2")
NAMED = re.compile(r'icon\("([\w-]+)"|_icon\.html" with name="([\w-]+)"|#i-([a-z][\w-]*[a-z0-9])"')
HOSTILE = "<script>alert('x')</script>\"'&"


def colours(name: str) -> tuple[str, str]:
    """Return a token's colour in the light and in the dark theme."""
    both = re.search(rf"--{name}: light-dark\((#\w+), (#\w+)\)", TOKENS)
    one = re.search(rf"--{name}: (#\w+);", TOKENS)
    return (both[1], both[2]) if both else (one[1], one[1])


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("front", "back", "least"),
    [
        *(
            (front, back, 4.5)
            for front in ("text", "muted", "accent", "good", "bad")
            for back in ("bg", "surface", "surface2")
        ),
        *((front, "accent-soft", 4.5) for front in ("text", "muted", "accent")),
        *((front, "surface", 4.5) for front in ("side-pc", "side-ally", "side-foe", "side-unknown")),
        *(("line", back, 3) for back in GROUNDS),
        ("on-accent", "accent", 4.5),
        ("on-accent", "accent-strong", 4.5),
        ("focus", "bg", 3),
        ("sev-ink", "sev-1", 4.5),
        ("sev-ink", "sev-2", 4.5),
        ("sev-ink", "sev-3", 4.5),
        ("sev-paper", "sev-4", 4.5),
        ("sev-paper", "sev-5", 4.5),
    ],
)
def test_text_contrasts_with_its_background(front, back, least, theme):
    assert contrast(colours(front)[theme], colours(back)[theme]) >= least


def test_severities_darken_step_by_step_so_that_they_survive_greyscale():
    steps = [luminance(colours(f"sev-{level}")[0]) for level in range(1, 6)]
    assert all(above > 1.4 * below for above, below in zip(steps, steps[1:], strict=False))


def test_every_icon_named_is_in_the_file():
    drawn = set(re.findall(r'id="i-([\w-]+)"', (ROOT / "static" / "img" / "icons.svg").read_text()))
    used = {
        (path.name, name) for path in TEMPLATES for names in NAMED.findall(path.read_text()) for name in names if name
    }
    assert used and [found for found in used if found[1] not in drawn] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_templates_hold_no_inline_style_or_script(path):
    text = path.read_text()
    assert not re.search(r"\sstyle\s*=|\son\w+\s*=|<style|javascript:|hx-on|js:", text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)


def test_stylesheets_are_used_and_their_variables_defined():
    entry = (ROOT / "static" / "css" / "tablee.css").read_text()
    linked = {name for path in TEMPLATES for name in re.findall(r"static 'css/([\w.]+)'", path.read_text())}
    imported = set(re.findall(r'url\("(\w+\.css)"\)', entry))
    assert {path.name for path in CSS} == linked | imported and linked >= {"tablee.css"}
    whole = "".join(path.read_text() for path in CSS)
    defined = set(re.findall(r"(--[\w-]+)\s*:", whole))
    used = set(re.findall(r"var\((--[\w-]+)\)", whole))
    assert used - defined == set()


@pytest.fixture(scope="module")
def macros():
    return engines["live"].env.get_template("macros.j2").module


def hostile_markup(macros) -> dict[str, str]:
    """Return each macro's output when every word in it is hostile."""
    line = {"label": HOSTILE, "value": -5, "rule": HOSTILE, "ignored": HOSTILE}
    cell = CachedRow(marked=1, capacity=3, label=HOSTILE, value=HOSTILE)
    row = {"level": 1, "word": HOSTILE, "cells": [cell]}
    place = {"label": HOSTILE, "rank": 2, "word": HOSTILE, "points": HOSTILE, "armour": HOSTILE, "href": HOSTILE}
    undo = {"action": HOSTILE, "label": HOSTILE, "fields": {HOSTILE: HOSTILE}}
    words = {"who": HOSTILE, "what": HOSTILE, "faces": [HOSTILE], "kind": "critical", "word": HOSTILE, "look": "full"}
    result = words | {"notes": [HOSTILE], "lines": [line], "total": HOSTILE, "total_label": HOSTILE}
    rung = dict.fromkeys(("at", "name", "side_word", "intent", "href", "hidden"), HOSTILE)
    rung |= {"side": "pc", "row_state": "now", "portrait": "", "waiting": True}
    rung["timers"] = ({"label": HOSTILE, "until": HOSTILE},)
    return {
        "mark": macros.mark(3, HOSTILE, HOSTILE, 2) + macros.mark(3, HOSTILE, None, 2, True),
        "band": macros.band(0, HOSTILE) + macros.health(2, HOSTILE, False),
        "side": macros.side("foe", HOSTILE),
        "stepper": macros.stepper(HOSTILE, HOSTILE, HOSTILE, HOSTILE, fields={HOSTILE: HOSTILE}),
        "breakdown": macros.breakdown(HOSTILE, [line], HOSTILE),
        "wound_grid": macros.wound_grid([{"label": HOSTILE}], [row], HOSTILE, HOSTILE, [HOSTILE], HOSTILE, HOSTILE),
        "locations": macros.location_list([place], {"head": place, "left_arm": place}, HOSTILE, HOSTILE),
        "skill_row": macros.skill_row(HOSTILE, HOSTILE, HOSTILE, HOSTILE, True, HOSTILE),
        "odds": macros.odds_line(["success", "fumble"], HOSTILE) + macros.odds_bar([("success", 0, 50)], HOSTILE),
        "result_card": macros.result_card([result, result], HOSTILE, HOSTILE, HOSTILE, [HOSTILE], 1, [HOSTILE]),
        "journal_row": macros.journal_row(HOSTILE, HOSTILE, HOSTILE, private=HOSTILE, struck=True, undo=undo),
        "ladder_row": macros.ladder_row(rung, selected=True),
        "option": macros.option(HOSTILE, HOSTILE, HOSTILE, HOSTILE, -3, refused=HOSTILE),
        "snack": macros.snack(HOSTILE, undo) + macros.snack(HOSTILE),
        "empty": macros.empty(HOSTILE),
    }


def test_a_duel_waits_for_a_side_without_a_die_until_it_is_over(macros):
    side = {"who": "Tibor", "what": "Dagger", "faces": (), "sealed": False, "won": False, "word": "", "went": None}
    won = {"words": "Élowen wins", "winner": "Élowen", "by": ""}
    drawn = macros.duel([side, side]), macros.duel([side, side], won), macros.duel([{**side, "word": "Failure"}])
    assert ["i-hourglass" in str(markup) for markup in drawn] == [True, False, False]


@pytest.mark.parametrize(
    ("fallen", "drawn", "words"), [((6, 1, 6), 3, "6 1 6"), ((6,) * 11 + (1,) * 10 + (3,), 3, "6 ×11 3 ×1 1 ×10 = 79")]
)
def test_too_many_dice_are_shown_as_counts_of_faces_and_a_sum(macros, fallen, drawn, words):
    markup = str(macros.faces(fallen))
    assert markup.count("<svg") == drawn and " ".join(re.sub(r"<[^>]*>", " ", markup).split()) == words
    result = {"faces": fallen, "who": "Tibor", "what": "Grenade", "look": "6", "word": "", "notes": (), "lines": ()}
    assert str(macros.result_card([result])).count("#i-die-6") == drawn


def test_macros_escape_every_word(macros):
    for name, markup in hostile_markup(macros).items():
        assert HOSTILE[:8] not in markup, name
        assert "&lt;script&gt;" in markup, name


@pytest.mark.parametrize(("value", "shown"), [(3, "+3"), (-5, "−5"), (0, "0"), ("X", "X")])
def test_numbers_carry_their_sign(macros, value, shown):
    assert str(macros.signed(value)).strip() == shown


@pytest.mark.parametrize(("level", "word", "letter"), [(1, "légère", "L"), (4, "Critique", "C"), (5, "Mortelle", "†")])
def test_a_severity_shows_a_letter_and_its_word(macros, level, word, letter):
    markup = macros.mark(level, word)
    assert f">{letter}</b>" in markup and word in markup and f"sev-{level}" in markup


def test_a_band_shows_no_letter(macros):
    assert "<b" not in macros.band(3, "Très touché")


def test_a_part_that_does_not_count_is_struck_and_says_why(macros):
    line = SimpleNamespace(label="Armour", value=3, rule="R-1", ignored="Only the worst counts.")
    markup = str(macros.sum([SimpleNamespace(label="Skill", value=15, rule="", ignored=None), line], 15, "Chances"))
    assert "<del>Armour</del>" in markup and "Only the worst counts." in markup and markup.count("is-ignored") == 1


def test_a_refused_choice_cannot_be_sent(macros):
    assert "<input" not in macros.option("act", "shoot", "Shoot", refused="Out of range.")


def test_a_stepper_stops_at_its_limits(macros):
    markup = str(macros.stepper("luck", "/x", "Luck", 0, least=0, most=5))
    assert 'value="-1" aria-label="Luck −1" disabled' in markup and markup.count(" disabled") == 1


def test_an_unfolded_part_of_a_live_page_stays_open_as_it_changes():
    drawn_once = ("offer-more", "odds-parts", "forecast-more")  # in fetched forms, and odds that replace themselves
    texts = (path.read_text() for path in TEMPLATES if path.parent.name == "live")
    tags = [tag for text in texts for tag in re.findall(r"<details.*?><", text, re.S)]
    folds = [tag for tag in tags if not re.search("data-(fold|edit)", tag)]
    assert len(tags) > 30 and [tag for tag in folds if not any(name in tag for name in drawn_once)] == []
