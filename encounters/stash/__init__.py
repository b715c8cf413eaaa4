"""The stash and the purse of the party: things and coins that go between the whole group and its characters."""
