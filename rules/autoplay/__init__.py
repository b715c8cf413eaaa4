"""Fights played automatically, and simulations made of them."""
