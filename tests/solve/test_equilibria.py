"""Equilibria: against pyspiel's best responses and solvers' own thresholds, Kuhn's value, and games known by heart."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import anyspace
from anyspace import GameError, OptionError, PythonGame
from anyspace.cli import main
from anyspace.solve.equilibria.by_search import exploited_by_search, facing
from anyspace.solve.equilibria.cfr import CFR
from anyspace.solve.equilibria.mccfr import MCCFR
from anyspace.solve.equilibria.response import best_answer, exploited
from anyspace.solve.equilibria.starts import all_starts
from anyspace.solve.equilibria.strategy import tabulated
from anyspace.solve.equilibria.unfolded import Unfolded, unfolded

KUHN_VALUE = -1 / 18


@cache
def tree_of(name: str) -> Unfolded:
    return unfolded(anyspace.load(name))


def test_every_start_is_found_with_its_odds() -> None:
    kuhn = all_starts(anyspace.load("kuhn_poker"))
    assert len(kuhn) == 6 and [odds for _, odds in kuhn] == pytest.approx([1 / 6] * 6)
    assert len({tuple(state["cards"]) for state, _ in kuhn}) == 6
    leduc = all_starts(anyspace.load("leduc_poker"))
    assert len(leduc) == 30 and sum(odds for _, odds in leduc) == pytest.approx(1.0)
    assert all(odds == pytest.approx(1 / 30) for _, odds in leduc)


@pytest.mark.parametrize(
    ("name", "sets", "nash_conv"),
    [("kuhn_poker", 12, 11 / 12), ("kuhn_poker(players=3)", 48, None), ("leduc_poker", 936, 4.747222222)],
)
def test_players_who_play_anything(name: str, sets: int, nash_conv: float | None) -> None:
    """NashConv as pyspiel's exact best responses have it."""
    tree = tree_of(name)
    assert len(tree.owner) == sets
    found = exploited(tree, tree.uniform())
    pyspiel = pytest.importorskip("pyspiel")
    spiel = pyspiel.load_game(name)
    theirs = pyspiel.nash_conv(spiel, pyspiel.UniformRandomPolicy(spiel)) if nash_conv is None else nash_conv
    assert found.nash_conv == pytest.approx(theirs, abs=1e-8)
    assert found.exploitability == pytest.approx(theirs / tree.game.players, abs=1e-8)


def test_the_best_answer_is_worth_what_it_is_said_to_be() -> None:
    tree = tree_of("leduc_poker")
    uniform = tree.uniform()
    found = exploited(tree, uniform)
    for player in (0, 1):
        answer = best_answer(tree, uniform, player)
        assert exploited(tree, answer).values[player] == pytest.approx(found.best[player])
        own = np.repeat(tree.owner == player, np.diff(tree.first))
        assert set(answer[own]) == {0.0, 1.0} and (answer[~own] == uniform[~own]).all()


@pytest.mark.parametrize(("plus", "nash_conv"), [(False, 0.005), (True, 0.0005)])
def test_cfr_finds_what_kuhn_poker_is_worth(plus: bool, nash_conv: float) -> None:
    solver = CFR(tree_of("kuhn_poker"), plus=plus).run(iterations=1000)
    found = solver.exploited()
    assert solver.done == 1000 and found.nash_conv < nash_conv
    assert found.values[0] == pytest.approx(KUHN_VALUE, abs=1e-3)
    strategy, state = solver.strategy, solver.game.start(seed=1)
    assert sum(strategy(state).values()) == pytest.approx(1.0) and strategy.sample(state, seed=1) in state.moves()


def test_cfr_is_as_good_in_leduc_as_open_spiels() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    spiel = pyspiel.load_game("leduc_poker")
    theirs = pyspiel.CFRSolver(spiel)
    for _ in range(30):
        theirs.evaluate_and_update_policy()
    ours = CFR(tree_of("leduc_poker")).run(iterations=30).exploited().nash_conv
    assert ours == pytest.approx(pyspiel.nash_conv(spiel, theirs.average_policy()), rel=0.1)


@pytest.mark.parametrize(
    ("sampling", "iterations", "kuhn", "leduc"), [("external", 1000, 0.05, 2.5), ("outcome", 10_000, 0.04, 3.0)]
)
def test_sampling_at_open_spiels_thresholds(sampling: str, iterations: int, kuhn: float, leduc: float) -> None:
    """Its tests ask this of one seed. Seeds differ: half of them are below, or nearly, as theirs are."""
    for name, threshold, seeds in (("kuhn_poker", kuhn, 15), ("leduc_poker", leduc, 3)):
        game, tree = anyspace.load(name), tree_of(name)
        found = [
            MCCFR(game, sampling, seed=seed).run(iterations=iterations).exploited(tree).nash_conv
            for seed in range(seeds)
        ]
        assert np.median(found) < 1.2 * threshold


@pytest.mark.parametrize("sampling", ["external", "outcome"])
def test_sampling_converges_and_repeats_itself(sampling: str) -> None:
    game, tree = anyspace.load("kuhn_poker"), tree_of("kuhn_poker")
    solver = MCCFR(game, sampling, seed=3).run(iterations=200_000)
    found = solver.exploited(tree)
    assert solver.sets == 12 and found.nash_conv < 0.02 and found.values[0] == pytest.approx(KUHN_VALUE, abs=5e-3)
    again = MCCFR(game, sampling, seed=3).run(iterations=100_000).run(iterations=100_000)
    assert again.strategy.known == solver.strategy.known, "how it was divided makes no difference"


def test_what_was_learnt_survives_growth() -> None:
    game = anyspace.load("goofspiel(cards=6,order=ascending)")
    solver = MCCFR(game, "outcome", seed=1).run(iterations=8_000)
    assert solver.sets > 2_000 and len(solver._sets.keys) > 4096
    state = game.start()
    assert sum(solver.strategy(state).values()) == pytest.approx(1.0)


