"""Fights that play themselves, and simulations made of them."""
