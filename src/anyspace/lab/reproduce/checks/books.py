"""Row 49: the same search with an opening book and without."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ....games import load
from ....rules.game import AnyGame
from ....search.search import Search
from ....solve.opening_book import OpeningBook, make_book
from ...statistics import mean_interval
from ..survey_rows import BETTER
from .outcome import Check, Outcome, Progress, Size, direction, gained, point
from .searching import think

GAME = "breakthrough(rows=5,columns=5)"

WRITTEN, ITERATIONS, PAIRS = 300, 100, 100
"""Games that a book is made of, iterations of every search, pairs of games with seats swapped."""

LARGER = 2_000, 300
"""Games of a larger book, and pairs of games with it."""


def written(progress: Progress, size: Size, game: AnyGame, policy: str, count: int = WRITTEN) -> OpeningBook:
    """A book of so many games."""
    done, games = [0], size.times(count)

    def told(number: int, book: OpeningBook) -> None:
        done[0] = number
        if number % 50 == 0:
            progress(f"book by {policy}: game {number} of {games}")

    book = make_book(game, games, iterations=size.visits(ITERATIONS), policy=policy, seed=1, on_game=told)
    if done[0] < games:
        raise KeyboardInterrupt
    return book


def played(book: OpeningBook, seat: int, players: Sequence[Search], iterations: int) -> tuple[float, int]:
    """One game in which who sits there asks the book first: its share, 0 to 1, and how many moves the book knew."""
    state, line, known = book.game.start(seed=0), list[str](), 0
    while not state.over:
        move = book.move(line) if state.mover == seat else None
        known += move is not None
        if move is None:
            move = think(players[state.mover], state, iterations).move
        line.append(state.name(move))
        state.play(move)
    least, greatest = book.game.payoffs
    return (state.returns()[seat] - least) / (greatest - least), known


def with_and_without(progress: Progress, size: Size, policy: str, count: int = WRITTEN, pairs: int = PAIRS) -> Outcome:
    """Shares of the search with the book, a mean for every pair of games."""
    game = load(GAME)
    book, players = written(progress, size, game, policy, count), [Search(game), Search(game)]
    shares: list[float] = []
    moves = 0
    for pair in range(size.times(pairs)):
        if pair % 25 == 0:
            progress(f"pair {pair}")
        both = []
        for seat in range(2):
            players[seat].seed, players[1 - seat].seed = 2 * pair, 2 * pair + 1
            share, known = played(book, seat, players, size.visits(ITERATIONS))
            both.append(share)
            moves += known
        shares.append(sum(both) / 2)
    figures = {
        "with the book": mean_interval(shares),
        "moves of the book, a game": point(round(moves / (2 * len(shares)), 2)),
        "positions in it": point(len(book.pages)),
    }
    return Outcome(figures, direction(gained(shares, [0.5] * len(shares))))


def check(title: str, policy: str, count: int, pairs: int, remark: str = "") -> Check:
    """A book of so many games, and so many pairs of games with it."""
    setting = (
        f"Breakthrough 5x5, a book of {count:,} games, {ITERATIONS} iterations a move, {pairs} pairs of games; share "
        f"of points{remark}"
    )
    run = partial(with_and_without, policy=policy, count=count, pairs=pairs)
    return Check("49", title, BETTER, "ahead (MoGo, Go 9x9); 54 % is our bar", setting, run)


AFTERWARDS = "; added when the smaller book had left it undecided"

CHECKS = [
    check("an opening book by quasi best-first", "qbf", WRITTEN, PAIRS),
    check("an opening book by beta sampling", "beta", WRITTEN, PAIRS),
    check("a larger opening book by quasi best-first", "qbf", *LARGER, AFTERWARDS),
    check("a larger opening book by beta sampling", "beta", *LARGER, AFTERWARDS),
]
