"""Does a game keep its contract? Some random games through its backend, every answer checked.

Kernels check what costs nothing there. What would cost (a move that is listed twice, a negative one, a copy that is
none, a payoff that nobody wrote) is looked for here: once before a game is searched for the first time, and again, for
longer, to find out why a search failed.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from ..errors import GameError
from .answered import finite_heuristic, once_each_code, wanted_payoff
from .codes import CHANCE, OVER
from .vector_names import fits, some_move

if TYPE_CHECKING:
    from ..machine.blocks import Block
    from .backend import Backend
    from .game import AnyGame

GAMES = 4
SECONDS = 0.05
"""What a first look may take: more than a hundred moves of a compiled game, some of one that lives in Python."""


def examine(game: AnyGame) -> None:
    """Look at a game before its first search. Raises `GameError`, or what a rule raised."""
    if not game.examined:
        look_into(game, None, GAMES, SECONDS)
        game.examined = True


def look_into(game: AnyGame, origin: Block | None, games: int, seconds: float, also: Collection[str] = ()) -> None:
    """Random games from `origin`, or from the start, asking the rules that every game has, and `also` these. Raises at
    the first breach of the contract."""
    backend, source, end = game.backend, random.Random(0), time.perf_counter() + seconds
    for _ in range(games):
        if origin is None:
            block = backend.new()
            backend.start(block, source.getrandbits(63))
        else:
            block = backend.copy(origin)
        for _ in range(game.max_length):
            if not _step(game, backend, block, source, also):
                break
            if time.perf_counter() > end:
                return


def _step(game: AnyGame, backend: Backend, block: Block, source: random.Random, also: Collection[str]) -> bool:
    """One move in place; False where the game is over."""
    player = backend.mover(block)
    if player == OVER:
        _check_payoffs(game, backend.returns(block))
        return False
    if not CHANCE <= player < game.players:
        known = f"a player 0 to {game.players - 1}, CHANCE or OVER"
        raise GameError(f"{game.name}: rule 'mover' gave {player}; expected {known}")
    moves = backend.moves(block)
    if not moves:
        raise GameError(f"{game.name}: rule 'moves' gave 0 moves in a position where somebody is to move")
    if game.simultaneous and player != CHANCE:
        _check_together(game, backend, block)
    if also and player != CHANCE:
        _ask(backend, block, moves, also, source)
    odds = backend.weights(block) if player == CHANCE else None
    if odds is not None and not (all(odd >= 0 for odd in odds) and 0 < sum(odds) < 1e300):
        raise GameError(f"{game.name}: rule 'weights' gave a negative weight, one that is not a number, or only zeros")
    move = source.choices(moves, odds)[0]
    if game.box is not None and player != CHANCE:
        if wrong := [listed for listed in moves if not fits(game.box, listed)]:
            raise GameError(f"{game.name}: rule 'moves' gave {wrong[0]!r}, which is no vector of the game's box")
        move = some_move(game.box, moves, source)
    twin = backend.copy(block)
    backend.play(twin, move)
    if backend.mover(block) != player or backend.moves(block) != moves:
        raise GameError(
            f"{game.name}: after {move!r} was played in a copy, 'mover' or 'moves' answer otherwise in the original: "
            "either `copy` shares something with it, or equal moves do not compare equal (tuples do)"
        )
    backend.assign(block, twin)
    return True


def _check_together(game: AnyGame, backend: Backend, block: Block) -> None:
    """Moves made at the same time: one a player, as many as were announced, and all can be taken back."""
    first, trial, seen = backend.copy(block), backend.copy(block), set[int]()
    backend.withdraw(first)
    left = backend.together(block)
    if not 0 <= left < game.players:
        raise GameError(f"{game.name}: rule 'together' gave {left}; expected 0 to {game.players - 1}")
    while left > 0:
        seen.add(backend.mover(trial))
        backend.play(trial, backend.moves(trial)[0])
        player, now = backend.mover(trial), backend.together(trial) if backend.mover(trial) >= 0 else -1
        if player in seen or now != left - 1:
            raise GameError(
                f"{game.name}: rule 'together' gave {left}, and after a move of player {max(seen)} comes player "
                f"{player} with {now}; expected another player with {left - 1}"
            )
        again = backend.copy(trial)
        backend.withdraw(again)
        if backend.mover(again) != backend.mover(first) or backend.moves(again) != backend.moves(first):
            raise GameError(f"{game.name}: rule 'withdraw' does not lead back to where all are still to choose")
        left = now


def _check_payoffs(game: AnyGame, payoffs: list[float]) -> None:
    least, greatest = game.payoffs
    slack = 0.0 if game.open_ended else 1e-9 * (greatest - least)
    for payoff in payoffs:
        if not (math.isfinite(payoff) and least - slack <= payoff <= greatest + slack):
            raise GameError(f"{game.name}: rule 'returns' gave {payoff:g}; {wanted_payoff(game)}")


def _ask(backend: Backend, block: Block, moves: list[Any], rules: Collection[str], source: random.Random) -> None:
    """Rules that parts ask for: one that raises says so."""
    seed, move = source.getrandbits(63), moves[0]
    questions: dict[str, Callable[[], object]] = {
        "key": lambda: backend.key(block),
        "evaluate": lambda: backend.evaluate(block),
        "prior": lambda: backend.prior(block),
        "group": lambda: backend.group(block, move),
        "prune": lambda: backend.prune(block),
        "reply": lambda: backend.reply(block, None, seed),
        "features": lambda: backend.features(block, moves),
        "code": lambda: once_each_code(backend.game, moves, backend.codes(block, moves)),
        "heuristic": lambda: finite_heuristic(backend.game, backend.heuristic(block)),
        "predicates": lambda: backend.predicates(block),
        "playout_moves": lambda: backend.playout_moves(block),
        "information_key": lambda: backend.information_key(block, 0),
        "observe": lambda: backend.observe(block, move, 0),
        "perturb": lambda: backend.perturb(backend.copy(block), 0, seed),
        "determinize": lambda: backend.determinize(backend.copy(block), 0, seed),
    }
    for rule in rules:
        questions.get(rule, lambda: None)()
