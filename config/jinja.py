"""The Jinja2 environment for the templates of live regions."""

import re
from functools import lru_cache
from typing import Any

import jinja2
from django.templatetags.static import static
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.environment import TemplateModule
from markupsafe import Markup, escape

from campaigns.live.regions import CachedRow
from campaigns.web import language
from campaigns.web.addresses import address

ROWS = (dict, CachedRow)  # what a template is mostly given: looking for their kinds takes no call
MODULE = TemplateModule  # an imported template, whose macros are called
special = re.compile(r"[&<>'\"]").search


class Html(Markup):
    """Text made of escaped parts; unlike ``Markup`` it is not asked whether it knows a safer form of itself."""

    __slots__ = ()
    __new__ = str.__new__  # type: ignore[assignment]


SAFE = (Html, Markup)


def escaped(value: Any) -> str:
    """Return a value escaped for HTML; the templates output texts without special characters themselves."""
    return str(value) if value.__class__ is int else escape(value)


class Writer(CodeGenerator):
    """A code generator whose templates do in place what needs no call: read a row, output a plain text, call a macro.

    No function here needs the template's context, most values are rows' keys, and most texts need no escaping.
    """

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:
        self.writeline(f"from {__name__} import MODULE, ROWS, SAFE, Html, escaped, special")
        super().visit_Template(node, frame)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        self.write(f"(thing[{node.attr!r}] if (thing := ")
        self.visit(node.node, frame)
        self.write(f").__class__ in ROWS and {node.attr!r} in thing else environment.getattr(thing, {node.attr!r}))")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        if isinstance(node.node, nodes.Getattr):  # a macro of another template
            self.write(f"(thing.{node.node.attr} if (thing := ")
            self.visit(node.node.node, frame)
            self.write(f").__class__ is MODULE else environment.getattr(thing, {node.node.attr!r}))")
        else:
            self.visit(node.node, frame)
        self.write("(*()" if node.dyn_args or node.dyn_kwargs else "(")
        if node.dyn_args or node.dyn_kwargs:
            self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        else:
            for argument in (*node.args, *node.kwargs):
                self.visit(argument, frame)
                self.write(", ")
            self.write("caller=caller" if forward_caller else "")
        self.write(")")

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        """A macro is a function of its own parameters, and one that uses its caller of ``caller``."""
        names = [argument.name for argument in macro_ref.node.args]
        given = list(names)
        if macro_ref.accesses_caller:
            names.append("caller")
            given.append("undefined('No caller defined', name='caller') if caller is missing else caller")
        parameters = "".join(f"{name}=missing, " for name in names)
        made = f"lambda {parameters}*, macro=macro: Html(macro({', '.join(given)}))"
        self.write(f"environment.named({made}, {getattr(macro_ref.node, 'name', None)!r})")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("(said if (said := ")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write(").__class__ in SAFE or said.__class__ is str and special(said) is None else escaped(said))")


class Fragment(jinja2.Template):
    """A template whose macros use the environment's globals, so they are not compared at each import."""

    def _get_default_module(self, ctx: Any = None) -> Any:
        return super()._get_default_module()


class Fragments(jinja2.Environment):
    """An environment for plain values: a name after a dot is first looked up as a dictionary key, as in Django."""

    template_class = Fragment
    code_generator_class = Writer

    @staticmethod
    def named(macro: Any, name: str) -> Any:
        macro.name = name
        return macro

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, dict) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


def environment(**options: Any) -> jinja2.Environment:
    """Return an environment that escapes, translates and fails on unknown names."""
    options["undefined"] = jinja2.StrictUndefined
    env = Fragments(trim_blocks=True, lstrip_blocks=True, **options)
    env.globals.update(
        _=translate, pgettext=translate_in, static=static, url=url, icon=icon, rendered_once=rendered_once
    )
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


def rendered_once(macro: Any, row: Any, *more: Any) -> str:
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
