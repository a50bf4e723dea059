"""Random games in which everything is looked at that a search relies on: copies, repetition, ranges, ends."""

from __future__ import annotations

import math
from typing import Any

from ..rules.game import CHANCE, OVER, Game, State
from ..rules.vector_names import some_move
from .findings import DOUBTFUL, FINE, WRONG
from .walks import Broken, Inspection, Walk, random_games

GAMES = 200
KEPT = 400
"""How many positions are kept for other checks."""

FEW_PAYOFFS = 0.25
"""Where random games use a smaller share than this of the declared range, it is said."""


def check_contract(inspection: Inspection, seconds: float) -> None:
    """The rules that every game has."""
    game, report = inspection.game, inspection.report
    check_start(inspection)
    compares = _compares(inspection)
    widths: list[int] = []
    lengths: list[int] = []
    positions = 0
    for state, walk in random_games(inspection, game, seconds, GAMES):
        positions += 1
        with inspection.asking("mover", walk):
            mover = state.mover
        if mover == OVER:
            lengths.append(len(walk.moves))
            _check_end(inspection, state, walk)
            continue
        with inspection.asking("moves", walk):
            moves = state.moves()
        if not moves:
            continue  # which the walk will not
        _check_asked_again(inspection, state, walk, moves)
        _check_play(inspection, state, walk, moves, compares)
        if mover != CHANCE:
            widths.append(len(moves))
            _keep(inspection, state, walk, positions)
    if not inspection.ends:
        inspection.say(DOUBTFUL, "length", "no random game came to its end in the time there was; give more --seconds")
    report.facts |= {
        "players": game.players,
        "games": len(lengths),
        "positions": positions,
        "mean_moves": sum(widths) / max(1, len(widths)),
        "most_moves": max(widths, default=0),
        "mean_length": sum(lengths) / max(1, len(lengths)),
        "most_length": max(lengths, default=0),
        "max_moves": game.max_moves,
        "max_length": game.max_length,
        "payoffs": _payoffs_in_words(inspection),
    }
    for topic in ("start", "play", "moves", "copies"):
        if not inspection.failed(topic):
            inspection.say(FINE, topic, "")
    _check_payoffs_met(inspection)


def _keep(inspection: Inspection, state: State, walk: Walk, seen: int) -> None:
    """A sample of all positions, each as likely."""
    kept = inspection.positions
    pair = (state.copy(), Walk(walk.game, walk.seed, list(walk.moves)))
    if len(kept) < KEPT:
        kept.append(pair)
    elif (place := inspection.source.randrange(seen)) < KEPT:
        kept[place] = pair


# ---- the start


def check_start(inspection: Inspection) -> None:
    """One seed, one start; and all of the state is written."""
    game = inspection.game
    with inspection.asking("start"):
        first, again = game.start(seed=5), game.start(seed=5)
    if not first.over and first.moves():
        _check_asked_again(inspection, first, Walk(game, 5), first.moves())
    if inspection.failed("moves"):
        raise Broken
    if fingerprint(first) != fingerprint(again):
        words = "two starts with the same seed differ; draw from what the rule is given, not from elsewhere"
        inspection.say(WRONG, "start", words)
    if isinstance(game, Game):
        block = game.backend.new()
        block[:] = 0xA5
        game.backend.start(block, 5)
        if bytes(State(game, block)) != bytes(first):
            fields = [name for name in game.backend.field_names if _differs(State(game, block), first, name)]
            words = f"does not write all of the state ({', '.join(fields)}): it would keep what was there before"
            inspection.say(WRONG, "start", words)


def _differs(state: State, other: State, field: str) -> bool:
    return bytes(state.record[field].tobytes()) != bytes(other.record[field].tobytes())


# ---- every position


