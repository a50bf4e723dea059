"""Phantom Go: against pyspiel, its playout against go's, and guesses against all games that look the same."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from guess_helpers import guessed, surprise
from hidden import check_determinizations
from naive.go import Twin
from oracle import cross_check
from phantom_helpers import AttendedGame, tried
from playout_helpers import playouts
from uncompiled import uncompiled
from uncompiled_helpers import plain_playout

import anyspace
from anyspace import rng as random_numbers
from anyspace.errors import OptionError, PositionError
from anyspace.games import go, phantom_go
from anyspace.games.go_board import BLACK, WHITE, point_of
from anyspace.games.phantom_go_guesses import BARRED, ILLEGAL, put_back
from anyspace.rules.codes import NOTHING_SEEN, TOO_LONG
from anyspace.rules.game import CHANCE, State

SMALL = uncompiled(phantom_go.game(size=3, komi=0.5))
load = cache(anyspace.load)

# ---- against pyspiel ----------------------------------------------------------------------------------------------


class Refereed:
    """A state of pyspiel's, in which a try that was refused though the point is empty may not be made again at once."""

    def __init__(self, state: Any) -> None:
        self.state, self.barred = state, set[int]()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)

    def legal_actions(self) -> list[int]:
        return [action for action in self.state.legal_actions() if action not in self.barred]


class Oracle:
    def __init__(self, size: int, komi: float) -> None:
        pyspiel = pytest.importorskip("pyspiel")
        self.game = pyspiel.load_game(f"phantom_go(board_size={size},komi={komi},max_game_length=1000)")

    def new_initial_state(self) -> Refereed:
        return Refereed(self.game.new_initial_state())


def compare_sights(ours: State, theirs: Refereed) -> bool:
    """What players see is the same. Stops where too many turns or refusals end a game here and not there, and at a pass
    that answers a pass after a refused try: there that is no second pass in a row. A repetition,
    refused here, ends the game there."""
    if ours["ply"] == 27 or max(ours["refusals"]) == 18:
        return True
    if ours["passes"] == 2 and not theirs.is_terminal():
        player = 1 - ours["ply"] % 2
        assert ours["refused_ply"][player, ours["refusals"][player] - 1] == ours["ply"] - 1
        return True
    if not ours.over and theirs.is_terminal():
        assert (
            theirs.returns() == [0, 0] and ours["refused_why"][ours.mover, ours["refusals"][ours.mover] - 1] == ILLEGAL
        )
        return True
    if not ours.over:
        theirs.barred = {move for move in range(9) if ours["known"][ours.mover, move] == BARRED}
    for player in range(2):
        rows = [line[2:].replace(" ", "") for line in ours.view(player).split("\n")[1:4]]
        found = [line.split()[1].replace("+", ".") for line in theirs.observation_string(player).split("\n")[:3]]
        assert rows == found
    return False


def test_agrees_with_pyspiel() -> None:
    compared = cross_check(AttendedGame(SMALL), Oracle(3, 0.5), 20, stop=compare_sights)  # type: ignore[arg-type]
    assert compared > 200


# ---- positions by hand --------------------------------------------------------------------------------------------


def test_the_referee_answers() -> None:
    state = SMALL.start().play(4)
    assert state.mover == CHANCE and state.names(state.moves()) == ["accepted"]
    state.play(state.moves()[0]).play(4)
    assert state.names(state.moves()) == ["occupied"]
    state.play(state.moves()[0])
    assert state.mover == 1 and state.moves() == [0, 1, 2, 3, 5, 6, 7, 8, 9]  # B2 is known; 9 is the pass
    state = tried(SMALL, "A2 C3 B1 A1")  # white dies in the corner
    assert state.mover == 1 and 0 not in state.moves()
    assert "illegal this turn: A1" in state.view(1) and "A1" not in state.view(0)
    assert 0 in state.play(state.parse("pass")).play(state.parse("pass")).copy()["known"][0] and state.over


def test_what_is_captured_is_seen_by_both() -> None:
    state = State(SMALL, tried(SMALL, "A1 A2 C3")._block).play(SMALL.start().parse("B1"))
    (accepted,) = state.moves()
    tokens = {state.observe(accepted, player) for player in range(2)}
    assert len(tokens) == 1 and tokens != {accepted}
    quiet = State(SMALL, tried(SMALL, "A1 A2 C3")._block).play(8 - 1)
    assert {quiet.observe(quiet.moves()[0], player) for player in range(2)} == {accepted}
    assert [quiet.observe(quiet.moves()[0] + 1, player) for player in range(2)] == [NOTHING_SEEN, accepted + 1]
    after = tried(SMALL, "A1 A1 A2 C3 B1")
    assert after["known"].sum() == 0  # white had met the stone that is gone


def test_who_is_refused_too_often_can_only_pass() -> None:
    state = SMALL.start()
    SMALL.backend.record(state._block).refusals[0] = 18
    assert state.names(state.moves()) == ["pass"]


