"""All forms of a table that a seat can reach by links, and the tokens in their fields.

A form names a row by its token, in the name of a field or in its value, so a new form needs no row here.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urljoin

from django.test import Client
from django.urls import Resolver404, resolve

from tests.hostile import harvest
from tests.secrets.evening import TOKEN

LINKS = re.compile(r'(?:hx-get|href|src)="([/?][^"#]+)')
PICTURES = ("/pictures/", "/shown/")
Body = dict[str, list[str]]


@dataclass(frozen=True)
class Place:
    """A field by which a form names a row, offered with this value."""

    form: harvest.Form
    field: str
    value: str

    @property
    def kind(self) -> tuple[str, ...]:
        """A key for places of the same kind, without tokens, return addresses and rows of sheets."""
        act = [value for key, value in self.form.fields if key in ("kind", "do")]
        value = "/" if self.value.startswith("/") else TOKEN.sub("…", self.value).partition(":")[0]
        return (route(self.form.action), *act, TOKEN.sub("…", self.field), value)

    def naming(self, token: str) -> Body:
        """The data of the form when it names another row."""
        body: Body = {}
        for name, value in self.form.fields:
            if name != self.field:
                body.setdefault(name, []).append(value)
        named = TOKEN.sub(token, self.field)
        value = self.value if TOKEN.search(self.field) else TOKEN.sub(token, self.value, count=1)
        body.setdefault(named, []).append(value)
        return body


def route(address: str) -> str:
    """The name of an address; empty for an unknown one."""
    try:
        return str(resolve(address.partition("?")[0]).url_name)
    except Resolver404:
        return ""


def crawl(role: str, client: Client, start: str, depth: int, most: int) -> Iterator[tuple[str, str]]:
    """The pages reachable by links and forms from ``start``, with their addresses (see ``answers``)."""
    for address, _body, text in answers(role, client, start, depth, most):
        if text:
            yield address, text


def answers(role: str, client: Client, start: str, depth: int, most: int) -> Iterator[tuple[str, bytes, str]]:
    """The addresses reachable from ``start`` by at most ``depth`` links and forms, each with its bytes and its page.

    The page of a file or a picture is empty. Of addresses that differ only in their parameters there are ``most``.
    """
    own = f"/{start.split('/')[2]}/"
    queue, kinds = deque([(start, 0)]), Counter[Any]()
    seen = {start}
    while queue:
        address, far = queue.popleft()
        answer = client.get(address, follow=True)
        if answer.status_code != 200:
            continue
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        text = body.decode() if "html" in answer.headers["Content-Type"] else ""
        yield address, body, text
        for link in _links(role, address, text) if far < depth else ():
            kind = route(link), *sorted(re.findall(r"(\w+)=", link.partition("?")[2]))
            if (own in link or link.startswith(PICTURES)) and link not in seen and kind[0] and kinds[kind] < most:
                kinds[kind] += 1
                seen.add(link)
                queue.append((link, far + 1))


def _links(role: str, address: str, text: str) -> Iterator[str]:
    yield from (urljoin(address, link.replace("&amp;", "&")) for link in LINKS.findall(text))
    for form in harvest.forms(role, address, text):
        if form.method == "GET":
            yield f"{form.action}?{urlencode(form.fields)}" if form.fields else form.action


def places(role: str, pages: Iterable[tuple[str, str]]) -> list[Place]:
    """The places of these pages' forms that name a row, one of each kind."""
    found: dict[tuple[str, ...], Place] = {}
    for address, text in pages:
        for form in harvest.forms(role, address, text):
            for name, value in form.offered:
                place = Place(form, name, value)
                if TOKEN.search(f"{name} {value}") and route(form.action):
                    found.setdefault(place.kind, place)
    return list(found.values())
