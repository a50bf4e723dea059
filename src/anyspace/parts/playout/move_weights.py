"""Weights of moves in a file: what was learnt off line about a game, for playouts that draw moves by it.

An npz file with the entries `version`, `game` (its name), and one or both of

    moves       a weight for every player and move, at `player * actions + move`
    features    a weight for every number that the game's rule `features` may answer

A move's odds are exp(weight of the move + weight of its feature). What is not in the file weighs 0.
"""

from __future__ import annotations

import io
import os
import zipfile
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...errors import OptionError
from ...files import write_whole
from ...rules.game import AnyGame, Game

VERSION = 1
GREATEST = 50.0
"""Of a weight: odds and their sums stay far from what a number can hold."""


@dataclass
class MoveWeights:
    """The weights of one game."""

    game: str
    """its name"""
    moves: Any = None
    """float64 [players * actions], or None"""
    features: Any = None
    """float64 [move_features], or None"""

    @classmethod
    def none_yet(cls, game: AnyGame) -> MoveWeights:
        """All moves are alike."""
        by_feature = np.zeros(game.move_features or 1) if _has_features(game) else None
        by_move = np.zeros(game.players * game.actions) if game.actions and numbers_its_moves(game) else None
        return cls(game.name, by_move, by_feature)

    def odds(self, game: AnyGame, temperature: float = 1.0) -> tuple[Any, Any]:
        """exp(weight / temperature) by move and by feature, ones where there is no weight, for tables. Raises
        `OptionError` if the weights are not this game's."""
        if self.game != game.name:
            raise OptionError(f"the weights are of {self.game}, not of {game.name}")
        if self.moves is not None and not numbers_its_moves(game):
            raise OptionError(f"{game.name}: its moves are not numbers, and cannot be known by one in a file")
        sizes = {"moves": game.players * (game.actions or 1), "features": game.move_features or 1}
        tables = []
        for name, size in sizes.items():
            given = getattr(self, name)
            if given is not None and (len(given) != size or (name == "features" and not _has_features(game))):
                found = f"{len(given):,} by {name[:-1]}"
                raise OptionError(f"the weights are of another {game.name}: {found}, where this one has {size:,}")
            tables.append(np.ones(size) if given is None else np.exp(np.clip(given / temperature, -GREATEST, GREATEST)))
        return tables[0], tables[1]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file, whole or not at all."""
        given = {name: getattr(self, name) for name in ("moves", "features") if getattr(self, name) is not None}
        out = io.BytesIO()
        np.savez(out, version=np.array(VERSION), game=np.array(self.game), **given)
        write_whole(path, out.getvalue())


def load_weights(path: str | os.PathLike[str]) -> MoveWeights:
    """Read a file. Raises `OptionError` if it has no weights in it."""
    try:
        with np.load(path, allow_pickle=False) as found:
            content = {name: found[name] for name in found.files}
    except OSError as error:
        raise OptionError(f"cannot read weights from {os.fspath(path)}: {error.strerror or error}") from None
    except (ValueError, zipfile.BadZipFile, AttributeError):
        raise OptionError(f"{os.fspath(path)} is no file of weights") from None
    if not {"version", "game"} <= content.keys():
        raise OptionError(f"{os.fspath(path)} is no file of weights")
    if int(content["version"]) != VERSION:
        raise OptionError(f"{os.fspath(path)} has weights of version {content['version']}; this is version {VERSION}")
    weights = MoveWeights(str(content["game"]), content.get("moves"), content.get("features"))
    for given in (weights.moves, weights.features):
        if given is not None and (given.ndim != 1 or given.dtype.kind != "f" or not np.isfinite(given).all()):
            raise OptionError(f"{os.fspath(path)} has weights that are not numbers")
    return weights


def numbers_its_moves(game: AnyGame) -> bool:
    """Whether a move has the same number in every process. Moves of Python games that are no numbers get one when they
    are first seen, in whatever order."""
    return isinstance(game, Game) or all(type(move) is int for move in game.start(seed=0).moves())


def _has_features(game: AnyGame) -> bool:
    return game.move_features is not None and game.backend.has("features")
