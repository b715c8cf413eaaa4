"""The decision of an action: offers, open exchanges, kept dice and timed conditions."""
