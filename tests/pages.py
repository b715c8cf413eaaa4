"""A page as a browser reads it."""

import re


def flat(text):
    """Return a page with each tag on one line: where its source breaks a line says nothing."""
    return re.sub(r"<[^<>]+>", lambda tag: re.sub(r"\s+", " ", tag[0]).replace(" >", ">"), text)
