"""GTP as its specification has it: what is answered to what."""

from __future__ import annotations

import random

import pytest
from protocols.talking import Gtp

import anyspace
from anyspace.protocols.fitting import check_game
from anyspace.protocols.gtp import all_commands
from anyspace.protocols.vertices import Vertices

USED_BY_GUIS = """protocol_version name version known_command list_commands quit boardsize rectangular_boardsize
clear_board komi play genmove undo time_settings time_left set_free_handicap fixed_handicap final_score showboard stop
lz-analyze kata-analyze lz-genmove_analyze kata-genmove_analyze reg_genmove"""


# ---- the form of commands and answers


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("protocol_version", "= 2\n\n"),
        ("name", "= anyspace\n\n"),
        ("7 name", "=7 anyspace\n\n"),
        ("0012 name", "=0012 anyspace\n\n"),
        ("  name  ", "= anyspace\n\n"),
        ("\tname\t# a comment", "= anyspace\n\n"),
        ("na\x01me\x7f", "= anyspace\n\n"),
        ("3 known_command genmove", "=3 true\n\n"),
        ("known_command analyze", "= false\n\n"),
        ("known_command", "= false\n\n"),
        ("clear_board", "=\n\n"),
        ("9 clear_board", "=9\n\n"),
        ("# name", ""),
        ("", ""),
        ("   \t ", ""),
        ("nonsense", "? unknown command\n\n"),
        ("4 nonsense", "?4 unknown command\n\n"),
        ("5", "?5 unknown command\n\n"),
        ("NAME", "? unknown command\n\n"),
        ("play", "? syntax error: 2 words expected, not 0\n\n"),
        ("11 play green C3", "?11 'green' is no colour\n\n"),
        ("2name", "? unknown command\n\n"),
    ],
)
def test_lines(line: str, answer: str) -> None:
    assert Gtp().hear(line) == answer


def test_answers_have_no_empty_lines_but_the_last() -> None:
    gtp = Gtp()
    gtp.ask("play b C3")
    for command in ("showboard", "list_commands", "move_history", "final_status_list alive"):
        answer = gtp.hear(command)
        assert answer.endswith("\n\n") and "\n\n" not in answer[:-2]
    assert gtp.hear("showboard").startswith("=\n 5 . .")


def test_every_command_that_guis_use_is_there() -> None:
    assert set(USED_BY_GUIS.split()) <= set(Gtp().ask("list_commands").split())
    assert "analyze" not in all_commands()  # Sabaki would read its numbers otherwise than anybody writes them


def test_who_we_are_is_told_before_anything_is_compiled() -> None:
    gtp = Gtp()
    game = anyspace.load("go(size=9)")
    gtp.session.board.game = game
    for command in ("name", "version", "protocol_version", "list_commands", "boardsize 9", "clear_board", "komi 7.5"):
        gtp.ask(command)
    assert "backend" not in game.__dict__


# ---- the board


def test_a_game() -> None:
    gtp = Gtp()
    assert gtp.ask("boardsize 5") == gtp.ask("komi 0.5") == gtp.ask("play b c3") == ""
    assert gtp.ask("genmove w") in gtp.ask("move_history").splitlines()[0]
    assert gtp.ask("move_history").splitlines()[1] == "black C3"
    assert gtp.ask("undo") == gtp.ask("undo") == ""
    assert gtp.refuses("undo") == "cannot undo"


def test_genmove_plays_and_reg_genmove_does_not() -> None:
    gtp = Gtp()
    move = gtp.ask("reg_genmove black")
    assert gtp.ask(f"is_legal black {move}") == "1" and gtp.ask("move_history") == ""
    move = gtp.ask("genmove black")
    assert gtp.ask("move_history") == f"black {move}"


def test_sizes() -> None:
    gtp = Gtp()
    assert gtp.ask("boardsize 7") == "" and gtp.ask("query_boardsize") == "7"
    gtp.ask("play b G7")
    for wrong in ("boardsize 25", "boardsize 1", "boardsize 5 4", "rectangular_boardsize 5 4"):
        assert gtp.refuses(wrong) == "unacceptable size"
    for wrong in (
        "boardsize",
        "boardsize x",
        "boardsize -5",
        "boardsize 5.0",
        "boardsize 99999999999",
        "boardsize 1 2 3",
    ):
        gtp.refuses(wrong)
    assert gtp.ask("move_history") == "black G7"
    assert gtp.ask("rectangular_boardsize 7 7") == gtp.ask("move_history") == ""


def test_a_board_of_rows_and_columns() -> None:
    gtp = Gtp("mnk(columns=4,rows=3,k=3)")
    assert gtp.ask("query_boardsize") == "4 3"
    assert gtp.ask("boardsize 5 4") == "" and gtp.ask("query_boardsize") == "5 4"
    assert Gtp("connect_four").refuses("boardsize 9") == "unacceptable size"


