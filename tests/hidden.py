"""What every game with hidden information must keep: a guess is one that the observer cannot tell from the truth."""

from __future__ import annotations

import random

from anyspace.rules.game import CHANCE, AnyGame


def check_determinizations(game: AnyGame, games: int, per_state: int, seed: int = 0, share: float = 0.3) -> int:
    """Random games; at a `share` of their positions every observer's guesses are checked. Returns how many were."""
    source = random.Random(seed)
    checked = varied = 0
    for _ in range(games):
        state = game.start(seed=source.getrandbits(32))
        while not state.over:
            if source.random() < share:
                for observer in range(game.players):
                    guesses = set()
                    for _ in range(per_state):
                        number = source.getrandbits(32)
                        guess = state.determinize(observer, seed=number)
                        assert guess == state.determinize(observer, seed=number), "one seed, one guess"
                        assert guess.view(observer) == state.view(observer), (
                            f"player {observer} could tell:\n{state.view(observer)}\n---\n{guess.view(observer)}"
                        )
                        assert guess.mover == state.mover
                        if state.mover == observer:
                            assert sorted(guess.moves()) == sorted(state.moves()), "the mover knows its own moves"
                        guesses.add(str(guess))
                        checked += 1
                    varied += len(guesses) > 1
                    finish(guess, source)
            moves = state.moves()
            if state.mover == CHANCE:
                state.play(source.choices(moves, state.weights())[0])
            else:
                state.play(source.choice(moves))
    assert varied > 0, "no guess ever differed from another: is anything hidden?"
    return checked


def finish(state: object, source: random.Random) -> None:
    """A guess can be played to the end like any state."""
    while not state.over:
        state.play(source.choice(state.moves()))
    least, greatest = state.game.payoffs
    assert all(least <= payoff <= greatest for payoff in state.returns())
