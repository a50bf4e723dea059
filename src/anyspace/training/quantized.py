"""Networks in whole numbers of eight bits: a third of the size, two to three times as fast.

Static, by ONNX Runtime: one scale for each output channel of the weights, and ranges of what flows between, calibrated
on real positions.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import MissingDependency

try:
    from onnxruntime import quantization
except ImportError as error:
    raise MissingDependency("networks in int8 are made with onnxruntime: pip install 'anyspace[learn]'") from error

BATCH = 64


class Positions(quantization.CalibrationDataReader):  # type: ignore[misc]
    """Planes, some at a time."""

    def __init__(self, planes: Any) -> None:
        self._left: Iterator[Any] = (
            np.ascontiguousarray(planes[i : i + BATCH], np.float32) for i in range(0, len(planes), BATCH)
        )

    def get_next(self) -> dict[str, Any] | None:
        """Some more, or None."""
        following = next(self._left, None)
        return None if following is None else {"planes": following}


def in_eight_bits(model: bytes, planes: Any) -> Any:
    """The same network in int8, as an ONNX model; `planes` are the positions it is calibrated on."""
    import onnx

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
                Positions(planes),
                per_channel=True,
                quant_format=quantization.QuantFormat.QDQ,
                activation_type=quantization.QuantType.QUInt8,
                weight_type=quantization.QuantType.QInt8,
                op_types_to_quantize=["Conv", "Gemm", "Add", "Relu"],
            )
        finally:
            root.setLevel(before)
        return onnx.load(made)
