"""What SGF says about a game of Go (GM[1]) or Hex (GM[11]), and how a match says it."""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..errors import AnyspaceError, GameError, IllegalMove, PositionError
from ..games import load
from ..games.notation import EMPTY, read_rows, write_rows
from .sgf import Node, read, write

if TYPE_CHECKING:
    from ..rules.game import AnyGame, State
    from .match import Match

COLOURS = "BW"
"""Black is player 0."""

SET_UP = ("AB", "AW", "AE", "PL")

WON = re.compile(r"(b|w)(?:lack|hite)?\+(.*)")
UNPLAYED = ("t", "f")
"""Time and forfeit, in RE."""


class Dialect(ABC):
    """How SGF writes one game."""

    name: str
    number: str
    """GM"""
    marks: str
    """of the two players in the position's text"""
    usual_size: int

    @abstractmethod
    def point(self, row: int, column: int, size: int) -> str:
        """A cell, its row counted from the top."""

    @abstractmethod
    def place(self, point: str, size: int) -> tuple[int, int] | None:
        """Row and column of a point; None if it is none."""

    @abstractmethod
    def cell_name(self, row: int, column: int, size: int) -> str:
        """What the game calls the move there."""

    @abstractmethod
    def special(self, text: str, size: int) -> str | None:
        """The game's name for a move that is no point; "" for one that ends the record; None if it is none."""

    @abstractmethod
    def written(self, name: str, size: int) -> str:
        """A move of the game, by name."""

    @abstractmethod
    def options(self, line: list[Node]) -> dict[str, Any]:
        """What to load the game with besides its size."""

    @abstractmethod
    def root(self, options: dict[str, Any]) -> Node:
        """The properties that say these options."""


class Go(Dialect):
    """Points are two letters, column and row from the top left; [] and, up to 19x19, [tt] is a pass."""

    name, number, marks, usual_size = "go", "1", "XO", 19

    def point(self, row: int, column: int, size: int) -> str:
        return chr(97 + column) + chr(97 + row)

    def place(self, point: str, size: int) -> tuple[int, int] | None:
        if not re.fullmatch("[a-z]{2}", point):
            return None
        column, row = (ord(letter) - 97 for letter in point)
        return (row, column) if max(row, column) < size else None

    def cell_name(self, row: int, column: int, size: int) -> str:
        return f"{'ABCDEFGHJKLMNOPQRST'[column]}{size - row}"

    def special(self, text: str, size: int) -> str | None:
        return "pass" if text in ("", "tt") else None

    def written(self, name: str, size: int) -> str:
        if name == "pass":
            return ""
        return self.point(size - int(name[1:]), "ABCDEFGHJKLMNOPQRST".index(name[0]), size)

    def options(self, line: list[Node]) -> dict[str, Any]:
        text = _one(line[0], "KM")
        if text is None:
            return {}
        try:
            komi = float(text)
        except ValueError:
            komi = math.nan
        if not math.isfinite(komi):
            raise PositionError(f"SGF: KM, the komi, must be a number, not {text!r}")
        return {"komi": komi}

    def root(self, options: dict[str, Any]) -> Node:
        return {"KM": [str(options["komi"])]}


class Hex(Dialect):
    """Points are a letter and a number, as the game's own; swaps are of pieces. All in any case."""

    name, number, marks, usual_size = "hex", "11", "xo", 11
    swaps = ("swap", "swap-pieces")
    ends = ("resign", "forfeit")

    def point(self, row: int, column: int, size: int) -> str:
        return f"{chr(97 + column)}{row + 1}"

    def place(self, point: str, size: int) -> tuple[int, int] | None:
        found = re.fullmatch("([a-z])([1-9][0-9]?)", point.lower())
        if found is None:
            return None
        row, column = int(found[2]) - 1, ord(found[1]) - 97
        return (row, column) if max(row, column) < size else None

    def cell_name(self, row: int, column: int, size: int) -> str:
        return self.point(row, column, size)

    def special(self, text: str, size: int) -> str | None:
        return "swap" if text.lower() in self.swaps else "" if text.lower() in self.ends else None

    def written(self, name: str, size: int) -> str:
        return "swap-pieces" if name == "swap" else name

    def options(self, line: list[Node]) -> dict[str, Any]:
        made = [value.lower() for node in line for colour in COLOURS for value in node.get(colour, [])]
        swaps = "swap" in (_one(line[0], "RU") or "").lower() or any(swap in made for swap in self.swaps)
        return {"swap": swaps}

    def root(self, options: dict[str, Any]) -> Node:
        return {"RU": ["swap"]} if options["swap"] else {}


