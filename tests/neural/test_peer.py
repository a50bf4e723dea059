"""The network that both sides of `anyspace bench neural` compute is one and the same."""

from __future__ import annotations

import importlib
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from neural.strip import linear, strip
from uncompiled import uncompiled

from anyspace import MissingDependency, load, open_evaluator
from anyspace.bench import mctx_peer, neural
from anyspace.bench.float_twin import float_evaluator, in_float, in_jax
from anyspace.neural.shipped import shipped_network


def some_planes(game: Any, count: int) -> Any:
    source, state, found = np.random.default_rng(1), game.start(), []
    while len(found) < count:
        found.append(state.planes())
        state.play(int(source.choice(state.moves()[:-1])))
    return np.stack(found)


def test_in_32_bits_it_says_nearly_what_it_says_in_8() -> None:
    pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    game = uncompiled(load("go"))
    planes, model = some_planes(game, 24), in_float(shipped_network(game))
    assert {node.op_type for node in model.graph.node}.isdisjoint({"QuantizeLinear", "DequantizeLinear"})
    exact = float_evaluator(game).evaluate(planes)
    rounded = open_evaluator("shipped", game).evaluate(planes)
    assert np.mean(exact.policy.argmax(axis=1) == rounded.policy.argmax(axis=1)) > 0.7
    assert np.abs(exact.value - rounded.value).mean() < 0.05
    with pytest.raises(AssertionError, match="is another one"):
        mctx_peer.check((exact.policy + 1.0, exact.value), exact)


def test_in_jax_it_is_the_same() -> None:
    jax = pytest.importorskip("jax")
    pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    game = uncompiled(load("go"))
    planes, model = some_planes(game, 8), in_float(shipped_network(game))
    exact = float_evaluator(game).evaluate(planes)
    for channels_last in (False, True):
        mctx_peer.check(in_jax(model, jax, channels_last)(planes), exact)


def test_without_mctx_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = importlib.import_module

    def without(name: str, package: str | None = None) -> Any:
        if name in ("onnxruntime", "onnx", "jax", "mctx"):
            raise ImportError(f"No module named {name!r}", name=name)
        return usual(name, package)

    monkeypatch.setattr(importlib, "import_module", without)
    with pytest.raises(MissingDependency, match=r"needs onnxruntime: pip install onnxruntime onnx jax mctx"):
        float_evaluator(load("go"))
    for name in ("inside", "in_step"):
        monkeypatch.setattr(neural, name, lambda *given: None)
    monkeypatch.setattr(neural.similar, "measure", lambda rounds: iter(()))
    monkeypatch.setattr(neural, "open_evaluator", lambda *given: None)
    assert "pip install" in [row for row in neural.measure(1) if row is not None][-1].what


def test_rows_beside_mctx(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody measures here: which searches would be run beside JAX's."""
    game, asked = uncompiled(load("go")), []

    def ours(game: Any, evaluator: Any, count: int, batch: int | None) -> Any:
        asked.append((evaluator, count, batch))
        return int

    for name, given in {"open_evaluator": "eight bits", "libraries": ("jax", "mctx"), "quickest": 0}.items():
        monkeypatch.setattr(mctx_peer, name, lambda *words, given=given: given)
    for name in ("in_float", "in_jax", "shipped_network", "check", "alone", "mctx_search", "repeated"):
        monkeypatch.setattr(mctx_peer, name, lambda *words: int)
    monkeypatch.setattr(mctx_peer, "ours", ours)
    monkeypatch.setattr(mctx_peer, "in_jax", lambda *words: lambda planes: None)
    exact: Any = SimpleNamespace(game=game, evaluate=len, looking_at=lambda *words: None)
    rows = [row.what for row in mctx_peer.measure(1, exact)]
    searches = [what.removeprefix("simulations/s, gumbel, ") for what in rows if "gumbel" in what]
    assert searches == [
        "one game",
        "one game, ours in eight bits",
        "one game, leaves in batches",
        "one game, leaves in batches, ours in eight bits",
        "64 games",
        "64 games, ours in eight bits",
    ]
    eight = "eight bits"
    assert asked == [(exact, 1, 1), (eight, 1, 1), (exact, 1, None), (eight, 1, None), (exact, 64, 1), (eight, 64, 1)]


@pytest.mark.parametrize(("count", "batch"), [(1, 1), (1, None), (2, 1)])
def test_our_side_of_it(count: int, batch: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mctx_peer, "SIMULATIONS", 8)
    game = uncompiled(strip())
    looked: list[int] = []

    def network(planes: Any) -> Any:
        looked.append(len(planes))
        return linear(planes)

    evaluator = open_evaluator(network, game)
    work = mctx_peer.ours(game, evaluator, count, batch)
    looked.clear()
    work()
    assert sum(looked) >= 8 * count and max(looked) == (count if batch else 1)
