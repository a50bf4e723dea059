"""A network looks at the leaves (Silver et al. 2016, 2017, 2018; the lecture notes' chapter on AlphaGo).

A leaf is worth what the network says of it, or a mixture with what a playout brings:

    mix * v + (1 - mix) * playout

and its moves have the odds that the network gives them, among those that are legal (parts/priors.py), for the formulas
that ask for them (puct, gumbel, prior_seeding). A game that is over is worth what it pays. Where chance moves in a
leaf, its outcomes are drawn until somebody decides.

Leaves are looked at several at a time: while some wait, the search goes on elsewhere (parts/batches.py). What was said
of a position is remembered, in a table of `cache` entries, and said again where the same is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.hidden import STAY
from ...core.policy import MULTI, PERFECT
from ...errors import OptionError
from ...neural.evaluator import Evaluator, Fitted, open_evaluator
from ...neural.shipped import SHIPPED, shipped_network
from ...neural.symmetry import Averaged, Drawn, symmetries_of
from ..batches import Batches
from ..options import number, one_of, whole
from ..part import Part

NEVER, WAITING, KNOWN = range(3)
"""Marks of a node: whether it was looked at."""


@dataclass(frozen=True)
class Network(Part):
    """A network looks at the leaves, and says what they are worth and which of their moves look good.

    path: an ONNX file; in Python also a torch module, a JAX function, a function of planes, or an Evaluator. batch: how
    many leaves it looks at together; 1 for one after the other; None for 8, or fewer where there are few iterations.
    threads: how many look, each with a session of its own. waiting: what a descent counts until it is backed up, as a
    "loss" or in "visits" only. mix: how much the network's value counts beside a playout, 1 for no playouts. nodes: it
    looks at so many positions at most, the first ones; None for all. symmetry: "none", the "mean" over all ways to turn
    the board, or one of them "drawn". cache: positions whose evaluation is remembered. int8: an ONNX file of 32 bits is
    made one of eight, calibrated on positions of random games.
    """

    path: Any = ""
    batch: int | None = None
    threads: int = 1
    waiting: str = "loss"
    mix: float = 1.0
    nodes: int | None = None
    symmetry: str = "none"
    cache: int = 4096
    int8: bool = False
    kind = "leaf"
    reference = "Silver et al. 2016, 2017, 2018; lecture notes"
    consistent = "yes, as values count for less than what follows from the end of the game; the tree grows on to that"
    suggests = {"select": "puct"}  # noqa: RUF012
    needs = ("planes", "actions")

    def __post_init__(self) -> None:
        if self.batch is not None:
            whole(self, "batch", 1, 1024)
        whole(self, "threads", 1, 64)
        one_of(self, "waiting", ("loss", "visits"))
        number(self, "mix", 0, 1)
        if self.nodes is not None:
            whole(self, "nodes", 0, 2**31 - 1)
        one_of(self, "symmetry", ("none", "mean", "drawn"))
        whole(self, "cache", 0, 1 << 24)
        if self.int8 and not (isinstance(self.path, str | Path) and Path(self.path).suffix != ".npz"):
            raise OptionError(f"Network: int8=True makes eight bits of an ONNX file's network, not of {self.path!r}")

    @property
    def brings(self) -> tuple[Part, ...]:
        return (Batches(threads=self.threads, size=self.batch or LARGEST_BATCH, waiting=self.waiting),)

    @property
    def structure(self) -> Any:
        return (type(self),)

    def __hash__(self) -> int:
        return hash((type(self), id(self.path)))

    def __str__(self) -> str:
        named = self.path if isinstance(self.path, str | Path) else getattr(self.path, "name", None)
        shown = named if named is not None else getattr(self.path, "__name__", type(self.path).__name__)
        others = [f"{name}={given}" for name, given in self._changed().items()]
        told = ",".join([*([f"path={shown}"] if shown else []), *others])
        return f"network:{told}" if told else "network"

    def _changed(self) -> dict[str, Any]:
        usual = type(self)()
        return {name: given for name, given in self.options.items() if name != "path" and given != usual.options[name]}

    def refusal(self, setup: Setup) -> str | None:
        if isinstance(self.path, str) and not self.path:
            return "which one? Network('net.onnx'), or the text network:path=net.onnx"
        if setup.game.open_ended:
            return "-1 and 1 stand for the least and the greatest payoff, and the game does not say what these are"
        if setup.information == MULTI:
            other = "sequential" if setup.game.simultaneous else "single"
            return f"a tree for each player has leaves that nobody decides in; information='{other}' has not"
        return None

    def open(self, game: Any, layer: str | None = None) -> Fitted:
        """The network, seen to fit a game; with a `layer` of it that is asked for by name."""
        fitted = open_evaluator(self._in_eight_bits(game) if self.int8 else self.path, game, layer)
        if layer is not None and fitted.features == 0:
            raise OptionError(f"{fitted.name} has no output {layer!r}, which is to say what positions are like")
        if layer is not None and self.symmetry == "drawn":
            raise OptionError("symmetry=drawn with phi=network: a board that is turned at random is not like itself")
        turns = symmetries_of(game)
        if self.symmetry == "none" or len(turns) < 2:
            return fitted
        turned: Evaluator = Averaged(fitted, turns) if self.symmetry == "mean" else Drawn(fitted, turns)
        return Fitted(turned, game)

    def _in_eight_bits(self, game: Any) -> Evaluator:
        from ...neural.eight_bits import file_in_eight_bits

        return file_in_eight_bits(shipped_network(game) if self.path == SHIPPED else self.path, game)

    def bind(self, loop: Loop) -> None:
        game = loop.setup.game
        loop.evaluator = self.open(game, loop.layer)
        for check in loop.network_checks:
            check(loop.evaluator)
        mix = loop.number(self.mix if loop.evaluator.has_value else 0.0)
        most = loop.number(2**62 if self.nodes is None else self.nodes)
        said, is_said = loop.note(np.float64, (game.players,)), loop.note(np.int8, (1,))
        looked = loop.table(np.int64, (1,))
        size = max(1, self.cache)
        keys = loop.table(np.uint64, (size,), kept=1.0)
        policies = loop.table(np.float32, (size, game.actions or 0), kept=1.0)
        values = loop.table(np.float64, (size, game.players), kept=1.0)
        caches = loop.number(self.cache)
        loop.field("looked_at", np.int8)
        self._bind_marks(loop, looked, most)
        inner = loop.play_out

        def play_out(tree: Any, game: Any, policy: Any, scratch: Any) -> int:
            if scratch.notes[is_said][0] == 0:
                return inner(tree, game, policy, scratch)
            share, length = policy.numbers[mix], 0
            if share < 1.0:
                length = inner(tree, game, policy, scratch)
                if length < 0:
                    return length
            for player in range(game.players):
                played = scratch.payoffs[player] if share < 1.0 else 0.0
                scratch.payoffs[player] = share * scratch.notes[said][player] + (1.0 - share) * played
            return length

        def say(scratch: Any, rewards: Any) -> None:
            scratch.notes[is_said][0] = 1
            for player in range(len(rewards)):
                scratch.notes[said][player] = rewards[player]

        def unsay(scratch: Any) -> None:
            scratch.notes[is_said][0] = 0

        def recall(tree: Any, policy: Any, scratch: Any, key: Any, logits: Any, rewards: Any) -> bool:
            tables = tree.tables
            at = np.int64(key % np.uint64(len(tables[keys])))
            if tables[keys][at] != key or policy.numbers[caches] == 0.0:
                return False
            for action in range(len(logits)):
                logits[action] = tables[policies][at, action]
            for player in range(len(rewards)):
                rewards[player] = tables[values][at, player]
            say(scratch, rewards)
            return True

        def remember(tree: Any, key: Any, logits: Any, rewards: Any) -> None:
            tables = tree.tables
            at = np.int64(key % np.uint64(len(tables[keys])))
            tables[keys][at] = key
            for action in range(len(logits)):
                tables[policies][at, action] = logits[action]
            for player in range(len(rewards)):
                tables[values][at, player] = rewards[player]

        loop.play_out, loop.say, loop.unsay = play_out, say, unsay
        loop.recall, loop.remember = recall, remember

    def _bind_marks(self, loop: Loop, looked: int, most: int) -> None:
        """Which nodes were looked at, and that descents end in others."""
        stops, reached = loop.stops, loop.reached

        def is_known(tree: Any, node: Any) -> bool:
            return tree.extras[node].looked_at == KNOWN

        def is_waiting(tree: Any, node: Any) -> bool:
            return tree.extras[node].looked_at == WAITING

        def mark_known(tree: Any, node: Any) -> None:
            tree.extras[node].looked_at = KNOWN

        def mark_waiting(tree: Any, node: Any) -> None:
            tree.extras[node].looked_at = WAITING

        def may_look(tree: Any, policy: Any) -> bool:
            return tree.tables[looked][0] < policy.numbers[most]

        def count_look(tree: Any) -> None:
            tree.tables[looked][0] += 1

        def stop(tree: Any, policy: Any, scratch: Any, node: Any) -> bool:
            return tree.extras[node].looked_at != KNOWN or stops(tree, policy, scratch, node)

        def stay(tree: Any, game: Any, policy: Any, scratch: Any, which: int, node: Any) -> int:
            if tree.extras[node].looked_at != KNOWN:
                return STAY
            return reached(tree, game, policy, scratch, which, node)

        loop.is_known, loop.is_waiting = is_known, is_waiting
        loop.mark_known, loop.mark_waiting, loop.may_look = mark_known, mark_waiting, may_look
        loop.count_look = count_look
        if loop.setup.information == PERFECT:
            loop.stops = stop
        else:
            loop.reached = stay


LARGEST_BATCH = 8
"""Where nothing else is said: on a processor more hardly pay, and cost strength."""
