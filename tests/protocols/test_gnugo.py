"""Games against GNU Go, with GTP on both sides: nothing is refused, and both count the same."""

from __future__ import annotations

import importlib.util
import os
import random
import shutil
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from anyspace.lab.outside.gtp import Gtp

GNU_GO = shutil.which("gnugo", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"]))
ROOT = Path(__file__).parents[2]
needs_gnu_go = pytest.mark.skipif(GNU_GO is None, reason="gnugo is not installed")


def benchmark() -> Any:
    """The benchmark that plays as many as one likes."""
    spec = importlib.util.spec_from_file_location("gtp_gnugo", ROOT / "benchmarks" / "gtp_gnugo.py")
    assert spec is not None and spec.loader is not None
    module = sys.modules["gtp_gnugo"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@needs_gnu_go
def test_both_count_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    games = benchmark()
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    words = f"{sys.executable} -m anyspace gtp go(size=5,komi=0.5) --iterations 100 --with plain --seed 1"
    ours = Gtp(words, Path(), 300)
    theirs = Gtp(f"{GNU_GO} --mode gtp --level 1 --seed 1 {games.OUR_RULES}", Path(), 60)
    try:
        for number in range(4):
            played = games.play((ours, theirs), 5, 0.5, number % 2)
            assert not played.trouble, played
            assert played.agrees or len(played.moves) >= 75, played
    finally:
        ours.close()
        theirs.close()


@needs_gnu_go
@pytest.mark.slow
def test_two_hundred_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    monkeypatch.setattr(sys, "argv", ["gtp_gnugo.py", "--games", "200", "--iterations", "200", "--with", "plain"])
    assert benchmark().main() == 0


@needs_gnu_go
def test_both_see_the_same_board_whichever_colour_moves() -> None:
    """Stones of any colour at any time, captures and repetitions among them: the same are legal, the same stay."""
    from protocols.talking import Gtp as InProcess

    games, source, legal = benchmark(), random.Random(5), Counter[bool]()
    theirs = Gtp(f"{GNU_GO} --mode gtp --level 1 {games.OUR_RULES}", Path(), 60)
    ours = InProcess("go(size=4,komi=0.5)")
    try:
        for _ in range(8):
            for command in ("boardsize 4", "clear_board"):
                ours.ask(command)
                assert theirs.ask(command)[0]
            colour = "black"
            for _ in range(30):
                if source.random() < 0.7:
                    colour = "white" if colour == "black" else "black"
                vertex = f"{source.choice('ABCD')}{source.randrange(1, 5)}"
                played = f"play {colour} {vertex}"
                accepted = ours.hear(played).startswith("=")
                assert theirs.ask(played)[0] == accepted, (played, ours.ask("move_history"))
                legal[accepted] += 1
            mine = set(ours.ask("final_status_list alive").split())
            stones = [theirs.ask(f"list_stones {colour}")[1].split() for colour in ("black", "white")]
            assert mine == {*stones[0], *stones[1]}
            assert ours.session.board.state.notation().split()[0].count("X") == len(stones[0])
    finally:
        theirs.close()
    assert min(legal.values()) > 40
