"""The system that the tests run on, for which a single file is made without any network."""

import os
import sys
import sysconfig
from importlib import metadata
from pathlib import Path

from release.single import System
from tests.test_requirements import pins

ROOT = Path(__file__).resolve().parents[2]
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
ABI = sysconfig.get_config_var("SOABI").replace(PYTHON.replace(".", ""), "{}")
SYSTEM = System("this system", "", os.uname().machine, ABI)


def packages(into: Path) -> Path:
    """Lay the packages of requirements.txt in a folder, as they are installed here."""
    installed = {one.metadata["Name"].lower().replace("_", "-"): one for one in metadata.distributions()}
    for name in installed.keys() & pins((ROOT / "requirements.txt").read_text()):
        for file in installed[name].files or ():
            if ".." not in file.parts and (kept := Path(str(file.locate()))).is_file():
                (into / file).parent.mkdir(parents=True, exist_ok=True)
                (into / file).symlink_to(kept)
    return into
