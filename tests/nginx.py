"""The nginx of `deploy/` on loopback, with its paths, ports and addresses filled in."""

import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.cluster import until
from tests.serve import ROOT
from tests.services import absent

FILES = ROOT / "deploy" / "nginx"
MAIN = """
daemon off; master_process off; error_log {folder}/nginx.log; pid {folder}/nginx.pid;
events {{ worker_connections 512; }}
http {{
    client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
    uwsgi_temp_path {folder}; scgi_temp_path {folder};
    {http}
}}
"""


def program() -> str:
    """Return the path of nginx; without it, count the test as not run."""
    found = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    if found is None:
        absent("nginx", "apt-get install nginx-light")
    return found


def fill_in(folder: Path, http: str) -> Path:
    """Write a configuration with this text in its `http` block, and return its path."""
    for name in ("tablee.conf", "tablee-http.conf"):
        shutil.copy(FILES / name, folder)
    path = folder / "nginx.conf"
    path.write_text(MAIN.format(folder=folder, http=http.replace("/etc/nginx", str(folder))))
    return path


@contextmanager
def running(folder: Path, http: str, port: int) -> Iterator[str]:
    """Serve with this `http` block, which listens on ``port`` of loopback; give the address."""
    process = subprocess.Popen([program(), "-c", fill_in(folder, http)], stderr=subprocess.DEVNULL)
    try:
        until(lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0, "nginx answers")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()
