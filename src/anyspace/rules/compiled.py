"""Compiled rules: C functions made by Numba, and their use from Python."""

from __future__ import annotations

import ctypes
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import rng as random_numbers
from ..machine.blocks import Block, aligned_bytes
from ..machine.collection import uncollected
from ..machine.native import prototype
from ..machine.waiting import compiling
from .answered import listed, written
from .codes import NO_REPLY, RULE_RAISED
from .diagnose import explain
from .predicates import MOST_PREDICATES, checked_predicates
from .records import Records
from .table import FUNCTIONS, ON_REQUEST, Table, compile_rules, table

if TYPE_CHECKING:
    from .game import Game

SLACK = 64
"""Spare entries of move buffers: a trusted rule that writes a few too many is caught afterwards, not fatal."""


ARITY = {
    "start": 2,
    "play": 2,
    "moves": 2,
    "returns": 2,
    "weights": 2,
    "mover": 1,
    "determinize": 3,
    "observe": 3,
    "key": 2,
    "evaluate": 2,
    "prior": 4,
    "group": 2,
    "playout_moves": 2,
    "prune": 4,
    "reply": 3,
    "features": 4,
    "predicates": 2,
    "planes": 3,
    "code": 4,
    "heuristic": 2,
    "together": 1,
    "withdraw": 1,
    "information_key": 3,
    "perturb": 3,
}
"""Of the functions that are also called from Python."""

FOR_KERNELS = "playout"
"""Compiled when the first kernel asks for the table: it takes a third of the compiler's time and more, and who only
plays a game, reads its records or looks at its positions has no use for it."""


