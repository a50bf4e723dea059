"""What a search may look at: modes, defaults, refusals; and that it does not look at more."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest
from toys import PythonNim, nim

from anyspace import CHANCE, Determinized, OptionError, PythonGame, Search
from anyspace.core.check import check


def game_of(name: str, **options: Any) -> Any:
    return importlib.import_module(f"anyspace.games.{name}").game(**options)


@pytest.mark.parametrize(
    ("game", "mode"),
    [(nim(), "perfect"), (game_of("kuhn_poker"), "single"), (game_of("phantom", m=3, n=3, k=3), "multi")],
    ids=["nim", "kuhn_poker", "phantom"],
)
def test_auto_takes_what_the_game_calls_for(game: Any, mode: str) -> None:
    assert Search(game, "plain").information.name == mode
    assert Search(game, "plain").run(game.start(seed=1), iterations=50).stats.information == mode


@pytest.mark.parametrize("mode", ["single", "multi", "determinized", Determinized(3)])
def test_open_games_refuse_to_guess(mode: Any) -> None:
    with pytest.raises(OptionError, match="no rule 'determinize'"):
        Search(nim(), "plain", information=mode)


def test_perfect_is_refused_where_it_would_be_cheating() -> None:
    with pytest.raises(OptionError, match="say 'cheating'"):
        Search(game_of("kuhn_poker"), "plain", information="perfect")
    with pytest.raises(OptionError, match="one of auto"):
        Search(game_of("kuhn_poker"), "plain", information="open")
    with pytest.raises(OptionError, match="count"):
        Determinized(0)


@pytest.mark.parametrize("mode", ["single", "multi", "determinized"])
def test_the_true_cards_do_not_matter(mode: str) -> None:
    """Two worlds that the mover cannot tell apart look the same to the search: values differ by chance alone."""
    game = game_of("kuhn_poker")
    worlds: dict[str, dict[str, Any]] = {}
    for seed in range(40):
        state = game.start(seed=seed)
        worlds.setdefault(state.view(0), {})[str(state)] = state
    assert len(worlds) == 3  # the mover's own card
    for same in worlds.values():
        one, other = (
            [Search(game, "plain", information=mode, seed=seed).run(state, iterations=300).value for seed in range(40)]
            for state in list(same.values())[:2]
        )
        error = ((np.var(one) + np.var(other)) / 40) ** 0.5
        assert abs(np.mean(one) - np.mean(other)) < 4 * error + 1e-9


def test_a_tree_is_not_shown_to_the_other_player() -> None:
    game = game_of("kuhn_poker")
    search = Search(game, "plain", seed=1)
    state = game.start(seed=1)
    search.run(state, iterations=500)
    move = state.moves()[0]
    search.advance(move)
    state.play(move)
    assert search.run(state, iterations=100).stats.reused == 0


@pytest.mark.parametrize("mode", ["single", "multi"])
def test_trees_advance_with_what_is_seen(mode: str) -> None:
    game = game_of("phantom", m=3, n=3, k=3)
    search = Search(game, "plain", information=mode, seed=1)
    state = game.start(seed=1)
    for _ in range(4):
        result = search.run(state, iterations=300)
        check(search.tree)
        search.advance(result.move)
        state.play(result.move)
        while state.mover == CHANCE:  # the referee answers
            answer = state.moves()[0]
            search.advance(answer)
            state.play(answer)
        check(search.tree)


def test_kuhn_poker_is_played_sensibly() -> None:
    """With the king one never folds to a bet, with the jack always: both are dominated otherwise."""
    game = game_of("kuhn_poker")
    for seed in range(30):
        state = game.start(seed=seed)
        bet = next(move for move in state.moves() if "bet" in state.name(move).lower())
        state.play(bet)
        card = state.view(1)
        result = Search(game, "plain", information="single", seed=seed).run(state, iterations=2000)
        if "K" in card:
            assert result.value > 0
        if "J" in card:
            assert result.value == pytest.approx(-1, abs=0.2)


class CarelessGuess(PythonNim):
    """Whoever looks at the stones sees one more than there is."""

    def determinize(self, observer: int, source: Any) -> None:
        self.left += 1


@pytest.mark.parametrize("mode", ["single", "determinized"])
def test_only_legal_moves_are_played_however_wrong_the_guess(mode: str) -> None:
    game = PythonGame(CarelessGuess)
    state = game.start()
    state.play("three")
    state.play("three")
    state.play("two")
    assert state.moves() == ["one", "two"]
    result = Search(game, "plain", information=mode, seed=1).run(state, iterations=200)
    assert {row.move for row in result.table} == {"one", "two"}
