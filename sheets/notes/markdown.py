"""Rendering of notes: Markdown without raw HTML, reduced to an allowed list of tags."""

from __future__ import annotations

import nh3
from markdown_it import MarkdownIt

from campaigns.live.cache import Cache

SHIFT = 2  # a note's headings rank below those of its page
TAGS = {
    *("p", "br", "hr", "h3", "h4", "h5", "h6", "strong", "em", "s", "code", "pre", "blockquote"),
    *("ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "a"),
}
SCHEMES = ("https://", "http://", "mailto:")
_READER = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])
_READ: Cache[str] = Cache(5)


def html(text: str) -> str:
    """A note as HTML that is safe on any page: no images, only web and mail addresses, no other attributes."""
    return _READ.get_or_make(text, 0, lambda: _html(text))


def _html(text: str) -> str:
    tokens = _READER.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1:]) + SHIFT)}"
    drawn = _READER.renderer.render(tokens, _READER.options, {})
    return nh3.clean(
        drawn, tags=TAGS, attributes={"a": {"href"}}, attribute_filter=_address, link_rel="noopener noreferrer nofollow"
    )


def _address(_tag: str, name: str, value: str) -> str | None:
    return value if name != "href" or value.lower().startswith(SCHEMES) else None
