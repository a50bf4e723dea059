"""The residual network: what it learns, that ONNX says what torch says, that it goes on where it was. Needs torch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from training.boards import solved, three

from anyspace import open_evaluator
from anyspace.errors import OptionError, StoreError
from anyspace.training.examples import Examples
from anyspace.training.learner import batches, losses, new_learner
from anyspace.training.shape import Shape, shape_of
from anyspace.training.turning import ways_to_turn
from anyspace.training.window import Window

pytest.importorskip("torch")
onnxruntime = pytest.importorskip("onnxruntime")
pytest.importorskip("onnx")


def small(**options: Any) -> Any:
    game = three()
    return new_learner(
        "residual", shape_of(game), ways_to_turn(game, shape_of(game)), 1, blocks=2, channels=8, **options
    )


@pytest.fixture(scope="module")
def taught() -> Any:
    learner, window = small(), Window(10_000)
    window.add(solved())
    ways = ways_to_turn(three(), learner.shape)
    for batch in batches(window, 120, 64, ways, np.random.default_rng(0)):
        learner.train(batch, 0.01)
    return learner


def test_it_learns(taught: Any) -> None:
    examples = solved()
    planes = examples.planes.astype(np.float32)
    before, after = losses(examples, *small().evaluator()(planes)), losses(examples, *taught.evaluator()(planes))
    assert after["policy"] < 0.5 * before["policy"] and after["value"] < 0.4 * before["value"]


def test_onnx_says_what_torch_says(taught: Any, tmp_path: Path) -> None:
    planes = solved().planes.astype(np.float32)
    files = taught.export(three(), tmp_path / "three", planes[::4])
    assert [file.name for file in files] == ["three.int8.onnx", "three.onnx"]
    wanted = taught.predict(planes)
    exact, coarse = (open_evaluator(files[k], three()).evaluate(planes) for k in (1, 0))
    for one, other in zip(exact, wanted, strict=True):
        assert np.allclose(one, other, atol=1e-3)
    assert np.abs(coarse.value - wanted.value).mean() < 0.05
    assert (coarse.policy.argmax(axis=1) == wanted.policy.argmax(axis=1)).mean() > 0.8


def test_its_file_says_what_it_is_for(taught: Any, tmp_path: Path) -> None:
    for file in taught.export(three(), tmp_path / "three", solved().planes[:32]):
        session = onnxruntime.InferenceSession(str(file))
        said = session.get_modelmeta().custom_metadata_map
        assert said["anyspace.game"] == "tic_tac_toe" and json.loads(said["anyspace.options"]) == {}
        assert json.loads(said["anyspace.planes"]) == list(three().plane_shape)
        assert {output.name for output in session.get_outputs()} == {"policy", "value", "trunk"}


def test_it_goes_on_from_its_bytes(taught: Any) -> None:
    twin, examples = small(), solved()[np.arange(32)]
    twin.load_bytes(taught.to_bytes())
    other = small()
    other.load_bytes(taught.to_bytes())
    assert twin.train(examples, 0.01) == other.train(examples, 0.01)
    assert np.array_equal(twin.predict(examples.planes).policy, other.predict(examples.planes).policy)
    with pytest.raises(StoreError, match="weights of another network"):
        new_learner("residual", shape_of(three()), [], 0, blocks=1, channels=4).load_bytes(taught.to_bytes())


def test_planes_of_one_cell_are_a_vector() -> None:
    shape = Shape((5, 1, 1), 3, 3)
    learner: Any = new_learner("residual", shape, [], 0, blocks=1, channels=8, half=True)
    source = np.random.default_rng(0)
    planes = source.random((64, 5, 1, 1)).astype(np.float32)
    policy = np.eye(3, dtype=np.float32)[planes[:, :3, 0, 0].argmax(axis=1)]
    examples = Examples(planes, np.ones((64, 3), bool), policy, np.full((64, 3), np.nan, np.float32))
    told = [learner.train(examples, 0.01) for _ in range(40)]
    assert told[-1]["policy"] < 0.6 * told[0]["policy"] and told[-1]["value"] == 0.0
    logits, value = learner.evaluator()(planes)
    assert logits.shape == value.shape == (64, 3)
    assert np.allclose(logits, learner.predict(planes).policy, atol=1e-4)


def test_sizes_that_make_no_sense() -> None:
    with pytest.raises(OptionError, match="0 blocks"):
        new_learner("residual", shape_of(three()), [], 0, blocks=0)
