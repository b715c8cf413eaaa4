"""Every form carries a key, and an address that receives the same form twice acts once.

An address that takes no key says here why sending the same twice does no harm; a new one has to be in one of the two.
"""

import re
from copy import deepcopy
from random import Random

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import transaction
from django.urls import reverse

from campaigns.journal.journal import Sent
from campaigns.models import Seat
from encounters.correct import what_if
from encounters.models import Branch
from tests.cast import client_of
from tests.permissions import NEVER, ROLES, TABLE_OF_ADDRESSES
from tests.rules.play import next_action
from tests.test_permissions import PARAMETER, ROUTES, FullTable

KEY = "abcdefgh23456777-1"
WITHOUT = {
    "set-language": "the same language again",
    "display": "the same letters again",
    "tv": "another code, and the one before is forgotten",
    "sign-up": "the name is taken by then",
    "log-in": "the same person again",
    "log-out": "nobody is there any more",
    "password": "the old password is the new one by then",
    "leave": "the seat is gone by then",
    "delete-account": "the account is gone by then",
    "keep-seat": "it is kept already",
    "log-in-key": "the same person again",
    "passkeys": "what a device made is kept once",
    "games": "the same file again",
    "remove-game": "it is gone by then",
    "push": "the same browser again",
    "create": "a seat makes one character at a time, and goes on with it",
    "create-stage": "the same fields again; a new row has a key of its own",
    "create-points": "nothing is kept",
    "create-portrait": "the same picture again",
    "create-drop": "nothing is left to drop",
}
# Addresses that the permissions' table refuses to everybody: see ``tests/encounters/test_resending.py``.
ELSEWHERE = {"redo-last", "remove-character"}
ELSEWHERE |= {"webhook"}  # no host is allowed here: ``tests/encounters/webhook/test_views.py``
ELSEWHERE |= {"create-finish", "branch"}  # ``tests/sheets/creation/test_wizard.py``, and below
BACK = {"invite", "move-seat", "erase-seat"}  # what is done already leads back, not on
TAKEN = [name for name, (_get, post) in TABLE_OF_ADDRESSES.items() if post != NEVER]
WITH = [name for name in TAKEN if name not in WITHOUT and name not in ELSEWHERE]
PARTS = 3  # of the addresses: one ground takes far longer to lay than a form to send
APPS = ("campaigns", "encounters", "sheets")
IDLE = " disabled>"  # a button that cannot be pressed
FORM = re.compile(r'<form\b(?=[^>]*method="post")[^>]*>(.*?)</form>', re.DOTALL)


@pytest.fixture
def ground(db):
    found = FullTable()
    yield found
    cache.clear()


def test_no_reason_is_given_for_an_address_that_is_no_more():
    assert set(WITHOUT) | ELSEWHERE <= set(TAKEN)


def rows():
    """Every row of the site."""
    models = [model for app in APPS for model in apps.get_app_config(app).get_models()]
    return {model._meta.label: list(model.objects.order_by("pk").values_list()) for model in models}


def twice(ground, name):
    """The answers of an address to the same form sent twice, and the stored rows before it and after each."""
    role = next(one for one in (*reversed(ROLES),) if TABLE_OF_ADDRESSES[name][1].split()[ROLES.index(one)] == "yes")
    client, known, body = ground.clients[role], ground.arguments(name, role), ground.body(name)
    address = PARAMETER.sub(lambda found: str(known[found[1]]), ROUTES[name])
    cookies, answers, found = deepcopy(client.cookies), [], [rows()]
    with transaction.atomic():
        for _time in range(2):
            cache.clear()
            said = {key: again(value) for key, value in body.items()}
            answers.append(client.post(address, {**said, "command": KEY}))
            found.append(rows())
        transaction.set_rollback(True)
    client.cookies = cookies
    return answers, found


def again(value):
    """A file is read from its beginning."""
    if hasattr(value, "seek"):
        value.seek(0)
    return value


