"""A body whose places have points: drawn with its silhouette, stepped place by place, written or not before."""

import re

import pytest

from campaigns.models import Campaign
from rules.core.text import OUT_OF
from rules.registry import GAMES, samples, system
from sheets.models import Character


def pointed():
    """The games whose places have points, each with a ready-made sheet."""
    for game in GAMES:
        for sample in samples(game).values():
            if any(place.path for place in system(game).body(sample["data"], {})):
                yield game, sample["data"]
                break


@pytest.fixture(params=[pytest.param(row, id=row[0]) for row in pointed()])
def sheet(request, table):
    game, data = request.param
    Campaign.objects.filter(pk=table.cast.campaign.pk).update(game=game)
    Character.objects.filter(pk=table.elowen.pk).update(data=data)
    (place, *_rest) = [one for one in system(game).body(data, {}) if one.path]
    return place


def test_the_body_shows_points_and_armour_of_each_place(table, sheet):
    html = table.region(table.cast.ana, "body")
    assert f"{sheet.points[0]}{OUT_OF}{sheet.points[1]}" in html
    assert "location-armour" in html and "<svg viewBox" in html


def test_a_place_is_stepped_though_nothing_was_written_of_it(table, sheet):
    table.do("step", table.cast.ana, path=sheet.path, by=-1)
    assert f"{sheet.points[0] - 1}{OUT_OF}{sheet.points[1]}" in table.region(table.cast.ana, "body")


def test_every_row_of_the_wound_grid_has_a_letter_of_its_own(table):
    grid = table.region(table.cast.ana, "body").split('<table class="wound-grid"')[1].split("</table>")[0]
    rows = [part.split("</th>")[0] for part in grid.split('role="rowheader">')[1:]]
    letters = [re.findall(r'severity-letter">([^<]*)<', row) for row in rows]
    assert letters == [["L"], ["M"], ["G"], ["C"], ["†"], ["F"]]