def test_pictures_and_text() -> None:
    state = tried(SMALL, "B2 B2 A1 C3")
    assert str(state).split("\n") == [
        "board     X knows   O knows",
        "3 . . X   3 . . X   3 . . .",
        "2 . X .   2 . X .   2 . X .",
        "1 O . .   1 . . .   1 O . .",
        "  A B C     A B C     A B C",
        "3 turns, O to play",
    ]
    assert state.notation() == "B2,B2?,A1,C3"
    for text, why in (
        ("B2,B2", "makes it 'B2[?]'"),
        ("A1.,B2", "waits"),
        ("A1,A1?,A1?", "cannot be tried"),
        ("Z9", "Z9"),
    ):
        with pytest.raises(PositionError, match=why):
            SMALL.position(text)


@pytest.mark.parametrize(
    "options", [{"size": 1}, {"size": 10}, {"size": True}, {"komi": float("nan")}, {"guessing": "never"}]
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="phantom_go"):
        phantom_go.game(**options)


# ---- the playout --------------------------------------------------------------------------------------------------


def test_playouts_are_those_of_go() -> None:
    ours, theirs = phantom_go.game(size=4, komi=1.5), go.game(size=4, komi=1.5)
    for seed in range(4):
        payoff, length = plain_playout(uncompiled(ours).start(), seed)
        open_payoff, open_length = plain_playout(uncompiled(theirs).start(), seed)
        assert payoff == open_payoff and open_length < length < 2 * open_length  # answers count, passes have none


def test_playouts_compiled_and_cut() -> None:
    state = load("phantom_go").start()
    for seed in range(2):
        assert playouts(state, 1, seed=seed) == plain_playout(state, seed)
    assert set(playouts(state, 20, limit=9)[1]) == {TOO_LONG}
    waiting = state.copy().play(12)
    assert min(playouts(waiting, 20)[1]) > 20 and set(playouts(waiting, 5, limit=0)[1]) == {TOO_LONG}


# ---- guesses ------------------------------------------------------------------------------------------------------


def test_guesses_cannot_be_told_from_the_truth() -> None:
    assert check_determinizations(load("phantom_go"), 3, per_state=3, share=0.05) > 50


def sights(tries: list[tuple[int, bool]], others: tuple[int, ...], size: int) -> list[Any] | None:
    """What black sees of a game, or None if it cannot be: its own tries, each with whether it was accepted, and where
    white puts its stones, turn by turn. The slow and obvious way."""
    twin, seen, whites = Twin(size), [], list(others)
    for move, accepted in tries:
        point = divmod(move, size)
        if accepted != twin.legal(point):
            return None
        seen.append((move, accepted, twin.stones.get(point)))
        if accepted:
            for stone in (point, divmod(whites.pop(0), size) if whites else None):
                if stone is not None:
                    if not twin.legal(stone):
                        return None
                    before = dict(twin.stones)
                    twin.play(stone)
                    seen.append({at: colour for at, colour in before.items() if at not in twin.stones})
    return seen


SITUATIONS = [
    # tries of both, in order; black's alone, with their answers; white's stones; how many games look the same
    ("C3 D4 A1 E5", [(12, True), (0, True)], (18, 24), 23 * 22 - 2),  # anywhere; not both beside A1
    ("C3 D4 D4 A1 E5", [(12, True), (18, False), (0, True)], (18, 24), 22),  # the first was met
    ("C3 D4 A1 E5 D4 B2", [(12, True), (0, True), (18, False), (6, True)], (18, 24), 2 * 21),  # one of the two is D4
    ("A1 A2 E5 B1 A1", [(0, True), (24, True), (0, False)], (5, 1), 2),  # captured in the corner, and that is suicide
]


@pytest.mark.parametrize(("game", "own", "others", "count"), SITUATIONS)
def test_guesses_are_uniform_over_all_games_that_look_the_same(
    game: str, own: list[tuple[int, bool]], others: tuple[int, ...], count: int
) -> None:
    state = tried(load("phantom_go"), game)
    truth = sights(own, others, 5)
    possible = {worlds for worlds in product(range(25), repeat=2) if sights(own, worlds, 5) == truth}
    found = Counter(
        tuple(int(move) for move in record.turns[1:4:2]) for record in guessed(state, 0, 40 * len(possible))
    )
    assert len(possible) == count
    assert set(found) == possible and abs(surprise(found, possible)) < 4


def test_late_guesses_hold_back_what_was_not_met() -> None:
    game = uncompiled(phantom_go.game(size=4, guessing="late"))
    assert check_determinizations(game, 1, per_state=2, share=0.1) > 10
    state = tried(game, "B2 C3 C3 D4 A1 C2")
    guess = state.determinize(0, seed=1)
    board = [line.split("   ")[0].split()[1:] for line in str(guess).split("\n")[1:5]]
    assert ["".join(row) for row in board] == ["...X", "..O.", ".XX.", "...."]  # A1 was not met
    assert guess["held_back"].tolist() == [0, 1] and guess.view(0) == state.view(0)
    places = set()
    for seed in range(60):
        record = game.backend.record(guess.copy()._block)
        with np.errstate(over="ignore"):
            put_back(record, random_numbers.new(seed), 4)
        assert record.held_back.tolist() == [0, 0] and (record.cells == BLACK).sum() == 3
        places |= {move for move in range(16) if record.cells[point_of(move, 4)] == WHITE}
    assert places == set(range(16)) - {5, 6, 15}  # anywhere but on black's stones; C3 always
