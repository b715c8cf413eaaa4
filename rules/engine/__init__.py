"""How an action is decided: offers, open exchanges, kept dice and timed conditions."""
