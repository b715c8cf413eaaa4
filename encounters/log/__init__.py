"""The journal on pages: its lines, results, takeaways and explanations."""
