"""Examples from games that were played: files of `anyspace.Match`, as JSON or SGF."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import AnyspaceError, OptionError
from ..matches.match import Match
from ..matches.saving import text_of
from ..matches.sgf import read
from ..matches.sgf_games import game_of, match_of, winner_of
from ..rules.game import CHANCE, AnyGame
from .examples import Examples, Gathering
from .shape import Shape, values_of

Tell = Callable[[str], object]


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


def examples_of(match: Match, shape: Shape, payoffs: Any = None) -> Examples | None:
    """Every decision of a game: the move that was made, and how the game ended, as `payoffs` say or the moves, if they
    end it. None without decisions."""
    game, gathering, state = match.game, Gathering(shape), match.start
    for step in match.history:
        legal = state.moves()
        if state.mover != CHANCE and len(legal) > 1:
            gathering.add(state, legal, np.eye(shape.actions, dtype=np.float32)[step.move])
        state.play(step.move)
    if not len(gathering):
        return None
    examples = gathering.examples()
    if payoffs is None and state.over:
        payoffs = state.returns()
    if payoffs is not None:
        for k, mover in enumerate(gathering.movers):
            examples.value[k] = values_of(payoffs, mover, game, shape)
    return examples


def record_in(game: AnyGame, file: Path) -> tuple[Match, list[float] | None]:
    """The game of a file, and its payoffs where the file says who won: people agree about dead stones and do not take
    them, so that the last position of SGF may say otherwise. Raises `OptionError` for a file that cannot be read, or is
    of another game."""
    try:
        if file.suffix.lower() == ".sgf":
            line = read(text_of(file))
            if (found := game_of(line)) == game:
                return match_of(line, game), paid(game, winner_of(line))
        else:
            match = Match.load(file, game)
            if (found := match.game) == game:
                return match, None
    except OSError as error:
        raise OptionError(f"{file}: {error.strerror or error}") from None
    except AnyspaceError as error:
        raise OptionError(f"{file}: {error}") from error
    raise OptionError(f"{file} is a game of {as_text(found)}, not of {as_text(game)}")


def paid(game: AnyGame, won: float | None) -> list[float] | None:
    """The payoffs of two players where the first one won (1), lost (-1) or drew (0); None where nobody knows."""
    if won is None:
        return None
    least, greatest = game.payoffs
    middle, half = (greatest + least) / 2, (greatest - least) / 2
    return [middle + won * half, middle - won * half]


def as_text(game: AnyGame) -> str:
    """A game with its options."""
    options = game.origin.options if game.origin is not None else ()
    told = ", ".join(f"{name}={value!r}" for name, value in options)
    return f"{game.name}({told})" if told else game.name


def matches_in(game: AnyGame, files: Iterable[Path], tell: Tell = lambda line: None) -> Iterator[Match]:
    """The games of these files, of those that fit (`records_in`)."""
    return (match for match, _ in records_in(game, files, tell))


def chunks_of(game: AnyGame, shape: Shape, files: Iterable[Path], tell: Tell = lambda line: None) -> Iterator[Examples]:
    """What there is to learn from the games of these files, game by game, of those that fit (`records_in`)."""
    for match, payoffs in records_in(game, files, tell):
        found = examples_of(match, shape, payoffs)
        if found is not None:
            yield found


def records_in(game: AnyGame, files: Iterable[Path], tell: Tell) -> Iterator[tuple[Match, list[float] | None]]:
    """Games and their payoffs (`record_in`). Files that do not fit are skipped; in the end it tells how many, and why
    the first one was. Raises `OptionError` if none fits."""
    fitting, reasons = 0, list[str]()
    for file in files:
        try:
            match, payoffs = record_in(game, file)
        except OptionError as error:
            reasons.append(str(error))
            continue
        if any(step.player != CHANCE for step in match.history):
            fitting += 1
            yield match, payoffs
        else:
            reasons.append(f"{file}: there is no decision in it")
    if reasons and not fitting:
        raise OptionError(f"none of the records fits, {len(reasons):,} in all; the first: {reasons[0]}")
    if reasons:
        tell(f"{len(reasons):,} of {len(reasons) + fitting:,} records were skipped; the first: {reasons[0]}")
