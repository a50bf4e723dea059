"""Opening books by search over searches (meta-MCTS: Chaslot, Hoock, Perez, Rimmel, Teytaud and Winands 2009).

A book is a tree of first moves. Games are played: as long as the book knows the position it chooses a move, then two
equal searches play on to the end, and the result is told to all positions of the book that the game went through; the
first position that was not in it is added. It chooses by

- quasi best-first: the move that won most often, if it won at least `threshold` of its games; otherwise what the search
  would play;
- beta sampling: a number is drawn for every move from the beta distribution of its wins and losses, the greatest wins.

As the authors' grid did, several threads play games at the same time, each by what the book knows at that moment.
"""

from __future__ import annotations

import contextlib
import json
import math
import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import numeric
from ..errors import OptionError, PositionError
from ..files import write_whole
from ..rules.game import CHANCE, AnyGame, State
from ..search.result import Result
from ..search.search import Search
from .crew import Crew, Look

FORMAT = 1
POLICIES = ("qbf", "beta")

Step = tuple[tuple[str, ...], str, int]
"""The moves before, the move, and who made it."""


@dataclass
class Page:
    """What came of the moves of one position: games, and the share that the mover won of them."""

    games: dict[str, int] = field(default_factory=dict)
    won: dict[str, float] = field(default_factory=dict)

    def told(self, move: str, reward: float) -> None:
        """A game with this move brought the mover so much, 0 to 1."""
        self.games[move] = self.games.get(move, 0) + 1
        self.won[move] = self.won.get(move, 0.0) + reward

    def rate(self, move: str) -> float:
        """What a move brings on average."""
        return self.won[move] / self.games[move]


class OpeningBook:
    """Pages by the names of the moves that lead there."""

    def __init__(self, game: AnyGame) -> None:
        if game.players != 2 or game.hides:
            raise OptionError("an opening book is for two players who see everything")
        self.game = game
        self.pages: dict[tuple[str, ...], Page] = {}
        """What is known after these moves."""

    def move(self, line: tuple[str, ...] | list[str], least: int = 5) -> Any:
        """The move that the book plays after these moves, by name: the one that won most of those with `least` games;
        None where it knows none."""
        page = self.pages.get(tuple(line))
        known = [] if page is None else [name for name, games in page.games.items() if games >= least]
        if page is None or not known:
            return None
        return self.game.after(list(line)).parse(max(known, key=page.rate))

    def save(self, path: str | Path) -> None:
        """As JSON."""
        pages = [[list(line), page.games, page.won] for line, page in self.pages.items()]
        record = {"anyspace_book": FORMAT, "game": self.game.name, "pages": pages}
        write_whole(path, json.dumps(record, allow_nan=False))

    @classmethod
    def load(cls, path: str | Path, game: AnyGame) -> OpeningBook:
        """The book that was saved. Raises `PositionError` where a file is none of this game."""
        book = cls(game)
        try:
            record = json.loads(Path(path).read_text(encoding="utf-8"))
            if record["anyspace_book"] != FORMAT or record["game"] != game.name:
                raise ValueError(f"it is one of {record['game']!r}, format {record['anyspace_book']!r}")
            for line, games, won in record["pages"]:
                book.pages[tuple(line)] = Page(
                    {name: int(count) for name, count in games.items()},
                    {name: float(won[name]) for name in games},
                )
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise PositionError(f"{path} is no opening book of {game.name}: {error}") from None
        return book


def make_book(
    game: AnyGame,
    games: int,
    *,
    iterations: int = 1000,
    policy: str = "qbf",
    threshold: float = 0.5,
    seed: int = 0,
    threads: int = 1,
    book: OpeningBook | None = None,
    on_game: Callable[[int, OpeningBook], object] | None = None,
) -> OpeningBook:
    """Play so many games by searches of so many iterations, and write a book of them, or go on with one. `policy`:
    "qbf" or "beta". `threads`: so many games at a time, all from the book as it is when they choose; one seed and one
    thread, one book. `on_game` is told how many have ended, and the book. Ctrl-C ends it with the book as it is after
    the games that have ended."""
    for name, given in (("games", games), ("iterations", iterations), ("threads", threads)):
        if (numeric.whole(given) or 0) < 1:
            raise OptionError(f"{name} must be a whole number, 1 or more, not {given!r}")
    if policy not in POLICIES:
        raise OptionError(f"policy must be one of {', '.join(POLICIES)}, not {policy!r}")
    share = numeric.finite(threshold)
    if share is None or not 0 <= share <= 1:
        raise OptionError(f"threshold must be a number from 0 to 1, not {threshold!r}")
    book = OpeningBook(game) if book is None else book
    Writers(book, games, iterations, policy, float(share), seed, threads, on_game).run()
    return book