def fault(ground, name):
    """The fault of an address to which the same form is sent twice; empty if the form acts once."""
    (first, second), (before, once, both) = twice(ground, name)
    if not {first.status_code, second.status_code} <= {200, 302}:
        return f"answered {first.status_code} and {second.status_code}: {second.text}"
    if once != both:
        return f"done twice: {[label for label in once if once[label] != both[label]]}"
    if before == both and name not in ("choose", "resume"):  # it is chosen already, and nothing is paused
        return "not done at all"
    if first.status_code == 302 and name not in BACK and first.url != second.url:
        return f"leads to {first.url} and to {second.url}"
    return ""


@pytest.mark.slow("a third of the addresses, and every row before and after each form")
@pytest.mark.parametrize("part", range(PARTS))
def test_a_form_sent_twice_is_done_once(ground, part):
    faults = {name: fault(ground, name) for name in WITH[part::PARTS]}
    assert not any(faults.values()), {name: said for name, said in faults.items() if said}


@pytest.mark.slow("every page as four roles see it")
def test_every_form_of_every_page_has_a_key_of_its_own(ground):
    seen = 0
    for name, route in ROUTES.items():
        for role in ("anonymous", "stranger", "ana", "gm"):
            known = ground.arguments(name, role)
            page = ground.clients[role].get(PARAMETER.sub(lambda found, known=known: str(known[found[1]]), route))
            if page.status_code == 200 and not page.streaming and "html" in page["Content-Type"]:
                forms = [
                    one for one in FORM.findall(page.text) if "csrfmiddlewaretoken" in one or "disabled" not in one
                ]
                keys = [re.findall(r'name="command" value="([a-z2-7]{16}-\d+)"', form) for form in forms]
                assert all(len(one) == 1 for one in keys), (name, role, forms)
                assert len({one[0] for one in keys}) == len(forms), (name, role)
                seen += len(forms)
    assert seen > 100


def test_each_act_of_a_copy_is_tried_once(ground):
    client, seat = ground.clients["gm"], ground.cast.gm
    copy = Branch.objects.get(token=ground.copy())
    address = reverse("branch", args=[seat.token, copy.token])
    pick = Random(1).choice
    action = next_action(seat.campaign.system, what_if.scene_of(copy), pick, 1)
    gm = Seat.objects.select_related("campaign").get(pk=seat.pk)

    def tried():
        return len(Branch.objects.get(pk=copy.pk).past)

    for key, count in (("first", 1), ("first", 1), ("second", 2)):
        if key == "second":
            action = next_action(seat.campaign.system, what_if.scene_of(Branch.objects.get(pk=copy.pk)), pick, 2)
        what_if.try_action(gm, copy, action, Sent(key, ""))
        assert tried() == count
    for key, count in (("third", 1), ("third", 1), ("fourth", 0)):
        assert client.post(address, {"do": "back", "command": f"{key}-key"}).status_code == 302
        assert tried() == count
    what_if.try_action(gm, copy, action, Sent("first", ""))
    assert tried() == 0


def test_going_back_and_changing_a_form_makes_a_new_command(ground):
    gm = ground.cast.gm
    for name in ("Ici", "Ailleurs", "Ailleurs"):
        assert client_of(gm).post(f"/t/{gm.token}/encounters/", {"name": name, "command": KEY}).status_code == 302
    fights = gm.campaign.encounters.filter(name__in=("Ici", "Ailleurs"))
    assert sorted(fights.values_list("name", flat=True)) == ["Ailleurs", "Ici"]


def test_a_seat_that_was_taken_by_a_form_is_taken_again_by_it_alone(ground):
    route = PARAMETER.sub(lambda _found: ground.arguments("join", "anonymous")["code"], ROUTES["join"])
    said = {"name": "Nadia", "character": "new", "command": KEY}
    ground.link.__class__.objects.filter(pk=ground.link.pk).update(uses_left=1)
    first = client_of().post(route, said)
    lost = client_of()
    assert lost.post(route, said).url == first.url, "its link is used up by then"
    seat = Seat.objects.get(name="Nadia")
    assert lost.session["seats"] == [seat.token]
    for other in ({**said, "command": "another-key"}, {**said, "name": "Nadja"}, {**said, "command": ""}):
        assert client_of().post(route, other).status_code == 404
    Seat.objects.filter(pk=seat.pk).update(left_at=ground.link.campaign.events.first().created)
    assert client_of().post(route, said).status_code == 404
