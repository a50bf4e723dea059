"""A whole game as arrays: every history a node, parents before their children, decisions grouped by what is known.

What can be computed on it is a few loops: forward for how likely a history is, backward for what it is worth.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ...core.questions import copy_state
from ...errors import GameError, OptionError
from ...machine.atomic import address_of
from ...machine.jit import compile_kernel
from ...machine.native import call, copy_bytes
from ...rules.codes import BAD_MOVE_COUNT, BAD_MOVER, BAD_WEIGHTS, CHANCE, OVER, TOO_LONG, UNANSWERED
from ...rules.game import AnyGame, State
from ...rules.table import Table
from ..face import move_rows
from .starts import all_starts

FULL = 1
MOST_NODES = 20_000_000
GOLDEN, FOLD, HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93), np.uint64(32)

NODE = np.dtype(
    [
        ("key", np.int64),  # what the mover knows; 0 where nobody decides
        ("odds", np.float64),  # of chance coming here; 1 where a player does
        ("parent", np.int32),
        ("move", np.int32),  # into this node
        ("edge", np.int32),  # its place among the parent's moves
        ("count", np.int32),  # of its own moves
        ("mover", np.int8),
    ]
)


class Desk(NamedTuple):
    """What the unfolding works with."""

    nodes: Any
    """NODE [capacity]"""
    payoffs: Any
    """float64 [capacity, players]: of finished games, 0 elsewhere"""
    states: Any
    """int64 [longest game + 3]: addresses, one for each depth and one to spare"""
    moves: Any
    """int32 [longest game + 2, moves]"""
    weights: Any
    """float64 [moves]"""
    tried: Any
    """int64 [longest game + 2]"""
    places: Any
    """int64 [longest game + 2]: the node at each depth"""
    words: Any
    """uint64: a state's bytes, where they are what everybody knows; of length 1 where a rule tells"""
    key: Any
    """int64 [1]"""
    used: Any
    """int64 [1]: nodes so far"""


def unfold(game: Table, desk: Desk, start: int, odds: float) -> int:
    """Add all that can follow the state at `states[0]`, the `start`-th child of node 0. OK, FULL, or what is wrong."""
    depth = 0
    status = enter(game, desk, depth, 0, start, start, odds)
    while status == 0 and depth >= 0:
        node = desk.nodes[desk.places[depth]]
        i = desk.tried[depth]
        if i == node.count:
            depth -= 1
            continue
        desk.tried[depth] = i + 1
        move = desk.moves[depth, i]
        chance = 1.0
        if node.mover == CHANCE:
            chance = outcome_odds(game, desk, depth, i)
            if chance < 0.0:
                return BAD_WEIGHTS
        status = copy_state(game, desk.states[depth + 1], desk.states[depth])
        if status >= 0:
            status = call(game.play, (desk.states[depth + 1], move))
        if status >= 0:
            status = enter(game, desk, depth + 1, desk.places[depth], i, move, chance)
            depth += 1
    return status


def outcome_odds(game: Table, desk: Desk, depth: int, i: int) -> float:
    """The probability of the `i`-th outcome; -1 where weights make no sense."""
    n = desk.nodes[desk.places[depth]].count
    if game.weights == 0:
        return 1.0 / n
    if call(game.weights, (desk.states[depth], address_of(desk.weights))) < 0:
        return -1.0
    total = 0.0
    for k in range(n):
        total += desk.weights[k]
    return desk.weights[i] / total if total > 0.0 and desk.weights[i] >= 0.0 else -1.0


def enter(game: Table, desk: Desk, depth: int, parent: int, edge: int, move: int, odds: float) -> int:
    """A node for the state at this depth. OK, FULL, or what went wrong."""
    place = desk.used[0]
    if depth + 2 >= len(desk.states):
        return TOO_LONG
    if place == len(desk.nodes):
        return FULL
    state = desk.states[depth]
    mover = call(game.mover, (state,))
    if mover >= game.players or mover < OVER:
        return BAD_MOVER if mover > UNANSWERED else mover
    n = 0
    if mover != OVER:
        n = call(game.moves, (state, address_of(desk.moves[depth])))
        if n < 1 or n > game.max_moves:
            return BAD_MOVE_COUNT if n > UNANSWERED else n
    else:
        status = call(game.returns, (state, address_of(desk.payoffs[place])))
        if status < 0:
            return status
    desk.key[0] = 0
    if mover >= 0:
        status = what_is_known(game, desk, state, mover)
        if status < 0:
            return status
    record = desk.nodes[place]
    record.key, record.odds, record.parent, record.move = desk.key[0], odds, parent, move
    record.edge, record.count, record.mover = edge, n, mover
    desk.used[0] = place + 1
    desk.tried[depth] = 0
    desk.places[depth] = place
    return 0


