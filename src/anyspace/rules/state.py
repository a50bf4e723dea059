"""One position of a game, for people to use: asked, played and looked at through the game's backend."""

from __future__ import annotations

import secrets
from collections.abc import Container
from typing import TYPE_CHECKING, Any

from .. import numeric
from ..errors import GameError, IllegalMove, OptionError
from .codes import CHANCE, OVER
from .positions import changed
from .vector_names import Box, fits, nearest, vector_of

if TYPE_CHECKING:
    from .backend import Backend
    from .game import AnyGame


def drawn_unless(seed: Any) -> int:
    """The seed that was given, or a new one."""
    given = numeric.seed(seed)
    return secrets.randbits(63) if given is None else given


class State:
    """One position of a game. Cheap to copy; `play` changes it in place."""

    __slots__ = ("__weakref__", "_block", "game")

    def __init__(self, game: AnyGame, block: Any) -> None:
        self.game = game
        self._block = block

    @property
    def mover(self) -> int:
        """The player to act, or `CHANCE`, or `OVER`."""
        return self.game.backend.mover(self._block)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.mover == OVER

    def moves(self) -> list[Any]:
        """The legal moves; at `CHANCE` the possible outcomes; none when the game is over."""
        return [] if self.over else self.game.backend.moves(self._block)

    def weights(self) -> list[float]:
        """At `CHANCE`: the probability of each of `moves()`."""
        if self.mover != CHANCE:
            raise IllegalMove(f"{self.game.name}: chance does not move here")
        raw = self.game.backend.weights(self._block)
        return [weight / sum(raw) for weight in raw]

    def play(self, move: Any) -> State:
        """Apply a legal move in place, and return this same state. Raises `IllegalMove`."""
        self._check(move, self.moves())
        self.game.backend.play(self._block, move)
        return self

    def allows(self, move: Any, legal: Container[Any] | None = None) -> bool:
        """Whether a move is legal: one of `moves()` (or `legal`, if that is known already), or, where players' moves
        are vectors, any of the game's box."""
        try:
            if move in (self.moves() if legal is None else legal):
                return True
        except (TypeError, ValueError):  # an array of several numbers is no move
            return False
        box = self.game.box
        return box is not None and fits(box, move) and self.mover >= 0

    def vector(self, move: Any) -> tuple[float, ...]:
        """The vector that a move of a player stands for, where moves are vectors. Raises `IllegalMove`."""
        self._check(move, self.moves())
        return vector_of(self._box(), move)

    def move_of(self, vector: Any) -> int:
        """The move whose vector is nearest to this one, which lies in the game's box. Raises `IllegalMove`."""
        return nearest(self.game.name, self._box(), vector)

    def _box(self) -> Box:
        if self.game.box is None or self.mover < 0:
            what = "moves are no vectors" if self.game.box is None else "no player moves here"
            raise IllegalMove(f"{self.game.name}: {what}")
        return self.game.box

    def _check(self, move: Any, legal: list[Any]) -> None:
        """Raises `IllegalMove` unless a move is one of the legal ones, with what would have been right."""
        if self.allows(move, legal):
            return
        game, names = self.game, self.game.backend.move_names(self._block, legal)
        if self.over:
            raise IllegalMove(f"{game.name}: the game is over, {move!r} is no move here")
        if isinstance(move, str) and any(move.strip().lower() == name.lower() for name in names):
            raise IllegalMove(f"{game.name}: {move!r} is the name of a move; state.parse({move!r}) is the move itself")
        shown = " ".join(names[:40]) + (" ..." if len(names) > 40 else "")
        raise IllegalMove(f"{game.name}: {move!r} is not a legal move here; legal: {shown}")

    def returns(self) -> list[float]:
        """Each player's payoff, in the game's own units."""
        return self.game.backend.returns(self._block)

    def name(self, move: Any) -> str:
        """What people call a legal move. Raises `IllegalMove` for any other."""
        self._check(move, self.moves())
        return self.game.backend.move_name(self._block, move)

    def names(self, moves: list[Any]) -> list[str]:
        """What people call several legal moves."""
        legal = self.moves()
        known = set(legal)
        for move in moves:
            if move not in known:
                self._check(move, legal)
        return self.game.backend.move_names(self._block, moves)

    def parse(self, text: str) -> Any:
        """The legal move that `text` names: its name, in any case, or its number. Raises `IllegalMove`."""
        if not isinstance(text, str):
            raise IllegalMove(f"{self.game.name}: parse takes text, the name of a move, not {text!r}")
        return self.game.backend.parse_move(self._block, text.strip())

    def view(self, observer: int) -> str:
        """The position as `observer` may see it."""
        return self.game.backend.view(self._block, self._player(observer))

    def settled(self) -> State:
        """A copy without moves that are made at the same time as others still to be made: what all may see."""
        copy = self.copy()
        if self.game.simultaneous and not self.over:
            self.game.backend.withdraw(copy._block)
        return copy

    def determinize(self, observer: int, seed: int | None = None) -> State:
        """A state that `observer` cannot tell from this one: what it cannot know is guessed."""
        guess = self.copy()
        self.game.backend.determinize(guess._block, self._player(observer), drawn_unless(seed))
        return guess

    def observe(self, move: Any, observer: int) -> Any:
        """What `observer` sees if the mover plays `move`."""
        return move if observer == self.mover else self.game.backend.observe(self._block, move, observer)

    def together(self) -> int:
        """How many moves are still to be made at the same time as the next, after it, by players who do not see it;
        0 where it is made alone."""
        return 0 if self.mover < 0 else self.game.backend.together(self._block)

    def withdrawn(self) -> State:
        """The position without those moves that were made and whose companions were not: as everybody sees it."""
        open_one = self.copy()
        self.game.backend.withdraw(open_one._block)
        return open_one

    def past(self) -> tuple[State, list[Any]] | None:
        """Where this game began (a match: this round), with what is hidden as it is here, and all moves since, chance
        included, by the game's rule `rewind`; None where it has none, or the position was made and not played."""
        first = self.copy()
        moves = self.game.backend.rewind(first._block)
        return None if moves is None else (first, moves)

    def information_key(self, observer: int) -> int:
        """64 bits for all that `observer` knows and has known, by the game's rule `information_key`."""
        return self._with("information_key").information_key(self._block, self._player(observer))

    def key(self) -> int:
        """64 bits that tell this position from others, by the game's rule `key`. Raises `GameError` without one."""
        return self._with("key").key(self._block)

    def evaluate(self) -> list[float]:
        """Each player's estimate, by the game's rule `evaluate`; in a finished position its payoff."""
        return self.returns() if self.over else self._with("evaluate").evaluate(self._block)

    def prior(self) -> list[float]:
        """How good each of `moves()` looks, by the game's rule `prior`: weights, not scaled to anything."""
        return self._with("prior").prior(self._block)

    def group(self, move: Any) -> int:
        """Which group a legal move belongs to, by the game's rule `group`."""
        return self._with("group").group(self._block, move)

    def reply(self, last: Any = None, seed: int | None = None) -> Any:
        """The move that answers `last`, the move before, by the game's rule `reply`; None if there is none. `seed`
        decides what the rule draws."""
        backend = self._with("reply")
        return backend.reply(self._block, last, drawn_unless(seed))

    def features(self) -> list[int]:
        """What each of `moves()` looks like, by the game's rule `features`: numbers below `game.move_features`."""
        return self._with("features").features(self._block, self.moves())

    def planes(self, observer: int | None = None) -> Any:
        """The position as a picture, by the game's rule `planes`: float32 of `game.plane_shape`, as `observer` sees it,
        or who is to move."""
        seen_by = (self.mover if self.mover >= 0 else 0) if observer is None else self._player(observer)
        return self._with("planes").planes(self._block, seen_by)

    def code(self, move: Any) -> int:
        """By what policies know a legal move, wherever they meet it: the game's rule `code`, else its number."""
        self._check(move, self.moves())
        return self.game.backend.codes(self._block, [move])[0]

    def heuristic(self) -> float:
        """What is still to be paid until the end, at least, by the game's rule `heuristic`."""
        return self._with("heuristic").heuristic(self._block)

    def predicates(self) -> list[int]:
        """What is true of the position, as numbers: by the game's rule `predicates`, else as its record or its public
        attributes have it."""
        return self._with("predicates").predicates(self._block)

    def prune(self) -> tuple[int, list[bool]]:
        """By the game's rule `prune`: the player who is certain to win, or -1; and for each of `moves()` whether it is
        to be looked at."""
        return self._with("prune").prune(self._block)

    def _player(self, observer: Any) -> int:
        player = numeric.whole(observer)
        if player is None or not 0 <= player < self.game.players:
            most = self.game.players - 1
            raise OptionError(f"{self.game.name}: observer must be a player, 0 to {most}, not {observer!r}")
        return player

    def _with(self, rule: str) -> Backend:
        if not self.game.backend.has(rule):
            raise GameError(f"{self.game.name} has no rule {rule!r}")
        return self.game.backend

    # ---- what a position consists of

    @property
    def fields(self) -> dict[str, Any]:
        """Every field of a compiled game's state by name: numbers, and copies of arrays."""
        record = self.game.backend.record(self._block)
        return {name: _value(record[name]) for name in self.game.backend.field_names}

    def __getitem__(self, field: str) -> Any:
        """A field of a compiled game's state: a number, or a copy of an array. Raises `PositionError`."""
        backend = self.game.backend
        if field not in backend.field_names:
            raise backend.no_field(field)
        return _value(backend.record(self._block)[field])

    def __setitem__(self, field: str, value: Any) -> None:
        """Write one field. What the rules could make no sense of raises `PositionError` and changes nothing; fields
        that only make sense together are written by `game.position(state, ...)`."""
        new = changed(self.copy(), {field: value})
        self.game.backend.assign(self._block, new._block)

    __iter__ = None
    """Fields are known by name: a state is no sequence."""

    def __bytes__(self) -> bytes:
        """A compiled game's state as it lies in memory; `game.position` takes it back."""
        return self.game.backend.record(self._block).tobytes()

    @property
    def record(self) -> Any:
        """A compiled game's state as a NumPy record, a copy; `game.position` takes it back."""
        return self.game.backend.record(self._block).copy()

    @property
    def object(self) -> Any:
        """The very object that a Python game's state is: what is done to it is done to the state."""
        return self.game.backend.live(self._block)

    def notation(self) -> str:
        """The position as a line of text that `game.position` takes back, by the game's rule `notation`. Raises
        `GameError` without one."""
        return self.game.backend.notation(self._block)

    def frozen(self) -> Frozen:
        """The position as it is now, never to change: equal where positions are, and fit for sets and dictionaries."""
        return Frozen(self)

    # ---- copies

    def copy(self) -> State:
        """An independent copy."""
        return State(self.game, self.game.backend.copy(self._block))

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.game, self.game.backend.content(self._block))

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self.game.backend.same(self._block, other.of(self.game)._block)

    __hash__ = None  # type: ignore[assignment]  # states change

    def of(self, game: AnyGame) -> State:
        """This state as one of `game`, which is the same game though loaded another time: then a copy."""
        if game is self.game:
            return self
        return State(game, game.backend.restore(self.game.backend.content(self.copy()._block)))

    def __str__(self) -> str:
        return self.game.backend.render(self._block)

    def __repr__(self) -> str:
        return f"<State of {self.game.name}, mover {self.mover}>"

    def _repr_html_(self) -> str:
        from ..views.pages import state_page

        return state_page(self, self.game.name, self.game.players, self.game.hides)


class Frozen:
    """A position that does not change any more. `state()` is one to play on with."""

    __slots__ = ("_hash", "_state")

    def __init__(self, state: State) -> None:
        self._state = state.copy()
        self._hash = hash((state.game, state.game.backend.digest(self._state._block)))

    def state(self) -> State:
        """A state at this position."""
        return self._state.copy()

    def __eq__(self, other: object) -> bool:
        return self._state == other._state if isinstance(other, Frozen) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Frozen, (self._state,)

    def __str__(self) -> str:
        return str(self._state)

    def __repr__(self) -> str:
        return f"<Frozen {self._state!r}>"


def _value(field: Any) -> Any:
    """A number, or an array that is nobody else's."""
    return field.copy() if getattr(field, "shape", ()) or field.dtype.names else field.item()


def _restored(game: AnyGame, content: Any) -> State:
    return State(game, game.backend.restore(content))
