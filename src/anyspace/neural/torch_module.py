"""Networks that are torch modules, as they are while they learn."""

from __future__ import annotations

import copy
import threading
from typing import Any

from .evaluator import TRUNK, Answers, Evaluator, answers_of


class TorchModule(Evaluator):
    """A module whose `forward(planes)` gives (policy, value) or a dictionary. It is put into evaluation mode for every
    call and back into its own after it: one call at a time, or a thread would look with what another one put back."""

    def __init__(self, module: Any) -> None:
        self.module = module
        self.name = type(module).__name__
        self.layer = TRUNK
        self._lock = threading.Lock()

    def showing(self, layer: str | None) -> TorchModule:
        twin = copy.copy(self)  # with the same lock: it is the same module
        twin.layer = layer or self.layer
        return self if twin.layer == self.layer else twin

    def evaluate(self, planes: Any) -> Answers:
        import torch

        with self._lock:
            was_learning = bool(self.module.training)
            self.module.train(False)
            try:
                with torch.inference_mode():
                    where = next((each.device for each in self.module.parameters()), None)
                    given = torch.from_numpy(planes)
                    found = self.module(given if where is None else given.to(where))
            finally:
                self.module.train(was_learning)
        return answers_of(self.name, found, self.layer)
