"""Games written as data: one TOML file, and no code."""
