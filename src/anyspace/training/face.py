"""Learning from Python: one function."""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..errors import OptionError
from ..rules.game import AnyGame
from .learning import Learning, Tell
from .settings import Settings


def learn_network(
    game: AnyGame,
    folder: str | Path,
    hours: float,
    *,
    records: Iterable[str | Path] = (),
    teacher: Any = None,
    positions: int = 100_000,
    tell: Tell = print,
    **settings: Any,
) -> list[Path]:
    """Learn a network for a game, or go on with what is in the folder; returns the files, the one to use first.

    By self-play; or from `records`, files of `Match` and folders of them; or from a `teacher`, whatever a search takes
    for a network, asked about so many `positions`. `hours` is how long, all runs of the folder together. `settings` are
    those of `anyspace.training.settings.Settings`: kind="linear", blocks=4, simulations=48, ... Ctrl-C raises
    `KeyboardInterrupt`, and nothing that was finished is lost.
    """
    learning = Learning(game, folder, Settings(**settings), tell)
    with contextlib.closing(learning.store), learning.lock:
        teach(learning, hours, list(records), teacher, positions)
        return learning.export(file_name(game))


def teach(
    learning: Learning, hours: float, records: list[str | Path], teacher: Any = None, positions: int = 100_000
) -> None:
    """One of the three ways to learn."""
    if not 0 < hours < float("inf"):
        raise OptionError(f"hours must be more than 0, not {hours!r}")
    if records and teacher is not None:
        raise OptionError("records and a teacher: learn from one of them at a time")
    from .studying import gather, study

    game, shape, settings = learning.game, learning.shape, learning.settings
    done, known = learning.store.count_games()
    if records:
        from .records import chunks_of, files_in

        chunks = chunks_of(game, shape, files_in(records), learning.line)
        gather(learning, itertools.islice(chunks, done, None))
    elif teacher is not None and known < positions:
        from .distilling import distilled

        gather(learning, distilled(game, shape, teacher, positions - known, settings.together, settings.seed + done))
    if records or teacher is not None:
        study(learning, hours)
    else:
        from .planning import Planner

        learning.run(hours, Planner)


def file_name(game: AnyGame) -> str:
    """A name for files, without what file systems do not like."""
    return re.sub(r"\W+", "_", game.name).strip("_")