def test_moves_made_at_the_same_time() -> None:
    tree = tree_of("rock_paper_scissors")
    solver = CFR(tree, plus=True).run(iterations=5000)
    assert solver.strategy(tree.game.start()) == pytest.approx({0: 1 / 16, 1: 10 / 16, 2: 5 / 16}, abs=0.01)
    small = CFR(tree_of("goofspiel(cards=3)"), plus=True).run(iterations=500).exploited()
    assert small.nash_conv < 0.01 and small.values[0] == pytest.approx(0.0, abs=0.01)


def test_perfect_information_needs_no_rule() -> None:
    tree = unfolded(anyspace.load("left_right(steps=4)"))
    found = exploited(tree, tree.uniform())
    assert found.best[0] == max(payoff[0] for payoff in tree.payoffs) > found.values[0]


def test_games_that_live_in_python() -> None:
    pytest.importorskip("pyspiel")
    tree = unfolded(anyspace.load("open_spiel:kuhn_poker"))
    assert exploited(tree, tree.uniform()).nash_conv == pytest.approx(11 / 12)
    assert MCCFR(tree.game, "external", seed=1).run(iterations=300).exploited(tree).nash_conv < 0.3


def test_any_function_is_a_strategy() -> None:
    tree = tree_of("kuhn_poker")

    def always_bets(state: Any) -> dict[int, float]:
        return {1: 1.0}

    found = exploited(tree, tabulated(tree, always_bets))
    assert found.values == pytest.approx([0.0, 0.0])
    assert found.best == pytest.approx([1 / 3, 1 / 3])  # folds the jack (1 lost for 2), calls with the rest
    with pytest.raises(OptionError, match="a strategy answered"):
        tabulated(tree, lambda state: {})


def test_a_search_that_knows_the_strategy_earns_no_more_than_the_best_answer() -> None:
    tree = tree_of("kuhn_poker")
    answer = lambda state: {1: 1.0}  # noqa: E731
    bound = exploited_by_search(tree.game, answer, iterations=60, games=60, seed=1)
    exact = exploited(tree, tabulated(tree, answer))
    assert bound.nash_conv + bound.margin > 0.0 and bound.nash_conv - bound.margin <= exact.nash_conv
    with pytest.raises(OptionError, match="at the same time"):
        facing(anyspace.load("rock_paper_scissors"), answer, 0)


class Dealt:
    """Deals in Python, where it cannot be foretold."""

    def __init__(self) -> None:
        self.card = 0

    def start(self, source: Any) -> Dealt:
        made = Dealt()
        made.card = source.randrange(2)
        return made

    def mover(self) -> None:
        return None

    def moves(self) -> list[int]:
        return []

    def play(self, move: int) -> None: ...

    def returns(self) -> list[float]:
        return [0.0, 0.0]

    def copy(self) -> Dealt:
        made = Dealt()
        made.card = self.card
        return made

    def information_key(self, observer: int) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dealt) and self.card == other.card


class Endless:
    """Says that two moves end it, and goes on."""

    players, payoffs, max_moves, max_length = 2, (-1, 1), 1, 2

    def __init__(self, made: int = 0) -> None:
        self.made = made

    def mover(self) -> int:
        return self.made % 2 if self.made < 9 else anyspace.OVER

    def moves(self) -> list[int]:
        return [0]

    def play(self, move: int) -> None:
        self.made += 1

    def returns(self) -> list[float]:
        return [0.0, 0.0]

    def copy(self) -> Endless:
        return Endless(self.made)

    def information_key(self, observer: int) -> int:
        return self.made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Endless) and self.made == other.made


def test_what_cannot_be_solved_is_said() -> None:
    with pytest.raises(OptionError, match="no rule 'information_key'"):
        unfolded(anyspace.load("phantom"))
    with pytest.raises(OptionError, match="more than 500 histories"):
        unfolded(anyspace.load("leduc_poker"), most=500)
    with pytest.raises(GameError, match="deals at its start"):
        unfolded(PythonGame(Dealt))
    with pytest.raises(OptionError, match="sampling must be"):
        MCCFR(anyspace.load("kuhn_poker"), "internal")
    with pytest.raises(OptionError, match="exploration must be"):
        MCCFR(anyspace.load("kuhn_poker"), "outcome", exploration=0)


def test_a_game_that_is_longer_than_it_says() -> None:
    with pytest.raises(GameError, match="did not end within max_length=2 moves"):
        unfolded(PythonGame(Endless))


def test_ctrl_c_ends_a_measurement_with_what_was_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole_run = CFR.run
    monkeypatch.setattr(CFR, "run", lambda solver, iterations: whole_run(solver, iterations=7))
    assert main(["lab", "exploit", "kuhn_poker", "cfr", "uniform", "--budgets", "50", "100"]) == 0
    rows = [line.split()[:2] for line in capsys.readouterr().out.splitlines()[2:] if line.split()]
    assert ["cfr", "7"] in rows and not any(row[0] == "uniform" for row in rows)


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    out = tmp_path / "found.csv"
    assert (
        main(["lab", "exploit", "kuhn_poker", "uniform", "cfr+", "external", "--budgets", "50", "--out", str(out)]) == 0
    )
    text = capsys.readouterr().out
    assert "55 histories, 12 information sets" in text and "0.9167" in text
    assert len(out.read_text().splitlines()) == 4
    assert main(["lab", "exploit", "kuhn_poker", "cfr", "--budgets", "100", "0"]) == 2
    assert "--budgets must be 1 or more, not 0" in capsys.readouterr().err
