"""Ranged combat: weapons, ranges, manners of fire."""
