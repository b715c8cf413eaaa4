"""A scene, its ground and its journal as one viewer may see them."""
