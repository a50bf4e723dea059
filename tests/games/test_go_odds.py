"""Go: the odds of its rule `prior`, on positions made by hand, by symmetry, and against a twin of sets."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from further import further
from games.go_helpers import KO, build, play, position, record, twin_of
from naive.go import Point, Twin

from anyspace.games import go_odds
from anyspace.games.go_looks import KINDS_OF_MOVES, LOOKS
from anyspace.games.go_rings import FAR_LOOKS, STEPS
from anyspace.rules.game import State


def odds(state: State) -> dict[str, float]:
    return dict(zip(state.names(state.moves()), state.prior(), strict=True))


def by_odds(state: State) -> list[str]:
    """Names of moves, the likeliest first."""
    found = odds(state)
    return sorted(found, key=lambda name: -found[name])


# ---- the file ------------------------------------------------------------------------------------------------------


def test_the_weights_are_there() -> None:
    weights = go_odds.read(go_odds.FILE)
    assert weights.shape == (go_odds.STARTS[-1],) == (1 + sum(go_odds.KINDS),)
    assert np.isfinite(weights).all() and np.abs(weights).max() < 20
    for start, end in zip(go_odds.STARTS, go_odds.STARTS[1:], strict=False):
        assert np.ptp(weights[start:end]) > 0.1  # something was learnt of every kind
    assert go_odds.FILE.stat().st_size < 60_000


def test_weights_are_written_and_read(tmp_path: Path) -> None:
    weights = np.zeros(go_odds.STARTS[-1], np.float32)
    weights[[0, 3, 700, len(weights) - 1]] = 0.5, -2.25, 1.0, -0.125
    go_odds.write(tmp_path / "odds.npz", weights)
    assert (go_odds.read(tmp_path / "odds.npz") == weights).all()


# ---- positions made by hand ----------------------------------------------------------------------------------------


def test_an_empty_board() -> None:
    state = build(9).start()
    found = odds(state)
    assert by_odds(state)[0] == "E5"  # where one begins on so small a board
    assert found["A1"] < found["B2"] < found["C3"]
    assert found["pass"] < 0.01 * found["E5"]


def test_captures_come_first() -> None:
    state = position(
        """
        . . . . . . .
        . . . X . . .
        . . X O X . .
        . . . . . . .
        . . . O . . .
        . . . . . . .
        . . . . . . .
        """
    )
    assert by_odds(state)[0] == "D4"


def test_who_is_in_danger_flees_if_that_helps() -> None:
    state = play(build(9).start(), "D5 E5 F5 C3 E6 G7 E4")
    assert "E5" not in odds(state)  # taken
    state = play(build(9).start(), "D5 E5 F5 C3 E6")
    assert by_odds(state)[0] == "E4"
    corner = play(build(9).start(), "B2 A1 B1")
    assert odds(corner)["A2"] < odds(corner)["E5"]  # one stone more is lost with the other


def test_a_chain_is_saved_by_taking_its_attacker() -> None:
    """Black's two stones have one liberty left, and so has White's on C4."""
    rescue = position(
        """
        . . . . . . .
        . . . . . . .
        . . O X . . .
        . . X O . . .
        . O X O . . .
        . . O . . . .
        . . . . . . .
        """
    )
    assert "D4" not in odds(rescue)
    assert by_odds(rescue)[0] in ("B4", "E4")


def test_eyes_are_not_filled() -> None:
    state = position(
        """
        . X . X .
        X X X X .
        O O O X X
        . . O O O
        . . . . .
        """
    )
    assert "A5" in by_odds(state)[-2:]


def test_answers_are_near() -> None:
    """The same stones, in another order: what was played last is answered."""
    one, other = play(build(9).start(), "E5 C3 G7 G3"), play(build(9).start(), "E5 G3 G7 C3")
    assert str(one) == str(other)
    assert odds(one)["F3"] > odds(other)["F3"]
    assert odds(one)["D3"] < odds(other)["D3"]
    passed = play(build(9).start(), "E5 C3 G7 G3 pass pass")
    assert record(passed).last.tolist() == [0, 0]


@pytest.mark.parametrize("size", [2, 3, 9, *further(19)])
def test_all_odds_are_positive_and_finite(size: int) -> None:
    source, state = random.Random(size), build(size).start()
    while not state.over and record(state).ply < 120:
        found = state.prior()
        assert len(found) == len(state.moves())
        assert all(0.0 < weight < 1e6 for weight in found)
        state.play(source.choice(state.moves()))


def test_of_a_position_from_text_the_last_moves_are_not_known() -> None:
    state = position(KO, to_move="O")
    again = build(5).position(state.notation())
    assert record(state).last.tolist() != record(again).last.tolist() == [0, 0]
    assert all(weight > 0.0 for weight in again.prior())


# ---- symmetry ------------------------------------------------------------------------------------------------------


def random_lines(games: int, seed: int) -> list[list[int]]:
    """The beginnings of random games."""
    source, found = random.Random(seed), []
    for _ in range(games):
        state, moves = build(5).start(), []
        while not state.over and len(moves) < 40:
            found.append(list(moves))
            moves.append(source.choice(state.moves()))
            state.play(moves[-1])
    return found


def after(moves: Iterable[int]) -> State:
    state = build(5).start()
    for move in moves:
        state.play(move)
    return state


@pytest.mark.parametrize("turn", ["rot90", "transpose"])
def test_the_board_is_symmetric(turn: str) -> None:
    cells = np.arange(25).reshape(5, 5)
    to = np.append((np.rot90(cells) if turn == "rot90" else cells.T).ravel(), 25)
    for moves in random_lines(4, seed=3):
        state, twin = after(moves), after(int(to[move]) for move in moves)
        ours, theirs = (dict(zip(here.moves(), here.prior(), strict=True)) for here in (state, twin))
        assert {int(to[move]): weight for move, weight in ours.items()} == pytest.approx(theirs)


# ---- against the twin ----------------------------------------------------------------------------------------------

TURNS = [(a, b, c, d) for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1) for d in (-1, 0, 1)]
TURNS = [(a, b, c, d) for a, b, c, d in TURNS if abs(a * d - b * c) == 1 and abs(a) + abs(b) == abs(c) + abs(d) == 1]
"""All ways to turn and mirror a board: x' = a x + b y, y' = c x + d y."""


def ring_number(twin: Twin, point: Point, ring: int) -> int:
    """By looking at a ring in all eight ways, the colours swapped if White moves."""

    def held(x: int, y: int) -> int:
        at = (point[0] + y, point[1] + x)
        if not all(0 <= line < twin.size for line in at):
            return 3
        stone = twin.stones.get(at, 0)
        return 3 - stone if stone and twin.player == 2 else stone

    assert len(TURNS) == 8
    steps = STEPS[8 * ring : 8 * ring + 8]
    codes = [sum(held(a * x + b * y, c * x + d * y) << 2 * k for k, (x, y) in enumerate(steps)) for a, b, c, d in TURNS]
    return int((LOOKS if ring == 0 else FAR_LOOKS[ring - 1])[0, min(codes)])


def way(point: Point, other: Point | None) -> int:
    if other is None:
        return 0
    low, high = sorted(min(5, abs(one - two)) for one, two in zip(point, other, strict=True))
    return 1 + high * (high + 1) // 2 + low


def said_of(twin: Twin, point: Point, ply: int, last: Point | None, before: Point | None, ko: bool) -> list[int]:
    """What is said of a move, by sets."""
    me, size = twin.player, twin.size

    def chain(of: Point) -> frozenset[Point]:
        return frozenset(twin.region(of, twin.stones)[0])

    def liberties(of: Iterable[Point]) -> set[Point]:
        return {near for stone in of for near in twin.neighbours(stone) if near not in twin.stones}

    near = twin.neighbours(point)
    free = {at for at in near if at not in twin.stones}
    own = {chain(at) for at in near if twin.stones.get(at) == me}
    foes = {chain(at) for at in near if twin.stones.get(at) == 3 - me}
    taken = {foe for foe in foes if liberties(foe) == {point}}
    spare = [liberties(each) | free - {point} for each in own] + [free]
    left = max(len(found - {point}) for found in spare)
    pairs = [liberties(each) - {point} for each in own if len(liberties(each)) == 2]
    left = max(left, min(2, len(set().union(*pairs))))
    left += sum(at in foe for foe in taken for at in near)
    stones = twin.after(point)
    assert stones is not None
    whole = twin.region(point, stones)[0]
    open_points = {at for stone in whole for at in twin.neighbours(stone) if at not in stones}
    assert left <= len(open_points) and (taken or (left == 1) == (len(open_points) == 1))
    in_danger = {chain(at) for at, colour in twin.stones.items() if colour == me and len(liberties(chain(at))) == 1}
    attackers = {at for each in in_danger for stone in each for at in twin.neighbours(stone)}
    many = {each: min(3, len(each)) for each in own | foes}
    saved = max((many[each] for each in own if liberties(each) == {point}), default=0)
    short = max((many[each] for each in own if len(liberties(each)) == 2), default=0)
    chased = 0
    for foe in foes:
        if len(liberties(foe)) == 2:
            (other,) = liberties(foe) - {point}
            room = sum(at not in twin.stones and at != point for at in twin.neighbours(other))
            chased = max(chased, ((many[foe] - 1) * 2 + (last in foe)) * 4 + 4 - room)
    takes = max((many[foe] for foe in taken), default=0)
    flags = 2 * any(last in foe for foe in taken) + any(foe & attackers for foe in taken)
    low, high = sorted(min(4, line, size - 1 - line) for line in point)
    phase = sum(ply * 81 >= begin * size * size for begin in (4, 10, 18, 30, 45))
    beside_last = last is not None and max(abs(one - two) for one, two in zip(point, last, strict=True)) == 1
    of_last = next((min(4, len(liberties(foe))) for foe in foes if last in foe), 0)
    together = min(3, 1 + sum(len(each) for each in own))
    return [
        ring_number(twin, point, 0) + KINDS_OF_MOVES * beside_last,
        ring_number(twin, point, 1),
        ring_number(twin, point, 2),
        (high * (high + 1) // 2 + low) * 6 + phase,
        way(point, last),
        way(point, before),
        1 + (takes - 1) * 4 + flags if takes else 0,
        1 + (saved - 1) * 3 + min(2, max(0, left - 1)) if saved else 0,
        2 * (together if left < 2 else 0) + twin.is_eye(point),
        chased,
        4 * short + min(3, max(0, left - 1)),
        of_last,
        3 * any(len(liberties(foe)) == 3 for foe in foes) + (1 + bool(chased or takes) if ko else 0),
    ]


@pytest.mark.parametrize(("size", "games"), [(4, 2), (9, 1), *further((5, 20), (13, 1))])
def test_the_odds_agree_with_the_twin(size: int, games: int) -> None:
    source, weights = random.Random(size), go_odds.WEIGHTS
    for _ in range(games):
        state, path = build(size).start(), [None, None]
        while not state.over and record(state).ply < 100:
            here, twin = record(state), twin_of(state)
            last, before = path[-1], path[-2]
            for move, weight in zip(state.moves(), state.prior(), strict=True):
                total = float(weights[0])
                if move < size * size:
                    said = said_of(twin, divmod(move, size), int(here.ply), last, before, here.ko != 0)
                    assert all(0 <= one < kinds for one, kinds in zip(said, go_odds.KINDS, strict=True))
                    total = sum(float(weights[start + k]) for start, k in zip(go_odds.STARTS, said, strict=False))
                assert weight == pytest.approx(math.exp(total), rel=1e-5)
            move = source.choice(state.moves())
            path.append(divmod(move, size) if move < size * size else None)
            state.play(move)
