"""KataGo's analysis engine for Go: a JSON object a line asks about positions, and one a line answers. KaTrain and other
programs that review games speak it."""

from __future__ import annotations

import heapq
import itertools
import json
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..errors import AnyspaceError, NothingToSearch
from ..search.budget import Budget
from .candidates import Candidate, candidates, root_winrate
from .estimate import Estimate
from .katago_query import BadQuery, Query, Turn, read_query
from .lines import Lines
from .shelf import Shelf
from .thinking import USUAL, Thinker

if TYPE_CHECKING:
    from ..search.handle import Handle
    from ..search.result import Result

POLL = 0.005
PLAYOUTS, PLAYOUTS_FOR_POINTS = 4, 16
"""Random playouts for a report, from which the score is guessed; more, where whose points are whose is asked for."""
MOST_PLAYOUTS = 256

Answer = dict[str, Any]


@dataclass(order=True)
class Task:
    """A position that waits to be searched: the higher its priority the sooner, then in the order of asking."""

    rank: tuple[int, int]
    query: Query = field(compare=False)
    turn: Turn = field(compare=False)
    is_ended: bool = field(default=False, compare=False)
    """Whether somebody asked for its end."""

    @cached_property
    def estimate(self) -> Estimate:
        """Of its points; better with every report."""
        return Estimate(self.turn.state)


class Engine:
    """Takes queries while it works on others."""

    def __init__(self, lines: Lines, thinker: Thinker) -> None:
        self.lines, self.thinker = lines, thinker
        self._shelf = Shelf()
        self._waiting: list[Task] = []
        self._current: Task | None = None
        self._numbers = itertools.count()
        self._is_over = False  # nothing more will be asked

    def serve(self) -> None:
        """Until nothing more is asked and everything is answered."""
        try:
            while self._waiting or not self._is_over:
                if not self._waiting or self._heard(0.0):
                    self._listen()
                elif self._waiting:
                    self._work(heapq.heappop(self._waiting))
        finally:
            self.thinker.rest()

    def _heard(self, seconds: float) -> bool:
        return not self._is_over and self.lines.heard(seconds)

    def _listen(self) -> None:
        line = self.lines.next()
        if line is None:
            self._is_over = True
        elif line.strip():
            self.hear(line)

    # ---- what is asked

    def hear(self, line: str) -> None:
        """One line."""
        try:
            record = json.loads(line, parse_constant=_refuse)
        except (ValueError, RecursionError):
            self._say({"error": "Could not parse input line as a json object"})
            return
        if not isinstance(record, dict):
            self._say({"error": "Input line was valid json but was not an object"})
            return
        try:
            if "action" in record:
                self._act(record)
            else:
                self._ask(record)
        except BadQuery as error:
            self._say({"error": str(error), "field": error.field, **_id_of(record)})
        except AnyspaceError as error:
            self._say({"error": " ".join(str(error).split()), **_id_of(record)})
        except BrokenPipeError:  # nobody listens any more
            raise
        except Exception as error:  # a mistake of ours: the conversation goes on
            self._say({"error": _confessed(error), **_id_of(record)})

    def _ask(self, record: dict[str, Any]) -> None:
        query = read_query(record, self._shelf)
        for where, warning in query.warnings:
            self._say({"warning": warning, "field": where, "id": query.id})
        for turn, priority in zip(query.turns, query.priorities, strict=True):
            heapq.heappush(self._waiting, Task((-priority, next(self._numbers)), query, turn))

    def _act(self, record: dict[str, Any]) -> None:
        action = record["action"]
        answer: Answer = {key: record[key] for key in ("id", "action", "terminateId", "turnNumbers") if key in record}
        if not isinstance(record.get("id"), str):
            raise BadQuery("Must be a string", "id")
        if action == "query_version":
            answer |= {"version": __version__, "git_hash": "anyspace"}
        elif action == "query_models":
            answer |= {"models": []}
        elif action in ("terminate", "terminate_all"):
            self._terminate(record)
        elif action != "clear_cache":
            raise BadQuery(
                "'action' field must be one of query_version, query_models, clear_cache, terminate, terminate_all",
                "action",
            )
        self._say(answer)

    def _terminate(self, record: dict[str, Any]) -> None:
        """End what is under way or waits: all, or that of one query, or some turns of it."""
        which, turns = record.get("terminateId"), record.get("turnNumbers")
        if record["action"] == "terminate" and not isinstance(which, str):
            raise BadQuery("Must be a string", "terminateId")
        if turns is not None and not isinstance(turns, list):
            raise BadQuery("Must be a list of integers", "turnNumbers")
        for task in [*self._waiting, *([self._current] if self._current else [])]:
            named = record["action"] == "terminate_all" or task.query.id == which
            task.is_ended |= named and (turns is None or task.turn.number in turns)

    # ---- what is answered

    def _work(self, task: Task) -> None:
        query, turn = task.query, task.turn
        if task.is_ended:
            self._say({"id": query.id, "isDuringSearch": False, "noResults": True, "turnNumber": turn.number})
            return
        self._current = task
        try:
            limited = query.visits is not None or query.seconds is not None
            budget = Budget(query.visits, query.seconds) if limited else self.thinker.budget or USUAL
            handle = self.thinker.think(turn.state, budget=budget)
            for result in self._progress(handle, task):
                self._say(self._answer(task, result, True))
            result = handle.stop() if task.is_ended else handle.result()
            self._say(self._answer(task, result, False))
        except AnyspaceError as error:
            self._say({"error": " ".join(str(error).split()), "id": query.id, "turnNumber": turn.number})
        except BrokenPipeError:
            raise
        except Exception as error:
            self._say({"error": _confessed(error), "id": query.id, "turnNumber": turn.number})
        finally:
            self._current = None

    def _progress(self, handle: Handle, task: Task) -> Iterator[Result]:
        """Until a search has ended, or somebody ends it: results, as often as is asked for."""
        every = task.query.every
        due = time.monotonic() + (every or 0.0)
        while not handle.wait(POLL) and not task.is_ended:
            while self._heard(0.0):
                self._listen()
            if every is not None and time.monotonic() >= due:
                due = time.monotonic() + every
                try:
                    yield handle.result()
                except NothingToSearch:
                    continue

    def _answer(self, task: Task, result: Result, is_during: bool) -> Answer:
        query, turn, estimate = task.query, task.turn, task.estimate
        state, board = turn.state, turn.board
        search = self.thinker.search_of(state.game)
        moves = candidates(search, state, result, board.vertices.spoken)
        if estimate.playouts < MOST_PLAYOUTS:
            estimate.improve(playouts=PLAYOUTS_FOR_POINTS if query.ownership else PLAYOUTS)
        seen_by = {"BLACK": 0, "WHITE": 1}.get(query.side, state.mover)
        turned = seen_by != state.mover
        visits = sum(row.visits for row in result.table)
        answer: Answer = {
            "id": query.id,
            "isDuringSearch": is_during,
            "turnNumber": turn.number,
            "moveInfos": [_move(move, order, turned, estimate, query) for order, move in enumerate(moves)],
            "rootInfo": {
                "currentPlayer": "BW"[state.mover],
                "visits": visits,
                **_chances(root_winrate(result, state.game.payoffs), visits, turned, estimate),
            },
        }
        if query.ownership:
            answer["ownership"] = [round(cell, 4) for cell in estimate.points(seen_by)]
        if query.policy:
            answer["policy"] = _policy(turn)
        return answer

    def _say(self, answer: Answer) -> None:
        self.lines.say(json.dumps(answer, allow_nan=False))


