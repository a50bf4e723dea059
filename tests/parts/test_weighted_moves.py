"""Playouts whose odds come from a file."""

from __future__ import annotations

import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import everything
import numpy as np
import pytest
from stepwise import watch_choices
from toys import PythonNim, nim
from twin import tree_of
from uncompiled import plain_search

from anyspace import GameError, OptionError, PythonGame, Search, WeightedMoves
from anyspace.core.check import check
from anyspace.parts.playout.move_weights import VERSION, MoveWeights, load_weights
from anyspace.parts.playout.weighted_moves import add_up_odds, draw
from anyspace.rng import new, uniform

CODES = 2 * everything.HEAPS * everything.MOST


def some_weights() -> MoveWeights:
    return MoveWeights("everything", np.linspace(-1, 1, CODES), np.array([0.0, 1.0, -0.5]))


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "some.npz"
    some_weights().save(path)
    return str(path)


def test_odds_are_products_and_add_up() -> None:
    game: Any = SimpleNamespace(actions=4, features=0)
    scratch: Any = SimpleNamespace(moves=np.array([2, 0, 3]), weights=np.zeros(3), tally=None, rng=new(1))
    by_move = np.array([9.0, 9.0, 9.0, 9.0, 1.0, 9.0, 2.0, 5.0])
    assert add_up_odds(game, scratch, by_move, np.ones(1), np.zeros(3, np.int32), 1, 3) == 8.0
    assert scratch.weights.tolist() == [2.0, 3.0, 8.0]
    with np.errstate(all="ignore"):
        drawn, stream = [draw(scratch, 8.0, 3) for _ in range(500)], new(1)
        numbers = [8.0 * uniform(stream) for _ in range(500)]
    assert drawn == [0 if number < 2.0 else 1 if number < 3.0 else 2 for number in numbers]


def test_moves_are_drawn_by_the_weights_of_move_and_feature(file: str) -> None:
    game, weights = everything.game(hides=False), some_weights()
    search = plain_search(game, WeightedMoves(file, temperature=0.5), "depth_limit:plies=1", seed=1)
    chosen: dict[tuple[int, ...], list[int]] = {}
    watch_choices(search, lambda before, legal, choice: chosen.setdefault(tuple(legal), []).append(choice))
    search.run(game.start(), iterations=1500)
    legal, choices = max(chosen.items(), key=lambda item: len(item[1]) if len(item[0]) > 2 else 0)
    odds = np.exp([2.0 * (weights.moves[code] + weights.features[code % everything.MOST]) for code in legal])
    shares = [choices.count(code) / len(choices) for code in legal]
    margin = 4 * math.sqrt(0.25 / len(choices))
    assert len(choices) > 300 and shares == pytest.approx((odds / odds.sum()).tolist(), abs=margin)


def test_without_a_file_all_moves_are_alike() -> None:
    game = everything.game(hides=False)
    search = plain_search(game, "weighted_moves", seed=1)
    search.run(game.start(), iterations=1)
    assert all((table == 1.0).all() for table in search.tree.tables)


def test_tables_are_filled_again_when_a_tree_is_planted(file: str) -> None:
    game = everything.game(hides=False)
    search = plain_search(game, f"weighted_moves:file={file}", seed=1)
    for _ in range(2):
        search.run(game.start(), iterations=20)
        assert np.log(search.tree.tables[0]) == pytest.approx(some_weights().moves)
        search.tree.tables[0][:] = 5.0
    search.advance(game.start().moves()[0])


def test_compiled_and_uncompiled_agree_and_files_share_kernels(file: str) -> None:
    found = []
    for made in (Search, plain_search):
        game = everything.game(hides=False)
        search = made(game, WeightedMoves(file), seed=11)
        result = search.run(game.start(seed=1), iterations=150)
        check(search.tree)
        found.append((result.table, tree_of(search)))
    assert found[0] == found[1]
    assert WeightedMoves(file).structure == WeightedMoves(temperature=2.0).structure