def test_komi_keeps_the_stones() -> None:
    gtp = Gtp()
    for command in ("play b C3", "play b D3", "komi -3", "play w A1"):
        gtp.ask(command)
    assert gtp.ask("get_komi") == "-3" and gtp.ask("final_score") == "B+4"
    for wrong in ("komi", "komi x", "komi nan", "komi inf", "komi 1 2", "komi 1e300"):
        gtp.refuses(wrong)
    assert gtp.ask("get_komi") == "-3"
    assert gtp.ask("undo") == "" and gtp.ask("final_score") == "B+28"


def test_games_without_a_komi_do_not_mind() -> None:
    gtp = Gtp("hex(size=3)")
    assert gtp.ask("komi 0") == "" and gtp.ask("get_komi") == "0"


# ---- colours out of turn


def test_stones_of_one_colour_in_a_row() -> None:
    gtp = Gtp()
    for vertex in ("A1", "B2", "C3", "D4"):
        gtp.ask(f"play white {vertex}")
    for vertex in ("E1", "E2"):
        gtp.ask(f"play black {vertex}")
    stones = gtp.ask("final_status_list alive").split()
    assert sorted(stones) == ["A1", "B2", "C3", "D4", "E1", "E2"]
    board = gtp.hear("showboard")
    assert board.count("O ") + board.count("O\n") >= 4 and "O to move" in board
    assert gtp.ask("genmove black") and gtp.ask("genmove black")


def test_the_game_goes_on_after_two_passes() -> None:
    gtp = Gtp()
    for command in ("play b C3", "play w pass", "play b pass"):
        gtp.ask(command)
    assert gtp.session.board.state.over
    gtp.ask("play b D3")
    assert "D3" in gtp.ask("final_status_list alive") and not gtp.session.board.state.over
    for command in ("play w pass", "play w pass", "play w pass"):
        gtp.ask(command)
    assert gtp.ask("genmove w") != ""
    gtp.ask("play b pass")
    gtp.ask("play w pass")
    assert gtp.ask("genmove b") != ""


def test_a_ko_stays_forbidden() -> None:
    """Black takes; white may not take back at once, but after a move elsewhere, out of turn or not."""
    gtp = Gtp()
    for command in ("b B1", "b A2", "b B3", "w C1", "w D2", "w C3", "w B2", "b C2"):
        gtp.ask(f"play {command}")
    assert gtp.ask("final_status_list alive").split().count("B2") == 0  # taken
    assert gtp.refuses("play w B2") == "illegal move"
    gtp.ask("play b E5")
    gtp.ask("play b E4")
    assert gtp.ask("is_legal w B2") == "1"  # the board has changed since
    gtp.ask("undo")
    gtp.ask("undo")
    assert gtp.refuses("play w B2") == "illegal move"
    gtp.ask("play w E5")
    gtp.ask("play b E1")
    gtp.ask("play w B2")
    assert gtp.refuses("play b C2") == "illegal move"


def test_moves_that_are_used_up_leave_passes() -> None:
    """There is room for twelve positions on this board. Passes and turns that are handed over take none."""
    gtp = Gtp("go(size=2)", iterations=5)
    for _ in range(30):
        gtp.ask("play b pass")
    assert not gtp.session.board.is_spent(0)
    source, stones = random.Random(3), 0
    while not (gtp.session.board.is_spent(0) and gtp.session.board.is_spent(1)):
        colour = source.choice("bw")
        legal = [] if gtp.session.board.is_spent("bw".index(colour)) else gtp.ask(f"all_legal {colour}").split()[:-1]
        if legal:
            gtp.ask(f"play {colour} {source.choice(legal)}")
            stones += 1
        elif stones < 10:
            gtp.ask("undo")
            stones -= 1
    assert stones in (11, 12)
    assert gtp.ask("genmove b") == gtp.ask("genmove w") == "pass"
    assert gtp.ask("play w pass") == "" and gtp.refuses("play b A1") != ""
    assert gtp.ask("lz-genmove_analyze b").endswith("play pass")
    for _ in range(stones + 34):
        gtp.ask("undo")
    assert gtp.refuses("undo") == "cannot undo"


def test_other_games_hand_the_turn_over_where_that_is_a_position() -> None:
    hex_game = Gtp("hex(size=3)")
    for vertex in ("a1", "b1", "c2"):
        hex_game.ask(f"play black {vertex}")
    assert hex_game.ask("genmove white")
    breakthrough = Gtp("breakthrough(rows=5,columns=3)")
    breakthrough.ask("play black a1a2")
    breakthrough.ask("play black b1b2")
    connect_four = Gtp("connect_four")
    connect_four.ask("play black d")
    assert connect_four.refuses("play black d") == "white is to move"
    assert connect_four.refuses("genmove black") == "white is to move"


# ---- Go's own


