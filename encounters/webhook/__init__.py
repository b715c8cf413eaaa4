"""Webhook of a table: rolls and story lines, as the shared screen may see them, sent to an outside address."""
