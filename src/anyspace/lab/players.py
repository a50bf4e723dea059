"""Players: small tables of options, checked before anything is played, and turned into somebody who decides.

A table is what an experiment's file says about a player (`{"memory": "recycle", "nodes": 1000, "iterations": 5000}`);
a command takes the same in one line of text (`"single recycle:nodes=1000 grave:ref=100 iterations=5000"`). Parts of the
search stand in `parts`, a list of texts; `"grave.ref": 50` sets an option of one of them, which is how they are tuned.
"""

from __future__ import annotations

import inspect
import random
import shlex
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..errors import AnyspaceError, ExperimentError
from ..parts.combination import Plain
from ..parts.information import Determinized
from ..parts.level import Level
from ..parts.memory import Memory
from ..parts.part import Part
from ..parts.playout.random import Random
from ..parts.registry import as_parts, find, from_text, names, options_of
from ..parts.select.ucb1 import UCB1
from ..rules.game import AnyGame, State
from ..search.budget import Budget
from ..search.search import Search
from ..solve.alpha_beta import AlphaBeta, check_depth
from . import outside
from .decision import Decider as Decider
from .decision import Decision as Decision
from .decision import Table as Table
from .suggest import unknown

KINDS = ("search", "random", "flat", "alpha_beta", *outside.KINDS)
"""A search; any legal move; flat Monte Carlo (`amaf=true` decides by AMAF values); αβ with the game's evaluation; and
players that are not ours."""

FLAT = ("uniform", "depth_limit:plies=1")
"""What flat Monte Carlo is made of."""

BUDGET = ("iterations", "seconds")
TIMERS = {"wall": time.perf_counter, "processor": time.thread_time}
"""How seconds are counted: as they pass, or while the player has a processor, which is fair on a busy machine."""

TAKES = {"flat": ("amaf", "playout_limit", *BUDGET, "timer"), "alpha_beta": ("depth", *BUDGET)}
"""All that players of these kinds take."""

OF_THE_BOUND = ("nodes", "bytes", "threshold", "keep_refutations")
"""Options of `memory`, which may also stand in its text: `memory = "recycle:nodes=1000"`."""

DECIDED_ELSEWHERE = ("self", "game", "seed", "select", "playout", "unknown")
"""Keywords of `Search` that a table does not have under this name."""


@dataclass(frozen=True)
class Player:
    """A player by name."""

    name: str
    table: Table


# ---- tables


@cache
def keys() -> list[str]:
    """Everything that a player's table may say."""
    options = [name for name in inspect.signature(Search.__init__).parameters if name not in DECIDED_ELSEWHERE]
    own = ["kind", *BUDGET, "timer", "amaf", "depth", "c", "playout_limit", "guesses", *OF_THE_BOUND, *options]
    return [*own, *outside.OWN_KEYS]


def is_part_option(key: str) -> bool:
    """Whether a key is an option of a part, as in `grave.ref`."""
    name, dot, option = key.partition(".")
    return bool(dot) and name in names() and option in options_of(find(name))


def checked(table: Table, where: str) -> Table:
    """The table itself, once it is known to make sense. Raises `ExperimentError`, beginning with `where`."""
    for key in table:
        if key not in keys() and not is_part_option(key):
            raise ExperimentError(f"{where}: {unknown('key', key, keys())}")
    kind = table.get("kind", "search")
    if kind not in KINDS:
        raise ExperimentError(f"{where}: {unknown('kind of player', kind, KINDS)}")
    if kind == "random":
        if extra := [key for key in table if key != "kind"]:
            raise ExperimentError(f"{where}: a random player has no options, not {', '.join(extra)}")
        return table
    if kind in outside.KINDS:
        try:
            outside.check(table)
        except AnyspaceError as error:
            raise ExperimentError(f"{where}: {error}") from error
        return table
    for key, known in (("final", names("final")), ("information", names("information"))):
        if key in table and table[key] not in known:
            raise ExperimentError(f"{where}: {unknown(key, table[key], known)}")
    try:
        budget_of(table)
        timer_of(table)
        _only(table, kind)
        if kind == "alpha_beta":
            check_depth(table.get("depth"))
        else:
            search_options(table)
    except AnyspaceError as error:
        raise ExperimentError(f"{where}: {error}") from error
    return table


