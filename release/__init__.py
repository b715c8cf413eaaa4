"""Builds of a release: the wheel and the single files. Only ``unpack.py`` becomes part of one, as its beginning."""
