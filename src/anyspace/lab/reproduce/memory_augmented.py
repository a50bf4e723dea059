"""The memory-augmented paper's experiments (Xiao, Mei and Müller 2018): who meets whom, and how often.

Stages come in the order of their importance, and each is played to its end before the next: days in all. Numbers of
games are fixed here. Two choices were made after games that are not counted: UCB1's constant, and that virtual visits
are named after the memory, for the other way round it lost 7 of 7. Where the paper is silent a choice is ours:

- UCB1's constant is 0.1 for both sides. Of 0.05, 0.1, 0.2, 0.4 and 1 it did best for the baseline (24 games each).
- lambda is `similar`'s: 0.5 * 100 / (100 + N).
- The memory is kept from move to move; so is the tree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..experiment import Experiment, Plan, build
from ..players import Player, from_words
from ..results import PointResults, load
from ..store import Store
from .stages import loaded

GO = "go(size=9)"
C = "ucb1:c=0.1"
NETWORK = "network:path=shipped,mix=0,nodes=100,batch=1"
BASELINE = f"{NETWORK} prior_seeding {C}"
"""The paper's: a network's odds for the first 100 nodes, as virtual visits, and playouts."""

NO_NETWORK = "ucb1:c=0.3"
VALUED = "network:path=shipped,mix=0.5,batch=1"
"""With a value that was learnt off-line, at every leaf, half and half with a playout."""

NEIGHBOURS, TEMPERATURES = (20, 50, 100), (0.05, 0.1, 1)
SIMULATIONS, SIZES = (1_000, 5_000, 10_000), (1_000, 5_000, 10_000)
BEST = {"neighbours": 50, "tau": 0.1, "entries": 10_000}

QUICK = "similar:phi=planes,first=2,blur=4,weigh=0.5,size=64,look=100"
"""Of our design: the influence of stones for features, which costs a tenth of what a network does. The numbers were
chosen by speed, before any game was played with it."""

EQUAL_TIME = "Equal time, 0.5 s a move"

LETTER, LEARNED = "to the letter", "learnt features"


def memory(**options: object) -> str:
    """`similar` as the paper has it, but for these."""
    given = {"phi": "network", **BEST, **options}
    return "similar:" + ",".join(f"{name}={value}" for name, value in given.items())


@dataclass(frozen=True)
class Meeting:
    """Two that meet."""

    values: dict[str, object]
    """what tells this point from others of its stage"""
    player: str
    opponent: str
    iterations: int | None = None
    seconds: float | None = None
    timer: str | None = None
    """how seconds are counted: `processor` where other programs run too"""

    @property
    def budget(self) -> dict[str, Any]:
        """Of every decision of both."""
        given = {"iterations": self.iterations, "seconds": self.seconds, "timer": self.timer}
        return {name: value for name, value in given.items() if value is not None}


@dataclass(frozen=True)
class Stage:
    """Points that are played together."""

    name: str
    title: str
    games: int
    """a point"""
    meetings: tuple[Meeting, ...]
    game: str = GO
    seed: int = 2018
    note: str = field(default="")


def against_baseline(simulations: int, **options: object) -> Meeting:
    """The memory on top of the baseline, against it, at equal simulations."""
    values = {"simulations": simulations, **options}
    return Meeting(values, with_memory(memory(**options)), BASELINE, simulations)


def with_memory(part: str, network: str = NETWORK) -> str:
    """The baseline with a memory. Virtual visits are named after it: they are added to what playouts and memory say.
    The other way round (the stage `outside`), the memory, which knows of playouts only, takes half of their weight."""
    return f"{network} {part} prior_seeding {C}"


def at_equal_time(design: str, part: str) -> Meeting:
    """A memory on top of the baseline, against it, with half a second of a processor for a move."""
    return Meeting({"design": design}, with_memory(part), BASELINE, seconds=0.5, timer="processor")


def _stages() -> list[Stage]:
    figure = tuple(
        against_baseline(simulations, neighbours=m, tau=tau)
        for simulations in SIMULATIONS
        for m in NEIGHBOURS
        for tau in TEMPERATURES
    )
    sizes = tuple(against_baseline(simulations, entries=size) for simulations in SIMULATIONS for size in SIZES)
    beyond = {"othello": "ucb1:c=0.3", "hex(size=7)": "ucb1:c=0.3", "connect_four": "ucb1:c=0.5"}
    return [
        Stage("deciding", "The best setting, 1,000 simulations", 400, (against_baseline(1_000),)),
        Stage(
            "few", "400 simulations: by what positions are compared", 100,
            tuple(
                Meeting({"features": name}, with_memory(part), BASELINE, 400)
                for name, part in (("planes", QUICK), ("network", memory()), ("learned", memory(learned="shipped")))
            ),
        ),
        Stage("learned", "Features learnt for the purpose", 400, (against_baseline(1_000, learned="shipped"),)),
        Stage(
            "baseline", "The baseline against no network", 100,
            tuple(Meeting({"simulations": n}, BASELINE, NO_NETWORK, n) for n in (1_000, 10_000)),
        ),
        Stage("letter", "To the letter", 100, (against_baseline(1_000, form="paper", centre=False),)),
        Stage(
            "outside", "The memory beside playouts and virtual visits together", 20,
            (Meeting({"simulations": 1_000}, f"{BASELINE} {memory()}", BASELINE, 1_000),),
        ),
        Stage("time", EQUAL_TIME, 400, (at_equal_time("ours", QUICK),)),
        Stage("time_network", EQUAL_TIME, 400, (at_equal_time("the network's features", memory()),)),
        Stage("figure", "Figure 2 (a) to (c)", 100, figure),
        Stage("sizes", "Figure 2 (d)", 100, sizes),
        Stage("best", "The best setting, 10,000 simulations", 400, (against_baseline(10_000),)),
        Stage(
            "value", "Beside a value learnt off-line", 100,
            (Meeting({"simulations": 1_000}, with_memory(memory(), VALUED), f"{VALUED} prior_seeding {C}", 1_000),),
        ),
        Stage(
            "others", "Other ways to generalise", 100,
            tuple(
                Meeting({"part": part}, with_memory(part), BASELINE, 1_000)
                for part in ("kin", "rave", QUICK)
            ),
        ),
        Stage(
            "control", "Control: the baseline with another constant, 10,000 simulations", 40,
            tuple(
                Meeting({"c": c, "simulations": 10_000}, f"{NETWORK} prior_seeding ucb1:c={c}", BASELINE, 10_000)
                for c in (0.05, 0.2, 0.4)
            ),
        ),
        Stage(
            "far", "10,000 simulations", 40,
            tuple(
                Meeting({"with": what, "simulations": 10_000}, with_memory(part), BASELINE, 10_000)
                for what, part in (
                    (LETTER, memory(form="paper", centre=False)),
                    (LEARNED, memory(learned="shipped")),
                    ("planes", QUICK),
                    ("kin", "kin"),
                    ("rave", "rave"),
                )
            ),
        ),
        Stage("raw", "All 2,592 features, SimHash as published", 20, (
            against_baseline(1_000, size=2_592, index="simhash", centre=False, form="paper"),
        )),
        *(
            Stage(
                f"beyond_{game.split('(')[0]}", f"Without a network: {game}", 200,
                (Meeting({"game": game}, f"{plain} similar:phi=planes", plain, 1_000),), game,
            )
            for game, plain in beyond.items()
        ),
    ]  # fmt: skip


STAGES = {stage.name: stage for stage in _stages()}


def name_of(stage: Stage) -> str:
    """Under which the games are kept."""
    return f"memory_augmented_{stage.name}"


def experiment(stage: Stage) -> Experiment:
    """The games of a stage."""
    plans = []
    for meeting in stage.meetings:
        both = tuple(
            Player(words, {**from_words(words), **meeting.budget}) for words in (meeting.player, meeting.opponent)
        )
        plans.append(Plan(both, "one", dict(meeting.values)))
    return build(
        name=name_of(stage), game=stage.game, folder=Path(), loaded=loaded(stage.game), points=plans, seed=stage.seed,
        games=stage.games,
    )  # fmt: skip


def points_of(stage: Stage, store: Store) -> list[PointResults]:
    """What a database has of a stage: points with a complete deal."""
    if name_of(stage) not in store.experiments():
        return []
    return [point for point in load(store, name_of(stage)).points if point.score() is not None]
