"""Backgammon for people: the board drawn, and positions as text."""

from __future__ import annotations

from typing import Any

from ..errors import PositionError
from .notation import player_of, whole, words_in

CHECKERS, FACES, POINTS = 15, 6, 24
OFF, BAR = 0, POINTS + 1
"""Places beside the points."""
NOBODY = -1
NOTHING, BAR_NAME = "-", "bar"


def board_lines(state: Any) -> list[str]:
    """As x counts the points: `x5` are five of x."""

    def held(point: int) -> str:
        for player, mark in enumerate("xo"):
            count = state.board[player, point if player == 0 else BAR - point]
            if count:
                return f"{mark}{count}"
        return "."

    def line(points: list[int], what: Any) -> str:
        cells = [f"{what(point):>3}" for point in points]
        return " ".join(cells[:6]) + "  |" + " ".join(cells[6:])

    upper, lower = list(range(13, 25)), list(range(12, 0, -1))
    aside = [
        f"{name}: x {state.board[0, place]}, o {state.board[1, place]}" for name, place in (("bar", BAR), ("off", OFF))
    ]
    return [line(upper, str), line(upper, held), line(lower, held), line(lower, str), "; ".join(aside)]


def as_text(state: Any) -> str:
    """The checkers of x, of o, who moves (`-` before the first roll), the dice still to be played, and turns that have
    ended: `24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x 3,1 0`."""
    words = []
    for player in range(2):
        held = [(point, int(state.board[player, point])) for point in range(BAR, 0, -1)]
        names = [f"{BAR_NAME if point == BAR else point}:{count}" for point, count in held if count]
        words.append(",".join(names) or NOTHING)
    dice = [str(face) for face in range(FACES, 0, -1) for _ in range(int(state.left[face]))]
    turn = NOTHING if state.turn == NOBODY else "xo"[state.turn]
    return f"{' '.join(words)} {turn} {','.join(dice) or NOTHING} {state.turns}"


def from_text(state: Any, text: str, most_turns: int) -> None:
    """Checkers that are nowhere are off."""
    first, second, turn, dice, ended = words_in(text, "checkers checkers turn", "dice turns")
    state.board[:] = 0
    for player, word in enumerate((first, second)):
        for item in word.split(",") if word != NOTHING else []:
            place, _, count = item.partition(":")
            point = BAR if place == BAR_NAME else whole(place, "a point", 1, POINTS)
            if state.board[player, point]:
                raise PositionError(f"point {place} is there twice")
            state.board[player, point] = whole(count, f"the checkers on {place}", 1, CHECKERS)
        state.board[player, OFF] = CHECKERS - int(state.board[player].sum())
        if state.board[player, OFF] < 0:
            raise PositionError(f"{'xo'[player]} has more than {CHECKERS} checkers")
    for point in range(1, POINTS + 1):
        if state.board[0, point] and state.board[1, BAR - point]:
            raise PositionError(f"point {point} of x is held by both")
    if state.board[0, OFF] == state.board[1, OFF] == CHECKERS:
        raise PositionError("both players have won")
    state.turn = NOBODY if turn == NOTHING else player_of(turn, "xo")
    state.turns = whole(ended or "0", "turns", 0, most_turns)
    state.left[:] = 0
    faces = [whole(face, "a die", 1, FACES) for face in dice.split(",")] if dice not in ("", NOTHING) else []
    if len(faces) > (4 if len(set(faces)) == 1 else 2):
        raise PositionError(f"{dice}: no roll leaves these dice to be played")
    for face in faces:
        state.left[face] += 1
    state.rolled = bool(faces)
    if faces and (state.turn == NOBODY or CHECKERS in (state.board[0, OFF], state.board[1, OFF])):
        raise PositionError("dice lie there, but nobody is to play them")
