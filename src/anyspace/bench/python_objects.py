"""The Python-object path against the same class's bare random playouts: what the engine costs a Python game."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ..rules.objects import PythonGame
from ..search.search import Search
from .timing import Row, alternate

WIDTH, HEIGHT = 7, 6


class ConnectFour:
    """Connect Four as one writes it in plain Python."""

    def __init__(self) -> None:
        self.columns: list[list[int]] = [[] for _ in range(WIDTH)]
        self.placed = 0
        self.won = False

    def mover(self) -> int | None:
        """Whose turn it is; None when the game is over."""
        return None if self.won or self.placed == WIDTH * HEIGHT else self.placed & 1

    def moves(self) -> list[int]:
        """The columns that are not full."""
        return [column for column in range(WIDTH) if len(self.columns[column]) < HEIGHT]

    def play(self, column: int) -> None:
        """Drop a disc."""
        player = self.placed & 1
        self.columns[column].append(player)
        self.placed += 1
        row = len(self.columns[column]) - 1
        for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
            length = 1 + self._run(column, row, right, up, player) + self._run(column, row, -right, -up, player)
            if length >= 4:
                self.won = True

    def _run(self, column: int, row: int, right: int, up: int, player: int) -> int:
        length = 0
        column, row = column + right, row + up
        while 0 <= column < WIDTH and 0 <= row < len(self.columns[column]) and self.columns[column][row] == player:
            length += 1
            column, row = column + right, row + up
        return length

    def returns(self) -> list[float]:
        """+1 to the winner, -1 to the loser."""
        if not self.won:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.placed & 1 else [-1.0, 1.0]

    def copy(self) -> ConnectFour:
        """An independent copy."""
        twin = ConnectFour.__new__(ConnectFour)
        twin.columns = [column[:] for column in self.columns]
        twin.placed, twin.won = self.placed, self.won
        return twin


def bare_playouts(count: int) -> None:
    """Random games from the start, and nothing else."""
    root, draw = ConnectFour(), random.Random(1).random
    for _ in range(count):
        state = root.copy()
        while state.mover() is not None:
            moves = state.moves()
            state.play(moves[int(draw() * len(moves))])
        state.returns()


def measure(rounds: int) -> Iterator[Row]:
    """Iterations a second of a search against playouts a second without one."""
    count = 2_000
    game = PythonGame(ConnectFour)
    state = game.start()
    search = Search(game, "plain", seed=1)
    search.run(state, iterations=100)
    ours, bare, ratio = alternate(
        lambda: search.run(state, iterations=count), lambda: bare_playouts(count), max(rounds, 5)
    )
    yield Row(
        "Python-object game", "search / bare playouts, Connect Four", count / ours, count / bare, ratio, "per s", "0.9"
    )
