"""UGI: what is answered to what, and the same position over it and in Python for every game that fits."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from protocols.talking import Ugi, load_uncompiled, talk_ugi

import anyspace
from anyspace.errors import ProtocolError
from anyspace.games import GAMES
from anyspace.protocols.fitting import check_game
from anyspace.protocols.vertices import one_word


def error(lines: list[str]) -> str:
    assert len(lines) == 1 and lines[0].startswith("info string error: ") and "internal" not in lines[0], lines
    return lines[0]


def test_who_we_are() -> None:
    lines = Ugi().ask("ugi")
    assert lines[0].startswith("id name anyspace ") and lines[1].startswith("id author ") and lines[-1] == "ugiok"
    assert "option name MultiPV type spin default 1 min 1 max 500" in lines
    assert Ugi().ask("isready") == ["readyok"]
    assert Ugi().ask("") == Ugi().ask("   ") == Ugi().ask("stop") == []


def test_nothing_is_compiled_before_isready() -> None:
    session = Ugi()
    game = anyspace.load("othello")
    session.session.game = game
    session.ask("ugi")
    session.ask("uginewgame")
    assert "backend" not in game.__dict__


def test_queries() -> None:
    ugi = Ugi()
    assert ugi.ask("query p1turn") == ["response true"] and ugi.ask("query gameover") == ["response false"]
    assert ugi.ask("query result") == ["response none"]
    ugi.ask("position startpos moves a1 b1 a2 b2 a3")
    assert ugi.ask("query gameover") == ["response true"] and ugi.ask("query result") == ["response p1win"]
    assert ugi.ask("query moves") == ["response "]
    ugi.ask("position startpos moves a1 b1 a2 b2 c3 b3")
    assert ugi.ask("query result") == ["response p2win"]
    ugi.ask("position startpos moves a1 b1 c1 b2 a2 a3 b3 c2 c3")
    assert ugi.ask("query result") in (["response draw"], ["response p1win"])
    ugi.ask("uginewgame")
    assert ugi.ask("query fen") == ["response 3/3/3 x"]
    error(ugi.ask("query meaning"))
    error(ugi.ask("query"))


def test_the_first_player_is_who_begins() -> None:
    pytest.importorskip("pyspiel")
    chess = Ugi("open_spiel:chess")
    assert chess.ask("query p1turn") == ["response true"]
    chess.ask("position startpos moves f3 e5 g4")
    assert chess.ask("query p1turn") == ["response false"]
    chess.ask("position startpos moves f3 e5 g4 Qh4#")
    assert chess.ask("query result") == ["response p2win"]


def test_positions() -> None:
    ugi = Ugi("connect_four")
    assert ugi.ask("position fen 7/7/7/7/3x3/3xo2 o moves D d") == []
    assert ugi.ask("query fen") == ["response 7/7/3x3/3o3/3x3/3xo2 o"]
    for wrong in (
        *("position", "position fen", "position startpos d", "position fen nonsense", "position startpos moves z"),
        *("position fen 7/7/7/7/3x3/3xo2 x", "position moves d", "position startpos moves d d d d d d d"),
    ):
        error(ugi.ask(wrong))
        assert ugi.ask("query fen") == ["response 7/7/3x3/3o3/3x3/3xo2 o"]
    assert "move 2: 'zz'" in error(ugi.ask("position startpos moves d zz"))


def test_go() -> None:
    ugi = Ugi()
    ugi.ask("position startpos moves a1 b1 a2 b2")
    for command in (
        "go nodes 300",
        "go movetime 100",
        "go p1time 1000 p2time 1000 p1inc 10 p2inc 10",
        "go depth 3",
        "go",
    ):
        lines = ugi.ask(command)
        assert lines[-1].startswith("bestmove "), lines
        assert re.fullmatch(
            r"info depth \d+ seldepth \d+ multipv 1 score cp -?\d+ nodes \d+ nps \d+ time \d+ visits \d+ "
            r"winrate [01]\.\d{4} pv( [abc][123])+",
            lines[-2],
        )
    assert ugi.ask("go nodes 300")[-1] == "bestmove a3"
    for wrong in ("go nodes", "go nodes x", "go fast", "go nodes 1.5", "go movetime"):
        error(ugi.ask(wrong))
    ugi.ask("position startpos moves a1 b1 a2 b2 a3")
    assert "the game is over" in error(ugi.ask("go nodes 5"))


def test_options() -> None:
    ugi = Ugi()
    applied: list[dict[str, int]] = []
    ugi.session.apply = applied.append
    ugi.ask("setoption name multipv value 3")
    assert applied[-1]["MultiPV"] == 3
    lines = ugi.ask("go nodes 100")
    assert [line.split("multipv ")[1][0] for line in lines[-4:-1]] == ["1", "2", "3"]
    for wrong in (
        "",
        "name MultiPV",
        "name MultiPV value",
        "name MultiPV value 0",
        "name MultiPV value x",
        "name X value 1",
    ):
        error(ugi.ask(f"setoption {wrong}"))
    assert len(applied) == 1 and ugi.session.settings["MultiPV"] == 3


def test_that_nobody_listens_any_more_is_no_mistake(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def gone(text: str) -> None:
        raise BrokenPipeError

    ugi = Ugi()
    monkeypatch.setattr(ugi.session.lines, "_write", gone)
    with pytest.raises(BrokenPipeError):
        ugi.session.hear("ugi")
    assert capsys.readouterr().err == ""


def test_an_endless_search_is_stopped() -> None:
    talk = talk_ugi("connect_four")
    talk.say("go infinite")
    talk.until("info depth")
    talk.say("isready")
    talk.until("readyok")
    talk.say("stop")
    assert talk.until("bestmove")[-1].split()[1] in "abcdefg"
    talk.say("go infinite")
    talk.say("query p1turn")  # anything ends it, and is answered afterwards
    talk.until("bestmove")
    assert talk.line() == "response true"
    talk.close()


def test_what_is_said_during_a_search_is_heard_after_it() -> None:
    talk = talk_ugi()
    talk.say("go nodes 200\nquery p1turn\nposition startpos moves b2\nquery p1turn")
    lines = talk.until("bestmove")
    assert "nodes 200" in lines[-2]
    assert [talk.line(), talk.line()] == ["response true", "response false"]
    talk.say("go movetime 60000\nstop")
    talk.until("bestmove")
    talk.say("go movetime 60000\nquit")
    talk.until("bestmove")
    talk.close()


def test_the_end_of_input_lets_a_search_end_in_peace() -> None:
    talk = talk_ugi()
    talk.say("go nodes 300")
    talk.close()
    assert "nodes 300" in talk.until("bestmove")[-2]


def test_the_tree_is_kept_when_the_game_goes_on() -> None:
    ugi = Ugi()
    ugi.ask("position startpos moves b2")
    ugi.ask("go nodes 300")
    ugi.ask("position startpos moves b2 a1 a2")
    search = ugi.session.thinker.search_of(ugi.session.game)
    assert search.root.visits > 1
    ugi.ask("position startpos moves b2 a2")
    ugi.ask("go nodes 5")
    assert search.root.visits == 5


HIDDEN = ("confrontation", "dou_di_zhu", "hearts", "kuhn_poker", "leduc_poker", "phantom", "skirmish", "spades")
FIT = (
    *("amazons", "atarigo", "breakthrough", "clobber", "connect_four", "domineering", "go", "havannah", "hex", "kalah"),
    *("knightthrough", "lines_of_action", "mnk", "nogo", "oware", "othello", "tic_tac_toe"),
)
TOGETHER = ("goofspiel", "rock_paper_scissors", "tron")
WITHOUT_NOTATION = ("p_game", "sum_of_switches")


@pytest.mark.parametrize("name", GAMES)
def test_which_games_fit(name: str) -> None:
    """They do, or one line says why not; and nothing is compiled to find out."""
    game, refused = anyspace.load(name), False
    try:
        check_game(game, "UGI")
    except ProtocolError as error:
        refused = str(error).startswith("UGI is for ")
    assert "backend" not in game.__dict__
    assert refused or name not in (*HIDDEN, *TOGETHER, "pig")
    assert not (refused and name in (*FIT, *WITHOUT_NOTATION))


@pytest.mark.parametrize("name", FIT)
def test_every_game_that_fits(name: str) -> None:
    """A random game, told move by move and as a position, is the same game."""
    game: Any = load_uncompiled(name)
    ugi, source = Ugi(name), random.Random(name)
    state, names = game.start(seed=0), []
    while not state.over and len(names) < 4:
        move = source.choice(state.moves())
        names.append(one_word(state.name(move)))
        state.play(move)
    assert ugi.ask(f"position startpos moves {' '.join(names)}") == []
    assert ugi.ask("query fen") == [f"response {state.notation()}"]
    assert ugi.ask("query p1turn") == [f"response {str(state.mover == 0).lower()}"]
    legal = ugi.ask("query moves")[0].split()[1:]
    assert legal == [one_word(state.name(move)) for move in state.moves()]
    assert ugi.ask(f"position fen {state.notation()} moves {legal[-1]}") == []
    assert ugi.ask("query moves")[0].split()[1:] == [
        one_word(each) for each in state.play(state.moves()[-1]).names(state.moves())
    ]
