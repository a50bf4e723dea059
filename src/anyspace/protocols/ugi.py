"""UGI, the Universal Game Interface: UCI for any game of two players. Positions are the game's own notation, moves its
own names in one word.

What makes no sense is answered with `info string error: ...`, and then nothing has changed.
"""

from __future__ import annotations

import contextlib
import re
import sys
import time
import traceback
from collections.abc import Callable
from functools import cached_property
from math import tan
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..errors import AnyspaceError, IllegalMove, NothingToSearch, ProtocolError
from ..matches.match import Match
from ..search.budget import MOST_ITERATIONS, Budget
from ..search.clock import Clock
from .candidates import candidates
from .lines import Lines
from .thinking import Thinker
from .ugi_options import MULTI_PV, OPTIONS
from .vertices import move_of, one_word

if TYPE_CHECKING:
    from ..rules.game import AnyGame
    from ..search.handle import Handle
    from ..search.result import Result

INTERVAL, POLL = 0.5, 0.005
"""Seconds between two reports of a search, and between two looks at whether something was said."""
STEEP = 1.5637541897
"""From -1 and 1, lost and won, to -12,800 and 12,800 hundredths, as programs for chess count."""

NUMBERS = ("p1time", "p2time", "p1inc", "p2inc", "movetime", "nodes", "depth", "movestogo")
NEVER_ENDS = "infinite"


class Session:
    """A conversation, and what it is about."""

    def __init__(self, lines: Lines, game: AnyGame, thinker: Thinker, settings: dict[str, int]) -> None:
        self.lines, self.game, self.thinker = lines, game, thinker
        self.settings = settings
        self.apply: Callable[[dict[str, int]], None] = lambda settings: None
        """What to do when an option was set."""
        self._match: Match | None = None
        self.over = False

    @property
    def match(self) -> Match:
        """The game so far. Nothing is compiled before somebody asks."""
        if self._match is None:
            self._match = Match(self.game, 0)
        return self._match

    @cached_property
    def first(self) -> int:
        """UGI's first player: who begins a new game. In OpenSpiel's chess that is our player 1."""
        return max(0, self.game.start(seed=0).mover)

    def serve(self) -> None:
        """Answer until told to quit, or until nothing more is said."""
        try:
            while not self.over and (line := self.lines.next()) is not None:
                self.hear(line)
        finally:
            self.thinker.rest()

    def hear(self, line: str) -> None:
        """One line, and the answer to it."""
        words = line.split()
        if not words:
            return
        try:
            if words[0] not in COMMANDS:
                raise ProtocolError(f"unknown command {words[0][:40]!r}")
            COMMANDS[words[0]](self, words[1:])
        except AnyspaceError as error:
            self._complain(" ".join(str(error).split()))
        except BrokenPipeError:  # nobody listens any more
            raise
        except Exception as error:  # a mistake of ours: the conversation goes on
            traceback.print_exc(file=sys.stderr)
            self._complain(f"internal {' '.join(repr(error).split())[:200]}")

    def _complain(self, text: str) -> None:
        self.lines.say(f"info string error: {text}")

    # ---- commands

    def ugi(self, words: list[str]) -> None:
        """Who we are."""
        self.lines.say(f"id name anyspace {__version__} ({self.game.name})")
        self.lines.say("id author the anyspace authors")
        for option in OPTIONS:
            self.lines.say(option.declaration(self.settings[option.name]))
        self.lines.say("ugiok")

    def isready(self, words: list[str]) -> None:
        """Everything that takes long is done now."""
        self.thinker.search_of(self.game)
        _ = self.match
        self.lines.say("readyok")

    def setoption(self, words: list[str]) -> None:
        """`name NAME value VALUE`."""
        found = re.fullmatch(r"name (.+?) value (.+)", " ".join(words))
        option = next((each for each in OPTIONS if found and each.name.lower() == found[1].lower()), None)
        if found is None or option is None:
            known = ", ".join(each.name for each in OPTIONS)
            raise ProtocolError(f"setoption name NAME value NUMBER expected; options: {known}")
        changed = {**self.settings, option.name: option.read(found[2])}
        self.apply(changed)
        self.settings = changed

    def new_game(self, words: list[str]) -> None:
        """Begin anew."""
        self.thinker.rest()
        self._match = None

    def position(self, words: list[str]) -> None:
        """`startpos` or `fen` and the game's notation, then `moves` and their names."""
        kind = words[0] if words else ""
        place = words.index("moves") if "moves" in words else len(words)
        notation, names = " ".join(words[1:place]), words[place + 1 :]
        if kind == "startpos" and not notation:
            match = Match(self.game, 0)
        elif kind == "fen" and notation:
            match = Match(self.game, start=self.game.position(notation))
        else:
            raise ProtocolError("position startpos [moves ...] or position fen NOTATION [moves ...] expected")
        for number, name in enumerate(names, 1):
            try:
                match.play(move_of(match.state, name))
            except IllegalMove as error:
                raise IllegalMove(f"move {number}: {error}") from None
        self._follow(match)
        self._match = match

    def _follow(self, new: Match) -> None:
        """Let the search keep its tree if the game has only gone on."""
        old = self._match
        if old is None or old.start != new.start or new.moves[: len(old)] != old.moves:
            return
        state = old.state
        for move in new.moves[len(old) :]:
            self.thinker.follow(state, move)
            state.play(move)

    def query(self, words: list[str]) -> None:
        """What is true of the position."""
        question = " ".join(words)
        state = self.match.state
        if question == "gameover":
            answer = _truth(state.over)
        elif question == "p1turn":
            answer = _truth(state.mover == self.first)
        elif question == "result":
            answer = _result(state.returns(), self.first) if state.over else "none"
        elif question == "fen":
            answer = state.notation()
        elif question == "moves":
            answer = " ".join(map(one_word, state.names(state.moves())))
        else:
            raise ProtocolError("query gameover, p1turn, result, fen or moves expected")
        self.lines.say(f"response {answer}")

    def stop(self, words: list[str]) -> None:
        """Nothing is under way."""

    def quit(self, words: list[str]) -> None:
        """The end."""
        self.over = True

    # ---- searching

    def go(self, words: list[str]) -> None:
        """Search, tell of it, and say what to play."""
        order = _order(words)
        state = self.match.state
        if state.over:
            raise NothingToSearch("the game is over")
        endless, budget, allowance = _limits(order, "p1" if state.mover == self.first else "p2")
        handle = self.thinker.analyse(state) if endless else self.thinker.think(state, allowance, budget)
        self._wait(handle, endless)
        self.thinker.rest()
        result = handle.result()
        self._report(result)
        self.lines.say(f"bestmove {one_word(result.name)}")

    def _wait(self, handle: Handle, endless: bool) -> None:
        """Until a search has ended, telling of it; or until somebody ends it. What else is said is heard afterwards; a
        search without an end ends with it."""
        due, listens = time.monotonic() + INTERVAL, True
        later: list[str | None] = []
        while endless or not handle.done:
            if not listens:
                handle.wait(POLL)
            elif self.lines.heard(POLL):
                line = self.lines.next()
                words = (line or "").split()
                listens = line is not None
                if words[:1] == ["isready"]:
                    self.lines.say("readyok")
                elif words != ["stop"] and (words or line is None):
                    later.append(line)
                if words[:1] in (["stop"], ["quit"]) or (endless and later):
                    break
            if time.monotonic() >= due and not handle.done:
                due = time.monotonic() + INTERVAL
                with contextlib.suppress(NothingToSearch):  # nothing yet
                    self._report(handle.result())
        for line in reversed(later):
            self.lines.hold(line)

    def _report(self, result: Result) -> None:
        stats, state = result.stats, self.match.state
        search = self.thinker.search_of(self.game)
        most = self.settings[MULTI_PV]
        for number, move in enumerate(candidates(search, state, result, one_word, most), 1):
            score = round(100 * tan(STEEP * (2 * move.winrate - 1)))
            self.lines.say(
                f"info depth {max(1, round(stats.mean_depth))} seldepth {max(1, stats.max_depth)} multipv {number} "
                f"score cp {score} nodes {stats.iterations} nps {round(stats.iterations_per_second)} "
                f"time {round(1000 * stats.seconds)} visits {move.visits} winrate {move.winrate:.4f} "
                f"pv {' '.join(move.line)}"
            )


