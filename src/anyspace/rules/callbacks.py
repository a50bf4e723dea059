"""Rules that live in Python: ctypes callbacks in a function table, so that the very same kernels run them.

A block is eight bytes whose only use is their address: `objects` maps it to the Python object that is the state.
No exception can cross C: a callback that raises keeps the exception and answers `RULE_RAISED`, the kernel returns at
once, and the driver raises the exception again, unchanged.
"""

from __future__ import annotations

import ctypes
import functools
import random
import threading
import weakref
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any

from .. import rng as random_numbers
from ..errors import GameError, PositionError
from ..machine.blocks import Block, aligned_bytes
from ..machine.native import prototype
from .answered import few_and_once_each, number_of, payoffs_of, picture_of, signed
from .asked import Asked
from .at_once import AtOnce
from .codes import NAMED, NO_REPLY, NOBODY, NOTHING_SEEN, OK, RULE_RAISED
from .playout import SURE
from .predicates import checked_predicates
from .sessions import Session, Sessions
from .table import table

if TYPE_CHECKING:
    from .game import AnyGame


class CallbackBackend(AtOnce, Asked):
    """What Python-object games and bridges share. A subclass says how one object answers each rule."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.objects: dict[int, Any] = {}
        self._sessions = Sessions(self.new_session)
        self._numbers: dict[Any, int] = {}
        self._named: list[Any] = []
        self._numbering = threading.Lock()
        self._payoffs_type: Any = ctypes.c_double * game.players
        self._callbacks = self._make_callbacks()  # ctypes functions die with their last reference
        addresses = {name: ctypes.cast(each, ctypes.c_void_p).value or 0 for name, each in self._callbacks.items()}
        self.facts = table(game, addresses, state_bytes=8)

    # ---- for kernels

    def _make_callbacks(self) -> dict[str, Any]:
        objects, failed = self.objects, self._failed
        int32: Any = ctypes.c_int32
        double: Any = ctypes.c_double
        number, named, actions = self.number, self._named, self.game.actions or 0
        apply, twin, legal, turn = self.apply, self.twin, self.legal, self.turn

        def guarded(rule: Callable[..., int]) -> Callable[..., int]:
            @functools.wraps(rule)
            def callback(*arguments: int) -> int:
                try:
                    return rule(*arguments)
                except BaseException as error:
                    return failed(error)

            return callback

        # the two that every step of a descent calls guard themselves: one Python call less

        def play(at: int, move: int) -> int:
            try:
                apply(objects[at], move if move < NAMED else named[move - NAMED])
                return OK
            except BaseException as error:
                return failed(error)

        def copy(target: int, source: int) -> int:
            try:
                objects[target] = twin(objects[source])
                return OK
            except BaseException as error:
                return failed(error)

        def mover(at: int) -> int:
            return turn(objects[at])

        def moves(at: int, out: int) -> int:
            listed = legal(objects[at])
            n = len(listed)
            few_and_once_each(self.game, listed)
            (int32 * n).from_address(out)[:] = [number(move) for move in listed]
            return n

        def playout_moves(at: int, out: int) -> int:
            numbers = [number(move) for move in self.sensible(objects[at])][: self.game.max_moves]
            (int32 * len(numbers)).from_address(out)[:] = numbers
            return len(numbers)

        def returns(at: int, out: int) -> int:
            self._payoffs_type.from_address(out)[:] = payoffs_of(self.game, self.payoffs(objects[at]))
            return OK

        def weights(at: int, out: int) -> int:
            odds = self._weights(objects[at])
            (double * len(odds)).from_address(out)[:] = odds
            return OK

        def playout(at: int, rng: int, out: int, buffer: int, weight: int, limit: int) -> int:
            length, payoffs = self.finish(objects[at], rng, limit)
            if length >= 0:
                self._payoffs_type.from_address(out)[:] = payoffs_of(self.game, payoffs)
            return length

        def determinize(at: int, observer: int, rng: int) -> int:
            objects[at] = self.guess(objects[at], observer, self.random, rng)
            return OK

        def observe(at: int, move: int, observer: int) -> int:
            token = self.seen(objects[at], self.move(move), observer)
            return NOTHING_SEEN if token is None or token == NOTHING_SEEN else number(token)

        def perturb(at: int, observer: int, rng: int) -> int:
            return int(self.perturbed(objects[at], observer, self.random, rng))

        def playout_traced(at: int, rng: int, out: int, buffer: int, weight: int, limit: int, trace: int) -> int:
            return tell(self.finish_traced(objects[at], rng, limit), out, trace)

        def playout_replying(at: int, rng: int, out: int, _b: int, _w: int, limit: int, *more: int) -> int:
            trace, last, often = more
            return tell(self.finish_replying(objects[at], rng, limit, last, often / SURE), out, trace)

        def tell(finished: tuple[int, Sequence[float], list[tuple[int, int]]], out: int, trace: int) -> int:
            length, payoffs, told = finished
            if len(told) > self.game.max_length:
                raise GameError(
                    f"{self.game.name}: a playout told {len(told):,} moves; no game has more than "
                    f"max_length={self.game.max_length:,}"
                )
            if length >= 0:
                self._payoffs_type.from_address(out)[:] = payoffs_of(self.game, payoffs)
            numbers = [-1 if player < 0 else player * actions + self._action(move) for player, move in told]
            (int32 * len(numbers)).from_address(trace)[:] = numbers
            return length

        def key(at: int, out: int) -> int:
            ctypes.c_int64.from_address(out).value = signed(self.key_of(objects[at]))
            return OK

        def evaluate(at: int, out: int) -> int:
            self._payoffs_type.from_address(out)[:] = payoffs_of(self.game, self.estimate(objects[at]), "evaluate")
            return OK

        def prior(at: int, moves: int, n: int, out: int) -> int:
            given = [self.move(move) for move in (int32 * n).from_address(moves)]
            (double * n).from_address(out)[:] = self._one_each(self.looks(objects[at], given), n, "prior weights")
            return OK

        def group(at: int, move: int) -> int:
            return number_of(self.game, "group", self.group_of(objects[at], self.move(move)))

        def prune(at: int, moves: int, n: int, out: int) -> int:
            winner, keep = self.pruned(objects[at])
            (double * n).from_address(out)[:] = self._one_each(keep, n, "answers of 'prune'")
            return NOBODY if winner is None else number_of(self.game, "prune", winner, "a player, or None")

        def reply(at: int, last: int, rng: int) -> int:
            before = None if last < 0 else named[last] if named else last
            found = self.reply_to(objects[at], before, self.random, rng)
            return NO_REPLY if found is None else number(found)

        def predicates(at: int, out: int) -> int:
            numbers = checked_predicates(self.game.name, self.true_of(objects[at]))
            (int32 * len(numbers)).from_address(out)[:] = numbers
            return len(numbers)

        def features(at: int, moves: int, n: int, out: int) -> int:
            given = [self.move(move) for move in (int32 * n).from_address(moves)]
            (int32 * n).from_address(out)[:] = self._features(objects[at], given)
            return OK

        def code(at: int, moves: int, n: int, out: int) -> int:
            thing, given = objects[at], (int32 * n).from_address(moves)
            (ctypes.c_int64 * n).from_address(out)[:] = [signed(self.code_of(thing, self.move(move))) for move in given]
            return OK

        def heuristic(at: int, out: int) -> int:
            double.from_address(out).value = self.to_pay(objects[at])
            return OK

        def planes(at: int, observer: int, out: int) -> int:
            found = picture_of(self.game, self.planes_of(objects[at], observer))
            ctypes.memmove(out, found.ctypes.data, found.nbytes)
            return OK

        on_request: dict[int, list[Any]] = {2: [key, evaluate, group, playout_moves, predicates], 3: [reply, planes]}
        on_request[2].append(heuristic)
        on_request[3].append(perturb)
        on_request[3].append(self.information_rule())
        on_request |= {4: [prior, prune, features, code]}
        on_request |= {7: [playout_traced], 9: [playout_replying]}
        two = [moves, returns, weights]
        three = [*([determinize] if self.hides_position else []), *([observe] if self.hides_moves else [])]
        rules: dict[int, list[Any]] = {1: [mover, *self.at_once_rules()], 2: two, 3: three, 6: [playout]}
        for arity, optional in on_request.items():
            rules.setdefault(arity, []).extend(rule for rule in optional if rule.__name__ in self.offers)
        made = {rule.__name__: prototype(arity)(guarded(rule)) for arity, some in rules.items() for rule in some}
        return {**made, "play": prototype(2)(play), "copy": prototype(2)(copy)}

    def _failed(self, error: BaseException) -> int:
        self._sessions.now.failure = error
        return RULE_RAISED

    def _action(self, number: int) -> int:
        """The place of a move in tables by move."""
        action = number if number < NAMED else number - NAMED
        if action >= (self.game.actions or 0):
            name, most = self.game.name, self.game.actions
            raise GameError(f"{name}: there are more different moves than it declares, actions={most}")
        return action

    def failure(self) -> BaseException | None:
        now = self._sessions.now
        error, now.failure = now.failure, None
        return error

    def new_session(self, seed: int) -> Session:
        """What a search begins with."""
        return Session(seed)

    def begin(self, seed: int) -> None:
        self._sessions.now = self.new_session(seed)

    @property
    def session(self) -> Any:
        """That of the search for which this thread works."""
        return self._sessions.now

    @session.setter
    def session(self, session: Any) -> None:
        self._sessions.now = session

    @property
    def random(self) -> random.Random:
        """Seeded anew for every search."""
        return self._sessions.now.random

    # ---- for Python

    def new(self) -> Block:
        block = aligned_bytes(8)
        weakref.finalize(block, self.objects.pop, block.ctypes.data, None)
        return block

    def block_of(self, thing: Any) -> Block:
        """A block that stands for this very object."""
        block = self.new()
        self.objects[block.ctypes.data] = thing
        return block

    def start(self, block: Block, seed: int) -> None:
        self.objects[block.ctypes.data] = self.first(random.Random(seed))

    def thing(self, block: Block) -> Any:
        """The Python object that is the state."""
        return self.objects[block.ctypes.data]

    def mover(self, block: Block) -> int:
        return self.turn(self.thing(block))

    def moves(self, block: Block) -> list[Any]:
        moves = list(self.legal(self.thing(block)))
        few_and_once_each(self.game, moves)
        return moves

    def play(self, block: Block, move: Any) -> None:
        self.apply(self.thing(block), move)

    def returns(self, block: Block) -> list[float]:
        return payoffs_of(self.game, self.payoffs(self.thing(block)))

    def weights(self, block: Block) -> list[float]:
        return self._weights(self.thing(block))

    def has(self, function: str) -> bool:
        return function in self.offers

    def determinize(self, block: Block, observer: int, seed: int) -> None:
        stream = random_numbers.new(seed)
        guessed = self.guess(self.thing(block), observer, random.Random(seed), stream.ctypes.data)
        self.objects[block.ctypes.data] = guessed

    def observe(self, block: Block, move: Any, observer: int) -> Any:
        token = self.seen(self.thing(block), move, observer)
        return NOTHING_SEEN if token is None else token

    def view(self, block: Block, observer: int) -> str:
        return self.render(block)

    def owner(self, block: Block) -> Any:
        return None

    def playout_moves(self, block: Block) -> list[Any]:
        return list(self.sensible(self.thing(block)))

    def copy(self, block: Block) -> Block:
        twin = self.new()
        self.assign(twin, block)
        return twin

    def assign(self, target: Block, source: Block) -> None:
        self.objects[target.ctypes.data] = self.twin(self.thing(source))

    def same(self, block: Block, other: Block) -> bool:
        return bool(self.thing(block) == self.thing(other))

    def live(self, block: Block) -> Any:
        return self.thing(block)

    def content(self, block: Block) -> Any:
        return self.thing(block)

    def restore(self, content: Any) -> Block:
        return self.block_of(content)

    def understood(self, source: Any) -> Any:
        return source

    def digest(self, block: Block) -> Hashable:
        thing = self.thing(block)
        if type(thing).__hash__ is not None:
            return hash(thing)
        if "key" in self.offers:
            return self.key(block)
        raise GameError(f"{self.game.name}: its states have neither __hash__ nor key(), so they cannot be hashed")

    def first_look(self, rule: str, block: Block) -> Any:
        return {"mover": self.mover, "moves": self.moves, "returns": self.returns}[rule](block)

    def notation(self, block: Block) -> str:
        raise GameError(f"{self.game.name} has no notation")

    def from_notation(self, text: str) -> Block:
        raise PositionError(f"{self.game.name}: its positions cannot be read from text")

    def move_name(self, block: Block, move: Any) -> str:
        return self.plain_name(block, move)

    def render(self, block: Block) -> str:
        return str(self.thing(block))

    # ---- moves as numbers

    def number(self, move: Any) -> int:
        if type(move) is int and 0 <= move < NAMED:
            return move
        known = self._numbers.get(move)
        return self._new_number(move) if known is None else known

    def _new_number(self, move: Any) -> int:
        if move is None:
            raise GameError(f"{self.game.name}: None is no move; call it otherwise, 'pass', say")
        with self._numbering:  # two threads may meet a new move at once
            if move not in self._numbers:
                self._named.append(move)
                self._numbers[move] = NAMED + len(self._named) - 1
            return self._numbers[move]

    def move(self, number: int) -> Any:
        return number if number < NAMED else self._named[number - NAMED]
