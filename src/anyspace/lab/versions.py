"""What played: versions of everything that decides how a game goes."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from .. import __version__
from .machine import cores, processor

NOT_PLAYING = ("bench", "cli", "lab", "web")
"""Parts of the package that no search depends on."""

ONLY_SPEED = ("processor", "cores")
"""Of `versions`: what does not change a decision, unless a clock limits it."""


def versions(game_file: Path | None = None, player_files: Iterable[Path] = ()) -> dict[str, str]:
    """anyspace (its number and a hash of its code), Python, NumPy, Numba, the machine; the files of one's own game and
    players."""
    found = {
        "anyspace": __version__,
        "code": code(),
        "python": platform.python_version(),
        "numpy": _installed("numpy"),
        "numba": _installed("numba"),
        "machine": f"{platform.system()} {platform.machine()}",
        "processor": processor(),
        "cores": str(cores()),
    }
    if game_file is not None:
        found["game file"] = _short(game_file.read_bytes())
    for file in sorted(set(player_files)):
        if file.is_file():  # that it is not is said by whoever needs it
            found[f"player file {file.name}"] = _short(file.read_bytes())
    return found


@cache
def code() -> str:
    """A hash of the package's sources: two working copies of one version are told apart."""
    package = Path(__file__).parents[1]
    files = sorted(path.relative_to(package) for path in package.rglob("*.py"))
    playing = [path for path in files if path.parts[0] not in NOT_PLAYING]
    return _short(b"".join(path.as_posix().encode() + b"\0" + (package / path).read_bytes() for path in playing))


def _short(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=4).hexdigest()


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"
