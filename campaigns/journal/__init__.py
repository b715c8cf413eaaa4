"""The journal of a table: every change is an event, and every event can be undone."""
