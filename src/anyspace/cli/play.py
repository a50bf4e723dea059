"""`anyspace play GAME`: a person against the search, in the terminal."""

from __future__ import annotations

import argparse
import contextlib
import random
import textwrap
from typing import TYPE_CHECKING, Any

from ..errors import IllegalMove
from ..search.budget import Budget
from .common import (
    UsageError,
    add_budget,
    add_game,
    add_level,
    add_search,
    board,
    budget_of,
    final_of,
    game_of,
    notices,
    payoffs_in_words,
    shows,
    whole,
)
from .progress import search_with_progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..rules.game import State
    from ..search.clock import Clock
    from ..search.result import Result
    from ..search.search import Search

HELP = "type a move, or: ? lists the moves, hint, undo, quit"
LINE_SHOWN = 8
"""How many moves of the line are worth reading while playing."""


class Left(Exception):
    """The person has had enough."""


def seat(text: str) -> int | None:
    """A player's number, or `none`."""
    return None if text.lower() == "none" else whole(text)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game, the seat, the budget of a move."""
    parser.epilog = f"At the prompt {HELP}."
    add_game(parser)
    parser.add_argument(
        "--seat",
        metavar="N",
        type=seat,
        default=0,
        help="the player you are, counted from 0 (default 0); none lets the computer play itself",
    )
    add_budget(parser)
    parser.add_argument(
        "--clock",
        metavar="MAIN[+INCREMENT]",
        help="give the computer so many seconds for the whole game, and so many more after each of its moves: '300+2'",
    )
    add_search(parser)
    add_level(parser)


def run(args: argparse.Namespace) -> int:
    """Play one game."""
    if args.clock is not None and (args.iterations is not None or args.seconds is not None):
        raise UsageError(
            "--clock is for the whole game, --iterations and --seconds are for a move: leave one of them out"
        )
    budget = budget_of(args)

    from ..search.clock import Clock
    from ..search.search import Search

    game = game_of(args)
    if args.seat is not None and not 0 <= args.seat < game.players:
        raise UsageError(f"--seat must be 0 to {game.players - 1} or none for {args.game}, not {args.seat}")
    search = Search(
        game,
        *args.parts,
        memory=args.memory,
        information=args.information,
        parallel=args.parallel,
        final=final_of(args),
        seed=args.seed,
    )
    clocks = [] if args.clock is None else [Clock.from_text(args.clock) for _ in range(game.players)]
    try:
        Sitting(search, budget, args.seat, args.seed, clocks).play()
    except Left:
        print("goodbye")
    return 0


class Sitting:
    """A match at the terminal: whose turn it is, what was said, and the tree that the search keeps between moves."""

    def __init__(
        self, search: Search, budget: Budget, seat: int | None, seed: int | None, clocks: Sequence[Clock] = ()
    ) -> None:
        self.search, self.budget, self.seat = search, budget, seat
        from ..matches.match import Match

        self._clocks = clocks  # one a player, or none
        self.match = Match(search.game, seed)
        self._chance = random.Random(seed)
        self._following = False  # whether the search stands where the match does

    @property
    def state(self) -> State:
        """The position."""
        return self.match.state

    def play(self) -> None:
        """To the end. Raises `Left` if the person leaves before."""
        from ..rules.game import CHANCE

        if self.seat is not None:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  # gives `input` its line editing
            print(f"you are player {self.seat}; {HELP}")
        while not self.state.over:
            if self.state.mover == CHANCE:
                self._draw()
            elif self.state.mover == self.seat:
                self._ask()
            else:
                self._answer()
        print(f"\n{board(self.state, None)}\n\n{outcome(self.state.returns(), self.seat)}")

    # ---- turns

    def _draw(self) -> None:
        from ..matches.match import draw

        drawn = draw(self.state, self._chance)
        self._tell(drawn, f"chance: {self.state.name(drawn)}", "chance: hidden")
        self._move(drawn)

    def _answer(self) -> None:
        if self.seat is None:
            print(f"\n{board(self.state, None)}\n")
        mover, moves = self.state.mover, self.state.moves()
        clock = self._clocks[mover] if self._clocks else None
        if len(moves) == 1:
            if clock is not None:
                clock.spend(0)
            said = f"player {mover} plays {self.state.name(moves[0])}, the only move"
            self._tell(moves[0], said, f"player {mover} moves unseen")
            self._move(moves[0])
            return
        result = self._think(clock)
        hides = self.seat is not None and self.state.game.hides  # what it expects would give its cards away
        said = f"player {mover} plays {result.name}" + ("" if hides else f"  ({thoughts(result)})")
        if clock is not None:
            said += f"  [{clock.left:.1f} s left]"
        self._tell(result.move, said, f"player {mover} moves unseen")
        self._move(result.move)

    def _tell(self, move: Any, said: str, unseen: str) -> None:
        """Announce a move as far as the person may see it."""
        if self.seat is None or shows(self.state, move, self.seat):
            print(said, flush=True)
        elif notices(self.state, move, self.seat):
            print(unseen, flush=True)

    def _ask(self) -> None:
        """One move of the person's, after any number of other things they ask for."""
        print(f"\n{board(self.state, self.seat)}\n")
        while True:
            text = read(f"player {self.seat}> ")
            if text in ("quit", "exit"):
                raise Left
            if text in ("?", "help"):
                print(f"{listed(self.state)}\n{HELP}")
            elif text == "hint":
                result = self._think()
                print(f"hint: {result.name}  ({thoughts(result)})")
            elif text == "undo":
                if self._undo():
                    return
                print("there is nothing to take back")
            elif text:
                try:
                    move = self.state.parse(text)
                except IllegalMove as error:
                    print(f"{error}")
                    continue
                self._move(move)
                return

    # ---- the game and the tree, kept in step

    def _move(self, move: Any) -> None:
        self.match.play(move)
        if self._following:
            self.search.advance(move)

    def _undo(self) -> bool:
        """Back to where the person moved last; whether there is such a place."""
        since = next((n for n, step in enumerate(reversed(self.match.history), 1) if step.player == self.seat), None)
        if since is None:
            return False
        self.match.undo(since)
        self._following = False
        return True

    def _think(self, clock: Clock | None = None) -> Result:
        result = search_with_progress(self.search, None if self._following else self.state, self.budget, clock=clock)
        if result.stats.interrupted:
            raise KeyboardInterrupt
        self._following = True
        return result


