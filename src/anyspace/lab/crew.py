"""Worker processes that play games for this one, and end with it, whatever ends it.

Processes are spawned, not forked: compiled code and threads survive no fork. Each has a pipe of its own, and is sent
games ahead, so that it need not wait while this process writes to the disk.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from .. import errors
from ..errors import AnyspaceError, GameError
from .experiment import Experiment
from .match import Fixture, Record
from .players import Player
from .worker import Failure, WarmUp, serve

AHEAD_SECONDS = 0.05
LEAST_AHEAD, MOST_AHEAD = 2, 32
"""Games that a worker has been sent and has not answered: more where they are short."""

Job = tuple[Any, Fixture]
"""A game, and whatever the caller wants back with its record."""


@dataclass
class Worker:
    """One process, and what it was told to do."""

    process: SpawnProcess
    pipe: Connection
    jobs: deque[Job] = field(default_factory=deque)
    ahead: int = LEAST_AHEAD


class Crew:
    """So many workers for one experiment's game; a context that ends them."""

    def __init__(self, experiment: Experiment, processes: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.workers: list[Worker] = []
        with _ctrl_c_ignored():  # which is what the workers inherit
            for _ in range(processes):
                ours, theirs = context.Pipe()
                process = context.Process(
                    target=serve, args=(theirs, experiment.game, str(experiment.folder.resolve())), daemon=True
                )
                process.start()
                theirs.close()
                self.workers.append(Worker(process, ours))

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *failure: object) -> None:
        for worker in self.workers:
            worker.pipe.close()
            worker.process.terminate()
        for worker in self.workers:
            worker.process.join()

    def warm_up(self, players: Iterable[Player]) -> None:
        """Every worker lets every player decide once; the first one alone, so that what has to be compiled is compiled,
        and cached, once. Raises what is wrong with a player."""
        order = WarmUp(tuple(players))
        for group in (self.workers[:1], self.workers[1:]):
            for worker in group:
                self._send(worker, order)
            for worker in group:
                self._receive(worker)

    def play(self, jobs: Iterator[Job]) -> Iterator[list[tuple[Any, Fixture, Record]]]:
        """Play all, in about this order; gives what has been finished since it was last asked. Raises what a game
        raised, once everything that was finished before has been given."""
        for _ in range(LEAST_AHEAD):
            for worker in self.workers:
                self._send_next(worker, jobs)
        while busy := {worker.pipe: worker for worker in self.workers if worker.jobs}:
            finished: list[tuple[Any, Fixture, Record]] = []
            trouble = None
            for pipe in wait(list(busy)):
                try:
                    self._serve(busy[pipe], jobs, finished)  # type: ignore[index]
                except AnyspaceError as error:
                    trouble = error
            if finished:
                yield finished
            if trouble is not None:
                raise trouble

    def _serve(self, worker: Worker, jobs: Iterator[Job], finished: list[tuple[Any, Fixture, Record]]) -> None:
        """Take what a worker has finished, and send it more to do."""
        while worker.jobs and worker.pipe.poll():
            record: Record = self._receive(worker)
            finished.append((*worker.jobs.popleft(), record))
            worker.ahead = int(min(max(AHEAD_SECONDS / max(record.seconds, 1e-6), LEAST_AHEAD), MOST_AHEAD))
        while len(worker.jobs) < worker.ahead and self._send_next(worker, jobs):
            pass

    def _send_next(self, worker: Worker, jobs: Iterator[Job]) -> bool:
        """Send the next game, if there is one."""
        job = next(jobs, None)
        if job is None:
            return False
        worker.jobs.append(job)
        self._send(worker, job[1])
        return True

    def _send(self, worker: Worker, order: WarmUp | Fixture) -> None:
        try:
            worker.pipe.send(order)
        except OSError:
            raise self._lost(worker) from None

    def _receive(self, worker: Worker) -> Any:
        try:
            answer = worker.pipe.recv()
        except (EOFError, OSError):
            raise self._lost(worker) from None
        if isinstance(answer, Failure):
            kind = getattr(errors, answer.kind, None) if answer.kind else None
            which = f"game {worker.jobs[0][1].id}: " if worker.jobs else ""
            raise (kind or GameError)(which + answer.message) from WorkerTraceback(answer.trace)
        return answer

    def _lost(self, worker: Worker) -> GameError:
        worker.process.join(5)
        doing = f"while it played game {worker.jobs[0][1].id}" if worker.jobs else "while it warmed up"
        return GameError(
            f"a worker process ended {doing} (exit code {worker.process.exitcode}): out of memory, perhaps"
        )


class WorkerTraceback(Exception):
    """Where in the worker an exception came from, as text."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


@contextlib.contextmanager
def _ctrl_c_ignored() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():  # signals are the main thread's
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
