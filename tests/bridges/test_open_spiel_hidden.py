"""OpenSpiel's games with hidden information: what is hidden is guessed by pyspiel, and both searches agree."""

from __future__ import annotations

import random
from typing import Any

import pytest

import anyspace
from anyspace import CHANCE, OptionError, Search
from anyspace.bench.agreement import compare
from anyspace.cli import main
from anyspace.core.check import check
from anyspace.rules.codes import NOTHING_SEEN

RESAMPLED = ["kuhn_poker", "leduc_poker", "hearts", "oh_hell", "euchre"]


def decisions(name: str, seed: int, most: int = 200) -> Any:
    """States of a random game in which a player decides."""
    game = anyspace.load(f"open_spiel:{name}")
    source = random.Random(seed)
    state = game.start(seed=seed)
    while not state.over and most > 0:
        most -= 1
        if state.mover == CHANCE:
            state.play(source.choices(state.moves(), state.weights())[0])
        else:
            yield state
            state.play(source.choice(state.moves()))


@pytest.mark.parametrize("name", RESAMPLED)
def test_guesses_leave_what_the_mover_knows(name: str) -> None:
    changed = 0
    for state in decisions(name, seed=4):
        for seed in range(4):
            guess = state.determinize(state.mover, seed=seed)
            assert guess.view(state.mover) == state.view(state.mover)
            assert sorted(guess.moves()) == sorted(state.moves())
            changed += guess != state
    assert changed > 0


@pytest.mark.parametrize("information", ["auto", "single", "multi", "determinized", "cheating"])
@pytest.mark.parametrize("name", ["leduc_poker", "hearts"])
def test_every_mode_runs_on_bridged_games(name: str, information: str) -> None:
    state = next(decisions(name, seed=2))
    search = Search(state.game, "plain", information=information, memory="recycle:nodes=200", seed=1)
    assert search.run(state, iterations=60).move in state.moves()
    check(search.tree)


def test_what_is_seen_of_a_move() -> None:
    """Kuhn: a deal is seen by its receiver alone, a bet by both."""
    game = anyspace.load("open_spiel:kuhn_poker")
    state = game.start(seed=1)
    assert state.mover == CHANCE
    tokens = {move: (state.observe(move, 0), state.observe(move, 1)) for move in state.moves()}
    assert len({own for own, _ in tokens.values()}) == 3
    assert {other for _, other in tokens.values()} == {NOTHING_SEEN}
    state.play(0)
    state.play(2)
    assert state.observe(0, 1) != state.observe(1, 1)


def test_auto_is_honest() -> None:
    """Where pyspiel can guess, and where it cannot (test_open_spiel_guesses.py)."""
    for name, resampled in (("kuhn_poker", True), ("dark_hex", False)):
        game = anyspace.load(f"open_spiel:{name}")
        assert game.resamples == resampled and Search(game, "plain").information.name == "multi"
        with pytest.raises(OptionError, match="hides information"):
            Search(game, "plain", information="perfect")


@pytest.mark.parametrize("name", ["kuhn_poker", "liars_dice"])
def test_play_tells_a_person_what_it_has_seen(name: str, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """One's own card is named and the other's is not; what is said aloud is. `think` tells who decides no more."""
    monkeypatch.setattr("builtins.input", lambda _: "quit")
    assert main(["play", f"open_spiel:{name}", "--seat", "1", "--iterations", "20", "--seed", "3"]) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith(("chance:", "player 0 "))]
    assert len(told) == 2 and told[0] != "chance: hidden" and told[1].startswith("player 0 plays ")
    assert main(["think", f"open_spiel:{name}", "--iterations", "20", "--seed", "3"]) == 0
    assert ", 1 hidden  (drawn now" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "iterations", "deals"), [("kuhn_poker", 150, 120), ("leduc_poker", 60, 60)])
def test_expected_values_agree_with_ismctsbot(name: str, iterations: int, deals: int) -> None:
    """A small run of what `anyspace bench ismcts` measures. Their bot plays differently every time, so that one of 20
    intervals of two standard errors would not do: 4 errors are met by chance in one of 16,000."""
    for row in compare(name, iterations, 1.0, deals, errors=4.0):
        assert row.bar == "within the interval", row


def test_cards_that_nobody_was_shown_are_not_named(capsys: Any) -> None:
    """Skat tells a player its hand when all is dealt: the last card dealt is somebody else's all the same."""
    assert main(["think", "open_spiel:skat", "--iterations", "5", "--seed", "3"]) == 0
    assert "chance: 32 hidden  (drawn now" in capsys.readouterr().out
