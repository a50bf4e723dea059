"""Searches for experiments, and what they err."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....rules.game import AnyGame, State
from ....search.search import Search

Problem = tuple[State, Sequence[Any]]
"""A position, and the moves that are right in it."""


def search(game: AnyGame, words: str = "", seed: int = 1, **options: Any) -> Search:
    """A search with parts by their texts, between blanks."""
    return Search(game, "plain", *words.split(), seed=seed, **options)


def think(looker: Any, state: State | None, iterations: int) -> Any:
    """What a search (or a solver) finds; with no state it goes on. One that Ctrl-C has cut short is no observation: it
    is passed on as `KeyboardInterrupt`."""
    found = looker.run(*([] if state is None else [state]), iterations=iterations)
    if getattr(found, "stats", found).interrupted:
        raise KeyboardInterrupt
    return found


def errors(
    game: AnyGame, words: str, problems: Sequence[Problem], iterations: Sequence[int], seeds: int = 1
) -> list[float]:
    """How often a search is wrong: [problem], the mean over seeds and budgets."""
    looker = search(game, words)
    wrong = [0.0] * len(problems)
    for i, (state, right) in enumerate(problems):
        for seed in range(seeds):
            looker.seed = i * seeds + seed
            answers = [think(looker, state, budget).move for budget in iterations]
            wrong[i] += sum(answer not in right for answer in answers) / len(answers) / seeds
    return wrong
