"""Klondike: beside a twin that turns the deck by hand, beside pyspiel's table, and small deals solved exactly."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from klondike_twin import Patience, solved
from uncompiled import plain_search, uncompiled

from anyspace.errors import OptionError
from anyspace.games import klondike
from anyspace.games.klondike_table import A_SUIT, FOUNDATION, IN_DECK, LONGEST, STACKS, is_old, name_of
from anyspace.rng import new as new_rng
from anyspace.rules.game import CHANCE


def made(**options: Any) -> Any:
    return uncompiled(klondike.game(**options))


GAME = made()


def cross_check(games: int, most: int, **options: Any) -> int:
    """Random games beside the twin: moves, what is unseen, who has won; `most` decisions at most. Returns how many."""
    game, source, compared = made(**options), random.Random(3), 0
    for seed in range(games):
        state = game.start(seed=seed)
        twin = Patience.like(state, options.get("turn", 3), options.get("ranks", 13))
        while not state.over and compared < most:
            moves = state.moves()
            if state.mover == CHANCE:
                assert {name_of(card) for card in moves} == twin.unseen and "weights" not in game.rules
                chosen = source.choice(moves)
                twin.turn_up(name_of(chosen))
                state.play(chosen)
                continue
            if state["remembered"] == LONGEST:
                break
            names = [state.name(move) for move in moves]
            assert sorted(names) == sorted(twin.moves()), f"\n{state}"
            best = [move for move in moves if move & 7 == FOUNDATION]
            chosen = source.choice(best if best and source.random() < 0.5 else moves)
            twin.play(state.name(chosen))
            state.play(chosen)
            compared += 1
        else:
            if state.over and state["remembered"] < LONGEST:
                assert twin.moves() == []
            assert state.returns() == [float(twin.is_won)]
    return compared


def test_agrees_with_its_twin() -> None:
    assert cross_check(4, most=150) > 100
    assert cross_check(8, most=80, turn=2, stacks=4, ranks=5) > 50
    assert cross_check(8, most=80, turn=1, stacks=3, ranks=3) > 40


def test_agrees_with_pyspiel_on_the_table() -> None:
    """OpenSpiel's deck is another (every third card from the front, wherever one is), and it leaves out some moves that
    can be taken back: of moves that are not from the deck, theirs are ours, or lead back."""
    pyspiel = pytest.importorskip("pyspiel")
    source, compared = random.Random(5), 0
    for seed in range(20):
        state, theirs = GAME.start(seed=seed), pyspiel.load_game("solitaire", {"depth_limit": 1000}).new_initial_state()
        for card in [*(int(row[0]) for row in state["open"]), *(int(card) for card in state["deck"][:24])]:
            theirs.apply_action(their_card(card))
        while not state.over and not theirs.is_terminal():
            if state.mover == CHANCE:
                chosen = source.choice(state.moves())
                theirs.apply_action(their_card(chosen))
                state.play(chosen)
                continue
            said = {theirs.action_to_string(action): action for action in theirs.legal_actions()}
            actions = {their_move(text): action for text, action in said.items() if "←" in text}
            ours = {our_move(state, move): move for move in state.moves()}
            for source_card, target in actions.keys() - ours.keys():
                card = next(card for card in range(52) if name_of(card) == source_card)
                if state["place"][card] == IN_DECK:
                    continue
                assert leads_back(state, card, target), f"only theirs: {source_card} to {target}\n{state}"
            both = sorted(ours.keys() & actions.keys())
            if not both:
                break
            chosen = source.choice(both)
            theirs.apply_action(actions[chosen])
            state.play(ours[chosen])
            compared += 1
    assert compared > 60


SYMBOLS = {"♠": "S", "♥": "H", "♣": "C", "♦": "D"}


def their_card(card: int) -> int:
    return "SHCD".index("CDHS"[card // A_SUIT]) * 13 + card % A_SUIT + 1


def their_move(text: str) -> tuple[str, str]:
    """`5♠ ← 4♥`, `♦ ← A♦`, `♠ ← 2♠` from an ace on: a card and what it goes to."""
    target, _, moved = ("".join(SYMBOLS.get(mark, mark) for mark in word) for word in text.partition(" ← "))
    if len(target) == 2 and target[1] == moved[1]:
        target = "home"
    return moved, "home" if target in SYMBOLS.values() else target if len(target) == 2 and target[0] != "🂠" else "free"


def our_move(state: Any, move: int) -> tuple[str, str]:
    target = move & 7
    if target == FOUNDATION:
        return name_of(move >> 3), "home"
    height = int(state["height"][target])
    return name_of(move >> 3), name_of(int(state["open"][target][height - 1])) if height else "free"


def leads_back(state: Any, card: int, target: str) -> bool:
    if target == "free":
        return True  # a king from an empty stack to another
    names = {"home": FOUNDATION} | {
        name_of(int(state["open"][stack][state["height"][stack] - 1])): stack
        for stack in range(STACKS)
        if state["height"][stack]
    }
    return is_old(state.record, card, names[target])


def test_playouts_are_games() -> None:
    """They end, and greedy ones win no less often than random ones."""
    wins = {}
    for playouts in klondike.PLAYOUTS:
        game, rng, total = made(playouts=playouts, stacks=3, ranks=3, turn=1), new_rng(1), 0.0
        for seed in range(15):
            record, out = game.start(seed=seed).copy().record, [0.0]
            with np.errstate(over="ignore"):
                assert 0 <= game.rules["playout"](record, rng, out, 10_000) < 10_000
            total += out[0]
        wins[playouts] = total
    assert wins["greedy"] >= wins["random"] > 0


@pytest.mark.parametrize(("turn", "seed", "exact"), [(4, 6, 1 / 3), (5, 4, 2 / 3)])
def test_small_deals_are_worth_what_they_are(turn: int, seed: int, exact: float) -> None:
    """Three stacks, three ranks: every way of playing, every way the unseen cards can lie."""
    game = made(stacks=3, ranks=3, turn=turn)
    state = game.start(seed=seed)
    assert solved(Patience.like(state, turn, 3)) == pytest.approx(exact)
    found = plain_search(game, "ucb1:c=0.7", seed=1).run(state, iterations=80, even_if_forced=True)
    assert found.value == pytest.approx(exact, abs=0.15)


@pytest.mark.parametrize(
    "options", [{"turn": 0}, {"stacks": 8}, {"ranks": True}, {"stacks": 7, "ranks": 5}, {"playouts": "wise"}]
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="klondike"):
        klondike.game(**options)
