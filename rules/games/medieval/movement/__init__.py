"""Movement, and movement beside other actions: the second chapter of the book."""
