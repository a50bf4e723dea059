"""A file of 32 bits is made one of eight."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from neural.strip import onnx_file, strip
from uncompiled import plain_search, uncompiled

from anyspace import MissingDependency, OptionError, load
from anyspace.neural.evaluator import open_evaluator
from anyspace.parts.leaf.network import Network
from anyspace.parts.registry import from_text


def eight_bits() -> Any:
    """The module, where there is what it is made with."""
    pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    from anyspace.neural import eight_bits

    return eight_bits


@pytest.mark.parametrize("batch", ["batch", 2, 600])
def test_it_says_nearly_what_it_said(tmp_path: Path, batch: Any) -> None:
    module = eight_bits()
    game, path = uncompiled(strip()), onnx_file(tmp_path / "net.onnx", batch=batch, anyspace_game="strip")
    planes = module.random_positions(game)
    exact, rounded = (Network(path, int8=int8).open(game, "trunk").evaluate(planes) for int8 in (False, True))
    for one, other in zip(exact, rounded, strict=True):
        assert np.abs(one - other).max() < 0.03 * np.abs(one).max()
    assert not np.array_equal(exact.policy, rounded.policy)
    assert np.mean(exact.policy.argmax(axis=1) == rounded.policy.argmax(axis=1)) > 0.95


def test_it_is_made_once_and_looks_from_several_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = eight_bits()
    game, path = uncompiled(strip()), onnx_file(tmp_path / "net.onnx", anyspace_game="strip")
    monkeypatch.setattr(module, "_made", {})
    first = module.file_in_eight_bits(path, game)
    assert first.made_for == {"anyspace.game": "strip"}
    monkeypatch.setattr(module, "in_eight_bits", None)
    planes = game.start().planes()[None]
    others = module.file_in_eight_bits(path, game), first.another()
    assert all(np.array_equal(first.evaluate(planes).policy, other.evaluate(planes).policy) for other in others)


def test_a_search_with_it(tmp_path: Path) -> None:
    eight_bits()
    path = onnx_file(tmp_path / "net.onnx")
    part = from_text(f"network:path={path},int8=true,batch=1")
    assert str(part) == f"network:path={path},batch=1,int8=True"
    search = plain_search(strip(), part, seed=1)
    assert search.run(search.game.start(), iterations=30).stats.iterations == 30


def test_positions_of_random_games_are_always_the_same() -> None:
    module = eight_bits()
    game = uncompiled(load("tic_tac_toe"))
    planes = module.random_positions(game)
    assert planes.shape[1:] == game.plane_shape and 32 * 5 <= len(planes) <= 32 * 9
    assert np.array_equal(planes, module.random_positions(game))
    dice = module.random_positions(uncompiled(load("leduc_poker")))  # which has chance, and hides
    assert np.isfinite(dice).all()


def test_what_is_in_eight_bits_is_left_as_it_is() -> None:
    module = eight_bits()
    game = uncompiled(load("connect_four"))
    planes = module.random_positions(game)[:8]
    one, other = (Network("shipped", int8=int8).open(game).evaluate(planes) for int8 in (False, True))
    assert np.array_equal(one.policy, other.policy)


@pytest.mark.parametrize("path", [len, "net.npz"])
def test_only_files_are(path: Any) -> None:
    with pytest.raises(OptionError, match="int8=True makes eight bits of an ONNX file's network"):
        Network(path, int8=True)


def test_what_does_not_fit(tmp_path: Path) -> None:
    module = eight_bits()
    with pytest.raises(OptionError, match=r"there is no network nowhere\.onnx"):
        module.file_in_eight_bits("nowhere.onnx", strip())
    path = onnx_file(tmp_path / "net.onnx")
    with pytest.raises(OptionError, match="looks at planes of 3 x 2 x 3; the game's are 3 x 3 x 3"):
        Network(path, int8=True).open(uncompiled(load("tic_tac_toe")))
    named = Network(onnx_file(tmp_path / "other.onnx", anyspace_game="go"), int8=True)
    with pytest.raises(OptionError, match=r"other\.onnx was made for go, not for strip"):
        open_evaluator(named.open(uncompiled(strip())), strip())


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("onnx", "onnxruntime"):
        with monkeypatch.context() as without:
            without.delitem(sys.modules, "anyspace.neural.eight_bits", raising=False)
            without.setitem(sys.modules, name, None)  # as if it were not installed
            with pytest.raises(MissingDependency, match=r"pip install 'anyspace\[neural\]'"):
                Network("net.onnx", int8=True).open(strip())
