"""What every test shares: services, the channel layers and patient, repeatable random play."""

import os
import secrets

import pytest
from hypothesis import settings as hypothesis_settings

pytest_plugins = ["tests.services", "tests.cast", "tests.dice"]

# Two shared cores make any deadline a matter of luck; CI plays the same games at every run.
hypothesis_settings.register_profile("tablee", deadline=None, derandomize=os.environ.get("CI") == "true")
hypothesis_settings.load_profile("tablee")


@pytest.fixture(params=["memory", "redis"])
def channel_layer(request, settings):
    """Run a test once on each channel layer: in memory, and Redis pub/sub."""
    if request.param == "redis":
        url = request.getfixturevalue("redis_url")
        settings.CHANNEL_LAYERS = {
            "default": {
                "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
                "CONFIG": {"hosts": [url], "prefix": f"tablee-test-{secrets.token_hex(4)}"},
            }
        }
    else:
        settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    return request.param
