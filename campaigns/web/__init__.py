"""Commands over HTTP: forms, rate limits, cookies and language."""
