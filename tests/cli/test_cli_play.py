"""The commands that think about a position and play a game: boards, tables, moves typed, verdicts."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import anyspace
from anyspace.cli.play import outcome
from anyspace.cli.progress import describe

# ---- think


def test_think_shows_board_table_line_statistics(call: Any) -> None:
    said = call("think", "connect_four", "--moves", "d, e d", "--iterations", "2000", "--seed", "1")
    assert said.code == 0
    assert "connect_four: player 1 to move\n\n. . ." in said.out
    assert ". . . x o . .\na b c d e f g" in said.out
    for part in ("move ", "visits", "\nbest  ", "\nline  ", "2,000 iterations in"):
        assert part in said.out
    assert "%  " not in said.err  # no progress where standard error is not a terminal


def test_think_without_board(call: Any) -> None:
    assert ". . ." not in call("think", "connect_four", "--iterations", "10", "--no-board").out


def test_think_json(call: Any) -> None:
    argv = ["think", "connect_four", "--moves", "d 3 D", "--iterations", "500", "--seed", "5", "--json"]
    found = json.loads(call(*argv).out)
    assert found["game"] == "connect_four"
    assert found["position"]["moves"] == ["d", "d", "d"]
    assert found["position"]["board"].endswith("a b c d e f g")
    assert found["player"] == 1
    assert found["move"] == found["line"][0] == "abcdefg".index(found["name"])
    assert sum(row["visits"] for row in found["table"]) == 500
    assert found["stats"]["iterations"] == 500
    assert found["seed"] == 5
    again = json.loads(call(*argv).out)
    assert again["table"] == found["table"]


def test_think_about_a_position_given_as_text(call: Any) -> None:
    text = "7/7/7/7/3x3/3xo2 o"
    said = call("think", "connect_four", "--position", text, "--iterations", "300", "--seed", "1")
    assert "connect_four: player 1 to move" in said.out and ". . . x o . .\na b c d e f g" in said.out
    argv = ["think", "connect_four", "--iterations", "300", "--seed", "1", "--json"]
    found = json.loads(call(*argv, "--position", text, "--moves", "a b").out)
    same = json.loads(call(*argv, "--moves", "d e d a b").out)
    assert found["table"] == same["table"] and found["position"]["moves"] == ["a", "b"]
    assert found["position"]["notation"] == same["position"]["notation"] == "7/7/7/7/3x3/ox1xo2 o"


def test_think_takes_a_second_unless_told_otherwise(call: Any) -> None:
    call("think", "connect_four", "--iterations", "1")  # compiled before the clock starts
    found = json.loads(call("think", "connect_four", "--json").out)
    assert 0.9 < found["stats"]["seconds"] < 5


def test_think_passes_its_options_on(call: Any) -> None:
    common = ["think", "connect_four", "--iterations", "3000", "--seed", "1", "--json"]
    usual = json.loads(call(*common).out)
    greedy = json.loads(call(*common, "--c", "0.1").out)
    cut = json.loads(call(*common, "--playout-limit", "3").out)
    best = json.loads(call(*common, "--c", "3", "--final", "max").out)
    assert greedy["table"][0]["visits"] > usual["table"][0]["visits"]
    assert cut["stats"]["mean_playout"] <= 3
    assert best["value"] == max(row["value"] for row in best["table"])


@pytest.mark.usefixtures("dice")
def test_think_moves_that_json_has_no_word_for(call: Any) -> None:
    found = json.loads(call("think", "dice", "--iterations", "50", "--json").out)
    assert {row["move"] for row in found["table"]} == {"(0, 1)", "go on"}
    assert found["move"] == found["name"] == found["line"][0]


@pytest.mark.usefixtures("dice")
def test_think_names_with_blanks_and_commas_in_them_and_chance_outcomes(call: Any) -> None:
    for first in ("go on", "(0, 1)"):
        said = call("think", "dice", "--iterations", "50", "--json", "--moves", f"{first}, 2")
        found = json.loads(said.out)
        assert found["position"]["moves"] == [first, "2"]
        assert (found["player"], found["move"]) == (2, 2)
    assert "move 1 of --moves: 'go'" in call("think", "dice", "--moves", "go 2").error


@pytest.mark.usefixtures("dice")
def test_think_draws_a_chance_event_that_is_due(call: Any) -> None:
    said = call("think", "dice", "--iterations", "50", "--moves", "go on")
    assert said.out.startswith("chance: 3  (drawn now; name it in --moves to choose)\ndice: player 2 to move")


def test_progress_line() -> None:
    game = anyspace.load("tic_tac_toe")
    result = anyspace.Search(game, "plain", seed=1).run(game.start(), iterations=500)
    from anyspace.search.budget import Budget

    line = describe(result, Budget(iterations=2000, seconds=1e9))
    assert re.fullmatch(r" 25%  500 iterations  [\d,]+/s  best b2  value -?\d\.\d{3}", line)
    assert describe(result, Budget(iterations=100)).startswith("100%")


# ---- play


def test_play_a_whole_game(call: Any) -> None:
    typed = "?\nz9\nhint\nundo\nb2\nundo\nb2\n" + "".join(f"{column}{row}\n" for column in "abc" for row in "123") * 4
    said = call("play", "tic_tac_toe", "--iterations", "3000", "--seed", "1", typed=typed)
    assert said.code == 0
    assert said.out.startswith("you are player 0; type a move, or: ? lists the moves, hint, undo, quit\n")
    for part in ("a1  b1  c1", "'z9' names no legal move here", "hint: ", "there is nothing to take back"):
        assert part in said.out
    assert (
        len(
            re.findall(
                r"player 1 plays \w\d  \(value -?\d\.\d{3}(?:, proven)?, line \w\d.*; [\d,]+ iterations?\)", said.out
            )
        )
        >= 3
    )
    assert re.search(r"(you win|you lose|a draw)  \(player 0: -?\d, player 1: -?\d\)\n$", said.out)


def test_play_undo_returns_to_the_previous_decision(call: Any) -> None:
    said = call("play", "connect_four", "--iterations", "200", "--seed", "1", typed="d\nd\nundo\nundo\nquit\n")
    boards = re.findall(r"(?:[.xo] ){6}[.xo]\n(?=a b c)", said.out)
    assert len(boards) == 5
    assert boards[0] == boards[4] == ". . . . . . .\n"
    assert boards[1] == boards[3]


def test_play_keeps_the_tree(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    reused = []
    run = anyspace.Search.run

    def spy(self: anyspace.Search, *positional: Any, **named: Any) -> anyspace.Result:
        result = run(self, *positional, **named)
        reused.append(result.stats.reused)
        return result

    monkeypatch.setattr(anyspace.Search, "run", spy)
    call("play", "connect_four", "--iterations", "500", "--seed", "1", typed="d\nhint\nhint\nd\nundo\nd\n")
    computer, hint, second_hint, answer, after_undo = reused
    assert (computer, after_undo) == (0, 0)
    assert 0 < hint < 500
    assert second_hint == hint + 500
    assert answer > 0


def test_play_from_the_other_seat(call: Any) -> None:
    said = call("play", "connect_four", "--seat", "1", "--iterations", "200", typed="quit\n")
    assert said.code == 0
    assert re.search(r"player 0 plays \w .*\n\n(.*\n)+\nplayer 1> goodbye\n$", said.out)


def test_play_ends_quietly_when_input_does(call: Any) -> None:
    said = call("play", "connect_four", "--iterations", "200", typed="d\n")
    assert said.code == 0
    assert said.out.endswith("player 0> \ngoodbye\n")


def test_play_interrupted_at_the_prompt(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    said = call("play", "connect_four")
    assert said.code == 130
    assert said.err == "anyspace: interrupted\n"


def test_play_itself(call: Any) -> None:
    said = call("play", "tic_tac_toe", "--seat", "none", "--iterations", "2000", "--seed", "1")
    assert said.code == 0
    assert "player 0 plays" in said.out
    assert "player 1 plays" in said.out
    assert re.search(r"(a draw|player \d wins)  \(player 0: ", said.out)


def test_play_by_a_clock(call: Any) -> None:
    call("think", "tic_tac_toe", "--iterations", "1")  # compiled before the clock starts
    said = call("play", "tic_tac_toe", "--seat", "none", "--clock", "0.5+0.1", "--seed", "1")
    assert said.code == 0
    left = [float(seconds) for seconds in re.findall(r"\[(-?[\d.]+) s left\]", said.out)]
    assert len(left) >= 4 and all(0 < seconds < 1.1 for seconds in left)
    assert "one of them out" in call("play", "tic_tac_toe", "--clock", "5", "--seconds", "1").error
    assert "300+2" in call("play", "tic_tac_toe", "--clock", "soon").error


@pytest.mark.usefixtures("dice")
def test_play_with_chance_and_three_players(call: Any) -> None:
    said = call("play", "dice", "--iterations", "300", "--seat", "0", "--seed", "1", typed="go on\n")
    assert said.code == 0
    assert "chance: 3\n" in said.out
    assert "player 2 plays 3  (value 1.000" in said.out
    assert said.out.endswith("player 0 and player 2 win  (player 0: 1, player 1: 0, player 2: 1)\n")


@pytest.mark.parametrize(
    ("payoffs", "seat", "verdict"),
    [
        ([1.0, -1.0], 0, "you win"),
        ([1.0, -1.0], 1, "you lose"),
        ([1.0, -1.0], None, "player 0 wins"),
        ([0.0, 0.0], 0, "a draw"),
        ([0.0, 3.0, 1.0], 0, "player 1 wins"),
        ([0.0, 3.0, 1.0], 1, "you win"),
        ([2.5], 0, "the game is over: payoff 2.5"),
    ],
)
def test_outcome(payoffs: list[float], seat: int | None, verdict: str) -> None:
    assert outcome(payoffs, seat).startswith(verdict)
