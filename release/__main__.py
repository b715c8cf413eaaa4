"""Make what a version is given out as, in ``dist/``: ``python -m release``, from the top of the checkout.

The wheel, a single file for each system (``--system`` for one), and the SHA-256 of each. The packages in a file are
those of requirements.txt, by their hashes. The same checkout makes the same bytes where zlib is the same.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

from release.single import SYSTEMS, System, write
from tablee import __version__

ROOT = Path(__file__).resolve().parent.parent
UV = (sys.executable, "-m", "uv")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m release", description=main.__doc__)
    parser.add_argument("--system", choices=sorted(SYSTEMS), action="append", help="a file for this system alone")
    parser.add_argument("--into", type=Path, default=ROOT / "dist", help="the folder to write in (dist/)")
    asked = parser.parse_args()
    made = [wheel(asked.into)]
    for name in asked.system or SYSTEMS:
        with tempfile.TemporaryDirectory(prefix="tablee-release-") as folder:
            parts = {python: packages(SYSTEMS[name], python, Path(folder) / python) for python in SYSTEMS[name].pythons}
            made.append(write(asked.into / file_name(made[0], name), SYSTEMS[name], made[0], parts))
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made)
    (asked.into / "SHA256SUMS").write_text(sums)
    print(sums, end="")


def wheel(into: Path) -> Path:
    """Build the wheel by the backend that the developer's requirements bring."""
    build = (*UV, "build", "-q", "--wheel", "--no-build-isolation", "--python", sys.executable, "--out-dir", str(into))
    subprocess.run(build, cwd=ROOT, check=True)
    return into / f"tablee-{__version__}-py3-none-any.whl"


def packages(system: System, python: str, into: Path) -> Path:
    """Lay the packages of the requirements in a folder, as this system and this Python want them."""
    wanted = ("--python-platform", system.platform, "--python-version", python, "--only-binary", ":all:")
    hashed = ("--require-hashes", "--no-deps", "-r", str(ROOT / "requirements.txt"))
    subprocess.run((*UV, "pip", "install", "-q", "--target", str(into), *wanted, *hashed), check=True)
    return into


def file_name(wheel: Path, system: str) -> str:
    return f"{'-'.join(wheel.name.split('-')[:2])}-{system}.pyz"


if __name__ == "__main__":
    main()
