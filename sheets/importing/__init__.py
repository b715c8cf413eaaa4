"""Import of characters from other programs' files and texts: recognise, preview, write."""
