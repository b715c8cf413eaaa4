"""How the site is served, watched and logged."""
