"""The forms of the site as its pages offer them, from which hostile input is generated."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit


@dataclass
class Form:
    """A form as a page offers it to ``role``: address, method, and the values it would send.

    ``offered`` has each value that a field might have said, ``fields`` the last of them.
    """

    role: str
    method: str
    action: str
    files: bool = False
    fields: list[tuple[str, str]] = field(default_factory=list)
    offered: list[tuple[str, str]] = field(default_factory=list)


def forms(role: str, address: str, html: str) -> list[Form]:
    """Every form of a page."""
    reader = _Reader(role, address)
    reader.feed(html)
    reader.close()
    return reader.found


class _Reader(HTMLParser):
    def __init__(self, role: str, address: str) -> None:
        super().__init__(convert_charrefs=True)
        self.role, self.address = role, address
        self.found: list[Form] = []
        self._here: Form | None = None
        self._named: dict[str, Form] = {}
        self._chosen: tuple[Form, str] | None = None

    def handle_starttag(self, tag: str, attrs: Iterable[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            action = urlsplit(urljoin(self.address, said.get("action", ""))).path
            self._here = Form(self.role, said.get("method", "get").upper(), action, "enctype" in said)
            self.found.append(self._here)
            self._named[said.get("id", "")] = self._here
        form = self._named.get(said["form"]) if "form" in said else self._here
        if form is None or tag not in ("input", "button", "select", "textarea", "option"):
            return
        if tag == "select":
            self._chosen = (form, said.get("name", ""))
        elif tag == "option":
            # The last of the choices stands for all: another field may then be what is wrong.
            if self._chosen is not None and "disabled" not in said:
                self._put(self._chosen[0], self._chosen[1], said.get("value", ""))
        elif said.get("name"):
            self._put(form, said["name"], said.get("value", ""))

    def _put(self, form: Form, name: str, value: str) -> None:
        if name not in ("csrfmiddlewaretoken", "command"):
            form.offered.append((name, value))
            form.fields = [one for one in form.fields if one[0] != name] + [(name, value)]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._here = None
        elif tag == "select":
            self._chosen = None
