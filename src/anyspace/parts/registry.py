"""Every part by name, and from text to part: one vocabulary for Python, commands, the lab's files and tuning.

A part's text is its name and what differs from its defaults: `grave:ref=100`, `recycle:nodes=1000`. Nothing is imported
before it is asked for.
"""

from __future__ import annotations

import difflib
import importlib
import types
import typing
from collections.abc import Iterable
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from ..errors import OptionError

if TYPE_CHECKING:
    from .part import Part

CATALOGUE: dict[str, dict[str, str]] = {
    "combination": {"default": "combination:Default", "plain": "combination:Plain"},
    "information": {
        "auto": "information:Auto",
        "perfect": "information:Perfect",
        "single": "information:Single",
        "multi": "information:Multi",
        "determinized": "information:Determinized",
        "sequential": "information:Sequential",
        "cheating": "information:Cheating",
    },
    "guess": {"particles": "particles:Particles"},
    "parallel": {"root": "parallel:Root", "tree": "parallel:Tree", "leaf": "parallel:Leaf"},
    "memory": {
        "unbounded": "memory:Unbounded",
        "stop": "memory:Stop",
        "stunt": "memory:Stunt",
        "ensemble": "memory:Ensemble",
        "flatten": "memory:Flatten",
        "recycle": "memory:Recycle",
        "collect": "memory:Collect",
    },
    "select": {
        "uniform": "select.uniform:Uniform",
        "ucb1": "select.ucb1:UCB1",
        "ucb1_tuned": "select.ucb1_tuned:UCB1Tuned",
        "deviation": "select.deviation:Deviation",
        "ucb_v": "select.ucb_v:UCBV",
        "pac_ucb": "select.pac_ucb:PACUCB",
        "gaussian_ucb": "select.gaussian_ucb:GaussianUCB",
        "kl_ucb": "select.kl_ucb:KLUCB",
        "ucb_alpha": "select.ucb_alpha:UCBAlpha",
        "ucb_e": "select.ucb_e:UCBE",
        "thompson": "select.thompson:Thompson",
        "bayesian_uct": "select.bayesian_uct:BayesianUCT",
        "epsilon_greedy": "select.epsilon_greedy:EpsilonGreedy",
        "coulom": "select.coulom:Coulom2006",
        "win_rate": "select.win_rate:ProportionalToWins",
        "exp3": "select.exp3:EXP3",
        "regret_matching": "select.regret_matching:RegretMatching",
        "flat_ucb": "select.flat_ucb:FlatUCB",
        "bast": "select.bast:BAST",
        "adaptive_c": "select.adaptive_c:AdaptiveC",
        "meta_bandit": "select.meta_bandit:MetaBandit",
        "hierarchical_bandit": "select.hierarchical_bandit:HierarchicalBandit",
        "uct_plus": "select.uct_plus:UCTPlus",
        "puct": "select.puct:PUCT",
        "gumbel": "select.gumbel:Gumbel",
        "hoot": "select.hoot:HOOT",
    },
    "urgency": {
        "fpu": "urgency.fpu:FirstPlayUrgency",
        "grandfather": "urgency.grandfather:Grandfather",
    },
    "value": {
        "transpositions": "value.transpositions:Transpositions",
        "graph": "value.graph:Graph",
        "implicit_minimax": "value.implicit_minimax:ImplicitMinimax",
        "amaf": "value.amaf:Amaf",
        "rave": "value.rave:Rave",
        "grave": "value.grave:Grave",
        "permutation_amaf": "value.permutation:PermutationAmaf",
        "killer_rave": "value.killer_rave:KillerRave",
        "maximum": "value.maximum:Maximum",
        "seeding": "value.seeding:Seeding",
        "prior_seeding": "value.prior_seeding:PriorSeeding",
        "similar": "value.similar:Similar",
        "kin": "value.kin:Kin",
    },
    "bias": {
        "history": "bias.history:HistoryHeuristic",
        "progressive_bias": "bias.progressive_bias:ProgressiveBias",
        "progressive_history": "bias.progressive_history:ProgressiveHistory",
        "root_noise": "bias.root_noise:RootNoise",
        "random_ties": "bias.random_ties:RandomTies",
        "random_moves": "bias.random_moves:RandomMoves",
        "opponents": "opponents.modelled:Opponents",
    },
    "expand": {
        "widening": "expand.widening:Widening",
        "depth_limit": "expand.depth_limit:DepthLimit",
        "slow_creation": "expand.slow_creation:SlowCreation",
        "decisive": "expand.decisive:Decisive",
        "groups": "expand.groups:MoveGroups",
        "best_reply": "expand.best_reply:BestReply",
        "bins": "expand.bins:Bins",
        "action_widening": "expand.action_widening:ActionWidening",
        "sparse": "expand.sparse:Sparse",
    },
    "playout": {
        "random": "playout.random:Random",
        "mast": "playout.mast:Mast",
        "nst": "playout.nst:NST",
        "ppa": "playout.ppa:PPA",
        "past": "playout.past:Past",
        "fast": "playout.fast:Fast",
        "heavy": "playout.heavy:Heavy",
        "weighted_moves": "playout.weighted_moves:WeightedMoves",
        "greedy_playouts": "playout.greedy_playouts:GreedyPlayouts",
        "alpha_beta_playouts": "playout.alpha_beta_playouts:AlphaBetaPlayouts",
        "agents": "playout.agents:Agents",
    },
    "reply": {
        "lgr": "reply.lgr:LastGoodReply",
        "pool_rave": "reply.pool_rave:PoolRave",
        "contextual": "reply.contextual:Contextual",
        "knowing_replies": "reply.knowing_replies:KnowingReplies",
        "decisive_playouts": "reply.decisive_playouts:DecisivePlayouts",
        "fill_board": "reply.fill_board:FillBoard",
        "sparing": "reply.sparing:Sparing",
    },
    "leaf": {
        "cut": "leaf.cut:Cut",
        "several": "leaf.several:Several",
        "network": "leaf.network:Network",
    },
    "backup": {
        "max_backup": "backup.max_backup:MaxBackup",
        "weighted": "backup.weighted:Weighted",
        "score_bonus": "backup.score_bonus:ScoreBonus",
        "decay": "backup.decay:Decay",
        "paranoid": "backup.others:Paranoid",
        "confident": "backup.others:Confident",
        "coalition": "backup.others:Coalition",
        "alliance": "backup.others:Alliance",
        "coalition_reduction": "backup.others:CoalitionReduction",
    },
    "prove": {
        "score_bounded": "prove.score_bounded:ScoreBounded",
        "relative_pruning": "prove.pruning:RelativePruning",
        "absolute_pruning": "prove.pruning:AbsolutePruning",
        "knowledge_pruning": "prove.knowledge_pruning:KnowledgePruning",
        "solver": "prove.solver:Solver",
    },
    "final": {
        "robust": "final:Robust",
        "max": "final:Max",
        "max-robust": "final:MaxRobust",
        "secure": "final:Secure",
        "max-amaf": "final:MaxAmaf",
        "temperature": "final:Temperature",
        "gumbel_best": "select.gumbel:GumbelBest",
        "densest": "select.densest:Densest",
        "mixed": "final:Mixed",
        "level": "level:Level",
    },
}
"""By kind and name: the module in this folder, and the class in it."""

