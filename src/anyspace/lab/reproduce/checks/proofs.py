"""Rows 25, 26, 27 and 32: what is certain, and what it takes to know it."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from ....games import load
from ....rules.game import AnyGame, Game, State
from ....solve.proof_numbers import ProofNumbers
from ...statistics import Interval, mean_interval, wilson
from ..survey_rows import BETTER, WORSE
from . import searching
from .boards import drop_four, last_stone, three_in_a_row
from .outcome import UNDECIDED, Check, Outcome, Progress, Size, direction, point, saved
from .searching import think

DRAW = 3
ALWAYS = 10**9


def positions(game: AnyGame, count: int, least: int, most: int, seed: int = 1) -> list[State]:
    """After `least` to `most` random moves, with a choice."""
    source = random.Random(seed)
    found: list[State] = []
    while len(found) < count:
        state = game.start(seed=source.getrandbits(32))
        for _ in range(source.randint(least, most)):
            if not state.over:
                state.play(source.choice(state.moves()))
        if not state.over and len(state.moves()) > 1:
            found.append(state)
    return found


# ---- many players ----------------------------------------------------------------------------------------------------

Winners = frozenset[int]


def winners(state: State, known: dict[bytes, Winners]) -> Winners:
    """Everybody who may win (or DRAW) if each takes a win where there is one, and anything else otherwise."""
    at = state._block.tobytes()
    if at not in known:
        if state.over:
            payoffs = state.returns()
            known[at] = frozenset([payoffs.index(1.0) if 1.0 in payoffs else DRAW])
        else:
            after = [winners(state.copy().play(move), known) for move in state.moves()]
            sure = frozenset([state.mover])
            known[at] = sure if sure in after else frozenset().union(*after)
    return known[at]


def many_players(progress: Progress, size: Size) -> Outcome:
    """What the solver is sure of, against brute force by the standard rule; the mover's wins must all be found."""
    said = wrong = wins = found = 0
    for game, least, most in ((three_in_a_row(), 4, 7), (last_stone(14), 0, 2)):
        progress(game.name)
        known: dict[bytes, Winners] = {}
        solver = searching.search(game, "solver")
        for i, state in enumerate(positions(game, size.times(150), least, most)):
            solver.seed = i
            think(solver, state, size.visits(10_000))
            row, possible = solver.tree.rows[0][solver.tree.roots[0]], winners(state, known)
            for player in range(3):
                sure, out = row[2 * player] >= 1, row[2 * player + 1] >= 1
                said += int(sure) + int(out)
                wrong += int(sure and possible != {player}) + int(out and not possible.isdisjoint({player, DRAW}))
            wins += possible == {state.mover}
            found += possible == {state.mover} and bool(row[2 * state.mover] >= 1)
    figures = {
        "proofs": point(said),
        "wrong": point(wrong),
        "wins of the mover": point(wins),
        "found": point(found),
    }
    return Outcome(figures, WORSE if wrong or found < wins else BETTER if said and wins else UNDECIDED)


# ---- proof numbers ---------------------------------------------------------------------------------------------------


def fewer_nodes(name: str, most: int, count: int, seeds: int, after: int) -> Callable[[Progress, Size], Outcome]:
    """An experiment: nodes of proof-number search with playouts, by those without (of which there are at most `most`:
    where these do not suffice, the ratio is too great), for positions after so many moves."""

    def run(progress: Progress, size: Size) -> Outcome:
        game, ratios, decided = load(name), [], 0
        for i, state in enumerate(positions(game, size.times(count), after, after)):
            progress(f"{name}, position {i + 1}")
            plain = think(ProofNumbers(game, nodes=size.visits(most)), state, ALWAYS)
            decided += plain.wins is not None
            guided = [
                think(ProofNumbers(game, playouts=10, nodes=size.visits(most), seed=seed), state, ALWAYS).nodes
                for seed in range(size.times(seeds))
            ]
            ratios.append(float(np.mean(guided)) / plain.nodes)
        share = mean_interval(ratios)
        figures = {"nodes by those without playouts": share, "decided without": point(decided)}
        return Outcome(figures, direction(Interval(0.6 - share[0], 0.6 - share[2], 0.6 - share[1])))

    return run


# ---- score bounds ----------------------------------------------------------------------------------------------------