class _Stopped(Exception):
    """Somebody pressed Ctrl-C: the games that are not over do not count."""


class Writers:
    """Threads that play games for one book."""

    def __init__(
        self, book: OpeningBook, games: int, iterations: int, policy: str, threshold: float, seed: int, threads: int,
        on_game: Callable[[int, OpeningBook], object] | None,
    ) -> None:  # fmt: skip
        self.book, self.games, self.iterations, self.on_game = book, games, iterations, on_game
        self.policy, self.threshold = policy, threshold
        self.sources = [random.Random(seed if which == 0 else f"{seed} {which}") for which in range(threads)]
        self.begun = self.ended = 0
        self.lock = threading.Lock()
        """Around the book and the counts."""
        self.crew = Crew(book.game.backend, threads, numeric.seed(seed) or 0, self._play_on)

    def run(self) -> None:
        """All games, or those that have ended when Ctrl-C is pressed."""
        state = self.book.game.start()
        if self.crew.count > 1 and state.mover != CHANCE:  # what has to be compiled is compiled once
            Search(self.book.game, seed=0).run(state, iterations=1, even_if_forced=True)
        self.crew.run(None, 0.0)

    def _play_on(self, which: int, look: Look | None) -> None:
        """Game after game."""

        def go_on(result: Result | None = None) -> None:
            if look is not None:
                look()
            if self.crew.stopped.is_set():
                raise _Stopped

        with contextlib.suppress(_Stopped):
            while self._begins():
                steps, returns = self._game(self.sources[which], go_on)
                self._learn(steps, returns)

    def _begins(self) -> bool:
        """Whether one more game is to be played."""
        with self.lock:
            self.begun += 1
            return self.begun <= self.games

    def _game(self, source: random.Random, go_on: Callable[..., None]) -> tuple[list[Step], list[float]]:
        """One game: its steps through the book, the first that is new included, and what it pays."""
        game = self.book.game
        state, search = game.start(source.getrandbits(60)), Search(game, seed=source.getrandbits(60))
        line: list[str] = []
        steps: list[Step] = []
        in_book = True
        while not state.over:
            if state.mover == CHANCE:
                raise OptionError(f"{game.name}: there is chance in it; a book of lines would never be read twice")
            go_on()
            name = self._chosen(tuple(line), state, source) if in_book else None
            if name is None:
                name = search.run(state, iterations=self.iterations, on_progress=go_on).name
            if in_book:
                steps.append((tuple(line), name, state.mover))
                in_book = tuple(line) in self.book.pages
            state.play(state.parse(name))
            line.append(name)
        return steps, state.returns()

    def _chosen(self, line: tuple[str, ...], state: State, source: random.Random) -> str | None:
        """What the book plays; None to ask the search."""
        with self.lock:
            return _choice(self.book.pages.get(line), self.policy, self.threshold, state, source)

    def _learn(self, steps: list[Step], returns: list[float]) -> None:
        """The book is told of a game."""
        least, greatest = self.book.game.payoffs
        with self.lock:
            for before, name, mover in steps:
                page = self.book.pages.setdefault(before, Page())
                page.told(name, (returns[mover] - least) / (greatest - least))
            self.ended += 1
            if self.on_game is not None:
                self.on_game(self.ended, self.book)


def _choice(page: Page | None, policy: str, threshold: float, state: State, source: random.Random) -> str | None:
    """What such a page plays; None to ask the search."""
    if page is None or not page.games:
        return None
    if policy == "qbf":
        best = max(page.games, key=lambda name: (page.rate(name), page.games[name]))
        return best if page.rate(best) >= threshold else None
    drawn = {}
    for name in state.names(state.moves()):
        games, won = page.games.get(name, 0), page.won.get(name, 0.0)
        drawn[name] = source.betavariate(won + 1.0, max(0.0, games - won) + 1.0)
    assert all(math.isfinite(each) for each in drawn.values())
    return max(drawn, key=lambda name: drawn[name])
