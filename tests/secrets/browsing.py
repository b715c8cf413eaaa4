"""A simple browser: the forms and links of a page; forms are filled in at random with values that the page offers."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random

WORDS = ("a", "Rouge et noir", "12")
OWN = "csrfmiddlewaretoken"


@dataclass
class Form:
    """A form that posts: its address, its fields with their possible values, and its buttons."""

    action: str
    kept: list[tuple[str, str]] = field(default_factory=list)
    free: list[tuple[str, list[str]]] = field(default_factory=list)  # name and possible values
    ticks: list[tuple[str, str]] = field(default_factory=list)
    radios: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    usable: bool = True
    pressed: int = 0

    def filled(self, random: Random) -> dict[str, list[str]]:
        """Data as a person might post them with one of the form's buttons."""
        said: dict[str, list[str]] = {}
        found = [*self.kept, *((name, random.choice(values)) for name, values in self.free if values)]
        found += [one for one in self.ticks if random.random() < 0.3]
        found += [(name, random.choice(values)) for name, values in self.radios.items()]
        found += [random.choice(self.buttons)] if self.buttons else []
        for name, value in found:
            if name and name != OWN:
                said.setdefault(name, []).append(value)
        return said


class Page(HTMLParser):
    """The forms of a page and the addresses of its links."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[str] = []
        self._form: Form | None = None
        self._choices: list[str] | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {key: value or "" for key, value in attrs}
        for name in ("href", "hx-get"):
            if said.get(name, "").startswith("/"):
                self.links.append(said[name].partition("#")[0])
        if tag == "form":
            self._form = Form(said.get("action", "")) if said.get("method", "").lower() == "post" else None
            if self._form is not None:
                self.forms.append(self._form)
        elif self._form is not None and "disabled" not in said:
            self._put(self._form, tag, said)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._choices = None

    def _put(self, form: Form, tag: str, said: dict[str, str]) -> None:
        name, value, kind = said.get("name", ""), said.get("value", ""), said.get("type", "text")
        if tag == "select":
            self._choices = []
            form.free.append((name, self._choices))
        elif tag == "option" and self._choices is not None:
            self._choices.append(value)
        elif tag == "textarea":
            form.free.append((name, list(WORDS)))
        elif tag == "button":
            if kind in ("submit", "text"):
                form.pressed += 1
                form.buttons += [(name, value)] if name else []
        elif tag == "input":
            self._put_input(form, name, value, kind, said)

    def _put_input(self, form: Form, name: str, value: str, kind: str, said: dict[str, str]) -> None:
        if kind == "file":
            form.usable = False
        elif kind == "hidden":
            form.kept.append((name, value))
        elif kind == "checkbox":
            form.ticks.append((name, value or "on"))
        elif kind == "radio":
            form.radios.setdefault(name, []).append(value)
        elif kind == "submit":
            form.pressed += 1
        elif kind == "number" or said.get("inputmode") == "numeric":
            low, high = int(said.get("min") or 0), int(said.get("max") or 12)
            form.free.append((name, [value or str(low), str(low), str(min(low + 3, high))]))
        else:
            form.free.append((name, [value or WORDS[0], *WORDS]))
