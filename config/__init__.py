"""The site: settings, addresses, the ASGI entry and the checks that belong to no single app."""