def what_is_known(game: Table, desk: Desk, state: int, player: int) -> int:
    """The key of what a player knows, by the game's rule; else, where nothing is hidden, the position's bytes, without
    moves that the others of their kind are still to follow."""
    if game.information_key != 0:
        return call(game.information_key, (state, player, address_of(desk.key)))
    spare = desk.states[len(desk.states) - 1]
    copy_bytes(spare, state, game.state_bytes)
    if game.withdraw != 0:
        status = call(game.withdraw, (spare,))
        if status < 0:
            return status
    desk.words[len(desk.words) - 1] = np.uint64(0)
    copy_bytes(address_of(desk.words), spare, game.state_bytes)
    word = np.uint64(player) + GOLDEN
    for i in range(len(desk.words)):
        word = (word ^ desk.words[i]) * FOLD
        word = word ^ (word >> HALF)
        word = word * GOLDEN + GOLDEN
    desk.key[0] = np.int64(word ^ (word >> HALF))
    return 0


@dataclass(frozen=True)
class Unfolded:
    """A game as arrays. Node 0 stands before the start: its children are the starts."""

    game: AnyGame
    starts: list[tuple[State, float]]
    nodes: Any
    """NODE [nodes]"""
    payoffs: Any
    """float64 [nodes, players]"""
    infoset: Any
    """int32 [nodes]: which information set a decision belongs to; -1 elsewhere"""
    first: Any
    """int64 [information sets + 1]: where the moves of each begin in arrays of one number a move"""
    owner: Any
    """int8 [information sets]"""
    level: Any
    """int32 [information sets]: how many decisions their owner has made before"""
    example: Any
    """int32 [information sets]: some node of each"""
    place: dict[tuple[int, int], int] = field(repr=False)
    """by owner and key: the information set"""

    @property
    def slots(self) -> int:
        """How many moves all information sets have together."""
        return int(self.first[-1])

    def uniform(self) -> Any:
        """The strategy that plays any move."""
        counts = np.diff(self.first)
        return np.repeat(1.0 / counts, counts)

    def moves(self, infoset: int) -> list[Any]:
        """The moves of an information set, in order."""
        return self.state(int(self.example[infoset])).moves()

    def state(self, node: int) -> State:
        """A position, by its history."""
        line = []
        while self.nodes["parent"][node] != 0:
            line.append(int(self.nodes["move"][node]))
            node = int(self.nodes["parent"][node])
        state = self.starts[int(self.nodes["move"][node])][0].copy()
        for number in reversed(line):
            self.game.backend.play(state._block, self.game.backend.move(number))
        return state


def unfolded(game: AnyGame, most: int = MOST_NODES) -> Unfolded:
    """The whole game. Raises `OptionError` where it is too large, or does not say what players know."""
    backend = game.backend
    has_rule = backend.has("information_key")
    if not has_rule and (game.hides or backend.facts.copy != 0):
        raise OptionError(f"{game.name} has no rule 'information_key', which says what a player knows")
    table = backend.provide(["information_key"] if has_rule else [])
    starts = all_starts(game)
    capacity = 1 << 12
    nodes, payoffs = np.zeros(0, NODE), np.zeros((0, game.players))
    while True:
        desk, blocks = _desk(game, starts[0][0], capacity, 0 if has_rule else table.state_bytes)
        status = 0
        for i, (state, odds) in enumerate(starts):
            backend.assign(blocks[0], state._block)
            status = int(_kernel()(table, desk, i, odds))
            if status != 0:
                break
        if status == TOO_LONG:
            raise GameError(f"{game.name}: a game did not end within max_length={game.max_length:,} moves")
        if status < 0:
            own = backend.failure()
            raise own if own is not None else GameError(f"{game.name}: a rule failed while it was unfolded ({status})")
        if status == 0:
            break
        if capacity >= most:
            raise OptionError(f"{game.name} has more than {most:,} histories: too many for exact results")
        capacity = min(most, 8 * capacity)
    used = int(desk.used[0])
    nodes, payoffs = desk.nodes.view(NODE, np.ndarray)[:used].copy(), desk.payoffs[:used].copy()
    return _grouped(game, starts, nodes, payoffs)