COMMANDS: dict[str, Callable[[Session, list[str]], Any]] = {
    "ugi": Session.ugi,
    "isready": Session.isready,
    "setoption": Session.setoption,
    "uginewgame": Session.new_game,
    "position": Session.position,
    "query": Session.query,
    "go": Session.go,
    "stop": Session.stop,
    "quit": Session.quit,
}


def _truth(fact: bool) -> str:
    return "true" if fact else "false"


def _result(payoffs: list[float], begins: int) -> str:
    first, second = payoffs[begins], payoffs[1 - begins]
    return "draw" if first == second else "p1win" if first > second else "p2win"


def _order(words: list[str]) -> dict[str, int]:
    """What follows `go`. Raises `ProtocolError`."""
    order: dict[str, int] = {}
    rest = list(words)
    while rest:
        name = rest.pop(0)
        if name == NEVER_ENDS:
            order[name] = 1
        elif name in NUMBERS and rest and re.fullmatch(r"-?[0-9]{1,12}", rest[0]):
            order[name] = max(0, int(rest.pop(0)))
        else:
            raise ProtocolError(
                f"go takes {', '.join(NUMBERS)}, each with a number, or {NEVER_ENDS}, not {name[:40]!r}"
            )
    return order


def _limits(order: dict[str, int], player: str) -> tuple[bool, Budget | None, Clock | float | None]:
    """Whether to go on without an end; else a budget and a time, where these are given. Depth means nothing here."""
    if NEVER_ENDS in order:
        return True, None, None
    budget = Budget(min(max(1, order["nodes"]), MOST_ITERATIONS)) if "nodes" in order else None
    left = order.get(f"{player}time")
    if "movetime" in order:
        return False, budget, max(1, order["movetime"]) / 1000
    if left is not None:
        return False, budget, Clock(max(1, left) / 1000, order.get(f"{player}inc", 0) / 1000)
    return False, budget, None
