"""``manage.py deliver``: send all pending deliveries to outside addresses, once."""

from typing import Any

from django.core.management.base import BaseCommand

from campaigns.outgoing import worker


class Command(BaseCommand):
    """Send all due deliveries, as each ``serve`` process does by itself."""

    help = "Send what waits for addresses outside (webhooks), where no process of `serve` does."

    def handle(self, **_options: Any) -> None:
        self.stdout.write(f"{worker.deliver_all()} deliveries were tried.")
