"""The parts of the bench, one measurement each."""