_own: dict[str, type[Part]] = {}


def register(part: type[Part]) -> type[Part]:
    """Make a part of your own known by its name, for text. A class decorator."""
    if part.name in _names() and part.name not in _own:
        raise OptionError(f"there is a part named {part.name!r} already")
    _own[part.name] = part
    return part


def _names(kind: str | None = None) -> dict[str, str]:
    """Names of one kind, or of all, and where each is found."""
    return {name: place for one, parts in CATALOGUE.items() if kind in (None, one) for name, place in parts.items()}


def names(kind: str | None = None) -> list[str]:
    """The names of all parts, or of those of one kind."""
    return [*_names(kind), *(name for name, part in _own.items() if kind in (None, part.kind))]


def find(name: str, kind: str | None = None) -> type[Part]:
    """The part of that name. Raises `OptionError` with what it may have meant."""
    known = names(kind)
    if name not in known:
        raise OptionError(f"{kind or 'a part'} must be one of {', '.join(known)}, not {name!r}{closest(name, known)}")
    if name in _own:
        return _own[name]
    module, _, cls = _names(kind)[name].partition(":")
    return getattr(importlib.import_module(f"{__package__}.{module}"), cls)


def from_text(text: str, kind: str | None = None) -> Part:
    """`recycle:nodes=1000`, `collect:bytes=65536,threshold=8`, `unbounded`."""
    name, _, rest = text.strip().partition(":")
    part = find(name.strip(), kind)
    return part(**read_options(part, rest, f"{part.kind} {name}"))


def read_options(cls: type, text: str, called: str) -> dict[str, Any]:
    """The fields of a dataclass as `nodes=1000,threshold=8` gives them. Raises `OptionError`, in which it is `called`
    so."""
    known = {field.name: field for field in fields(cls) if field.init}
    hints = typing.get_type_hints(cls)
    given: dict[str, Any] = {}
    for piece in filter(None, (piece.strip() for piece in text.split(","))):
        option, equals, value = (word.strip() for word in piece.partition("="))
        if option not in known or not equals:
            takes = f"it takes {', '.join(known)}" if known else "it takes no options"
            raise OptionError(f"{called} does not take {piece!r}; {takes}")
        given[option] = _value(value, hints[option], f"{called}: expected option=number, not {piece!r}")
    return given


def closest(name: str, known: Iterable[str]) -> str:
    """What somebody may have meant, for the end of a message."""
    close = difflib.get_close_matches(name, list(known), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


def as_parts(given: Any, kind: str | None = None) -> list[Part]:
    """Parts from whatever names them: a part, its text, or several of these."""
    from .part import Part

    if isinstance(given, str):
        return [from_text(given, kind)]
    if isinstance(given, Part):
        return [given]
    if isinstance(given, Iterable):
        return [part for item in given for part in as_parts(item, kind)]
    raise OptionError(f"expected a part, its text such as 'recycle:nodes=1000', or a list of these, not {given!r}")


def options_of(part: type[Part]) -> dict[str, Any]:
    """What a part takes, and its defaults."""
    return {field.name: field.default for field in fields(part) if field.init}


def catalogue() -> list[type[Part]]:
    """Every part, in the order of the questions they answer."""
    return [find(name, kind) for kind in CATALOGUE for name in names(kind)]


def _value(text: str, hint: Any, complaint: str) -> Any:
    """An option's value, of the kind that the option takes."""
    kinds = set(typing.get_args(hint)) if isinstance(hint, types.UnionType) else {hint}
    if bool in kinds and text.lower() in ("true", "false", "1", "0"):
        return text.lower() in ("true", "1")
    for kind in (int, float):
        if kind in kinds or (kind is int and float in kinds):
            try:
                return kind(text)
            except ValueError:
                pass
    if str not in kinds and Any not in kinds:
        raise OptionError(complaint)
    return text
