"""Running methods for one player: budgets, threads, Ctrl-C, progress, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from solve.plain import plainly
from solve.puzzles import Knapsack, coins, left_moves
from uncompiled import uncompiled

import anyspace
from anyspace import BudgetError, GameError, OptionError, PythonGame, Solo
from anyspace.rng import bits, new
from anyspace.solve.crew import seeds

__all__ = ["plainly"]


def test_level_2_of_nrpa_finds_sixty_left_moves_compiled_on_one_core_and_on_two() -> None:
    game = left_moves(60)
    first = Solo(game, "nrpa:level=2", seed=1).run(game.start(), iterations=20_000, target=60)
    assert first.value == 60.0 and first.line == [0] * 60
    again = Solo(game, "nrpa:level=2", seed=1).run(game.start(), iterations=first.stats.iterations)
    assert (again.line, again.stats.iterations) == (first.line, first.stats.iterations)
    both = Solo(game, "nrpa:level=2", threads=2, seed=1).run(game.start(), iterations=2000)
    assert both.stats.threads == 2 and both.stats.iterations == 2000
    assert both.value >= 40.0 and both.stats.parts == "nrpa:level=2"
    other = Solo(game, "nrpa:level=2", seed=2).run(game.start(), iterations=500)
    assert other.line != Solo(game, "nrpa:level=2", seed=3).run(game.start(), iterations=500).line


def test_threads_have_numbers_of_their_own() -> None:
    with np.errstate(over="ignore"):
        streams = [{int(bits(source)) for _ in range(200)} for source in map(new, seeds(7, 4))]
    assert seeds(7, 1) == [7] and seeds(7, 4)[:2] == seeds(7, 2)
    assert len(set.union(*streams)) == 4 * 200


def test_progress_only_gets_better() -> None:
    game, seen = left_moves(60), []
    result = Solo(game, "nrpa:level=5", seed=4).run(
        game.start(), seconds=0.3, on_progress=lambda found: seen.append(found.value), every=0.01
    )
    assert seen and seen == sorted(seen) and result.value >= seen[-1]


@pytest.mark.usefixtures("plainly")
def test_the_greatest_payoff_ends_a_run() -> None:
    game = uncompiled(left_moves(3, payoffs=(0, 3)))
    result = Solo(game, "nrpa:level=1", seed=1).run(iterations=10_000)
    assert result.value == 3.0 and result.proven and result.stats.iterations < 1000
    assert not Solo(game, "nrpa:level=1", seed=1).run(iterations=10_000, target=1).proven


@pytest.mark.usefixtures("plainly")
def test_what_playouts_leave_alone_is_left_alone() -> None:
    def playout_moves(state: Any, out: Any) -> int:
        out[0] = 1
        return 1

    game = uncompiled(left_moves(5, playout_moves=playout_moves))
    assert Solo(game, "nrpa:level=1", seed=1).run(iterations=50).value == 0.0
    assert Solo(game, "nrpa:level=1,tabu=false", seed=1).run(iterations=50).value > 2.0
    assert Solo(game, "nmcs:level=1", seed=1).run(iterations=11).value == 5.0, "the level itself tries every move"


@pytest.mark.usefixtures("plainly")
@pytest.mark.parametrize(("score", "message"), [(math.nan, "nan"), (math.inf, "gave inf; expected a finite number")])
def test_a_score_that_is_none(score: float, message: str) -> None:
    def returns(state: Any, out: Any) -> None:
        out[0] = score

    game = uncompiled(left_moves(3, returns=returns))
    for method in ("nrpa", "nmcs"):
        with pytest.raises(GameError, match=message):
            Solo(game, method).run(iterations=5)


@pytest.mark.usefixtures("plainly")
def test_codes_that_collide_are_refused() -> None:
    def code(state: Any, move: int) -> int:
        return 7

    with pytest.raises(GameError, match="'code' gave 7 to both moves"):
        Solo(uncompiled(left_moves(3, code=code)), "nrpa").run(iterations=5)


@pytest.mark.usefixtures("plainly")
def test_a_game_that_never_ends_is_told() -> None:
    with pytest.raises(GameError, match="did not end within 5 moves"):
        Solo(uncompiled(left_moves(20, max_length=5)), "nrpa").run(iterations=5)


def test_a_python_rule_that_raises_reaches_the_caller() -> None:
    class Broken(Knapsack):
        def copy(self) -> Broken:
            return Broken(self.taken)

        def play(self, move: str) -> None:
            if len(self.taken) == 2:
                raise ZeroDivisionError("the sack tore")
            super().play(move)

    with pytest.raises(ZeroDivisionError, match="the sack tore"):
        Solo(PythonGame(Broken), "nmcs:level=1").run(iterations=50)


def test_what_is_refused() -> None:
    game = uncompiled(coins(3, prior=None, actions=None))
    for method, message in (("nrpa:prior=true", "rule 'prior'"), ("nmcs:amaf=2", "actions="), ("nrpa:n=0", "n must")):
        with pytest.raises(OptionError, match=message):
            Solo(game, method)
    with pytest.raises(OptionError, match="is for one player"):
        Solo(anyspace.load("tic_tac_toe"))
    with pytest.raises(OptionError, match="threads must be"):
        Solo(game, threads=0)
    with pytest.raises(OptionError, match="game must be"):
        Solo("coins")  # type: ignore[arg-type]
    with pytest.raises(BudgetError, match="a search needs a budget"):
        Solo(game).run()
    with pytest.raises(OptionError, match="target must be"):
        Solo(game).run(iterations=5, target=math.nan)
