"""Games as environments: PettingZoo's and Gymnasium's own tests pass for every game, and nothing hidden is shown."""

from __future__ import annotations

import random
import sys
import warnings
from typing import Any

import numpy as np
import pytest
from toys import PythonNim

import anyspace
from anyspace import GAMES, IllegalMove, MissingDependency, OptionError, PythonGame, load
from anyspace.checking.plain_python import uncompiled
from anyspace.environments import aec_env, seat_env

pettingzoo_test = pytest.importorskip("pettingzoo.test")
env_checker = pytest.importorskip("gymnasium.utils.env_checker")

pytestmark = pytest.mark.filterwarnings("ignore")

SMALLER = {"go": "go(size=5)", "hex": "hex(size=4)", "mnk": "mnk(columns=4,rows=4,k=3)", "amazons": "amazons(size=6)"}
FAMILIES = ["open_spiel:kuhn_poker", "open_spiel:tic_tac_toe", "open_spiel:phantom_ttt", "open_spiel:matrix_rps"]


def game_of(name: str) -> Any:
    """Uncompiled: nothing has to be compiled for a test of faces."""
    if name.startswith("open_spiel:"):
        pytest.importorskip("pyspiel")
        return load(name)
    return uncompiled(load(SMALLER.get(name, name)))


@pytest.mark.parametrize("name", [*GAMES, *FAMILIES])
def test_their_own_tests_pass(name: str, capsys: Any) -> None:
    game = game_of(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pettingzoo_test.api_test(aec_env(game), num_cycles=12)
        pettingzoo_test.seed_test(lambda: aec_env(game), num_cycles=6)
        env_checker.check_env(seat_env(game, opponents="random"), skip_render_check=True)
    assert "Passed API test" in capsys.readouterr().out


def played(env: Any, seed: int) -> tuple[list[Any], dict[str, float]]:
    """A random game: who did what, and what everybody got."""
    env.reset(seed=seed)
    source, done, totals = random.Random(seed), [], dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        action = source.choice(np.flatnonzero(seen["action_mask"]).tolist())
        done.append((agent, action))
        env.step(action)
    return done, totals


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "pig(target=10)", "oware"])
def test_games_are_the_same_games(name: str) -> None:
    """The moves that were made, played again without the environment, pay the same."""
    game = game_of(name)
    env = aec_env(game)
    for seed in range(3):
        done, totals = played(env, seed)
        assert list(totals.values()) == env.unwrapped.state_.returns()
        assert played(aec_env(game), seed) == (done, totals)
        if name == "tic_tac_toe":
            state = game.start()
            for agent, action in done:
                assert agent == f"player_{state.mover}"
                state.play(action)
            assert state.over and state.returns() == list(totals.values())


def test_only_the_mover_has_a_mask_and_spaces_stay_the_same() -> None:
    env = aec_env(game_of("tic_tac_toe"))
    env.reset(seed=1)
    env.step(4)
    assert env.agent_selection == "player_1"
    assert env.observe("player_0")["action_mask"].sum() == 0
    assert env.observe("player_1")["action_mask"].tolist() == [1, 1, 1, 1, 0, 1, 1, 1, 1]
    assert env.observation_space("player_0") is env.observation_space("player_0")
    with pytest.raises(IllegalMove, match="action 4 is not legal here"):
        env.step(4)


def test_moves_without_numbers_are_known_by_their_place() -> None:
    env = aec_env(PythonGame(PythonNim, max_moves=3))
    env.reset(seed=1)
    assert env.action_space("player_0").n == 3 and env.observe("player_0")["action_mask"].tolist() == [1, 1, 1]
    before = env.unwrapped.state_.object.left
    env.step(1)
    assert env.unwrapped.state_.object.left == before - 2


