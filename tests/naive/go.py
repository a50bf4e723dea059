"""Go, slow and obvious: dictionaries, flood fills, and every position kept."""

from __future__ import annotations

import random
from typing import Any

BLACK, WHITE = 1, 2
Point = tuple[int, int]


class Twin:
    """A board as a dictionary from point to colour, and every position so far."""

    def __init__(self, size: int) -> None:
        self.size, self.stones, self.player = size, {}, BLACK
        self.points = [(row, column) for row in range(size) for column in range(size)]
        self.seen = {frozenset()}
        self.ko: Point | None = None

    def neighbours(self, point: Point) -> list[Point]:
        row, column = point
        near = [(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)]
        return [(row, column) for row, column in near if 0 <= row < self.size and 0 <= column < self.size]

    def region(self, point: Point, stones: dict[Any, int]) -> tuple[set[Any], set[Any]]:
        """The connected points that hold the same as `point`, and what those next to them hold."""
        inside, edge, todo = {point}, set(), [point]
        while todo:
            for near in self.neighbours(todo.pop()):
                if stones.get(near) != stones.get(point):
                    edge.add(stones.get(near))
                elif near not in inside:
                    inside.add(near)
                    todo.append(near)
        return inside, edge

    def after(self, point: Point) -> dict[Any, int] | None:
        """The stones after the mover has played `point`; None if that is suicide."""
        stones = {**self.stones, point: self.player}
        for near in self.neighbours(point):
            if stones.get(near) == 3 - self.player:
                chain, edge = self.region(near, stones)
                if None not in edge:
                    stones = {where: stone for where, stone in stones.items() if where not in chain}
        return stones if None in self.region(point, stones)[1] else None

    def legal(self, point: Point) -> bool:
        if point in self.stones:
            return False
        stones = self.after(point)
        return stones is not None and frozenset(stones.items()) not in self.seen

    def is_eye(self, point: Point) -> bool:
        near = self.neighbours(point)
        row, column = point
        diagonals = [(row + dr, column + dc) for dr in (-1, 1) for dc in (-1, 1)]
        enemies = sum(self.stones.get(diagonal) == 3 - self.player for diagonal in diagonals)
        return all(self.stones.get(at) == self.player for at in near) and enemies + (len(near) < 4) < 2

    def acceptable(self, point: Point) -> bool:
        """Whether a playout may play `point`."""
        return (
            point not in self.stones and point != self.ko and not self.is_eye(point) and self.after(point) is not None
        )

    def play(self, point: Point | None) -> None:
        self.ko = None
        if point is not None:
            before = self.stones
            self.stones = self.after(point)
            captured = [at for at in before if at not in self.stones]
            chain, _ = self.region(point, self.stones)
            liberties = {near for stone in chain for near in self.neighbours(stone) if near not in self.stones}
            if len(captured) == 1 and len(chain) == 1 and len(liberties) == 1:
                self.ko = captured[0]
            self.seen.add(frozenset(self.stones.items()))
        self.player = 3 - self.player

    def lead(self) -> int:
        total = 0
        for point in self.points:
            owner = {self.stones[point]} if point in self.stones else self.region(point, self.stones)[1]
            total += {(BLACK,): 1, (WHITE,): -1}.get(tuple(owner), 0)
        return total

    def playout(self, source: random.Random) -> int:
        """To the end; the number of moves."""
        passes = moves = 0
        while passes < 2 and moves < 3 * self.size**2:
            empty = [point for point in self.points if point not in self.stones]
            source.shuffle(empty)
            choice = next(filter(self.acceptable, empty), None)
            passes = passes + 1 if choice is None else 0
            self.play(choice)
            moves += 1
        return moves
