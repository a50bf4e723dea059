"""Networks from ONNX files, by ONNX Runtime."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import MissingDependency, OptionError
from .evaluator import OUTPUTS, TRUNK, Answers, Evaluator

INPUT = "planes"
PROVIDERS = ["CPUExecutionProvider"]


class OnnxFile(Evaluator):
    """One session. A second thread inside it brings nothing (measured): two threads, a session each (`another`).
    `model` is what was made of the file, where something was."""

    def __init__(self, path: str | os.PathLike[str], threads: int = 1, model: bytes | None = None) -> None:
        try:
            import onnxruntime
        except ImportError as error:
            raise MissingDependency(
                "networks from ONNX files need onnxruntime: pip install 'anyspace[neural]'"
            ) from error
        self.path, self.threads, self._model = Path(path), threads, model
        self.name = self.path.name
        if not self.path.is_file():
            raise OptionError(f"there is no network {self.path}")
        how = onnxruntime.SessionOptions()
        how.intra_op_num_threads = threads
        how.inter_op_num_threads = 1
        how.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(model or str(self.path), how, providers=PROVIDERS)
        except Exception as error:
            raise OptionError(f"{self.path} is not an ONNX file that can be run: {first_line(error)}") from error
        inputs = self._session.get_inputs()
        if [each.name for each in inputs] != [INPUT]:
            found = ", ".join(each.name for each in inputs)
            raise OptionError(f"{self.name}: its one input must be named 'planes'; it has {found or 'none'}")
        (self._input,) = inputs
        if self._input.type != "tensor(float)":
            raise OptionError(f"{self.name}: its input must be float32, not {self._input.type}")
        there = [each.name for each in self._session.get_outputs()]
        self._outputs = [name for name in OUTPUTS if name in there]
        if not self._outputs:
            found = ", ".join(each.name for each in self._session.get_outputs())
            raise OptionError(f"{self.name}: outputs must be named {', '.join(OUTPUTS)}; it has {found}")
        self._layer = TRUNK if TRUNK in self._outputs else None
        self.made_for = dict(self._session.get_modelmeta().custom_metadata_map)
        size = self._input.shape[0] if self._input.shape else None
        self._fitting: tuple[int, ...] | None = None
        self.size = size if isinstance(size, int) and size > 0 else None

    def another(self) -> OnnxFile:
        return OnnxFile(self.path, self.threads, self._model).showing(self._layer)

    def showing(self, layer: str | None) -> OnnxFile:
        there = [each.name for each in self._session.get_outputs()]
        twin = copy.copy(self)  # of the same session
        twin._layer = layer if layer in there else None
        twin._outputs = [name for name in OUTPUTS if name in there and name != TRUNK]
        twin._outputs += [] if twin._layer is None else [twin._layer]
        return self if twin._outputs == self._outputs else twin

    def evaluate(self, planes: Any) -> Answers:
        self._check(planes)
        if self.size is None or self.size == len(planes):
            return self._answers(planes)
        parts = [self._padded(planes[i : i + self.size]) for i in range(0, len(planes), self.size)]
        joined = [None if each[0] is None else np.concatenate(each) for each in zip(*parts, strict=True)]
        return Answers(*joined)

    def looking_at(self, planes: Any, into: Answers) -> Callable[[], object] | None:
        return partial(self._session.run_with_iobinding, self._bind(planes, into)) if self._fits(planes, into) else None

    def _fits(self, planes: Any, into: Answers) -> bool:
        """Whether arrays lie so that a session can read and write them; the first answers say how large they are."""
        if self.size is not None or not _is_plain(planes):
            return False
        self._check(planes)
        return all(
            (said is None) == (place is None) and (said is None or (_is_plain(place) and said.shape == place.shape))
            for said, place in zip(self._answers(planes), into, strict=True)
        )

    def _bind(self, planes: Any, into: Answers) -> Any:
        """Where planes lie, and where to write what is said of them: nothing is allocated or copied when it runs."""
        binding = self._session.io_binding()
        binding.bind_input(INPUT, "cpu", 0, np.float32, planes.shape, planes.ctypes.data)
        for name, place in zip(OUTPUTS, into, strict=True):
            if place is not None:
                there = self._layer if name == TRUNK else name
                binding.bind_output(there, "cpu", 0, np.float32, place.shape, place.ctypes.data)
        return binding

    def _check(self, planes: Any) -> None:
        if planes.shape[1:] == self._fitting:
            return
        wanted = self._input.shape[1:]
        fits = len(wanted) == planes.ndim - 1 and all(
            not isinstance(size, int) or size == given for size, given in zip(wanted, planes.shape[1:], strict=True)
        )
        if not fits:
            given = " x ".join(map(str, planes.shape[1:]))
            raise OptionError(f"{self.name} looks at planes of {' x '.join(map(str, wanted))}; the game's are {given}")
        self._fitting = planes.shape[1:]

    def _padded(self, planes: Any) -> Answers:
        """For a file whose batch size is fixed."""
        n = len(planes)
        full = np.zeros((self.size or n, *planes.shape[1:]), np.float32)
        full[:n] = planes
        return Answers(*(None if each is None else each[:n] for each in self._answers(full)))

    def _answers(self, planes: Any) -> Answers:
        try:
            found = self._session.run(self._outputs, {INPUT: planes})
        except Exception as error:
            raise OptionError(f"{self.name} cannot be run: {first_line(error)}") from error
        names = (TRUNK if name == self._layer else name for name in self._outputs)
        return Answers(**dict(zip(names, found, strict=True)))


def first_line(error: Exception) -> str:
    """Of what a library complains of."""
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__


def _is_plain(array: Any) -> bool:
    return bool(array.flags.c_contiguous) and array.dtype == np.float32
