"""The house settings, section by section."""