def fewer_playouts(columns: int, rows: int, stones: int) -> Callable[[Progress, Size], Outcome]:
    """An experiment: iterations until Connect Four is proven, after so many random moves."""

    def run(progress: Progress, size: Size) -> Outcome:
        game: Game = drop_four(columns, rows)
        spent: dict[str, list[float]] = {}
        proven = []
        for words in ("score_bounded", "solver"):
            progress(words)
            solver, spent[words] = searching.search(game, words), []
            for i, state in enumerate(positions(game, size.times(40), stones, stones)):
                solver.seed = i
                result = think(solver, state, size.visits(1_000_000))
                spent[words].append(float(np.log(result.stats.iterations)))
                proven.append(result.proven)
        gain = saved(spent["score_bounded"], spent["solver"])
        ratio = [float(np.exp(-each)) for each in (gain.estimate, gain.high, gain.low)]
        figures = {
            "iterations by the solver's (geometric mean)": Interval(*ratio),
            "of the solver": point(float(np.exp(np.mean(spent["solver"])))),
            "share proven": wilson(sum(proven), len(proven)),
        }
        return Outcome(figures, direction(gain))

    return run


# ---- pruning by visits -----------------------------------------------------------------------------------------------


def same_move_sooner(words: str, clear: float) -> Callable[[Progress, Size], Outcome]:
    """An experiment: the move of the whole search, where it has `clear` times the visits of the second, and the share
    of its iterations that were used."""

    def run(progress: Progress, size: Size) -> Outcome:
        same, used = [], []
        for name in ("tic_tac_toe", "connect_four"):
            progress(name)
            game = load(name)
            whole, short = searching.search(game), searching.search(game, words)
            for i, state in enumerate(positions(game, size.times(150), 0, 6)):
                whole.seed = short.seed = i
                budget = size.visits(1_000 + 37 * i)
                full, pruned = think(whole, state, budget), think(short, state, budget)
                used.append(pruned.stats.iterations / budget)
                if full.table[0].visits > clear * full.table[1].visits:
                    same.append(full.move == pruned.move)
        share = mean_interval(used)
        figures = {
            "decisions": point(len(same)), "other moves": point(len(same) - sum(same)), "share of iterations": share,
        }  # fmt: skip
        sooner = Interval(1 - share[0], 1 - share[2], 1 - share[1])
        return Outcome(figures, direction(sooner) if all(same) else WORSE)

    return run


CHECKS = [
    Check("25", "multi-player solver", BETTER, "proofs are exact; gain in Focus (Nijssen and Winands 2011)",
          "three players: three in a row on 3x3 (after 4 to 7 moves) and the last of at most 14 stones, 150 positions "
          "each; brute force by the standard rule", many_players),
    Check("26", "MC-PNS in Hex", BETTER, "a quarter of the nodes in Go (Saito et al. 2006); here at most 0.6",
          "hex(size=4) after one move, 6 positions, 3 seeds; at most 1,000,000 nodes",
          fewer_nodes("hex(size=4)", 1_000_000, 6, 3, 1)),
    Check("26", "MC-PNS in Breakthrough", BETTER, "a quarter of the nodes in Go; here at most 0.6",
          "breakthrough(rows=5,columns=3) after two moves, 12 positions, 3 seeds; at most 1,000,000 nodes",
          fewer_nodes("breakthrough(rows=5,columns=3)", 1_000_000, 12, 3, 2)),
    Check("27", "score-bounded search, 4x4", BETTER, "fewer playouts to solve (Cazenave and Saffidine 2010)",
          "Connect Four 4x4 after 4 moves, 40 positions; against the solver", fewer_playouts(4, 4, 4)),
    Check("27", "score-bounded search, 5x4", BETTER, "fewer playouts to solve",
          "Connect Four 5x4 after 8 moves, 40 positions; against the solver", fewer_playouts(5, 4, 8)),
    Check("32", "absolute pruning", BETTER, "the same move, sooner (Huang et al. 2010)",
          "tic_tac_toe and connect_four, 150 positions each, 1,000 to 6,513 iterations",
          same_move_sooner("absolute_pruning", 1.0)),
    Check("32", "relative pruning, share 1", BETTER, "the same move, sooner; +3 % against GNU Go",
          "the same, where the move has 1.3 times the second's visits",
          same_move_sooner("relative_pruning:share=1", 1.3)),
]  # fmt: skip
