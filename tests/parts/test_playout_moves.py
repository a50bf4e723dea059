"""Playouts that know, where a game says what they choose from: they are asked about these moves, not about all."""

from __future__ import annotations

from uncompiled import plain_search

import anyspace


def test_odds_of_some_of_the_legal_moves():
    search = plain_search(anyspace.load("go(size=5)"), "heavy", seed=1)
    compiled = anyspace.Search(anyspace.load("go(size=5)"), "heavy", seed=1)
    tables = [each.run(each.game.start(), iterations=25).table for each in (search, compiled)]
    assert [(row.move, row.visits) for row in tables[0]] == [(row.move, row.visits) for row in tables[1]]
