"""The benchmark: the site compared with a raw broadcast and two usual designs, in one run (``make bench``)."""
