"""The door for files and texts of other programs: recognised, previewed, and written on demand."""
