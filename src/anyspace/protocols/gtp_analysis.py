"""The commands of GTP that show what the search thinks, as Leela Zero and KataGo write it: a line with all moves, again
and again, until something is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..errors import GameError, NothingToSearch, ProtocolError
from ..rules.game import State
from ..search.result import Result
from .candidates import Candidate, candidates, root_winrate
from .estimate import Estimate
from .gtp import NAMES_OF_COLOURS, Answer, Command, Session, whole
from .gtp_commands import decide, search_for

HUNDREDTHS = 100.0
"""Intervals are in hundredths of a second."""
USUAL_INTERVAL = 1.0
SHARE_FOR_POINTS = 0.3
"""Of an interval, for finding out whose the points are, where that is asked for."""
FIRST_PLAYOUTS, PLAYOUTS = 4, 64
"""Random playouts for a report, and in all, where only the score is to be guessed."""


@dataclass(frozen=True)
class Wish:
    """What an analysis is to show."""

    player: int | None = None
    interval: float = USUAL_INTERVAL
    most: int | None = None
    ownership: bool = False
    line_visits: bool = False
    root: bool = False


def wish(words: list[str]) -> Wish:
    """`[colour] [interval] key value ...`. Raises `ProtocolError`."""
    found, rest = Wish(), list(words)
    if rest and rest[0].lower() in NAMES_OF_COLOURS:
        found = replace(found, player=NAMES_OF_COLOURS[rest.pop(0).lower()])
    if rest and rest[0].isdecimal():
        found = replace(found, interval=_interval(rest.pop(0)))
    if len(rest) % 2:
        raise ProtocolError(f"syntax error: {rest[-1][:40]!r} needs a value")
    for key, value in zip(rest[::2], rest[1::2], strict=True):
        if key.lower() not in KEYS:
            raise ProtocolError(f"{key[:40]!r} is not known here; these are: {', '.join(KEYS)}")
        found = KEYS[key.lower()](found, value)
    return found


def _interval(word: str) -> float:
    return max(1, whole(word)) / HUNDREDTHS


def _truth(word: str) -> bool:
    if word.lower() not in ("true", "false"):
        raise ProtocolError(f"true or false expected, not {word[:40]!r}")
    return word.lower() == "true"


KEYS: dict[str, Callable[[Wish, str], Wish]] = {
    "interval": lambda given, word: replace(given, interval=_interval(word)),
    "minmoves": lambda given, word: replace(given, most=given.most if whole(word) >= 0 else 0),
    "maxmoves": lambda given, word: replace(given, most=max(1, whole(word))),
    "ownership": lambda given, word: replace(given, ownership=_truth(word)),
    "pvvisits": lambda given, word: replace(given, line_visits=_truth(word)),
    "rootinfo": lambda given, word: replace(given, root=_truth(word)),
}
"""What can be asked for. All moves are shown unless there is a most, so a least number changes nothing."""


# ---- lines

Style = Callable[["Shown"], str]
Show = Callable[[Callable[[], Result]], Iterator[str]]
"""From how to ask a search to what it has found, as lines."""


@dataclass
class Shown:
    """What there is to write."""

    wish: Wish
    moves: Sequence[Candidate]
    result: Result
    estimate: Estimate | None
    payoffs: tuple[float, float]


def lz(shown: Shown) -> str:
    """As Leela Zero: shares are whole numbers up to 10,000."""
    parts = []
    for order, move in enumerate(shown.moves):
        winrate, prior, lcb = (round(10_000 * share) for share in (move.winrate, move.prior, move.lcb))
        parts.append(
            f"info move {move.name} visits {move.visits} winrate {winrate} prior {prior} lcb {lcb} order {order} "
            f"pv {' '.join(move.line)}" + _visits(shown, move)
        )
    return " ".join(parts)


def kata(shown: Shown) -> str:
    """As KataGo: shares are numbers from 0 to 1."""
    parts, player, estimate = [], shown.result.player, shown.estimate

    def lead(winrate: float, visits: int) -> str:
        if estimate is None:
            return ""
        return f" scoreLead {estimate.lead(winrate, visits):.3f} scoreStdev {estimate.spread:.3f}"

    for order, move in enumerate(shown.moves):
        parts.append(
            f"info move {move.name} visits {move.visits} utility {2 * move.winrate - 1:.6f} winrate {move.winrate:.6f}"
            f"{lead(move.winrate, move.visits)} prior {move.prior:.6f} lcb {move.lcb:.6f} "
            f"utilityLcb {2 * move.lcb - 1:.6f} order {order} pv {' '.join(move.line)}" + _visits(shown, move)
        )
    if shown.wish.root and shown.moves:
        visits = sum(row.visits for row in shown.result.table)
        winrate = root_winrate(shown.result, shown.payoffs)
        found = f"utility {2 * winrate - 1:.6f} winrate {winrate:.6f}{lead(winrate, visits)}"
        parts.append(f"rootInfo visits {visits} {found}")
    if estimate is not None and shown.wish.ownership:
        parts.append("ownership " + " ".join(f"{cell:.3f}" for cell in estimate.points(player)))
    return " ".join(parts)


def _visits(shown: Shown, move: Candidate) -> str:
    return " pvVisits " + " ".join(map(str, move.line_visits)) if shown.wish.line_visits else ""


# ---- commands


def _analyze(style: Style) -> Command:
    def analyze(session: Session, words: list[str]) -> Answer:
        wanted = wish(words)
        state = session.board.as_seen_by(wanted.player)
        show = _show(session, state, wanted, style)
        handle = session.thinker.analyse(state)

        def lines() -> Iterator[str]:
            try:
                said = False  # what there is to say of a search that rests
                while not session.lines.heard(wanted.interval):
                    done = handle.done
                    if not (done and said):
                        yield from show(handle.result)
                    said = done
            finally:
                session.thinker.rest()

        return lines()

    return analyze


def _genmove_analyze(style: Style) -> Command:
    def genmove_analyze(session: Session, words: list[str]) -> Answer:
        wanted = wish(words)
        player = max(session.board.state.mover, 0) if wanted.player is None else wanted.player
        if session.board.is_spent(player):
            return iter([f"play {session.board.play(player, 'pass').vertex}"])
        state = session.board.as_seen_by(wanted.player)
        show = _show(session, state, wanted, style)
        handle = search_for(session, state)

        def lines() -> Iterator[str]:
            while not handle.wait(wanted.interval):
                yield from show(handle.result)
            yield from show(handle.result)
            yield f"play {decide(session, state, handle)}"

        return lines()

    return genmove_analyze


def _show(
    session: Session, state: State, wanted: Wish, style: Style
) -> Callable[[Callable[[], Result]], Iterator[str]]:
    """From what a search has found to a line, or none as long as there is nothing."""
    search, board = session.thinker.search_of(state.game), session.board
    estimate = _estimate(state, wanted) if style is kata else None

    def show(found: Callable[[], Result]) -> Iterator[str]:
        try:
            result = found()
        except NothingToSearch:
            return
        if estimate is not None and wanted.ownership:
            estimate.improve(SHARE_FOR_POINTS * wanted.interval)
        elif estimate is not None and estimate.playouts < PLAYOUTS:
            estimate.improve(playouts=FIRST_PLAYOUTS)
        moves = candidates(search, state, result, board.vertices.spoken, wanted.most)
        yield style(Shown(wanted, moves, result, estimate, state.game.payoffs))

    return show


def _estimate(state: State, wanted: Wish) -> Estimate | None:
    """Of points, in games that have such. Raises `GameError` where it was asked for in another."""
    try:
        return Estimate(state)
    except GameError:
        if wanted.ownership:
            raise
        return None


COMMANDS: dict[str, Command] = {
    "lz-analyze": _analyze(lz),
    "kata-analyze": _analyze(kata),
    "lz-genmove_analyze": _genmove_analyze(lz),
    "kata-genmove_analyze": _genmove_analyze(kata),
}
