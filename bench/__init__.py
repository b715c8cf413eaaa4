"""The benchmark: the site beside a raw broadcast and the two usual ways, in one run (``make bench``)."""
