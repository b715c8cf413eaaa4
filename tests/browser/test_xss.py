"""Fifty ways to write a script into names, notes and links, as each role then sees them in a real Chromium.

Under ``make soak`` each is written in four more ways: behind what would end an attribute, a comment or a paragraph, and
in capitals.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from tests.serve import LAYING, ROOT, Server

SOAK = os.environ.get("TABLEE_SOAK") == "1"
CALL = "window.ran=1"
PAYLOADS = (
    *(
        f"<script>{CALL}</script>",
        f'"><script>{CALL}</script>',
        f"'><script>{CALL}</script>",
        f"</script><script>{CALL}</script>",
    ),
    *(
        f"<img src=x onerror={CALL}>",
        f'"><img src=x onerror="{CALL}">',
        f"<svg onload={CALL}>",
        f"<svg><script>{CALL}</script>",
    ),
    *(
        f"<body onload={CALL}>",
        f"<details open ontoggle={CALL}>",
        f"<video><source onerror={CALL}>",
        f"<input autofocus onfocus={CALL}>",
    ),
    *(
        f'" autofocus onfocus={CALL} x="',
        f"' autofocus onfocus={CALL} x='",
        f"` onmouseover={CALL} x=`",
        f"<a href=javascript:{CALL}>x</a>",
    ),
    *(
        f"javascript:{CALL}",
        "<iframe srcdoc='<script>parent.ran=1</script>'>",
        f"<iframe src=javascript:parent.{CALL}>",
        f"<math><mi xlink:href=javascript:{CALL}>",
    ),
    *(
        f"<form action=javascript:{CALL}><button>x",
        f"<button formaction=javascript:{CALL}>x",
        "<base href=//elsewhere.example/>",
        "<meta http-equiv=refresh content=0;url=//elsewhere.example>",
    ),
    *(
        "<link rel=stylesheet href=//elsewhere.example/x.css>",
        "<style>*{display:none}</style>",
        f"<div style=background:url(javascript:{CALL})>",
        "<plaintext>",
    ),
    *(
        '<div hx-get="/display/" hx-trigger="load">',
        "<div hx-on:load='window.ran=1'>",
        '<div data-hx-post="/language/" hx-trigger="load">',
        '<hx-partial hx-target="body">x</hx-partial>',
    ),
    *(
        "<template><script>window.ran=1</script></template>",
        "--><script>window.ran=1</script>",
        "<!--csrf-->",
        "<![CDATA[<script>window.ran=1</script>]]>",
    ),
    *(
        "</textarea><script>window.ran=1</script>",
        "</title><script>window.ran=1</script>",
        "</style><script>window.ran=1</script>",
        "</noscript><script>window.ran=1</script>",
    ),
    *(
        "&lt;script&gt;window.ran=1&lt;/script&gt;",
        "&#60;script>window.ran=1</script>",
        "\\u003cscript>window.ran=1</script>",
        "%3Cscript%3Ewindow.ran=1%3C/script%3E",
    ),
    *(
        "{{constructor.constructor('window.ran=1')()}}",
        "${window.ran=1}",
        "<scr<script>ipt>window.ran=1</script>",
        "<object data=javascript:window.ran=1>",
    ),
    *(
        "<embed src=javascript:window.ran=1>",
        "<marquee onstart=window.ran=1>",
        "</script><svg/onload=window.ran=1>",
        "<IMG SRC=x oNeRrOr=window.ran=1>",
    ),
    *(
        "[x](javascript:window.ran=1)",
        '![x"onerror="window.ran=1](x)',
        "<x onclick=window.ran=1 tabindex=1 id=connection>",
        "'-window.ran-'",
    ),
)

LAY = """
import json, sys
from campaigns import services
from campaigns.journal import journal
from campaigns.journal.journal import Sent
from campaigns.models import Seat
from campaigns.seats import invitations
from encounters.models import Encounter
from encounters.prepare import services as preparing
from rules import registry
from rules.core.errors import RulesError
from rules.core.paths import put
from rules.character.sheet import problems
from sheets.creation.create import create
from sheets.models import Character
from tests.cast import client_of

from itertools import cycle, islice

known = json.loads(sys.argv[1])
payloads = cycle(known)
used = set()

def short(most):
    found = next((one for one in islice(payloads, len(known)) if len(one) <= most), None)
    if found is None:  # a field that is shorter than every payload
        return "<b>"
    used.add(found)
    return found

gm = services.create_campaign(name=next(payloads), game="polaris", gm=short(40))
seats = {role: services.add_seat(seat=gm, role=role, name=short(80)) for role in ("player", "spectator", "screen")}
system = gm.campaign.system
row = next(row["data"] for row in registry.samples("polaris").values() if row["kind"] == "pc")
def filled(data):
    for path, field in system.schema.walk():
        if field.kind in ("text", "note") and "." not in path:
            text = short(field.most or 80)
            if not [one for one in problems(system.schema, put(data, path, text)) if one.path == path]:
                data = put(data, path, text)
    for name in ("weapons", "skills", "gear", "equipment"):
        field = system.schema.field(name)
        if field is None or field.kind != "list" or not isinstance(data.get(name), dict):
            continue
        for key in data[name]:
            for leaf in field.row:
                if leaf.kind in ("text", "note") and not leaf.required:
                    data = put(data, f"{name}.{key}.{leaf.key}", short(leaf.most or 80))
    return data

