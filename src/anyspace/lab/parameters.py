"""Three numbers that tell for which games guessing works: leaf correlation, bias and disambiguation.

Long, Sturtevant, Buro and Furtak (2010), "Understanding the success of perfect information Monte Carlo sampling in game
tree search", AAAI-10, build trees with these and show that search by guesses (`determinized`) loses little where leaves
are correlated and secrets come out, and much where neither is so. Here they are measured in any game, by sampling.
Definitions, which are those of the paper made precise for games that are too large to be seen whole:

*leaf correlation*: at the last decision of a game, the probability that all moves that end it end it alike, with the
same payoffs. Forced moves belong to the leaf: a decision ends the game if only forced moves follow. Decisions with a
single such move have no siblings and do not count. Low: payoffs can be changed until the very end.

*bias*: the share of leaves that player 0 wins, or its side where it has partners (equals share). And within subtrees,
*agreement*: the probability that two leaves below the same inner node, any decision of a game, pay player 0 alike: more
than the middle, less, or that. 1 where subtrees are homogeneous; 0.5 where every leaf is a toss of a coin.

*disambiguation*: the share of a player's information set that is ruled out between one of its moves and its next. 0
where nothing is learnt, 1 where everything is known at once, and by definition where nothing is hidden. An information
set is sampled by the game's rule `determinize`; what is left of it are the guesses in which all that the player saw
since could have happened: by the moves, and by what the player knows afterwards where the game has the rule
`information_key`. Secrets that come out in another way are missed where it has not. Where others' moves are hidden, a
guess goes on with any move that looks the same. Sets of a single state have nothing to rule out and do not count. (In
the paper's trees a set breaks in half with the probability df, so that its df is about twice this number.)

Leaves and nodes are those of games of uniformly random moves. A game is one observation.
"""

from __future__ import annotations

import csv
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean
from typing import IO, Any, NamedTuple

from ..errors import ExperimentError, GameError, StoreError
from ..rules.game import CHANCE, AnyGame, State
from .hashing import seed_of
from .scoring import side_payoffs, win
from .seating import sides_of
from .statistics import Interval, score_interval

GUESSES = 20
"""For every information set."""


class Step(NamedTuple):
    """A position of a game, and the move that was made there."""

    state: State
    mover: int
    move: Any
    choices: int


@dataclass(frozen=True)
class Observed:
    """What one game says; None where it says nothing."""

    alike: bool | None
    first_wins: float | None
    agree: bool | None
    ruled_out: float | None


@dataclass(frozen=True)
class Parameters:
    """What the games say; None where they say nothing."""

    game: str
    games: int
    leaf_correlation: Interval | None
    bias: Interval | None
    agreement: Interval | None
    disambiguation: Interval | None


def measure(game: AnyGame, games: int = 200, guesses: int = GUESSES, seed: int = 0, name: str = "") -> Parameters:
    """The numbers of a game, from so many random games. Raises `ExperimentError`."""
    if games < 1:
        raise ExperimentError(f"games must be 1 or more, not {games}")
    if guesses < 2:
        raise ExperimentError(f"guesses must be 2 or more, not {guesses}")
    found = list(observations(game, games, guesses, seed))
    ruled_out = _interval([each.ruled_out for each in found])
    if ruled_out is None:
        ruled_out = Interval(1.0, 1.0, 1.0)  # by definition: nothing is ever hidden
    return Parameters(
        name or game.name,
        games,
        _interval([each.alike for each in found]),
        _interval([each.first_wins for each in found]),
        _interval([each.agree for each in found]),
        ruled_out,
    )


def observations(game: AnyGame, games: int, guesses: int, seed: int) -> Iterator[Observed]:
    """One random game after another, and what it says."""
    sides, guessed = sides_of(game), game.backend.facts.determinize != 0
    first = next(place for place, side in enumerate(sides) if 0 in side)
    for number in range(games):
        source = random.Random(seed_of("parameters", game.name, seed, number))
        steps, end = random_game(game.start(source.getrandbits(63)), source)
        decisions = [step for step in steps if step.mover != CHANCE and step.choices > 1]
        yield Observed(
            alike=leaves_alike(decisions[-1].state) if decisions else None,
            first_wins=None if len(sides) == 1 else win(side_payoffs(end.returns(), sides))[first],
            agree=leaves_agree(source.choice(decisions).state, source) if decisions else None,
            ruled_out=ruled_out(steps, source.randrange(game.players), guesses, source) if guessed else None,
        )


def _interval(values: Sequence[float | bool | None]) -> Interval | None:
    known = [float(value) for value in values if value is not None]
    return score_interval(known) if known else None


# ---- one game


