"""Where compiled code lives on disk, and the Numba cache that keeps it there by fingerprint.

Numba stamps its cache files with the top function's own source file, so an edit to a callee goes unnoticed. Here
the stamp is a fingerprint of everything that was compiled (see `jit.py`), and it is part of the file's name: two
games never collide, an edit recompiles, an upgraded package never runs old machine code.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path
from typing import Any

from . import waiting


def folder() -> Path:
    """The cache folder: `ANYSPACE_CACHE_DIR`, or `anyspace` in the user's cache directory."""
    named = os.environ.get("ANYSPACE_CACHE_DIR")
    if named:
        return Path(named).expanduser()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "anyspace"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "anyspace" / "Cache"
    return Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))) / "anyspace"


def files() -> list[Path]:
    """Every file of compiled code in the folder."""
    place = folder()
    return sorted(path for path in place.glob("*.nb[ic]*") if path.is_file()) if place.is_dir() else []


def clear() -> tuple[int, int]:
    """Delete all compiled code; returns how many files and bytes went."""
    count = size = 0
    for path in files():
        try:
            size += path.stat().st_size
            path.unlink()
            count += 1
        except FileNotFoundError:  # another process was faster
            pass
    return count, size


def attach(compiled: Any, function: Any, fingerprint: str, what: str) -> None:
    """Give `compiled` (a Numba dispatcher or C callback of `function`) a disk cache keyed by `fingerprint`.

    When nothing is found, `what` is announced before the compilation starts. Where the folder cannot be written,
    nothing is cached and every process compiles anew.
    """
    from numba.core import caching

    class Locator(caching._CacheLocator):
        _py_file = function.__code__.co_filename

        def get_cache_path(self) -> str:
            return str(folder())

        def get_source_stamp(self) -> str:
            return fingerprint

        def get_disambiguator(self) -> str:
            return fingerprint

    class Implementation(caching.CompileResultCacheImpl):
        def __init__(self, py_func: Any) -> None:
            self._lineno = py_func.__code__.co_firstlineno
            self._locator = Locator()
            self._filename_base = f"{py_func.__name__}.py{sys.version_info[0]}{sys.version_info[1]}"

    class Cache(caching.FunctionCache):
        _impl_class = Implementation
        _started = 0.0

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            try:
                found = super().load_overload(sig, target_context)
            except Exception:  # a damaged file is the same as a missing one
                found = None
                with contextlib.suppress(OSError):
                    self.flush()
            if found is None:
                waiting.announce(what, folder())
                self._started = time.perf_counter()
            return found

        def save_overload(self, sig: Any, data: Any) -> None:
            with contextlib.suppress(OSError):
                super().save_overload(sig, data)
            waiting.took(waiting.kind_of(what), time.perf_counter() - self._started, folder())

    compiled._cache = Cache(function)
