"""Ctrl-C in a loop of searches: the first press ends a search, the second the loop, whichever search it comes in."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from anyspace.search import interrupt
from anyspace.search.interrupt import Interruptible

TESTS = Path(__file__).parents[1]

LOOP = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may ignore it
import anyspace
from toys import nim

game = nim()
search = anyspace.Search(game, "plain", seed=1)
search.run(game.start(), iterations=10)
while True:
    result = search.run(game.start(), seconds=1)
    print("interrupted" if result.stats.interrupted else "done", flush=True)
"""


def test_the_second_press_ends_a_loop() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])}
    running = subprocess.Popen(
        [sys.executable, "-c", LOOP], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stdout is not None and running.stderr is not None
    with running:
        try:
            while running.stdout.readline() != "done\n":
                pass
            time.sleep(0.4)  # between two searches a press is heard by nobody but Python, which raises
            running.send_signal(signal.SIGINT)
            while (said := running.stdout.readline()) == "done\n":
                pass
            assert said == "interrupted\n"  # the loop goes on with the next
            assert running.stdout.readline() == "done\n"
            time.sleep(0.4)
            running.send_signal(signal.SIGINT)
            assert running.wait(timeout=20) != 0
            assert "KeyboardInterrupt" in running.stderr.read()
            assert "interrupted" not in running.stdout.read()
        finally:
            running.kill()


@pytest.fixture
def listening() -> Iterator[None]:
    """SIGINT is heard, even if whoever runs the tests ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def press(times: int = 1) -> None:
    for _ in range(times):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.usefixtures("listening")
def test_one_search_after_another() -> None:
    with Interruptible() as first:
        press()
    assert first.requested
    with Interruptible() as unbothered:
        pass
    assert not unbothered.requested
    with pytest.raises(KeyboardInterrupt), Interruptible():
        press()
    with Interruptible() as again:  # the loop was left: a new beginning
        press()
    assert again.requested


@pytest.mark.usefixtures("listening")
def test_twice_in_one_search_and_between_two() -> None:
    with pytest.raises(KeyboardInterrupt), Interruptible():
        press(2)
    with pytest.raises(KeyboardInterrupt):
        press()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("listening")
def test_after_a_pause_it_is_a_first_press_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with Interruptible():
        press()
    later = time.monotonic() + interrupt.PAUSE_SECONDS + 1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    with Interruptible() as another:
        press()
    assert another.requested


@pytest.mark.usefixtures("listening")
def test_other_threads_leave_signals_alone() -> None:
    def elsewhere() -> None:
        with Interruptible() as there:
            handlers.append(signal.getsignal(signal.SIGINT))
        assert not there.requested

    handlers: list[object] = []
    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert handlers == [signal.default_int_handler]
