"""Compiled games without a compiler: the same rules run by Python, under NUMBA_DISABLE_JIT and in twin tests.

The objects behind the blocks are NumPy records; everything else is as for any Python game.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import rng as random_numbers
from ..machine.jit import bind
from .answered import listed, player_of, unread, written
from .callbacks import CallbackBackend
from .codes import NO_REPLY, OVER, TOO_LONG
from .playout import how_to_draw, random_playout, random_playout_replying, random_playout_traced
from .predicates import MOST_PREDICATES, checked_predicates, elements_of, read_predicates
from .records import Records
from .table import ON_REQUEST, tells_moves

if TYPE_CHECKING:
    from .game import Game


class InterpretedBackend(Records, CallbackBackend):
    """The backend of `Game` where nothing may be compiled."""

    game: Game

    def __init__(self, game: Game) -> None:
        self.hides_position, self.hides_moves = "determinize" in game.rules, "observe" in game.rules
        self.at_once = "together" in game.rules
        made = {"playout_traced", "predicates", *(["playout_replying"] if "reply" in game.rules else [])}
        self.offers = frozenset(made | game.rules.keys() & set(ON_REQUEST))
        self._elements = elements_of(game.state)
        super().__init__(game)
        rules = {name: rule for name, rule in game.rules.items() if name != "playout"}
        facts = {"MAX_MOVES": game.max_moves, "ACTIONS": game.actions or 0}
        draw = how_to_draw(rules, facts, bind)
        self._loop = bind(random_playout, **rules, **facts, draw=draw)
        self._traced_loop = bind(random_playout_traced, **rules, **facts, draw=draw)
        self._replying_loop = bind(random_playout_replying, **rules, **facts, draw=draw)

    def _stream(self, rng: int) -> Any:
        return np.ctypeslib.as_array((ctypes.c_uint64 * 1).from_address(rng))

    def _new_record(self) -> Any:
        return np.zeros(1, self.game.state).view(np.recarray)

    def _run(self, rule: str, thing: Any, *arguments: Any) -> Any:
        with np.errstate(all="ignore"):
            return self.game.rules[rule](thing[0], *arguments)

    def first(self, source: random.Random) -> Any:
        thing = self._new_record()
        self._run("start", thing, random_numbers.new(source.getrandbits(63)))
        return thing

    def start(self, block: Any, seed: int) -> None:
        thing = self._new_record()
        self._run("start", thing, random_numbers.new(seed))
        self.objects[block.ctypes.data] = thing

    def twin(self, thing: Any) -> Any:
        return thing.copy()

    def turn(self, thing: Any) -> int:
        return player_of(self.game, self._run("mover", thing))

    def legal(self, thing: Any) -> Sequence[Any]:
        out = np.zeros(self.game.max_moves, np.int32)
        return listed(self.game, out, self._run("moves", thing, out))

    def sensible(self, thing: Any) -> Sequence[Any]:
        out = np.zeros(self.game.max_moves, np.int32)
        return listed(self.game, out, self._run("playout_moves", thing, out), "playout_moves")

    def apply(self, thing: Any, move: Any) -> None:
        self._run("play", thing, move)

    def payoffs(self, thing: Any) -> Sequence[float]:
        out = np.full(self.game.players, np.nan)
        unread(self.game, "returns", self._run("returns", thing, out))
        return written(self.game, out)

    def odds(self, thing: Any) -> Sequence[float]:
        n = len(self.legal(thing))
        if "weights" not in self.game.rules:
            return [1.0] * n
        out = np.zeros(self.game.max_moves)
        self._run("weights", thing, out)
        return out[:n].tolist()

    def finish(self, thing: Any, rng: int, limit: int) -> tuple[int, Sequence[float]]:
        payoffs = np.zeros(self.game.players)
        stream = self._stream(rng)
        if self.turn(thing) == OVER:
            return 0, self.payoffs(thing)
        with np.errstate(all="ignore"):
            if "playout" in self.game.rules:
                rule = self.game.rules["playout"]
                silence = (None,) if tells_moves(rule) else ()
                length = rule(thing[0], stream, payoffs, limit, *silence)
            else:
                buffers = np.zeros(self.game.max_moves, np.int32), np.zeros(self.game.max_moves)
                length = self._loop(thing[0], stream, payoffs, *buffers, limit)
        return int(length), payoffs.tolist()

    def finish_traced(self, thing: Any, rng: int, limit: int) -> tuple[int, Sequence[float], list[tuple[int, int]]]:
        payoffs, trace = np.zeros(self.game.players), np.full(self.game.max_length + 1, -1, np.int32)
        stream, rules, most = self._stream(rng), self.game.rules, self.game.max_moves
        if self.turn(thing) == OVER:
            return 0, self.payoffs(thing), []
        with np.errstate(all="ignore"):
            if tells_moves(rules.get("playout")):
                length = int(rules["playout"](thing[0], stream, payoffs, limit, trace))
            else:
                buffers = np.zeros(most, np.int32), np.zeros(most)
                length = int(self._traced_loop(thing[0], stream, payoffs, *buffers, limit, trace))
        return length, payoffs.tolist(), self._told(trace, length, limit)

    def key_of(self, thing: Any) -> int:
        return int(self._run("key", thing))

    def estimate(self, thing: Any) -> Sequence[float]:
        out = np.zeros(self.game.players)
        self._run("evaluate", thing, out)
        return out.tolist()

    def looks(self, thing: Any, given: Sequence[Any] | None = None) -> Sequence[float]:
        listed = self.legal(thing) if given is None else given
        moves, out = np.zeros(self.game.max_moves, np.int32), np.zeros(self.game.max_moves)
        moves[: len(listed)] = listed
        self._run("prior", thing, moves, len(listed), out)
        return out[: len(listed)].tolist()

    def group_of(self, thing: Any, move: Any) -> int:
        return int(self._run("group", thing, move))

    def pruned(self, thing: Any) -> tuple[Any, Sequence[Any]]:
        moves, keep = np.zeros(self.game.max_moves, np.int32), np.ones(self.game.max_moves)
        n = int(self._run("moves", thing, moves))
        winner = int(self._run("prune", thing, moves, n, keep))
        return winner, (keep[:n] != 0).tolist()

    def reply_to(self, thing: Any, last: Any, source: random.Random, rng: int) -> Any:
        move = int(self._run("reply", thing, NO_REPLY if last is None else last, self._stream(rng)))
        return None if move == NO_REPLY else move

    def true_of(self, thing: Any) -> Sequence[int]:
        out = np.zeros(MOST_PREDICATES, np.int32)
        if "predicates" in self.game.rules:
            n = int(self._run("predicates", thing, out))
        else:
            n = read_predicates(thing.view(np.uint8), self._elements, out)
        return checked_predicates(self.game.name, out, n)

    def features_of(self, thing: Any, moves: list[Any]) -> Sequence[int]:
        given, out = np.zeros(self.game.max_moves, np.int32), np.zeros(self.game.max_moves, np.int32)
        given[: len(moves)] = moves
        self._run("features", thing, given, len(moves), out)
        return out[: len(moves)].tolist()

    def planes_of(self, thing: Any, observer: int) -> Any:
        out = np.zeros(self.game.plane_shape or (0,), np.float32)
        self._run("planes", thing, observer, out)
        return out

    def code_of(self, thing: Any, move: Any) -> int:
        return int(self._run("code", thing, move))

    def to_pay(self, thing: Any) -> float:
        return float(self._run("heuristic", thing))

    def finish_replying(
        self, thing: Any, rng: int, limit: int, last: int, often: float
    ) -> tuple[int, Sequence[float], list[tuple[int, int]]]:
        payoffs, trace = np.zeros(self.game.players), np.full(self.game.max_length + 1, -1, np.int32)
        stream, most = self._stream(rng), self.game.max_moves
        if self.turn(thing) == OVER:
            return 0, self.payoffs(thing), []
        with np.errstate(all="ignore"):
            if "playout_replying" in self.game.rules:
                play_on = self.game.rules["playout_replying"]
                length = int(play_on(thing[0], stream, payoffs, limit, trace, last, often))
            else:
                buffers = np.zeros(most, np.int32), np.zeros(most)
                length = int(self._replying_loop(thing[0], stream, payoffs, *buffers, limit, trace, last, often))
        return length, payoffs.tolist(), self._told(trace, length, limit)

    def _told(self, trace: Any, length: int, limit: int) -> list[tuple[int, int]]:
        """Who made each move, and its number."""
        count = limit if length == TOO_LONG else max(length, 0)
        actions = self.game.actions or 1
        return [(-1, 0) if entry < 0 else divmod(int(entry), actions) for entry in trace[:count]]

    def guess(self, thing: Any, observer: int, source: random.Random, rng: int) -> Any:
        if self.hides_position:
            self._run("determinize", thing, observer, self._stream(rng))
        return thing

    def perturbed(self, thing: Any, observer: int, source: random.Random, rng: int) -> bool:
        return bool(self._run("perturb", thing, observer, self._stream(rng)))

    def others(self, thing: Any) -> int:
        return int(self._run("together", thing))

    def taken_back(self, thing: Any) -> Any:
        self._run("withdraw", thing)
        return thing

    def known_by(self, thing: Any, observer: int) -> int:
        return int(self._run("information_key", thing, observer))

    def seen(self, thing: Any, move: Any, observer: int) -> Any:
        return int(self._run("observe", thing, move, observer)) if "observe" in self.game.rules else move

    def view(self, block: Any, observer: int) -> str:
        return self.game.view(self.thing(block)[0], observer) if self.game.view else self.render(block)

    def owner(self, block: Any) -> Any:
        return self.game.owner(self.thing(block)[0]) if self.game.owner else None

    def record(self, block: Any) -> Any:
        return self.thing(block)[0]

    def restore(self, content: Any) -> Any:
        thing = self._new_record()
        thing.view(np.uint8)[:] = np.frombuffer(self.understood(content), np.uint8)
        return self.block_of(thing)

    def same(self, block: Any, other: Any) -> bool:
        return bool(self.thing(block).tobytes() == self.thing(other).tobytes())

    def move_name(self, block: Any, move: Any) -> str:
        return self.game.move_name(self.thing(block)[0], move) if self.game.move_name else self.plain_name(block, move)

    def render(self, block: Any) -> str:
        return self.game.render(self.thing(block)[0]) if self.game.render else str(self.thing(block)[0])
