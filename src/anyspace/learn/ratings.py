"""Elo ratings of what moves look like, from the moves that were chosen in games (Coulom 2007, survey VI-A10).

A decision is a competition between all legal moves that the chosen one has won. A move is a team: its code (who plays
what) and its feature, each with a strength gamma, the team's being their product (a generalized Bradley-Terry model):

    P(move) = gamma[move] gamma[its feature] / sum of the same over all legal moves

The most likely gammas are found by minorization-maximization (Hunter 2004): turn by turn for moves and for features,

    gamma <- W / sum over competitions of C / E

W: competitions won with it; E: the sum of all teams' strengths; C: that of its partners in the competition. Each gamma
also has `prior` wins and as many losses against an opponent of strength 1, so that what is rare is not extreme.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import OptionError
from ..matches.match import Match
from ..parts.playout.move_weights import MoveWeights, numbers_its_moves
from ..rules.game import CHANCE, AnyGame, State
from ..search.search import Search

UNDECIDED = 0.05
"""Decisions of who expects less than this, or more than all but this, are left out: any move will do."""


@dataclass
class Decisions:
    """Competitions, one after the other: the teams of all, and where each begins."""

    starts: Any
    """int64 [decisions]"""
    moves: Any
    """int64 [teams]: codes, `player * actions + move`"""
    features: Any
    """int64 [teams]; all 0 where the game has none"""
    chosen: Any
    """int64 [decisions]: which of all teams has won"""

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def counts(self) -> Any:
        """int64 [decisions]: how many teams each has."""
        return np.diff([*self.starts, len(self.moves)])


def gather(games: Iterator[tuple[State, Any]]) -> Decisions:
    """Decisions from positions and the moves that were chosen there. Ctrl-C ends it with what there is."""
    starts: list[int] = []
    moves: list[int] = []
    features: list[int] = []
    chosen: list[int] = []
    try:
        for state, choice in games:
            legal = state.moves()
            game, looks = state.game, state.features() if state.game.move_features else [0] * len(legal)
            starts.append(len(moves))
            chosen.append(len(moves) + legal.index(choice))
            numbers = [game.backend.number(move) & ACTION for move in legal]
            moves += [state.mover * (game.actions or 1) + number for number in numbers]
            features += looks
    except KeyboardInterrupt:
        pass
    return Decisions(*(np.array(each, np.int64) for each in (starts, moves, features, chosen)))


ACTION = (1 << 30) - 1
"""Moves of Python games have numbers from 2**30 on."""


def what_to_rate(game: AnyGame, by: str = "both") -> str:
    """Of "moves", "features" or "both", what the game can be rated by. Raises `OptionError` if nothing is left."""
    by_move, by_feature = numbers_its_moves(game), game.move_features is not None
    if by == "features" and not by_feature:
        raise OptionError(f"{game.name}: the game says nothing of what moves look like (a rule 'features')")
    if not by_move and (by == "moves" or not by_feature):
        raise OptionError(f"{game.name}: its moves are not numbers, and cannot be known by one in a file")
    return by if by != "both" else "both" if by_move and by_feature else "moves" if by_move else "features"


def every(decisions: Decisions, step: int) -> tuple[Decisions, Decisions]:
    """Two parts: most of them, and every `step`-th."""
    second = np.arange(len(decisions)) % step == step - 1
    return part_of(decisions, ~second), part_of(decisions, second)


def part_of(decisions: Decisions, wanted: Any) -> Decisions:
    """Some of them, by a truth value each."""
    counts = decisions.counts
    teams = np.repeat(wanted, counts)
    starts = np.cumsum(counts[wanted]) - counts[wanted]
    places = decisions.chosen - decisions.starts
    return Decisions(starts, decisions.moves[teams], decisions.features[teams], starts + places[wanted])


def check_game(game: AnyGame) -> None:
    """Raises `OptionError` unless moves are what was chosen by who sees everything."""
    if game.hides or game.actions is None:
        raise OptionError(f"{game.name}: ratings of moves take a game in which everybody sees everything, and actions=")


def recorded(
    game: AnyGame, matches: Iterable[Match], on_game: Callable[[int], object] | None = None
) -> Iterator[tuple[State, Any]]:
    """The decisions of games that were played, everybody's."""
    check_game(game)
    for number, match in enumerate(matches):
        state = match.start
        for step in match.history:
            if state.mover != CHANCE and len(state.moves()) > 1:
                yield state, step.move
            state.play(step.move)
        if on_game is not None:
            on_game(number + 1)


