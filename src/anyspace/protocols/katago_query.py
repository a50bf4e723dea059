"""A query as KataGo's analysis engine takes it: one JSON object, checked and turned into positions to search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..errors import AnyspaceError, ProtocolError
from ..rules.game import State
from .board import Board
from .gtp import NAMES_OF_COLOURS
from .shelf import Shelf

SIDES = ("BLACK", "WHITE", "SIDETOMOVE")
"""Whose chances `winrate` and the like are."""

OUR_RULES = ("tromp-taylor", "chinese", "chinese-ogs", "chinese-kgs", "aga", "bga", "new-zealand", "stone-scoring")
"""Rules that count areas: about ours."""

KNOWN = (
    *("id", "moves", "initialStones", "initialPlayer", "rules", "komi", "boardXSize", "boardYSize", "analyzeTurns"),
    *("maxVisits", "includeOwnership", "includePVVisits", "reportDuringSearchEvery", "priority", "priorities"),
    *("overrideSettings", "action", "whiteHandicapBonus", "includePolicy", "analysisPVLen"),
)
MOST_TURNS = 2000
MOST_VISITS = 1_000_000_000


class BadQuery(ProtocolError):
    """A query that makes no sense; `field` says where."""

    def __init__(self, complaint: str, field: str) -> None:
        super().__init__(complaint)
        self.field = field


@dataclass(frozen=True)
class Turn:
    """One position to be searched."""

    number: int
    state: State
    board: Board


@dataclass(frozen=True)
class Query:
    """What is asked of some positions of one game."""

    id: str
    turns: list[Turn]
    visits: int | None
    seconds: float | None = None
    ownership: bool = False
    line_visits: bool = False
    policy: bool = False
    every: float | None = None
    priorities: list[int] = field(default_factory=list)
    side: str = SIDES[0]
    warnings: list[tuple[str, str]] = field(default_factory=list)
    """Fields, and what is to be said of them."""


def read_query(record: dict[str, Any], shelf: Shelf) -> Query:
    """A query for positions. Raises `BadQuery`."""
    entry = _Entries(record)
    name = entry.text("id")
    size = entry.whole("boardXSize", 2, 19)
    if entry.whole("boardYSize", 2, 19) != size:
        raise BadQuery("only boards as wide as they are high are known", "boardYSize")
    komi = entry.number("komi", -1000.0, 1000.0, 7.5)
    warnings = [(key, "Unused field") for key in record if key not in KNOWN]
    rules = record.get("rules")
    if rules is None:
        raise BadQuery("Must provide rules", "rules")
    if not (isinstance(rules, str) and rules.lower() in OUR_RULES):
        warnings.append(("rules", "areas are counted, positional superko, no suicide, whatever is asked for"))
    board = Board(shelf.game("go", size=size, komi=komi), shelf=shelf)
    for player, vertex in entry.stones("initialStones"):
        _play(board, player, vertex, "initialStones")
    moves = entry.stones("moves")
    first = entry.colour("initialPlayer") if "initialPlayer" in record else moves[0][0] if moves else 0
    wanted = entry.turns(len(moves))
    turns = []
    for number in range(len(moves) + 1):
        mover = moves[number][0] if number < len(moves) else 1 - moves[-1][0] if moves else first
        if number in wanted:
            turns.append(_turn(board, number, mover))
        if number < len(moves):
            _play(board, *moves[number], "moves")
    priority = entry.whole("priority", -(2**31), 2**31, 0)
    priorities = entry.numbers("priorities", len(wanted)) or [priority] * len(wanted)
    order = [wanted.index(turn.number) for turn in turns]
    return Query(
        name,
        turns,
        entry.whole("maxVisits", 1, MOST_VISITS, None),
        entry.most_time(),
        entry.truth("includeOwnership"),
        entry.truth("includePVVisits"),
        entry.truth("includePolicy"),
        entry.number("reportDuringSearchEvery", 0.001, 1e6, None),
        [priorities[place] for place in order],
        entry.side(),
        warnings,
    )


def _turn(board: Board, number: int, mover: int) -> Turn:
    try:
        return Turn(number, board.as_seen_by(mover), board)
    except AnyspaceError as error:
        raise BadQuery(str(error), "analyzeTurns") from None


def _play(board: Board, player: int, vertex: str, where: str) -> None:
    try:
        board.play(player, vertex)
    except AnyspaceError:
        raise BadQuery(f"Illegal move {len(board.plays)}: {vertex[:20]}", where) from None


class _Entries:
    """What a query has, each of its kind."""

    def __init__(self, record: dict[str, Any]) -> None:
        self._record = record

    def text(self, key: str) -> str:
        given = self._record.get(key)
        if not isinstance(given, str):
            raise BadQuery("Must be a string", key)
        return given

    def whole(self, key: str, least: int, most: int, usual: Any = ...) -> Any:
        given = self._record.get(key)
        if given is None and usual is not ...:
            return usual
        if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
            raise BadQuery(f"Must be an integer from {least} to {most}", key)
        return given

    def number(self, key: str, least: float, most: float, usual: Any) -> Any:
        given = self._record.get(key)
        if given is None:
            return usual
        number = isinstance(given, int | float) and not isinstance(given, bool)
        if not number or not least <= given <= most:
            raise BadQuery(f"Must be a number from {least:g} to {most:g}", key)
        return float(given)

    def numbers(self, key: str, count: int) -> list[int]:
        given = self._record.get(key)
        if given is None:
            return []
        if not isinstance(given, list) or len(given) != count or not all(type(each) is int for each in given):
            raise BadQuery("Must be a list of integers, one for each of analyzeTurns", key)
        return given

    def truth(self, key: str) -> bool:
        given = self._record.get(key, False)
        if not isinstance(given, bool):
            raise BadQuery("Must be a boolean", key)
        return given

    def colour(self, key: str) -> int:
        given = self._record.get(key)
        if not isinstance(given, str) or given.lower() not in NAMES_OF_COLOURS:
            raise BadQuery("Must be a player, B or W", key)
        return NAMES_OF_COLOURS[given.lower()]

    def stones(self, key: str) -> list[tuple[int, str]]:
        """Pairs of a colour and a vertex."""
        given = self._record.get(key, [] if key != "moves" else None)
        if not isinstance(given, list):
            raise BadQuery("Must be a list of moves, [player, vertex] each", key)
        found = []
        for each in given:
            pair = isinstance(each, list) and len(each) == 2 and all(isinstance(word, str) for word in each)
            if not pair or each[0].lower() not in NAMES_OF_COLOURS:
                raise BadQuery("Must be a list of moves, [player, vertex] each", key)
            found.append((NAMES_OF_COLOURS[each[0].lower()], each[1]))
        return found

    def turns(self, played: int) -> list[int]:
        """Which positions are meant: the last one unless something else is said."""
        given = self._record.get("analyzeTurns", [played])
        fits = isinstance(given, list) and len(given) <= MOST_TURNS and len(set(map(str, given))) == len(given)
        if not fits or not all(type(each) is int and 0 <= each <= played for each in given):
            raise BadQuery("Must be a list of different integers from 0 to the number of moves", "analyzeTurns")
        return given

    def side(self) -> str:
        """Whose chances are told."""
        side = self._settings().get("reportAnalysisWinratesAs", SIDES[0])
        if not isinstance(side, str) or side.upper() not in SIDES:
            raise BadQuery(f"reportAnalysisWinratesAs must be one of {', '.join(SIDES)}", "overrideSettings")
        return side.upper()

    def most_time(self) -> float | None:
        """Seconds for a position, if there is such a limit."""
        try:
            given: float | None = _Entries(self._settings()).number("maxTime", 0.001, 1e20, None)
        except BadQuery as error:
            raise BadQuery(f"maxTime: {error}", "overrideSettings") from None
        return given

    def _settings(self) -> dict[str, Any]:
        given = self._record.get("overrideSettings", {})
        if not isinstance(given, dict):
            raise BadQuery("Must be an object", "overrideSettings")
        return given
