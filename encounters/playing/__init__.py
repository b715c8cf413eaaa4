"""An act in an encounter: read, played until a person is asked, and followed by what needs no choice."""
