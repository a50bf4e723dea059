"""Positions of board games as text, and back: exact in who moves, in the moves and in the payoffs."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from further import further
from hypothesis import given, settings
from hypothesis import strategies as st

import anyspace
from anyspace import CHANCE, PositionError, State
from anyspace.games.notation import read_rows, write_rows

BOARDS = [
    "amazons", "amazons(split=true)", "atarigo", "breakthrough(rows=6,columns=5)", "breakthrough",
    "clobber", "connect_four", "domineering", "go(size=5)", "go", "havannah(size=4,swap=true)",
    "hex(size=5)", "hex(size=5,swap=true)", "kalah", "knightthrough", "lines_of_action",
    "mnk", "nogo", "othello", "oware", "tic_tac_toe",
    "twenty_forty_eight(target=64)", "blocks_world", "ferry", "gripper", "hanoi", "kakuro", "morpion_solitaire",
    "goofspiel", "rock_paper_scissors", "tron", "samegame", "sudoku", "tsptw", "confrontation", "phantom", "skirmish",
    "chinese_checkers", "einstein", "hide_and_seek", "phantom_go", "backgammon",
]  # fmt: skip
FURTHER = further("go(size=2)", "hex(size=9)", "kalah(pits=8,seeds=2)", "mnk(columns=5,rows=7,k=4)")
NOT_TO_THE_BYTE = ("atarigo", "go", "nogo", "oware", "lines_of_action")
"""Their states also remember how they came about: in the order of lists, in positions that were there before."""

ROUNDS = {
    "atarigo": 3,
    "nogo": 3,
    "go": 2,
    "lines_of_action": 2,
    "mnk": 2,
    "amazons": 3,
    "samegame": 1,
    "morpion_solitaire": 1,
    "phantom_go": 1,
    "backgammon": 1,
}


load = cache(anyspace.load)


def told(state: State) -> tuple[Any, ...]:
    """All that the rules can tell."""
    weights = state.weights() if state.mover == CHANCE else None
    return state.mover, state.moves(), weights, state.returns(), state.names(state.moves()), str(state)


def random_game(game: anyspace.AnyGame, source: random.Random) -> list[State]:
    state = game.start(source.getrandbits(60))
    found = [state.copy()]
    while not state.over:
        found.append(state.play(source.choice(state.moves())).copy())
    return found


@pytest.mark.parametrize("name", [*BOARDS, *FURTHER])
def test_text_and_back_over_random_games(name: str) -> None:
    game, source = load(name), random.Random(7)
    short = name.partition("(")[0]
    for _ in range(ROUNDS.get(short, 8)):
        played = random_game(game, source)
        some = source.sample(played, min(len(played), 40))
        for state in [played[0], played[-1], *some]:
            text = state.notation()
            back = game.position(text)
            assert told(back) == told(state), text
            assert back.notation() == text
            assert "\n" not in text
            if short not in NOT_TO_THE_BYTE:
                assert back == state, text


def test_every_board_game_has_a_text() -> None:
    with_text = {name.partition("(")[0] for name in BOARDS}
    hidden = {"battleship", "cheese_maze", "dou_di_zhu", "hearts", "kuhn_poker", "leduc_poker", "pocman", "rock_sample"}
    hidden |= {"spades", "tiger", "wumpus"}
    no_board = {"klondike", "left_move", "left_right", "leftmost_path", "p_game", "pig", "sum_of_switches"}
    # their texts would say, or say, where one is, not what was paid
    no_board |= {"double_integrator", "grid_world", "pendulum", "sailing", "trap", "unknown_chain"}
    assert with_text == set(anyspace.GAMES) - hidden - no_board


@pytest.mark.parametrize(
    ("name", "text", "moves"),
    [
        ("tic_tac_toe", "2x/1o1/3 x", "c1 b2"),
        ("connect_four", "7/7/7/7/3x3/3xo2 o", "d e d"),
        ("go(size=5)", "5/5/2X2/5/O4 X", "C3 A1"),
        ("hex(size=4,swap=true)", "2o1/4/4/4 x", "a3 swap"),
        ("kalah", "0,5,5,5,5,4,0/4,4,4,4,4,4,0 N", "A"),
        ("oware", "0,5,5,5,5,4,0/4,4,4,4,4,4,0 N 1", "A"),
        ("twenty_forty_eight", "2,0,0,0/0,0,0,0/0,0,0,0/0,0,0,4 0 1", "2@a1 4@d4"),
        ("domineering(rows=3,columns=3)", "#2/#2/3 f", "a1a2"),
        ("amazons(split=true)", "1b2b1/b4b/6/6/w4w/1w2w1 w move:b1", "b1"),
        ("breakthrough", "bbbbbbbb/bbbbbbbb/8/8/8/w7/1wwwwwww/wwwwwwww b", "a2a3"),
    ],
)
def test_texts_as_people_read_them(name: str, text: str, moves: str) -> None:
    game = load(name)
    assert told(game.position(text)) == told(game.after(moves))


def test_what_follows_is_the_same_where_the_past_does_not_matter() -> None:
    for name in ("connect_four", "havannah(size=4,swap=true)", "nogo", "atarigo", "othello"):
        game, source = load(name), random.Random(3)
        state = game.start(1)
        for _ in range(5):
            state.play(source.choice(state.moves()))
        back = game.position(state.notation())
        while not state.over:
            move = source.choice(state.moves())
            state.play(move)
            back.play(move)
            assert told(back) == told(state)


def test_superko_of_this_moment_is_kept_and_said() -> None:
    game = anyspace.load("go", size=5)
    state = game.position("5/5/1XO2/X1XO1/1XO2 O")
    state.play(state.parse("B2"))  # takes the stone on C2: a ko
    assert "C2" not in state.names(state.moves())
    text = state.notation()
    assert text.endswith(" C2")
    assert "C2" not in (back := game.position(text)).names(back.moves())


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("tic_tac_toe", "", "expected 'cells turn'"),
        ("tic_tac_toe", "3/3 x", "the board has 3 rows, not 2"),
        ("tic_tac_toe", "3/3/2 x", "row 3 has 2 cells, not 3"),
        ("tic_tac_toe", "3/3/2y x", "row 3 has 'y', which is neither x nor o"),
        ("tic_tac_toe", "3/3/0xxx x", "row 3 has '0'"),
        ("tic_tac_toe", "3/3/3 z", "the player to move must be x or o, not 'z'"),
        ("tic_tac_toe", "xx1/3/3 x", "x cannot be to move: there are 2 x and 0 o"),
        ("tic_tac_toe", "xxx/ooo/3 x", "it has won already"),
        ("connect_four", "7/7/7/7/3x3/7 o", "column d lies on nothing"),
        ("go(size=5)", "1XO2/XO3/5/5/5 X", None),
        ("go(size=5)", "OX3/X4/5/5/5 X", "the stone on A5 has no liberty"),
        ("go(size=5)", "5/5/5/5/5 O 0 4", "O cannot be to move after 4 moves"),
        ("go(size=5)", "5/5/5/5/5 X 0 0 A1", "moves_played must be"),
        ("go(size=5)", "5/5/5/5/5 X 0 4 Z9", "no point that could be banned"),
        ("kalah", "0,5,5,5,5,4,0/4,4,4,4,4,5,0 N", "there must be 48 seeds, not 49"),
        ("kalah", "0,0,0,0,0,0,20/4,4,4,4,4,4,4 N", "the game is over just when"),
        ("kalah", "0,5,5,5,5,-4,8/4,4,4,4,4,4,0 N", "seeds must be a whole number"),
        ("oware", "4,4,4,4,4,4,0/4,4,4,4,4,4,0 S 200", "moves_since_capture must be"),
        ("othello", "8/8/8/3ox3/3xo3/8/8/8 -", "x can still place a disc"),
        ("breakthrough", "w7/8/8/8/8/8/8/7b w", "broken through already"),
        ("lines_of_action", "8/8/8/8/8/8/8/8 x", "x must have 1 to 12 pieces"),
        ("amazons", "6/6/6/6/6/6 w", "w must have 4 amazons, not 0"),
        ("amazons", "1b2b1/b4b/6/6/w4w/1w2w1 w move:b1", "the stage must be left out"),
        ("twenty_forty_eight", "3,0,0,0/0,0,0,0/0,0,0,0/0,0,0,4 0 1", "a power of two, not 3"),
        ("hex(size=4)", "2o1/4/4/4 x", "x cannot be to move"),
        ("clobber", "99/6/6/6/6 o", "row 1 has 99 cells, not 6"),
    ],
)  # fmt: skip
def test_what_is_no_position(name: str, text: str, message: str | None) -> None:
    game = load(name)
    if message is None:
        assert game.position(text).notation().startswith(text)
        return
    with pytest.raises(PositionError) as raised:
        game.position(text)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


TEXTS = st.text(alphabet="xoXOwb#SNuf-=0123456789/, .:AC", max_size=60)


@settings(max_examples=60, deadline=None)
@given(text=TEXTS, name=st.sampled_from(BOARDS))
def test_any_text_is_a_position_or_refused(text: str, name: str) -> None:
    game = load(name)
    try:
        state = game.position(text)
    except PositionError:
        return
    assert told(game.position(state.notation())) == told(state)


@settings(max_examples=150, deadline=None)
@given(data=st.data(), name=st.sampled_from(BOARDS))
def test_a_text_with_one_thing_changed_is_a_position_or_refused(data: st.DataObject, name: str) -> None:
    game = load(name)
    source = random.Random(data.draw(st.integers(0, 99)))
    text = source.choice(random_game(game, source) if "go" not in name else [game.start(1)]).notation()
    at = data.draw(st.integers(0, len(text) - 1))
    other, replaces = data.draw(st.sampled_from("xoXOwb#SN-0123456789/ ,")), data.draw(st.booleans())
    changed = text[:at] + other + text[at + replaces :]
    try:
        state = game.position(changed)
    except PositionError:
        return
    assert told(game.position(state.notation())) == told(state)
    for move in state.moves()[:5]:
        state.copy().play(move)


@given(rows=st.lists(st.text(alphabet="xo.", min_size=1, max_size=30), min_size=1, max_size=9))
def test_rows_of_cells_and_back(rows: list[str]) -> None:
    assert read_rows(write_rows(rows), [len(row) for row in rows], "xo") == rows
