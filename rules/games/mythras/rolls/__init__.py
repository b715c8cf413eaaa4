"""Skill rolls: difficulty, levels of success, luck."""
