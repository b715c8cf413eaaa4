"""The command of an installed copy, in the package with its assets. The version is that of pyproject.toml."""

__version__ = "1.1.0"
