"""Row 22: Sum of Switches where RAVE is told lies about the best move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....core.binding import Loop
from ....games import sum_of_switches
from ....parts.options import number
from ....parts.value.rave import Rave
from ....rng import uniform
from ....search.search import Search
from ...statistics import mean_interval
from ..survey_rows import BETTER
from .outcome import Check, Outcome, Progress, Size, direction, gained
from .searching import think


@dataclass(frozen=True)
class MisledRave(Rave):
    """RAVE whose root is told that a playout with a certain move was lost, with probability `lies` (Tom and Müller
    2010)."""

    lies: float = 0.0
    move: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        number(self, "lies", 0, 1)

    def bind(self, loop: Loop) -> None:
        super().bind(loop)
        rows, lies, place, learn = loop.move_rows, loop.number(self.lies), loop.number(self.move), loop.learn

        def learn_falsely(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any, length: int) -> int:
            row = tree.rows[rows][tree.roots[0]]
            at = int(policy.numbers[place])
            before = row[at]
            status = learn(tree, game, policy, scratch, payoffs, length)
            if uniform(scratch.rng) < policy.numbers[lies]:
                row[at] = before  # counted, and not paid
            return status

        loop.learn = learn_falsely


def sum_of_lies(progress: Progress, size: Size) -> Outcome:
    """How often the greatest number is taken first."""
    n, seeds, iterations = 10, size.times(60), size.visits(10_000)
    game = sum_of_switches.game(n, order=3)
    (best,) = sum_of_switches.solve(game.start()).moves
    found: dict[str, list[float]] = {}
    settings = {"rave": (0.0, 0.0), "rave, false updates": (0.0, 1.0), "rave-max, false updates": (1.0, 1.0)}
    for name, (maximum, lies) in settings.items():
        progress(name)
        search = Search(game, MisledRave(maximum=maximum, lies=lies, move=best))
        found[name] = []
        for seed in range(seeds):
            search.seed = seed
            found[name].append(float(think(search, game.start(), iterations).move == best))
    figures = {f"best move, {name}": mean_interval(values) for name, values in found.items()}
    gain = gained(found["rave-max, false updates"], found["rave, false updates"])
    return Outcome(figures, direction(gain))


CHECKS = [
    Check("22", "RAVE-max under false updates", BETTER, "mends Sum of Switches, not Go (Tom and Müller 2010)",
          "10 switches, every RAVE update of the best move at the root is a loss; 10,000 iterations, 60 seeds",
          sum_of_lies),
]  # fmt: skip
