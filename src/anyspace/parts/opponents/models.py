"""Models of players: how often each move is made, given what the mover knows. A function, or counts of what was played.

A model is called with a state and gives a dictionary from move to share, as a strategy does (solve/equilibria). What is
left out is never played. Where shares sum to less than 1 the model does not know the rest: so often the search decides
for itself what the other would do. A model is to look at what the mover knows and at nothing else.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from ...errors import OptionError
from ...rules.game import AnyGame, State

Model = Callable[[State], Mapping[Any, float]]
UNIFORM = "uniform"
FORMAT = "anyspace opponents 1"


def uniform(state: State) -> dict[Any, float]:
    """Any move is as likely."""
    moves = state.moves()
    return dict.fromkeys(moves, 1.0 / len(moves))


class Counts:
    """What was played, counted by what the mover knew (`information_key`), or, where the game has no such rule, by what
    moves look like (`features`). `doubt` is how many decisions it takes to be half sure: after n of a kind the model
    answers n / (n + doubt) of the time."""

    def __init__(self, game: AnyGame, doubt: float = 2.0) -> None:
        if not 0.0 <= doubt < float("inf"):
            raise OptionError(f"doubt must be a number, 0 or more, not {doubt!r}")
        known = [rule for rule in ("information_key", "features") if game.backend.has(rule)]
        if not known:
            raise OptionError(
                f"{game.name} has neither a rule 'information_key' nor 'features': there is nothing to count moves by"
            )
        self.game, self.doubt, self.by = game, float(doubt), known[0]
        self.made: dict[str, dict[str, float]] = {}
        """by what was known: how often each move; by features: how often made (`made`) and there (`there`)"""
        self.decisions = 0

    def add(self, state: State, move: Any) -> None:
        """`move` was made at `state`."""
        self.decisions += 1
        if self.by == "information_key":
            row = self.made.setdefault(self._known(state), {})
            row[str(move)] = row.get(str(move), 0.0) + 1.0
            return
        for other, feature in zip(state.moves(), state.features(), strict=True):
            row = self.made.setdefault(str(feature), {"made": 0.0, "there": 0.0})
            row["there"] += 1.0
            row["made"] += other == move

    def watch(self, start: State, moves: Iterable[Any], players: Iterable[int] | None = None) -> None:
        """A whole game: the decisions of all players, or of those seats."""
        state, seats = start.copy(), None if players is None else set(players)
        for move in moves:
            if state.mover >= 0 and (seats is None or state.mover in seats) and len(state.moves()) > 1:
                self.add(state, move)
            state.play(move)

    def __call__(self, state: State) -> dict[Any, float]:
        moves = state.moves()
        if self.by == "information_key":
            row = self.made.get(self._known(state), {})
            seen = sum(row.values())
            return {move: row.get(str(move), 0.0) / (seen + self.doubt) for move in moves} if seen > 0 else {}
        rows = [self.made.get(str(feature)) for feature in state.features()]
        rates = [row["made"] / row["there"] if row else 0.0 for row in rows]
        known = min(row["there"] if row else 0.0 for row in rows)
        total = sum(rates) * (known + self.doubt) / known if known > 0 else 0.0
        return {move: rate / total for move, rate in zip(moves, rates, strict=True)} if total > 0 else {}

    def _known(self, state: State) -> str:
        return f"{state.mover}:{state.information_key(state.mover)}"

    def save(self, path: str | Path) -> None:
        """As JSON."""
        kept = {"format": FORMAT, "game": self.game.name, "by": self.by, "doubt": self.doubt}
        Path(path).write_text(json.dumps({**kept, "decisions": self.decisions, "made": self.made}), encoding="utf-8")

    @classmethod
    def load(cls, game: AnyGame, path: str | Path) -> Counts:
        """What was saved. Raises `OptionError`."""
        try:
            kept = json.loads(Path(path).read_text(encoding="utf-8"))
            if not isinstance(kept, dict) or kept.get("format") != FORMAT or kept["game"] != game.name:
                raise ValueError
            found = cls(game, kept["doubt"])
            found.made = {str(k): {str(m): float(c) for m, c in row.items()} for k, row in kept["made"].items()}
            found.decisions = int(kept["decisions"])
            if found.by != kept["by"]:
                raise ValueError
        except OSError as error:
            raise OptionError(f"{path}: {error.strerror}") from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise OptionError(f"{path} is no file of counts for {game.name}") from None
        return found


def as_model(given: Any, game: AnyGame) -> Model:
    """The model that is meant: a function, "uniform", FILE.json (counts that were saved), or FILE.py:NAME."""
    if callable(given):
        return given
    if given == UNIFORM:
        return uniform
    if isinstance(given, str) and given.endswith(".json"):
        return Counts.load(game, given)
    if isinstance(given, str) and ".py:" in given:
        return function_of_file(given)
    raise OptionError(
        f"model must be a function from a state to shares of its moves, {UNIFORM!r}, FILE.json or "
        f"FILE.py:NAME, not {given!r}"
    )


def function_of_file(text: str) -> Model:
    """The function that `FILE.py:NAME` names. Raises `OptionError`."""
    path, _, name = text.rpartition(":")
    file = Path(path).resolve()
    if not file.is_file():
        raise OptionError(f"there is no file {path}")
    spec = importlib.util.spec_from_file_location(f"anyspace_own_model_{file.stem}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise OptionError(f"importing {file.name} raised {type(error).__name__}: {error}") from error
    found = getattr(module, name, None)
    if not callable(found):
        raise OptionError(f"{file.name} has no function {name!r}")
    return found
