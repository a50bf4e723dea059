"""The board of a GTP session: a game with its options, and what was played on it, by whichever colour."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from ..errors import AnyspaceError, IllegalMove, ProtocolError
from ..rules.game import OVER, AnyGame, State
from .shelf import Shelf
from .turns import moves_counted, with_turn
from .vertices import Vertices, usual_letters


class Play(NamedTuple):
    """One move, or a stone that was set."""

    player: int
    move: Any
    """None: a pass where the rules know of none any more."""
    vertex: str


class Board:
    """Nothing that is refused changes it. Nothing is compiled before somebody moves."""

    def __init__(self, game: AnyGame, letters: str | None = None, shelf: Shelf | None = None) -> None:
        self.game = game
        self._letters = letters
        self._shelf = shelf or Shelf()
        self._shelf.add(game)
        self._plays: list[Play] = []
        self._set_up = 0  # so many of them are no moves: handicap
        self._state: State | None = None

    # ---- the game

    @cached_property
    def vertices(self) -> Vertices:
        """Names of moves."""
        return Vertices(self.game, self._letters or usual_letters(self.game))

    @property
    def options(self) -> dict[str, Any]:
        """The game's, if it was loaded by name."""
        return {} if self.game.origin is None else dict(self.game.origin.options)

    @property
    def plays_go(self) -> bool:
        """Whether this is Go itself, with its areas and handicaps."""
        return self.game.origin is not None and self.game.origin.name == "go"

    def resize(self, columns: int, rows: int) -> None:
        """An empty board of this size. Raises `ProtocolError` where the game has none."""
        options = self.options
        if options.get("size") == columns == rows or (options.get("columns"), options.get("rows")) == (columns, rows):
            self.clear()
        elif "size" in options and columns == rows:
            self._become(self._loaded({"size": columns}), [])
        elif "columns" in options and "rows" in options:
            self._become(self._loaded({"columns": columns, "rows": rows}), [])
        elif self.vertices.size == (columns, rows):
            self.clear()
        else:
            raise ProtocolError("unacceptable size")

    def _loaded(self, changes: dict[str, Any]) -> AnyGame:
        assert self.game.origin is not None
        try:
            return self._shelf.game(self.game.origin.name, **{**self.options, **changes})
        except AnyspaceError:
            raise ProtocolError("unacceptable size") from None

    def set_komi(self, komi: float) -> None:
        """Games that know a komi count with it from now on; others do not mind."""
        options = self.options
        if "komi" not in options or options["komi"] == komi or self.game.origin is None:
            return
        self._become(self._shelf.game(self.game.origin.name, **{**options, "komi": komi}), self._plays)

    def _become(self, game: AnyGame, plays: list[Play]) -> None:
        new = Board(game, self._letters, self._shelf)
        for play in plays:
            new._add(play)
        self.game, self._plays, self._state = new.game, new._plays, new._state
        self._set_up = min(self._set_up, len(plays))
        self.__dict__.pop("vertices", None)

    # ---- the position

    @property
    def state(self) -> State:
        """The position, not to be changed."""
        if self._state is None:
            self._state = self.game.start(seed=0)
        return self._state

    @property
    def plays(self) -> tuple[Play, ...]:
        """What was played."""
        return tuple(self._plays)

    def is_spent(self, player: int) -> bool:
        """Whether a game of Go is over for good: its moves are used up, and whose turn it is does not change that."""
        if not self.plays_go or self.state.mover == player:
            return False
        return moves_counted(self.state, player) >= self.game.max_length

    def as_seen_by(self, player: int | None) -> State:
        """The position with a player to move, or with whoever is to. Raises `IllegalMove` where there is none."""
        state = self.state
        if player is None:
            player = state.mover
        if player == OVER:  # in Go one may go on after two passes
            player = 1 - self._plays[-1].player if self._plays else 0
        return with_turn(state, player)

    def play(self, player: int, vertex: str) -> Play:
        """Play a move by its name. Raises `IllegalMove`."""
        if self.is_spent(player) and vertex.lower() == "pass":
            play = Play(player, None, "pass")
            self._add(play)
            return play
        state = self.as_seen_by(player)
        legal = self.vertices.legal(state)
        if vertex.lower() not in legal:
            raise IllegalMove("illegal move")
        move = legal[vertex.lower()]
        play = Play(player, move, self.vertices.name(state, move))
        self._add(play)
        return play

    def _add(self, play: Play) -> None:
        if play.move is not None:
            self._state = with_turn(self.state, play.player).copy().play(play.move)
        self._plays.append(play)

    def undo(self) -> None:
        """Take the last move back. Raises `ProtocolError` where there is none."""
        if len(self._plays) <= self._set_up:
            raise ProtocolError("cannot undo")
        self._become(self.game, self._plays[:-1])

    def clear(self) -> None:
        """Begin anew."""
        self._plays, self._state, self._set_up = [], None, 0

    def set_stones(self, vertices: list[str]) -> None:
        """Black's handicap. Raises `ProtocolError` and changes nothing where a vertex is none or the board is not
        empty."""
        if self._plays:
            raise ProtocolError("board not empty")
        try:
            for vertex in vertices:
                if vertex.lower() == "pass":
                    raise IllegalMove("illegal move")
                self.play(0, vertex)
        except IllegalMove:
            self.clear()
            raise ProtocolError("bad vertex list") from None
        self._set_up = len(vertices)
