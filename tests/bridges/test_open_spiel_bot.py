"""anyspace as a bot of OpenSpiel: in its own drivers, with chance, hidden information and simultaneous moves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from anyspace import BudgetError, OptionError
from anyspace.bridges import open_spiel

pyspiel = pytest.importorskip("pyspiel")

GAMES = [
    *("tic_tac_toe", "connect_four", "pig(winscore=15)", "kuhn_poker", "leduc_poker", "liars_dice", "phantom_ttt"),
    *("matrix_rps", "goofspiel(num_cards=4)", "oshi_zumo(coins=5,size=2)"),
]


def bot(game: Any, player: int, **options: Any) -> Any:
    return open_spiel.Bot(game, player, "plain", **{"iterations": 25, "seed": player, **options})


@pytest.mark.parametrize("name", GAMES)
def test_plays_in_evaluate_bots(name: str) -> None:
    """Against itself and against random moves; one seed, one game."""
    game = pyspiel.load_game(name)
    results = []
    for _ in range(2):
        bots = [bot(game, player) for player in range(game.num_players())]
        results.append(pyspiel.evaluate_bots(game.new_initial_state(), bots, 7))
    assert results[0] == results[1] and len(results[0]) == game.num_players()
    assert all(game.min_utility() <= payoff <= game.max_utility() for payoff in results[0])
    other = [bot(game, 0), *(pyspiel.make_uniform_random_bot(p, 1) for p in range(1, game.num_players()))]
    pyspiel.evaluate_bots(game.new_initial_state(), other, 3)


def test_beats_random_moves() -> None:
    game = pyspiel.load_game("connect_four")
    won = 0.0
    for seed in range(6):
        bots = [bot(game, 0, iterations=80, seed=seed), pyspiel.make_uniform_random_bot(1, seed)]
        won += pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[0]
    assert won >= 4


def test_the_python_drivers() -> None:
    """`restart_at`, `inform_action` and `step_with_policy`, as OpenSpiel's Python code calls them."""
    evaluate = pytest.importorskip("open_spiel.python.algorithms.evaluate_bots").evaluate_bots
    np = pytest.importorskip("numpy")
    for name in ("kuhn_poker", "tic_tac_toe"):
        game = pyspiel.load_game(name)
        bots = [bot(game, player) for player in range(2)]
        payoffs = evaluate(game.new_initial_state(), bots, np.random.RandomState(1))
        assert sum(payoffs) == 0


def test_policies() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    player, state = bot(game, 0), game.new_initial_state()
    policy, action = player.step_with_policy(state)
    assert player.provides_policy() and action in range(9)
    assert sorted(move for move, _ in policy) == list(range(9)) and sum(share for _, share in policy) == pytest.approx(
        1
    )
    assert dict(policy)[action] == max(share for _, share in policy)
    assert not player.is_clonable() and player.provides_force_action() and player.player_id() == 0


def test_the_policy_is_what_the_move_is_drawn_from() -> None:
    game = pyspiel.load_game("matrix_rps")
    player = bot(game, 0)
    result = replace(player.think(game.new_initial_state()), strategies=[[(0, 0.5), (1, 0.25), (2, 0.25)], []])
    player.think = lambda state: result
    assert player.get_policy(game.new_initial_state()) == [(0, 0.5), (1, 0.25), (2, 0.25)]


def test_the_tree_is_kept_from_move_to_move() -> None:
    game = pyspiel.load_game("connect_four")
    player, state = bot(game, 0, iterations=200), game.new_initial_state()
    state.apply_action(player.step(state))
    state.apply_action(3)
    assert player.think(state).stats.reused > 0
    other = game.new_initial_state()
    assert player.think(other).stats.reused == 0  # another game: nothing of it


def test_who_moves_at_the_same_time_is_not_peeked_at() -> None:
    """Rock, paper, scissors: the second seat is asked without knowing; its move does not follow from the first's."""
    game = pyspiel.load_game("matrix_rps")
    moves = {bot(game, 1, seed=seed, iterations=60).step(game.new_initial_state()) for seed in range(8)}
    assert len(moves) > 1


def test_bad_options() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    with pytest.raises(OptionError, match="player must be 0 to 1"):
        bot(game, 2)
    with pytest.raises(BudgetError, match="above 0"):
        bot(game, 0, iterations=0)
    with pytest.raises(OptionError, match="nothing can guess"):
        bot(pyspiel.load_game("negotiation"), 0)
    with pytest.raises(AttributeError, match="no attribute 'Robot'"):
        open_spiel.Robot  # noqa: B018
