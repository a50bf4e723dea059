"""A search in a thread of its own, and what others hold of it."""

from __future__ import annotations

import atexit
import contextlib
import threading
import time
import weakref
from collections.abc import Callable, Generator, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any

from ..errors import NothingToSearch
from .result import Result
from .running import Order, Run, check_interval

if TYPE_CHECKING:
    from ..rules.game import State
    from .search import Search

_under_way: weakref.WeakSet[Handle] = weakref.WeakSet()


class Handle:
    """What `search.start` gives: the search goes on by itself until its budget is spent or somebody stops it.

    Any thread may use it, and so may `await`. In a `with` statement the search is stopped at its end.
    """

    def __init__(self, search: Search, state: State | None, order: Order) -> None:
        self.search = search
        self._order = order
        self._changed = threading.Condition()
        self._asked = self._answered = 0
        self._latest: Result | None = None
        self._error: BaseException | None = None
        self._waiting: list[Callable[[], object]] = []
        self._done = True
        self._is_moving = False  # between two positions
        self._run: Run | None = None
        self._thread: threading.Thread | None = None
        self._begin(state)

    def _begin(self, state: State | None) -> None:
        """This thread takes the search; the one that searches gives it back."""
        self.search.occupancy.take("start")
        try:
            run = self._run = self.search.prepare(state, self._order)
            run.answer = self._take_note
            with self._changed:  # who was answered before a move was played may read that answer only now
                self._error, self._done = None, False
            if self._asked > self._answered:  # who asked before a move was played is told after it
                run.interrupt.ask()
            self._thread = threading.Thread(target=self._work, args=(run,), name="anyspace search", daemon=True)
            _under_way.add(self)
            self._thread.start()
        except BaseException:
            self._done = True
            self.search.occupancy.leave()
            raise

    def _work(self, run: Run) -> None:
        error: BaseException | None = None
        result: Result | None = None
        try:
            self.search.occupancy.searching()
            result = run.go()
        except BaseException as raised:  # for whoever asks for the result
            error = raised
        self.search.occupancy.leave()
        with self._changed:
            self._latest, self._error, self._done = result, error, True
            self._changed.notify_all()
        if not self._is_moving:
            self._tell_end()

    def _tell_end(self) -> None:
        with self._changed:
            waiting, self._waiting = self._waiting, []
            self._changed.notify_all()
        for tell in waiting:
            tell()

    def _take_note(self, result: Result) -> None:
        with self._changed:
            self._latest, self._answered = result, self._asked
            self._changed.notify_all()

    # ---- looking

    @property
    def done(self) -> bool:
        """Whether the search has ended, by itself or because it was stopped."""
        return self._done and not self._is_moving

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the end of the search, for so many seconds at most. Returns whether it has ended."""
        with self._changed:
            return self._changed.wait_for(lambda: self.done, timeout)

    def result(self) -> Result:
        """What the search has found so far, or in the end. Raises what ended the search, if that was an error."""
        run = self._run
        assert run is not None
        if threading.current_thread() is self._thread and not self._done:  # a callback asks
            return run.result()
        with self._changed:
            if not self._done:
                if not run.crew.tells:
                    raise NothingToSearch("processes say what they have found when they are done: wait, or stop them")
                self._asked += 1
                ticket = self._asked
                run.interrupt.ask()
                self._changed.wait_for(lambda: self._done or self._answered >= ticket)
            if self._error is not None:
                raise self._error
            # it had ended with an error, which a move has cleared since: then there is something to come
            self._changed.wait_for(lambda: self._latest is not None or self._error is not None)
            if self._latest is None:
                raise self._error or NothingToSearch("the search has found nothing")
            return self._latest

    def progress(self, every: float = 0.5) -> Iterator[Result]:
        """A result every so many seconds while the search goes on, and the last one when it has ended."""
        check_interval(every)
        due = time.monotonic() + every
        while not self.wait(max(0.0, due - time.monotonic())):
            if self._run is not None and self._run.crew.tells:
                yield self.result()
            due = max(due + every, time.monotonic())
        yield self.result()

    # ---- steering

    def stop(self) -> Result:
        """End the search and say what it has found. Once it has ended this only says so."""
        run = self._run
        assert run is not None
        run.interrupt.stop()
        if threading.current_thread() is self._thread and not self._done:
            return run.result(True)
        with self._changed:
            self._changed.wait_for(lambda: self._done)
        return self.result()

    def advance(self, move: Any) -> None:
        """A move was played: keep what is known of what follows it, and go on from there, with the same budget once
        more. Where nobody is to decide (chance moves, the game is over) the search rests until the next `advance`."""
        search = self.search
        search.position.copy().play(move)  # raises if it is not legal, and then the search goes on as it was
        self._is_moving = True
        try:
            if not self._done:
                self.stop()
            self._go_on_after(move)
        finally:
            self._is_moving = False
            if self._done:
                self._tell_end()

    def _go_on_after(self, move: Any) -> None:
        search = self.search
        search.advance(move)
        if search.position.mover < 0:
            self._error = NothingToSearch(f"{search.game.name}: nobody is to decide after this move")
        else:
            self._begin(None)

    def __enter__(self) -> Handle:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._run is not None
        self._run.interrupt.stop()
        self.wait()

    def __await__(self) -> Generator[Any, None, Result]:
        import asyncio

        loop = asyncio.get_running_loop()
        ended = loop.create_future()

        def tell() -> None:
            with contextlib.suppress(RuntimeError):  # the loop may be closed by now
                loop.call_soon_threadsafe(_set, ended)

        with self._changed:
            if not self.done:
                self._waiting.append(tell)
            else:
                ended.set_result(None)
        yield from ended
        return self.result()

    def __repr__(self) -> str:
        return f"<Handle of a search of {self.search.game.name}: {'done' if self._done else 'searching'}>"


def _set(future: Any) -> None:
    if not future.done():  # who awaited may have been cancelled
        future.set_result(None)


@atexit.register
def _stop_all() -> None:
    """The program ends: no kernel may run on while its memory goes."""
    for handle in list(_under_way):
        with contextlib.suppress(BaseException):
            handle.__exit__(None, None, None)
