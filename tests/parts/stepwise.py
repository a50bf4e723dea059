"""Uniformly random moves through the loop that learning playouts use, and what is played there, told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from anyspace import Part, Search
from anyspace.core.binding import Loop
from anyspace.rng import below


@dataclass(frozen=True)
class Stepwise(Part):
    """Any legal move."""

    kind = "playout"
    reference = "tests"
    steps = True

    def bind(self, loop: Loop) -> None:
        def choose(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> int:
            return below(scratch.rng, n)  # type: ignore[no-any-return]

        loop.choose = choose


def codes_listed(game: Any, scratch: Any, mover: int, n: int) -> list[int]:
    """The codes of the moves that are listed."""
    return [mover * game.actions + int(move) for move in scratch.moves[:n]]


def watch_learning(search: Search, told: Callable[[list[int], list[float]], None]) -> None:
    """Before an iteration is learnt from, tell its moves' codes and the payoffs."""
    inner = search.loop.learn

    def learn(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any, length: int) -> int:
        told([int(code) for code in scratch.trace[: scratch.told[1]]], [float(payoff) for payoff in payoffs])
        return int(inner(tree, game, policy, scratch, payoffs, length))

    search.loop.learn = learn


def watch_choices(search: Search, told: Callable[[list[int], list[int], int], None]) -> None:
    """After a choice in a playout, tell what was played before, what was legal, and which of that was chosen: codes."""
    inner = search.loop.choose

    def choose(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> int:
        chosen = int(inner(tree, game, policy, scratch, mover, n, ply))
        legal = codes_listed(game, scratch, mover, n)
        told([int(code) for code in scratch.trace[: scratch.told[1]]], legal, legal[chosen])
        return chosen

    search.loop.choose = choose