# ---- words


def read(prompt: str) -> str:
    """A line that the person typed. Raises `Left` where there is none to come."""
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        raise Left from None


def listed(state: State) -> str:
    """The legal moves' names."""
    names = "  ".join(map(state.name, state.moves()))
    return textwrap.fill(names, 100, break_long_words=False, break_on_hyphens=False)


def thoughts(result: Result) -> str:
    """Why a move: what it is worth and what is to follow."""
    line = " ".join(result.line_names[:LINE_SHOWN]) + (" ..." if len(result.line_names) > LINE_SHOWN else "")
    value = f"value {result.value:.3f}{', proven' if result.proven else ''}"
    iterations = result.stats.iterations
    return f"{value}, line {line}; {iterations:,} iteration{'s' * (iterations != 1)}"


def outcome(payoffs: list[float], seat: int | None) -> str:
    """Who won: whoever has the greatest payoff, if not all have it."""
    if len(payoffs) == 1:
        return f"the game is over: payoff {payoffs[0]:g}"
    winners = [player for player, payoff in enumerate(payoffs) if payoff == max(payoffs)]
    if len(winners) == len(payoffs):
        verdict = "a draw"
    elif winners == [seat]:
        verdict = "you win"
    elif seat is not None and seat not in winners and len(payoffs) == 2:
        verdict = "you lose"
    else:
        verdict = " and ".join(f"player {player}" for player in winners) + (" win" if winners[1:] else " wins")
    return f"{verdict}  ({payoffs_in_words(payoffs)})"
