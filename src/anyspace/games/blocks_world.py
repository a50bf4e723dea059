"""Blocks world: a hand builds towers of blocks anew, one block at a time.

Blocks stand on a table, in towers. A move takes the top block of a tower in the empty hand, or puts the block in the
hand on the table or on the top of a tower. The goal says what every block stands on. The score is minus the number of
moves (see `planning`); taking and putting are a move each.

Moves: `take-b` is b (a is 0); `put-b` on the table is `blocks + b`; `b-on-c` is `(2 + c) * blocks + b`.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from ..errors import OptionError, PositionError
from ..rules.game import Game, declare
from .board_key import scramble
from .instances import whole_option
from .notation import whole, words_in
from .planning import planning_rules

MOST_BLOCKS = 26
LETTERS = "abcdefghijklmnopqrstuvwxyz"
TABLE, HAND = -1, -2
EMPTY_HAND = -1
HEIGHT = 0.7
"""How often a block of random towers stands on another one."""


def drawn_towers(blocks: int, source: random.Random) -> list[int]:
    """What every block stands on, in random towers."""
    below = [TABLE] * blocks
    tops: list[int] = []
    for block in source.sample(range(blocks), blocks):
        if tops and source.random() < HEIGHT:
            choice = source.randrange(len(tops))
            below[block] = tops[choice]
            tops[choice] = block
        else:
            tops.append(block)
    return below


def own_towers(option: str, text: object) -> list[int]:
    """What every block stands on in towers of one's own: `ab/c`, from below."""
    towers = text.replace(",", "/").split("/") if isinstance(text, str) else []
    letters = "".join(sorted("".join(towers)))
    if "" in towers or not 2 <= len(letters) <= MOST_BLOCKS or letters != LETTERS[: len(letters)]:
        raise OptionError(
            f"blocks_world: {option} must have 2 to {MOST_BLOCKS} blocks, a, b, c ..., each once, as in "
            f"ab/c, not {text!r}"
        )
    return standing(towers, len(letters))


def standing(towers: list[str], blocks: int) -> list[int]:
    """What every block stands on in these towers; who is in none is in the hand."""
    below = [HAND] * blocks
    for tower in towers:
        for under, letter in zip(["", *tower], tower, strict=False):
            below[LETTERS.index(letter)] = LETTERS.index(under) if under else TABLE
    return below


def both_ends(blocks: int, board: int, begin: str, goal: str) -> tuple[list[int], list[int]]:
    """What every block stands on, and what it should stand on: one's own towers, or drawn ones."""
    given = [own_towers(option, text) if text != "" else None for option, text in (("begin", begin), ("goal", goal))]
    counts = {len(towers) for towers in given if towers}
    if len(counts) > 1:
        raise OptionError("blocks_world: begin and goal must have the same blocks")
    if given[0] and given[0] == given[1]:
        raise OptionError("blocks_world: begin is the goal already")
    count, source = min(counts, default=blocks), random.Random(board)
    first = given[0] or drawn_towers(count, source)
    last = given[1] or first
    while last == first:
        drawn = drawn_towers(count, source)
        first, last = (drawn, last) if goal else (first, drawn)
    return first, last


def is_clear(state: Any, block: int) -> bool:
    """Whether nothing stands on it, and it is not in the hand."""
    for other in range(len(state.on)):
        if state.on[other] == block:
            return False
    return state.held != block


def towers_of(state: Any) -> list[list[int]]:
    """The towers from below, by their lowest blocks."""
    above = {int(below): block for block, below in enumerate(state.on) if below >= 0}
    towers = [[block] for block in range(len(state.on)) if state.on[block] == TABLE]
    for tower in towers:
        while tower[-1] in above:
            tower.append(above[tower[-1]])
    return towers


