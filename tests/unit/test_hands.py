"""Threads that wait for more work: the same one is called again, forgets what it did, and goes when nobody calls."""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections.abc import Iterator

import pytest

from anyspace.search.parallel import hands


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(hands, "PATIENCE", 0.2)
    yield
    gone()


def gone() -> None:
    deadline = time.monotonic() + 5
    while hands._waiting and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not hands._waiting


def test_the_same_thread_is_called_again_and_goes_when_nobody_calls() -> None:
    gone()
    who: list[int] = []
    for _ in range(3):
        assert hands.start(lambda: who.append(threading.get_ident())).acquire(timeout=5)
    assert len(set(who)) == 1
    gone()


def test_as_many_as_there_are_jobs() -> None:
    gate = threading.Barrier(4)
    running = [hands.start(lambda: gate.wait(5)) for _ in range(3)]
    gate.wait(5)
    assert all(over.acquire(timeout=5) for over in running)
    assert len(hands._waiting) == 3


def test_what_a_job_knew_of_is_let_go() -> None:
    class Large:
        def use(self) -> None:
            pass

    large = Large()
    known = weakref.ref(large)
    assert hands.start(large.use).acquire(timeout=5)
    del large
    assert known() is None


def test_called_at_the_very_moment_it_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that has just lost patience, and one that is just called: no job is lost, none is done twice."""
    monkeypatch.setattr(hands, "PATIENCE", 0.0005)
    done: list[int] = []
    for i in range(2000):
        assert hands.start(lambda i=i: done.append(i)).acquire(timeout=5)  # type: ignore[misc]
        time.sleep(0.0005 if i % 2 else 0)
    assert done == list(range(2000))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_child_process_starts_with_none() -> None:
    assert hands.start(lambda: None).acquire(timeout=5)
    child = os.fork()
    if child == 0:
        os._exit(0 if hands.start(lambda: None).acquire(timeout=5) else 1)
    assert os.waitpid(child, 0)[1] == 0
