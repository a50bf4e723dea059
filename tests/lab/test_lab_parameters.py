"""Leaf correlation, bias and disambiguation, where they are known."""

from __future__ import annotations

import csv
import random
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import anyspace
from anyspace import OVER, PythonGame
from anyspace.cli import main
from anyspace.errors import ExperimentError
from anyspace.lab.parameters import Parameters, leaves_alike, measure, text_rows, to_csv


class Tree:
    """Long's synthetic trees, seen by all: of depth 4, two moves a node; siblings have the same payoff with the
    probability `correlation`, and a leaf is player 0's with the probability `bias`."""

    correlation, bias = 0.5, 0.5

    def __init__(self, salt: int = 0, path: tuple[int, ...] = ()) -> None:
        self.salt, self.path = salt, path

    @classmethod
    def start(cls, source: random.Random) -> Tree:
        return cls(source.getrandbits(40))

    def mover(self) -> int:
        return len(self.path) % 2 if len(self.path) < 4 else OVER

    def moves(self) -> list[int]:
        return [0, 1]

    def play(self, move: int) -> None:
        self.path = (*self.path, move)

    def returns(self) -> list[float]:
        parent = random.Random(f"{self.salt} {self.path[:-1]}")
        first = parent.random() < self.bias
        alike = parent.random() < self.correlation
        won = first if alike or self.path[-1:] == (0,) else not first
        return [1.0, -1.0] if won else [-1.0, 1.0]

    def copy(self) -> Tree:
        return type(self)(self.salt, self.path)


class Secret:
    """Player 1 has a number of 6 bits. The players move in turn, and `shown` bits come out before each move of player 0
    but the first: what it does not know of them shrinks so many times by a half."""

    shown = 1

    def __init__(self, bits: tuple[int, ...] = (), ply: int = 0) -> None:
        self.bits, self.ply = bits, ply

    @classmethod
    def start(cls, source: random.Random) -> Secret:
        return cls(tuple(source.randrange(2) for _ in range(6)))

    @property
    def known(self) -> int:
        return min(6, self.shown * ((self.ply + 1) // 2))

    def mover(self) -> int:
        return OVER if self.ply == 7 else self.ply % 2

    def moves(self) -> list[Any]:
        if self.ply % 2 == 0:
            return ["on", "and on"]
        return [self.bits[: self.known]]  # what player 1 shows

    def play(self, move: Any) -> None:
        self.ply += 1

    def returns(self) -> list[float]:
        return [1.0, -1.0]

    def copy(self) -> Secret:
        return type(self)(self.bits, self.ply)

    def determinize(self, observer: int, source: random.Random) -> None:
        if observer == 0:
            known = self.shown * (self.ply // 2)
            self.bits = tuple(bit if i < known else source.randrange(2) for i, bit in enumerate(self.bits))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and (self.bits, self.ply) == (other.bits, other.ply)

    __hash__ = None  # type: ignore[assignment]


def tree(correlation: float, bias: float = 0.5) -> PythonGame:
    rules = type("Known", (Tree,), {"correlation": correlation, "bias": bias})
    return PythonGame(rules, name="tree", players=2, payoffs=(-1.0, 1.0), max_moves=2, max_length=4)


def secret(shown: int) -> PythonGame:
    rules = type("Kept", (Secret,), {"shown": shown})
    return PythonGame(rules, name="secret", players=2, payoffs=(-1.0, 1.0), max_moves=2, max_length=7)


@pytest.mark.parametrize("correlation", [0.0, 0.3, 0.8, 1.0])
def test_the_leaf_correlation_of_synthetic_trees(correlation: float) -> None:
    found = measure(tree(correlation), games=300, seed=1)
    assert found.leaf_correlation is not None and correlation in found.leaf_correlation
    assert found.leaf_correlation.high - found.leaf_correlation.low < 0.13


@pytest.mark.parametrize("bias", [0.1, 0.5, 0.9])
def test_the_bias_of_synthetic_trees(bias: float) -> None:
    found = measure(tree(1.0, bias), games=300, seed=2)
    assert found.bias is not None and bias in found.bias
    assert found.agreement is not None and found.agreement.estimate > bias**2 + (1 - bias) ** 2 - 0.06
    assert found.disambiguation == (1.0, 1.0, 1.0), "nothing is hidden"


def test_disambiguation_is_the_share_that_is_ruled_out() -> None:
    for shown, share in ((0, 0.0), (1, 0.5), (2, 0.75)):
        found = measure(secret(shown), games=150, guesses=30, seed=3).disambiguation
        assert found is not None
        # player 1 sees all, so only player 0's games count
        assert share in found or abs(found.estimate - share) < 0.03
    at_once = measure(secret(6), games=40, guesses=10, seed=3).disambiguation
    assert at_once is not None and at_once.estimate > 0.95


def test_kuhn_poker_shows_nothing_before_the_end() -> None:
    found = measure(anyspace.load("kuhn_poker"), games=60, seed=1)
    assert found.disambiguation is not None and found.disambiguation.estimate == 0.0
    assert found.leaf_correlation is not None and found.leaf_correlation.estimate == 0.0, "to fold is not to call"


def test_forced_moves_belong_to_the_leaf() -> None:
    state = anyspace.load("tic_tac_toe").start()
    for move in (0, 1, 2, 4, 3, 5, 7):
        state.play(move)
    # x o x / x o o / . x .: o takes the corner a and it is drawn, or the other, and x, who must take a, has won
    assert leaves_alike(state) is False
    assert leaves_alike(anyspace.load("tic_tac_toe").start()) is None, "no move ends the game"


def test_games_for_one_have_no_bias() -> None:
    found = measure(anyspace.load("twenty_forty_eight"), games=2, seed=1)
    assert found.bias is None and found.disambiguation == (1.0, 1.0, 1.0)


def test_the_same_seed_says_the_same() -> None:
    game = tree(0.5)
    first, again, other = (measure(game, games=60, seed=seed) for seed in (1, 1, 2))
    assert first == again and first != other


def test_the_table_and_the_file() -> None:
    found = measure(tree(0.5), games=20)
    rows = text_rows([found, Parameters("odd", 3, None, None, None, None)])
    assert rows[0] == ["game", "games", "leaf correlation", "bias", "agreement", "disambiguation"]
    assert rows[1][-1] == "1" and rows[2] == ["odd", "3", "-", "-", "-", "-"]
    out = StringIO()
    to_csv([found], out)
    (row,) = csv.DictReader(StringIO(out.getvalue()))
    assert float(row["leaf_correlation_low"]) <= float(row["leaf_correlation"]) and row["disambiguation"] == "1.0"


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = tmp_path / "numbers.csv"
    words = ["lab", "parameters", "tic_tac_toe", "kuhn_poker", "--games", "20", "--out", str(where)]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 and lines[1].startswith("tic_tac_toe     20  0.")
    assert where.read_text().count("\n") == 3
    assert main([*words, "--games", "0"]) == 2
    assert capsys.readouterr().err == "anyspace: error: --games must be 1 or more, not 0\n"
    assert main(["lab", "parameters", "nothing"]) == 2
    with pytest.raises(ExperimentError, match="guesses must be 2 or more, not 1"):
        measure(tree(0.5), guesses=1)
