"""A version as it is given out; nothing of this is in it but ``unpack.py``, at the beginning of a single file."""
