"""Proof-number search, with playouts: is the position a win for who moves? (Allis et al. 1994; MC-PNS: Saito, Chaslot,
Uiterwijk and van den Herik 2006; survey, V-D2.)

A tree of positions in which one player must find one move and the other must have none. Every node has a proof number,
how much there is to do to prove a win, and a disproof number. The node that counts most for both is expanded: all its
moves get nodes. A node that is not decided starts with 1 and 1; with playouts, from how often they were won:

    proof number = 1 - w (at least 1 / (2 k)),    disproof number = w (likewise),    w = wins of k playouts

so that what looks easy is tried first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from .. import numeric
from .. import rng as random_numbers
from ..core.questions import copy_state
from ..errors import GameError, OptionError
from ..machine.atomic import address_of
from ..machine.jit import compile_kernel
from ..machine.native import call
from ..rules.codes import BAD_MOVE_COUNT, CHANCE, OVER, UNANSWERED
from ..rules.game import AnyGame, State
from ..rules.table import Table
from ..search.budget import Budget, Stopwatch
from ..search.interrupt import Interruptible
from .alpha_beta import MEETS_CHANCE
from .face import check_state, move_rows

NODE = np.dtype(
    [
        ("proof", np.float64),
        ("disproof", np.float64),
        ("parent", np.int64),
        ("first", np.int64),  # of its children, which follow each other; 0 while it is not expanded
        ("count", np.int32),
        ("move", np.int32),
        ("ours", np.int8),  # whether the player who wants to win moves here
    ]
)
INFINITE = 1e18
SURE = 1.0 - 1e-9
SLICE, FULL, DECIDED = 200, 1, 2


class Desk(NamedTuple):
    """The working memory of a search."""

    nodes: Any
    """NODE [capacity]; the root is 1"""
    used: Any
    """int64 [1]"""
    states: Any
    """int64 [4]: addresses of the root's state, of the one expanded, of a child's, of the one played out"""
    moves: Any
    """int32 [2, moves]"""
    weights: Any
    payoffs: Any
    rng: Any


def expand_on(game: Table, desk: Desk, player: int, playouts: int, expansions: int) -> int:
    """Expand so many nodes. 0, FULL, DECIDED, or what went wrong."""
    nodes = desk.nodes
    for _ in range(expansions):
        if nodes[1].proof == 0.0 or nodes[1].disproof == 0.0:
            return DECIDED
        if desk.used[0] + game.max_moves >= len(nodes):
            return FULL
        node, status = most_proving(game, desk)
        if status >= 0:
            status = expand(game, desk, node, player, playouts)
        if status < 0:
            return status
        while node != 0:
            update(nodes, node)
            node = nodes[node].parent
    return 0


def most_proving(game: Table, desk: Desk) -> tuple[Any, int]:
    """The node to expand, its position in the second state; and a status."""
    nodes = desk.nodes
    status = copy_state(game, desk.states[1], desk.states[0])
    node = np.int64(1)
    while nodes[node].first != 0 and status >= 0:
        best = nodes[node].first
        for child in range(nodes[node].first, nodes[node].first + nodes[node].count):
            if nodes[node].ours != 0:
                better = nodes[child].proof < nodes[best].proof
            else:
                better = nodes[child].disproof < nodes[best].disproof
            best = child if better else best
        node = np.int64(best)
        status = call(game.play, (desk.states[1], nodes[node].move))
    return node, min(status, 0)


def expand(game: Table, desk: Desk, node: int, player: int, playouts: int) -> int:
    """A node for every move."""
    nodes = desk.nodes
    mover = call(game.mover, (desk.states[1],))
    if mover == CHANCE:
        return MEETS_CHANCE
    n = call(game.moves, (desk.states[1], address_of(desk.moves[0])))
    if n < 1 or n > game.max_moves:
        return BAD_MOVE_COUNT if n > UNANSWERED else n
    first = desk.used[0]
    desk.used[0] += n
    nodes[node].first = first
    nodes[node].count = n
    nodes[node].ours = mover == player
    for i in range(n):
        child = nodes[first + i]
        child.parent = node
        child.first = 0
        child.move = desk.moves[0, i]
        status = copy_state(game, desk.states[2], desk.states[1])
        if status >= 0:
            status = call(game.play, (desk.states[2], child.move))
        if status >= 0:
            status = judge(game, desk, first + i, player, playouts)
        if status < 0:
            return status
    return 0


def judge(game: Table, desk: Desk, node: int, player: int, playouts: int) -> int:
    """The numbers of a new node, whose position is the third state."""
    record = desk.nodes[node]
    mover = call(game.mover, (desk.states[2],))
    if mover < OVER:
        return mover
    record.ours = mover == player
    record.proof = record.disproof = 1.0
    if mover == OVER:
        status = call(game.returns, (desk.states[2], address_of(desk.payoffs)))
        won = is_won(game, desk.payoffs, player)
        record.proof = 0.0 if won else INFINITE
        record.disproof = INFINITE if won else 0.0
        return min(status, 0)
    wins = 0
    for _ in range(playouts):
        status = copy_state(game, desk.states[3], desk.states[2])
        if status >= 0:
            moves, weights = address_of(desk.moves[1]), address_of(desk.weights)
            payoffs, rng = address_of(desk.payoffs), address_of(desk.rng)
            status = call(game.playout, (desk.states[3], rng, payoffs, moves, weights, 1 << 30))
        if status < 0:
            return status
        wins += is_won(game, desk.payoffs, player)
    if playouts > 0:
        least = 0.5 / playouts
        record.proof = max(least, 1.0 - wins / playouts)
        record.disproof = max(least, wins / playouts)
    return 0


def is_won(game: Table, payoffs: Any, player: int) -> bool:
    """Whether the player has got all there is."""
    return (payoffs[player] - game.lowest) * game.scale >= SURE


def update(nodes: Any, node: Any) -> None:
    """The numbers of an expanded node, from its children's."""
    record = nodes[node]
    least_proof, least_disproof, proofs, disproofs = INFINITE, INFINITE, 0.0, 0.0
    for child in range(record.first, record.first + record.count):
        least_proof = min(least_proof, nodes[child].proof)
        least_disproof = min(least_disproof, nodes[child].disproof)
        proofs = min(INFINITE, proofs + nodes[child].proof)
        disproofs = min(INFINITE, disproofs + nodes[child].disproof)
    record.proof = least_proof if record.ours != 0 else proofs
    record.disproof = disproofs if record.ours != 0 else least_disproof


