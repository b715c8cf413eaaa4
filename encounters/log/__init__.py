"""The journal on pages: entries, recap, story, takeaways and explanations."""
