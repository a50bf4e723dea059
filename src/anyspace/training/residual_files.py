"""A residual network outside of torch: as ONNX files, and as an evaluator that runs one."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import MissingDependency
from ..rules.game import AnyGame
from .files import write_atomically
from .shape import description

if TYPE_CHECKING:
    from .learner import Evaluator
    from .residual import ResidualLearner

ENOUGH = 16
"""Positions to calibrate eight bits with; below that, there is no int8."""


def graph_of(learner: ResidualLearner) -> Any:
    """The averaged network as an ONNX model."""
    from .onnx_graph import residual_graph

    network = learner.mean
    channels = network.stem.norm.num_features
    return residual_graph(learner.arrays(), learner.shape, len(network.blocks), network.cells, channels)


def write_files(learner: ResidualLearner, game: AnyGame, stem: Path, calibration: Any) -> list[Path]:
    """NAME.int8.onnx and NAME.onnx; the first only where there are positions to calibrate it."""
    from .onnx_graph import packed_model

    said = description(game, learner.shape)
    whole = packed_model(graph_of(learner), said)
    plain = stem.with_name(stem.name + ".onnx")
    write_atomically(plain, whole)
    if calibration is None or len(calibration) < ENOUGH:
        return [plain]
    from ..neural.eight_bits import in_eight_bits

    small = stem.with_name(stem.name + ".int8.onnx")
    write_atomically(small, packed_model(in_eight_bits(whole, calibration), said))
    return [small, plain]


def as_evaluator(learner: ResidualLearner, calibration: Any) -> Evaluator:
    """By ONNX Runtime where it is installed, in eight bits where there is enough to calibrate them; else by torch with
    weights of its own."""
    try:
        from ..neural.onnx_file import OnnxFile
        from .onnx_graph import packed_model

        model = packed_model(graph_of(learner), {})
        if calibration is not None and len(calibration) >= ENOUGH:
            from ..neural.eight_bits import in_eight_bits

            model = packed_model(in_eight_bits(model, calibration), {})
        with tempfile.TemporaryDirectory() as place:
            path = Path(place) / "network.onnx"
            path.write_bytes(model)
            session = OnnxFile(path)
    except MissingDependency:
        return _by_torch(learner)

    def evaluate(planes: Any) -> tuple[Any, Any]:
        found = session.evaluate(planes)
        return found.policy, found.value

    return evaluate


def _by_torch(learner: ResidualLearner) -> Evaluator:
    import copy

    from .residual import ResidualLearner

    twin = object.__new__(ResidualLearner)
    twin.mean = copy.deepcopy(learner.mean)

    def evaluate(planes: Any) -> tuple[Any, Any]:
        found = twin.predict(planes)
        return found.policy, found.value

    return evaluate
