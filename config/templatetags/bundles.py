"""``{% page_scripts %}``: the scripts of every page."""

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from config.bundles import SCRIPT, SCRIPTS

register = template.Library()


@register.simple_tag
def page_scripts() -> SafeString:
    """The tag of the bundled script if static files were collected, else those of its sources."""
    names = (SCRIPT,) if settings.COLLECTED else SCRIPTS
    return format_html_join("\n  ", '<script src="{}" defer></script>', ((static(name),) for name in names))
