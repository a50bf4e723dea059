"""The loop as it is put together for one search: every hook, and the function that answers it so far.

A part reads what answers a question, and puts its own function there, which may call the one that it found:

    inner = loop.value

    def value(tree, policy, scratch, node, child, reward, visits):
        return 0.5 * (inner(tree, policy, scratch, node, child, reward, visits) + tree.extras[child].estimate)

    loop.value = value

`score` is asked in two steps that parts wrap separately: `value`, what a child is worth, and `bound`, what is made of
that to explore. A formula that can do both in fewer instructions gives them as `fused`, which is used while nobody has
wrapped either.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..machine.atomic import address_of
from ..machine.jit import Function, compile_kernel
from ..machine.native import zero_bytes
from ..machine.specialize import specialize, twin_of
from ..machine.waiting import compiling
from .competing import or_untried_competing, pick_competing
from .hooks import HOOKS
from .layout import Layout
from .playing import play_on
from .policy import PERFECT

if TYPE_CHECKING:
    from ..rules.game import AnyGame


@dataclass(frozen=True)
class Setup:
    """What parts may know of the search that they become part of."""

    game: AnyGame
    information: int = PERFECT
    """PERFECT, SINGLE or MULTI"""
    shares_tree: bool = False
    """whether several iterations are under way in one tree at once"""
    networks: bool = False
    """whether a network looks at leaves"""
    guesses: bool = False
    """whether what is hidden is guessed"""


def value(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any) -> float:
    """What a child of `node` is worth, in [0, 1], to who chooses there: the mean of its rewards. (In a shared tree it
    may be asked before the first visit is done.)"""
    return reward / max(1, visits)


def bound(
    tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
) -> float:
    """What is made of a child's `worth`, which `value` gave; `width` is what `spread` gave."""
    return worth


def verdict(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, scored: float) -> float:
    """The last word on a child's score: what is certain counts for more than what is likely."""
    return scored


