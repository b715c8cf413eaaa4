# coding: utf-8: needed by Python 2
"""``tablee`` and ``python -m tablee``. This file runs on any Python, so that one that is too old gets a message."""

import sys

OLDEST = (3, 11)


def main():
    if sys.version_info[:2] < OLDEST:
        sys.exit(too_old(sys.version_info))
    from tablee.command import run

    run(sys.argv[1:])


def too_old(version):
    """Return the message for a Python of this version, in both languages, because no translation is loaded yet."""
    needed, here = ".".join(map(str, OLDEST)), ".".join(map(str, version[:2]))
    return "Tablée needs Python %s or later, and this is %s.\nTablée demande Python %s ou plus récent ; voici %s." % (
        (needed, here) * 2
    )


if __name__ == "__main__":
    main()