def random_game(state: State, source: random.Random) -> tuple[list[Step], State]:
    """Random moves from `state` to the end: all positions before it, and the last."""
    rules = state.game.backend
    steps: list[Step] = []
    while (mover := state.mover) >= CHANCE:
        if len(steps) == state.game.max_length:
            raise GameError(f"{state.game.name}: the game goes on after {len(steps):,} moves, its declared max_length")
        moves = rules.moves(state._block)
        move = source.choices(moves, state.weights())[0] if mover == CHANCE else source.choice(moves)
        steps.append(Step(state, mover, move, len(moves)))
        state = state.copy()
        rules.play(state._block, move)
    return steps, state


def leaves_alike(state: State) -> bool | None:
    """Whether all moves that end the game, forced ones after them included, bring the same payoffs; None if there are
    less than two."""
    payoffs = []
    for move in state.moves():
        after = state.copy().play(move)
        while after.mover >= 0 and len(moves := after.moves()) == 1:
            after.play(moves[0])
        if after.over:
            payoffs.append(after.returns())
    return all(each == payoffs[0] for each in payoffs) if len(payoffs) > 1 else None


def leaves_agree(state: State, source: random.Random) -> bool:
    """Whether two random leaves below pay player 0 alike: above the middle of all payoffs, below it, or that."""
    low, high = state.game.payoffs

    def side() -> int:
        payoff = random_game(state.copy(), source)[1].returns()[0]
        return (payoff > (low + high) / 2) - (payoff < (low + high) / 2)

    return side() == side()


def ruled_out(steps: Sequence[Step], observer: int, guesses: int, source: random.Random) -> float | None:
    """The share of the observer's guesses that what it sees rules out, from each of its moves to the next, on average;
    None if there is nothing to guess."""
    own = [place for place, step in enumerate(steps) if step.mover == observer]
    shares = []
    for here, there in pairwise(own):
        state = steps[here].state
        alive = [state.determinize(observer, source.getrandbits(63)) for _ in range(guesses)]
        if all(guess == alive[0] for guess in alive):
            continue
        for step in steps[here:there]:
            alive = [guess for guess in alive if follow(guess, step, observer, source)]
        there_known = _known(steps[there].state, observer)
        alive = [guess for guess in alive if guess.mover == observer and _known(guess, observer) == there_known]
        shares.append(1.0 - len(alive) / guesses)
    return fmean(shares) if shares else None


def _known(state: State, observer: int) -> int:
    """All that the observer knows, where the game can say so by its rule `information_key`."""
    return state.information_key(observer) if state.game.backend.has("information_key") else 0


def follow(guess: State, step: Step, observer: int, source: random.Random) -> bool:
    """Play in a guess what the observer saw; returns whether that is possible."""
    if guess.mover != step.mover:
        return False
    moves = guess.moves()
    if step.mover != observer and guess.game.hides_moves:
        token = step.state.observe(step.move, observer)
        moves = [move for move in moves if guess.observe(move, observer) == token]
        if not moves:
            return False
        guess.play(source.choice(moves))
        return True
    if step.move not in moves:
        return False
    guess.play(step.move)
    return True


# ---- on paper

COLUMNS = ("leaf_correlation", "bias", "agreement", "disambiguation")
HEADINGS = ("leaf correlation", "bias", "agreement", "disambiguation")


def text_rows(found: Sequence[Parameters]) -> list[list[str]]:
    """The table's cells, header first."""
    rows = [["game", "games", *HEADINGS]]
    for each in found:
        rows.append([each.game, f"{each.games:,}", *(_shown(getattr(each, column)) for column in COLUMNS)])
    return rows


def _shown(value: Interval | None) -> str:
    if value is None:
        return "-"
    if value.low == value.high:
        return f"{value.estimate:g}"
    return f"{value.estimate:.3f} ({value.low:.3f} to {value.high:.3f})"


def to_csv(found: Sequence[Parameters], out: IO[str], digits: int = 17) -> None:
    """A row a game; numbers with so many digits."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["game", "games", *(f"{name}{end}" for name in COLUMNS for end in ENDS)])
    for each in found:
        values = [getattr(each, name) or ("", "", "") for name in COLUMNS]
        writer.writerow([each.game, each.games, *(_written(cell, digits) for value in values for cell in value)])


def _written(cell: float | str, digits: int) -> str:
    """`0.25`, as short as it is the same number; nothing where nothing is known."""
    if isinstance(cell, str):
        return cell
    return repr(float(cell)) if digits >= 17 else f"{cell:.{digits}g}"


ENDS = ("", "_low", "_high")


def from_csv(lines: Iterable[str], name: str) -> list[Parameters]:
    """What `to_csv` has written. Raises `StoreError`, with the table's name, where it is something else."""
    found = []
    try:
        for row in csv.DictReader(lines):
            cells = {column: [row[f"{column}{end}"] for end in ENDS] for column in COLUMNS}
            values = {column: Interval(*map(float, three)) if three[0] else None for column, three in cells.items()}
            found.append(Parameters(row["game"], int(row["games"]), **values))
    except (KeyError, TypeError, ValueError, csv.Error) as error:
        raise StoreError(f"{name} is not a table of games' parameters: {error!r}") from None
    return found