def _compares(inspection: Inspection) -> bool:
    """Whether copies are equal, which states that are Python objects may not say."""
    state = inspection.game.start(seed=1)
    with inspection.asking("copy"):
        equal = state == state.copy()
    if not equal and isinstance(inspection.game, Game):
        inspection.say(
            WRONG, "copies", "a copy does not equal its original: a field holds a number that is not one (NaN)"
        )
    elif not equal:
        words = "a state does not equal its copy; with `__eq__` a search keeps its tree from move to move"
        inspection.say(DOUBTFUL, "copies", words)
    return equal


def _check_asked_again(inspection: Inspection, state: State, walk: Walk, moves: list[Any]) -> None:
    before = fingerprint(state)
    with inspection.asking("moves", walk):
        again = [state.moves() for _ in range(3)]
    if any(each != moves for each in again):
        words = "answers otherwise when it is asked again: it draws at random, or has no fixed order"
        inspection.say(WRONG, "moves", words, walk)
    elif fingerprint(state) != before:
        inspection.say(WRONG, "moves", "changes the position that it is asked about", walk)


def _check_play(inspection: Inspection, state: State, walk: Walk, moves: list[Any], compares: bool) -> None:
    box = inspection.game.box if state.mover >= 0 else None
    move = some_move(box, moves, inspection.source)
    before = fingerprint(state)
    one, other = state.copy(), state.copy()
    with inspection.asking("play", walk):
        one.play(move)
        other.play(move)
    if fingerprint(one) != fingerprint(other) or (compares and one != other):
        words = f"the same move, {move!r}, leads to different positions: what is random must be a move of chance"
        inspection.say(WRONG, "play", words, walk)
    if fingerprint(state) != before:
        words = f"playing {move!r} in a copy changes the original: `copy` shares something with it"
        inspection.say(WRONG, "copies", words, walk)


def fingerprint(state: State) -> tuple[Any, ...]:
    """What can be told of a position from outside."""
    if isinstance(state.game, Game):
        return (bytes(state),)
    mover = state.mover
    told = str(state)
    shown = "" if " object at 0x" in told else told
    return mover, tuple(state.moves()) if mover != OVER else tuple(state.returns()), shown


# ---- ends


def _check_end(inspection: Inspection, state: State, walk: Walk) -> None:
    game = inspection.game
    with inspection.asking("returns", walk):
        payoffs = state.returns()
    least, greatest = game.payoffs
    slack = 1e-9 * (greatest - least) if math.isfinite(greatest - least) else 0.0
    for player, payoff in enumerate(payoffs):
        if not least - slack <= payoff <= greatest + slack:
            declared = f"the game declares payoffs=({least:g}, {greatest:g})"
            inspection.say(WRONG, "returns", f"gave {payoff:g} to player {player}; {declared}", walk)
    inspection.ends.append(payoffs)


def _payoffs_in_words(inspection: Inspection) -> str:
    ends = inspection.ends
    if not ends:
        return "none seen"
    players = range(inspection.game.players)
    means = ", ".join(f"player {player} {sum(end[player] for end in ends) / len(ends):+.2f}" for player in players)
    flat = [payoff for end in ends for payoff in end]
    least, greatest = inspection.game.payoffs
    return f"{min(flat):g} to {max(flat):g} (declared: {least:g} to {greatest:g}); on average {means}"


def _check_payoffs_met(inspection: Inspection) -> None:
    """What the ends of all games together tell."""
    ends, game = inspection.ends, inspection.game
    if len(ends) < 10:
        return
    if not inspection.failed("returns"):
        inspection.say(FINE, "returns", "")
    flat = [payoff for end in ends for payoff in end]
    span, declared = max(flat) - min(flat), game.payoffs[1] - game.payoffs[0]
    if all(end == ends[0] for end in ends):
        inspection.say(DOUBTFUL, "returns", f"all {len(ends)} random games paid the same, {ends[0]}")
    elif math.isfinite(declared) and span < FEW_PAYOFFS * declared:
        words = (
            f"random games paid {min(flat):g} to {max(flat):g}, a small part of the declared range: exploration goes "
            f"by the declared one and is {declared / span:.0f} times what it would be otherwise; declare what is met"
        )
        inspection.say(DOUBTFUL, "payoffs", words)
