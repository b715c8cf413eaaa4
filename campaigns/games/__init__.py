"""Games from outside on a running site: loaded by an administrator, or reloaded when their files change."""