class CompiledBackend(Records):
    """The backend of `Game`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._record = np.dtype((np.record, game.state))
        self.compiled: dict[str, Any] = {}  # keeps the machine code alive
        self._call: dict[str, Any] = {}
        self._compile([name for name in FUNCTIONS if name not in (FOR_KERNELS, *ON_REQUEST)])

    def _compile(self, wanted: Collection[str]) -> None:
        with compiling, uncollected():  # a table in use has the addresses of functions that were compiled
            self.compiled |= compile_rules(self.game, [name for name in wanted if name not in self.compiled])
            addresses = {name: function.address for name, function in self.compiled.items()}
            self.facts = table(self.game, addresses, self.game.state.itemsize)
            self._call = {name: prototype(ARITY[name])(at) for name, at in addresses.items() if name in ARITY}

    def provide(self, functions: Collection[str]) -> Table:
        self._need(FOR_KERNELS, *functions)
        return self.facts

    def _need(self, *functions: str) -> None:
        if any(name not in self.compiled for name in functions):
            self._compile(functions)

    def has(self, function: str) -> bool:
        made_from = {"playout_traced": "moves", "playout_replying": "reply", "predicates": "moves"}
        return function in self.game.rules or made_from.get(function) in self.game.rules

    def _ask(self, rule: str, block: Block, *arguments: Any) -> int:
        """What a rule's C face answers; of arrays among the arguments it gets the address."""
        before, copies = block.copy(), [given.copy() if isinstance(given, np.ndarray) else given for given in arguments]
        words = [given.ctypes.data if isinstance(given, np.ndarray) else given for given in arguments]
        answer: int = self._call[rule](block.ctypes.data, *words)
        if answer == RULE_RAISED:
            raise explain(self.game, rule, before, *copies)
        return answer

    def _room(self, count: int, kind: Any = np.float64) -> Any:
        """Zeros for a rule to write to, with spare ones behind them."""
        return np.zeros(count + SLACK, kind)[:count]

    def new(self) -> Block:
        return aligned_bytes(self.game.state.itemsize)

    def start(self, block: Block, seed: int) -> None:
        self._ask("start", block, random_numbers.new(seed))

    def mover(self, block: Block) -> int:
        return self._ask("mover", block)

    def moves(self, block: Block) -> list[Any]:
        out = self._room(self.game.max_moves, np.int32)
        return listed(self.game, out, self._ask("moves", block, out))

    def play(self, block: Block, move: Any) -> None:
        self._ask("play", block, int(move))

    def returns(self, block: Block) -> list[float]:
        out = np.full(self.game.players, np.nan)
        self._ask("returns", block, out)
        return written(self.game, out)

    def weights(self, block: Block) -> list[float]:
        n = len(self.moves(block))
        if "weights" not in self._call:
            return [1.0] * n
        out = self._room(self.game.max_moves)
        self._ask("weights", block, out)
        return out[:n].tolist()

    def key(self, block: Block) -> int:
        self._need("key")
        out = np.zeros(1, np.int64)
        self._ask("key", block, out)
        return int(out[0])

    def evaluate(self, block: Block) -> list[float]:
        self._need("evaluate")
        out = np.full(self.game.players, np.nan)
        self._ask("evaluate", block, out)
        return written(self.game, out, "evaluate")

    def _about_moves(self, rule: str, block: Block, moves: list[Any], out: Any) -> int:
        """Ask a rule that is given the legal moves, or some of them."""
        self._need(rule)
        given = self._room(self.game.max_moves, np.int32)
        given[: len(moves)] = moves
        return self._ask(rule, block, given, len(moves), out)

    def prior(self, block: Block) -> list[float]:
        moves, out = self.moves(block), self._room(self.game.max_moves)
        self._about_moves("prior", block, moves, out)
        return out[: len(moves)].tolist()

    def group(self, block: Block, move: Any) -> int:
        self._need("group")
        return self._ask("group", block, int(move))

    def prune(self, block: Block) -> tuple[int, list[bool]]:
        moves, keep = self.moves(block), self._room(self.game.max_moves)
        winner = self._about_moves("prune", block, moves, keep)
        return winner, (keep[: len(moves)] != 0).tolist()

    def reply(self, block: Block, last: Any, seed: int) -> Any:
        self._need("reply")
        move = self._ask("reply", block, NO_REPLY if last is None else int(last), random_numbers.new(seed))
        return None if move == NO_REPLY else move

    def features(self, block: Block, moves: list[Any]) -> list[int]:
        out = self._room(self.game.max_moves, np.int32)
        self._about_moves("features", block, moves, out)
        return out[: len(moves)].tolist()

    def predicates(self, block: Block) -> list[int]:
        self._need("predicates")
        out = self._room(MOST_PREDICATES, np.int32)
        return checked_predicates(self.game.name, out, self._ask("predicates", block, out))

    def planes(self, block: Block, observer: int) -> Any:
        self._need("planes")
        out = np.zeros(self.game.plane_shape or (0,), np.float32)
        self._ask("planes", block, observer, out.ctypes.data)
        return out

    def codes(self, block: Block, moves: list[Any]) -> list[int]:
        if not self.has("code"):
            return [int(move) for move in moves]
        out = self._room(self.game.max_moves, np.int64)
        self._about_moves("code", block, moves, out)
        return out[: len(moves)].tolist()

    def heuristic(self, block: Block) -> float:
        self._need("heuristic")
        out = np.zeros(1)
        self._ask("heuristic", block, out)
        return float(out[0])

    def determinize(self, block: Block, observer: int, seed: int) -> None:
        if "determinize" in self._call:
            self._ask("determinize", block, observer, random_numbers.new(seed))

    def observe(self, block: Block, move: Any, observer: int) -> Any:
        return self._ask("observe", block, int(move), observer) if "observe" in self._call else move

    def together(self, block: Block) -> int:
        return self._ask("together", block) if "together" in self._call else 0

    def withdraw(self, block: Block) -> None:
        if "withdraw" in self._call:
            self._ask("withdraw", block)

    def information_key(self, block: Block, observer: int) -> int:
        self._need("information_key")
        out = np.zeros(1, np.int64)
        self._ask("information_key", block, observer, out)
        return int(out[0])

    def perturb(self, block: Block, observer: int, seed: int) -> bool:
        self._need("perturb")
        return self._ask("perturb", block, observer, random_numbers.new(seed)) != 0

    def view(self, block: Block, observer: int) -> str:
        return self.game.view(self.record(block), observer) if self.game.view else self.render(block)

    def owner(self, block: Block) -> Any:
        return self.game.owner(self.record(block)) if self.game.owner else None

    def playout_moves(self, block: Block) -> list[Any]:
        self._need("playout_moves")
        out = self._room(self.game.max_moves, np.int32)
        return listed(self.game, out, self._ask("playout_moves", block, out), "playout_moves")

    def copy(self, block: Block) -> Block:
        twin = self.new()
        twin[:] = block
        return twin

    def assign(self, target: Block, source: Block) -> None:
        ctypes.memmove(target.ctypes.data, source.ctypes.data, target.size)

    def same(self, block: Block, other: Block) -> bool:
        return bool((block == other).all())

    def record(self, block: Block) -> Any:
        return block.view(self._record)[0]

    def restore(self, content: Any) -> Block:
        block = self.new()
        block[:] = np.frombuffer(self.understood(content), np.uint8)
        return block

    def move_name(self, block: Block, move: Any) -> str:
        return self.game.move_name(self.record(block), move) if self.game.move_name else self.plain_name(block, move)

    def move_names(self, block: Block, moves: list[Any]) -> list[str]:
        name = self.game.move_name
        if name is None:
            return [self.plain_name(block, move) for move in moves]
        record = self.record(block)  # most of the time that a name takes
        return [name(record, move) for move in moves]

    def parse_move(self, block: Block, text: str) -> Any:
        if self.game.parse_move is None:
            return super().parse_move(block, text)
        return self.game.parse_move(self.record(block), text)

    def render(self, block: Block) -> str:
        if self.game.render is not None:
            return self.game.render(self.record(block))
        record = self.record(block)
        return "\n".join(f"{field}: {record[field]}" for field in self.game.state.names or ())
