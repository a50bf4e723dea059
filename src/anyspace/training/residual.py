"""A residual network that learns: convolutions over the board, in torch.

Blocks of two convolutions with batch normalization, each added to what went in (He et al. 2016), as in Silver et al.
(2017). Every other block also tells every cell the mean over the board (Wu 2019). Where moves are cells, their logits
come from the cells; else from all of the board. Planes of a single cell, which are a vector, get dense layers: a
convolution of one cell is that.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ..errors import MissingDependency, OptionError, StoreError
from ..neural.evaluator import Answers
from ..neural.symmetry import Symmetry
from ..rules.game import AnyGame
from .examples import Examples
from .learner import Evaluator, Learner
from .residual_files import as_evaluator, write_files
from .shape import Shape
from .turning import moves_are_cells

try:
    import torch
    from torch import nn
    from torch.nn import functional
except ImportError as error:
    raise MissingDependency("a residual network learns with torch: pip install 'anyspace[learn]'") from error

SHRINK = 1e-4
"""What weights lose of themselves in a step, times the rate."""

STEEPEST = 5.0
"""A slope that is longer is cut to this length."""

POLICY_PLANES, VALUE_PLANES, VALUE_WIDTH = 4, 4, 48


class Block(nn.Module):
    """Two convolutions and a way around them."""

    def __init__(self, channels: int, size: int, pooled: bool) -> None:
        super().__init__()
        self.first = Layer(channels, channels, size)
        self.second = Layer(channels, channels, size)
        self.pool = nn.Linear(channels, channels) if pooled else None

    def forward(self, x: Any) -> Any:
        inner = torch.relu(self.first(x))
        if self.pool is not None:
            inner = inner + self.pool(inner.mean(dim=(2, 3)))[:, :, None, None]
        return torch.relu(x + self.second(inner))


class Layer(nn.Module):
    """A convolution and its normalization."""

    def __init__(self, inputs: int, outputs: int, size: int) -> None:
        super().__init__()
        self.convolution = nn.Conv2d(inputs, outputs, size, padding=size // 2, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x: Any) -> Any:
        return self.norm(self.convolution(x))


class ResidualNetwork(nn.Module):
    """From planes to logits, values and the trunk."""

    def __init__(self, shape: Shape, blocks: int, channels: int, cells: bool) -> None:
        super().__init__()
        planes, rows, columns = shape.planes
        area = rows * columns
        size = 3 if area > 1 else 1
        self.shape, self.cells, self.area = shape, cells, area
        self.stem = Layer(planes, channels, size)
        self.blocks = nn.ModuleList(Block(channels, size, area > 1 and k % 2 == 1) for k in range(blocks))
        wide = channels if area == 1 else POLICY_PLANES
        self.policy_layer = Layer(channels, channels if cells else wide, 1)
        if cells:
            self.policy_cells = nn.Conv2d(channels, 1, 1)
            self.policy_rest = nn.Linear(channels, shape.actions - area) if shape.actions > area else None
        else:
            self.policy_all = nn.Linear(wide * area, shape.actions)
        self.value_layer = Layer(channels, channels if area == 1 else VALUE_PLANES, 1)
        self.value_hidden = nn.Linear((channels if area == 1 else VALUE_PLANES) * area, VALUE_WIDTH)
        self.value_out = nn.Linear(VALUE_WIDTH, shape.values)

    def forward(self, planes: Any) -> tuple[Any, Any, Any]:
        x = torch.relu(self.stem(planes))
        for block in self.blocks:
            x = block(x)
        policy = torch.relu(self.policy_layer(x))
        if self.cells:
            logits = self.policy_cells(policy).flatten(1)
            if self.policy_rest is not None:
                logits = torch.cat([logits, self.policy_rest(policy.mean(dim=(2, 3)))], dim=1)
        else:
            logits = self.policy_all(policy.flatten(1))
        hidden = torch.relu(self.value_hidden(torch.relu(self.value_layer(x)).flatten(1)))
        return logits, torch.tanh(self.value_out(hidden)), x.flatten(1)


class ResidualLearner(Learner):
    """The network, what its training remembers, and what it averages to.

    What is asked and exported are running means of the weights (Polyak and Juditsky 1992), steadier than the last ones.
    """

    kind: ClassVar[str] = "residual"

    def __init__(
        self,
        shape: Shape,
        ways: list[Symmetry],
        seed: int,
        blocks: int = 4,
        channels: int = 32,
        average: float = 0.995,
        half: bool = False,
    ) -> None:
        if blocks < 1 or channels < 1 or not 0 <= average < 1:
            raise OptionError(f"a network of {blocks} blocks and {channels} channels, averaged by {average}, cannot be")
        torch.manual_seed(seed)
        self.shape, self.steps, self.average, self.half = shape, 0, average, half
        cells = moves_are_cells(shape, ways)
        self.network = ResidualNetwork(shape, blocks, channels, cells)
        self.mean = ResidualNetwork(shape, blocks, channels, cells)
        self.mean.load_state_dict(self.network.state_dict())
        self.network.to(memory_format=torch.channels_last)
        self._optimizer = torch.optim.AdamW(self.network.parameters(), weight_decay=SHRINK)
        torch.set_num_threads(1)  # more were slower on every machine it was tried on

    @property
    def parameters(self) -> int:
        """How many numbers there are to learn."""
        return sum(each.numel() for each in self.network.parameters())

    def train(self, examples: Examples, rate: float) -> dict[str, float]:
        """One step of AdamW."""
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        planes = torch.from_numpy(np.ascontiguousarray(examples.planes, np.float32))
        legal, target = torch.from_numpy(examples.legal), torch.from_numpy(examples.policy)
        wanted = torch.from_numpy(examples.value)
        self.network.train()
        with torch.autocast("cpu", torch.bfloat16, enabled=self.half):
            logits, value, _ = self.network(planes.contiguous(memory_format=torch.channels_last))
        logits, value = logits.float(), value.float()
        log_odds = functional.log_softmax(logits.masked_fill(~legal, -1e9), dim=1)
        policy_loss = -(target * log_odds).sum() / max(int((target.sum(dim=1) > 0).sum()), 1)
        known = ~torch.isnan(wanted)
        value_loss = functional.mse_loss(value[known], wanted[known]) if bool(known.any()) else value.sum() * 0.0
        self._optimizer.zero_grad(set_to_none=True)
        (policy_loss + value_loss).backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), STEEPEST)
        self._optimizer.step()
        self.steps += 1
        self._follow()
        return {"policy": policy_loss.item(), "value": value_loss.item()}

    def _follow(self) -> None:
        """The running mean goes a little of the way; at first, more."""
        share = 1.0 - min(self.average, self.steps / (self.steps + 10.0))
        with torch.no_grad():
            theirs = self.network.state_dict()
            for name, mine in self.mean.state_dict().items():
                if mine.dtype.is_floating_point:
                    mine.lerp_(theirs[name], share)
                else:
                    mine.copy_(theirs[name])

    def predict(self, planes: Any) -> Answers:
        """What the averaged network says, by torch."""
        self.mean.eval()
        with torch.inference_mode():
            found = self.mean(torch.from_numpy(np.ascontiguousarray(planes, np.float32)))
        return Answers(*(each.numpy() for each in found))

    def evaluator(self, calibration: Any = None) -> Evaluator:
        """The network as it is now: by ONNX Runtime where it is installed (faster than torch, and as much again in
        eight bits), else by torch."""
        return as_evaluator(self, calibration)

    def arrays(self) -> dict[str, Any]:
        """All weights of the averaged network, by name, in the order of their use."""
        return {name: each.detach().numpy() for name, each in self.mean.state_dict().items()}

    def to_bytes(self) -> bytes:
        packed = io.BytesIO()
        torch.save(
            {
                "network": self.network.state_dict(),
                "mean": self.mean.state_dict(),
                "optimizer": self._optimizer.state_dict(),
                "steps": self.steps,
            },
            packed,
        )
        return packed.getvalue()

    def load_bytes(self, packed: bytes) -> None:
        found = torch.load(io.BytesIO(packed), weights_only=True)
        try:
            self.network.load_state_dict(found["network"])
            self.mean.load_state_dict(found["mean"])
            self._optimizer.load_state_dict(found["optimizer"])
        except (KeyError, RuntimeError, ValueError) as error:
            raise StoreError(f"weights of another network: {str(error).splitlines()[0]}") from None
        self.steps = found["steps"]

    def export(self, game: AnyGame, stem: Path, calibration: Any) -> list[Path]:
        """NAME.int8.onnx, calibrated on these planes, and NAME.onnx."""
        return write_files(self, game, stem, calibration)
