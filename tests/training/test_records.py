"""Records of games: what is learnt from SGF, who it says won, and what does not fit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anyspace import Match, load
from anyspace.cli import main
from anyspace.errors import OptionError
from anyspace.matches.sgf import read
from anyspace.matches.sgf_games import winner_of
from anyspace.training.learning import Learning
from anyspace.training.records import chunks_of, examples_of, files_in, record_in
from anyspace.training.settings import Settings
from anyspace.training.shape import shape_of
from anyspace.training.studying import gather, study

GO = "(;FF[4]GM[1]SZ[9]KM[7.5]RE[{}];B[ee];W[ge];B[cc];W[gc]{})"
HEX = "(;FF[4]GM[11]SZ[5]{};B[c3];W[b2];B[b4]{})"

STONES, PASSES = 4, ";B[];W[]"
"""White's two stones and the komi win where both pass."""


def go() -> Any:
    return load("go", size=9)


def written(folder: Path, **texts: str) -> list[Path]:
    for name, text in texts.items():
        (folder / f"{name}.sgf").write_text(text)
    return files_in([folder])


def values(game: Any, text: str, folder: Path) -> list[float]:
    """What is learnt of the positions of one game: each from its mover's side."""
    (file,) = written(folder, one=text)
    (found,) = chunks_of(game, shape_of(game), [file])
    return found.value[:, 0].tolist()


@pytest.mark.parametrize(
    ("result", "moves", "black"),
    [
        ("W+R", "", -1.0),
        ("W+Resign", "", -1.0),
        ("B+R", "", 1.0),
        ("B+3.5", "", 1.0),
        ("b+", "", 1.0),
        ("0", "", 0.0),
        ("Draw", "", 0.0),
        ("W+64.5", PASSES, -1.0),
        ("?", PASSES, -1.0),
        ("B+3.5", PASSES, 1.0),
    ],
)
def test_how_a_game_of_go_ended(result: str, moves: str, black: float, tmp_path: Path) -> None:
    """As RE says, and if it does not, as the moves do. People agree who won with dead stones on the board."""
    found = values(go(), GO.format(result, moves), tmp_path)
    assert found == [black * (1 - 2 * (k % 2)) for k in range(STONES + 2 * bool(moves))]


@pytest.mark.parametrize("result", ["Void", "?", "", "B+T", "W+Time", "W+F", "Black wins", "B"])
def test_an_end_that_says_nothing_of_the_position(result: str, tmp_path: Path) -> None:
    (file,) = written(tmp_path, one=GO.format(result, ""))
    (found,) = chunks_of(go(), shape_of(go()), [file])
    assert np.isnan(found.value).all() and found.policy.sum(axis=1).tolist() == [1.0] * STONES


@pytest.mark.parametrize(
    ("root", "moves", "black"),
    [("RE[B+]", "", 1.0), ("RE[W+R]", "", -1.0), ("", ";W[resign]", 1.0), ("", ";W[d4];B[resign]", -1.0)],
)
def test_how_a_game_of_hex_ended(root: str, moves: str, black: float, tmp_path: Path) -> None:
    game = load("hex", size=5)
    found = values(game, HEX.format(root, moves), tmp_path)
    assert found == [black, -black, black, -black][: len(found)] and len(found) >= 3


def test_a_forfeit_at_the_end_is_nobodys_victory() -> None:
    assert winner_of(read(HEX.format("", ";W[forfeit]"))) is None and winner_of(read(HEX.format("", ""))) is None


def test_the_moves_are_learnt(tmp_path: Path) -> None:
    (file,) = written(tmp_path, one=GO.format("B+R", ""))
    match, payoffs = record_in(go(), file)
    assert payoffs == [1.0, -1.0]
    found = examples_of(match, shape_of(go()), payoffs)
    assert found is not None and found.policy.argmax(axis=1).tolist() == match.moves
    assert found.legal.sum(axis=1).tolist() == [82, 81, 80, 79]


BAD = {
    "b_komi": GO.format("W+R", "").replace("7.5", "6.5"),
    "c_size": "(;GM[1]SZ[5]KM[7.5];B[aa])",
    "d_hex": HEX.format("", ""),
    "e_broken": "(;GM[1]SZ[9];B[ee]",
    "f_illegal": GO.format("W+R", ";B[gc]"),
    "g_empty": "(;GM[1]SZ[9]KM[7.5]RE[B+R])",
}


def test_what_does_not_fit_is_skipped(tmp_path: Path) -> None:
    files = written(tmp_path, a=GO.format("B+R", ""), **BAD, z=GO.format("W+R", PASSES))
    (tmp_path / "h.json").write_text("{}")
    (tmp_path / "i.sgf").write_bytes(b"\xff\xfe\xff")
    files, said = [*files_in([tmp_path]), tmp_path / "gone.sgf"], list[str]()
    found = list(chunks_of(go(), shape_of(go()), files, said.append))
    assert [len(each) for each in found] == [STONES, STONES + 2]
    (line,) = said
    assert line.startswith("9 of 11 records were skipped; the first: ")
    assert line.endswith("b_komi.sgf is a game of go(size=9, komi=6.5), not of go(size=9, komi=7.5)")


def test_nothing_is_said_where_all_fit(tmp_path: Path) -> None:
    said = list[str]()
    assert len(list(chunks_of(go(), shape_of(go()), written(tmp_path, a=GO.format("0", "")), said.append))) == 1
    assert said == []


@pytest.mark.parametrize("name", BAD)
def test_none_that_fits(name: str, tmp_path: Path) -> None:
    files = written(tmp_path, **{name: BAD[name]})
    with pytest.raises(OptionError, match=f"none of the records fits, 1 in all; the first: .*{name}"):
        list(chunks_of(go(), shape_of(go()), files))


def test_a_run_goes_on_after_those_that_do_not_fit(tmp_path: Path) -> None:
    """The same games again, whichever were skipped on the way: each is in the store once."""
    (tmp_path / "games").mkdir()
    files = written(tmp_path / "games", a=GO.format("B+R", ""), **BAD, y=GO.format("W+R", PASSES), z=GO.format("0", ""))
    learning = Learning(go(), tmp_path / "run", Settings(kind="linear"))
    some = chunks_of(go(), learning.shape, files)
    gather(learning, [next(some)])
    learning.store.close()
    words = ["learn", "go(size=9)", "--records", str(tmp_path / "games"), "--learner", "linear", "--batch", "8"]
    assert main([*words, "--hours", "0.001", "--out", str(tmp_path / "run")]) == 0
    again = Learning(go(), tmp_path / "run", Settings(kind="linear"))
    assert [len(each) for each in again.store.chunks()] == [STONES, STONES + 2, STONES]
    study(again, again.store.spent() / 3600 + 0.0001)
    assert again.learner.steps > 0


def test_the_command_says_it_in_one_line(tmp_path: Path, capsys: Any) -> None:
    written(tmp_path, **BAD)
    words = ["learn", "go(size=9)", "--records", str(tmp_path), "--learner", "linear", "--hours", "0.001"]
    assert main([*words, "--out", str(tmp_path / "run")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "none of the records fits, 6 in all; the first: " in error


def test_a_draw_is_between_the_payoffs(tmp_path: Path) -> None:
    game = load("go", size=9, komi=7)
    assert values(game, GO.format("Draw", "").replace("7.5", "7"), tmp_path) == [0.0] * STONES
    assert Match.load(tmp_path / "one.sgf").game == game
