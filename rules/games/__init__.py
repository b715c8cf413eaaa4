"""The games of this project, one package each."""