def people(pen):
    # As many opponents as it takes until every payload that fits a field has been in one.
    found = [create(pen, data=filled({**row, "name": short(80)}), kind="pc", owner=seats["player"])]
    while len(found) < 12:
        found.append(create(pen, data=filled({**row, "name": short(80)}), kind="npc", owner=None))
    return found

tokens = journal.run(seat=gm, sent=Sent.of("", "people"), work=people).value
fight = preparing.prepare(seat=gm, sent=Sent.of("", "a"), name=short(80)).value
preparing.enrol(seat=gm, sent=Sent.of("", "b"), encounter=fight, characters=tokens)
for number, fighter in enumerate(Encounter.objects.get(token=fight).state["fighters"]):
    try:
        said = {"public_name": short(60)}
        preparing.describe(seat=gm, sent=Sent.of("", f"c{number}"), encounter=fight, fighter=fighter, about=said)
    except RulesError:
        pass
preparing.turn_to(seat=gm, sent=Sent.of("", "d"), encounter=fight, status="running")
draft = preparing.prepare(seat=gm, sent=Sent.of("", "e"), name=short(80)).value
invitations.invite_to(gm, Seat.Role.PLAYER)
seats["gm"] = gm
sheets = [f"characters/{token}/{tab}" for token in tokens for tab in ("", "notes/")]
pages = {
    "gm": ["table/", "people/", "settings/", "journal/", "characters/", f"encounters/{fight}/", *sheets[:12]],
    "player": [f"encounters/{fight}/", "journal/", "characters/", *sheets[:2]],
    "spectator": ["screen/", "journal/"],
    "screen": ["screen/"],
}
pages["gm"].append(f"encounters/{draft}/prepare/")
visits = [
    [client_of(seats[role]).cookies["tablee_session"].value, [f"/t/{seats[role].token}/{page}" for page in all_of]]
    for role, all_of in pages.items()
]
print(json.dumps({"visits": visits, "used": len(used)}))
"""


# Traces that only an executed payload could leave.
STRANGERS = """() => [...document.querySelectorAll(
    ["script", "iframe", "style", "base", "object", "embed", "marquee", "video", "[style]",
        "[hx-get]", "[hx-on\\\\:load]",
        "[data-hx-post]", "[onerror]", "[onload]", "[onfocus]", "[onclick]"].map((one) => `main ${one}`).join()
)].map((one) => one.outerHTML.slice(0, 200))"""


def plain(payload: str) -> str:
    return payload


def after_an_attribute(payload: str) -> str:
    return f"'\">{payload}"


def after_a_comment(payload: str) -> str:
    return f"-->{payload}"


def after_a_paragraph(payload: str) -> str:
    return f"</p>{payload}"


def in_capitals(payload: str) -> str:
    return re.sub(r"</?[a-z]+", lambda tag: tag[0].upper(), payload)


WRITTEN = (plain, after_an_attribute, after_a_comment, after_a_paragraph, in_capitals)


def test_there_are_fifty_payloads_and_two_hundred_ways_to_write_them():
    assert len(set(PAYLOADS)) >= 50
    assert len({write(one) for write in WRITTEN for one in PAYLOADS}) >= 200


@pytest.mark.parametrize("write", WRITTEN if SOAK else WRITTEN[:1], ids=lambda write: write.__name__)
def test_fifty_payloads_stay_text_for_everybody(browser: Browser, server: Server, write: Callable[[str], str]):
    payloads = [write(one) for one in PAYLOADS]
    lay = f"import django; django.setup()\n{LAY}"
    run = subprocess.run(
        [sys.executable, "-c", lay, json.dumps(payloads)],
        cwd=ROOT,
        env={**server.environment, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=LAYING,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    laid = json.loads(run.stdout.splitlines()[-1])
    assert laid["used"] >= 50, laid["used"]
    faults = [fault for visit in laid["visits"] for fault in look(browser, server, *visit)]
    assert not faults, "\n".join(faults[:30])


def look(browser: Browser, server: Server, session: str, addresses: list[str]) -> list[str]:
    """Whatever a script, a dialog, a request elsewhere or markup of a payload did on these pages."""
    faults: list[str] = []
    context = browser.new_context(base_url=server.url, locale="fr-FR")
    context.add_cookies([{"name": "tablee_session", "value": session, "url": server.url}])
    context.on("dialog", lambda dialog: (faults.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    context.on("weberror", lambda error: faults.append(f"{error.error}"))
    context.on("request", lambda one: faults.append(one.url) if "elsewhere" in one.url else None)
    page = context.new_page()
    page.on("console", lambda line: faults.append(line.text) if "Content Security Policy" in line.text else None)
    for address in addresses:
        answer = page.goto(address)
        assert answer is not None and answer.ok, address
        if page.locator("#wire").count():
            expect(page.locator("#connection").first).to_have_attribute("data-state", "live")
        if page.evaluate("() => window.ran") is not None:
            faults.append(f"a script ran on {address}")
        faults += [f"{address}: {one}" for one in page.evaluate(STRANGERS)]
    context.close()
    return faults
