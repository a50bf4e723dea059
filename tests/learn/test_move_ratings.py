"""Ratings of moves: gammas that are known are found again, and a step of the iteration worked by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from toys import PythonNim, nim

import anyspace
from anyspace import OptionError, PythonGame
from anyspace.cli import main
from anyspace.learn.ratings import (
    Decisions,
    as_weights,
    every,
    fit,
    gather,
    log_likelihood,
    recorded,
    self_play,
    uniform_likelihood,
    what_to_rate,
)
from anyspace.parts.playout.move_weights import load_weights
from anyspace.training.records import files_in, matches_in


def made_up(moves: Any, features: Any, count: int, seed: int) -> Decisions:
    """Competitions between six teams each, decided by these gammas."""
    source = np.random.default_rng(seed)
    teams = source.integers(len(moves), size=(count, 6)), source.integers(len(features), size=(count, 6))
    strength = moves[teams[0]] * features[teams[1]]
    shares = np.cumsum(strength, axis=1) / strength.sum(axis=1, keepdims=True)
    winners = (source.random(count)[:, None] > shares).sum(axis=1)
    starts = np.arange(count) * 6
    return Decisions(starts, teams[0].ravel(), teams[1].ravel(), starts + winners)


def test_gammas_are_recovered() -> None:
    moves, features = np.exp(np.linspace(-1, 1, 8)), np.exp(np.array([0.0, 1.5, -1.0, 0.5, -2.0]))
    found = fit(made_up(moves, features, 20_000, seed=1), len(moves), len(features), prior=0.5, rounds=500)
    for gammas, true in ((found.moves, moves), (found.features, features)):
        logs = np.log(gammas) - np.log(gammas).mean(), np.log(true) - np.log(true).mean()  # all that can be told
        assert logs[0] == pytest.approx(logs[1], abs=0.08)
    assert 1 < found.rounds < 500, "it ends where nothing changes any more"


def test_a_round_by_hand() -> None:
    """Move 0 beats move 1 twice and loses once, prior 1, features all alike. From gammas of 1: E = 2 in all three.
    Move 0: W = 2 + 1, denominator 3/2 + 2/2; move 1: W = 1 + 1, the same."""
    decisions = Decisions(*(np.array(x) for x in ([0, 2, 4], [0, 1, 0, 1, 1, 0], [0] * 6, [0, 2, 4])))
    found = fit(decisions, 2, 1, prior=1.0, rounds=1, by="moves")
    assert found.moves.tolist() == pytest.approx([3 / 2.5, 2 / 2.5])
    assert found.features.tolist() == [1.0]
    converged = fit(decisions, 2, 1, prior=1e-6, rounds=5000, by="moves")
    assert converged.moves[0] / converged.moves[1] == pytest.approx(2.0, rel=0.05), "two wins to one"


def test_every_round_makes_what_happened_likelier() -> None:
    decisions = made_up(np.exp(np.linspace(-1, 1, 8)), np.array([1.0, 4.0, 0.2]), 500, seed=2)
    chances = [fit(decisions, 8, 3, prior=1e-9, rounds=rounds).likelihood for rounds in range(8)]
    assert chances == sorted(chances) and chances[0] == pytest.approx(uniform_likelihood(decisions))


def test_what_never_won_is_not_extreme_and_what_never_played_is_1() -> None:
    decisions = Decisions(*(np.array(x) for x in ([0], [0, 1], [0, 0], [0])))
    found = fit(decisions, 3, 1, prior=1.0, rounds=500)
    assert 0.3 < found.moves[1] < 1 < found.moves[0] < 3 and found.moves[2] == pytest.approx(1.0)


def test_parts_of_decisions() -> None:
    decisions = Decisions(*(np.array(x) for x in ([0, 2, 5, 6], [*range(8)], [*range(8)], [1, 2, 5, 7])))
    most, others = every(decisions, 2)
    assert most.moves.tolist() == [0, 1, 5] and most.starts.tolist() == [0, 2] and most.chosen.tolist() == [1, 2]
    assert others.moves.tolist() == [2, 3, 4, 6, 7] and others.starts.tolist() == [0, 3]
    assert others.chosen.tolist() == [0, 4] and others.counts.tolist() == [3, 2]


def test_games_are_gathered_and_rated(tmp_path: Path) -> None:
    game = nim(10, actions=4, features=count_modulo_4, move_features=4)
    done: list[int] = []
    decisions = gather(self_play(game, 12, 200, seed=1, on_game=done.append))
    assert done == [*range(1, 13)] and len(decisions) > 12
    assert (decisions.features < 4).all() and (decisions.moves < 8).all()
    found = fit(decisions, 8, 4, by="features")
    assert found.features.argmax() == 0, "to leave a multiple of four wins"
    assert log_likelihood(decisions, found.moves, found.features) > uniform_likelihood(decisions)
    weights = as_weights(game, found, "features")
    assert weights.moves is None and weights.features.tolist() == np.log(found.features).tolist()


def count_modulo_4(state: Any, listed: Any, n: int, out: Any) -> None:
    for i in range(n):
        out[i] = (state.left - listed[i]) % 4


def test_recorded_games_are_rated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = anyspace.load("tic_tac_toe")
    for number, moves in enumerate(["b2 a1 c3 a3 a2 c2 b3 b1 c1", "b2 a1 a2 c2 c3"]):
        match = anyspace.Match(game)
        for move in moves.split():
            match.play(move)
        match.save(tmp_path / f"{number}.json")
    done: list[int] = []
    files = files_in([tmp_path])
    decisions = gather(recorded(game, matches_in(game, files), done.append))
    assert done == [1, 2] and decisions.counts.tolist() == [*range(9, 1, -1), *range(9, 4, -1)], "the last was forced"
    centre = decisions.moves[decisions.chosen][[0, 8]].tolist()
    assert len(set(centre)) == 1, "both began in the middle"
    out = tmp_path / "weights.npz"
    words = ["lab", "ratings", "tic_tac_toe", "--records", str(tmp_path), "--out", str(out)]
    assert main(words) == 0 and load_weights(out).moves.argmax() == centre[0]
    assert "13 decisions" in capsys.readouterr().out
    anyspace.Match(anyspace.load("mnk")).save(tmp_path / "2.json")
    assert main(words) == 0
    said = capsys.readouterr()
    assert "13 decisions" in said.out and "1 of 3 records were skipped; the first: " in said.err
    assert main([*words, "--games", "5"]) != 0
    assert "leave out --games" in capsys.readouterr().err
    assert main(["lab", "ratings", "othello", "--records", str(tmp_path), "--out", str(out)]) != 0
    assert "0.json" in capsys.readouterr().err


def test_ctrl_c_rates_what_was_played() -> None:
    game = nim(10, actions=4)

    def interrupted() -> Any:
        yield game.start(), 2
        raise KeyboardInterrupt

    decisions = gather(interrupted())
    assert len(decisions) == 1 and decisions.moves.tolist() == [1, 2, 3] and decisions.chosen.tolist() == [1]


def test_games_that_cannot_be_rated_are_refused() -> None:
    with pytest.raises(OptionError, match="everybody sees everything"):
        next(self_play(nim(5), 1, 10, 1))


def test_what_can_be_rated() -> None:
    plain, looked_at = nim(5, actions=4), nim(5, actions=4, features=count_modulo_4, move_features=4)
    assert [what_to_rate(plain), what_to_rate(looked_at), what_to_rate(looked_at, "moves")] == [
        "moves",
        "both",
        "moves",
    ]
    with pytest.raises(OptionError, match="says nothing of what moves look like"):
        what_to_rate(plain, "features")
    with pytest.raises(OptionError, match="not numbers"):
        what_to_rate(PythonGame(PythonNim, actions=3))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "hex4.npz"
    words = ["lab", "ratings", "hex(size=4)", "--games", "6", "--iterations", "100", "--out", str(out)]
    assert main([*words, "--by", "features"]) == 0
    assert "decisions" in capsys.readouterr().out
    found = load_weights(out)
    assert found.moves is None and len(found.features) == 379
    assert main(["lab", "ratings", "tic_tac_toe", "--by", "features", "--out", str(out)]) != 0
    assert "says nothing of what moves look like" in capsys.readouterr().err
    assert main([*words, "--games", "0"]) != 0
    assert "--games must be 1 or more" in capsys.readouterr().err
