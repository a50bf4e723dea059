"""Guesses kept from move to move: what Bayes' rule says, in every mode; and it is told where there are none."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from scipy.stats import chisquare
from uncompiled import plain_search, slowed, uncompiled

import anyspace
from anyspace.core.check import check
from anyspace.errors import GameError, OptionError
from anyspace.games import battleship, phantom, tiger, tron
from anyspace.rules.game import CHANCE, Game

LIKELY = 0.001
"""A test that compares frequencies is wrong once in so many."""


def unguessed(game: Any) -> Any:
    """The same game without its own guesses."""
    return uncompiled(Game(**{**game.facts(), "determinize": None}))


def followed(search: Any, state: Any, moves: list[int], iterations: int = 2) -> None:
    """Play these moves, searching wherever there is something to decide."""
    for move in moves:
        if state.mover >= 0:
            search.run(state, iterations=iterations, even_if_forced=True)
        search.advance(move)
        state.play(move)
    search.run(state, iterations=iterations, even_if_forced=True)


def heard_on_the_right(times: int) -> float:
    odds = (0.85 / 0.15) ** times
    return odds / (1 + odds)


@pytest.mark.parametrize("heard", [[1], [1, 0], [1, 1, 0, 1]])
def test_the_bag_is_what_bayes_rule_says(heard: list[int]) -> None:
    counts: Counter[int] = Counter()
    for seed in range(3):
        game = unguessed(tiger.game(horizon=8))
        search = plain_search(game, "particles:count=300", "ucb1:c=0.8", seed=seed)
        followed(search, game.start(seed=seed), [move for sound in heard for move in (0, sound)])
        # a particle may be there several times: one draw of the filter's last step each
        counts.update(int(state["tiger"][0]) for state in search.particles)
    right = heard_on_the_right(sum(2 * sound - 1 for sound in heard))
    share = counts[1] / counts.total()
    assert share == pytest.approx(right, abs=0.05)
    if len(heard) == 1:  # then all were drawn independently of each other
        assert chisquare([counts[0], counts[1]], [900 * (1 - right), 900 * right]).pvalue > LIKELY


def test_what_was_paid_is_known() -> None:
    """After a door the particles have been paid what the player was; or not, if that is not asked for."""
    for paid in (True, False):
        game = unguessed(tiger.game(horizon=6))
        state = game.start(seed=4)
        search = plain_search(game, f"particles:count=60,paid={paid}", "ucb1:c=0.8", seed=1)
        followed(search, state, [1])
        found = {particle.returns()[0] for particle in search.particles}
        assert found == ({state.returns()[0]} if paid else {10.0, -100.0})
        assert {particle.view(0) == state.view(0) for particle in search.particles} >= {True}


def test_the_same_seed_keeps_the_same_particles() -> None:
    def bag() -> list[bytes]:
        game = unguessed(tiger.game(horizon=5))
        search = plain_search(game, "particles:count=40", seed=9)
        followed(search, game.start(seed=1), [0, 1, 0, 0])
        return [bytes(state) for state in search.particles]

    assert bag() == bag()


def test_an_empty_bag_is_filled_from_the_start() -> None:
    """Two particles, and what is heard contradicts itself: games from the start in which the same was heard."""
    game = unguessed(tiger.game(horizon=8))
    search = plain_search(game, "particles:count=2,tries=400", seed=1)
    state = game.start(seed=1)
    followed(search, state, [0, 1, 0, 0, 0, 1, 0, 0])
    assert len(search.particles) == 2 and all(each.view(0) == state.view(0) for each in search.particles)


def test_it_is_told_where_no_particle_is_left() -> None:
    game = unguessed(tiger.game(horizon=30))
    search = plain_search(game, "particles:count=1,tries=1", seed=1)
    with pytest.raises(GameError, match=r"no particle is left in which all of the \d+ things seen could be; a larger"):
        followed(search, game.start(seed=1), [0, 1, 0, 0] * 6)
    search.run(game.start(seed=2), iterations=3)  # and the search can be used again


def test_a_position_from_nowhere_is_refused() -> None:
    game = unguessed(tiger.game(horizon=6))
    with pytest.raises(GameError, match=r"nothing is known of how this position came about.*search\.follow\(state\)"):
        plain_search(game, "particles", seed=1).run(game.start(seed=1).play(0).play(1), iterations=5)


def test_the_games_own_guesses_begin_a_bag_in_mid_game() -> None:
    game = uncompiled(tiger.game(horizon=6))
    state = game.start(seed=1).play(0).play(1)
    search = plain_search(game, "particles:count=400", seed=2)
    search.run(state, iterations=2)
    right = sum(int(particle["tiger"][0]) for particle in search.particles) / 400
    assert right == pytest.approx(0.85, abs=0.07)


def test_two_players_have_a_bag_each_and_follow_before_they_search() -> None:
    """Phantom tic-tac-toe by particles: what one is refused the other does not learn."""
    game = unguessed(phantom.game(m=3, n=3, k=3))
    state, source = game.start(seed=1), random.Random(2)
    searches = [plain_search(game, "particles:count=80", seed=side) for side in (0, 1)]
    for search in searches:
        search.follow(state)
    for _ in range(12):
        if state.over:
            break
        if state.mover != CHANCE:
            searches[state.mover].run(state, iterations=4, even_if_forced=True)
            bag = searches[state.mover].particles
            assert bag and all(each.view(state.mover) == state.view(state.mover) for each in bag)
            assert all(each.mover == state.mover and each.moves() == state.moves() for each in bag)
        move = source.choice(state.moves())
        state.play(move)
        for search in searches:
            search.advance(move)


SURROUNDINGS: list[dict[str, Any]] = [
    *({"information": mode} for mode in ("auto", "single", "multi", "determinized:count=3")),
    {"memory": "recycle:nodes=30"},
    {"memory": "stop:nodes=30"},
    *({"parallel": scheme} for scheme in ("tree:threads=1", "root:threads=1", "leaf:threads=1")),
]


@pytest.mark.parametrize("options", SURROUNDINGS, ids=str)
def test_particles_go_with_every_mode_bound_and_scheme(options: dict[str, Any]) -> None:
    game = uncompiled(battleship.game(size=3, ships=1))
    search = plain_search(game, "particles:count=30", **options, seed=1)
    state = game.start(seed=2)
    for _ in range(3):
        result = search.run(state, iterations=40)
        assert result.move in state.moves() and len(search.particles) == 30
        for tree in search.forest:
            check(tree)
        for move in (result.move, None):
            move = state.moves()[0] if move is None else move
            search.advance(move)
            state.play(move)
        if state.over:
            break


def test_a_bound_in_bytes_counts_the_particles() -> None:
    game = uncompiled(battleship.game(size=3, ships=1))
    sizes = []
    for count in (10, 200):
        search = plain_search(game, f"particles:count={count}", memory="stop:bytes=400000", seed=1)
        search.run(game.start(seed=1), iterations=20)
        sizes.append(len(search.tree.nodes))
    assert sizes[0] - sizes[1] > 190 * 2 * 128 // 64
    with pytest.raises(OptionError, match="bytes are too few"):
        plain_search(game, memory="stop:bytes=100000", seed=1).run(game.start(seed=1), iterations=20)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: plain_search(battleship.game(), "particles", information="cheating"), "nothing is guessed where"),
        (lambda: plain_search(tron.game(), "particles"), "made at the same time"),
        (lambda: plain_search(battleship.game(), information="perfect"), "would look at it"),
        (lambda: anyspace.Particles(count=0), "count must be a whole number"),
        (lambda: anyspace.Particles(share=2), "share must be a number"),
    ],
)
def test_what_makes_no_sense_is_refused(make: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make()


class Urn:
    """A Python object: one of two urns, draws from it that are seen, stirring that is not. No rule guesses."""

    players, payoffs, max_moves, max_length = 1, (0.0, 1.0), 3, 40

    def __init__(self, red: bool, drawn: tuple[str, ...] = (), turn: str = "me", said: str = "") -> None:
        self.red, self.drawn, self.turn, self.said = red, drawn, turn, said

    @staticmethod
    def start(source: random.Random) -> Urn:
        return Urn(source.random() < 0.5)

    def copy(self) -> Urn:
        return Urn(self.red, self.drawn, self.turn, self.said)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Urn) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def mover(self) -> int | None:
        return None if self.said else 0 if self.turn == "me" else anyspace.CHANCE

    def moves(self) -> list[str]:
        return {"me": ["draw", "say red", "say blue"], "stir": ["left", "right"], "draw": ["red", "blue"]}[self.turn]

    def weights(self) -> list[float]:
        return [1.0, 1.0] if self.turn == "stir" else [0.75, 0.25] if self.red else [0.25, 0.75]

    def play(self, move: str) -> None:
        if self.turn == "draw":
            self.drawn += (move,)
        if move.startswith("say"):
            self.said = move
        self.turn = {"me": "stir", "stir": "draw", "draw": "me"}[self.turn]

    def observe(self, move: str, observer: int) -> str | None:
        return None if self.turn == "stir" else move

    def returns(self) -> list[float]:
        return [float(self.said == ("say red" if self.red else "say blue")) - 0.01 * len(self.drawn) + 0.2]

    def view(self, observer: int) -> str:
        return f"{self.drawn} {self.turn} {self.said}"


def test_an_object_that_only_says_what_is_seen_is_searched_by_particles() -> None:
    game = anyspace.PythonGame(Urn, payoffs=(-1.0, 2.0))
    assert game.hides and game.needs_following
    search = slowed(anyspace.Search(game, "particles:count=300", seed=3))
    state = game.start(seed=1)
    followed(search, state, ["draw", "left", "red", "draw", "right", "red"])  # type: ignore[list-item]
    assert search.information.name == "multi"
    share = sum(particle.object.red for particle in search.particles) / 300
    assert share == pytest.approx(0.9, abs=0.06)
    assert search.run(state, iterations=300).move == "say red"
    assert anyspace.Search(game, seed=3).information.name == "multi", "and it is the default there"
