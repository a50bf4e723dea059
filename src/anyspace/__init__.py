"""anyspace: Monte Carlo Tree Search for Python, anytime and anyspace.

    import anyspace

    game = anyspace.load("connect_four")
    result = anyspace.Search(game).run(game.start(), seconds=1.0)
    print(result.move, result.value, result.line)

The names below are imported when first used: `import anyspace` itself loads neither NumPy nor Numba.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOME = {
    "AnyspaceError": "errors",
    "BudgetError": "errors",
    "GameError": "errors",
    "IllegalMove": "errors",
    "MissingDependency": "errors",
    "NothingToSearch": "errors",
    "OptionError": "errors",
    "UnknownGame": "errors",
    "CHANCE": "rules.game",
    "OVER": "rules.game",
    "AnyGame": "rules.game",
    "Game": "rules.game",
    "declare": "rules.game",
    "State": "rules.game",
    "GAMES": "games",
    "load": "games",
    "PythonGame": "rules.objects",
    "TOO_LONG": "rules.codes",
    "Search": "search.search",
    "Result": "search.result",
    "UCB1": "parts.select.ucb1",
    "BAST": "parts.select.bast",
    "BayesianUCT": "parts.select.bayesian_uct",
    "Coulom2006": "parts.select.coulom",
    "EpsilonGreedy": "parts.select.epsilon_greedy",
    "EXP3": "parts.select.exp3",
    "FlatUCB": "parts.select.flat_ucb",
    "GaussianUCB": "parts.select.gaussian_ucb",
    "HierarchicalBandit": "parts.select.hierarchical_bandit",
    "KLUCB": "parts.select.kl_ucb",
    "MetaBandit": "parts.select.meta_bandit",
    "PACUCB": "parts.select.pac_ucb",
    "Thompson": "parts.select.thompson",
    "UCB1Tuned": "parts.select.ucb1_tuned",
    "UCBAlpha": "parts.select.ucb_alpha",
    "UCBE": "parts.select.ucb_e",
    "UCBV": "parts.select.ucb_v",
    "ProportionalToWins": "parts.select.win_rate",
    "Random": "parts.playout",
    "Determinized": "parts.information",
    "Collect": "parts.memory",
    "Ensemble": "parts.memory",
    "Flatten": "parts.memory",
    "Recycle": "parts.memory",
    "Stop": "parts.memory",
    "Stunt": "parts.memory",
    "Unbounded": "parts.memory",
    "Leaf": "parts.parallel",
    "Root": "parts.parallel",
    "Tree": "parts.parallel",
    "Formula": "parts.select.formula",
    "Amaf": "parts.value.amaf",
    "Rave": "parts.value.rave",
    "Grave": "parts.value.grave",
    "Solver": "parts.prove.solver",
    "Part": "parts.part",
    "register": "parts.registry",
    "ImplicitMinimax": "parts.value.implicit_minimax",
    "MaxBackup": "parts.backup.max_backup",
    "SlowCreation": "parts.expand.slow_creation",
    "DepthLimit": "parts.expand.depth_limit",
    "Widening": "parts.expand.widening",
    "AbsolutePruning": "parts.prove.pruning",
    "RelativePruning": "parts.prove.pruning",
    "Decisive": "parts.expand.decisive",
    "FirstPlayUrgency": "parts.urgency.fpu",
    "Grandfather": "parts.urgency.grandfather",
    "HistoryHeuristic": "parts.bias.history",
    "Maximum": "parts.value.maximum",
    "MoveGroups": "parts.expand.groups",
    "ProgressiveBias": "parts.bias.progressive_bias",
    "ProgressiveHistory": "parts.bias.progressive_history",
    "Seeding": "parts.value.seeding",
    "Transpositions": "parts.value.transpositions",
    "ScoreBounded": "parts.prove.score_bounded",
    "Uniform": "parts.select.uniform",
    "MaxAmaf": "parts.final",
    "AlphaBeta": "solve.alpha_beta",
    "ProofNumbers": "solve.proof_numbers",
    "Max": "parts.final",
    "MaxRobust": "parts.final",
    "Robust": "parts.final",
    "Secure": "parts.final",
}
"""Public name to the module that defines it."""

if TYPE_CHECKING:
    from .errors import (
        AnyspaceError,
        BudgetError,
        GameError,
        IllegalMove,
        MissingDependency,
        NothingToSearch,
        OptionError,
        UnknownGame,
    )
    from .games import GAMES, load
    from .parts.backup.max_backup import MaxBackup
    from .parts.bias.history import HistoryHeuristic
    from .parts.bias.progressive_bias import ProgressiveBias
    from .parts.bias.progressive_history import ProgressiveHistory
    from .parts.expand.decisive import Decisive
    from .parts.expand.depth_limit import DepthLimit
    from .parts.expand.groups import MoveGroups
    from .parts.expand.slow_creation import SlowCreation
    from .parts.expand.widening import Widening
    from .parts.final import Max, MaxAmaf, MaxRobust, Robust, Secure
    from .parts.information import Determinized
    from .parts.memory import Collect, Ensemble, Flatten, Recycle, Stop, Stunt, Unbounded
    from .parts.parallel import Leaf, Root, Tree
    from .parts.part import Part
    from .parts.playout import Random
    from .parts.prove.pruning import AbsolutePruning, RelativePruning
    from .parts.prove.score_bounded import ScoreBounded
    from .parts.prove.solver import Solver
    from .parts.registry import register
    from .parts.select.bast import BAST
    from .parts.select.bayesian_uct import BayesianUCT
    from .parts.select.coulom import Coulom2006
    from .parts.select.epsilon_greedy import EpsilonGreedy
    from .parts.select.exp3 import EXP3
    from .parts.select.flat_ucb import FlatUCB
    from .parts.select.formula import Formula
    from .parts.select.gaussian_ucb import GaussianUCB
    from .parts.select.hierarchical_bandit import HierarchicalBandit
    from .parts.select.kl_ucb import KLUCB
    from .parts.select.meta_bandit import MetaBandit
    from .parts.select.pac_ucb import PACUCB
    from .parts.select.thompson import Thompson
    from .parts.select.ucb1 import UCB1
    from .parts.select.ucb1_tuned import UCB1Tuned
    from .parts.select.ucb_alpha import UCBAlpha
    from .parts.select.ucb_e import UCBE
    from .parts.select.ucb_v import UCBV
    from .parts.select.uniform import Uniform
    from .parts.select.win_rate import ProportionalToWins
    from .parts.urgency.fpu import FirstPlayUrgency
    from .parts.urgency.grandfather import Grandfather
    from .parts.value.amaf import Amaf
    from .parts.value.grave import Grave
    from .parts.value.implicit_minimax import ImplicitMinimax
    from .parts.value.maximum import Maximum
    from .parts.value.rave import Rave
    from .parts.value.seeding import Seeding
    from .parts.value.transpositions import Transpositions
    from .rules.codes import TOO_LONG
    from .rules.game import CHANCE, OVER, AnyGame, Game, State, declare
    from .rules.objects import PythonGame
    from .search.result import Result
    from .search.search import Search
    from .solve.alpha_beta import AlphaBeta
    from .solve.proof_numbers import ProofNumbers

__all__ = [
    "BAST",
    "CHANCE",
    "EXP3",
    "GAMES",
    "KLUCB",
    "OVER",
    "PACUCB",
    "TOO_LONG",
    "UCB1",
    "UCBE",
    "UCBV",
    "AbsolutePruning",
    "AlphaBeta",
    "Amaf",
    "AnyGame",
    "AnyspaceError",
    "BayesianUCT",
    "BudgetError",
    "Collect",
    "Coulom2006",
    "Decisive",
    "DepthLimit",
    "Determinized",
    "Ensemble",
    "EpsilonGreedy",
    "FirstPlayUrgency",
    "FlatUCB",
    "Flatten",
    "Formula",
    "Game",
    "GameError",
    "GaussianUCB",
    "Grandfather",
    "Grave",
    "HierarchicalBandit",
    "HistoryHeuristic",
    "IllegalMove",
    "ImplicitMinimax",
    "Leaf",
    "Max",
    "MaxAmaf",
    "MaxBackup",
    "MaxRobust",
    "Maximum",
    "MetaBandit",
    "MissingDependency",
    "MoveGroups",
    "NothingToSearch",
    "OptionError",
    "Part",
    "ProgressiveBias",
    "ProgressiveHistory",
    "ProofNumbers",
    "ProportionalToWins",
    "PythonGame",
    "Random",
    "Rave",
    "Recycle",
    "RelativePruning",
    "Result",
    "Robust",
    "Root",
    "ScoreBounded",
    "Search",
    "Secure",
    "Seeding",
    "SlowCreation",
    "Solver",
    "State",
    "Stop",
    "Stunt",
    "Thompson",
    "Transpositions",
    "Tree",
    "UCB1Tuned",
    "UCBAlpha",
    "Unbounded",
    "Uniform",
    "UnknownGame",
    "Widening",
    "declare",
    "load",
    "register",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'anyspace' has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*_HOME, "__version__"])
