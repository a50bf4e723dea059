"""Games and their states.

A game is declared once, by a handful of rules; a `State` is one position of it, for people to use. The contract
that rules must keep is written out in `Game`. See docs/adding_a_game.md for a worked example.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import GameError
from ..machine.waiting import compiling
from .codes import CHANCE, OVER
from .declaration import (
    FACTS,
    PARAMETERS,
    check_fields,
    check_rules,
    flag_fact,
    payoff_range,
    shape_of_planes,
    whole_fact,
)
from .identity import Identity
from .limits import LONGEST_GAME, LONGEST_PLAYOUT, MOST_ACTIONS, MOST_MOVES, MOST_PLAYERS
from .moves_by_name import play_moves
from .origin import Origin
from .positions import position
from .state import State, drawn_unless
from .vector_names import Box, box_of

if TYPE_CHECKING:
    from .backend import Backend

__all__ = ["CHANCE", "OVER", "AnyGame", "Game", "State", "declare"]

Rule = Callable[..., Any]
Payoffs = tuple[float | None, float | None] | None
Move = Hashable
"""An int for compiled games; whatever its `moves` returns for a Python game."""

RULES = tuple(PARAMETERS)
"""The rules that are compiled."""

AS_PYTHON = ("move_name", "parse_move", "render", "view", "owner", "notation", "from_notation", "symmetries", "rewind")
"""Those that are not."""


class AnyGame(Identity):
    """What every game has, whatever its rules are written in. Two that are made of the same are equal."""

    name: str
    """What the game is called."""
    players: int
    """How many there are, from 1 on."""
    payoffs: tuple[float, float]
    """Least and greatest payoff that `returns` may give, in the game's own units; infinite where there is no bound."""
    max_moves: int
    """No position has more moves than this."""
    max_length: int
    """No game has more moves than this, chance included."""
    actions: int | None
    """All moves are below this number; None where the game does not say."""
    move_features: int | None
    """What the rule `features` answers is below this; None where there is no such rule."""
    pass_move: int | None = None
    """The number of a move by which a player does nothing; None where the game has none."""
    plane_shape: tuple[int, int, int] | None
    """What the rule `planes` writes: how many planes, their rows and columns; None where there is no such rule."""
    box: Box | None
    """Where players' moves are vectors, least and greatest of each coordinate (docs/continuous.md); else None."""
    learnt_prior: bool = False
    """Whether the rule `prior` gives odds that were learnt from good games, and not weights made by hand."""
    symmetries: Callable[[], Iterable[Any]] | None = None
    """For networks: the ways to turn the board that leave the game as it is, see `Game`."""
    _origin: Origin | None = None
    _facts_then: Mapping[str, Any]
    notes: dict[str, Any]
    """What is known about this game besides, by those who found it out; not part of what it is."""
    unguessable: str | None = None
    """Where players do not see all and nothing can guess what one of them does not know: why."""
    examined = False
    """Whether the rules were seen to keep their contract (contract.py)."""

    def __init__(
        self,
        name: str,
        players: int,
        payoffs: Payoffs,
        max_moves: int,
        max_length: int | None,
        actions: int | None = None,
        move_features: int | None = None,
        plane_shape: Sequence[int] | None = None,
        pass_move: int | None = None,
        box: Any = None,
        learnt_prior: bool = False,
    ) -> None:
        if not isinstance(name, str) or not name:
            raise GameError(f"a game's name must be text, not {name!r}")

        def optional(fact: str, given: int | None, most: int, least: int = 1) -> int | None:
            return None if given is None else whole_fact(name, fact, given, least, most)

        self.name = name
        self.players = whole_fact(name, "players", players, 1, MOST_PLAYERS)
        self.payoffs = payoff_range(name, payoffs, self.players)
        self.max_moves = whole_fact(name, "max_moves", max_moves, 1, MOST_MOVES)
        self.max_length = optional("max_length", max_length, LONGEST_GAME) or LONGEST_PLAYOUT
        self.actions = optional("actions", actions, MOST_ACTIONS)
        self.move_features = optional("move_features", move_features, MOST_ACTIONS)
        self.plane_shape = None if plane_shape is None else shape_of_planes(name, plane_shape)
        self.pass_move = optional("pass_move", pass_move, (self.actions or MOST_ACTIONS) - 1, 0)
        self.box = None if box is None else box_of(name, box)
        self.learnt_prior = flag_fact(name, "learnt_prior", learnt_prior)
        self.notes = {}

    @cached_property
    def backend(self) -> Backend:
        """The rules in working order: compiled on first use, once, however many threads ask."""
        with compiling:
            return self.__dict__.get("backend") or self.__dict__.setdefault("backend", self._new_backend())

    @abstractmethod
    def _new_backend(self) -> Backend: ...

    @property
    def open_ended(self) -> bool:
        """Whether payoffs have no least or no greatest."""
        return bool(np.isinf(self.payoffs).any())

    @property
    def hides(self) -> bool:
        """Whether players do not see all. The game can guess what one of them does not know, unless it is
        `unguessable`."""
        return self.unguessable is not None or self.backend.facts.determinize != 0 or self.needs_following

    @property
    def needs_following(self) -> bool:
        """Whether what is hidden is guessed by who followed the game: there is a rule `observe` or `perturb`, and none
        to `determinize` a position that is merely given."""
        facts = self.backend.facts
        hidden = facts.observe != 0 or self.backend.has("perturb")
        return hidden and facts.determinize == 0 and facts.together == 0 and self.unguessable is None

    @property
    def hides_moves(self) -> bool:
        """Whether players do not see all of each other's moves."""
        return self.backend.facts.observe != 0

    @property
    def simultaneous(self) -> bool:
        """Whether some moves are made at the same time: who makes one does not see the others."""
        return self.backend.facts.together != 0

    def start(self, seed: int | None = None) -> State:
        """A new game. `seed` decides what the rules draw at the start; without it, every start is another one."""
        block = self.backend.new()
        self.backend.start(block, drawn_unless(seed))
        return State(self, block)

    def after(self, moves: str | Iterable[Any], seed: int | None = None) -> State:
        """The state after these moves of a new game: names or numbers, in a list or in a text with blanks or commas
        between them; outcomes of chance are moves too. Raises `IllegalMove`."""
        state = self.start(seed)
        play_moves(state, moves)
        return state

    def position(self, source: Any = None, /, **fields: Any) -> State:
        """The state that `source` describes: the text of `state.notation()`; another state; of a compiled game also
        its bytes or its record; of a Python game the very object. `fields` are written by name; without `source` the
        others are as at a start. Raises `PositionError` for what the rules make no sense of."""
        return position(self, source, fields)

    def facts(self) -> dict[str, Any]:
        """What the game is made of, by the names that its class takes."""
        facts = {name: getattr(self, name) for name in FACTS}
        return facts | {"payoffs": tuple(None if np.isinf(end) else end for end in self.payoffs)}

    @property
    def origin(self) -> Origin | None:
        """How `load` makes this game; None for a game of one's own, and for one that was changed since."""
        return self._origin if self._origin is not None and self._facts_then == self.facts() else None

    def remember(self, origin: Origin) -> None:
        """It was loaded like this."""
        self._origin, self._facts_then = origin, self.facts()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    def _repr_html_(self) -> str:
        from ..views.pages import game_page

        return game_page(self, self.start(0), RULES[5:])


