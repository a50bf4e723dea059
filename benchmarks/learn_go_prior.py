"""The odds of moves that Go's rule `prior` gives, learnt from games of strong players on 9x9.

    python benchmarks/learn_go_prior.py GAMES.npz OUT.npz [--share 0.5]

GAMES.npz has games of people: `moves` (row * 9 + column, 81 to pass) one after another, `offsets`, `black_rank` and
`white_rank` (dan positive). A decision of a player of 1 dan or more is a competition between all legal moves that the
chosen one has won; the weights (games/go_odds.py) are those under which the choices are likeliest, with a penalty for
their size, found by stochastic gradients with a step of its own for each weight (AdaGrad). Every tenth game is held
out; what is printed is of its decisions. Answers to a pass are left out: there people agree that the game is over.

The weights that come with anyspace (games/go_odds.npz) were made so, with the numbers below, from 137,078 decisions of
9,703 games that were played on a server.
"""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

import anyspace
from anyspace.games.go_board import BLACK, point_of
from anyspace.games.go_chains import ROWS, look_at_chains
from anyspace.games.go_odds import PASS, SAID, STARTS, say, write
from anyspace.games.go_rings import rings_of
from anyspace.machine.jit import compile_kernel

SIZE, PASS_MOVE = 9, 81
HELD_OUT = 10
"""Every so many games one is."""
MOST = 82
"""Moves of a position."""
NOTHING = STARTS[-1]
"""The place of a weight that stays 0: of a pass nothing else is said."""


def say_all(state: Any, moves: Any, rings: Any, chains: Any, said: Any, out: Any) -> None:
    """Kernel: what is said of every move but the pass."""
    chains[:] = 0
    look_at_chains(state, BLACK + (state.ply & 1), SIZE + 1, chains)
    for i in range(len(moves)):
        point = point_of(moves[i], SIZE)
        say(state, point, moves[i], SIZE, rings[point], chains, said)
        for k in range(SAID):
            out[i, k] = said[k]


@njit(cache=False)
def learn(decisions: Any, order: Any, weights: Any, squares: Any, rate: float, decay: float, ranks: Any) -> float:
    """Once through some decisions: the sum of the log probabilities of what was chosen. With a rate of 0 nothing is
    learnt. `ranks` become how many moves were thought likelier than the chosen one."""
    starts, said, chosen = decisions
    total, slopes, touched = 0.0, np.zeros(len(weights)), np.zeros(said.shape[1] * MOST, np.int64)
    for at, decision in enumerate(order):
        first, n = starts[decision], starts[decision + 1] - starts[decision]
        odds = np.zeros(n)
        for i in range(n):
            for k in said[first + i]:
                odds[i] += weights[k]
        ranks[at] = (odds > odds[chosen[decision]]).sum()
        odds = np.exp(odds - odds.max())
        odds /= odds.sum()
        total += np.log(odds[chosen[decision]])
        if rate == 0.0:
            continue
        odds[chosen[decision]] -= 1.0
        m = 0
        for i in range(n):
            for k in said[first + i]:
                if slopes[k] == 0.0:
                    touched[m] = k
                    m += 1
                slopes[k] -= odds[i]
        for k in touched[:m]:
            slope = slopes[k] - decay * weights[k]
            if slopes[k] != 0.0:  # else it was met before
                squares[k] += slope * slope
                weights[k] += rate * slope / np.sqrt(squares[k])
            slopes[k] = 0.0
        weights[NOTHING] = 0.0
    return total


def gather(games: Any, share: float, held_out: bool) -> tuple[Any, Any, Any]:
    """A share of the decisions of dan players: where the moves of each begin, what is said of every move, and which of
    them was chosen."""
    game, source = anyspace.load("go", size=SIZE), np.random.default_rng(int(held_out))
    kernel, rings = compile_kernel(say_all, "learning: what is said of moves"), rings_of(SIZE)
    chains, said = np.zeros((ROWS, len(rings)), np.int32), np.zeros(SAID, np.int64)
    ranks = np.stack([games["black_rank"], games["white_rank"]])
    starts, rows, chosen, offsets, moves = [0], [], [], games["offsets"].tolist(), games["moves"].tolist()
    for number, (begin, end) in enumerate(itertools.pairwise(offsets)):
        if (number % HELD_OUT == 0) != held_out:
            continue
        state, wanted = game.start(seed=0), source.random(end - begin) < share
        for ply, move in enumerate(moves[begin:end]):
            legal = state.moves() if wanted[ply] or state.over else []
            if state.over or (ply > 0 and moves[begin + ply - 1] == PASS_MOVE):
                break
            if wanted[ply] and ranks[ply % 2, number] >= 1 and move in legal:
                found = np.full((len(legal), SAID), NOTHING, np.uint16)
                record = game.backend.record(state._block)
                kernel(record, np.array(legal[:-1], np.int64), rings, chains, said, found)
                found[-1, 0] = PASS
                rows.append(found)
                chosen.append(legal.index(move))
                starts.append(starts[-1] + len(legal))
            try:
                state.play(move)
            except anyspace.AnyspaceError:
                break
    return np.array(starts), np.concatenate(rows), np.array(chosen)


def main() -> None:
    """Gather, learn, tell and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="of the decisions that are learnt from")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rate", type=float, default=0.1)
    parser.add_argument("--decay", type=float, default=2e-4)
    args = parser.parse_args()
    games = np.load(args.games)
    decisions, others = gather(games, args.share, False), gather(games, 1.0, True)
    weights, squares = np.zeros(NOTHING + 1), np.full(NOTHING + 1, 1e-2)
    source = np.random.default_rng(0)
    print(f"{len(decisions[2]):,} decisions to learn from, {len(others[2]):,} held out")
    for number in range(args.rounds):
        order = source.permutation(len(decisions[2]))
        rate = args.rate * (1.0 - number / args.rounds)
        learnt = learn(decisions, order, weights, squares, rate, args.decay, np.zeros(len(order), np.int64))
        every, ranks = np.arange(len(others[2])), np.zeros(len(others[2]), np.int64)
        told = learn(others, every, weights, squares, 0.0, 0.0, ranks)
        shares = ", ".join(f"{(ranks < many).mean():.3f} among {many}" for many in (1, 5, 10))
        print(f"{number + 1}: {learnt / len(order):.4f}, held out {told / len(every):.4f}; {shares}", flush=True)
    write(args.out, weights[:NOTHING].astype(np.float32))


if __name__ == "__main__":
    main()
