"""The page of house settings, in every game: each setting is shown, changed and recorded."""

import re

import pytest

from campaigns.models import Event
from rules import registry
from tests.cast import client_of, gather

EVERY = [(game, path) for game in registry.GAMES for path, _field in registry.system(game).settings().walk()]


def other(field):
    """A value that the setting may have and does not have at first."""
    if field.kind == "flag":
        return not field.blank
    if field.kind == "choice":
        return next(choice.key for choice in field.choices if choice.key != field.blank)
    value = field.blank if isinstance(field.blank, int) else 0
    return value + 1 if field.most is None or value < field.most else value - 1


def sent(values):
    return {path: "on" if value is True else value for path, value in values.items() if value is not False}


@pytest.mark.slow("every setting of a game through its page")
@pytest.mark.django_db
@pytest.mark.parametrize("game", registry.GAMES)
def test_every_setting_is_changed_by_its_page_shown_as_changed_and_changed_back(game):
    cast = gather(game)
    schema, client = registry.system(game).settings(), client_of(cast.gm)
    address, first = f"/t/{cast.gm.token}/settings/", {path: field.blank for path, field in schema.walk()}
    wanted = {path: other(field) for path, field in schema.walk()}
    for values, changed in ((wanted, len(wanted)), (first, 0)):
        answer = client.post(address, {"table_name": "Équinoxe", **sent(values)})
        assert answer.status_code in (302, 303)
        cast.campaign.refresh_from_db()
        assert {path: schema.value(cast.campaign.settings, path) for path in values} == values
        page = client.get(address).text
        assert page.count("is-changed") == changed
        assert len(re.findall(r'data-kinds="[^"]*\bchanged\b', page)) == changed
        every = re.findall(r'data-kinds="([^"]*)"', page)
        filters = re.findall(r'data-filter="(\w*)".*?<small>(\d+)</small>', page, re.DOTALL)
        assert len(filters) == 4
        for kind, count in filters:
            assert int(count) == sum(not kind or kind in kinds.split() for kinds in every), kind
        kinds = (len(re.findall(rf'data-kinds="{kind}\b', page)) for kind in ("switch", "reading"))
        assert sum(kinds) == len(wanted)  # each is found by one of the two
    assert Event.objects.filter(campaign=cast.campaign, kind="house_set").count() == 2 * len(wanted)


@pytest.mark.django_db
@pytest.mark.parametrize("game", registry.GAMES)
def test_nothing_counts_as_changed_at_a_new_table(game):
    cast = gather(game)
    page = client_of(cast.gm).get(f"/t/{cast.gm.token}/settings/").text
    assert "is-changed" not in page
    assert [path for known, path in EVERY if known == game and f'name="{path}"' not in page] == []
