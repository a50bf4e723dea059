"""What can be said from games played, and how surely. docs/lab_statistics.md says when to use which."""

from .comparisons import (
    Difference,
    NonInferiority,
    holm,
    non_inferior,
    non_inferior_wins,
    observations_needed,
    paired_difference,
    rate_difference,
)
from .intervals import Interval, mean_interval, score_interval, wilson
from .ratings import Encounter, Ratings, bradley_terry, elo_difference, elo_interval, expected_score
from .sequential import Sprt, Verdict

__all__ = [
    "Difference",
    "Encounter",
    "Interval",
    "NonInferiority",
    "Ratings",
    "Sprt",
    "Verdict",
    "bradley_terry",
    "elo_difference",
    "elo_interval",
    "expected_score",
    "holm",
    "mean_interval",
    "non_inferior",
    "non_inferior_wins",
    "observations_needed",
    "paired_difference",
    "rate_difference",
    "score_interval",
    "wilson",
]
