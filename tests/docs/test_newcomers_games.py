"""Games that were written from the tutorial alone: right, checked, seen in a notebook, played over a protocol."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hidden import check_determinizations
from uncompiled import plain_search, uncompiled

from anyspace import Game

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def dice() -> Any:
    """examples/liars_dice.py, not compiled."""
    spec = importlib.util.spec_from_file_location("liars_dice", ROOT / "examples" / "liars_dice.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    uncompiled(module.liars_dice)
    return module


def test_the_rules_of_liars_dice(dice: Any) -> None:
    game: Game = dice.liars_dice
    state = game.position(dice=[[3, 6], [3, 5]], bid=-1, turn=0, doubted=0)
    assert len(state.moves()) == 24 and "liar" not in state.names(state.moves())
    state.play(state.parse("2x3"))
    assert state.names(state.moves())[:2] == ["2x4", "2x5"] and "liar" in state.names(state.moves())
    assert state.copy().play(dice.LIAR).returns() == [1.0, -1.0]  # there are two threes
    state.play(state.parse("2x5"))
    assert state.copy().play(dice.LIAR).returns() == [1.0, -1.0]  # there is one five: who bid it loses
    state.play(state.parse("4x6"))
    assert state.names(state.moves()) == ["liar"]


def test_guesses_are_fair(dice: Any) -> None:
    game = dice.liars_dice
    assert check_determinizations(game, games=3, per_state=3, share=0.5) > 5
    state = game.position(dice=[[1, 2], [1, 1]], bid=0, turn=1, doubted=0)
    guesses = Counter(tuple(state.determinize(0, seed=seed)["dice"][1].tolist()) for seed in range(1_800))
    assert len(guesses) == 21  # pairs of dice; a double comes half as often as another pair
    doubles = sum(count for (a, b), count in guesses.items() if a == b)
    assert doubles == pytest.approx(1_800 / 6, abs=5 * (1_800 * 5 / 36) ** 0.5)


def test_it_doubts_what_cannot_be(dice: Any) -> None:
    """Four dice of which it has two that are not ones: four ones are a lie, whatever the other holds."""
    game = dice.liars_dice
    state = game.position(dice=[[2, 3], [1, 1]], bid=3 * dice.FACES, turn=0, doubted=0)
    result = plain_search(game, "plain", seed=1).run(state, iterations=150)
    assert result.name == "liar" and result.value == 1.0
    page = state._repr_html_()
    assert "player 0: 2 3" in page and "player 1: ? ?" in page


def test_isola_over_ugi(tmp_path: Path) -> None:
    """The game of the tutorial, copied from its page into a file, plays with other programs."""
    from docs.test_docs import python_blocks

    blocks = python_blocks((ROOT / "docs" / "tutorials" / "game_developer.md").read_text("utf-8"))
    declared = next(i for i, block in enumerate(blocks) if "isola = anyspace.Game(" in block.code)
    (tmp_path / "isola.py").write_text("\n".join(block.code for block in blocks[: declared + 1]).split("\nstate = ")[0])
    asked = ["ugi", "isready", "position startpos moves -c2 xc4", "query p1turn", "go nodes 12", "quit"]
    done = subprocess.run(
        [sys.executable, "-m", "anyspace", "ugi", "isola.py:isola", "--with", "plain", "--seed", "1"],
        input="\n".join(asked) + "\n",
        cwd=tmp_path,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    lines = done.stdout.splitlines()
    assert "ugiok" in lines and "readyok" in lines and "response false" in lines
    (best,) = (line.split()[1] for line in lines if line.startswith("bestmove"))
    assert best in ("-b4", "-d4", "-b5", "-d5")


def test_a_function_in_a_module_is_told_with_its_cure() -> None:
    from anyspace.machine.complaint import in_our_words

    error = TypeError("Unknown attribute 'below' of type Module(<module 'anyspace.rng' from 'rng.py'>)")
    assert in_our_words(error) == "functions are found by their names, not in modules: from anyspace.rng import below"