@dataclass(frozen=True)
class Proof:
    """What a proof-number search found."""

    wins: bool | None
    """whether who moves can force a win; None if that was not decided"""
    move: Any
    """the winning move, or the one that looks easiest to prove"""
    nodes: int
    seconds: float
    interrupted: bool


def _at_least(name: str, given: Any, least: int) -> int:
    found = numeric.whole(given)
    if found is None or found < least:
        raise OptionError(f"ProofNumbers: {name} must be a whole number, {least:,} or more, not {given!r}")
    return found


class ProofNumbers:
    """Proof-number search. playouts: how many start a node's numbers, 0 for plain PNS. nodes: how many it may make."""

    def __init__(self, game: AnyGame, playouts: int = 0, nodes: int = 1_000_000, seed: int = 0) -> None:
        self.playouts, self.nodes = _at_least("playouts", playouts, 0), _at_least("nodes", nodes, game.max_moves + 2)
        if game.players != 2 or game.hides:
            raise OptionError("ProofNumbers is for two players who see everything")
        self.game, self.seed = game, numeric.seed(seed) or 0

    def run(self, state: State, *, iterations: int | None = None, seconds: float | None = None) -> Proof:
        """Search from `state` until it is decided or the budget is spent: iterations are expansions."""
        state = check_state(self.game, state)
        budget = Budget(iterations, seconds)
        iterations, seconds = budget.iterations, budget.seconds
        backend = self.game.backend
        backend.begin(self.seed)
        blocks = [backend.copy(state._block) for _ in range(4)]
        moves = move_rows(self.game, 2)
        desk = Desk(
            nodes=np.zeros(self.nodes + 1, NODE).view(np.recarray),
            used=np.array([2], np.int64),
            states=np.array([block.ctypes.data for block in blocks], np.int64),
            moves=moves,
            weights=np.zeros(moves.shape[1]),
            payoffs=np.zeros(2),
            rng=random_numbers.new(self.seed),
        )
        desk.nodes[1].proof = desk.nodes[1].disproof = 1.0
        desk.nodes[1].ours = 1
        kernel = _kernel()
        kernel(backend.table, desk, state.mover, self.playouts, 0)  # compiled before the clock starts
        clock, done, status = Stopwatch(budget), 0, 0
        with Interruptible() as interrupt:
            while status == 0 and not interrupt.requested:
                todo = SLICE if iterations is None else min(SLICE, iterations - done)
                if todo == 0 or (seconds is not None and clock.elapsed >= seconds and done > 0):
                    break
                status = int(kernel(backend.table, desk, state.mover, self.playouts, todo))
                done += todo
        if status == MEETS_CHANCE:
            raise OptionError(f"ProofNumbers: there is chance in {self.game.name}")
        if status < 0:
            own = backend.failure()
            raise own if own is not None else GameError(f"{self.game.name}: a rule failed during the search ({status})")
        root = desk.nodes[1]
        children = range(int(root.first), int(root.first) + int(root.count))
        best = min(children, key=lambda child: float(desk.nodes[child].proof), default=None)
        move = None if best is None else backend.move(int(desk.nodes[best].move))
        wins = True if root.proof == 0 else False if root.disproof == 0 else None
        return Proof(wins, move, int(desk.used[0]) - 1, clock.elapsed, interrupt.requested)


def _kernel() -> Any:
    if "kernel" not in _made:
        _made["kernel"] = compile_kernel(expand_on, "proof-number search")  # type: ignore[arg-type]
    return _made["kernel"]


_made: dict[str, Any] = {}
