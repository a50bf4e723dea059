"""Networks as ONNX graphs, written node by node, so that nothing but the package onnx is asked for.

Batch normalization is folded into the convolutions: y = (conv(x) - m) g / s + b is a convolution by w g / s with the
bias b - m g / s.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import MissingDependency
from .shape import Shape

try:
    import onnx
    from onnx import TensorProto, helper, numpy_helper
except ImportError as error:
    raise MissingDependency("ONNX files are written with onnx: pip install 'anyspace[learn]'") from error

OPSET, IR_VERSION = 17, 8
"""Old enough for every runtime of the last years."""

EPSILON = 1e-5
"""Of batch normalization in torch."""


class Graph:
    """A graph as it is put together."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, array: Any) -> str:
        """The name of a constant."""
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def node(self, kind: str, *inputs: str, output: str | None = None, **attributes: Any) -> str:
        """Another node; the name of its output."""
        name = output or f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name=f"node_{name}", **attributes))
        return name

    def convolution(self, x: str, weight: Any, bias: Any) -> str:
        """A convolution that keeps the size of the board."""
        size = weight.shape[2]
        pads = [size // 2] * 4
        return self.node("Conv", x, self.constant(weight), self.constant(bias), kernel_shape=[size, size], pads=pads)

    def dense(self, x: str, weight: Any, bias: Any, output: str | None = None) -> str:
        """A matrix [outputs, inputs] and a bias."""
        return self.node("Gemm", x, self.constant(weight), self.constant(bias), output=output, transB=1)

    def model(self, trunk: int) -> Any:
        """The whole, whose outputs policy and value (and trunk, of so many numbers, if there is one) are there."""
        sizes = {"policy": self.shape.actions, "value": self.shape.values, **({"trunk": trunk} if trunk else {})}
        takes = helper.make_tensor_value_info("planes", TensorProto.FLOAT, ["batch", *self.shape.planes])
        gives = [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", size]) for name, size in sizes.items()
        ]
        graph = helper.make_graph(self.nodes, "anyspace", [takes], gives, self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="anyspace")
        model.ir_version = IR_VERSION
        onnx.checker.check_model(model)
        return model


def linear_graph(weights: Any, shape: Shape) -> Any:
    """Of a linear learner: weights [inputs + 1, actions + values]."""
    graph = Graph(shape)
    flat = graph.node("Flatten", "planes", axis=1)
    moves, worth = np.split(np.asarray(weights, np.float32), [shape.actions], axis=1)
    graph.dense(flat, moves[:-1].T, moves[-1], output="policy")
    graph.node("Tanh", graph.dense(flat, worth[:-1].T, worth[-1]), output="value")
    return graph.model(0)


def residual_graph(arrays: dict[str, Any], shape: Shape, blocks: int, cells: bool, channels: int) -> Any:
    """Of a residual network, from its weights by name."""
    graph = Graph(shape)

    def layer(x: str, name: str) -> str:
        return graph.convolution(x, *folded(arrays, name))

    def dense(x: str, name: str, output: str | None = None) -> str:
        return graph.dense(x, arrays[f"{name}.weight"], arrays[f"{name}.bias"], output)

    x = graph.node("Relu", layer("planes", "stem"))
    for k in range(blocks):
        inner = graph.node("Relu", layer(x, f"blocks.{k}.first"))
        if f"blocks.{k}.pool.weight" in arrays:
            weight, bias = arrays[f"blocks.{k}.pool.weight"], arrays[f"blocks.{k}.pool.bias"]
            mean = graph.node("GlobalAveragePool", inner)
            inner = graph.node("Add", inner, graph.convolution(mean, weight[:, :, None, None], bias))
        x = graph.node("Relu", graph.node("Add", x, layer(inner, f"blocks.{k}.second")))
    graph.node("Flatten", x, output="trunk", axis=1)
    policy = graph.node("Relu", layer(x, "policy_layer"))
    if cells:
        rest = "policy_rest.weight" in arrays
        cell_logits = graph.convolution(policy, arrays["policy_cells.weight"], arrays["policy_cells.bias"])
        flat = graph.node("Flatten", cell_logits, output=None if rest else "policy", axis=1)
        if rest:
            mean = graph.node("Flatten", graph.node("GlobalAveragePool", policy), axis=1)
            graph.node("Concat", flat, dense(mean, "policy_rest"), output="policy", axis=1)
    else:
        dense(graph.node("Flatten", policy, axis=1), "policy_all", "policy")
    worth = graph.node("Flatten", graph.node("Relu", layer(x, "value_layer")), axis=1)
    hidden = graph.node("Relu", dense(worth, "value_hidden"))
    graph.node("Tanh", dense(hidden, "value_out"), output="value")
    return graph.model(channels * shape.planes[1] * shape.planes[2])


def folded(arrays: dict[str, Any], name: str) -> tuple[Any, Any]:
    """A convolution and its normalization in one: weights and bias."""
    scale = arrays[f"{name}.norm.weight"] / np.sqrt(arrays[f"{name}.norm.running_var"] + EPSILON)
    bias = arrays[f"{name}.norm.bias"] - arrays[f"{name}.norm.running_mean"] * scale
    return (arrays[f"{name}.convolution.weight"] * scale[:, None, None, None]).astype(np.float32), bias.astype(
        np.float32
    )


def packed_model(model: Any, said: dict[str, str]) -> bytes:
    """The file's bytes, with what it says of itself."""
    del model.metadata_props[:]
    helper.set_model_props(model, said)
    return model.SerializeToString()
