"""Pages as a browser reads them."""

import re


def flat(text):
    """Return a page with each tag on one line, since line breaks of the source do not matter."""
    return re.sub(r"<[^<>]+>", lambda tag: re.sub(r"\s+", " ", tag[0]).replace(" >", ">"), text)
