"""Examples from games that were played: files of `anyspace.Match`, as JSON or SGF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from ..errors import AnyspaceError, OptionError
from ..matches.match import Match
from ..rules.game import CHANCE, AnyGame
from .examples import Examples, Gathering
from .shape import Shape, values_of


def files_in(given: Iterable[str | Path]) -> list[Path]:
    """The files that are named, and all .json and .sgf files in the folders that are; sorted, so that they come in the
    same order again. Raises `OptionError` if there are none."""
    found: list[Path] = []
    for each in map(Path, given):
        if each.is_dir():
            found += sorted(path for path in each.rglob("*") if path.suffix.lower() in (".json", ".sgf"))
        elif each.is_file():
            found.append(each)
        else:
            raise OptionError(f"there is no record {each}")
    if not found:
        raise OptionError("there are no records: give files, or folders with .json and .sgf files")
    return found


def examples_of(match: Match, shape: Shape) -> Examples | None:
    """Every decision of a game: the move that was made, and how the game ended if it did. None without decisions."""
    game, gathering, state = match.game, Gathering(shape), match.start
    for step in match.history:
        legal = state.moves()
        if state.mover != CHANCE and len(legal) > 1:
            gathering.add(state, legal, np.eye(shape.actions, dtype=np.float32)[step.move])
        state.play(step.move)
    if not len(gathering):
        return None
    examples = gathering.examples()
    if state.over:
        payoffs = state.returns()
        for k, mover in enumerate(gathering.movers):
            examples.value[k] = values_of(payoffs, mover, game, shape)
    return examples


def matches_in(game: AnyGame, files: Iterable[Path]) -> Iterator[Match]:
    """The games of these files. Raises `OptionError` for one that cannot be read or is of another game."""
    for file in files:
        try:
            match = Match.load(file, None if file.suffix.lower() == ".sgf" else game)
        except AnyspaceError as error:
            raise OptionError(f"{file}: {error}") from error
        if match.game != game:
            raise OptionError(f"{file} is a game of {match.game.name}, or with other options, not of {game.name}")
        yield match


def chunks_of(game: AnyGame, shape: Shape, files: Iterable[Path]) -> Iterator[Examples]:
    """What there is to learn from the games of these files, game by game."""
    for match in matches_in(game, files):
        found = examples_of(match, shape)
        if found is not None:
            yield found
