"""Build a release into ``dist/``: run ``python -m release`` at the root of the checkout.

A release is the wheel, a single file for each system (``--system`` builds one), and their SHA-256 sums. The packages
in a file are those of requirements.txt, checked by hash. Builds are reproducible, with the same version of zlib.
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
    parser.add_argument(
        "--system", choices=sorted(SYSTEMS), action="append", help="build the single file of this system only"
    )
    parser.add_argument("--into", type=Path, default=ROOT / "dist", help="the output folder (dist/)")
    options = parser.parse_args()
    built = [build_wheel(options.into)]
    for name in options.system or SYSTEMS:
        with tempfile.TemporaryDirectory(prefix="tablee-release-") as folder:
            parts = {
                python: install_packages(SYSTEMS[name], python, Path(folder) / python)
                for python in SYSTEMS[name].pythons
            }
            built.append(write(options.into / file_name(built[0], name), SYSTEMS[name], built[0], parts))
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in built)
    (options.into / "SHA256SUMS").write_text(sums)
    print(sums, end="")


def build_wheel(into: Path) -> Path:
    """Build the wheel with the backend of requirements-dev.txt."""
    build = (*UV, "build", "-q", "--wheel", "--no-build-isolation", "--python", sys.executable, "--out-dir", str(into))
    subprocess.run(build, cwd=ROOT, check=True)
    return into / f"tablee-{__version__}-py3-none-any.whl"


def install_packages(system: System, python: str, into: Path) -> Path:
    """Install the required packages into a folder, built for this system and version of Python."""
    target = ("--python-platform", system.platform, "--python-version", python, "--only-binary", ":all:")
    hashed = ("--require-hashes", "--no-deps", "-r", str(ROOT / "requirements.txt"))
    subprocess.run((*UV, "pip", "install", "-q", "--target", str(into), *target, *hashed), check=True)
    return into


def file_name(wheel: Path, system: str) -> str:
    return f"{'-'.join(wheel.name.split('-')[:2])}-{system}.pyz"


if __name__ == "__main__":
    main()
