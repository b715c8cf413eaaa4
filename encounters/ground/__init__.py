"""The ground of an encounter: places and ways, who stands where, and what each viewer sees of it."""
