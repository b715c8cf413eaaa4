"""Every computed number of every game is on the sheet, once."""

import re
from collections import Counter
from html import unescape

import pytest
from django.utils import translation

from campaigns.journal.journal import Sent
from campaigns.live import regions
from campaigns.models import Seat
from campaigns.web.language import say
from rules import registry
from rules.character.character import Derived
from rules.core.check import Breakdown, Modifier
from rules.core.text import Text
from sheets import rows, services
from tests.cast import gather
from tests.encounters.conftest import join

LINK = re.compile(r'href="[^"]*/parts/(\w+)/"[^>]*>(.*?)</a>', re.DOTALL)
TAG = re.compile(r"<[^>]+>")


def drawn(seat, character):
    """The text of each region of a sheet, as its owner sees it."""
    page = regions.find_page(Seat.objects.select_related("campaign").get(pk=seat.pk), "sheet", character.token)
    return {placed.name: page.draw(placed) for placed in page.regions}


def told(one):
    """A computed number in words, or as figures with the sign that a minus has in print."""
    if one.shown is not None:
        return say(one.shown)
    return f"{one.value.total}".replace("-", "−")


@pytest.mark.django_db
@pytest.mark.parametrize("game", registry.GAMES)
def test_a_computed_number_links_once_to_its_breakdown_unless_beside_a_field(game):
    cast = gather(game)
    for sample, row in list(registry.samples(game).items())[:3]:
        hero = join(cast, f"Élowen {sample}", row["kind"], cast.ana, sample)
        page = drawn(cast.ana, hero)
        page.pop("vitals")  # on a phone some stand there instead
        links = [(key, unescape(TAG.sub(" ", inner))) for key, inner in LINK.findall("\n".join(page.values()))]
        derived = {one.key: one for one in hero.system.derive(hero.data, {})}
        times = Counter(key for key, _text in links)
        assert set(times) <= set(derived) and set(times.values()) == {1}
        boxes = {path for path, field in hero.system.schema.walk() if field.grid is not None}
        assert {key for key, one in derived.items() if not one.beside or one.beside in boxes} <= set(times)
        assert [key for key, text in links if told(derived[key]) not in text] == []


@pytest.mark.django_db
@pytest.mark.parametrize("game", registry.GAMES)
def test_values_needed_at_hand_stand_beside_the_vital_numbers(game):
    cast = gather(game)
    sample, row = next(iter(registry.samples(game).items()))
    hero = join(cast, "Élowen", row["kind"], cast.ana, sample)
    beside = drawn(cast.ana, hero)["vitals"]
    numbers = [one for one in hero.system.derive(hero.data, {}) if one.key in hero.system.at_hand and not one.beside]
    assert [say(one.label) for one in numbers if say(one.label) not in unescape(beside)] == []


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "path"), [("medieval", "hp.current"), ("arpenteurs", "ecg.current")])
def test_a_hurt_hero_reads_their_state_beside_the_vital_numbers(game, path):
    cast = gather(game)
    hero = join(cast, "Élowen", "pc", cast.ana, next(iter(registry.samples(game))))
    assert "severity" not in drawn(cast.ana, hero)["vitals"]
    services.edit(seat=cast.gm, character=hero, sent=Sent.of("", path), path=path, value=1)
    assert "severity-letter" in drawn(cast.ana, hero)["vitals"]


@pytest.mark.parametrize(("language", "written"), [("fr", "55\N{NO-BREAK SPACE}%"), ("en", "55%")])
def test_a_percentage_is_written_as_its_language_does(language, written):
    with translation.override(language):
        percentage = Derived("evade", Text("Evade"), Breakdown(Modifier(Text("Base"), 55)), unit="%")
        assert rows.format_number(percentage) == written
