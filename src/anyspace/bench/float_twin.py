"""The network that comes with anyspace in 32 bits: the same weights, as an ONNX graph and as a function of JAX."""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import MissingDependency
from ..neural.evaluator import Fitted, open_evaluator
from ..neural.shipped import shipped_network
from ..rules.game import AnyGame


def wanted(name: str) -> Any:
    """A library that nothing else here needs."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        say = "pip install onnxruntime onnx jax mctx"
        raise MissingDependency(f"the comparison with mctx needs {error.name or name}: {say}") from error


def float_evaluator(game: AnyGame) -> Fitted:
    """The network that comes with anyspace for a game, in 32 bits."""
    for name in ("onnxruntime", "onnx"):
        wanted(name)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "float.onnx"
        path.write_bytes(in_float(shipped_network(game)).SerializeToString())
        return open_evaluator(path, game, None)


def in_float(path: Path) -> Any:
    """An ONNX model with the weights of one in eight bits, and nothing rounded on the way. A range that begins at 0 is
    what became of a ReLU."""
    import onnx
    from onnx import helper, numpy_helper

    model = onnx.load(str(path))
    constants = {each.name: numpy_helper.to_array(each) for each in model.graph.initializer}
    weights: dict[str, Any] = {}
    same: dict[str, str] = {}
    nodes: list[Any] = []
    for node in model.graph.node:
        given, made = [same.get(name, name) for name in node.input], node.output[0]
        if node.op_type == "DequantizeLinear" and node.input[0] in constants:
            small, scale, zero = (constants[name] for name in node.input)
            shape = (-1, *[1] * (small.ndim - 1)) if scale.ndim else ()
            weights[made] = (small.astype(np.float32) - zero.astype(np.float32).reshape(shape)) * scale.reshape(shape)
        elif node.op_type == "DequantizeLinear":
            same[made] = given[0]
        elif node.op_type == "QuantizeLinear":
            zero = constants[node.input[2]]
            if zero == np.iinfo(zero.dtype).min:
                nodes.append(helper.make_node("Relu", given[:1], [made]))
            else:
                same[made] = given[0]
        elif made != "trunk":
            for at, name in enumerate(given):
                node.input[at] = name
            nodes.append(node)
    used = {name for node in nodes for name in node.input}
    kept = {name: each for name, each in {**constants, **weights}.items() if name in used}
    tensors = [numpy_helper.from_array(np.ascontiguousarray(each, np.float32), name) for name, each in kept.items()]
    outputs = [each for each in model.graph.output if each.name != "trunk"]
    graph = helper.make_graph(nodes, "in 32 bits", list(model.graph.input), outputs, tensors)
    made = helper.make_model(graph, opset_imports=model.opset_import, ir_version=model.ir_version)
    helper.set_model_props(made, {each.key: each.value for each in model.metadata_props})
    return made


def in_jax(model: Any, jax: Any, channels_last: bool) -> Callable[[Any], Any]:
    """The same as a function from planes to logits and values. Boards lie within it as [n, channels, rows, columns], or
    with the channels last."""
    from onnx import numpy_helper

    jnp = jax.numpy
    constants = {each.name: numpy_helper.to_array(each) for each in model.graph.initializer}
    board = (1, 2) if channels_last else (2, 3)
    kinds = ("NHWC", "HWIO", "NHWC") if channels_last else ("NCHW", "OIHW", "NCHW")

    def convolution(given: list[Any], how: dict[str, Any]) -> Any:
        x, weight, bias = given
        edge = how["pads"][0]
        weight = weight.transpose(2, 3, 1, 0) if channels_last else weight
        found = jax.lax.conv_general_dilated(x, weight, (1, 1), [(edge, edge)] * 2, dimension_numbers=kinds)
        return found + (bias if channels_last else bias.reshape(1, -1, 1, 1))

    def flat(x: Any) -> Any:
        x = x.transpose(0, 3, 1, 2) if channels_last and x.ndim == 4 else x
        return x.reshape(x.shape[0], -1)

    operations: dict[str, Callable[[list[Any], dict[str, Any]], Any]] = {
        "Conv": convolution,
        "Gemm": lambda given, how: given[0] @ given[1].T + given[2],
        "GlobalAveragePool": lambda given, how: given[0].mean(axis=board, keepdims=True),
        "Flatten": lambda given, how: flat(given[0]),
        "Add": lambda given, how: given[0] + given[1],
        "Relu": lambda given, how: jnp.maximum(given[0], 0),
        "Tanh": lambda given, how: jnp.tanh(given[0]),
        "Concat": lambda given, how: jnp.concatenate(given, axis=1),
    }

    def network(planes: Any) -> Any:
        known: dict[str, Any] = {**constants, "planes": planes.transpose(0, 2, 3, 1) if channels_last else planes}
        for node in model.graph.node:
            how = {each.name: list(each.ints) or each.i for each in node.attribute}
            known[node.output[0]] = operations[node.op_type]([known[name] for name in node.input], how)
        return known["policy"], known["value"]

    return network
