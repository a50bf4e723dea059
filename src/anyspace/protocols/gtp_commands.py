"""The commands of GTP that are about any game: who we are, the board, moves and time."""

from __future__ import annotations

import math
import time

from .. import __version__
from ..errors import ProtocolError
from ..rules.game import State
from ..search.handle import Handle
from .gtp import Answer, Command, Session, all_commands, colour, exactly, whole
from .timing import PlayersTime

NAME = "anyspace"
LARGEST_BOARD = 100

# ---- who we are


def protocol_version(session: Session, words: list[str]) -> Answer:
    """Always 2."""
    return "2"


def name(session: Session, words: list[str]) -> Answer:
    """The engine's name."""
    return NAME


def version(session: Session, words: list[str]) -> Answer:
    """Its version."""
    return __version__


def known_command(session: Session, words: list[str]) -> Answer:
    """Whether there is such a command."""
    return "true" if words and words[0] in all_commands() else "false"


def list_commands(session: Session, words: list[str]) -> Answer:
    """All of them, one a line."""
    return "\n".join(sorted(all_commands()))


def leave(session: Session, words: list[str]) -> Answer:
    """The end."""
    session.over = True
    return ""


def stop(session: Session, words: list[str]) -> Answer:
    """Any word ends an analysis; this one does nothing else."""
    return ""


def cputime(session: Session, words: list[str]) -> Answer:
    """Seconds of processor time so far."""
    return f"{time.process_time():.3f}"


# ---- the board


def boardsize(session: Session, words: list[str]) -> Answer:
    """An empty board, as wide as it is high unless a second number says otherwise."""
    sizes = [whole(word, LARGEST_BOARD) for word in exactly(words, 1, 2)]
    session.board.resize(sizes[0], sizes[-1])
    session.thinker.rest()
    return ""


def query_boardsize(session: Session, words: list[str]) -> Answer:
    """Its size, or columns and rows."""
    size = session.board.vertices.size
    if size is None:
        raise ProtocolError("the board has no columns and rows")
    return str(size[0]) if size[0] == size[1] else f"{size[0]} {size[1]}"


def clear_board(session: Session, words: list[str]) -> Answer:
    """Begin anew."""
    session.thinker.rest()
    session.board.clear()
    _set_time(session, session.settings)
    return ""


def komi(session: Session, words: list[str]) -> Answer:
    """What white gets, in games that know a komi; others do not mind."""
    try:
        number = float(exactly(words, 1)[0])
    except ValueError:
        number = math.nan
    if not math.isfinite(number) or abs(number) > LARGEST_BOARD**2:
        raise ProtocolError("komi must be a number")
    session.thinker.rest()
    session.board.set_komi(number)
    return ""


def get_komi(session: Session, words: list[str]) -> Answer:
    """The komi; 0 where there is none."""
    return f"{session.board.options.get('komi') or 0:g}"


def showboard(session: Session, words: list[str]) -> Answer:
    """The position as text."""
    return f"\n{session.board.state}"


# ---- moves


def play(session: Session, words: list[str]) -> Answer:
    """A move, of whichever colour."""
    word, vertex = exactly(words, 2)
    player = colour(word)
    before = session.board.state
    made = session.board.play(player, vertex)
    if made.move is not None and before.mover == player:
        session.thinker.follow(before, made.move)
    return ""


def undo(session: Session, words: list[str]) -> Answer:
    """Take the last move back."""
    session.board.undo()
    session.thinker.rest()
    return ""


def genmove(session: Session, words: list[str]) -> Answer:
    """Search, play and tell a move."""
    player = colour(exactly(words, 1)[0])
    if session.board.is_spent(player):
        return session.board.play(player, "pass").vertex
    state = session.board.as_seen_by(player)
    handle = search_for(session, state)
    handle.wait()
    return decide(session, state, handle)


def reg_genmove(session: Session, words: list[str]) -> Answer:
    """Search and tell a move that is not played."""
    player = colour(exactly(words, 1)[0])
    if session.board.is_spent(player):
        return "pass"
    state = session.board.as_seen_by(player)
    handle = search_for(session, state)
    handle.wait()
    return session.board.vertices.name(state, handle.result().move)


