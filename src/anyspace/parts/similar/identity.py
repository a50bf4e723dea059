"""Which network features are of: by the bytes of its file, else by a module's weights, else by name; and how many
numbers each of its answers has."""

from __future__ import annotations

import hashlib
from typing import Any

from ...neural.evaluator import Evaluator, Fitted
from ...neural.npz_file import NpzFile
from ...neural.onnx_file import OnnxFile
from ...neural.torch_module import TorchModule

LONG = 16
"""Hexadecimal digits of a hash that are kept."""


def identity_of(network: Fitted) -> str:
    """In a few words: alike for networks that make the same of a position, on every machine. (A file that is made one
    of eight bits when it is opened is the same network, but for rounding.)"""
    inner: Evaluator = network
    while hasattr(inner, "inner"):  # seen to fit, or looked at from all sides
        inner = inner.inner
    widths = ", ".join(f"{what} {width}" for what, width in sorted(network.widths.items()))
    return f"{_named(inner)} ({widths})"


def _named(network: Evaluator) -> str:
    if isinstance(network, OnnxFile | NpzFile):
        return f"file {hashlib.sha256(network.path.read_bytes()).hexdigest()[:LONG]}"
    if isinstance(network, TorchModule):
        return f"weights {_hash_of(network.module.state_dict())}"
    return network.name


def _hash_of(weights: Any) -> str:
    found = hashlib.sha256()
    for name, each in sorted(weights.items()):
        if hasattr(each, "detach"):
            found.update(f"{name} {each.dtype} {[*each.shape]} ".encode())
            found.update(each.detach().cpu().double().numpy().tobytes())
    return found.hexdigest()[:LONG]