def _desk(game: AnyGame, state: State, capacity: int, bytes_known: int) -> tuple[Desk, list[Any]]:
    deep = game.max_length + 3
    blocks = [game.backend.copy(state._block) for _ in range(deep)]
    moves = move_rows(game, deep)
    desk = Desk(
        nodes=np.zeros(capacity, NODE).view(np.recarray),
        payoffs=np.zeros((capacity, game.players)),
        states=np.array([block.ctypes.data for block in blocks], np.int64),
        moves=moves,
        weights=np.zeros(moves.shape[1]),
        tried=np.zeros(deep, np.int64),
        places=np.zeros(deep, np.int64),
        words=np.zeros(max(1, -(-bytes_known // 8)), np.uint64),
        key=np.zeros(1, np.int64),
        used=np.ones(1, np.int64),
    )
    desk.nodes[0].mover = CHANCE
    return desk, blocks


def _grouped(game: AnyGame, starts: list[tuple[State, float]], nodes: Any, payoffs: Any) -> Unfolded:
    """Information sets, from the keys."""
    decisions = np.flatnonzero(nodes["mover"] >= 0)
    pairs = np.stack([nodes["mover"][decisions].astype(np.int64), nodes["key"][decisions]], axis=1)
    known, firsts, groups = np.unique(pairs, axis=0, return_index=True, return_inverse=True)
    groups = groups.reshape(-1)
    infoset = np.full(len(nodes), -1, np.int32)
    infoset[decisions] = groups
    example = decisions[firsts].astype(np.int32)
    counts = nodes["count"][example].astype(np.int64)
    _check(game, nodes, infoset, decisions, example)
    level = _levels(game, nodes, infoset, len(known))
    place = {(int(player), int(key)): i for i, (player, key) in enumerate(known)}
    first = np.concatenate([[0], np.cumsum(counts)])
    return Unfolded(game, starts, nodes, payoffs, infoset, first, known[:, 0].astype(np.int8), level, example, place)


def _check(game: AnyGame, nodes: Any, infoset: Any, decisions: Any, example: Any) -> None:
    """Where a player knows the same, the same moves are legal, in the same order."""
    if (nodes["count"][decisions] != nodes["count"][example[infoset[decisions]]]).any():
        raise GameError(f"{game.name}: rule 'information_key' gives one key to positions with different moves")
    moved = np.flatnonzero(infoset[nodes["parent"]] >= 0)
    moved = moved[moved > 0]
    sets, edges = infoset[nodes["parent"][moved]].astype(np.int64), nodes["edge"][moved].astype(np.int64)
    named: Any = {}
    for group, edge, move in zip(sets.tolist(), edges.tolist(), nodes["move"][moved].tolist(), strict=True):
        if named.setdefault((group, edge), move) != move:
            raise GameError(f"{game.name}: 'moves' lists the moves of one information set in different orders")


def _levels(game: AnyGame, nodes: Any, infoset: Any, sets: int) -> Any:
    """How many own decisions come before those of an information set."""
    made = np.zeros((len(nodes), game.players), np.int16)
    level = np.full(sets, -1, np.int32)
    movers, parents = nodes["mover"].tolist(), nodes["parent"].tolist()
    for node in range(1, len(nodes)):
        made[node] = made[parents[node]]
        above = movers[parents[node]]
        if above >= 0:
            made[node, above] += 1
        group = infoset[node]
        if group >= 0:
            own = made[node, movers[node]]
            if level[group] not in (-1, own):
                raise GameError(f"{game.name}: by its rule 'information_key' players forget how often they have moved")
            level[group] = own
    return level


def _kernel() -> Any:
    if "unfold" not in _made:
        _made["unfold"] = compile_kernel(unfold, "equilibria: unfolding a game")  # type: ignore[arg-type]
    return _made["unfold"]


_made: dict[str, Any] = {}
