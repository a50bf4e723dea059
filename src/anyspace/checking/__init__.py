"""Is a game what its author thinks it is? `anyspace.check(game)`, `anyspace check FILE.py:NAME`."""
