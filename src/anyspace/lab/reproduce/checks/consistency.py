"""Row 71: the only winning move is found in the end, whatever knowledge and playouts say against it."""

from __future__ import annotations

from ....errors import OptionError
from ....parts.registry import CATALOGUE, find, names
from ..survey_rows import BETTER, WORSE
from . import misleading
from .bandits import plain
from .outcome import UNDECIDED, Check, Outcome, Progress, Size, point
from .searching import think

KINDS = [kind for kind in CATALOGUE if kind not in ("combination", "information", "parallel", "memory")]

CONDITIONS = {
    "rave": "rave ucb1:c=0.3",
    "grave": "grave:ref=20 ucb1:c=0.3",
    "permutation_amaf": "permutation_amaf ucb1:c=0.3",
    "killer_rave": "killer_rave ucb1:c=0.3",
    "amaf": "amaf:alpha=0 ucb1:c=1",
    "relative_pruning": "relative_pruning:share=1",
    "seeding": "seeding:visits=20,source=evaluate",
    "progressive_bias": "progressive_bias:source=evaluate,weight=3",
    "implicit_minimax": "implicit_minimax:alpha=0.8",
    "widening": "widening:first=1",
}
"""What the parts' own condition asks for, or a harder test than their defaults."""

WITHOUT = ("rave", "grave", "uniform", "win_rate")
"""Some that do not say yes, as they come: shown to fail."""

MOST = 4_000


def asked() -> list[str]:
    """The parts that say yes, and those that do so under a condition that is kept here."""
    every = [name for kind in KINDS for name in names(kind)]
    return [
        CONDITIONS.get(name, name) for name in every if name in CONDITIONS or find(name).consistent.startswith("yes")
    ]


def finds_the_winner(words: str, most: int) -> bool:
    """Within so many iterations, looked at after 250, 500, ...; anew, for some parts go by the whole budget."""
    game = misleading.game()
    search, iterations = plain(game, words), min(250, most)
    while iterations <= most:
        if think(search, game.start(), iterations).move == misleading.WINNER:
            return True
        iterations *= 2
    return False


def consistent(progress: Progress, size: Size) -> Outcome:
    """How many are put to the test, and how many find it."""
    tested, failed = 0, []
    words = asked()
    for each in words[: size.times(len(words))]:
        progress(each)
        try:
            found = finds_the_winner(each, size.visits(MOST))
        except OptionError:  # the game has not the rules it asks for
            continue
        tested += 1
        if not found:
            failed.append(each)
    astray = [each for each in WITHOUT[: size.times(len(WITHOUT))] if not finds_the_winner(each, size.visits(1_000))]
    figures = {
        "parts that say so": point(tested), "find it": point(tested - len(failed)),
        f"of {len(WITHOUT)} that do not say so, fail": point(len(astray)),
        **{f"missed by {each}": point(1) for each in failed},
    }  # fmt: skip
    return Outcome(figures, WORSE if failed else BETTER if tested else UNDECIDED)


CHECKS = [
    Check("71", "consistency", BETTER, "the only winning move must be found (MoGo's lost game)",
          "a game whose prior, evaluation, playouts and AMAF values speak against the only winning move: every part "
          f"that says it is consistent, at most {MOST:,} iterations", consistent),
]  # fmt: skip
