"""How large a game may be: what the records of a search have room for."""

MOST_PLAYERS = 127
"""A node has its player in 8 bits."""

MOST_MOVES = 65_535
"""A node counts its untried moves in 16 bits."""

MOST_ACTIONS = 1 << 24
"""A trace notes a move and its player in 31 bits."""

LONGEST_GAME = 2**31 - 1
"""A path's length is counted in 31 bits."""

LONGEST_PLAYOUT = 10_000
"""Where a game declares no `max_length`: a playout that goes on longer is taken for one that never ends."""