DIALECTS: tuple[Dialect, ...] = (Go(), Hex())


# ---- writing


def to_sgf(match: Match) -> str:
    """A match as SGF. Raises `GameError` for a game that is not written like this."""
    origin = match.game.origin
    dialect = next((dialect for dialect in DIALECTS if origin is not None and origin.name == dialect.name), None)
    if origin is None or dialect is None:
        known = " and ".join(dialect.name for dialect in DIALECTS)
        raise GameError(f"{match.game.name}: only {known}, loaded by name, are written as SGF; see to_json")
    options = dict(origin.options)
    size = options["size"]
    root = {"FF": ["4"], "CA": ["UTF-8"], "AP": [f"anyspace:{__version__}"], "GM": [dialect.number], "SZ": [str(size)]}
    root |= dialect.root(options) | _setup_of(dialect, match, size) | _result_of(match.state)
    return write([root, *({COLOURS[step.player]: [dialect.written(step.name, size)]} for step in match.history)])


def _setup_of(dialect: Dialect, match: Match, size: int) -> Node:
    """The position that a match began at, where it is no new game."""
    if match.seed is not None:
        return {}
    start = match.start
    cells, turn = start.notation().split()[:2]
    if not _same(match.game.position(f"{cells} {turn}"), start):
        raise GameError(f"{match.game.name}: SGF has no word for passes and repetitions before the first move")
    rows = read_rows(cells, [size] * size, dialect.marks)
    found: Node = {}
    for colour, mark in zip(COLOURS, dialect.marks, strict=True):
        points = [dialect.point(y, x, size) for y in range(size) for x in range(size) if rows[y][x] == mark]
        found |= {f"A{colour}": points} if points else {}
    return {**found, "PL": [COLOURS[dialect.marks.index(turn)]]}


def _same(one: State, other: State) -> bool:
    """Whether both go on alike, as far as one move tells."""
    return one.mover == other.mover and one.moves() == other.moves()


def _result_of(state: State) -> Node:
    if not state.over:
        return {}
    first = state.returns()[0]
    return {"RE": ["0" if first == 0 else f"{COLOURS[first < 0]}+"]}


# ---- reading


def from_sgf(text: str) -> Match:
    """The main line of the first game. Raises `PositionError` for what is no SGF, or no such game."""
    line = read(text)
    return match_of(line, game_of(line))


def game_of(line: list[Node]) -> AnyGame:
    """What is played in these nodes, as it says. Raises `PositionError`."""
    dialect = _dialect(line)
    size, options = _size(line[0], dialect), dialect.options(line)
    try:
        return load(dialect.name, size=size, **options)
    except AnyspaceError as error:
        raise PositionError(f"SGF: {error}") from None


def match_of(line: list[Node], game: AnyGame) -> Match:
    """The moves of these nodes, in what `game_of` said, or a game like it that is compiled already. Raises
    `PositionError`."""
    from .match import Match

    dialect = _dialect(line)
    size = _size(line[0], dialect)
    start = _start(dialect, game, line, size)
    match = Match(game, 0) if start is None else Match(game, start=start)
    for node in line:
        if any(name in node for name in SET_UP) and node is not line[0]:
            raise PositionError(f"SGF: stones are set up after move {len(match)}; only the first node may do that")
        _play(dialect, match, node, size)
    return match


def winner_of(line: list[Node]) -> float | None:
    """What a record says of its end, by RE or a last move that resigns: 1 where Black won, -1 where White did, 0 for a
    draw. None where it does not say, and where a clock or a forfeit decided, which tells nothing of the position."""
    said = (line[0].get("RE") or [""])[0].strip().lower()
    if said in ("0", "draw", "jigo"):
        return 0.0
    found = WON.fullmatch(said)
    if found is not None:
        return None if found[2].startswith(UNPLAYED) else 1.0 if found[1] == "b" else -1.0
    last = next((node for node in reversed(line) if any(colour in node for colour in COLOURS)), {})
    gave_up = [colour for colour in COLOURS if [text.strip().lower() for text in last.get(colour, [])] == ["resign"]]
    return None if said or not gave_up else 1.0 if gave_up == ["W"] else -1.0


