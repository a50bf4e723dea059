"""Ways to turn a board that leave the game as it is: those that it declares, or those that are found by playing.

Where a game has no rule `symmetries`, it is played side by side with its mirror image. The image of a move is the one
that leads to the image of the position. It is a symmetry if in all games that were tried every position had its image,
with the images of its moves legal, and the same result. That is no proof; but a rule that breaks the symmetry would
have to hide from every game that was tried.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from ..neural.symmetry import Symmetry, symmetries_of
from ..rules.game import CHANCE, AnyGame, State
from .examples import Examples
from .shape import Shape

GAMES = 12
"""That are played for each way to turn the board."""


def ways_to_turn(game: AnyGame, shape: Shape, seed: int = 0) -> list[Symmetry]:
    """All but the one that changes nothing."""
    if game.symmetries is not None:
        return symmetries_of(game)[1:]
    if shape.planes[1:] == (1, 1) or game.hides:
        return []
    found = (Trial(game, shape, cells, seed).run() for cells in turns(*shape.planes[1:]))
    return [symmetry for symmetry in found if symmetry is not None]


def turns(rows: int, columns: int) -> list[Any]:
    """The ways to turn a grid: where each cell goes. Rows become columns where it is square."""
    grid = np.arange(rows * columns).reshape(rows, columns)
    grids = [grid, grid.T] if rows == columns else [grid]
    ways = [each[::up, ::left] for each in grids for up in (1, -1) for left in (1, -1)]
    return [np.argsort(way.ravel()) for way in ways[1:]]


def turned(examples: Examples, way: Symmetry) -> Examples:
    """The same positions on boards that are turned."""
    flat = examples.planes.reshape(*examples.planes.shape[:2], -1)
    planes, legal, policy = np.empty_like(flat), np.zeros_like(examples.legal), np.zeros_like(examples.policy)
    planes[:, :, way.cells] = flat
    legal[:, way.actions], policy[:, way.actions] = examples.legal, examples.policy
    return Examples(planes.reshape(examples.planes.shape), legal, policy, examples.value)


def moves_are_cells(shape: Shape, ways: list[Symmetry]) -> bool:
    """Whether the first moves are the cells of the board, row by row: they turn as the cells do."""
    cells = shape.planes[1] * shape.planes[2]
    if not ways or not cells <= shape.actions <= cells + 2:
        return False
    return all(np.array_equal(way.actions[:cells], way.cells) for way in ways)


class Trial:
    """Plays games and their images to find out what becomes of the moves when the board is turned in one way."""

    def __init__(self, game: AnyGame, shape: Shape, cells: Any, seed: int) -> None:
        self.game, self.cells, self.actions = game, cells, shape.actions
        self.source = random.Random(seed)
        self.image: dict[int, int] = {}

    def run(self) -> Symmetry | None:
        """The symmetry; None if it is none."""
        for _ in range(GAMES):
            if not self._play(self.source.getrandbits(60)):
                return None
        actions = np.arange(self.actions)
        actions[list(self.image)] = list(self.image.values())
        if len(set(actions.tolist())) < self.actions:  # those that were never seen cannot all stay what they are
            return None
        return Symmetry(self.cells, actions)

    def _play(self, seed: int) -> bool:
        """One game and its image, to the end: whether it was one all the way."""
        state, mirror = self.game.start(seed=seed), self.game.start(seed=seed)
        while self._alike(state, mirror):
            if state.over:
                return state.returns() == mirror.returns()
            legal, theirs = state.moves(), mirror.moves()
            if not all(self._learn(state, mirror, move) for move in legal if move not in self.image):
                return False
            known = [move for move in legal if move in self.image]
            if not known or len(legal) != len(theirs) or {self.image[move] for move in known} - set(theirs):
                return False
            move = self.source.choice(known)
            state.play(move)
            mirror.play(self.image[move])
        return False

    def _alike(self, state: State, mirror: State) -> bool:
        """Whether two positions are images of each other, as everybody sees them."""
        if state.mover != mirror.mover or state.mover == CHANCE:
            return False
        return all(self._same(state.planes(seat), mirror.planes(seat)) for seat in range(self.game.players))

    def _same(self, planes: Any, other: Any) -> bool:
        count = len(planes)
        return np.array_equal(planes.reshape(count, -1), other.reshape(count, -1)[:, self.cells])

    def _learn(self, state: State, mirror: State, move: int) -> bool:
        """Find the image of a move. Several moves that all lead to that picture tell nothing yet."""
        wanted = state.copy().play(move)
        fits = [other for other in mirror.moves() if self._alike(wanted, mirror.copy().play(other))]
        if len(fits) == 1:
            if fits[0] in self.image.values():
                return False
            self.image[move] = fits[0]
        return bool(fits)
