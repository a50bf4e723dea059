"""Games of ours that OpenSpiel has too: their name there, and which of their actions a move is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ...errors import ExperimentError
from ...games.havannah_board import coordinates
from ...rules.game import AnyGame, State
from .game_options import options_of

Action = Callable[[State, Any, Any], int]
"""Our state, our move, their state: their action."""


class Twin(NamedTuple):
    """The same game there."""

    name: str
    action: Action


def same(state: State, move: Any, theirs: Any) -> int:
    """Where moves have the same numbers."""
    return int(move)


def _breakthrough(columns: int) -> Action:
    def action(state: State, move: Any, theirs: Any) -> int:
        direction, cell = divmod(int(move), 64)
        y, x = divmod(cell, 8)
        return _or_capture(((y * columns + x) * 6 + direction + 3 * state.mover) * 2, theirs)

    return action


def _lines_of_action(state: State, move: Any, theirs: Any) -> int:
    return _or_capture(2 * int(move), theirs)


def _or_capture(action: int, theirs: Any) -> int:
    """A move that captures has the next number."""
    return action if action in theirs.legal_actions() else action + 1


def _mancala(state: State, move: Any, theirs: Any) -> int:
    return int(move) + (1 if state.mover == 0 else 8)


def _havannah(size: int) -> Action:
    actions = [y * (2 * size - 1) + x for x, y in coordinates(size)]
    cells = range(len(actions))

    def action(state: State, move: Any, theirs: Any) -> int:
        """Their swap is a move to the cell that is taken."""
        return actions[move if move in cells else ({*cells} - {*state.moves()}).pop()]

    return action


def _amazons(size: int) -> Action:
    def action(state: State, move: Any, theirs: Any) -> int:
        """Theirs count the rows from above."""
        return (size - 1 - int(move) // size) * size + int(move) % size

    return action


def _truth(value: bool) -> str:
    return "true" if value else "false"


TWINS: dict[str, Callable[..., Twin | str]] = {
    "amazons": lambda size, split: (
        Twin(f"amazons(board_size={size})", _amazons(size)) if split else "only with split=true: theirs are split"
    ),
    "breakthrough": lambda rows, columns, misere: (
        "not with misere=true"
        if misere
        else Twin(f"breakthrough(rows={rows},columns={columns})", _breakthrough(columns))
    ),
    "clobber": lambda rows, columns: Twin(f"clobber(rows={rows},columns={columns})", same),
    "connect_four": lambda: Twin("connect_four", same),
    "havannah": lambda size, swap: Twin(f"havannah(board_size={size},swap={_truth(swap)})", _havannah(size)),
    "hex": lambda size, swap: Twin(f"hex(board_size={size},swap={_truth(swap)})", same),
    "kalah": lambda pits, seeds: (
        Twin("mancala", _mancala) if (pits, seeds) == (6, 4) else "only with 6 pits and 4 seeds"
    ),
    "lines_of_action": lambda longest: Twin("lines_of_action", _lines_of_action),
    "mnk": lambda columns, rows, k: Twin(f"mnk(m={columns},n={rows},k={k})", same),
    "othello": lambda: Twin("othello", same),
    "oware": lambda: Twin("oware", same),
    "pig": lambda players, target, die, piglet, horizon: Twin(
        f"pig(players={players},winscore={target},diceoutcomes={die},piglet={_truth(piglet)},horizon={horizon})", same
    ),
    "tic_tac_toe": lambda: Twin("tic_tac_toe", same),
}
"""By our name: from our options to their game, or to why there is none."""


def twin_of(game: AnyGame) -> Twin:
    """The same game in OpenSpiel. Raises `ExperimentError`."""
    if game.name not in TWINS:
        raise ExperimentError(
            f"OpenSpiel's bots play open_spiel:NAME and, with the same rules as ours, {', '.join(TWINS)}; "
            f"not {game.name}"
        )
    found = TWINS[game.name](**options_of(game))
    if isinstance(found, str):
        raise ExperimentError(f"OpenSpiel's bots play {game.name} {found}")
    return found