def _only(table: Table, kind: str) -> None:
    """Nothing that has no meaning for this kind of player."""
    for key, owner in (("depth", "alpha_beta"), ("amaf", "flat")):
        if key in table and kind != owner:
            raise ExperimentError(f"{key} is for {owner} players, not for {kind} players")
    if theirs := [key for key in table if key in outside.OWN_KEYS]:
        owners = [name for name, other in outside.KINDS.items() if theirs[0] in other.all_keys]
        raise ExperimentError(f"{theirs[0]} is for {' and '.join(owners)} players, not for {kind} players")
    if kind in TAKES and (extra := [key for key in table if key not in ("kind", *TAKES[kind])]):
        article = "an" if kind[0] in "aeiou" else "a"
        raise ExperimentError(f"{article} {kind} player takes {', '.join(TAKES[kind])}, not {', '.join(extra)}")
    if not isinstance(table.get("amaf", False), bool):
        raise ExperimentError(f"amaf must be true or false, not {table['amaf']!r}")


def budget_of(table: Table) -> Budget:
    """Of a decision; where none is given, that of the level. Raises `BudgetError`."""
    given = [table.get(name) for name in BUDGET]
    return Budget(Level(table["level"]).iterations) if given == [None, None] and "level" in table else Budget(*given)


def timer_of(table: Table) -> Callable[[], float]:
    """By which a player's seconds are counted. Raises `ExperimentError`."""
    name = table.get("timer", "wall")
    if name not in TIMERS:
        raise ExperimentError(unknown("timer", name, TIMERS))
    if name == "processor" and "parallel" in table:
        raise ExperimentError("timer=processor counts the seconds of one thread: leave out parallel")
    return TIMERS[name]


def over(base: Table, table: Table) -> dict[str, Any]:
    """The table with what it takes from the base; what a kind of player has no use for is left out."""
    kind = table.get("kind", "search")
    if kind == "random":
        return dict(table)
    if kind in outside.KINDS:
        takes = outside.KINDS[kind].takes(table)
        return {**{key: value for key, value in base.items() if key in takes}, **table}
    if "level" in table:  # which is a budget
        return {**{key: value for key, value in base.items() if key not in BUDGET}, **table}
    return {**base, **table}


def search_options(table: Table) -> dict[str, Any]:
    """What `Search` is to be called with. A player is what its table says and nothing else: where that names no
    combination it is plain, and what the default becomes one day changes no experiment."""
    known = inspect.signature(Search.__init__).parameters
    options = {key: value for key, value in table.items() if key in known}
    options["parts"] = _parts(table)
    if not any(part.kind == "combination" for part in options["parts"]):
        options["parts"].insert(0, Plain())
    if table.get("kind") == "flat":
        options["parts"] += as_parts(FLAT)
        options["final"] = "max-amaf" if table.get("amaf") else "max"
    if not any(part.kind == "memory" for part in options["parts"]):
        options["memory"] = _memory(table)
    if "level" in table:
        if "final" in table:
            raise ExperimentError("level draws the final move, final chooses it otherwise: leave one of them out")
        options["final"] = Level(options.pop("level"))
    if "c" in table:
        options["select"] = UCB1(table["c"])
    if "playout_limit" in table:
        options["playout"] = Random(table["playout_limit"])
    if "guesses" in table:
        if table.get("information", "determinized") != "determinized":
            raise ExperimentError(f"guesses are for information 'determinized', not {table['information']!r}")
        options["information"] = Determinized(table["guesses"])
    return options


def _parts(table: Table) -> list[Part]:
    """The parts that a table names, with the options that are given apart."""
    texts = table.get("parts", [])
    texts = texts.split() if isinstance(texts, str) else texts
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        raise ExperimentError(f"parts must be a list of texts such as 'grave:ref=100', not {texts!r}")
    texts = list(texts)
    apart = {key: value for key, value in table.items() if "." in key}
    for key, value in apart.items():
        name, _, option = key.partition(".")
        found = [i for i, text in enumerate(texts) if text.partition(":")[0] == name]
        if not found:
            texts.append(name)
            found = [len(texts) - 1]
        texts[found[0]] += f"{',' if ':' in texts[found[0]] else ':'}{option}={value}"
    return as_parts(texts)


