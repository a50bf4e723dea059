"""The tiger problem: exact dynamic programming over what was heard, and a search that comes close to it."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from hidden import check_determinizations
from uncompiled import plain_search, uncompiled

from anyspace.errors import OptionError
from anyspace.games import tiger
from anyspace.rules.game import CHANCE


def made(**options: Any) -> Any:
    return uncompiled(tiger.game(**options))


def on_the_right(lead: int) -> float:
    """How likely the tiger is behind the right door, having been heard there so much oftener."""
    odds = (0.85 / 0.15) ** lead
    return odds / (1 + odds)


@cache
def optimum(left: int, lead: int) -> tuple[float, int]:
    """What can be had in so many moves, and how."""
    if left == 0:
        return 0.0, 0
    right = on_the_right(lead)
    heard = 0.85 * right + 0.15 * (1 - right)
    listening = -1 + 0.95 * (heard * optimum(left - 1, lead + 1)[0] + (1 - heard) * optimum(left - 1, lead - 1)[0])
    fresh = 0.95 * optimum(left - 1, 0)[0]
    worth = [listening, -100 * (1 - right) + 10 * right + fresh, -100 * right + 10 * (1 - right) + fresh]
    return max(worth), worth.index(max(worth))


def cross_check(games: int) -> int:
    """Random games by hand beside ours: odds, rewards and what is heard. Returns the moves compared."""
    source, compared = random.Random(2), 0
    for seed in range(games):
        state, total, factor, lead = made(horizon=12).start(seed=seed), 0.0, 1.0, 0
        doors = [int(door) for door in state["tiger"]]
        for _ in range(12):
            move = source.choice(state.moves())
            side = doors[0]
            state.play(move)
            if move == 0:
                assert state.mover == CHANCE
                assert state.weights() == pytest.approx([0.15, 0.85] if side == 1 else [0.85, 0.15])
                heard = source.choice(state.moves())
                state.play(heard)
                total, lead = total - factor, lead + (1 if heard else -1)
            else:
                total, lead = total + factor * (-100 if side == move - 1 else 10), 0
                doors.pop(0)
            factor *= 0.95
            compared += 1
            assert state["lead"] == lead and state.returns() == pytest.approx([total])
        assert state.over
    return compared


def test_agrees_with_the_problem_worked_by_hand() -> None:
    assert cross_check(20) == 240


def test_guesses_follow_what_was_heard() -> None:
    check_determinizations(made(horizon=4), games=8, per_state=3)
    state = made(horizon=6).start(seed=1).play(0).play(1).play(0).play(1)
    counts = Counter(int(state.determinize(0, seed=seed)["tiger"][0]) for seed in range(600))
    assert counts[1] / 600 == pytest.approx(on_the_right(2), abs=0.03)


def test_a_search_knows_when_to_listen() -> None:
    """With two moves left: listen, and open a door only if two sounds more came from the other side."""
    game = made(horizon=4)
    for heard in ([], [1, 1], [0, 0]):
        state = game.start(seed=1)
        for sound in heard:
            state.play(0).play(sound)
        lead = sum(2 * sound - 1 for sound in heard)
        move = plain_search(game, "ucb1:c=0.8", seed=4).run(state, iterations=300).move
        assert move == optimum(4 - len(heard), lead)[1]


@pytest.mark.slow
def test_a_search_earns_nine_tenths_of_the_optimum() -> None:
    """By what its moves give away, which is known exactly: what luck brings scatters ten times as much."""
    from anyspace.lab.reproduce.checks.outcome import Size
    from anyspace.lab.reproduce.worlds_rows.chance import CHECKS

    check = next(check for check in CHECKS if "tiger" in check.title)
    assert check.run(lambda said: None, Size(0.5)).figures["share"].low >= 0.9


@pytest.mark.parametrize("options", [{"horizon": 0}, {"horizon": True}, {"discount": 1.5}])
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="tiger"):
        tiger.game(**options)
