"""Models of players from the games that the lab has kept: what they did, counted by what they knew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import StoreError
from ..parts.opponents.models import Counts
from ..rules.game import State
from .match import replay
from .replay import stored_game
from .store import Store


def counted(store: Store, player: str, game: str | None, doubt: float, told: Callable[[int, int], object]) -> Counts:
    """A model of a player by its name in the database; `game` says which, where it has played several. `told` is called
    with how many games were gone through, and how many there are. Ctrl-C keeps what was counted."""
    ids = [row["id"] for row in store.rows("select id from games order by id")]
    counts: Counts | None = None
    known: set[str] = set()
    try:
        for number, id_ in enumerate(ids, 1):
            stored = stored_game(store, id_)
            known.update(stored.names)
            if player not in stored.names or game not in (None, stored.game.name):
                continue
            if counts is None:
                counts = Counts(stored.game, doubt)
            elif stored.game != counts.game:
                both = f"{counts.game.name} and {stored.game.name}"
                raise StoreError(f"{player!r} has played several games, {both} among them; say which: --game NAME")
            seats = {seat for seat, name in enumerate(stored.names) if name == player}
            replay(stored.game, stored.fixture, stored.row["moves"], watching(counts, seats))
            told(number, len(ids))
    except KeyboardInterrupt:
        if counts is None:
            raise
    if counts is None:
        names = ", ".join(sorted(known)) or "nobody"
        raise StoreError(f"no games of {player!r}; the database has those of {names}")
    return counts


def watching(counts: Counts, seats: set[int]) -> Callable[[State, int, Any, Any], None]:
    """Count what those seats decide."""

    def watch(state: State, mover: int, move: Any, found: Any) -> None:
        if mover in seats and len(state.moves()) > 1:
            counts.add(state, move)

    return watch
