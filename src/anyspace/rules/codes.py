"""What rules and kernels answer with besides plain results: players, and what went wrong."""

from __future__ import annotations

# answers of `mover`
CHANCE = -1
"""Nobody decides: the game draws one of its moves."""
OVER = -2
"""The game has ended."""

# an answer of `observe`
NOTHING_SEEN = -1
"""The observer does not notice that anything happened."""

# an answer of `prune`
NOBODY = -1
"""Nobody is known to win."""

# an answer of `reply`
NO_REPLY = -1
"""The game knows none."""

# a negative answer of a C function, and the status of a kernel, is one of these
OK = 0
UNANSWERED = -100
"""Answers below this are codes, those above are the rule's own."""
RULE_RAISED = -101
"""A rule raised; a Python game's exception is kept and raised again by the caller."""
BAD_MOVE_COUNT = -102
"""`moves` gave none, or more than the game declares."""
BAD_MOVER = -103
"""`mover` named a player that does not exist."""
BAD_PAYOFF = -104
"""`returns` gave a payoff that is not a number or lies outside the declared range."""
BAD_WEIGHTS = -105
"""`weights` gave a negative weight, not a number, or only zeros."""
TOO_LONG = -106
"""A playout did not reach the end of the game within its limit."""
BAD_SCORE = -107
"""A part of the search gave a score that is not a number."""
BAD_ACTION = -108
"""A move is not below the number of `actions` that the game declares."""
BAD_PRIOR = -109
"""`prior` or `evaluate` gave what is not a number, or a negative weight."""
NOT_CONSTANT_SUM = -110
"""A part takes it that two players share what there is, and they do not."""

BAD_WINNER = -111
"""`prune` named a player that does not exist."""

BAD_FEATURE = -112
"""`features` gave a number that is not below the `move_features` that the game declares."""

BAD_PREDICATES = -113
"""`predicates` gave more than there may be, or one that is negative."""

BAD_PICK = -114
"""`pick` gave a negative number, which is no move."""

NO_PARTICLES = -115
"""There is no guess of what is hidden to begin an iteration with."""

BAD_ANSWER = -116
"""A network gave what is not a number, or a value beyond -1 and 1."""

NAMED = 1 << 30
"""Moves of Python games that are not small non-negative integers have numbers from here on."""
