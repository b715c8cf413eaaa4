"""The settings of the tests: the site's own, quick and isolated from this machine's data."""

import os
import tempfile
from pathlib import Path

# One folder per process, gone at its end: test runs at the same time never share a database.
_folder = tempfile.TemporaryDirectory(prefix="tablee-tests-")
os.environ["TABLEE_VAR"] = _folder.name
os.environ["TABLEE_URL"] = "http://testserver"
os.environ.setdefault("SECRET_KEY", "only-for-tests")
os.environ.setdefault("TABLEE_SIMULATED_FIGHTS", "4")  # each costs a page that plays itself a tenth of a second
os.environ.setdefault("TABLEE_SQLITE_SYNCHRONOUS", "OFF")  # a power cut during a test loses nothing
# A developer's services are for the developer's table; tests reach others through tests/services.py.
for _name in ("CHANNELS_URL", "CACHE_URL", "TABLEE_HOSTS", "TABLEE_DEBUG"):
    os.environ.pop(_name, None)

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES  # noqa: E402
from config.settings import MIDDLEWARE as SITES_OWN  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file and not memory: two threads then meet the same locks as in a real table.
    DATABASES["default"]["TEST"] = {"NAME": str(Path(_folder.name) / "test.sqlite3")}
    DATABASES["default"]["CONN_MAX_AGE"] = 0  # a thread that outlives a test keeps nothing of its database
else:
    # The database of a test is dropped at its end, which a connection that a pool holds for a thread would forbid.
    DATABASES["default"]["OPTIONS"].pop("pool")
    DATABASES["default"]["OPTIONS"]["options"] += " -c synchronous_commit=off"  # nor does a power cut here
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
SERVESTATIC_AUTOREFRESH = False
MIDDLEWARE = [name.replace("config.serving.threads.serve_static", "tests.static.serve_static") for name in SITES_OWN]
TABLEE_DICE = "tests.dice.laid_out"