def game(blocks: int = 6, board: int = 1, limit: int = 0, begin: str = "", goal: str = "") -> Game:
    """`blocks` 2 to 26. `board`: the number by which towers and goal are drawn. `begin`, `goal`: towers of one's own
    instead, `ab/c`, with as many blocks as these have. `limit`: after so many moves it is over; 0: after eight times
    the blocks and eight more."""
    whole_option("blocks_world", "blocks", blocks, 2, MOST_BLOCKS)
    whole_option("blocks_world", "board", board, 0, 2**31 - 1)
    whole_option("blocks_world", "limit", limit, 0, 10**6)
    first, last = (np.array(towers, np.int8) for towers in both_ends(blocks, board, begin, goal))
    blocks = len(first)
    most = limit or 8 * (blocks + 1)

    def start(state: Any, rng: Any) -> None:
        state.on[:] = first
        state.held = EMPTY_HAND
        state.made = 0

    def moves(state: Any, out: Any) -> int:
        n = 0
        if state.held != EMPTY_HAND:
            out[0] = blocks + state.held
            n = 1
        for block in range(blocks):
            if is_clear(state, block):
                out[n] = block if state.held == EMPTY_HAND else (2 + block) * blocks + state.held
                n += 1
        return n

    def play(state: Any, move: int) -> None:
        state.made += 1
        block, where = move % blocks, move // blocks
        if where == 0:
            state.on[block] = HAND
            state.held = block
        else:
            state.on[block] = TABLE if where == 1 else where - 2
            state.held = EMPTY_HAND

    def heuristic(state: Any) -> float:
        """A block that does not stand where it should, or on one that does not, has to be taken and put."""
        missing = 0.0
        for block in range(blocks):
            at: Any = block
            placed = True
            while placed and at >= 0:
                placed = state.on[at] == last[at]
                at = np.int64(state.on[at])
            if not placed:
                missing += 1.0 if state.held == block else 2.0
        return missing

    def key(state: Any) -> Any:
        found = np.uint64(np.int64(state.made) + 1)
        for block in range(blocks):
            found = scramble(found) + np.uint64(np.int64(state.on[block]) + 2)
        return scramble(found)

    def move_name(state: Any, move: int) -> str:
        where, block = divmod(move, blocks)
        letter = LETTERS[block]
        if where == 0:
            return f"take-{letter}"
        return f"put-{letter}" if where == 1 else f"{letter}-on-{LETTERS[where - 2]}"

    def written(towers: list[list[int]]) -> str:
        return ",".join("".join(LETTERS[block] for block in tower) for tower in towers) or "-"

    def render(state: Any) -> str:
        held = LETTERS[state.held] if state.held != EMPTY_HAND else "empty"
        wanted = np.zeros(1, state_type).view(np.recarray)[0]
        wanted.on[:] = last
        return "\n".join(
            [
                f"towers from below: {written(towers_of(state))}",
                f"hand: {held}",
                f"goal: {written(towers_of(wanted))}",
                f"{state.made} moves made",
            ]
        )

    def notation(state: Any) -> str:
        """The towers from below, the block in the hand or -, and the moves made."""
        held = LETTERS[state.held] if state.held != EMPTY_HAND else "-"
        return f"{written(towers_of(state))} {held} {state.made}"

    def from_notation(state: Any, text: str) -> None:
        towers, held, made = words_in(text, "towers", "hand made")
        named = "" if towers == "-" else towers.replace(",", "")
        hand = "" if held in ("", "-") else held
        if sorted(named + hand) != sorted(LETTERS[:blocks]) or len(hand) > 1 or "" in towers.split(","):
            raise PositionError(f"every block, a to {LETTERS[blocks - 1]}, must be there once")
        state.on[:] = standing(towers.split(",") if named else [], blocks)
        state.held = LETTERS.index(hand) if hand else EMPTY_HAND
        state.made = whole(made or "0", "made", 0, most)

    state_type = np.dtype([("made", np.int32), ("held", np.int8), ("on", np.int8, blocks)])
    return declare(
        globals(),
        locals(),
        planning_rules(most, heuristic, (2 + blocks) * blocks),
        name="blocks_world",
        state=state_type,
        players=1,
        payoffs=(-(most + 1.0 + 2 * blocks), 0.0),
        max_moves=blocks + 1,
        actions=(2 + blocks) * blocks,
        max_length=most,
        trusted=True,
    )
