"""What a network is to a search: planes of positions in, a policy and values out.

    evaluator = open_evaluator("net.onnx", game)       # or a torch module, a JAX function, a function, an Evaluator
    answers = evaluator.evaluate(planes)               # float32 [n, planes, rows, columns], as `state.planes()` gives

An ONNX file has the input `planes`, float32 [batch, planes, rows, columns], and some of the outputs

    policy    float32 [batch, actions]: logits, one for every move that the game knows, legal or not; -inf for a move
              that it rules out
    value     float32 [batch, 1], in [-1, 1], what the position is worth to who moves; or [batch, players], to each
    trunk     float32 [batch, features]: what the network makes of the position, for the memory of similar ones; any
              other output may be asked for in its place, by its name

and in its metadata, where the file was written by anyspace, `anyspace.game`, `anyspace.options` and `anyspace.planes`
(JSON). -1 stands for the least payoff that the game declares, 1 for the greatest. A function or a module gives the same
in this order, as a tuple (None for what it does not have), or by these names, as a dictionary.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from math import inf, isfinite
from typing import Any, NamedTuple

import numpy as np

from ..errors import NetworkError, OptionError
from ..rules.game import AnyGame
from .home import check_home, check_sum
from .shipped import SHIPPED, shipped_network

TRUNK = "trunk"
OUTPUTS = ("policy", "value", TRUNK)

ROUNDING = 1e-3
"""How far beyond [-1, 1] a value may lie: it is cut off."""


class Answers(NamedTuple):
    """What a network says of n positions; None for what it says nothing of."""

    policy: Any = None
    """float32 [n, actions]: logits"""
    value: Any = None
    """float32 [n, 1] or [n, players], in [-1, 1]"""
    trunk: Any = None
    """float32 [n, features]"""


class Evaluator(ABC):
    """Something that looks at positions. Subclasses say how; `evaluate` is theirs."""

    name = "network"
    """for messages"""
    made_for: Mapping[str, str] = {}
    """what a file says of itself"""

    @abstractmethod
    def evaluate(self, planes: Any) -> Answers:
        """What there is to say of the positions with these planes, float32 [n, planes, rows, columns]."""

    def looking_at(self, planes: Any, into: Answers) -> Callable[[], object] | None:
        """A function that looks at these planes as they are when it is called, and writes into these arrays: for
        whoever shows and reads the same ones again and again. It does not check the numbers. None where it cannot."""
        del planes, into
        return None

    def draw_from(self, seed: int) -> None:
        """What it draws from now on, if it draws, follows from this."""
        del seed

    def another(self) -> Evaluator:
        """The same for another thread, to be asked at the same time. Here: it can be asked by several itself."""
        return self

    def showing(self, layer: str | None) -> Evaluator:
        """The same, which gives this layer as its trunk; None where nobody asks for one, which may save work. Here: it
        gives what it gives."""
        del layer
        return self


def answers_of(name: str, given: Any, layer: str = TRUNK) -> Answers:
    """What a function answered, by its place or by its name, as arrays; `layer` is the name of its trunk."""
    if isinstance(given, Answers):
        found: dict[str, Any] = given._asdict()
    elif isinstance(given, Mapping):
        names = {"policy": "policy", "value": "value", layer: TRUNK}
        found = {names[key]: given[key] for key in given if key in names}
    elif isinstance(given, tuple | list) and 1 <= len(given) <= len(OUTPUTS):
        found = dict(zip(OUTPUTS, given, strict=False))
    else:
        raise NetworkError(f"{name} must answer (policy, value), each an array or None, not {_kind(given)}")
    return Answers(**{key: None if each is None else as_array(name, key, each) for key, each in found.items()})


def as_array(name: str, what: str, given: Any) -> Any:
    """An array of float32, from whatever library's."""
    if hasattr(given, "detach"):
        given = given.detach().cpu()
    try:
        return np.asarray(given, np.float32)
    except (TypeError, ValueError) as error:
        raise NetworkError(f"{name}: {what} must be numbers, not {_kind(given)}") from error


def _kind(given: Any) -> str:
    return type(given).__name__


