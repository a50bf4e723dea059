"""Networks in whole numbers of eight bits: a third of the size, two to three times as fast.

Static, by ONNX Runtime: one scale for each output channel of the weights, and ranges of what flows between, calibrated
on positions: those that a network learns from, or, of a file of somebody's own, those of random games.
"""

from __future__ import annotations

import hashlib
import logging
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import MissingDependency, OptionError
from ..rules.game import AnyGame, State
from .onnx_file import INPUT, OnnxFile, first_line

try:
    import onnx
    from onnxruntime import quantization
except ImportError as error:
    raise MissingDependency(
        "networks in eight bits are made with onnx and onnxruntime: pip install 'anyspace[neural]' onnx"
    ) from error

BATCH = 64
GAMES, OF_EACH = 32, 16
"""Random games to calibrate a file with, and positions of each."""

IN_EIGHT_BITS = ("QuantizeLinear", "DequantizeLinear", "DynamicQuantizeLinear", "QLinearConv", "QLinearMatMul")
"""Nodes of networks that are."""

_made: dict[str, bytes] = {}
"""What was made in this process, by what of."""


class Positions(quantization.CalibrationDataReader):  # type: ignore[misc]
    """Planes, some at a time."""

    def __init__(self, planes: Any, batch: int = BATCH) -> None:
        self._left: Iterator[Any] = (
            np.ascontiguousarray(planes[i : i + batch], np.float32) for i in range(0, len(planes), batch)
        )

    def get_next(self) -> dict[str, Any] | None:
        """Some more, or None."""
        following = next(self._left, None)
        return None if following is None else {INPUT: following}


def in_eight_bits(model: bytes, planes: Any, batch: int = BATCH) -> Any:
    """The same network in int8, as an ONNX model; `planes` are the positions it is calibrated on."""
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder) / "given.onnx", Path(folder) / "made.onnx"
        given.write_bytes(model)
        root = logging.getLogger()
        before = root.level
        root.setLevel(logging.ERROR)  # it recommends to preprocess a graph that has nothing left to fold
        try:
            quantization.quantize_static(
                given,
                made,
                Positions(planes, batch),
                per_channel=True,
                quant_format=quantization.QuantFormat.QDQ,
                activation_type=quantization.QuantType.QUInt8,
                weight_type=quantization.QuantType.QInt8,
                op_types_to_quantize=["Conv", "Gemm", "MatMul", "Add", "Relu"],
            )
        finally:
            root.setLevel(before)
        return onnx.load(made)


def file_in_eight_bits(path: str | Path, game: AnyGame) -> OnnxFile:
    """The network of an ONNX file in int8, calibrated on positions of random games; as it is, if it is in int8."""
    file = OnnxFile(path)  # which says what is wrong with it
    model = onnx.load(str(path))
    if any(node.op_type in IN_EIGHT_BITS for node in model.graph.node):
        return file
    whole, planes = model.SerializeToString(), random_positions(game)
    key = hashlib.sha256(whole + planes.tobytes()).hexdigest()
    if key not in _made:
        _made[key] = _calibrated(file, model, whole, planes)
    return OnnxFile(path, model=_made[key])


def _calibrated(file: OnnxFile, model: Any, whole: bytes, planes: Any) -> bytes:
    batch = file.size or BATCH
    file.evaluate(planes[:1])  # which says where planes do not fit
    try:
        made = in_eight_bits(whole, np.resize(planes, (-(-len(planes) // batch) * batch, *planes.shape[1:])), batch)
    except Exception as error:
        raise OptionError(f"{file.name} cannot be made a network in eight bits: {first_line(error)}") from error
    del made.metadata_props[:]
    made.metadata_props.extend(model.metadata_props)
    return bytes(made.SerializeToString())


def random_positions(game: AnyGame) -> Any:
    """Planes of positions in which somebody is to move, some of each of some random games: always the same ones."""
    source = np.random.default_rng(0)
    kept: list[Any] = []
    for number in range(GAMES):
        shown, state = [], game.start(seed=number)
        while not state.over:
            shown += [state.planes()] if state.mover >= 0 else []
            state.play(_random_move(state, source))
        kept += [shown[i] for i in source.permutation(len(shown))[:OF_EACH]]
    return np.stack(kept).astype(np.float32)


def _random_move(state: State, source: Any) -> Any:
    moves = state.moves()
    if state.mover >= 0:
        return moves[int(source.integers(len(moves)))]
    odds = np.array(state.weights())
    return moves[int(source.choice(len(moves), p=odds / odds.sum()))]
