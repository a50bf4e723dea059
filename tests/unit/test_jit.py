"""Compilation and its cache: nothing at import, hits in a second process, never stale, never mixed up."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from anyspace.machine import cache, jit

GAME = """
import numpy as np
import anyspace

BONUS = {bonus}

def worth(n):
    return {body}

def start(state, rng): state.left = 3
def mover(state): return anyspace.OVER if state.left == 0 else 0
def moves(state, out):
    out[0] = 1
    return 1
def play(state, move): state.left -= move
def returns(state, out): out[0] = worth(BONUS)

game = anyspace.Game(name="countdown", state=[("left", np.int8)], players=1, max_moves=1, payoffs=(0, 10),
                     start=start, mover=mover, moves=moves, play=play, returns=returns)


def one_playout(table, block, rng, out, moves, weights):
    return call(table.playout, (block, rng, out, moves, weights, 10))

from anyspace.machine.jit import compile_kernel
from anyspace.machine.native import call
from anyspace.rng import new
block, rng, out, moves, weights = game.start()._block, new(1), np.zeros(1), np.zeros(9, np.int32), np.zeros(9)
kernel = compile_kernel(one_playout, "a kernel")
assert kernel(game.backend.table, *(array.ctypes.data for array in (block, rng, out, moves, weights))) == 3
hits = sum(function.cache_hits for function in game.backend.compiled.values())
print(round(out[0], 6), hits, len(game.backend.compiled), sum(kernel.stats.cache_hits.values()))
"""


def run(script: Path, text: str, place: Path, **switches: str) -> tuple[float, int, int, int]:
    script.write_text(text)
    done = subprocess.run(
        [sys.executable, str(script)],
        env={"ANYSPACE_CACHE_DIR": str(place), "PATH": "", "PYTHONPATH": ":".join(sys.path), **switches},
        check=True,
        capture_output=True,
        text=True,
    )
    value, hits, rules, kernels = done.stdout.split()
    assert ("compiling countdown" in done.stderr) == (int(hits) < int(rules))
    return float(value), int(hits), int(rules), int(kernels)


def test_second_process_hits_the_cache_and_an_edit_misses_it(tmp_path: Path) -> None:
    script, place = tmp_path / "countdown.py", tmp_path / "cache"
    first = GAME.format(bonus=4, body="n")
    value, hits, rules, kernel_hits = run(script, first, place)
    assert (value, hits, kernel_hits) == (4.0, 0, 0)
    started = len(list(place.iterdir()))
    assert run(script, first, place) == (4.0, rules, rules, 1)
    assert len(list(place.iterdir())) == started  # and leaves nothing behind
    value, hits, _, kernel_hits = run(script, GAME.format(bonus=5, body="n"), place)  # a constant was edited
    assert value == 5.0 and hits == rules - 2 and kernel_hits == 1  # only `returns` and `playout` use it
    assert run(script, GAME.format(bonus=5, body="n + 1"), place)[0] == 6.0  # a callee was edited
    assert run(script, first, place) == (4.0, rules, rules, 1)  # and back
    assert run(script, first, place, ANYSPACE_QUICK="1") == (4.0, 0, rules, 1), "other code, the same answers"


def test_a_damaged_cache_is_no_cache(tmp_path: Path) -> None:
    script, place = tmp_path / "countdown.py", tmp_path / "cache"
    text = GAME.format(bonus=4, body="n")
    run(script, text, place)
    for path in place.iterdir():
        path.write_bytes(b"nonsense")
    assert run(script, text, place)[0] == 4.0


def test_nothing_heavy_at_import() -> None:
    code = "import sys, anyspace, anyspace.cli; print([m for m in ('numba', 'numpy', 'llvmlite') if m in sys.modules])"
    assert (
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.strip() == "[]"
    )


def test_fingerprints_see_what_matters() -> None:
    def make(number: int):  # type: ignore[no-untyped-def]
        def helper() -> int:
            return number

        def rule() -> int:
            return helper()

        return rule

    assert jit.fingerprint(make(1)) == jit.fingerprint(make(1))
    assert jit.fingerprint(make(1)) != jit.fingerprint(make(2))
    assert jit.fingerprint(make(1)) != jit.fingerprint(make(1), "checked")


def test_recursion_and_mutual_calls_have_fingerprints() -> None:
    def even(n: int) -> bool:
        return n == 0 or odd(n - 1)

    def odd(n: int) -> bool:
        return n != 0 and even(n - 1)

    assert jit.fingerprint(even) != jit.fingerprint(odd)


def test_clearing_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANYSPACE_CACHE_DIR", str(tmp_path / "here"))
    assert cache.files() == [] and cache.clear() == (0, 0)
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "play.py311.1.nbc").write_bytes(b"12345")
    (tmp_path / "here" / "notes.txt").write_text("mine")
    assert cache.clear() == (1, 5)
    assert (tmp_path / "here" / "notes.txt").exists()


def test_help_is_quick() -> None:
    times = []
    for _ in range(3):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-m", "anyspace", "--help"], check=True, capture_output=True)
        times.append(time.perf_counter() - started)
    assert min(times) < 1.0  # the bar, 0.3 s, is measured by `anyspace bench startup`
