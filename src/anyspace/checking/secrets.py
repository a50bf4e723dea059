"""Hidden information: are guesses what they should be? By statistics, since no rule says what a player knows.

A guess must look the same to the observer, differ in what it cannot know, and not tell the truth: a position and a
guess of it look alike, so guesses of the one and guesses of the other must come out alike too.
"""

from __future__ import annotations

import math
import time
import zlib
from collections import Counter
from collections.abc import Hashable
from typing import Any

from ..rules.codes import NOTHING_SEEN
from ..rules.game import CHANCE, OVER, AnyGame, Game, State
from ..rules.objects import PythonGame
from .contract import fingerprint
from .findings import DOUBTFUL, FINE, WRONG
from .walks import Inspection, Walk

POSITIONS = 40
GUESSES = 12
LEAST_POSITIONS = 4
"""However long they take."""

ALIKE_POSITIONS, ALIKE_GUESSES = 12, 150
"""How often guesses of a position are compared with guesses of its guess."""

BUCKETS = 16
SURE = 5.0
"""Standard deviations by which the two must differ to be called different."""


def check_secrets(inspection: Inspection, seconds: float) -> None:
    """`determinize`, `observe` and `view`."""
    game = inspection.game
    if game.unguessable is not None:
        inspection.say(DOUBTFUL, "determinize", f"the game hides what nothing can guess: {game.unguessable}")
        return
    if game.needs_following:
        words = "there is none: what is hidden is guessed by particles, which follow a game from its start"
        inspection.say(FINE, "determinize", words)
        if game.hides_moves:
            _check_observe(inspection, has_view(game, inspection))
        return
    if not game.hides:
        _check_nothing_is_hidden(inspection)
        return
    views = has_view(game, inspection)
    if not views:
        words = "the game hides something and has no rule 'view': `anyspace play` shows a person everything"
        inspection.say(DOUBTFUL, "view", words)
    _check_guesses(inspection, views, time.perf_counter() + seconds / 3)
    if not inspection.failed("determinize"):
        _check_truth(inspection, time.perf_counter() + seconds / 3)
    if game.hides_moves:
        _check_observe(inspection, views)
    for rule in ("determinize", *(["observe"] if game.hides_moves else [])):
        if not inspection.failed(rule) and not inspection.failed(rule, DOUBTFUL):
            inspection.say(FINE, rule, "")


def has_view(game: AnyGame, inspection: Inspection) -> bool:
    """Whether the game can show a position to one player alone."""
    if isinstance(game, Game):
        return game.view is not None
    if isinstance(game, PythonGame):
        return bool(inspection.positions) and hasattr(inspection.positions[0][0].object, "view")
    return True


def _check_nothing_is_hidden(inspection: Inspection) -> None:
    if inspection.game.players < 2 or inspection.game.simultaneous or not has_view(inspection.game, inspection):
        return
    for state, walk in inspection.positions[:POSITIONS]:
        if len({_shown(inspection, state, player, walk) for player in range(inspection.game.players)}) > 1:
            words = (
                "shows players different things, but there is no rule 'determinize': the search looks at everything. "
                "If something is hidden, write one; if players only look from another side, all is well"
            )
            inspection.say(DOUBTFUL, "view", words, walk)
            return


def _shown(inspection: Inspection, state: State, player: int, walk: Walk) -> str:
    with inspection.asking("view", walk):
        return state.view(player)


def _check_guesses(inspection: Inspection, views: bool, end: float) -> None:
    """Each guess: the same mover, the same moves, the same view for the observer; and not always the same position."""
    varied = tried = 0
    for state, walk in inspection.positions[:POSITIONS]:
        mover, moves = state.mover, state.moves()
        for observer in range(inspection.game.players):
            before = fingerprint(state)
            different = set()
            for number in range(GUESSES):
                with inspection.asking("determinize", walk):
                    guess = state.determinize(observer, seed=number)
                    again = state.determinize(observer, seed=number)
                if fingerprint(again) != fingerprint(guess):
                    words = "two guesses with the same seed differ: draw from what the rule is given"
                    inspection.say(WRONG, "determinize", words, walk)
                if complaint := _complaint(state, guess, observer, mover, moves, views):
                    inspection.say(WRONG, "determinize", complaint, walk)
                    return
                different.add(fingerprint(guess))
            if fingerprint(state) != before:
                inspection.say(WRONG, "determinize", "guessing in a copy changes the original", walk)
                return
            tried += 1
            varied += len(different) > 1
        if tried >= LEAST_POSITIONS and time.perf_counter() > end:
            break
    if tried and not varied:
        words = "changes nothing that could be seen: the search knows all that is hidden. Or nothing is"
        inspection.say(DOUBTFUL, "determinize", words)
    inspection.report.facts["guesses_vary"] = varied / max(1, tried)


