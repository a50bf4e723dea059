"""The commands of GTP that are about Go: handicap, and the score in the end."""

from __future__ import annotations

from ..errors import ProtocolError
from ..games.notation import read_rows
from ..search.ownership import owners
from .gtp import Answer, Command, Session, exactly, whole
from .handicap import COLUMNS, FEWEST, handicap_points, most_stones

MARKS = "XO"
STATUSES = ("alive", "dead", "seki")


def fixed_handicap(session: Session, words: list[str]) -> Answer:
    """So many stones of black on the usual points."""
    stones = whole(exactly(words, 1)[0])
    return _set_up(session, handicap_points(_size(session), stones))


def place_free_handicap(session: Session, words: list[str]) -> Answer:
    """The same; where a board has fewer points, on all of these."""
    stones, size = whole(exactly(words, 1)[0]), _size(session)
    return _set_up(session, handicap_points(size, min(stones, most_stones(size))))


def set_free_handicap(session: Session, words: list[str]) -> Answer:
    """Stones of black where the other side says."""
    _size(session)
    if len(words) < FEWEST or len({word.lower() for word in words}) < len(words):
        raise ProtocolError("bad vertex list")
    _set_up(session, words)
    return ""


def _set_up(session: Session, vertices: list[str]) -> Answer:
    session.board.set_stones(vertices)
    session.thinker.rest()
    return " ".join(vertices)


def _size(session: Session) -> int:
    """Of the Go board. Raises `ProtocolError` where there is none."""
    if not session.board.plays_go:
        raise ProtocolError(f"{session.board.game.name} has no handicap")
    return int(session.board.options["size"])


def final_score(session: Session, words: list[str]) -> Answer:
    """In Go the areas as the board stands, nothing taken for dead; elsewhere who has won a game that is over."""
    state = session.board.state
    if session.board.plays_go:
        whose = [owner for row in owners(state) for owner in row]
        lead = whose.count(0) - whose.count(1) - session.board.options["komi"]
    elif state.over:
        first, second = state.returns()
        lead = first - second and (1 if first > second else -1)
    else:
        raise ProtocolError("cannot score: the game is not over")
    return "0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"


def final_status_list(session: Session, words: list[str]) -> Answer:
    """Stones that are alive, dead or in seki. By our rules what stands on the board in the end is alive."""
    status = exactly(words, 1)[0]
    if status not in STATUSES:
        raise ProtocolError(f"syntax error: {', '.join(STATUSES)} are known")
    if not session.board.plays_go:
        raise ProtocolError(f"{session.board.game.name} has no such stones")
    if status != "alive":
        return ""
    size = session.board.options["size"]
    rows = read_rows(session.board.state.notation().split()[0], [size] * size, MARKS)
    return "\n".join(
        f"{COLUMNS[x]}{size - y}" for y, row in enumerate(rows) for x, mark in enumerate(row) if mark in MARKS
    )


COMMANDS: dict[str, Command] = {
    "fixed_handicap": fixed_handicap,
    "place_free_handicap": place_free_handicap,
    "set_free_handicap": set_free_handicap,
    "final_score": final_score,
    "final_status_list": final_status_list,
}
