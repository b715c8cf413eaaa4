"""Damage, wounds, shock, care, healing and fatigue, with the odds of a blow."""