def _complaint(state: State, guess: State, observer: int, mover: int, moves: list[Any], views: bool) -> str:
    if guess.mover != mover:
        return f"changes who is to move: {mover} before, {guess.mover} in a guess of player {observer}"
    if observer == mover and sorted(map(repr, guess.moves())) != sorted(map(repr, moves)):
        return f"changes the moves of player {observer}, who is to move and guesses: it knows its own moves"
    if views and guess.view(observer) != state.view(observer):
        return f"changes what player {observer}, who guesses, sees by 'view'"
    if state.game.backend.has("planes") and (guess.planes(observer) != state.planes(observer)).any():
        return f"changes what player {observer}, who guesses, sees by 'planes'"
    return ""


# ---- does a guess tell the truth?


def _check_truth(inspection: Inspection, end: float) -> None:
    """Guesses of positions and of their guesses, each into buckets by what they are, and above all whether they are the
    position itself."""
    worst, whose = 0.0, None
    kept_truth = met_truth = 0
    for state, walk in inspection.positions[:: max(1, len(inspection.positions) // ALIKE_POSITIONS)][:ALIKE_POSITIONS]:
        observer = state.mover
        truth = fingerprint(state)
        with inspection.asking("determinize", walk):
            others = (state.determinize(observer, seed=10_000 + n) for n in range(GUESSES))
            other = next((guess for guess in others if fingerprint(guess) != truth), None)
        if other is None:
            continue
        of_truth = [fingerprint(state.determinize(observer, seed=n)) for n in range(ALIKE_GUESSES)]
        of_guess = [fingerprint(other.determinize(observer, seed=20_000 + n)) for n in range(ALIKE_GUESSES)]
        kept_truth += of_truth.count(truth)
        met_truth += of_guess.count(truth)
        distance = _distance(of_truth, of_guess)
        if distance > worst:
            worst, whose = distance, walk
        if time.perf_counter() > end:
            break
    both = kept_truth + met_truth
    told = (kept_truth - met_truth) / math.sqrt(both) if both else 0.0
    if told > SURE or (worst > SURE and kept_truth > met_truth + 3 * math.sqrt(both + 1)):
        words = (
            f"guesses the truth too often: {kept_truth} of its guesses were the true position, and {met_truth} of as "
            "many guesses made from a position that looks the same. The search knows something that it cannot know"
        )
        inspection.say(WRONG, "determinize", words, whose)
    elif worst > SURE:
        words = (
            "guesses of a position differ from guesses of one that looks the same to the observer: they depend on what "
            "it cannot know, or are not all as likely as each other"
        )
        inspection.say(WRONG, "determinize", words, whose)


def _distance(ours: list[Any], theirs: list[Any]) -> float:
    """Standard deviations by which two samples differ, in buckets."""

    def buckets(sample: list[Hashable]) -> Counter[int]:
        return Counter(zlib.crc32(repr(each).encode()) % BUCKETS for each in sample)

    one, other = buckets(ours), buckets(theirs)
    used = [bucket for bucket in range(BUCKETS) if one[bucket] + other[bucket] > 0]
    chi = sum((one[bucket] - other[bucket]) ** 2 / (one[bucket] + other[bucket]) for bucket in used)
    freedom = max(1, len(used) - 1)
    return (chi - freedom) / math.sqrt(2 * freedom)


# ---- what is seen of moves


def _check_observe(inspection: Inspection, views: bool) -> None:
    game, hidden, asked = inspection.game, 0, 0
    for state, walk in inspection.positions[:POSITIONS]:
        moves = state.moves()
        for observer in set(range(game.players)) - {state.mover}:
            tokens: dict[Any, list[Any]] = {}
            for move in moves:
                with inspection.asking("observe", walk):
                    token = state.observe(move, observer)
                if isinstance(game, Game) and not NOTHING_SEEN <= token < 2**31:
                    inspection.say(WRONG, "observe", f"gave {token}; expected -1, or 0 to 2**31 - 1", walk)
                    return
                tokens.setdefault(token, []).append(move)
                asked += 1
                hidden += token != move
            if views and (pair := _told_apart(inspection, state, walk, observer, tokens)):
                one, other = (state.name(move) for move in pair)
                words = (
                    f"player {observer} is said to see the same of the moves {one} and {other}, but after them 'view' "
                    "shows it different things"
                )
                inspection.say(WRONG, "observe", words, walk)
                return
    if asked and not hidden:
        inspection.say(
            DOUBTFUL, "observe", "shows every move as it is: without this rule the search is as good and faster"
        )


def _told_apart(
    inspection: Inspection, state: State, walk: Walk, observer: int, tokens: dict[Any, list[Any]]
) -> tuple[Any, Any] | None:
    """Two moves of one token after which the observer sees different things."""
    for moves in tokens.values():
        first: tuple[Any, str] | None = None
        for move in moves[:6]:
            with inspection.asking("play", walk):
                after = state.copy().play(move)
            if after.mover in (CHANCE, OVER):
                continue
            shown = _shown(inspection, after, observer, walk)
            if first is not None and first[1] != shown:
                return first[0], move
            first = first or (move, shown)
    return None