def _memory(table: Table) -> Memory:
    text = table.get("memory", "unbounded")
    if not isinstance(text, str):
        raise ExperimentError(f"memory must be text such as 'recycle', not {text!r}")
    given = [f"{key}={int(table[key])}" for key in OF_THE_BOUND if isinstance(table.get(key), int)]
    if wrong := [key for key in OF_THE_BOUND if key in table and not isinstance(table[key], int)]:
        raise ExperimentError(f"{wrong[0]} must be a whole number, not {table[wrong[0]]!r}")
    if text.partition(":")[0] not in names("memory"):
        raise ExperimentError(unknown("memory", text.partition(":")[0], names("memory")))
    part = from_text(text + ("," if ":" in text else ":") + ",".join(given) if given else text, "memory")
    assert isinstance(part, Memory)
    return part


# ---- text


def from_words(text: str) -> Table:
    """The table that a line of text means: `option=value` words, and as a shorthand the bare name of a kind of player,
    of an information mode or of a memory bound. Raises `ExperimentError`."""
    table: dict[str, Any] = {}
    for word in _words(text):
        if found := outside.from_word(word):
            table.update(found)
            continue
        key, value = _read(word)
        table[key] = [*table.get(key, []), value] if key == "parts" else value
    return table


def _words(text: str) -> list[str]:
    """Blanks separate words, except between quotation marks: `gtp:"gnugo --mode gtp" seconds=1`."""
    reader = shlex.shlex(text, posix=True)
    reader.whitespace_split, reader.commenters, reader.escape = True, "", ""
    try:
        return list(reader)
    except ValueError:
        raise ExperimentError(f"a quotation mark is not closed: {text}") from None


def _read(word: str) -> tuple[str, Any]:
    name = word.partition(":")[0]
    if name in names("memory"):
        return "memory", word
    key, equals, value = word.partition("=")
    if equals and ":" not in key:
        return key, _value(value)
    if word in KINDS:
        return "kind", word
    if word in names("information"):
        return "information", word
    if name in names("parallel"):
        return "parallel", word
    if name in names():
        return "parts", word
    raise ExperimentError(unknown("player", word, [*KINDS, *names()]) + "; and option=value")


def _value(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text.replace(",", ""))
        except ValueError:
            pass
    return {"true": True, "false": False}.get(text.lower(), text)


# ---- at the table


class Thinker:
    """A search that plays; its tree lives for one decision."""

    def __init__(self, game: AnyGame, table: Table) -> None:
        options = search_options(table)
        self._search = Search(game, *options.pop("parts"), **options)
        self._budget, self._timer = budget_of(table), timer_of(table)

    def decide(self, state: State, source: random.Random) -> Decision:
        """What the search finds within its budget. Every decision has a seed of its own."""
        self._search.seed = source.getrandbits(63)
        iterations, seconds = self._budget.iterations, self._budget.seconds
        result = self._search.run(state, iterations=iterations, seconds=seconds, timer=self._timer)
        return Decision(result.move, result.value, result.stats.iterations, depth=result.stats.mean_depth)


class Calculator:
    """αβ search."""

    def __init__(self, game: AnyGame, table: Table) -> None:
        self._search = AlphaBeta(game, table.get("depth"))
        self._budget = budget_of(table)

    def decide(self, state: State, source: random.Random) -> Decision:
        """What it finds within its budget; of equally good moves any."""
        result = self._search.run(state, iterations=self._budget.iterations, seconds=self._budget.seconds)
        equal = [row.move for row in result.table if row.value == result.value]
        return Decision(source.choice(equal), result.value, result.stats.iterations, depth=result.stats.mean_depth)


class Chooser:
    """Plays at random."""

    def decide(self, state: State, source: random.Random) -> Decision:
        """Any legal move."""
        return Decision(source.choice(state.moves()))


def seat(game: AnyGame, table: Table, folder: Path | None = None) -> Decider:
    """Somebody who plays `game` as the table says. Files are sought from `folder`."""
    kind = table.get("kind", "search")
    if kind == "random":
        return Chooser()
    if kind in outside.KINDS:
        return outside.KINDS[kind].seat(game, table, folder or Path())
    return Calculator(game, table) if kind == "alpha_beta" else Thinker(game, table)


def repeats_itself(table: Table) -> bool:
    """Whether the player decides the same another time: it does not if it looks at the clock, or thinks in threads."""
    if table.get("kind") in outside.KINDS:
        return outside.KINDS[table["kind"]].repeats(table)
    return "seconds" not in table and "parallel" not in table
