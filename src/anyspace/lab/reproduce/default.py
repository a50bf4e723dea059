"""The matches behind the default: the parts it was chosen from, and the default against plain UCT and others.

Games, times and numbers of games are fixed here, before anything is played. The default was chosen on some games; on
the others, and with other seeds on all, it was judged.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ...errors import ExperimentError, OptionError
from ...parts.part import SURROUNDINGS
from ...parts.playout.random import Random
from ...parts.select.ucb1 import UCB1
from ...search.search import Search
from ..experiment import Experiment, Plan, build
from ..outside.spiel_games import TWINS, twin_of
from ..players import Player, from_words, search_options
from .stages import loaded

CHOSEN_ON = (
    *("amazons", "atarigo", "breakthrough", "connect_four", "go", "hex", "kalah", "lines_of_action", "mnk", "othello"),
)
HELD_OUT = ("clobber", "domineering", "havannah", "knightthrough", "nogo", "oware")
SEEN = CHOSEN_ON + HELD_OUT
"""Two players, nothing hidden, no chance. Noughts and crosses, always drawn, is left out."""

OTHERS = (
    *("pig", "phantom", "kuhn_poker", "leduc_poker", "spades", "hearts", "dou_di_zhu", "skirmish", "confrontation"),
    *("einstein", "hide_and_seek", "chinese_checkers", "phantom_go", "backgammon", "goofspiel", "tron"),
)
"""Chance, hidden information, moves made at the same time, more than two players."""

FORMER = {
    **dict.fromkeys(("phantom", "hearts", "hide_and_seek", "phantom_go", "spades", "skirmish"), "ucb1:c=0.6"),
    "einstein": "ucb1:c=0.5 mast solver",
}
"""What was the default once: games that were played with it are kept, and do not count."""

POOLS = (100, 1_000)
"""Nodes of a tree in little memory."""

GO = "go"
GNU_GO = (
    "gnugo --mode gtp --level 10 --chinese-rules --positional-superko --forbid-suicide --play-out-aftermath "
    "--capture-all-dead"
)


@dataclass(frozen=True)
class Stage:
    """Matches of one kind."""

    name: str
    title: str
    games_of: tuple[str, ...]
    games: int
    seed: int
    seconds: float | None = None
    iterations: int | None = None
    timer: str | None = None
    """how seconds are counted: `processor` where other programs ran too"""
    test: tuple[float, float] | None = None
    """two differences in Elo: a match ends when a sequential test has decided between them, `games` at most"""
    memory: str = ""
    """the bound that both keep within"""

    @property
    def budget(self) -> dict[str, Any]:
        """Of every decision."""
        given = {"seconds": self.seconds, "iterations": self.iterations, "timer": self.timer}
        return {name: value for name, value in given.items() if value is not None}


STAGES = {
    stage.name: stage
    for stage in (
        Stage("candidates", "What was tried", SEEN + OTHERS, 30, seed=11, seconds=0.01, timer="processor"),
        Stage("quick", "10 ms a move", SEEN + OTHERS, 200, seed=2026, seconds=0.01, timer="processor"),
        Stage("slow", "100 ms a move", SEEN + OTHERS, 200, seed=2027, seconds=0.1, timer="processor"),
        *(
            Stage(f"pool_{nodes}", f"{nodes:,} nodes", SEEN, 100, seed=2030 + nodes, seconds=0.01, timer="processor",
                  memory=f"recycle:nodes={nodes}")
            for nodes in POOLS
        ),
        Stage("long", "1 s a move", SEEN, 200, seed=2031, seconds=1.0, timer="processor", test=(0.0, 100.0)),
        Stage("open_spiel", "OpenSpiel's MCTSBot", SEEN, 60, seed=2028, seconds=0.05, timer="processor"),
        Stage("gnugo", "GNU Go", (GO,), 200, seed=2029, iterations=3_000),
    )
}  # fmt: skip

CANDIDATES = (
    "ucb1:c=0.5",
    "ucb1:c=0.5 solver",
    "ucb1:c=0.2 grave",
    "ucb1:c=0.5 mast",
    "ucb1:c=0.5 nst",
    "ucb1:c=0.5 lgr",
    "ucb1:c=0.5 ppa",
    "ucb1:c=0.5 heavy",
    "ucb1:c=0.5 implicit_minimax",
    "ucb1:c=0.5 implicit_minimax cut:moves=6",
    "ucb1:c=0.5 knowing_replies",
    "ucb1:c=0.5 progressive_history",
)
"""Against plain UCT, in every game that has what they ask for."""

MOST_ACTIONS = 1_000
"""GRAVE keeps two numbers a node and action: with more than so many it is not tried."""

PLAIN = "plain"


@cache
def default_of(game: str) -> str:
    """The default's own parts: kept with the games, so that these tell what was played whatever it becomes later."""
    parts = [part for part in Search(loaded(game)).parts if part.kind not in SURROUNDINGS]
    return " ".join(str(part) for part in parts if part not in (UCB1(), Random())) or PLAIN


def name(stage: Stage, game: str) -> str:
    """Under which the games are kept."""
    return f"default_{stage.name}_{game}"


def experiment(stage: Stage, game: str) -> Experiment | None:
    """The matches of a game; None if there are none."""
    meets = [(words, opponent) for words, opponent in pairs(stage, game) if words != opponent]
    if not meets:
        return None
    plans = [
        Plan((_player(words, stage), _player(opponent, stage)), "one", {"player": words, "opponent": opponent})
        for words, opponent in meets
    ]
    return build(
        name=name(stage, game), game=game, folder=Path(), loaded=loaded(game), points=plans, seed=stage.seed,
        games=stage.games,
    )  # fmt: skip


def pairs(stage: Stage, game: str) -> list[tuple[str, str]]:
    """Who meets whom."""
    if stage.name == "candidates":
        return [(words, PLAIN) for words in CANDIDATES if fits(words, game)]
    if stage.name == "open_spiel":
        return [(default_of(game), "open_spiel_bot:mcts")] if has_twin(game) else []
    if stage.name == "gnugo":
        return [(words, f'gtp:"{GNU_GO}"') for words in (PLAIN, default_of(game))]
    return [(default_of(game), PLAIN)]


def _player(words: str, stage: Stage) -> Player:
    if words.startswith("gtp:"):
        return Player(words, from_words(words))
    return Player(words, {**from_words(f"{words} {stage.memory}"), **stage.budget})


def fits(words: str, game: str) -> bool:
    """Whether a game can be searched with these parts."""
    options = search_options(from_words(words))
    if "grave" in words and (loaded(game).actions or 0) > MOST_ACTIONS:
        return False
    try:
        Search(loaded(game), *options.pop("parts"), **options)
    except OptionError:
        return False
    return "cut" not in words or loaded(game).backend.has("evaluate")


def has_twin(game: str) -> bool:
    """Whether OpenSpiel plays it by the same rules."""
    if game not in TWINS:
        return False
    try:
        twin_of(loaded(game))
    except ExperimentError:
        return False
    return True
