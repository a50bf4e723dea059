"""The linear and the tabular learner: their slopes, their memory, their files. No torch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from training.boards import solved, three

from anyspace import open_evaluator
from anyspace.errors import OptionError, StoreError
from anyspace.training.examples import Examples
from anyspace.training.learner import Learner, batches, losses, new_learner
from anyspace.training.shape import Shape, shape_of
from anyspace.training.window import Window


def taught(kind: str, steps: int, rate: float) -> tuple[Learner, Examples]:
    game, examples = three(), solved()
    learner = new_learner(kind, shape_of(game), [], 0)
    window = Window(10_000)
    window.add(examples)
    for batch in batches(window, steps, 128, [], np.random.default_rng(0)):
        learner.train(batch, rate)
    return learner, examples


def judged(learner: Any, examples: Examples) -> dict[str, float]:
    return losses(examples, *learner.evaluator()(examples.planes.astype(np.float32)))


def test_a_table_knows_what_it_was_told() -> None:
    learner, examples = taught("table", 60, 0.01)
    found = judged(learner, examples)
    assert found["same_move"] > 0.99 and found["value"] < 0.01 and found["policy"] < 0.02


def test_a_linear_function_learns_something() -> None:
    new, examples = taught("linear", 1, 1e-6)
    learner, _ = taught("linear", 300, 0.02)
    before, after = judged(new, examples), judged(learner, examples)
    assert after["policy"] < 0.85 * before["policy"] and after["value"] < 0.7 * before["value"]


def test_the_slope_of_a_linear_function() -> None:
    """Against differences of the losses themselves."""
    shape = Shape((1, 1, 3), 2, 1)
    source = np.random.default_rng(1)
    policy = np.array([[0.3, 0.7], [1.0, 0.0], [0.0, 0.0]], np.float32)
    value = np.array([[0.5], [np.nan], [-1.0]], np.float32)
    examples = Examples(source.random((3, 1, 1, 3)).astype(np.float32), np.ones((3, 2), bool), policy, value)
    learner: Any = new_learner("linear", shape, [], 0)
    start = source.normal(size=learner.weights.shape)

    def loss(weights: Any) -> float:
        inputs = np.concatenate([examples.planes.reshape(3, -1), np.ones((3, 1))], axis=1) @ weights
        logits, guessed = inputs[:, :2], np.tanh(inputs[:, 2])
        log_odds = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        missed = (guessed - value[:, 0])[[0, 2]]
        return float((-(policy * log_odds).sum() + (missed**2).sum()) / 3)

    seen: list[Any] = []
    learner.weights = start.copy()
    learner._change = lambda slope, rate: seen.append(slope)
    learner.train(examples, 0.1)
    for place in np.ndindex(*start.shape):
        step = np.zeros_like(start)
        step[place] = 1e-5
        assert seen[0][place] == pytest.approx((loss(start + step) - loss(start - step)) / 2e-5, abs=1e-6)


@pytest.mark.parametrize("kind", ["linear", "table"])
def test_it_goes_on_from_its_bytes_as_if_nothing_had_happened(kind: str) -> None:
    learner, examples = taught(kind, 5, 0.01)
    twin = new_learner(kind, shape_of(three()), [], 7)
    twin.load_bytes(learner.to_bytes())
    assert learner.train(examples, 0.01) == twin.train(examples, 0.01)
    assert judged(learner, examples) == judged(twin, examples) and twin.steps == learner.steps
    with pytest.raises(StoreError, match="of another shape"):
        new_learner(kind, Shape((1, 2, 2), 4, 1), [], 0).load_bytes(learner.to_bytes())


@pytest.mark.parametrize("kind", ["linear", "table"])
def test_its_files_say_the_same(kind: str, tmp_path: Path) -> None:
    learner, examples = taught(kind, 20, 0.01)
    planes = examples.planes.astype(np.float32)
    policy, value = learner.evaluator()(planes)
    files = learner.export(three(), tmp_path / "learnt", None)
    assert files[-1].name == "learnt.npz"
    for file in files:
        if file.suffix == ".onnx":
            pytest.importorskip("onnxruntime")
        opened = open_evaluator(file, three())
        answers = opened.evaluate(planes)
        assert np.allclose(answers.policy, policy, atol=1e-5) and np.allclose(answers.value, value, atol=1e-5)
        assert opened.inner.made_for["anyspace.game"] == "tic_tac_toe"


def test_no_such_file(tmp_path: Path) -> None:
    (tmp_path / "no.npz").write_bytes(b"PK")
    with pytest.raises(OptionError, match="nothing that was learnt"):
        open_evaluator(tmp_path / "no.npz", three())


def test_no_such_learner() -> None:
    with pytest.raises(OptionError, match="residual, linear or table, not 'deep'"):
        new_learner("deep", Shape((1, 2, 2), 4, 1), [], 0)
