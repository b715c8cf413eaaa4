"""A fork of a loaded site has the settings that a process of its own would have."""

import json

from tests.faults.inside import ask
from tests.forks import ForkedServer
from tests.serve import Server

OTHER = {
    "DATABASE_URL": "postgres://somebody:secret@127.0.0.1:1/nowhere",
    "CHANNELS_URL": "redis+pubsub://127.0.0.1:1",
    "SECRET_KEY": "another",
    "TABLEE_METRICS_TOKEN": "known",
    "TABLEE_PROXIES": "10.1.2.3",
}


def test_a_fork_has_the_settings_of_its_environment(tmp_path):
    forked = ForkedServer(tmp_path / "other", **OTHER)
    own = Server(tmp_path / "other", **{**OTHER, "TABLEE_URL": forked.url})
    found = ask("settings", None, forked.environment)
    assert found == json.loads(own.run("-m", "tests.faults.inside", "settings", typed="null"))
    assert found["TABLEE_PROXIES"] != ask("settings", None, ForkedServer(tmp_path).environment)["TABLEE_PROXIES"]


def test_a_setting_that_the_loaded_site_has_read_loads_another_site(tmp_path):
    assert ask("settings", None, ForkedServer(tmp_path, TABLEE_COLLECTED="1").environment)["COLLECTED"] == "True"
