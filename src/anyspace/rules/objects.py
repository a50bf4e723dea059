"""Python-object games: any class with a handful of methods, searched by the same engine as compiled rules."""

from __future__ import annotations

import inspect
import random
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from ..errors import GameError, PositionError
from .answered import in_order, number_of, player_of
from .callbacks import CallbackBackend
from .codes import BAD_MOVE_COUNT, CHANCE, OVER, TOO_LONG
from .game import AnyGame, Payoffs
from .predicates import predicates_of
from .table import ON_REQUEST

MADE = ("playout_traced", "playout_replying")
"""What is made for a game on request, and no method of its states."""

NEEDED = ("mover", "moves", "play", "returns", "copy")


class PythonGame(AnyGame):
    """A game whose states are Python objects.

    `rules` is a class, or any object with `start`. Its methods:

    | method            | says                                                                                     |
    | ----------------- | ---------------------------------------------------------------------------------------- |
    | `start()`         | the state at the start; may take a `random.Random` to deal from. A class without it is   |
    |                   | called without arguments                                                                 |
    | `state.mover()`   | the player to act (0, 1, ...), `anyspace.CHANCE`, or `anyspace.OVER` (or None)           |
    | `state.moves()`   | a list of legal moves, of any hashable kind; at CHANCE the outcomes                      |
    | `state.play(move)`| apply a move in place                                                                    |
    | `state.returns()` | a payoff for each player                                                                 |
    | `state.copy()`    | an independent copy                                                                      |
    | `state.weights()` | optional: relative odds of the outcomes at CHANCE; equal without it                      |
    | `state.pick(random)` | optional: any legal move, each as likely, without listing them all, for playouts     |
    | `state.determinize(observer, random)` | hidden information: the state with a guess in place of what `observer`  |
    |                   | cannot know; in place, or returned                                                       |
    | `state.observe(move, observer)` | what `observer` sees of another's move: any hashable, or None for nothing  |
    | `state.playout(random)` | optional: play to the end in place; returns the payoffs. With a second parameter, |
    |                   | `playout(random, trace)`, it appends `(player, move)` for every move                     |
    | `state.key()`     | optional, as the next six: an integer that tells positions apart                        |
    | `state.evaluate()`| an estimate of each player's payoff in an unfinished position                            |
    | `state.prior()`   | a weight, 0 or more, for each of `moves()`: how good it looks                            |
    | `state.group(move)` | a group of a move, 0 to 255                                                            |
    | `state.playout_moves()` | the moves that playouts choose from, at least one                                   |
    | `state.prune()`   | `(winner, keep)`: the player who is certain to win, or None; for each of `moves()`       |
    |                   | whether to look at it, the position being worth the same without the others              |
    | `state.reply(last, random)` | in playouts: a legal move that answers the move `last` (None: it is not known),|
    |                   | or None                                                                                  |
    | `state.predicates()` | what is true of the position: at most 512 numbers from 0 to 2**31 - 1; without it,    |
    |                   | the state's public attributes that are whole numbers, or lists and tuples of them        |
    | `state.features(moves)` | for each of these moves what it looks like: a number below `move_features`         |
    | `state.together()`| moves made at the same time are made one after another, and the state keeps them until    |
    |                   | all are made: how many are still to be made together with the next, after it             |
    | `state.withdraw()`| goes with it: take back the moves of which the others are still to be made; in place     |
    | `state.information_key(observer)` | an integer for all that `observer` knows and has known                   |
    | `state.perturb(observer, random)` | change a little of what `observer` cannot know, in place; whether it could   |
    |                   | be, by what `observer` has seen: for guesses kept as particles                           |
    | `state.planes(observer)` | the position as a player sees it, for networks: numbers of the shape `plane_shape` |
    | `state.code(move)` | an integer by which a policy knows a move wherever it meets it again; without it the move |
    | `state.heuristic()` | one player: what is still to be paid until the end at least, in units of payoff         |

    `state.owner()`, optional: rows of the board as it is printed, for every cell the player whose it is, or -1.
    `state.rewind()`, optional: back to before the first move, what is hidden as it is; returns the moves made since,
    or None where the position does not tell.
    `symmetries()` of `rules`, optional: as for `Game`. `state.notation()`, optional: the position as a line of text;
    `from_notation(text)` of `rules` makes a state of it. `players`, `payoffs`, `max_moves`, `max_length`, `actions`
    (how many different moves there are, for parts that keep a number a move), `move_features`, `plane_shape`, `box`,
    `pass_move` and `learnt_prior` (as `Game`) may also be attributes of `rules`. Exceptions that these methods raise
    reach the caller of the search unchanged. `str(state)` is what people see of a position; states that define `==` let
    a search keep its tree from move to move.
    """

    def __init__(
        self,
        rules: Any,
        *,
        name: str | None = None,
        players: int | None = None,
        payoffs: Payoffs = None,
        max_moves: int | None = None,
        max_length: int | None = None,
        actions: int | None = None,
        move_features: int | None = None,
        plane_shape: Sequence[int] | None = None,
        pass_move: int | None = None,
        box: Any = None,
        learnt_prior: bool | None = None,
    ) -> None:
        def declared(field: str, given: Any, default: Any) -> Any:
            return given if given is not None else getattr(rules, field, default)

        label = name or getattr(rules, "__name__", type(rules).__name__)
        super().__init__(
            str(label),
            declared("players", players, 2),
            declared("payoffs", payoffs, (-1.0, 1.0)),
            declared("max_moves", max_moves, 1024),
            declared("max_length", max_length, None),
            declared("actions", actions, None),
            declared("move_features", move_features, None),
            declared("plane_shape", plane_shape, None),
            declared("pass_move", pass_move, None),
            declared("box", box, None),
            declared("learnt_prior", learnt_prior, False),
        )
        if not hasattr(rules, "start") and not isinstance(rules, type):
            raise GameError(f"{label}: has no method 'start'")
        self.rules = rules
        self.symmetries = getattr(rules, "symmetries", None)

    def facts(self) -> dict[str, Any]:
        return {"rules": self.rules, **super().facts()}

    def _new_backend(self) -> ObjectBackend:
        return ObjectBackend(self)


