"""Live pages: regions drawn once for all who share them, and sent as differences."""
