"""Information Set MCTS: Hearts here and in OpenSpiel's C++ ISMCTSBot, the same cards; Spades beside its playouts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import games
from ..core.questions import copy_state
from ..machine.native import call
from ..rules.game import AnyGame, Game, State
from ..rules.table import Table
from ..search.scratch import Workspace
from ..search.search import Search
from . import agreement
from .timing import Row, alternate, seconds

SIMULATIONS = 2_000
PLAYED = 20
"""Cards on the table before Hearts is searched: mid-hand."""


def measure(rounds: int) -> Iterator[Row]:
    """Against OpenSpiel: Hearts for speed, poker for agreement; then Spades: a round, iterations against playouts."""
    try:
        import pyspiel
    except ImportError:
        yield Row("OpenSpiel C++ ISMCTSBot", "skipped", None, None, None, "", note='pip install "anyspace[openspiel]"')
    else:
        yield hearts(pyspiel, rounds)
        yield from agreement.measure()
    yield from spades(rounds)


def hearts(pyspiel: Any, rounds: int) -> Row:
    """The same hands, no passing, the same cards played, the same number of simulations."""
    spiel_game = pyspiel.load_game("hearts(qs_breaks_hearts=false)")
    theirs = spiel_game.new_initial_state()
    theirs.apply_action(0)  # no passing
    source = np.random.default_rng(1)
    while theirs.is_chance_node():
        theirs.apply_action(int(source.choice([action for action, _ in theirs.chance_outcomes()])))
    game = games.load("hearts", passing="hold")
    ours = state_from_spiel(game, theirs)
    theirs.apply_action(spiel_card(0))  # the two of clubs
    for _ in range(PLAYED - 1):
        assert (ours.mover, sorted(map(spiel_card, ours.moves()))) == (theirs.current_player(), theirs.legal_actions())
        move = source.choice(sorted(ours.moves()))
        theirs.apply_action(spiel_card(int(move)))
        ours.play(int(move))
    bot = pyspiel.ISMCTSBot(
        1, pyspiel.RandomRolloutEvaluator(1, 1), 1.0, SIMULATIONS, -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False,
    )  # fmt: skip
    search = Search(game, "plain", seed=1)
    search.run(ours, iterations=100)
    mine, peer, ratio = alternate(lambda: search.run(ours, iterations=SIMULATIONS), lambda: bot.step(theirs), rounds)
    what = f"hearts, {PLAYED} cards played, {search.information.name}"
    return Row("OpenSpiel C++ ISMCTSBot", what, SIMULATIONS / mine, SIMULATIONS / peer, ratio, "iterations/s", "6")


def spiel_card(card: int) -> int:
    """OpenSpiel numbers cards by rank, then suit; we by suit, then rank."""
    return card % 13 * 4 + card // 13


def state_from_spiel(game: Any, theirs: Any) -> Any:
    """Our Hearts state with the hands that OpenSpiel dealt."""
    hands = np.zeros(4, np.uint64)
    for player in range(4):
        for action in dealt_to(theirs, player):
            hands[player] |= np.uint64(1 << (action % 4 * 13 + action // 4))
    ours = game.start(seed=0)
    ours._block.view(game.state).view(np.recarray)[0].hands[:] = hands
    ours.play(ours.moves()[0])  # chance: whoever holds the two of clubs leads it
    return ours


def dealt_to(theirs: Any, player: int) -> list[int]:
    """The cards that OpenSpiel dealt to a player: its deals go round, after one event for the direction of passing."""
    deals = [step.action for step in theirs.full_history() if step.player < 0][-52:]
    return deals[player::4]


def spades(rounds: int) -> Iterator[Row]:
    """A round of all its decisions at 5,000 iterations each; and iterations beside bare playouts of the same rules."""
    game = games.load("spades")
    search = Search(game, "plain", seed=1)
    search.run(game.start(seed=1), iterations=100)

    def one_round() -> None:
        state = game.start(seed=2)
        while not state.over:
            moves = state.moves()
            state.play(moves[0] if len(moves) == 1 else search.run(state, iterations=5_000).move)

    yield Row(
        "Spades, SO-ISMCTS", "one round, 5,000 iterations a decision", seconds(one_round), None, None, "s", "about 1"
    )
    plain = games.builder("spades")()
    assert isinstance(plain, Game)
    del plain.rules["playout"]
    for what, rules, bar in (("the generic playout", plain, "0.4"), ("the game's own playout", game, "")):
        yield against_playouts(search, rules, f"iterations / {what}", bar, rounds)


def against_playouts(search: Search, rules: AnyGame, what: str, bar: str, rounds: int) -> Row:
    """Iterations a second of `search` at the start of the play beside bare playouts of `rules`."""
    mine, theirs = (start_of_play(game) for game in (search.game, rules))
    work = Workspace(rules, theirs, 1, 100, 1, search.loop)
    count = 5_000
    playouts = search.loop.kernel(bare_playouts)
    playouts(rules.backend.table, work.scratch, 10)
    ours, bare, ratio = alternate(
        lambda: search.run(mine, iterations=count), lambda: playouts(rules.backend.table, work.scratch, count), rounds
    )
    return Row("Spades, SO-ISMCTS", what, count / ours, count / bare, ratio, "per s", bar)


def start_of_play(game: AnyGame) -> State:
    """After four bids of three."""
    state = game.start(seed=3)
    for _ in range(4):
        state.play(state.parse("bid-3"))
    return state


def bare_playouts(game: Table, scratch: Any, count: int) -> int:
    """Playouts of the true deal from the root, and nothing else."""
    total = 0
    for _ in range(count):
        copy_state(game, scratch.state, scratch.root)
        total += call(
            game.playout,
            (scratch.state, scratch.rng_at, scratch.payoffs_at, scratch.moves_at, scratch.weights_at, 1_000),
        )
    return total
