#!/usr/bin/env python
"""Tablée's command line: `python manage.py help` lists what it can do."""

import os
import sys

from config.terminal import execute


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    execute(sys.argv)


if __name__ == "__main__":
    main()
