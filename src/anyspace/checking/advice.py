"""What a game could have besides, and what that would bring: by what random games are like, and what parts ask for."""

from __future__ import annotations

import time

from ..errors import AnyspaceError
from ..parts.registry import catalogue
from ..rules.character import character
from ..rules.game import CHANCE, Game, State
from ..rules.limits import LONGEST_PLAYOUT
from .findings import POSSIBLE
from .secrets import has_view
from .walks import Inspection

WIDE, LONG, LARGE = 25, 60, 2048
"""Moves to choose from, moves of a game and bytes of a state that are many."""

PLIES, MOST_PATHS = 3, 4000
"""How far move orders are compared, and how many of them."""

LEAST_SECONDS = 0.3
"""However little time there is."""

MANY = 0.6
"""A smaller share of different positions than this among all paths, and transpositions are worth a rule."""


def advise(inspection: Inspection, seconds: float) -> None:
    """Add what is possible."""
    game, facts = inspection.game, inspection.report.facts
    backend = game.backend
    if game.actions is None and game.box is None:
        _advise_actions(inspection)
    if not backend.has("key"):
        _advise_key(inspection, seconds)
    if not backend.has("evaluate") and facts["mean_length"] > LONG:
        words = (
            f"games are long ({facts['mean_length']:.0f} moves): with an estimate of unfinished positions playouts can "
            f"be cut short (`cut`), and {_parts('evaluate')} become possible"
        )
        inspection.say(POSSIBLE, "evaluate", words)
    if not backend.has("prior") and facts["mean_moves"] > WIDE:
        words = (
            f"there are {facts['mean_moves']:.0f} moves to choose from: weights that say which look good make "
            f"{_parts('prior')} possible, which try those first"
        )
        inspection.say(POSSIBLE, "prior", words)
    if game.max_length == LONGEST_PLAYOUT and facts["most_length"] * 4 < LONGEST_PLAYOUT:
        had = f"none is declared, and games had {facts['most_length']} moves at most"
        words = f"{had}: with one, endless games are noticed sooner"
        inspection.say(POSSIBLE, "max_length", words)
    if isinstance(game, Game):
        _advise_compiled(inspection, game)
    if game.hides and not game.hides_moves:
        words = "if players cannot always tell which move another made, this rule says what they see of it"
        inspection.say(POSSIBLE, "observe", words)


def _advise_actions(inspection: Inspection) -> None:
    found = character(inspection.game)
    moves = [move for state, _ in inspection.positions for move in state.moves() if isinstance(move, int)]
    number = f"; moves met were below {max(moves) + 1:,}" if moves else ""
    words = f"the number of different moves is not declared{number}. With it {_parts('actions')} are possible"
    if found.moves_last:
        words += "; moves here can be made now or later (stones that stay), where RAVE and GRAVE are strongest"
    inspection.say(POSSIBLE, "actions", words)


def _advise_key(inspection: Inspection, seconds: float) -> None:
    """By how many ways lead to the same position, from some positions."""
    worst = 1.0
    told = (0, 0)
    for state, _ in inspection.positions[:3]:
        paths, different = _ways(state, time.perf_counter() + max(LEAST_SECONDS, seconds / 3))
        if paths > 20 and different / paths < worst:
            worst, told = different / paths, (paths, different)
    if worst < MANY:
        words = (
            f"{told[0]:,} ways to make {PLIES} moves led to {told[1]:,} positions: with a key {_parts('key')} share "
            "what they know of them"
        )
        inspection.say(POSSIBLE, "key", words)


def _ways(state: State, end: float) -> tuple[int, int]:
    """Ways to make some moves, and the positions after them; none where that takes too long."""
    layer = [state.copy()]
    for _ in range(PLIES):
        following: list[State] = []
        for each in layer:
            if each.over or each.mover == CHANCE:
                continue
            for move in each.moves():
                following.append(each.copy().play(move))
                if len(following) >= MOST_PATHS or time.perf_counter() > end:
                    return 0, 0
        layer = following
    try:
        return len(layer), len({each.frozen() for each in layer})
    except (AnyspaceError, TypeError):  # objects that cannot be hashed
        return 0, 0


def _advise_compiled(inspection: Inspection, game: Game) -> None:
    speed = inspection.report.speed
    if "pick" not in game.rules and "playout" not in game.rules and speed.get("moves", 0) > 2 * speed.get("play", 1e9):
        words = "listing moves takes most of a playout: a rule that draws one without a list makes playouts faster"
        inspection.say(POSSIBLE, "pick", words)
    if game.state.itemsize > LARGE:
        size = f"a state has {game.state.itemsize:,} bytes, copied for every iteration"
        words = f"{size}: small fields (int8, bits) are faster"
        inspection.say(POSSIBLE, "state", words)
    for rule, brings in (
        ("move_name", "names instead of numbers"),
        ("render", "a board instead of fields"),
        ("notation", "positions as text, to type and to save"),
    ):
        if getattr(game, rule) is None and not (rule == "move_name" and game.box is not None):
            inspection.say(POSSIBLE, rule, f"{brings}, for people")
    if game.hides and not has_view(game, inspection):
        inspection.say(POSSIBLE, "view", "what a player sees, for people; and checks of `determinize` go by it")


def _parts(rule: str) -> str:
    names = sorted(part.name for part in catalogue() if rule in part.needs)
    shown = ", ".join(names[:5]) + (f" and {len(names) - 5} more parts" if len(names) > 5 else "")
    return shown or "no part"
