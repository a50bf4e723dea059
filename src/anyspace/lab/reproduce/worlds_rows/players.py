"""Row 61: many players. Who wins where two kinds of player sit at one table, and whether seekers catch the hider."""

from __future__ import annotations

from functools import partial
from itertools import product

from ....games import load
from ....rules.game import AnyGame
from ...hashing import seed_of
from ...match import Fixture, Seeds, play
from ...players import from_words
from ...statistics import Interval, mean_interval
from ..checks.outcome import Check, Outcome, Progress, Size, direction, gained
from ..survey_rows import BETTER, WORSE

BLOCKS, HUNTS, BUDGET = 30, 400, 500
TABLE = "chinese_checkers(rounds=20)"
MAP = "hide_and_seek(seekers=3,rows=7,columns=7,reveal=4)"


def won(game: AnyGame, players: tuple[str, ...], budget: int, number: int) -> list[float]:
    """The payoffs of one game; `number` decides the deal, whoever plays."""
    seeds = Seeds(
        seed_of("start", number), seed_of("chance", number), tuple(seed_of(number, who) for who in range(game.players))
    )
    tables = tuple(from_words(f"{player} iterations={budget}") for player in players)
    return [*play(game, Fixture(f"{number}", tables, seeds)).payoffs]


def at_one_table(progress: Progress, size: Size, name: str, player: str, opponent: str) -> Outcome:
    """Three seats: every way to fill them with both kinds of player, once a block. What the first kind wins of a block
    is a half if both are alike."""
    game, budget = load(name), size.visits(BUDGET)
    lineups = [seats for seats in product((player, opponent), repeat=game.players) if len(set(seats)) == 2]
    shares = []
    for block in range(size.times(BLOCKS)):
        progress(f"{player} against {opponent}: block {block}")
        got = 0.0
        for turn, seats in enumerate(lineups):
            payoffs = won(game, seats, budget, block * len(lineups) + turn)
            got += sum(payoff for who, payoff in zip(seats, payoffs, strict=True) if who == player)
        shares.append(got / len(lineups))
    share = mean_interval(shares)
    gain = Interval(share.estimate - 0.5, share.low - 0.5, share.high - 0.5)
    return Outcome({f"{player} against {opponent}: share of the wins": share}, direction(gain, equal=0.05))


def hunted(progress: Progress, size: Size, name: str, seekers: str, others: str) -> Outcome:
    """How often seekers of two kinds catch the same hider, on the same deals."""
    game, budget = load(name), size.visits(BUDGET)
    caught: dict[str, list[float]] = {seekers: [], others: []}
    for deal in range(size.times(HUNTS)):
        if deal % 10 == 0:
            progress(f"{seekers} and {others}: deal {deal}")
        for kind, found in caught.items():
            payoffs = won(game, ("plain", *[kind] * (game.players - 1)), budget, deal)
            found.append(float(payoffs[0] == 0.0))
    figures = {f"{kind}: caught": mean_interval(found) for kind, found in caught.items()}
    figures["gained"] = gained(caught[seekers], caught[others])
    return Outcome(figures, direction(figures["gained"], equal=0.03))


AT_A_TABLE = f"{TABLE}, {BUDGET} iterations a move, {BLOCKS} blocks of six games: all mixed seatings"
ON_A_MAP = f"{MAP}, {BUDGET} iterations a move, {HUNTS} deals, each played by both kinds of seekers"
REDUCED = "coalition_reduction:bias=0.1"

CHECKS = [
    Check(
        "61", "maxⁿ and paranoid at one table", BETTER, "maxⁿ the best policy of MCTS in four games",
        AT_A_TABLE, partial(at_one_table, name=TABLE, player="plain", opponent="paranoid"),
    ),
    Check(
        "61", "maxⁿ and best replies at one table", BETTER, "maxⁿ the best policy of MCTS in four games",
        AT_A_TABLE, partial(at_one_table, name=TABLE, player="plain", opponent="best_reply"),
    ),
    Check(
        "61", "confident and paranoid at one table", WORSE, "confident behind paranoid in multi-player Go",
        AT_A_TABLE, partial(at_one_table, name=TABLE, player="confident", opponent="paranoid"),
    ),
    Check(
        "61", "coalition reduction, bias 0.1, next to seekers each for itself", BETTER, "seekers gain significantly",
        ON_A_MAP, partial(hunted, name=MAP, seekers=REDUCED, others="plain"),
    ),
    Check(
        "61", "coalition reduction, bias 0.1, next to a team without bias", BETTER, "seekers gain significantly",
        ON_A_MAP, partial(hunted, name=MAP, seekers=REDUCED, others="coalition_reduction:bias=0"),
    ),
]  # fmt: skip
