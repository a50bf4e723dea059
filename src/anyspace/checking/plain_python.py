"""A compiled game's rules run by Python first: there a wrong index raises, and says where; compiled it may crash."""

from __future__ import annotations

import copy

from ..rules.game import CHANCE, OVER, Game, State
from .findings import FINE, WRONG
from .walks import Inspection, random_games

GAMES = 20


def uncompiled(game: Game) -> Game:
    """The same game, its rules not compiled."""
    from ..rules.interpreted import InterpretedBackend

    twin = copy.copy(game)
    twin.__dict__["backend"] = InterpretedBackend(twin)
    return twin


def check_plain_python(inspection: Inspection, seconds: float) -> None:
    """Random games of the rules as they are written."""
    game = inspection.game
    if isinstance(game, Game):
        for state, walk in random_games(inspection, uncompiled(game), seconds, GAMES):
            if state.over:
                with inspection.asking("returns", walk):
                    state.returns()


def check_twins(inspection: Inspection, seconds: float) -> None:
    """The same games compiled and not: every answer and every byte."""
    game = inspection.game
    if not isinstance(game, Game):
        return
    twin = uncompiled(game)
    before: State | None = None
    for state, walk in random_games(inspection, game, seconds, GAMES):
        if not walk.moves or before is None:
            before = twin.start(seed=walk.seed)
        else:
            before.play(walk.moves[-1])
        rule = _difference(state, before)
        if rule:
            words = (
                "compiled it answers otherwise than run by Python. Usual causes: a negative index (Python counts from "
                "the end), a number too large for its field or for 64 bits, a field or an array that was never written"
            )
            inspection.say(WRONG, rule, words, walk)
            return
    inspection.say(FINE, "compiled as written", "")


def _difference(state: State, twin: State) -> str:
    """The rule whose answers differ, if one does."""
    if bytes(state) != bytes(twin):
        return "play" if state.mover != CHANCE else "start or play"
    if state.mover != twin.mover:
        return "mover"
    if state.mover != OVER and state.moves() != twin.moves():
        return "moves"
    if state.mover == OVER and state.returns() != twin.returns():
        return "returns"
    return ""