def test_weights_by_move_alone_do_for_a_game_without_features(tmp_path: Path) -> None:
    MoveWeights("nim", np.array([0.0] * 4 + [0.0, 9.0, 0.0, 0.0])).save(tmp_path / "nim.npz")
    game = nim(actions=4)
    search = plain_search(game, WeightedMoves(str(tmp_path / "nim.npz")), seed=1)
    choices: list[int] = []
    watch_choices(search, lambda before, legal, choice: choices.append(choice) if 5 in legal else None)
    search.run(game.start(), iterations=200)
    assert choices.count(5) > 0.98 * len(choices) > 100


def test_a_file_is_read_as_it_was_written(file: str) -> None:
    found = load_weights(file)
    assert found.game == "everything" and found.moves.tolist() == some_weights().moves.tolist()
    assert found.features.tolist() == some_weights().features.tolist()
    assert [path.name for path in Path(file).parent.iterdir()] == ["some.npz"]


def written(path: Path, **entries: Any) -> str:
    """A file with these entries beside those that it needs."""
    content: dict[str, Any] = {"version": np.array(VERSION), "game": np.array("everything"), **entries}
    np.savez(path, **content)
    return str(path)


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ({"game": "go"}, "of go, not of everything"),
        ({"version": 99}, "version 99"),
        ({"moves": np.zeros(5)}, "5 by move, where this one has 12"),
        ({"features": np.zeros(5)}, "5 by feature, where this one has 3"),
        ({"moves": np.full(CODES, np.nan)}, "not numbers"),
        ({"moves": np.array(["a"] * CODES)}, "not numbers"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(tmp_path: Path, entries: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        plain_search(everything.game(False), WeightedMoves(written(tmp_path / "bad.npz", **entries)))


def test_bad_options_are_refused(tmp_path: Path) -> None:
    text = tmp_path / "text.npz"
    text.write_text("no numbers")
    np.savez(tmp_path / "other.npz", something=np.zeros(3))
    for path in (text, tmp_path / "other.npz"):
        with pytest.raises(OptionError, match="no file of weights"):
            plain_search(everything.game(False), WeightedMoves(str(path)))
    with pytest.raises(OptionError, match="cannot read weights"):
        plain_search(everything.game(False), WeightedMoves(str(tmp_path / "none.npz")))
    with pytest.raises(OptionError, match="temperature"):
        WeightedMoves(temperature=0.0)
    with pytest.raises(OptionError, match="file must be"):
        WeightedMoves(3)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="actions"):
        plain_search(nim(), "weighted_moves")


def test_a_feature_out_of_range_is_an_error() -> None:
    def features(state: Any, listed: Any, n: int, out: Any) -> None:
        out[:n] = 7

    game = nim(actions=4, features=features, move_features=7)
    with pytest.raises(GameError, match=r"rule 'features' gave 7; .* move_features=7"):
        plain_search(game, "weighted_moves").run(game.start(), iterations=10)
    with pytest.raises(GameError, match="come together"):
        nim(actions=4, features=features)
    with pytest.raises(GameError, match="move_features must be"):
        nim(actions=4, features=features, move_features=0)


class Nim(PythonNim):
    """Its moves are words; a word looks like what it leaves."""

    players, max_moves, max_length, actions, move_features = 2, 3, 10, 3, 4

    def features(self, moves: list[str]) -> list[int]:
        return [(self.left - self.WORDS.index(move) - 1) % 4 for move in moves]


def test_moves_that_are_words_are_known_by_what_they_look_like(tmp_path: Path) -> None:
    """Their numbers would be others in another process."""
    game, path = PythonGame(Nim), str(tmp_path / "nim.npz")
    assert MoveWeights.none_yet(game).moves is None
    MoveWeights("Nim", features=np.array([5.0, 0.0, 0.0, 0.0])).save(path)
    search = Search(game, WeightedMoves(path), seed=3)
    result = search.run(game.start(), iterations=300)
    check(search.tree)
    assert result.move == "two", "leaves eight"
    MoveWeights("Nim", np.zeros(6)).save(path)
    with pytest.raises(OptionError, match="not numbers"):
        Search(game, WeightedMoves(path))
