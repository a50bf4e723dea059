"""What searches of this folder have in common: a state to start from, a budget, Ctrl-C, a result."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import NothingToSearch, OptionError
from ..machine.blocks import aligned_bytes
from ..rules.compiled import SLACK
from ..rules.contract import examine
from ..rules.game import CHANCE, AnyGame, State
from ..search.budget import Stopwatch
from ..search.result import Candidate, Result, Stats


def check_state(game: AnyGame, state: State) -> State:
    """`state` as one of this very game. Raises unless it is a decision of it, and the game keeps its contract."""
    if not isinstance(state, State) or state.game != game:
        raise OptionError(f"this search plays {game.name}; {state!r} is not a state of that same game")
    examine(game)
    if state.mover < 0:
        what = "chance moves here, play one of its outcomes first" if state.mover == CHANCE else "the game is over"
        raise NothingToSearch(f"{game.name}: nothing to decide, {what}")
    return state.of(game)


def move_rows(game: AnyGame, count: int) -> Any:
    """Room for the moves of `count` positions."""
    return aligned_bytes(4 * count * (game.max_moves + SLACK)).view(np.int32).reshape(count, -1)


def as_result(
    state: State, rows: list[tuple[Any, int, float, bool]], clock: Stopwatch, nodes: int, bytes_used: int, deepest: int,
    interrupted: bool, seed: int, line: list[Any] | None = None,
) -> Result:  # fmt: skip
    """A `Result` from rows of move, effort, value (in the game's units) and whether it is certain; the best first."""
    game, position = state.game, state.copy()
    total = max(1, sum(effort for _, effort, _, _ in rows))
    names = state.names([row[0] for row in rows])
    table = [
        Candidate(move, name, effort, effort / total, value, proven)
        for (move, effort, value, proven), name in zip(rows, names, strict=True)
    ]
    moves, line_names = line or [rows[0][0]], []
    for move in moves:
        line_names.append(position.name(move))
        position.play(move)
    elapsed = max(clock.elapsed, 1e-9)
    stats = Stats(
        iterations=nodes,
        seconds=elapsed,
        iterations_per_second=nodes / elapsed,
        nodes=nodes,
        bytes=bytes_used,
        recycled=0,
        mean_depth=float(deepest),
        max_depth=deepest,
        mean_playout=0.0,
        reused=0,
        interrupted=interrupted,
        information="perfect",
    )
    best = table[0]
    ordered = sorted(table, key=lambda row: -row.visits)
    return Result(
        game=game.name,
        player=state.mover,
        move=best.move,
        name=best.name,
        value=best.value,
        line=moves,
        line_names=line_names,
        table=ordered,
        stats=stats,
        seed=seed,
        proven=best.proven,
        payoffs=game.payoffs,
    )
