"""The server: serving, health checks, metrics and logs."""
