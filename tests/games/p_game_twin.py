"""P-games again, slow and obvious: plain integers, and every sum made anew from all moves. With the interface of
pyspiel's games that `cross_check` uses."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

WORD = 2**64
DECIDED = 2**20


def mixed(word: int) -> int:
    """SplitMix64's last step."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB % WORD
    return word ^ word >> 31


def follow(word: int, *numbers: int) -> int:
    for number in numbers:
        word = mixed((word + 0x9E3779B97F4A7C15 * (number + 1)) % WORD)
    return word


def choice(word: int, n: int) -> int:
    return (word >> 32) * n >> 32


@dataclass
class Twin:
    """A position: the moves so far. Also the game, which is its first position."""

    branching: int
    depth: int
    tree: int
    turns: int = 0
    groups: int = 0
    traps: float = 0.0
    level: int = 1
    moves: list[int] = field(default_factory=list)

    def new_initial_state(self) -> Twin:
        return Twin(self.branching, self.depth, self.tree, self.turns, self.groups, self.traps, self.level)

    def is_chance_node(self) -> bool:
        return False

    def current_player(self) -> int:
        return len(self.moves) % 2

    def legal_actions(self) -> list[int]:
        return list(range(self.branching))

    def apply_action(self, move: int) -> None:
        self.moves.append(move)

    def is_terminal(self) -> bool:
        return len(self.moves) == self.depth or abs(self.total()) >= DECIDED

    def returns(self) -> list[float]:
        total = self.total()
        winner = (total > 0) - (total < 0)
        return [float(winner), float(-winner)]

    def root(self) -> int:
        return follow(0x2545F4914F6CDD1D, self.tree)

    def size(self, way: int, salted: int, last: int, last_group: int) -> int:
        """0 to 127 for the number `last` after `way`; alike for numbers of one group."""
        if not self.groups:
            return follow(way, last) >> 57
        return choice(follow(salted, last_group), 96) + choice(follow(way, last), 33)

    def group(self, move: int) -> int:
        return [i * self.groups // self.branching for i in range(self.branching)][move]

    def total(self) -> int:
        return self.graph_total() if self.turns else self.tree_total()

    # ---- a tree: every edge on the way ---------------------------------------------------------------------------

    def tree_total(self) -> int:
        sums = 0
        for ply, move in enumerate(self.moves):
            way = follow(self.root(), *self.moves[:ply])
            size = self.size(way, way ^ 0x6C62272E07BB0142, move, self.group(move) if self.groups else 0)
            sums += size if ply % 2 == 0 else -size
        return self.sprung() or sums

    def sprung(self) -> int:
        """What a trap has decided, 0 if none has."""
        ply = 0
        while ply < len(self.moves):
            end = ply + self.level
            way = follow(self.root(), *self.moves[: ply + 1])
            if mixed(way ^ 0x9AE16A3B2F90404F) / WORD >= self.traps or end >= self.depth:
                ply += 1
                continue
            striker = (ply + 1) % 2
            for at in range(ply + 1, min(end + 1, len(self.moves))):
                node = follow(self.root(), *self.moves[:at])
                missed = self.moves[at] != choice(mixed(node ^ 0xC949D7C7509E6557), self.branching)
                if at % 2 == striker and missed:
                    ply = at  # the trap is gone, and a move that lets it go cannot walk into one
                    break
                if at == end:
                    return DECIDED if striker == 0 else -DECIDED
            else:
                return 0  # still in it
            ply += 1
        return 0

    # ---- a graph: all single moves and all pairs of a stretch ----------------------------------------------------

    def graph_total(self) -> int:
        sums, root = 0, self.root()
        for begin in range(0, len(self.moves), 2 * self.turns):
            part = self.moves[begin : begin + 2 * self.turns]
            counts = [Counter(part[player::2]) for player in (0, 1)]
            tokens = [[(move, i + 1) for move in made for i in range(made[move])] for made in counts]
            for player in (0, 1):
                for move, time in tokens[player]:
                    group = self.group(move) if self.groups else 0
                    numbers = [(player * 64 + number) * 64 + time for number in (move, group)]
                    size = self.size(root, root ^ 0x6C62272E07BB0142, *numbers)
                    sums += size if player == 0 else -size
            for first, i in tokens[0]:
                for second, j in tokens[1]:
                    sums += choice(follow(root, first * 64 + i, (64 + second) * 64 + j), 127) - 63
            root = follow(root, *(counts[player][move] for player in (0, 1) for move in range(self.branching)))
        return sums
