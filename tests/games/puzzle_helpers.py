"""What the tests of puzzles share: the frame of a slow twin, files of instances that are not ours, shortest plans."""

from __future__ import annotations

import os
import random
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

import pytest

from anyspace.rules.game import State

ROOT = Path(__file__).parents[2]


class Alone(ABC):
    """A twin of a game for one player, with the interface of pyspiel's games. `begin()` makes it new; the rules are
    `legal_actions`, `apply_action` and `score`."""

    def new_initial_state(self) -> Any:
        return self.begin()

    @abstractmethod
    def begin(self) -> Any: ...

    @abstractmethod
    def legal_actions(self) -> list[int]: ...

    @abstractmethod
    def score(self) -> float: ...

    def is_terminal(self) -> bool:
        return not self.legal_actions()

    def is_chance_node(self) -> bool:
        return False

    def current_player(self) -> int:
        return 0

    def returns(self) -> list[float]:
        return [self.score()]


def data_file(name: str) -> Path:
    """A file of the folder with published instances, which is no part of the project: where `ANYSPACE_DATA` says, or in
    `shared/data` beside the project."""
    folder = Path(os.environ.get("ANYSPACE_DATA", ROOT.parent / "shared" / "data"))
    if not (folder / name).is_file():
        pytest.skip(f"there is no {name}; ANYSPACE_DATA names the folder")
    return folder / name


def shortest_plan(state: State) -> int:
    """By looking at all positions, nearest first; moves made do not count as part of a position."""

    def where(state: State) -> str:
        return state.notation().rpartition(" ")[0]

    layer, seen, made = [state], {where(state)}, 0
    while not any(each.over for each in layer):
        after = {}
        for each in layer:
            for move in each.moves():
                other = each.copy().play(move)
                after.setdefault(where(other), other)
        layer = [other for place, other in after.items() if place not in seen]
        seen |= after.keys()
        made += 1
        assert layer, "the goal cannot be reached"
    assert all(each.returns()[0] == -each["made"] for each in layer if each.over)
    return made


def check_heuristic(game: Any, positions: int, seed: int) -> None:
    """It is 0 at the goal alone, and nowhere more than the moves it takes; in positions of random games."""
    source, seen = random.Random(seed), 0
    state = game.start()
    while seen < positions:
        moves = state.moves()
        if not moves:
            state = game.start()
            continue
        state.play(source.choice(moves))
        says = game.rules["heuristic"](game.backend.record(state._block))
        assert [state.code(move) for move in state.moves()] == [state["made"] * game.actions + m for m in state.moves()]
        if state.over and state.returns()[0] == -state["made"]:
            assert says == 0
        else:
            fresh = game.position(state, made=0)
            assert 0 < says <= shortest_plan(fresh)
        seen += 1
