"""``{% wire %}`` connects a page to its socket, ``{% region "name" %}`` draws one of its regions."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from campaigns.live import regions as live_regions
from campaigns.live.build import build
from campaigns.web import form_keys

register = template.Library()


@register.simple_tag(takes_context=True)
def wire(context: template.Context, still: bool = False) -> SafeString:
    """The element with the socket of ``page``; screens and game masters stay connected in the background too.

    ``data-acts`` marks a seat that can act, and so undo; ``still`` a page whose text outside its regions is never sent
    again, so that what is posted from there loads it anew.
    """
    page: live_regions.Page = context["page"]
    role = page.seat.Role
    pause = "true" if page.seat.role == role.PLAYER else "false"
    acts = " data-acts" if page.seat.role in (role.GM, role.PLAYER) else ""
    if still:
        acts = " data-still"
    return format_html(
        '<div id="wire" hidden hx-ws:connect="{}?build={}" hx-swap="none" data-page="{}"{} '
        'hx-config="ws.pauseOnBackground:{} ws.reconnectMaxDelay:2500"></div>',
        page.socket,
        build(),
        page.path,
        mark_safe(acts),
        pause,
    )


@register.simple_tag(takes_context=True)
def region(context: template.Context, name: str, key: str | None = None) -> SafeString:
    """A region of ``page``, by its name and, if the page has several of that name, by its key."""
    page: live_regions.Page = context["page"]
    result = next(placed for placed in page.regions if placed.name == name and key in (None, placed.key))
    return form_keys.fill_forms(context["request"], page.draw(result))


@register.simple_tag(takes_context=True)
def everywhere(context: template.Context) -> SafeString:
    """The regions that are on all pages of this seat; empty on a page that is not live."""
    page = context.get("page")
    if not isinstance(page, live_regions.Page):
        return SafeString("")
    return mark_safe("".join(region(context, placed.name) for placed in page.regions_everywhere))


@register.simple_tag(takes_context=True)
def regions(context: template.Context, name: str) -> SafeString:
    page: live_regions.Page = context["page"]
    return mark_safe("".join(region(context, name, placed.key) for placed in page.regions if placed.name == name))
