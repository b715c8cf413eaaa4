"""``python -m tests.mutants GAME``: break a game one place at a time and see whether its tests notice.

Every comparison, sign, number, flag and ``and``/``or`` of ``rules/GAME``, and every cell of its tables, is changed
alone, and the tests of that game are run on it. A change that no test notices is a survivor. One process at a time;
each change is tried in a fork, so nothing is ever written into the tree: a change inside a function in a fork of a
process that has the tests collected already (``hot``), what is read when a file is loaded in a fork that loads the
game anew (``trials``).
"""
