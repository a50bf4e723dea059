"""What the tests of atarigo and nogo share: twins of sets and flood fills, pyspiel's go as either game, diagrams."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from naive.go import BLACK, WHITE, Point, Twin

from anyspace.games import go_board
from anyspace.rules.game import Game, State


class AtariTwin(Twin):
    """Atari Go as a state of pyspiel has it: the first capture wins, and so does leaving the other without a move."""

    captured = False

    def legal(self, point: Point) -> bool:
        return point not in self.stones and self.after(point) is not None

    def legal_actions(self) -> list[int]:
        return [row * self.size + column for row, column in self.points if self.legal((row, column))]

    def apply_action(self, action: int) -> None:
        before = len(self.stones)
        self.play(divmod(action, self.size))
        self.captured = len(self.stones) <= before

    def is_terminal(self) -> bool:
        return self.captured or not self.legal_actions()

    def current_player(self) -> int:
        return self.player - BLACK

    def returns(self) -> list[float]:
        return [1.0, -1.0] if self.player == WHITE else [-1.0, 1.0]  # the last to move has won

    def is_chance_node(self) -> bool:
        return False

    def liberties(self, point: Point) -> set[Point]:
        """Of the chain that has a stone on `point`."""
        chain, _ = self.region(point, self.stones)
        return {near for stone in chain for near in self.neighbours(stone) if near not in self.stones}


class NoGoTwin(AtariTwin):
    """NoGo: neither captures nor suicide."""

    def legal(self, point: Point) -> bool:
        after = None if point in self.stones else self.after(point)
        return after is not None and len(after) == len(self.stones) + 1


class SpielGo:
    """A state of pyspiel's go, played as Atari Go or as NoGo."""

    def __init__(self, state: Any, size: int, nogo: bool) -> None:
        self.state, self.size, self.nogo, self.captured = state, size, nogo, False

    def stones(self, state: Any) -> int:
        rows = str(state).splitlines()[-self.size - 1 : -1]
        return sum(row.count("X") + row.count("O") for row in rows)

    def takes(self, action: int) -> bool:
        return self.stones(self.state.child(action)) <= self.stones(self.state)

    def legal_actions(self) -> list[int]:
        stones = [action for action in self.state.legal_actions() if action != self.size**2]
        return [action for action in stones if not self.takes(action)] if self.nogo else stones

    def apply_action(self, action: int) -> None:
        self.captured = self.takes(action)
        self.state.apply_action(action)

    def is_terminal(self) -> bool:
        return self.captured or not self.legal_actions()

    def current_player(self) -> int:
        return self.state.current_player()

    def returns(self) -> list[float]:
        return [1.0, -1.0] if self.current_player() == 1 else [-1.0, 1.0]

    def is_chance_node(self) -> bool:
        return False


class Starts:
    """As much of a game of pyspiel as `cross_check` needs."""

    def __init__(self, new_initial_state: Callable[[], Any]) -> None:
        self.new_initial_state = new_initial_state


def spiel(size: int, nogo: bool) -> Starts:
    import pyspiel

    game = pyspiel.load_game(f"go(board_size={size},komi=0.5)")
    return Starts(lambda: SpielGo(game.new_initial_state(), size, nogo))


def record(state: State) -> Any:
    return state.game.backend.record(state._block)  # type: ignore[attr-defined]


def position(game: Game, diagram: str, to_move: str = "X") -> State:
    """The board drawn, top row first, with X (black) or O to move. Nothing is asked about how it came about."""
    rows = [line.split() for line in diagram.strip().splitlines()][::-1]
    size = len(rows)
    state = game.start(seed=0)
    here = record(state)
    for row in range(size):
        for column in range(size):
            if rows[row][column] != ".":
                colour = BLACK if rows[row][column] == "X" else WHITE
                go_board.place(here, go_board.point_of(row * size + column, size), colour, size + 1)
                here.ply += 1
    here.ply += here.ply % 2 != (to_move == "O")
    assert [row.split()[1:] for row in str(state).splitlines()[:size]] == rows[::-1], "stones were captured on the way"
    return state


def twin_of(state: State, kind: type[AtariTwin]) -> Any:
    """A twin with the same stones and the same mover, read off the picture."""
    rows = [line.split()[1:] for line in str(state).splitlines()[:-2]][::-1]
    twin = kind(len(rows))
    twin.stones = {
        (row, column): BLACK if mark == "X" else WHITE
        for row, marks in enumerate(rows)
        for column, mark in enumerate(marks)
        if mark != "."
    }
    twin.player = BLACK + state.mover
    return twin


def legal(state: State) -> set[str]:
    return {state.name(move) for move in state.moves()}


def play(state: State, names: str) -> State:
    for name in names.split():
        state.play(state.parse(name))
    return state


def mover_wins(state: State, known: dict[int, bool]) -> bool:
    """Who wins under best play; positions are told apart by their keys."""
    if state.over:
        return False
    key = state.key()
    if key not in known:
        known[key] = any(not mover_wins(state.copy().play(move), known) for move in state.moves())
    return known[key]