class Game(AnyGame):
    """A game whose rules are plain Python functions over a structured state, compiled on first use.

    `state` is a NumPy structured dtype of fixed size; inside the rules its fields are attributes
    (`state.board[i]`). Moves are integers from 0 to 2**31 - 1. The rules:

    | rule                        | says                                                                          |
    | --------------------------- | ----------------------------------------------------------------------------- |
    | `start(state, rng)`         | write the initial state, every field of it; draw from `rng` what is dealt      |
    | `mover(state)`              | the player to act (0, 1, ...), or `CHANCE`, or `OVER`                          |
    | `moves(state, out) -> n`    | the legal moves into `out`; `1 <= n <= max_moves` unless the game is over      |
    | `play(state, move)`         | apply a legal move; deterministic: what is random is a chance move             |
    | `returns(state, out)`       | each player's payoff within `payoffs`; also asked where a playout is cut short |
    | `weights(state, out)`       | optional: relative odds of the moves listed at `CHANCE`; equal without it      |
    | `pick(state, rng) -> move`  | optional: any legal move, each as likely, without listing them all: playouts   |
    |                             | are made of it, where the game has none of its own                             |
    | `playout(state, rng, out, limit) -> n` | optional, see below                                                |
    | `determinize(state, observer, rng)` | hidden information: replace what `observer` cannot know by a guess,    |
    |                             | uniform over all that is consistent with what `observer` has seen              |
    | `observe(state, move, observer) -> token` | what `observer` sees of `move`, about to be played by another:   |
    |                             | moves it cannot tell apart share a token, 0 to 2**31 - 1; -1 (`NOTHING_SEEN`): |
    |                             | it notices nothing; without this rule all is seen                              |
    | `key(state) -> int`         | 64 bits that tell positions apart, history included where it matters; for      |
    |                             | transpositions                                                                 |
    | `evaluate(state, out)`      | each player's estimate of its payoff in an unfinished position, within         |
    |                             | `payoffs`                                                                      |
    | `prior(state, moves, n, out)` | how good the first `n` of `moves`, the legal ones, look: weights, 0 or more  |
    | `group(state, move) -> int` | which group a legal move belongs to, 0 to 255                                  |
    | `playout_moves(state, out) -> n` | the moves that playouts choose from where they are played move by move,   |
    |                             | at least one: all but those that no playout should make; without it all legal  |
    | `prune(state, moves, n, keep) -> winner` | which of the first `n` of `moves`, the legal ones, need not be    |
    |                             | looked at: 0 in `keep`, which is all 1 before; the position is worth the same  |
    |                             | without them. Returns the player who is certain to win (all that there is to   |
    |                             | win, and nobody else anything), or -1 (`NOBODY`)                               |
    | `reply(state, last, rng) -> move` | the legal move that the game's own knowledge answers the move `last`     |
    |                             | with, in playouts; -1 (`NO_REPLY`) for none. `last` is -1 where it is not known |
    | `playout_replying(state, rng, out, limit, trace, last, often) -> n` | a `playout` that tells its moves and   |
    |                             | plays such replies wherever there is one, with probability `often`; without    |
    |                             | this rule it is made from `reply` and uniformly random moves                   |
    | `features(state, moves, n, out)` | what each of the first `n` of `moves` looks like to who makes it: a       |
    |                             | number below `move_features`, which is declared, into `out`; for playouts      |
    |                             | whose odds are learnt                                                          |
    | `predicates(state, out) -> n` | what is true of the position, into `out`: at most 512 numbers, 0 to          |
    |                             | 2**31 - 1; without it the numbers of the state's record, each with its value   |
    | `planes(state, observer, out)` | the position as a picture for networks, as `observer` sees it: float32 of   |
    |                             | `plane_shape`, which is declared: planes, rows, columns; all 0 before          |
    | `code(state, move) -> int`  | 64 bits by which a policy knows a move wherever it meets it again; no two legal |
    |                             | moves of a position have the same. Without it the move itself                  |
    | `heuristic(state) -> float` | one player: what is still to be paid until the end at least, 0 or more, in     |
    |                             | units of payoff: `returns` of an unfinished position less it is what can come  |
    |                             | of it at best                                                                  |
    | `together(state) -> n`      | moves made at the same time are made one after another, and the state keeps   |
    |                             | them until all are made: how many are still to be made together with the next, |
    |                             | after it, by players who do not see it; 0 where a move is made alone           |
    | `withdraw(state)`           | goes with it: take back the moves of which the others are still to be made     |
    | `information_key(state, observer) -> int` | 64 bits that tell apart all that `observer` knows and has known: |
    |                             | its information set; for equilibria                                            |
    | `perturb(state, observer, rng) -> kept` | change a little of what `observer` cannot know; 1 if it could be,  |
    |                             | by what `observer` has seen, 0 if not: for guesses kept as particles            |

    A game's own `playout` plays to the end and writes the payoffs to `out`, faster or wiser than uniformly random
    moves would; it returns the number of moves. Where `limit` moves are not enough it leaves the position it got to
    in `state` and returns `TOO_LONG`. With one more parameter, `playout(state, rng, out, limit, trace)`, it tells its
    moves if it is asked to: `if trace is not None: trace[k] = mover * actions + move` for its k-th. Parts that learn
    from moves (RAVE) then use it too; without it they play uniformly random moves.

    `actions` is the number of different moves that the game knows: all are below it. Parts that keep a number a move
    need it, and ask for the last five rules above; a game without them is searched as well as ever by all others.
    `pass_move` is a move by which a player only hands on the turn: `play` takes it wherever a player is to move, also
    where `moves` does not list it; for parts in whose picture of the game somebody skips a turn. With `box` players'
    moves are vectors, and `moves` lists some of them (docs/continuous.md). `learnt_prior=True` says that `prior` gives
    odds learnt from good games: the default then searches by them.

    Two positions are the same position if their bytes are the same. Rules may call other plain functions and use
    constants, NumPy arrays of constants, and `anyspace.rng`; all that Numba can compile. `trusted=True` leaves
    out the checks of array bounds (faster; a wrong index then corrupts memory instead of raising).

    For people, optional and never compiled: `move_name(state, move)`, `parse_move(state, text)`, `render(state)`, and
    `view(state, observer)`, the position as a player may see it, with all that the player knows of it; and
    `owner(state)`, rows of the board as it is printed, for every cell the player whose it is, or -1;
    `notation(state)`, the position as a line of text from which follow mover, moves and payoffs, and
    `from_notation(state, text)`, which writes the position that a text stands for into a state at its start and raises
    `ValueError` (or `PositionError`) where it stands for none; `symmetries()`, for networks: every way to turn
    the board that leaves the game as it is, `(cells, moves)`: where each cell of a plane goes, what each move becomes;
    `rewind(state)`, which puts a position back to before its first move (in a match: of the round), what is hidden as
    it is; returns all moves since, or None where the position does not tell them.
    """

    def __init__(
        self,
        *,
        name: str,
        state: Any,
        players: int,
        max_moves: int,
        start: Rule,
        mover: Rule,
        moves: Rule,
        play: Rule,
        returns: Rule,
        payoffs: Payoffs = (-1.0, 1.0),
        max_length: int | None = None,
        weights: Rule | None = None,
        pick: Rule | None = None,
        playout: Rule | None = None,
        determinize: Rule | None = None,
        observe: Rule | None = None,
        key: Rule | None = None,
        evaluate: Rule | None = None,
        prior: Rule | None = None,
        group: Rule | None = None,
        playout_moves: Rule | None = None,
        prune: Rule | None = None,
        reply: Rule | None = None,
        playout_replying: Rule | None = None,
        features: Rule | None = None,
        predicates: Rule | None = None,
        planes: Rule | None = None,
        code: Rule | None = None,
        heuristic: Rule | None = None,
        together: Rule | None = None,
        withdraw: Rule | None = None,
        information_key: Rule | None = None,
        perturb: Rule | None = None,
        actions: int | None = None,
        move_features: int | None = None,
        plane_shape: Sequence[int] | None = None,
        pass_move: int | None = None,
        box: Any = None,
        learnt_prior: bool = False,
        move_name: Callable[[Any, int], str] | None = None,
        parse_move: Callable[[Any, str], int] | None = None,
        render: Callable[[Any], str] | None = None,
        view: Callable[[Any, int], str] | None = None,
        owner: Callable[[Any], list[list[int]]] | None = None,
        notation: Callable[[Any], str] | None = None,
        from_notation: Callable[[Any, str], None] | None = None,
        symmetries: Callable[[], Iterable[Any]] | None = None,
        rewind: Callable[[Any], Iterable[int] | None] | None = None,
        trusted: bool = False,
    ) -> None:
        known = (max_moves, max_length, actions, move_features, plane_shape, pass_move, box, learnt_prior)
        super().__init__(name, players, payoffs, *known)
        try:
            self.state = np.dtype(state)
        except (TypeError, ValueError) as error:
            raise GameError(f"{name}: state must be a structured dtype (a list of fields), not {state!r}") from error
        if self.state.names is None:
            raise GameError(f"{name}: state must be a structured dtype (a list of fields), not {state!r}")
        if self.state.hasobject:
            raise GameError(f"{name}: a state has numbers of fixed size in its fields, no Python objects: {self.state}")
        check_fields(name, self.state)
        given = locals()
        self.rules: dict[str, Rule] = {rule: given[rule] for rule in RULES if given[rule] is not None}
        """The rules by name, as they were written."""
        check_rules(name, self.rules, given)
        self.move_name, self.parse_move, self.render, self.view = move_name, parse_move, render, view
        self.owner, self.notation, self.from_notation = owner, notation, from_notation
        self.symmetries, self.rewind = symmetries, rewind
        self.trusted = trusted

    def facts(self) -> dict[str, Any]:
        people = {name: getattr(self, name) for name in AS_PYTHON if getattr(self, name) is not None}
        return {**super().facts(), "state": self.state, "trusted": self.trusted, **self.rules, **people}

    def _new_backend(self) -> Backend:
        import numba

        if numba.config.DISABLE_JIT:
            from .interpreted import InterpretedBackend

            return InterpretedBackend(self)
        from .compiled import CompiledBackend

        return CompiledBackend(self)


def declare(*scopes: Mapping[str, Any], **facts: Any) -> Game:
    """A game whose rules are the functions of those names in `scopes`: a module's `globals()`, the `locals()` of the
    function that builds the game, or any dictionary; of two functions of one name the later scope's counts. `facts` are
    what else `Game` takes, and may take a rule away (`observe=None`)."""
    found = {
        name: scope[name]
        for scope in scopes
        for name in (*RULES, *AS_PYTHON)
        if isinstance(getattr(scope.get(name), "py_func", scope.get(name)), FunctionType)
    }
    return Game(**{**found, **facts})
