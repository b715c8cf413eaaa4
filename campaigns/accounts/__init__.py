"""Accounts: passwords, passkeys, data export and deletion."""
