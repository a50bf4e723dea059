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

from .names import HOME

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .checking.check import check
    from .checking.findings import Checked
    from .errors import (
        AnyspaceError,
        BudgetError,
        Busy,
        GameError,
        IllegalMove,
        MissingDependency,
        NetworkError,
        NothingToSearch,
        OptionError,
        PositionError,
        UnknownGame,
    )
    from .games import GAMES, load
    from .matches.match import Match
    from .neural.evaluator import Evaluator, open_evaluator
    from .parts.backup.decay import Decay
    from .parts.backup.max_backup import MaxBackup
    from .parts.backup.score_bonus import ScoreBonus
    from .parts.backup.weighted import Weighted
    from .parts.bias.history import HistoryHeuristic
    from .parts.bias.progressive_bias import ProgressiveBias
    from .parts.bias.progressive_history import ProgressiveHistory
    from .parts.bias.root_noise import RootNoise
    from .parts.expand.action_widening import ActionWidening
    from .parts.expand.bins import Bins
    from .parts.expand.decisive import Decisive
    from .parts.expand.depth_limit import DepthLimit
    from .parts.expand.groups import MoveGroups
    from .parts.expand.slow_creation import SlowCreation
    from .parts.expand.sparse import Sparse
    from .parts.expand.widening import Widening
    from .parts.final import Max, MaxAmaf, MaxRobust, Robust, Secure, Temperature
    from .parts.information import Determinized
    from .parts.leaf.cut import Cut
    from .parts.leaf.network import Network
    from .parts.leaf.several import Several
    from .parts.level import Level
    from .parts.memory import Collect, Ensemble, Flatten, Recycle, Stop, Stunt, Unbounded
    from .parts.parallel import Leaf, Root, Tree
    from .parts.part import Part
    from .parts.particles import Particles
    from .parts.playout.agents import Agents
    from .parts.playout.alpha_beta_playouts import AlphaBetaPlayouts
    from .parts.playout.fast import Fast
    from .parts.playout.greedy_playouts import GreedyPlayouts
    from .parts.playout.heavy import Heavy
    from .parts.playout.mast import Mast
    from .parts.playout.nst import NST
    from .parts.playout.past import Past
    from .parts.playout.ppa import PPA
    from .parts.playout.random import Random
    from .parts.playout.weighted_moves import WeightedMoves
    from .parts.prove.knowledge_pruning import KnowledgePruning
    from .parts.prove.pruning import AbsolutePruning, RelativePruning
    from .parts.prove.score_bounded import ScoreBounded
    from .parts.prove.solver import Solver
    from .parts.registry import register
    from .parts.reply.contextual import Contextual
    from .parts.reply.decisive_playouts import DecisivePlayouts
    from .parts.reply.fill_board import FillBoard
    from .parts.reply.knowing_replies import KnowingReplies
    from .parts.reply.lgr import LastGoodReply
    from .parts.reply.pool_rave import PoolRave
    from .parts.select.adaptive_c import AdaptiveC
    from .parts.select.bast import BAST
    from .parts.select.bayesian_uct import BayesianUCT
    from .parts.select.coulom import Coulom2006
    from .parts.select.densest import Densest
    from .parts.select.deviation import Deviation
    from .parts.select.epsilon_greedy import EpsilonGreedy
    from .parts.select.exp3 import EXP3
    from .parts.select.flat_ucb import FlatUCB
    from .parts.select.formula import Formula
    from .parts.select.gaussian_ucb import GaussianUCB
    from .parts.select.gumbel import Gumbel, GumbelBest
    from .parts.select.hierarchical_bandit import HierarchicalBandit
    from .parts.select.hoot import HOOT
    from .parts.select.kl_ucb import KLUCB
    from .parts.select.meta_bandit import MetaBandit
    from .parts.select.pac_ucb import PACUCB
    from .parts.select.puct import PUCT
    from .parts.select.regret_matching import RegretMatching
    from .parts.select.thompson import Thompson
    from .parts.select.ucb1 import UCB1
    from .parts.select.ucb1_tuned import UCB1Tuned
    from .parts.select.ucb_alpha import UCBAlpha
    from .parts.select.ucb_e import UCBE
    from .parts.select.ucb_v import UCBV
    from .parts.select.uct_plus import UCTPlus
    from .parts.select.uniform import Uniform
    from .parts.select.win_rate import ProportionalToWins
    from .parts.urgency.fpu import FirstPlayUrgency
    from .parts.urgency.grandfather import Grandfather
    from .parts.value.amaf import Amaf
    from .parts.value.graph import Graph
    from .parts.value.grave import Grave
    from .parts.value.implicit_minimax import ImplicitMinimax
    from .parts.value.killer_rave import KillerRave
    from .parts.value.kin import Kin
    from .parts.value.maximum import Maximum
    from .parts.value.permutation import PermutationAmaf
    from .parts.value.prior_seeding import PriorSeeding
    from .parts.value.rave import Rave
    from .parts.value.seeding import Seeding
    from .parts.value.similar import Similar
    from .parts.value.transpositions import Transpositions
    from .rules.codes import TOO_LONG
    from .rules.game import CHANCE, OVER, AnyGame, Game, State, declare
    from .rules.objects import PythonGame
    from .search.clock import Clock
    from .search.convergence import Convergence
    from .search.handle import Handle
    from .search.lockstep import Lockstep, improved_policy
    from .search.ownership import ownership
    from .search.realtime import RealTime
    from .search.result import Result
    from .search.search import Search
    from .search.top import TopNodes
    from .solve.alpha_beta import AlphaBeta
    from .solve.fsss import FSSS
    from .solve.one_player.beam import HGSTS, BeamNMCS
    from .solve.one_player.beam_nrpa import BeamNRPA
    from .solve.one_player.mhsp import MHSP, AStar
    from .solve.one_player.nested import NMCS, Reflexive
    from .solve.one_player.nrpa import NRPA
    from .solve.one_player.solo import Solo
    from .solve.one_player.sp_mcts import SPMCTS
    from .solve.one_player.tag import TAG
    from .solve.one_player.walks import RandomWalks
    from .solve.opening_book import OpeningBook, make_book
    from .solve.proof_numbers import ProofNumbers
    from .training.face import learn_network
    from .training.likeness import learn_likeness