def _dialect(line: list[Node]) -> Dialect:
    number = _one(line[0], "GM") or "1"
    dialect = next((dialect for dialect in DIALECTS if dialect.number == number.strip()), None)
    if dialect is None:
        raise PositionError(f"SGF: GM{_shown(number)} is neither Go, GM[1], nor Hex, GM[11]")
    return dialect


def _size(root: Node, dialect: Dialect) -> int:
    text = _one(root, "SZ")
    if text is None:
        return dialect.usual_size
    numbers = text.split(":")
    if len(numbers) > 2 or len(set(numbers)) > 1 or not re.fullmatch(r"[0-9]{1,3}", numbers[0]):
        raise PositionError(f"SGF: SZ must be the size of a board as wide as it is high, not {text!r}")
    return int(numbers[0])


def _start(dialect: Dialect, game: AnyGame, line: list[Node], size: int) -> State | None:
    """The position that the first node sets up; None if it sets up none."""
    root = line[0]
    first = next((colour for node in line for colour in COLOURS if colour in node), COLOURS[0])
    turn = {"b": "B", "black": "B", "w": "W", "white": "W"}.get((_one(root, "PL") or first).lower())
    if turn is None:
        raise PositionError(f"SGF: PL must be B or W, not {_one(root, 'PL')!r}")
    if not any(name in root for name in SET_UP) and turn == COLOURS[0]:
        return None
    rows = [[EMPTY] * size for _ in range(size)]
    for name, mark in (("AB", dialect.marks[0]), ("AW", dialect.marks[1]), ("AE", EMPTY)):
        for value in root.get(name, []):
            for row, column in _rectangle(dialect, value, size):
                if rows[row][column] != EMPTY:
                    raise PositionError(f"SGF: {name}{_shown(value)} is set up twice")
                rows[row][column] = mark
    return game.position(f"{write_rows(rows)} {dialect.marks[COLOURS.index(turn)]}")


def _rectangle(dialect: Dialect, value: str, size: int) -> list[tuple[int, int]]:
    """The cells of a point, or of two corners with a colon between them."""
    corners = [dialect.place(point, size) for point in value.split(":")]
    ends = [corner for corner in corners if corner is not None]
    if len(ends) != len(corners) or len(ends) > 2:
        raise PositionError(f"SGF: {_shown(value)} is no point of a board of size {size}")
    (top, left), (bottom, right) = ends[0], ends[-1]
    return [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]


def _play(dialect: Dialect, match: Match, node: Node, size: int) -> None:
    """The move that a node makes, if it makes one."""
    made = [(colour, node[colour]) for colour in COLOURS if colour in node]
    if not made:
        return
    where = f"SGF, move {len(match) + 1}"
    if len(made) > 1 or len(made[0][1]) > 1:
        raise PositionError(f"{where}: a node makes one move, not several")
    colour, text = made[0][0], made[0][1][0].strip()
    made_so = f"{colour}{_shown(text)}"
    place = dialect.place(text, size)
    name = dialect.special(text, size) if place is None else dialect.cell_name(*place, size)
    if name == "":
        return  # somebody gave up: the game is not played to its end
    if name is None:
        raise PositionError(f"{where}: {made_so} is no move on a board of size {size}")
    if match.over:
        raise PositionError(f"{where}: {made_so} comes after the end of the game")
    if match.mover != COLOURS.index(colour):
        raise PositionError(f"{where}: {made_so}, but {COLOURS[match.mover]} is to move")
    try:
        match.play(name)
    except IllegalMove:
        raise PositionError(f"{where}: {made_so}, {name}, is not legal here") from None


def _shown(value: str) -> str:
    """A value as errors quote it: on one line, and not all of a long one."""
    flat = " ".join(value.split())
    return f"[{flat if len(flat) <= 30 else flat[:27] + '...'}]"


def _one(node: Node, name: str) -> str | None:
    """A property's only value; None without it."""
    values = node.get(name)
    if values is not None and len(values) > 1:
        raise PositionError(f"SGF: {name} has {len(values)} values, not one")
    return values[0].strip() if values else None
