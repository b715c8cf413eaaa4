"""The Jinja2 environment of the live fragments."""

import re
from functools import lru_cache
from typing import Any

import jinja2
from django.templatetags.static import static
from django.utils import translation
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

from campaigns.web import language
from campaigns.web.addresses import address

SPECIAL = re.compile(r"[&<>'\"]")


def escaped(value: Any) -> str:
    """Return a value as it may stand in HTML, without an object of its own where nothing has to be replaced."""
    kind = type(value)
    if kind is Markup or (kind is str and SPECIAL.search(value) is None):
        text: str = value
        return text
    return str(value) if kind is int else escape(value)


class Writer(CodeGenerator):
    """Templates that put values between their texts by ``escaped``: half of what they print are names and numbers."""

    def _output_child_pre(self, node: Any, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.escaped(")
            if finalize.src is not None:
                self.write(finalize.src)


class Fragment(jinja2.Template):
    """A template whose macros know what every template knows, which is not compared anew at each import of them."""

    def _get_default_module(self, ctx: Any = None) -> Any:
        return super()._get_default_module()


class Fragments(jinja2.Environment):
    """An environment whose values are plain: a name after a dot is a key of a dictionary first, as in Django's."""

    template_class = Fragment
    code_generator_class = Writer
    escaped = staticmethod(escaped)

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, dict) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


def environment(**options: Any) -> jinja2.Environment:
    """Return an environment that escapes, translates and fails on unknown names."""
    options["undefined"] = jinja2.StrictUndefined
    env = Fragments(trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.i18n"], **options)
    env.install_gettext_callables(  # type: ignore[attr-defined]
        language.gettext,
        translation.ngettext,
        newstyle=True,
        pgettext=language.pgettext,
        npgettext=translation.npgettext,
    )
    env.globals.update(static=static, url=url, icon=icon, kept=kept)
    return env


@lru_cache(1000)
def icon(name: str, kind: str = "") -> Markup:
    """Return a sign of ours: the same few hundred times on a page, so it is no macro."""
    text = '<svg class="icon{}" aria-hidden="true" focusable="false"><use href="{}#i-{}"/></svg>'
    return Markup(text).format(f" {kind}" if kind else "", static("img/icons.svg"), name)


def kept(macro: Any, row: Any, *more: Any) -> str:
    """Return what a macro makes of a row; of the very same row it is made once (``rows.Kept``)."""
    texts: dict[Any, str] = row.texts
    key = (macro.name, *more)
    text = texts.get(key)
    if text is None:
        text = texts[key] = macro(row, *more)
    return text


def url(name: str, *args: Any) -> str:
    """Return the address of a named page: `url("sheet", character.pk)`."""
    return address(name, *args)