__all__ = [
    "BAST",
    "CHANCE",
    "EXP3",
    "FSSS",
    "GAMES",
    "HGSTS",
    "HOOT",
    "KLUCB",
    "MHSP",
    "NMCS",
    "NRPA",
    "NST",
    "OVER",
    "PACUCB",
    "PPA",
    "PUCT",
    "SPMCTS",
    "TAG",
    "TOO_LONG",
    "UCB1",
    "UCBE",
    "UCBV",
    "AStar",
    "AbsolutePruning",
    "ActionWidening",
    "AdaptiveC",
    "Agents",
    "AlphaBeta",
    "AlphaBetaPlayouts",
    "Amaf",
    "AnyGame",
    "AnyspaceError",
    "BayesianUCT",
    "BeamNMCS",
    "BeamNRPA",
    "Bins",
    "BudgetError",
    "Busy",
    "Checked",
    "Clock",
    "Collect",
    "Contextual",
    "Convergence",
    "Coulom2006",
    "Cut",
    "Decay",
    "Decisive",
    "DecisivePlayouts",
    "Densest",
    "DepthLimit",
    "Determinized",
    "Deviation",
    "Ensemble",
    "EpsilonGreedy",
    "Evaluator",
    "Fast",
    "FillBoard",
    "FirstPlayUrgency",
    "FlatUCB",
    "Flatten",
    "Formula",
    "Game",
    "GameError",
    "GaussianUCB",
    "Grandfather",
    "Graph",
    "Grave",
    "GreedyPlayouts",
    "Gumbel",
    "GumbelBest",
    "Handle",
    "Heavy",
    "HierarchicalBandit",
    "HistoryHeuristic",
    "IllegalMove",
    "ImplicitMinimax",
    "KillerRave",
    "Kin",
    "KnowingReplies",
    "KnowledgePruning",
    "LastGoodReply",
    "Leaf",
    "Level",
    "Lockstep",
    "Mast",
    "Match",
    "Max",
    "MaxAmaf",
    "MaxBackup",
    "MaxRobust",
    "Maximum",
    "MetaBandit",
    "MissingDependency",
    "MoveGroups",
    "Network",
    "NetworkError",
    "NothingToSearch",
    "OpeningBook",
    "OptionError",
    "Part",
    "Particles",
    "Past",
    "PermutationAmaf",
    "PoolRave",
    "PositionError",
    "PriorSeeding",
    "ProgressiveBias",
    "ProgressiveHistory",
    "ProofNumbers",
    "ProportionalToWins",
    "PythonGame",
    "Random",
    "RandomWalks",
    "Rave",
    "RealTime",
    "Recycle",
    "Reflexive",
    "RegretMatching",
    "RelativePruning",
    "Result",
    "Robust",
    "Root",
    "RootNoise",
    "ScoreBonus",
    "ScoreBounded",
    "Search",
    "Secure",
    "Seeding",
    "Several",
    "Similar",
    "SlowCreation",
    "Solo",
    "Solver",
    "Sparse",
    "State",
    "Stop",
    "Stunt",
    "Temperature",
    "Thompson",
    "TopNodes",
    "Transpositions",
    "Tree",
    "UCB1Tuned",
    "UCBAlpha",
    "UCTPlus",
    "Unbounded",
    "Uniform",
    "UnknownGame",
    "Weighted",
    "WeightedMoves",
    "Widening",
    "check",
    "declare",
    "improved_policy",
    "learn_likeness",
    "learn_network",
    "load",
    "make_book",
    "open_evaluator",
    "ownership",
    "register",
]


def __getattr__(name: str) -> Any:
    if name not in HOME:
        raise AttributeError(f"module 'anyspace' has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{HOME[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*HOME, "__version__"])
