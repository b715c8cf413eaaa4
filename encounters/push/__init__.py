"""Web Push: a phone in a pocket is told what its page would show, and nothing else, in no plain word on its way."""