def _move(move: Candidate, order: int, turned: bool, estimate: Estimate, query: Query) -> Answer:
    low = _chances(move.lcb, move.visits, turned, estimate)
    found = {
        "move": move.name,
        "visits": move.visits,
        **_chances(move.winrate, move.visits, turned, estimate),
        "prior": move.prior,
        "lcb": low["winrate"],
        "utilityLcb": low["utility"],
        "order": order,
        "pv": move.line,
    }
    return {**found, "pvVisits": move.line_visits} if query.line_visits else found


def _chances(winrate: float, visits: int, turned: bool, estimate: Estimate) -> Answer:
    seen = 1.0 - winrate if turned else winrate
    lead = round(estimate.lead(seen, visits), 4)
    return {
        "winrate": round(seen, 6),
        "utility": round(2 * seen - 1, 6),
        **dict.fromkeys(("scoreLead", "scoreMean", "scoreSelfplay"), lead),
        "scoreStdev": round(estimate.spread, 4),
    }


def _policy(turn: Turn) -> list[float]:
    """Every point from the top left, then the pass: all legal moves are alike, and -1 where none is."""
    size, legal = int(turn.board.options["size"]), turn.state.moves()
    known, share = set(legal), round(1.0 / len(legal), 6)
    points = [row * size + column for row in reversed(range(size)) for column in range(size)]
    return [share if move in known else -1.0 for move in [*points, size * size]]


def _refuse(constant: str) -> None:
    """NaN and infinities, which Python reads, are no JSON."""
    raise ValueError(constant)


def _confessed(error: Exception) -> str:
    traceback.print_exc(file=sys.stderr)
    return f"internal error: {' '.join(repr(error).split())[:200]}"


def _id_of(record: dict[str, Any]) -> Answer:
    return {"id": record["id"]} if isinstance(record.get("id"), str) else {}
