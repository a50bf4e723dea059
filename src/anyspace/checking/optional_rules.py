"""The rules that a game may have besides: whether what they answer makes sense."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import rng as random_numbers
from ..rules.diagnose import record_of
from ..rules.game import Game, State
from .contract import fingerprint
from .findings import DOUBTFUL, FINE, WRONG
from .walks import Inspection, Walk, in_time

POSITIONS = 60
PICKS = 400


def check_optional(inspection: Inspection, seconds: float) -> None:
    """Each one in some positions of random games: in a few at least, in more while there is time."""
    backend = inspection.game.backend
    each = seconds / (len(QUESTIONS) + 5)
    for rule, question in QUESTIONS.items():
        if not backend.has(rule):
            continue
        for state, walk in in_time(inspection.positions[:POSITIONS], each):
            with inspection.asking(rule, walk):
                complaint = question(state)
            if complaint:
                inspection.say(WRONG, rule, complaint, walk)
                break
        else:
            inspection.say(FINE, rule, "")
    _check_keys(inspection, each)
    _check_names(inspection, each)
    _check_notation(inspection, each)
    _check_past(inspection, each)
    _check_pick(inspection, each)


# ---- one answer


def _evaluate(state: State) -> str:
    least, greatest = state.game.payoffs
    wrong = [estimate for estimate in state.evaluate() if not least <= estimate <= greatest]
    return f"gave {wrong[0]:g}; estimates are payoffs, {least:g} to {greatest:g}" if wrong else ""


def _prior(state: State) -> str:
    weights = state.prior()
    wrong = [weight for weight in weights if not 0 <= weight < math.inf]
    if wrong:
        return f"gave the weight {wrong[0]:g}; weights are 0 or more"
    return "" if sum(weights) > 0 else "gave no move any weight"


def _group(state: State) -> str:
    wrong = [group for move in state.moves() if not 0 <= (group := state.group(move)) <= 255]
    return f"gave the group {wrong[0]}; groups are 0 to 255" if wrong else ""


def _prune(state: State) -> str:
    winner, keep = state.prune()
    if not -1 <= winner < state.game.players:
        return f"says that player {winner} wins; there are {state.game.players}, from 0, and -1 is nobody"
    return "" if any(keep) or winner >= 0 else "leaves no move to look at"


def _reply(state: State) -> str:
    moves = state.moves()
    for last in (None, moves[0], moves[-1]):
        found = state.reply(last, seed=1)
        if found is not None and found not in moves:
            return f"answered {last!r} with {found!r}, which is not a legal move"
    return ""


def _features(state: State) -> str:
    most = state.game.move_features or 0
    wrong = [feature for feature in state.features() if not 0 <= feature < most]
    return f"gave {wrong[0]}; the game declares move_features={most}" if wrong else ""


def _playout_moves(state: State) -> str:
    found = state.game.backend.playout_moves(state._block)
    wrong = [move for move in found if move not in state.moves()]
    if wrong:
        return f"gave {wrong[0]!r}, which is not a legal move"
    return "" if found else "gave no move"


def _planes(state: State) -> str:
    return "" if np.isfinite(state.planes()).all() else "gave a number that is not finite"


def _predicates(state: State) -> str:
    state.predicates()  # raises
    return ""


def _perturb(state: State) -> str:
    if state.mover < 0:
        return ""
    backend, changed = state.game.backend, state.copy()
    if not backend.perturb(changed._block, state.mover, 1):
        return ""
    if changed.mover != state.mover or changed.moves() != state.moves():
        return "changes who is to move, or the moves of the player who guesses, and says that it could be so"
    return "" if changed.view(state.mover) == state.view(state.mover) else "changes what who guesses sees by 'view'"


QUESTIONS: dict[str, Callable[[State], str]] = {
    "evaluate": _evaluate,
    "prior": _prior,
    "group": _group,
    "prune": _prune,
    "reply": _reply,
    "features": _features,
    "playout_moves": _playout_moves,
    "planes": _planes,
    "predicates": _predicates,
    "perturb": _perturb,
}
"""What to ask of each rule in a position; the answer is a complaint, or nothing."""


# ---- several answers together


def _check_keys(inspection: Inspection, seconds: float) -> None:
    """Positions of one key must have the same mover and moves; equal ones must have one key."""
    if not inspection.game.backend.has("key"):
        return
    known: dict[int, tuple[Any, Walk]] = {}
    for state, walk in in_time(inspection.positions, seconds):
        with inspection.asking("key", walk):
            key, again = state.key(), state.copy().key()
        told = (state.mover, sorted(map(repr, state.moves())))
        if key != again:
            inspection.say(WRONG, "key", "gives a position and its copy different keys", walk)
            return
        if known.setdefault(key, (told, walk))[0] != told:
            other = known[key][1].where
            words = f"gives the same key to positions with different movers or moves; the other is {other}"
            inspection.say(WRONG, "key", words, walk)
            return
    inspection.say(FINE, "key", "")


def _check_names(inspection: Inspection, seconds: float) -> None:
    for state, walk in in_time(inspection.positions[:POSITIONS], seconds):
        with inspection.asking("move_name", walk):
            moves = state.moves()
            names = state.names(moves)
        twice = [name for name, times in Counter(name.lower() for name in names).items() if times > 1]
        if twice:
            words = f"{twice[0]!r} is the name of several moves of one position: it cannot be typed"
            inspection.say(DOUBTFUL, "move_name", words, walk)
            return
        if any(not name.strip() for name in names):
            inspection.say(DOUBTFUL, "move_name", "a move has no name", walk)
            return
        with inspection.asking("parse_move", walk):
            for move, name in zip(moves, names, strict=True):
                if state.parse(name) != move:
                    words = f"{name!r} is read as {state.parse(name)!r}, but it is the name of {move!r}"
                    inspection.say(WRONG, "parse_move", words, walk)
                    return
    inspection.say(FINE, "names of moves", "")


def _check_notation(inspection: Inspection, seconds: float) -> None:
    game = inspection.game
    written = (
        getattr(game, "notation", None) if isinstance(game, Game) else getattr(_kind(inspection), "notation", None)
    )
    read = getattr(game, "from_notation", None) if isinstance(game, Game) else None
    if not written or (isinstance(game, Game) and not read):
        return
    for state, walk in in_time(inspection.positions[:POSITIONS], seconds):
        with inspection.asking("notation", walk):
            text = state.notation()
        with inspection.asking("from_notation", walk):
            back = game.position(text)
        if (back.mover, back.moves()) != (state.mover, state.moves()):
            inspection.say(WRONG, "notation", f"{text!r} is read as a position with another mover or other moves", walk)
            return
    inspection.say(FINE, "notation", "")


def _check_past(inspection: Inspection, seconds: float) -> None:
    """What `rewind` says leads back to the position, and to a guess of it."""
    guesses, told = inspection.game.backend.facts.determinize != 0, False
    for state, walk in in_time(inspection.positions[:POSITIONS], seconds):
        with inspection.asking("determinize", walk):
            alike = [state.determinize(state.mover, seed=1)] if guesses else []
        for here in [state, *alike]:
            with inspection.asking("rewind", walk):
                past = here.past()
            if past is None:
                continue
            told = True
            if complaint := _lost_on_the_way(here, *past):
                whose = "" if here is state else ", of a guess"
                inspection.say(WRONG, "rewind", complaint + whose, walk)
                return
    if told:
        inspection.say(FINE, "rewind", "")


def _lost_on_the_way(here: State, then: State, made: list[Any]) -> str:
    for number, move in enumerate(made):
        if move not in then.moves():
            return f"gave {move!r} as move {number + 1}, which was not legal then"
        then.play(move)
    return "" if fingerprint(then) == fingerprint(here) else "gave moves that do not lead back to the same position"


def _kind(inspection: Inspection) -> Any:
    return type(inspection.positions[0][0].object) if inspection.positions else None


def _check_pick(inspection: Inspection, seconds: float) -> None:
    """A random move without a list: it must be legal, and each as likely."""
    game = inspection.game
    if not isinstance(game, Game) or "pick" not in game.rules:
        return
    stream = random_numbers.new(7)
    worst = 0.0
    for state, walk in in_time(inspection.positions[:20], seconds):
        moves = state.moves()
        found: Counter[int] = Counter()
        with inspection.asking("pick", walk), np.errstate(all="ignore"):
            for _ in range(PICKS):
                found[int(game.rules["pick"](record_of(game, bytes(state)), stream))] += 1
        if wrong := [move for move in set(found) - set(moves) if not state.allows(move, moves)]:
            inspection.say(WRONG, "pick", f"gave {min(wrong)}, which is not a legal move", walk)
            return
        expected = PICKS / len(moves)
        if expected >= 8 and game.box is None:  # vectors of a box: hardly any comes twice
            chi = sum((found[move] - expected) ** 2 / expected for move in moves)
            worst = max(worst, (chi - (len(moves) - 1)) / math.sqrt(2 * max(1, len(moves) - 1)))
    if worst > 8:
        inspection.say(DOUBTFUL, "pick", "some moves are drawn much oftener than others; playouts are not uniform")
    else:
        inspection.say(FINE, "pick", "")