class ObjectBackend(CallbackBackend):
    """The backend of `PythonGame`."""

    game: PythonGame

    def first(self, source: random.Random) -> Any:
        start = getattr(self.game.rules, "start", None)
        if isinstance(self.game.rules, type) and (start is None or _is_plain_method(self.game.rules, "start")):
            thing = self.game.rules()
            if start is not None:
                made = _call_start(thing.start, source)
                thing = thing if made is None else made
        else:
            thing = _call_start(start, source)
        for method in NEEDED:
            if not callable(getattr(thing, method, None)):
                raise GameError(f"{self.game.name}: a state has no method {method!r}; it needs {', '.join(NEEDED)}")
        return thing

    def understood(self, source: Any) -> Any:
        missing = [method for method in NEEDED if not callable(getattr(source, method, None))]
        if missing:
            raise PositionError(f"{self.game.name}: {source!r} is no state of it: it has no method {missing[0]!r}")
        return source

    def rewind(self, block: Any) -> list[Any] | None:
        thing = self.thing(block)
        made = thing.rewind() if hasattr(thing, "rewind") else None
        return None if made is None else [*made]

    def notation(self, block: Any) -> str:
        thing = self.thing(block)
        if not hasattr(thing, "notation"):
            raise GameError(f"{self.game.name}: its states have no method 'notation'")
        return str(thing.notation())

    def from_notation(self, text: str) -> Any:
        rule = getattr(self.game.rules, "from_notation", None)
        if rule is None:
            raise PositionError(f"{self.game.name} has no method 'from_notation': its positions cannot be read")
        try:
            made = rule(text.strip())
        except ValueError as error:
            raise PositionError(f"{self.game.name}: {text!r} is no position: {error}") from error
        return self.block_of(self.understood(made))

    def __init__(self, game: PythonGame) -> None:
        rules = game.rules if isinstance(game.rules, type) else type(_call_start(game.rules.start, random.Random(0)))
        self.hides_position, self.hides_moves = hasattr(rules, "determinize"), hasattr(rules, "observe")
        self.at_once = hasattr(rules, "together")
        if self.at_once != hasattr(rules, "withdraw"):
            raise GameError(f"{game.name}: the methods 'together' and 'withdraw' come together")
        offers = {name for name in ON_REQUEST if name not in MADE and hasattr(rules, name)}
        self._own_predicates = "predicates" in offers
        offers.add("predicates")
        self._own_playout, self._own_tells = hasattr(rules, "playout"), False
        self.tells_length = not self._own_playout
        if self._own_playout:
            own: Any = rules
            self._own_tells = len(inspect.signature(own.playout).parameters) > 2  # self, random, trace
        self.offers = frozenset(offers | ({"playout_traced"} if self._own_tells or not self._own_playout else set()))
        super().__init__(game)

    def has(self, function: str) -> bool:
        if function == "predicates" and not self._own_predicates:
            return self._shows_numbers
        return super().has(function)

    @cached_property
    def _shows_numbers(self) -> bool:
        """Whether a state at the start has anything that predicates could be made of."""
        return bool(predicates_of(self.first(random.Random(0))))

    def guess(self, thing: Any, observer: int, source: random.Random, rng: int) -> Any:
        guessed = thing.determinize(observer, source) if self.hides_position else None
        return thing if guessed is None else guessed

    def perturbed(self, thing: Any, observer: int, source: random.Random, rng: int) -> bool:
        return bool(thing.perturb(observer, source))

    def others(self, thing: Any) -> int:
        return thing.together()

    def taken_back(self, thing: Any) -> Any:
        made = thing.withdraw()
        return thing if made is None else made

    def known_by(self, thing: Any, observer: int) -> int:
        return thing.information_key(observer)

    def seen(self, thing: Any, move: Any, observer: int) -> Any:
        return thing.observe(move, observer) if self.hides_moves else move

    def view(self, block: Any, observer: int) -> str:
        thing = self.thing(block)
        return str(thing.view(observer)) if hasattr(thing, "view") else str(thing)

    def owner(self, block: Any) -> Any:
        thing = self.thing(block)
        return thing.owner() if hasattr(thing, "owner") else None

    def twin(self, thing: Any) -> Any:
        made = thing.copy()
        if made is None or made is thing:
            what = "nothing" if made is None else "the same object again"
            raise GameError(f"{self.game.name}: rule 'copy' gave {what}; expected an independent copy")
        return made

    def turn(self, thing: Any) -> int:
        player = thing.mover()
        if type(player) is int:
            return player
        return OVER if player is None else player_of(self.game, player)

    def legal(self, thing: Any) -> list[Any]:
        moves = thing.moves()
        return moves if type(moves) is list else in_order(self.game, moves)

    def sensible(self, thing: Any) -> list[Any]:
        return in_order(self.game, thing.playout_moves(), "playout_moves")

    def apply(self, thing: Any, move: Any) -> None:
        thing.play(move)

    def payoffs(self, thing: Any) -> Sequence[float]:
        return thing.returns()

    def odds(self, thing: Any) -> Sequence[float]:
        return thing.weights() if hasattr(thing, "weights") else [1.0] * len(self.legal(thing))

    def finish(self, thing: Any, rng: int, limit: int) -> tuple[int, Sequence[float]]:
        if hasattr(thing, "playout"):
            return 0, thing.playout(self.random, []) if self._own_tells else thing.playout(self.random)
        length, payoffs, _ = self._play_on(thing, limit, False)
        return length, payoffs

    def finish_traced(self, thing: Any, rng: int, limit: int) -> tuple[int, Sequence[float], list[tuple[int, int]]]:
        if not self._own_tells:
            return self._play_on(thing, limit, True)
        told: list[tuple[int, Any]] = []
        payoffs = thing.playout(self.random, told)
        return len(told), payoffs, [(player, self.number(move)) for player, move in told]

    def _play_on(self, thing: Any, limit: int, tells: bool) -> tuple[int, Sequence[float], list[tuple[int, int]]]:
        """Random moves to the end, told or not."""
        told: list[tuple[int, int]] = []
        draw = self.random.random
        mover, moves, play = thing.mover, thing.moves, thing.play
        pick = getattr(thing, "pick", None)
        for length in range(limit + 1):
            player = mover()
            if player is None or player == OVER:
                return length, thing.returns(), told
            if length == limit:
                break
            if pick is not None and player != CHANCE:
                move = pick(self.random)
            else:
                legal = moves()
                if type(legal) is not list:
                    legal = in_order(self.game, legal)
                if not legal:
                    return BAD_MOVE_COUNT, (), told
                if player == CHANCE:
                    move = self.random.choices(legal, self.odds(thing))[0]
                else:
                    move = legal[int(draw() * len(legal))]
            if tells:
                told.append((player, self.number(move)))
            play(move)
        return TOO_LONG, (), told

    def key_of(self, thing: Any) -> int:
        return thing.key()

    def estimate(self, thing: Any) -> Sequence[float]:
        return thing.evaluate()

    def looks(self, thing: Any, given: Sequence[Any] | None = None) -> Sequence[float]:
        weights = thing.prior()
        if given is None or "playout_moves" not in self.offers:
            return weights
        of = dict(zip(self.legal(thing), weights, strict=True))
        return [of[move] for move in given]

    def group_of(self, thing: Any, move: Any) -> int:
        return thing.group(move)

    def pruned(self, thing: Any) -> tuple[Any, Sequence[Any]]:
        return thing.prune()

    def true_of(self, thing: Any) -> Sequence[int]:
        return thing.predicates() if self._own_predicates else predicates_of(thing)

    def features_of(self, thing: Any, moves: list[Any]) -> Sequence[int]:
        return thing.features(moves)

    def planes_of(self, thing: Any, observer: int) -> Any:
        return thing.planes(observer)

    def code_of(self, thing: Any, move: Any) -> int:
        return number_of(self.game, "code", thing.code(move))

    def to_pay(self, thing: Any) -> float:
        return float(thing.heuristic())

    def reply_to(self, thing: Any, last: Any, source: random.Random, rng: int) -> Any:
        return thing.reply(last, source)


def _is_plain_method(rules: type, name: str) -> bool:
    """Whether `name` is an ordinary method: one that needs an instance."""
    return inspect.isfunction(inspect.getattr_static(rules, name))


def _call_start(start: Any, source: random.Random) -> Any:
    takes = [
        parameter
        for parameter in inspect.signature(start).parameters.values()
        if parameter.default is parameter.empty
        and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    return start(source) if takes else start()
