"""A scene, its journal and the odds of an act as one viewer may see them."""
