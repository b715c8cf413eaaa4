"""``{% wire %}`` joins a page to its socket, ``{% region "name" %}`` draws one of its regions."""

from __future__ import annotations

from django import template
from django.middleware.csrf import get_token
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from campaigns import live
from campaigns.build import build

register = template.Library()


@register.simple_tag(takes_context=True)
def wire(context: template.Context) -> SafeString:
    """The element that holds the socket of ``page``; screens and game masters listen in the background as well.

    ``data-acts`` says that this seat does things, and may therefore undo some.
    """
    page: live.Page = context["page"]
    role = page.seat.Role
    pause = "true" if page.seat.role == role.PLAYER else "false"
    acts = mark_safe(" data-acts") if page.seat.role in (role.GM, role.PLAYER) else ""
    return format_html(
        '<div id="wire" hidden hx-ws:connect="{}?build={}" hx-swap="none" data-page="{}"{} '
        'hx-config="ws.pauseOnBackground:{} ws.reconnectMaxDelay:2500"></div>',
        page.socket,
        build(),
        page.path,
        acts,
        pause,
    )


@register.simple_tag(takes_context=True)
def region(context: template.Context, name: str, key: str | None = None) -> SafeString:
    """A region of ``page``, by its name and, where the page has several of that name, by its key."""
    page: live.Page = context["page"]
    found = next(one for one in page.regions if one.name == name and key in (None, one.key))
    html = page.draw(found)
    field = f'<input type="hidden" name="csrfmiddlewaretoken" value="{get_token(context["request"])}">'
    return mark_safe(html.replace(live.CSRF_MARK, field))  # drawn by an escaping template


@register.simple_tag(takes_context=True)
def regions(context: template.Context, name: str) -> SafeString:
    """Every region of ``page`` of this name, in the page's order."""
    page: live.Page = context["page"]
    return mark_safe("".join(region(context, name, one.key) for one in page.regions if one.name == name))
