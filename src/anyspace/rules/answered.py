"""What rules answered in Python, checked: the right thing, or one line that says which rule gave what."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import GameError

if TYPE_CHECKING:
    from .game import AnyGame

IN_ORDER = "a list of moves"


def number_of(game: AnyGame, rule: str, answer: Any, wanted: str = "a whole number") -> int:
    """An answer that must be a whole number."""
    if isinstance(answer, np.bool_):  # compiled rules may compare as well
        return int(answer)
    try:
        return operator.index(answer)
    except TypeError:
        raise GameError(f"{game.name}: rule {rule!r} gave {answer!r}; expected {wanted}") from None


def player_of(game: AnyGame, answer: Any) -> int:
    """What `mover` answered."""
    return number_of(game, "mover", answer, f"a player 0 to {game.players - 1}, CHANCE or OVER")


def in_order(game: AnyGame, answer: Any, rule: str = "moves") -> list[Any]:
    """Moves in whatever has an order, as a list."""
    if isinstance(answer, list):
        return answer
    if isinstance(answer, np.ndarray):
        return answer.tolist()
    if isinstance(answer, Set) and not isinstance(answer, type({}.keys())):
        cure = "its order may be another in every run; sorted(...) makes a list of it"
        raise GameError(f"{game.name}: rule {rule!r} gave a set: {cure}")
    if answer is None or isinstance(answer, Mapping | str | bytes):
        raise GameError(f"{game.name}: rule {rule!r} gave {_called(answer)}; expected {IN_ORDER}")
    try:
        return list(answer)
    except TypeError as error:
        if hasattr(answer, "__iter__"):  # it was an error inside, not ours to explain
            raise
        raise GameError(f"{game.name}: rule {rule!r} gave {_called(answer)}; expected {IN_ORDER}") from error


def listed(game: AnyGame, out: Any, n: Any, rule: str = "moves") -> list[int]:
    """The moves that a rule wrote to `out`, which it says are `n`."""
    count = number_of(game, rule, n, "the number of moves")
    if not 0 <= count <= game.max_moves:
        raise GameError(f"{game.name}: rule {rule!r} gave {count} moves; the game declares max_moves={game.max_moves}")
    found: list[int] = out[:count].tolist()
    if found and min(found) < 0:
        raise GameError(f"{game.name}: rule {rule!r} gave the move {min(found)}; moves are 0 to 2**31 - 1")
    once_each(game, found, rule)
    return found


def once_each(game: AnyGame, moves: Sequence[Any], rule: str = "moves") -> None:
    """Raises where a move is there twice: the search would look for a second one that nobody can tell from the first.
    And where one cannot be told from others at all."""
    try:
        different = len(set(moves))
    except TypeError as error:
        raise GameError(f"{game.name}: rule {rule!r} gave a move without a hash ({error}); tuples have one") from error
    if different != len(moves):
        twice = next(move for i, move in enumerate(moves) if move in moves[:i])
        raise GameError(f"{game.name}: rule {rule!r} gave the move {twice!r} twice in one position")


def once_each_code(game: AnyGame, moves: Sequence[Any], codes: Sequence[int]) -> None:
    """Raises where two legal moves have one code: a policy could not tell them apart."""
    first: dict[int, Any] = {}
    for move, code in zip(moves, codes, strict=True):
        if first.setdefault(code, move) != move:
            both = f"{first[code]!r} and {move!r}"
            raise GameError(f"{game.name}: rule 'code' gave {code} to both moves {both} of one position")


def finite_heuristic(game: AnyGame, found: float) -> None:
    """Raises where what is still to be paid is no number, or less than nothing."""
    if not 0.0 <= found < math.inf:
        raise GameError(f"{game.name}: rule 'heuristic' gave {found:g}; expected a finite number, 0 or more")


def few_and_once_each(game: AnyGame, moves: Sequence[Any]) -> None:
    """Raises also where there are more than the game declares."""
    if len(moves) > game.max_moves:
        raise GameError(
            f"{game.name}: {len(moves)} moves in one position, but max_moves={game.max_moves}; declare more"
        )
    once_each(game, moves)


def payoffs_of(game: AnyGame, answer: Any, rule: str = "returns") -> list[float]:
    """A number for each player, the first player's first."""
    common = type(answer) is list or type(answer) is tuple  # asked at the end of every playout: the rest takes longer
    try:
        if not common and (answer is None or isinstance(answer, Mapping | Set | str | bytes)):
            raise TypeError("it has no order, or no numbers")
        found = [float(payoff) for payoff in answer]
    except (TypeError, ValueError) as error:
        wanted = f"a list of {game.players} numbers, player 0's first"
        raise GameError(f"{game.name}: rule {rule!r} gave {_called(answer)}; expected {wanted}") from error
    if len(found) != game.players:
        raise GameError(f"{game.name}: rule {rule!r} gave {len(found)} payoffs for {game.players} players")
    return found


def wanted_payoff(game: AnyGame) -> str:
    """What the game declares of its payoffs, for a message."""
    least, greatest = game.payoffs
    if math.isinf(least) and math.isinf(greatest):
        return "expected a finite number"
    low, high = ("" if math.isinf(least) else f"from {least:g}"), ("" if math.isinf(greatest) else f"to {greatest:g}")
    return "the game declares payoffs " + " ".join(filter(None, [low, high]))


def written(game: AnyGame, out: Any, rule: str = "returns") -> list[float]:
    """The numbers that a rule wrote to `out`, which was full of NaN before."""
    found: list[float] = out.tolist()
    missing = [player for player, payoff in enumerate(found) if math.isnan(payoff)]
    if missing:
        raise GameError(
            f"{game.name}: rule {rule!r} gave nan to player {missing[0]}, or wrote no out[{missing[0]}]; "
            "it must write a payoff for every player, and `out` holds anything before"
        )
    return found


def unread(game: AnyGame, rule: str, answer: Any) -> None:
    """Raises where a rule that writes to `out` returns something as well, which nobody would read."""
    if answer is not None:
        cure = "it must write to what it is given, and return nothing"
        raise GameError(f"{game.name}: rule {rule!r} returns {_called(answer)}, which nobody reads; {cure}")


def _called(answer: Any) -> str:
    shown = repr(answer)
    return shown if len(shown) <= 60 else f"{shown[:60]}... ({type(answer).__name__})"


def picture_of(game: AnyGame, given: Any) -> Any:
    """The planes of a position, an array of its own. Raises `GameError` where they are not what the game declares."""
    try:
        found = np.array(given, np.float32)
    except (TypeError, ValueError) as error:
        raise GameError(f"{game.name}: rule 'planes' must give numbers, not {given!r}") from error
    if found.shape != game.plane_shape:
        declared = f"the game declares plane_shape={game.plane_shape}"
        raise GameError(f"{game.name}: rule 'planes' gave an array of {found.shape}; {declared}")
    return found


def signed(key: int) -> int:
    """The lowest 64 bits as a signed number."""
    return ((int(key) + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)