class Fitted(Evaluator):
    """An evaluator that was seen to fit a game, and whose every answer is checked: arrays of the right shape, numbers
    in them, values within [-1, 1]."""

    def __init__(self, inner: Evaluator, game: AnyGame, positions: Any | None = None) -> None:
        if game.plane_shape is None:
            raise OptionError(f"a network asks {game.name} for a rule 'planes', which it does not have")
        if game.actions is None:
            raise OptionError(f"a network asks {game.name} for how many different moves there are; declare actions=...")
        self.inner, self.game, self.name = inner, game, inner.name
        check_home(self.name, inner.made_for, game)
        self._widths: dict[str, int] | None = None
        first = self.evaluate(np.zeros((2, *game.plane_shape), np.float32) if positions is None else positions)
        self._widths = {key: each.shape[1] for key, each in first._asdict().items() if each is not None}
        if first.policy is None and first.value is None:
            raise OptionError(f"{self.name} gives neither a policy nor a value")
        check_sum(self.name, self._widths.get("value"), game)

    @property
    def widths(self) -> dict[str, int]:
        """How many numbers a position each of its answers has."""
        return dict(self._widths or {})

    @property
    def has_policy(self) -> bool:
        """Whether it says which moves look good."""
        return "policy" in (self._widths or {})

    @property
    def has_value(self) -> bool:
        """Whether it says what positions are worth."""
        return "value" in (self._widths or {})

    @property
    def features(self) -> int:
        """Numbers of its trunk a position; 0 for none."""
        return (self._widths or {}).get("trunk", 0)

    def draw_from(self, seed: int) -> None:
        self.inner.draw_from(seed)

    def another(self) -> Fitted:
        twin = object.__new__(Fitted)
        twin.__dict__ |= self.__dict__
        twin.inner = self.inner.another()
        return twin

    def showing(self, layer: str | None) -> Fitted:
        inner = self.inner.showing(layer)
        return self if inner is self.inner else Fitted(inner, self.game)

    def evaluate(self, planes: Any) -> Answers:
        """The same, checked. Raises `NetworkError`; `OptionError` where shapes do not fit."""
        found = self.inner.evaluate(planes)
        return found if self._is_sound(found, len(planes)) else self._checked(found, len(planes))

    def looking_at(self, planes: Any, into: Answers) -> Callable[[], object]:
        def look() -> None:
            for place, said in zip(into, self.evaluate(planes), strict=True):
                if said is not None:
                    place[...] = said

        return self.inner.looking_at(planes, into) or look

    def complain(self, said: Answers, n: int) -> None:
        """Raise what is wrong with these answers, if something is."""
        self._checked(said, n)

    def _is_sound(self, found: Answers, n: int) -> bool:
        """Whether there is nothing to be changed or complained of, as nearly always: seen at a glance, for a search
        asks some thousand times a second. Where not, somebody looks closely."""
        if self._widths is None:
            return False
        for what, each in zip(OUTPUTS, found, strict=True):
            width = self._widths.get(what)
            if each is None or width is None:
                if each is not None or width is not None:
                    return False
            elif (
                type(each) is not np.ndarray
                or each.dtype != np.float32
                or each.shape != (n, width)
                or (what == "policy" and not np.add.reduce(each, axis=None) < inf)  # -inf rules moves out
                or (what == TRUNK and not isfinite(np.add.reduce(each, axis=None)))
            ):
                return False
        return found.value is None or all(-1.0 <= each <= 1.0 for each in found.value.ravel().tolist())

    def _checked(self, found: Answers, n: int) -> Answers:
        game = self.game
        for what, each in found._asdict().items():
            if self._widths is not None and (each is not None) != (what in self._widths):
                raise NetworkError(f"{self.name}: it gives a {what} for some positions only")
        policy, value, trunk = (None if each is None else self._shaped(each, n) for each in found)
        if policy is not None and (policy.ndim != 2 or policy.shape[1] != game.actions):
            wanted = f"{game.name} has {game.actions} different moves: [{n}, {game.actions}]"
            raise OptionError(f"{self.name}: policy has shape {_shape(policy)} for {n} positions; {wanted}")
        if value is not None and (value.ndim != 2 or value.shape[1] not in self._value_widths):
            wanted = " or ".join(f"[{n}, {width}]" for width in self._value_widths)
            what = f"{game.name} has {game.players} player{'s' if game.players > 1 else ''}: {wanted}"
            raise OptionError(f"{self.name}: value has shape {_shape(value)} for {n} positions; {what}")
        for what, each in (("policy", policy), ("value", value), ("trunk", trunk)):
            if each is not None and not np.isfinite(each).all():
                bad = each[~(np.isfinite(each) | (np.isneginf(each) & (what == "policy")))]
                if bad.size:
                    raise NetworkError(f"{self.name}: {what} has {bad.flat[0]} among its numbers")
        if value is not None and (worst := max(float(value.max(initial=0.0)), -float(value.min(initial=0.0)))) > 1.0:
            if worst > 1.0 + ROUNDING:
                raise NetworkError(f"{self.name}: a value of {worst:g}; values lie within -1 and 1")
            value = np.clip(value, -1.0, 1.0)
        return Answers(policy, value, trunk)

    @property
    def _value_widths(self) -> list[int]:
        players = self.game.players
        return [1] if players == 1 else [1, 2] if players == 2 else [players]

    def _shaped(self, given: Any, n: int) -> Any:
        found = np.asarray(given, np.float32)
        found = found.reshape(n, -1) if found.ndim != 2 and found.shape[:1] == (n,) else found
        if found.shape[:1] != (n,):
            raise OptionError(f"{self.name}: an answer of shape {_shape(found)} for {n} positions")
        return found


def _shape(array: Any) -> list[int]:
    return [*array.shape]


def open_evaluator(source: Any, game: AnyGame, layer: str | None = TRUNK, **options: Any) -> Fitted:
    """The evaluator that `source` stands for, seen to fit `game`: the path of an ONNX file, a torch module, a JAX or
    Python function of planes, or an `Evaluator`; "shipped" is the one that comes with anyspace. `layer`: which of its
    outputs it gives as the trunk; None for none. `options` are those of the kind (an ONNX file's: threads)."""
    if isinstance(source, str) and source == SHIPPED:
        source = shipped_network(game)
    if isinstance(source, Fitted):
        return source.showing(layer) if source.game == game else Fitted(source.inner.showing(layer), game)
    return Fitted(_opened(source, options).showing(layer), game)


def _opened(source: Any, options: Mapping[str, Any]) -> Evaluator:
    from pathlib import Path

    if isinstance(source, Evaluator):
        return source
    if isinstance(source, str | Path):
        if Path(source).suffix == ".npz":
            from .npz_file import NpzFile

            return NpzFile(source)
        from .onnx_file import OnnxFile

        return OnnxFile(source, **options)
    if any(kind.__module__.startswith("torch.") for kind in type(source).__mro__):
        from .torch_module import TorchModule

        return TorchModule(source)
    if callable(source):
        from .function import Function

        return Function(source)
    raise OptionError(f"a network is the path of an ONNX file, a torch module or a function, not {source!r}")
