"""``python -m tests.mutants GAME``: break a game one place at a time and see whether its tests notice.

Every comparison, sign, number, flag and ``and``/``or`` of ``rules/GAME``, and every cell of its tables, is changed
alone, and the tests of that game are run on it. A change that no test notices is a survivor. One process at a time;
each change is tried in a fork that loads the changed module in place of the true one, so nothing is ever written
into the tree.
"""
