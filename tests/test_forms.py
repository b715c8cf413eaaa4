"""Every form of every page is accepted by its address when it is posted as drawn."""

import pytest
from django.core.cache import cache
from django.db import transaction
from django.urls import resolve

from tests.hostile.harvest import forms
from tests.permissions import ROLES, TABLE_OF_ADDRESSES
from tests.test_permissions import PARAMETER, ROUTES, FullTable

WHO = ("anonymous", "leo", "ana", "gm")
# Sent as drawn, they say too little, or something that has to be filled in: refused with a sentence.
TAKEN = (200, 302, 422, 409)


def ones(dice):
    """Dice that fall whoever throws them."""
    return (1,) * dice.count


@pytest.fixture
def ground(db, settings):
    settings.TABLEE_DICE = f"{__name__}.ones"
    found = FullTable()
    yield found
    cache.clear()


def drawn(ground, role):
    """Every form of each page that a role may read: one for each address and set of fields."""
    found = {}
    for name, (get, _post) in TABLE_OF_ADDRESSES.items():
        if get.split()[ROLES.index(role)] != "yes":
            continue
        known = ground.arguments(name, role)
        address = PARAMETER.sub(lambda match, known=known: str(known[match[1]]), ROUTES[name])
        page = ground.clients[role].get(address)
        if page.status_code == 200 and not page.streaming and "html" in page["Content-Type"]:
            for form in forms(role, address, page.text):
                fields = " ".join(sorted(field for field, _value in form.fields))
                found.setdefault((form.method, resolve(form.action).url_name, fields), (name, form))
    return found.values()


@pytest.mark.slow("every form of every page")
@pytest.mark.parametrize("role", WHO)
def test_a_form_is_taken_where_it_goes(ground, role):
    wrong, pages = [], set()
    cookies = {key: morsel.value for key, morsel in ground.clients[role].cookies.items()}
    for page, form in drawn(ground, role):
        cache.clear()
        with transaction.atomic():
            send = ground.clients[role].post if form.method == "POST" else ground.clients[role].get
            answer = send(form.action, dict(form.fields))
            transaction.set_rollback(True)
        for key, value in cookies.items():
            ground.clients[role].cookies[key] = value
        pages.add(page)
        if answer.status_code not in TAKEN:
            wrong.append(f"{page}: {form.method} {form.action} {form.fields}: {answer.status_code}")
    assert not wrong, "\n".join(wrong)
    assert pages
