"""The Jinja2 environment for the templates of live regions."""

import re
from functools import lru_cache
from typing import Any

import jinja2
from django.templatetags.static import static
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Call
from markupsafe import Markup, escape

from campaigns.live.regions import CachedRow
from campaigns.web import language
from campaigns.web.addresses import address

ROWS = (dict, CachedRow)  # what a template is mostly given: looking for their kinds takes no call
SPECIAL = re.compile(r"[&<>'\"]")


def escaped(value: Any) -> str:
    """Return a value escaped for HTML; a text without special characters is returned as it is, without a new object."""
    kind = value.__class__
    if kind is Markup or (kind is str and SPECIAL.search(value) is None):
        text: str = value
        return text
    return str(value) if kind is int else escape(value)


class Writer(CodeGenerator):
    """A code generator whose templates call functions directly, and output values by ``escaped``.

    No function here needs the template's context, and half of all output values are names and numbers.
    """

    def visit_Call(self, node: Call, frame: Frame, forward_caller: bool = False) -> None:
        self.visit(node.node, frame)
        self.write("(*()")  # the generated arguments begin with a comma
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        self.write(")")

    def _output_child_pre(self, node: Any, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.escaped(")
            if finalize.src is not None:
                self.write(finalize.src)


class Fragment(jinja2.Template):
    """A template whose macros use the environment's globals, so they are not compared at each import."""

    def _get_default_module(self, ctx: Any = None) -> Any:
        return super()._get_default_module()


class Fragments(jinja2.Environment):
    """An environment for plain values: a name after a dot is first looked up as a dictionary key, as in Django."""

    template_class = Fragment
    code_generator_class = Writer
    escaped = staticmethod(escaped)

    def getattr(self, obj: Any, attribute: str) -> Any:
        if (obj.__class__ in ROWS or isinstance(obj, dict)) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


def environment(**options: Any) -> jinja2.Environment:
    """Return an environment that escapes, translates and fails on unknown names."""
    options["undefined"] = jinja2.StrictUndefined
    env = Fragments(trim_blocks=True, lstrip_blocks=True, **options)
    env.globals.update(_=translate, pgettext=translate_in, static=static, url=url, icon=icon, kept=kept)
    return env


def translate(message: str, **values: Any) -> Markup:
    """Return a sentence in the active language, with escaped values."""
    text = Markup(language.gettext(message))
    return text % values if "%" in message else text


def translate_in(context: str, message: str) -> Markup:
    """Return a word in the active language whose translation depends on the context."""
    return Markup(language.pgettext(context, message))


@lru_cache(1000)
def icon(name: str, kind: str = "") -> Markup:
    """Return an icon as SVG; a function, because a macro is too slow for hundreds of icons on a page."""
    text = '<svg class="icon{}" aria-hidden="true" focusable="false"><use href="{}#i-{}"/></svg>'
    return Markup(text).format(f" {kind}" if kind else "", static("img/icons.svg"), name)


def kept(macro: Any, row: Any, *more: Any) -> str:
    """Return a macro's output for a row, rendered only once for the same row object (``regions.CachedRow``)."""
    texts: dict[Any, str] = row.texts
    key = (macro.name, *more)
    text = texts.get(key)
    if text is None:
        text = texts[key] = macro(row, *more)
    return text


def url(name: str, *args: Any) -> str:
    """Return the address of a named page: `url("sheet", character.pk)`."""
    return address(name, *args)
