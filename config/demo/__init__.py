"""The demonstration table and its bar."""