def self_play(
    game: AnyGame, games: int, iterations: int, seed: int, on_game: Callable[[int], object] | None = None
) -> Iterator[tuple[State, Any]]:
    """The decisions of games of plain searches against themselves, as long as there is something to decide."""
    check_game(game)
    least, greatest = game.payoffs
    for number in range(games):
        state, search = game.start(seed=seed + number), Search(game, "plain", seed=seed + number)
        source = random.Random(seed + number)
        while not state.over:
            if state.mover < 0:
                state.play(source.choices(state.moves(), state.weights())[0])
                continue
            result = search.run(state, iterations=iterations)
            if result.stats.interrupted:
                raise KeyboardInterrupt
            reward = (result.value - least) / (greatest - least)
            if not result.forced and UNDECIDED < reward < 1 - UNDECIDED:
                yield state, result.move
            state.play(result.move)
        if on_game is not None:
            on_game(number + 1)


@dataclass
class Fit:
    """Gammas, and how well they predict."""

    moves: Any
    features: Any
    rounds: int
    likelihood: float
    """mean log probability of the chosen moves"""


def fit(
    decisions: Decisions,
    codes: int,
    kinds: int,
    prior: float = 1.0,
    rounds: int = 200,
    by: str = "both",
    on_round: Callable[[int], object] | None = None,
) -> Fit:
    """The gammas of a game with so many codes and features; `by` is "moves", "features" or "both"."""
    each = np.repeat(np.arange(len(decisions)), decisions.counts)
    members = {"moves": decisions.moves, "features": decisions.features}
    sizes = {"moves": codes, "features": kinds}
    gammas = {name: np.ones(size) for name, size in sizes.items()}
    rated = [name for name in members if by in (name, "both")]
    wins = {name: np.bincount(members[name][decisions.chosen], minlength=sizes[name]) for name in rated}
    done = 0
    for _ in range(rounds):
        largest = 0.0
        for name in rated:
            (partner,) = (other for other in members if other != name)
            others = gammas[partner][members[partner]]
            strength = np.add.reduceat(others * gammas[name][members[name]], decisions.starts)
            faced = np.bincount(members[name], others / strength[each], minlength=sizes[name])
            old = gammas[name]
            gammas[name] = (wins[name] + prior) / (faced + 2 * prior / (1 + old))
            largest = max(largest, float(np.abs(np.log(gammas[name] / old)).max()))
        done += 1
        if on_round is not None:
            on_round(done)
        if largest < ENOUGH:
            break
    return Fit(
        gammas["moves"], gammas["features"], done, log_likelihood(decisions, gammas["moves"], gammas["features"])
    )


ENOUGH = 1e-3
"""No gamma changes by more than this share: it is done."""


def log_likelihood(decisions: Decisions, moves: Any, features: Any) -> float:
    """The mean log probability of what was chosen."""
    strength = moves[decisions.moves] * features[decisions.features]
    sums = np.add.reduceat(strength, decisions.starts)
    return float(np.log(strength[decisions.chosen] / sums).mean())


def uniform_likelihood(decisions: Decisions) -> float:
    """The same if all moves are alike."""
    return -float(np.log(decisions.counts).mean())


def as_weights(game: AnyGame, found: Fit, by: str = "both") -> MoveWeights:
    """What playouts take."""
    return MoveWeights(
        game.name,
        np.log(found.moves) if by in ("moves", "both") else None,
        np.log(found.features) if by in ("features", "both") else None,
    )
