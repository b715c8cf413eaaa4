"""Long notes and their Markdown."""
