"""A game of six cells with planes, and small networks for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from anyspace import OVER, Game

STATE = np.dtype([("cell", np.int8, 6), ("turn", np.int8)])


def start(state: Any, rng: Any) -> None:
    for i in range(6):
        state.cell[i] = -1
    state.turn = 0


def mover(state: Any) -> int:
    for i in range(6):
        if state.cell[i] < 0:
            return state.turn
    return OVER


def moves(state: Any, out: Any) -> int:
    n = 0
    for i in range(6):
        if state.cell[i] < 0:
            out[n] = i
            n += 1
    return n


def play(state: Any, move: int) -> None:
    state.cell[move] = state.turn
    state.turn = 1 - state.turn


def returns(state: Any, out: Any) -> None:
    """Cells count 1 to 6; who has more wins."""
    own = 0
    for i in range(6):
        own += (i + 1) if state.cell[i] == 0 else -(i + 1)
    out[0] = 1.0 if own > 0 else -1.0
    out[1] = -out[0]


def planes(state: Any, observer: int, out: Any) -> None:
    """Own, theirs, and all ones: two rows of three."""
    for i in range(6):
        if state.cell[i] >= 0:
            out[0 if state.cell[i] == observer else 1, i // 3, i % 3] = 1.0
        out[2, i // 3, i % 3] = 1.0


def strip(**changes: Any) -> Game:
    facts: dict[str, Any] = dict(
        name="strip", state=STATE, players=2, max_moves=6, max_length=6, actions=6, plane_shape=(3, 2, 3),
        start=start, mover=mover, moves=moves, play=play, returns=returns, planes=planes,
    )  # fmt: skip
    return Game(**{**facts, **changes})


RNG = np.random.default_rng(7)
WEIGHTS = RNG.normal(size=(18, 7)).astype(np.float32)


def linear(planes: Any) -> Any:
    """A network that is one matrix: six logits and a value."""
    found = planes.reshape(len(planes), -1) @ WEIGHTS
    return found[:, :6], np.tanh(0.3 * found[:, 6:])


def onnx_file(path: Path, weights: Any = WEIGHTS, outputs: int = 6, batch: Any = "batch", **metadata: str) -> Path:
    """The same as a file."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    nodes = [
        helper.make_node("Flatten", ["planes"], ["flat"]),
        helper.make_node("MatMul", ["flat", "for_policy"], ["policy"]),
        helper.make_node("MatMul", ["flat", "for_value"], ["raw"]),
        helper.make_node("Mul", ["raw", "less"], ["smaller"]),
        helper.make_node("Tanh", ["smaller"], ["value"]),
        helper.make_node("Relu", ["flat"], ["trunk"]),
    ]
    graph = helper.make_graph(
        nodes,
        "strip",
        [helper.make_tensor_value_info("planes", TensorProto.FLOAT, [batch, 3, 2, 3])],
        [
            helper.make_tensor_value_info("policy", TensorProto.FLOAT, [batch, outputs]),
            helper.make_tensor_value_info("value", TensorProto.FLOAT, [batch, 1]),
            helper.make_tensor_value_info("trunk", TensorProto.FLOAT, [batch, 18]),
        ],
        [
            numpy_helper.from_array(weights[:, :outputs].copy(), "for_policy"),
            numpy_helper.from_array(weights[:, 6:].copy(), "for_value"),
            numpy_helper.from_array(np.array(0.3, np.float32), "less"),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    for key, text in metadata.items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key.replace("_", "."), text
    onnx.save(model, str(path))
    return path
