"""The journal as a page: entries, recap, takeaways and explanations."""
