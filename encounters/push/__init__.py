"""Web Push: encrypted notifications to phones about the signals that the seat's page would show, and nothing else."""