@pytest.mark.parametrize("name", ["kuhn_poker", "open_spiel:kuhn_poker", "phantom", "goofspiel"])
def test_nobody_sees_what_is_hidden(name: str) -> None:
    """A guess looks the same to who guesses; of moves at the same time the later player learns nothing."""
    game = game_of(name)
    env = aec_env(game)
    told = 0
    for seed in range(6):
        env.reset(seed=seed)
        for _ in range(4):
            state = env.unwrapped.state_
            if state.over:
                break
            player = state.mover
            look = env.unwrapped._sight.look
            if game.hides:
                for number in range(4):
                    guess = state.determinize(player, seed=number)
                    assert (look(guess, player) == look(state, player)).all()
                    told += guess != state
            elif game.simultaneous and player == 0:
                told += 1
                assert len({look(state.copy().play(move), 1).tobytes() for move in state.moves()}) == 1
            env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert told > 0


def test_fields_and_text_and_planes() -> None:
    shapes = {
        kind: aec_env(game_of("tic_tac_toe"), observation=kind).observation_space("player_0")["observation"].shape
        for kind in ("planes", "fields", "text")
    }
    assert shapes["planes"] == (3, 3, 3) and len(shapes["fields"]) == 1 and shapes["text"] == (4096,)
    env = aec_env(game_of("tic_tac_toe"), observation="text", render_mode="ansi")
    env.reset(seed=1)
    assert bytes(env.observe("player_0")["observation"]).rstrip(b"\0").decode() == env.render()
    with pytest.raises(OptionError, match="not for every player's eyes"):
        aec_env(game_of("kuhn_poker"), observation="fields")
    with pytest.raises(OptionError, match="must be one of planes"):
        aec_env(game_of("tic_tac_toe"), observation="pixels")


# ---- one seat


def test_the_others_are_played_by_a_search() -> None:
    """Against a random opponent a simple player wins often; against a search hardly ever."""
    game = game_of("tic_tac_toe")
    wins = {}
    for opponents in ("search", "random"):
        env = seat_env(game, 1, "plain", iterations=60, opponents=opponents)
        won = 0.0
        for seed in range(12):
            seen, _ = env.reset(seed=seed)
            source, over = random.Random(seed), False
            while not over:
                seen, reward, over, _, _ = env.step(source.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            won += reward
        wins[opponents] = won
    assert wins["search"] < wins["random"] and wins["search"] < 0


def test_one_seed_one_episode() -> None:
    env = seat_env(game_of("kuhn_poker"), 1, "plain", iterations=20)
    seen = [env.reset(seed=3)[0]["observation"].tolist() for _ in range(2)]
    assert seen[0] == seen[1]
    assert env.action_masks().dtype == bool and env.action_masks().sum() == 2


def test_what_is_illegal_loses_or_raises() -> None:
    game = game_of("tic_tac_toe")
    env = seat_env(game, opponents="random")
    env.reset(seed=1)
    env.step(4)
    _, reward, over, _, info = env.step(4)
    assert (reward, over, info) == (-1.0, True, {"illegal": True})
    with pytest.raises(IllegalMove, match="reset comes next"):
        env.step(0)
    strict = seat_env(game, opponents="random", illegal="raise")
    strict.reset(seed=1)
    strict.step(4)
    with pytest.raises(IllegalMove, match="not legal here"):
        strict.step(4)


@pytest.mark.parametrize(
    ("options", "message"),
    [({"seat": 2}, "seat must be 0 to 1"), ({"opponents": "me"}, "'search' or 'random'"), ({"illegal": "x"}, "'lose'")],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        seat_env(game_of("tic_tac_toe"), **options)
    with pytest.raises(anyspace.GameError, match="made of a game"):
        aec_env(5)


def test_without_the_packages_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("pettingzoo.utils.wrappers", "gymnasium.spaces"):
        monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingDependency, match=r'pip install "anyspace\[environments\]"'):
        aec_env(game_of("tic_tac_toe"))
    with pytest.raises(MissingDependency, match="gymnasium"):
        seat_env(game_of("tic_tac_toe"))
