"""Calling the command in this process, and two small games of our own for it."""

from __future__ import annotations

import io
import sys
from typing import Any

import pytest

import anyspace
import anyspace.games
from anyspace.cli import main


class Said:
    """What one call of the command left behind."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def error(self) -> str:
        """The message, after a check that it is the only line."""
        lines = [line for line in self.err.splitlines() if not line.startswith("anyspace: compiling")]
        assert len(lines) == 1, self.err
        assert lines[0].startswith("anyspace: error: ")
        return lines[0].removeprefix("anyspace: error: ")


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run the command in this process; `typed` is what the person types."""

    def run(*argv: str, typed: str = "") -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(argv)
        return Said(code, *capsys.readouterr())

    return run


class Dice:
    """Player 0 names a pair or passes, a die is thrown, player 2 guesses it; player 1 wins if the guess is wrong."""

    players = 3
    payoffs = (0.0, 1.0)

    def __init__(self) -> None:
        self.history: list[Any] = []

    def mover(self) -> int:
        return [0, anyspace.CHANCE, 2, anyspace.OVER][len(self.history)]

    def moves(self) -> list[Any]:
        return [(0, 1), "go on"] if not self.history else [1, 2, 3]

    def weights(self) -> list[float]:
        return [0.0, 0.0, 1.0]

    def play(self, move: Any) -> None:
        self.history.append(move)

    def returns(self) -> list[float]:
        if len(self.history) < 3:
            return [0.0, 0.0, 0.0]
        right = float(self.history[1] == self.history[2])
        return [right, 1.0 - right, right]

    def copy(self) -> Dice:
        twin = type(self)()
        twin.history = list(self.history)
        return twin


class Broken(Dice):
    def returns(self) -> list[float]:
        return [float("nan")] * 3


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> None:
    own = {"dice": Dice, "broken": Broken}
    monkeypatch.setattr(anyspace.games, "load", lambda name: anyspace.PythonGame(own[name], name=name))
