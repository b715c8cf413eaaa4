"""A single file that Python can run: a zip archive of the wheel, its packages, and ``unpack.py`` as ``__main__.py``."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from release.unpack import MANIFEST, PARTS

SHEBANG = b"#!/usr/bin/env python3\n"
EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time in a zip archive
# Files with paths and times of the machine that installed the packages.
LEFT_OUT = {"RECORD", "INSTALLER", "REQUESTED", "direct_url.json", "uv_cache.json", ".lock"}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


@dataclass(frozen=True)
class System:
    """A target system; ``abi`` is the tag that its Python puts into the names of compiled modules."""

    name: str
    platform: str  # as uv calls it
    machine: str
    abi: str
    libc: tuple[int, int] | None = None  # the oldest glibc that the packages support
    pythons: tuple[str, ...] = PYTHONS


SYSTEMS = {
    "linux-x86_64": System(
        "Linux (x86_64, glibc 2.28)", "x86_64-manylinux_2_28", "x86_64", "cpython-{}-x86_64-linux-gnu", (2, 28)
    ),
    "linux-aarch64": System(
        "Linux (aarch64, glibc 2.28)", "aarch64-manylinux_2_28", "aarch64", "cpython-{}-aarch64-linux-gnu", (2, 28)
    ),
    "macos-arm64": System("macOS (arm64)", "aarch64-apple-darwin", "arm64", "cpython-{}-darwin"),
}


def write(
    file: Path, system: System, wheel: Path, parts: Mapping[str, Path], compression: int = zipfile.ZIP_DEFLATED
) -> Path:
    """Write the file from a wheel and a folder of packages for each Python; files that these share are stored once."""
    contents = _merge(parts)
    with file.open("wb") as opened, zipfile.ZipFile(wheel) as program:
        opened.write(SHEBANG)
        with zipfile.ZipFile(opened, "w", compression) as archive:
            sums = hashlib.sha256()
            for name in sorted([*contents, *_packed(program)]):
                content = contents[name].read_bytes() if name in contents else program.read(name)
                sums.update(f"{name} {len(content)}\n".encode() + content)
                _add(archive, name, content)
            manifest = {
                "version": wheel.name.split("-")[1],
                "digest": sums.hexdigest()[:12],
                "system": system.name,
                "machine": system.machine,
                "libc": system.libc,
                "abi": system.abi,
                "parts": [*parts],
            }
            _add(archive, MANIFEST, json.dumps(manifest).encode())
            _add(archive, "__main__.py", (Path(__file__).parent / "unpack.py").read_bytes())
    file.chmod(0o755)
    return file


def _merge(parts: Mapping[str, Path]) -> dict[str, Path]:
    """The files of all folders by their names in the archive; a file that is the same in each is there once."""
    folders = {python: dict(_files(folder)) for python, folder in parts.items()}
    common = set.intersection(*({*files} for files in folders.values()))
    shared = {name for name in common if len({_digest(files[name]) for files in folders.values()}) == 1}
    first = next(iter(folders.values()))
    contents = {name: first[name] for name in shared}
    for python, files in folders.items():
        contents |= {f"{PARTS}{python}/{name}": path for name, path in files.items() if name not in shared}
    return contents


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in folder.rglob("*"):
        name = path.relative_to(folder)
        if path.is_file() and path.name not in LEFT_OUT and not {"bin", "__pycache__"} & set(name.parts[:-1]):
            yield name.as_posix(), path


def _packed(wheel: zipfile.ZipFile) -> Iterator[str]:
    return (name for name in wheel.namelist() if not name.endswith("/") and name.rpartition("/")[2] not in LEFT_OUT)


def _digest(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, EPOCH)
    entry.external_attr, entry.compress_type = 0o644 << 16, archive.compression
    archive.writestr(entry, content)
