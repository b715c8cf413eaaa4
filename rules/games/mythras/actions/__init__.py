"""What is done in a turn, or freely, beside attacking."""
