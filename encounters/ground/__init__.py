"""The ground of an encounter: how it is laid, who is put where, and how each viewer sees it."""