def all_legal(session: Session, words: list[str]) -> Answer:
    """A colour's legal moves."""
    state = session.board.as_seen_by(colour(exactly(words, 1)[0]))
    return " ".join(map(session.board.vertices.spoken, state.names(state.moves())))


def is_legal(session: Session, words: list[str]) -> Answer:
    """Whether a colour may play a move: 1 or 0."""
    word, vertex = exactly(words, 2)
    legal = session.board.vertices.legal(session.board.as_seen_by(colour(word)))
    return str(int(vertex.lower() in legal))


def move_history(session: Session, words: list[str]) -> Answer:
    """What was played, the last move first."""
    colours = ("black", "white")
    return "\n".join(f"{colours[play.player]} {play.vertex}" for play in reversed(session.board.plays))


def search_for(session: Session, state: State) -> Handle:
    """A search for the move of whoever is to move, within the time there is."""
    allowance = None if session.times is None else session.times[state.mover].allowance()
    return session.thinker.think(state, allowance)


def decide(session: Session, state: State, handle: Handle) -> str:
    """Play what a search has found; returns its name, or that we give up."""
    result, player = handle.result(), state.mover
    least, greatest = state.game.payoffs
    if (result.value - least) / (greatest - least) < session.resigns_below:
        return "resign"
    vertex = session.board.vertices.name(state, result.move)
    session.thinker.follow(state, result.move)
    session.board.play(player, vertex)
    session.wants_to_ponder = True
    return vertex


# ---- time


def time_settings(session: Session, words: list[str]) -> Answer:
    """Seconds for the game, then seconds for so many moves. Overtime without moves, or no time at all: no limit."""
    main, overtime, moves = map(whole, exactly(words, 3))
    limited = not (overtime > 0 and moves == 0) and main + overtime > 0
    _set_time(session, (main, overtime, moves) if limited else None)
    return ""


def kgs_time_settings(session: Session, words: list[str]) -> Answer:
    """The same as a server says it: none, absolute MAIN, canadian MAIN TIME MOVES, byoyomi MAIN TIME PERIODS."""
    kind, *numbers = words or [""]
    counts = {"none": 0, "absolute": 1, "canadian": 3, "byoyomi": 3}
    if kind not in counts or len(numbers) != counts[kind]:
        raise ProtocolError("syntax error: none, absolute MAIN, canadian MAIN TIME MOVES or byoyomi MAIN TIME PERIODS")
    main, overtime, moves = (*map(whole, numbers), 0, 0, 0)[:3]
    if kind == "byoyomi":
        moves = 1  # each move has a period of its own
    _set_time(session, None if kind == "none" else (main, overtime, moves))
    return ""


def _set_time(session: Session, settings: tuple[int, int, int] | None) -> None:
    session.settings = settings
    session.times = None if settings is None else [PlayersTime(*settings) for _ in range(2)]


def time_left(session: Session, words: list[str]) -> Answer:
    """What a colour has left: of the game's time, or for so many moves."""
    word, seconds, moves = exactly(words, 3)
    player, left, count = colour(word), whole(seconds), whole(moves)
    if session.times is None:
        session.times = [PlayersTime(0), PlayersTime(0)]
    session.times[player].told(left, count)
    return ""


COMMANDS: dict[str, Command] = {
    "protocol_version": protocol_version,
    "name": name,
    "version": version,
    "known_command": known_command,
    "list_commands": list_commands,
    "quit": leave,
    "stop": stop,
    "cputime": cputime,
    "boardsize": boardsize,
    "rectangular_boardsize": boardsize,
    "query_boardsize": query_boardsize,
    "clear_board": clear_board,
    "komi": komi,
    "get_komi": get_komi,
    "showboard": showboard,
    "play": play,
    "undo": undo,
    "genmove": genmove,
    "reg_genmove": reg_genmove,
    "all_legal": all_legal,
    "is_legal": is_legal,
    "move_history": move_history,
    "time_settings": time_settings,
    "kgs-time_settings": kgs_time_settings,
    "time_left": time_left,
}
