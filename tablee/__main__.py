# coding: utf-8: the first line that Python 2 asks for
"""``tablee`` and ``python -m tablee``. This file is read by any Python, so that one that is too old can say so."""

import sys

OLDEST = (3, 11)


def main():
    if sys.version_info[:2] < OLDEST:
        sys.exit(too_old(sys.version_info))
    from tablee.command import run

    run(sys.argv[1:])


def too_old(version):
    """Return the sentence for a Python of this version, in both languages: no translation is read before it."""
    needed, here = ".".join(map(str, OLDEST)), ".".join(map(str, version[:2]))
    return "Tablée needs Python %s or later, and this is %s.\nTablée demande Python %s ou plus récent ; voici %s." % (
        (needed, here) * 2
    )


if __name__ == "__main__":
    main()