def test_handicap() -> None:
    gtp = Gtp("go(size=9)")
    assert gtp.ask("fixed_handicap 2") == "C3 G7"
    assert gtp.session.board.state.mover == 1
    assert gtp.refuses("undo") == "cannot undo"
    assert gtp.refuses("fixed_handicap 2") == "board not empty"
    gtp.ask("clear_board")
    assert gtp.ask("fixed_handicap 9") == "C3 G7 C7 G3 C5 G5 E3 E7 E5"
    gtp.ask("clear_board")
    assert gtp.refuses("fixed_handicap 10") == gtp.refuses("fixed_handicap 1") == "invalid number of stones"
    assert gtp.ask("place_free_handicap 30") == "C3 G7 C7 G3 C5 G5 E3 E7 E5"
    gtp.ask("clear_board")
    for wrong in ("", "C3", "C3 C3", "C3 c3", "C3 pass", "C3 Z1", "C3 D4 J10"):
        assert gtp.refuses(f"set_free_handicap {wrong}") == "bad vertex list"
        assert gtp.ask("move_history") == ""
    assert gtp.ask("set_free_handicap A1 b2 C3") == ""
    assert gtp.ask("final_status_list alive").split() == ["C3", "B2", "A1"]
    assert Gtp("hex(size=3)").refuses("fixed_handicap 2") == "hex has no handicap"


def test_handicap_points_of_other_boards() -> None:
    from anyspace.protocols.handicap import handicap_points

    assert handicap_points(19, 4) == ["D4", "Q16", "D16", "Q4"]
    assert handicap_points(19, 7)[4:] == ["D10", "Q10", "K10"]
    assert handicap_points(13, 5) == ["D4", "K10", "D10", "K4", "G7"]
    for size, stones in ((7, 5), (8, 5), (6, 2)):
        with pytest.raises(anyspace.AnyspaceError, match="invalid number"):
            handicap_points(size, stones)


def test_the_score_is_the_area() -> None:
    gtp = Gtp("go(size=5,komi=0)")
    assert gtp.ask("final_score") == "0"
    gtp.ask("play b C3")
    assert gtp.ask("final_score") == "B+25"
    for vertex in ("A1", "A2", "B1"):
        gtp.ask(f"play w {vertex}")
    assert gtp.ask("final_score") == "W+2"
    assert gtp.ask("final_status_list dead") == gtp.ask("final_status_list seki") == ""
    gtp.refuses("final_status_list black")


def test_the_score_of_other_games_is_who_has_won() -> None:
    gtp = Gtp("tic_tac_toe")
    assert gtp.refuses("final_score").startswith("cannot score")
    for command in ("b a1", "w b1", "b a2", "w b2", "b a3"):
        gtp.ask(f"play {command}")
    assert gtp.ask("final_score") == "B+1"
    assert gtp.refuses("genmove w") == "tic_tac_toe: the game is over"


# ---- other games


def test_letters() -> None:
    gomoku, hexes = Gtp("mnk(columns=10,rows=4,k=3)"), Gtp("hex(size=10)")
    gomoku.ask("play b j1")  # the ninth column, which the game calls i
    assert gomoku.session.board.state.notation().startswith("8x1/")
    gomoku.refuses("play w i1")
    hexes.ask("play b i1")
    hexes.refuses("play w k1")
    assert Gtp("hex(size=10)", letters="gtp").refuses("play b i1") == "illegal move"


def test_a_swap() -> None:
    gtp = Gtp("hex(size=3,swap=true)")
    gtp.ask("play b a2")
    gtp.ask("play w swap-pieces")
    assert gtp.ask("move_history").splitlines()[0] == "white swap-pieces"


def test_names_of_moves_are_one_word() -> None:
    vertices = Vertices(anyspace.PythonGame(TwoWords), "gtp")
    assert vertices.spoken("take one") == "take_one"


class TwoWords:
    """Moves whose names have blanks."""

    def __init__(self) -> None:
        self.ended = False

    def mover(self) -> int:
        return anyspace.OVER if self.ended else 0

    def moves(self) -> list[str]:
        return ["take one", "take two"]

    def play(self, move: str) -> None:
        self.ended = True

    def returns(self) -> list[float]:
        return [1.0, -1.0]

    def copy(self) -> TwoWords:
        new = TwoWords()
        new.ended = self.ended
        return new


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("hearts", "is for two players, and hearts has 4"),
        ("phantom", "hides something"),
        ("pig", "without chance, and pig has some"),
        ("left_right", "for two players"),
    ],
)
def test_games_that_there_are_no_words_for(name: str, complaint: str) -> None:
    for protocol in ("GTP", "UGI"):
        with pytest.raises(anyspace.AnyspaceError, match=f"^{protocol} is for .*{complaint}|{complaint}"):
            check_game(anyspace.load(name), protocol)


def test_resigning() -> None:
    assert Gtp(resigns_below=2.0).ask("genmove b") == "resign"
    gtp = Gtp(resigns_below=2.0)
    gtp.ask("genmove b")
    assert gtp.ask("move_history") == ""
