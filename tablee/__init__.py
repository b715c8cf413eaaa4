"""The command of an installed copy, and beside it its pages. The version is that of pyproject.toml."""

__version__ = "1.0.0"