class Loop:
    """The hooks as attributes, and what parts need to keep: numbers, fields of a node, rows a node, tables."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._hooks: dict[str, Any] = {name: twin_of(function) for name, function in HOOKS.items()}
        self._hooks |= {"value": twin_of(value), "bound": twin_of(bound), "verdict": twin_of(verdict), "fused": None}
        self._plain = dict(self._hooks)
        self._fused_with: tuple[Any, Any] | None = None
        self._quick: Any = None
        self._quick_with: tuple[Any, ...] | None = None
        self.numbers: list[float] = []
        self.fields: dict[str, Any] = {}
        self.rows: list[tuple[Any, int]] = []
        self.tables: list[tuple[Any, tuple[int, ...]]] = []
        self.kept: dict[int, float] = {}
        """tables that outlast the tree, and what is kept of them after a move"""
        self.filled: dict[int, Any] = {}
        """tables that do not begin with 0, and what they begin with"""
        self.notes: list[tuple[Any, tuple[int, ...]]] = []
        self.rules: set[str] = set()
        self.queued = self.folded = False
        self.locks = 1
        self.spares = 0
        self.traces = self.tells_length = False
        self.structure: list[Any] = []
        self.move_rows: int | None = None
        """the place of the row with AMAF values, see parts/value/amaf.py"""
        self.bounds: int | None = None
        """the place of the row with what is proven, see parts/prove/bounds.py"""
        self.priors: Any = None
        """how good moves look before they are tried, see parts/priors.py"""
        self.gumbel: Any = None
        """the places of gumbel's tables, see parts/select/gumbel.py"""
        self.similar: Any = None
        """the places of the memory of similar positions, see parts/similar/reading.py"""
        self.particles = 0
        """how many guesses are kept from move to move for each player, see parts/particles.py"""
        self.bag: int | None = None
        """the place of the note that says where they lie"""
        self.model = 0
        """the address of what says how others move in them; 0 if nobody knows"""
        self.one_sided = False
        """whether rewards depend on who searches: then a tree is for that player only"""
        self.evaluator: Any = None
        """the network that looks at leaves, see parts/leaf/network.py"""
        self.layer: str | None = None
        """the layer of it that a part asks for, by name"""
        self.network_checks: list[Callable[[Any], None]] = []
        """functions of the network when it is open, which raise what parts have against it"""
        self.alive: list[Any] = []
        """what has to live as long as the loop; `failure()` of each says what it raised, if it did"""
        self._is_built = True

    def __getattr__(self, name: str) -> Any:
        hooks = self.__dict__.get("_hooks", {})
        if name not in hooks:
            raise AttributeError(f"the loop has no hook {name!r}; it has {', '.join(hooks)}")
        return hooks[name]

    def __setattr__(self, name: str, given: Any) -> None:
        if name in self.__dict__.get("_hooks", {}):
            self._hooks[name] = given
        elif self.__dict__.get("_is_built") and name not in self.__dict__ and not hasattr(type(self), name):
            close = difflib.get_close_matches(name, self._hooks, n=1)
            raise ValueError(f"the loop has no hook {name!r}" + (f"; did you mean {close[0]!r}?" if close else ""))
        else:
            super().__setattr__(name, given)

    # ---- what a part keeps

    def number(self, given: float) -> int:
        """A number that kernels find as `policy.numbers[place]`; returns the place."""
        self.numbers.append(float(given))
        return len(self.numbers) - 1

    def field(self, name: str, kind: Any) -> None:
        """A number a node: `tree.extras[node].name`. It is 0 when a node is born."""
        if name in self.fields:
            raise ValueError(f"two parts keep a field {name!r}")
        self.fields[name] = kind

    def row(self, kind: Any, width: int) -> int:
        """Many numbers a node: `tree.rows[place][node, i]`; returns the place. They are 0 when a node is born."""
        self.rows.append((kind, width))
        return len(self.rows) - 1

    def table(self, kind: Any, shape: tuple[int, ...], kept: float | None = None, filled: Any | None = None) -> int:
        """Numbers for the whole search: `tree.tables[place][...]`; returns the place. They are 0 when a tree is planted
        and stay as long as it grows. With `kept` they belong to the game that is played: whatever becomes of the tree,
        after each move they are multiplied by this (0 forgets them, 1 keeps them). `filled` is an array of that shape:
        they begin with this instead of 0."""
        self.tables.append((kind, shape))
        if filled is not None:
            self.filled[len(self.tables) - 1] = filled
        if kept is not None:
            self.kept[len(self.tables) - 1] = kept
        return len(self.tables) - 1

    def note(self, kind: Any, shape: tuple[int, ...]) -> int:
        """Working memory of each thread: `scratch.notes[place][...]`; returns the place."""
        self.notes.append((kind, shape))
        return len(self.notes) - 1

    def spare(self) -> int:
        """A state of each thread's own to try moves on, at the address `scratch.spares[place]`; returns the place."""
        self.spares += 1
        return self.spares - 1

    def fuse(self, fused: Any) -> None:
        """`value` and `bound` as they are now, in one formula of the same arguments as `score`."""
        self._hooks["fused"] = fused
        self._fused_with = (self.value, self.bound)

    def fuse_playout(self, fused: Any) -> None:
        """Playouts as they are played now, as one function in place of `playout_call`."""
        self._quick, self._quick_with = fused, self._said_in_playouts

    # ---- the result

    def finish(self) -> None:
        """All parts have said their say: what follows from it."""
        hooks, plain = self._hooks, self._plain
        if hooks["score"] is plain["score"]:
            is_fused = self._fused_with == (hooks["value"], hooks["bound"])
            hooks["score"] = hooks["fused"] if is_fused else composed(hooks["value"], hooks["bound"])
        if hooks["verdict"] is not plain["verdict"]:
            hooks["score"] = judged(hooks["score"], hooks["verdict"])
        if self.competes and hooks["pick"] is plain["pick"]:
            hooks["pick"] = pick_competing
        if self.competes and hooks["or_untried"] is plain["or_untried"]:
            hooks["or_untried"] = or_untried_competing
        if self.plays_on:
            quick = self._quick if self._quick_with == self._said_in_playouts else None
            hooks["playout_call"] = quick or play_on
            self.rules.discard("playout_traced")
            if quick is None:
                self.rules.discard("playout_replying")
                self.rules |= {rule for rule in ("playout_moves",) if self.setup.game.backend.has(rule)}
        if self.fields:
            hooks["blank"] = blanking_fields(hooks["blank"], self.layout(1).extra.itemsize)
        for place in range(len(self.rows)):
            hooks["blank"] = blanking_row(hooks["blank"], place)

    @property
    def competes(self) -> bool:
        """Whether moves without a node compete with those that have one."""
        return self.unvisited is not self._plain["unvisited"]

    @property
    def plays_on(self) -> bool:
        """Whether playouts are played move by move, for parts have a say in them."""
        return any(self._hooks[name] is not self._plain[name] for name in ("next_move", "choose", "cuts"))

    @property
    def _said_in_playouts(self) -> tuple[Any, ...]:
        return tuple(self._hooks[name] for name in ("starts", "next_move", "choose", "cuts", "moved"))

    @property
    def replacements(self) -> Mapping[Function, Function]:
        """What takes the place of what."""
        found = {
            HOOKS[name]: function
            for name, function in self._hooks.items()
            if name in HOOKS and function is not self._plain[name]
        }
        if self.competes:  # also within what parts have wrapped around them
            found |= {self._plain["pick"]: pick_competing, self._plain["or_untried"]: or_untried_competing}
        return found

    def plain(self, function: Callable[..., Any]) -> Function:
        """A kernel of this loop, uncompiled."""
        assert isinstance(function, Function)
        return specialize(function, self.replacements)

    def layout(self, trees: int) -> Layout:
        """What a tree for this loop consists of."""
        return Layout(
            trees,
            self.queued,
            self.folded,
            self.locks,
            tuple(self.fields.items()),
            tuple(self.rows),
            tuple(self.tables),
        )

    def kernel(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A compiled kernel of this loop, made once for all searches with the same parts."""
        key = (function, *self.structure)
        if key not in _KERNELS:
            with compiling:
                if key not in _KERNELS:
                    _KERNELS[key] = compile_kernel(self.plain(function), f"the search: kernel {function.__name__!r}")
        return _KERNELS[key]


_KERNELS: dict[Any, Callable[..., Any]] = {}


def composed(worth_of: Any, bound_of: Any) -> Any:
    """`score` from its two steps."""

    def score(
        tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any, width: float
    ) -> float:
        worth = worth_of(tree, policy, scratch, node, child, reward, visits)
        return bound_of(tree, policy, scratch, node, child, worth, max(1, visits), width)

    return score


def judged(score_of: Any, verdict_on: Any) -> Any:
    """`score` with a verdict on it."""

    def score(
        tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any, width: float
    ) -> float:
        scored = score_of(tree, policy, scratch, node, child, reward, visits, width)
        return verdict_on(tree, policy, scratch, node, child, scored)

    return score


def blanking_fields(inner: Any, size: int) -> Any:
    """`blank` where parts keep fields, `size` bytes a node."""

    def blank(tree: Any, node: Any) -> None:
        inner(tree, node)
        zero_bytes(address_of(tree.extras) + int(node) * size, size)

    return blank


def blanking_row(inner: Any, place: int) -> Any:
    """`blank` where a part keeps a row."""

    def blank(tree: Any, node: Any) -> None:
        inner(tree, node)
        row = tree.rows[place]
        for i in range(row.shape[1]):
            row[node, i] = 0

    return blank
