"""What the memory of similar positions tells of a new one, next to its own playouts, in Go 9x9.

    python benchmarks/what_memory_tells.py "similar:phi=network" "similar:phi=planes,blur=4,weigh=0.5" ...
        [--with knowing_replies] [--positions 12] [--simulations 1000]

Searches as in `anyspace lab reproduce memory_augmented`, from positions that the shipped network played. Of every node
of their trees there is the mean of its visits, the memory's value V_M, and for the truth what the network's value says.
Printed are correlations with the truth: over all nodes of a side in a search, and among siblings, which is what a
search has to tell apart.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import numpy as np

import anyspace
from anyspace.core.tree import NO_NODE
from anyspace.lab.reproduce.memory_augmented import GO, NETWORK, C
from anyspace.parts.leaf.network import Network

VISITS = {"one visit": (1, 1), "2 to 7": (2, 7), "8 and more": (8, 1 << 30)}
"""Nodes are told apart by how often they were visited."""

PARENT, SIDE, COUNT, TRUTH, OWN, RECALLED = range(6)


def positions(game: Any, network: Any, many: int, seed: int = 5) -> list[Any]:
    """From games in which the network's odds drew the moves, after 6 to 49 of them."""
    source, found = np.random.default_rng(seed), list[Any]()
    while len(found) < many:
        state = game.start()
        for _ in range(int(source.integers(6, 50))):
            moves, logits = state.moves(), network.evaluate(state.planes()[None]).policy[0]
            odds = np.exp(logits[moves] - logits[moves].max())
            state.play(moves[int(source.choice(len(moves), p=odds / odds.sum()))])
            if state.over:
                break
        if not state.over:
            found.append(state)
    return found


def nodes_of(search: Any, state: Any, network: Any, number: int) -> Iterator[list[float]]:
    """A row for every node that has siblings and that the memory said something of."""
    tree = search.tree
    nodes, recalls, recalled = tree.nodes, tree.extras["recalls"], tree.extras["recalled"]
    stack = [(int(tree.roots[0]), state.copy(), 0)]
    while stack:
        node, at, depth = stack.pop()
        below, child = [], int(nodes[node].child)
        while child != NO_NODE:
            after = at.copy()
            after.play(int(nodes[child].move))
            if not after.over:
                below.append((child, after))
            child = int(nodes[child].sibling)
        stack += [(child, after, depth + 1) for child, after in below]
        if len(below) < 2:
            continue
        values = network.evaluate(np.stack([after.planes() for _, after in below])).value[:, 0]
        for (child, _), value in zip(below, values, strict=True):
            visits = int(nodes[child].visits)
            if visits and recalls[child]:
                truth, own = 0.5 - 0.5 * float(value), float(nodes[child].reward) / visits
                yield [node + 1e7 * number, 2 * number + depth % 2, visits, truth, own, float(recalled[child])]


def alike(rows: Any, group: int, what: int) -> float:
    """The correlation with the truth within groups."""
    both = rows[:, [TRUTH, what]].copy()
    for key in np.unique(rows[:, group]):
        which = rows[:, group] == key
        both[which] -= both[which].mean(axis=0)
    return float(np.corrcoef(both.T)[0, 1])


def main() -> None:
    """Search, and print a line for every memory and number of visits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("memories", nargs="+", metavar="MEMORY")
    parser.add_argument("--with", dest="others", action="append", default=[], metavar="PART")
    parser.add_argument("--positions", type=int, default=12)
    parser.add_argument("--simulations", type=int, default=1_000)
    args = parser.parse_args()
    game = anyspace.load(GO)
    network = Network("shipped").open(game)
    starts = positions(game, network, args.positions)
    for memory in args.memories:
        found: list[list[float]] = []
        for number, state in enumerate(starts):
            search = anyspace.Search(game, NETWORK, memory, "prior_seeding", C, *args.others, seed=number)
            search.run(state, iterations=args.simulations)
            found += nodes_of(search, state, network, number)
        rows = np.array(found)
        for name, (least, most) in VISITS.items():
            some = rows[(rows[:, COUNT] >= least) & (rows[:, COUNT] <= most)]
            told = [f"{alike(some, group, what):5.2f}" for group in (SIDE, PARENT) for what in (OWN, RECALLED)]
            print(
                f"{memory}: {name}, {len(some):,} nodes: of a side own {told[0]} memory {told[1]}; "
                f"among siblings own {told[2]} memory {told[3]}",
                flush=True,
            )


if __name__ == "__main__":
    main()
