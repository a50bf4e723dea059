"""Slow and obvious implementations of games that no other library at hand has, for cross-checks. They share nothing
with the package: boards are dictionaries, moves are pairs of cells."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

Cell = tuple[int, int]  # row, column; row 0 is the first player's, or the top one


class Twin:
    """A game for `cross_check`; actions are pairs of cells, numbered by `number`."""

    def __init__(self, state: type[TwinState], *options: Any) -> None:
        self.state, self.options = state, options

    def new_initial_state(self) -> TwinState:
        return self.state(*self.options)


def number(first: Cell, second: Cell) -> int:
    return ((first[0] * 8 + first[1]) * 8 + second[0]) * 8 + second[1]


class TwinState(ABC):
    turn = 0

    @abstractmethod
    def pairs(self) -> list[tuple[Cell, Cell]]: ...

    @abstractmethod
    def apply(self, first: Cell, second: Cell) -> None: ...

    @abstractmethod
    def is_terminal(self) -> bool: ...

    @abstractmethod
    def returns(self) -> list[float]: ...

    def is_chance_node(self) -> bool:
        return False

    def current_player(self) -> int:
        return self.turn

    def legal_actions(self) -> list[int]:
        return [number(*pair) for pair in self.pairs()]

    def apply_action(self, action: int) -> None:
        self.apply(*{number(*pair): pair for pair in self.pairs()}[action])
        self.turn = 1 - self.turn


class Knightthrough(TwinState):
    """Knights of both players by their cells."""

    def __init__(self, rows: int, columns: int, misere: bool) -> None:
        self.rows, self.columns, self.misere = rows, columns, misere
        depth = 1 if rows < 6 else 2
        self.knights: dict[Cell, int] = {}
        for x in range(columns):
            for y in range(depth):
                self.knights[y, x] = 0
                self.knights[rows - 1 - y, x] = 1

    def pairs(self) -> list[tuple[Cell, Cell]]:
        found = []
        own = [cell for cell, owner in self.knights.items() if owner == self.turn]
        for y, x in own:
            for target_y in range(self.rows):
                for target_x in range(self.columns):
                    ahead = target_y - y if self.turn == 0 else y - target_y
                    jump = (ahead, abs(target_x - x)) in ((1, 2), (2, 1))
                    if jump and (target_y, target_x) not in own:
                        found.append(((y, x), (target_y, target_x)))
        return found

    def apply(self, first: Cell, second: Cell) -> None:
        self.knights[second] = self.knights.pop(first)

    def breaker(self) -> int | None:
        """Who has reached the far row or captured all."""
        for (y, _), owner in self.knights.items():
            if y == (self.rows - 1 if owner == 0 else 0):
                return owner
        owners = set(self.knights.values())
        return owners.pop() if len(owners) == 1 else None

    def is_terminal(self) -> bool:
        return self.breaker() is not None

    def returns(self) -> list[float]:
        winner = self.breaker() if not self.misere else 1 - (self.breaker() or 0)
        return [1.0, -1.0] if winner == 0 else [-1.0, 1.0]


class Domineering(TwinState):
    """The empty cells."""

    def __init__(self, rows: int, columns: int) -> None:
        self.empty = {(y, x) for y in range(rows) for x in range(columns)}

    def pairs(self) -> list[tuple[Cell, Cell]]:
        other_end = {(y, x): (y + 1, x) if self.turn == 0 else (y, x + 1) for y, x in self.empty}
        return [(cell, end) for cell, end in other_end.items() if end in self.empty]

    def apply(self, first: Cell, second: Cell) -> None:
        self.empty -= {first, second}

    def is_terminal(self) -> bool:
        return not self.pairs()

    def returns(self) -> list[float]:
        return [-1.0, 1.0] if self.turn == 0 else [1.0, -1.0]
