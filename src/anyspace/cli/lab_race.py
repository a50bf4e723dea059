"""`anyspace lab race`: weights of what moves look like, changed one by one and raced by games."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from .common import whole
from .lab_common import INTERRUPTED, check_positive
from .lab_learn import USE, Progress, add_common, check_writable, positive, save

if TYPE_CHECKING:
    from ..learn.contests import Duels, Matches
    from ..learn.racing import Arm, Race
    from ..parts.playout.move_weights import MoveWeights
    from ..rules.game import AnyGame

RANDOM_GAMES = 100
"""That tell how often features occur."""


def share(text: str) -> float:
    """A number between 0 and 1."""
    value = positive(text)
    if value >= 1:
        raise ValueError
    return value


def add_race(parser: argparse.ArgumentParser) -> None:
    """The arguments of `race`."""
    parser.epilog = (
        "For games with a rule `features`. In every round some changes are proposed: the odds of moves that look\n"
        "alike times e^step, or divided by it. They are raced, as the arms of a bandit, by pairs of games with the\n"
        "change against without, and one is kept whose lower bound is above a half (Hoock and Teytaud 2010). What was\n"
        "kept is in the file at once. At the end new games are played against the weights that it began with.\n"
        "Ctrl-C stops early and keeps what was found."
    )
    add_common(parser)
    parser.add_argument("--start", metavar="FILE", type=Path, help="weights to begin with (default: all moves alike)")
    parser.add_argument(
        "--iterations",
        metavar="N",
        type=whole,
        default=100,
        help="of a decision of the searches that play; 0: moves are drawn by the weights alone (default 100)",
    )
    parser.add_argument("--rounds", metavar="N", type=whole, default=20, help="how many (default 20)")
    parser.add_argument("--arms", metavar="N", type=whole, default=10, help="changes of a round (default 10)")
    parser.add_argument("--step", metavar="X", type=positive, default=1.0, help="how much a weight changes (default 1)")
    parser.add_argument(
        "--pairs", metavar="N", type=whole, default=2000, help="pairs until a change is dropped (default 2,000)"
    )
    parser.add_argument("--error", metavar="X", type=share, default=0.05, help="of a round's bounds (default 0.05)")
    parser.add_argument(
        "--held-out", metavar="N", type=whole, default=500, help="pairs of games for the last word (default 500)"
    )


def run_race(args: argparse.Namespace) -> int:
    """Race, write the file, and say what was kept and what it is worth."""
    check_positive(args, "rounds", "arms", "pairs", "held_out")
    check_writable(args.out)
    from ..lab.hashing import seed_of
    from ..lab.own_games import load_game
    from ..learn.racing import Race, Rules, occurrences

    game, line = load_game(args.game, Path()), Progress()
    odds = occurrences(game, RANDOM_GAMES, args.seed)
    begun = first_weights(game, args.start)
    rules = Rules(args.arms, args.step, args.pairs, args.error)
    race = Race(begun, contest(game, args.iterations, args.seed), odds, rules, args.seed)
    interrupted = False
    try:
        go_on(race, args.rounds, args.out, line)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        line.clear()
    print(found(args.game, race), flush=True)
    if not race.kept:
        return INTERRUPTED if interrupted else 0
    if not interrupted:
        line.put(f"{args.held_out:,} pairs of new games")
        scores = contest(game, args.iterations, seed_of("held out", args.seed))(race.weights, begun, args.held_out)
        line.clear()
        print(f"held out: {_held_out(scores)} against the weights that it began with")
    print(USE.format(game=args.game, file=args.out))
    return INTERRUPTED if interrupted else 0


def go_on(race: Race, rounds: int, out: Path, line: Progress) -> None:
    """So many rounds. What is kept is written at once."""

    def watch(arm: Arm) -> None:
        kept = f"{len(race.kept)} kept  " if race.kept else ""
        line.put(f"round {race.rounds:,} of {rounds:,}  {kept}{race.pairs:,} pairs  {_said(arm)}")

    for _ in range(rounds):
        if race.round(watch) is not None:
            save(race.weights, out)


def first_weights(game: AnyGame, start: Path | None) -> MoveWeights:
    """What the race begins with. Raises `OptionError` where the file is not of this game."""
    from ..parts.playout.move_weights import MoveWeights, load_weights

    none = MoveWeights.none_yet(game)
    given = MoveWeights(game.name) if start is None else load_weights(start)
    given.odds(game)
    return MoveWeights(game.name, given.moves, none.features if given.features is None else given.features)


def contest(game: AnyGame, iterations: int, seed: int) -> Duels | Matches:
    """How games are played."""
    from ..learn.contests import Duels, Matches

    return Matches(game, iterations, seed) if iterations else Duels(game, seed)


def found(name: str, race: Race) -> str:
    """What came of it, in words."""
    rounds = "1 round" if race.rounds == 1 else f"{race.rounds:,} rounds"
    counted = f"{name}: {rounds}, {2 * race.pairs:,} games"
    if not race.kept:
        return f"{counted}: no change was kept, so there is no file"
    changes = "1 change" if len(race.kept) == 1 else f"{len(race.kept):,} changes"
    return "\n".join(
        [f"{counted}, {changes} kept; scores of winners flatter", *(f"  {_said(arm)}" for arm in race.kept)]
    )


def _said(arm: Arm) -> str:
    return f"feature {arm.change.feature} {arm.change.by:+.3g}: {arm.mean:.3f} in {arm.pairs:,} pairs"


def _held_out(scores: list[float]) -> str:
    from ..lab.statistics import score_interval

    score = score_interval(scores)
    return f"{score.estimate:.3f} ({score.low:.3f} to {score.high:.3f}) in {len(scores):,} pairs of new games"
