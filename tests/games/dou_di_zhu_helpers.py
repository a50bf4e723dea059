"""Positions and plays of Dou Di Zhu for its tests, in words of cards."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from anyspace.games import dou_di_zhu
from anyspace.rules.game import Game, State

RANKS = "3456789TJQKA2bR"
DECK = "3456789TJQKA2" * 4 + "bR"

loaded = cache(dou_di_zhu.game)  # every variant is built once


def word(cards: str) -> int:
    """A set of cards as the rules keep it, from names in any order."""
    held = Counter(cards.replace(" ", ""))
    return sum(1 << RANKS.index(name) + 16 * row for name, n in held.items() for row in range(n))


def names(cards: int) -> str:
    """The cards of a word, in order."""
    return "".join(name * sum(int(cards) >> rank + 16 * row & 1 for row in range(4)) for rank, name in enumerate(RANKS))


def in_order(cards: Any) -> str:
    return "".join(sorted(cards, key=RANKS.index))


def position(*hands: str, turn: int = 0, shown: str = "", game: Game | None = None) -> State:
    """A position in which `turn` leads."""
    game = game or loaded()
    state = game.start(seed=0)
    record = game.backend.record(state._block)
    record.hands[:] = [word(hand) for hand in hands]
    record.shown, record.turn = word(shown), turn
    return state


def played(state: State, line: str) -> State:
    for name in line.split():
        state.play(state.parse(name))
    return state


def legal(state: State) -> set[str]:
    return {state.name(move) for move in state.moves()}


GROUP_NAMES: dict[int, str] = {}


def group_name(state: State, move: int) -> str:
    """The name of a move that is not a kicker: the same in all positions."""
    if move not in GROUP_NAMES:
        GROUP_NAMES[move] = state.name(move)
    return GROUP_NAMES[move]


def full_plays(state: State) -> dict[tuple[str, str], list[int]]:
    """Every play of the mover: its group and its kickers in order, and the moves that make it."""

    def kicked(state: State, name: str, due: int, kickers: str, moves: list[int]) -> None:
        for move in state.moves():
            chosen = kickers + state.name(move)
            if due > 1:
                kicked(state.copy().play(move), name, due - 1, chosen, [*moves, move])
            else:
                assert (name, in_order(chosen)) not in plays, "one play can be made in one way only"
                plays[name, in_order(chosen)] = [*moves, move]

    plays: dict[tuple[str, str], list[int]] = {}
    for move in state.moves():
        name = group_name(state, move)
        if "+" in name:
            due = 2 if name[0] == name[3] else len(name) // 3  # a quadplex, or trios
            kicked(state.copy().play(move), name, due, "", [move])
        else:
            plays[name, ""] = [move]
    return plays
