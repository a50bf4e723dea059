"""Liar's dice for two: dice under a cup, bids that only go up, and the question who is lying.

Each player rolls two dice and sees only these. Bids say "there are at least so many of this face among all four dice".
A bid must be higher than the last one, in number or, the number being the same, in face. Instead of bidding one may say
"liar": then all dice are shown, and if the last bid was true its bidder wins, else who doubted it.

Written with docs/tutorials/game_developer.md and nothing else. Run it to see a game played, or play it yourself:

    anyspace play examples/liars_dice.py:liars_dice
"""

import numpy as np

import anyspace
from anyspace.rng import below

DICE, FACES = 2, 6
BIDS = 2 * DICE * FACES
LIAR = BIDS
"""Moves: a bid is its rank, from "one 1" to "four 6"; the last move is the doubt."""

STATE = np.dtype([("dice", np.int8, (2, DICE)), ("bid", np.int8), ("turn", np.int8), ("doubted", np.int8)])


def roll(state, player, rng):
    for i in range(DICE):
        state.dice[player, i] = below(rng, FACES) + 1
    state.dice[player].sort()  # the order of dice means nothing: one position, one state


def start(state, rng):
    roll(state, 0, rng)
    roll(state, 1, rng)
    state.bid = -1
    state.turn = 0
    state.doubted = 0


def mover(state):
    return anyspace.OVER if state.doubted else state.turn


def moves(state, out):
    n = 0
    for bid in range(state.bid + 1, BIDS):
        out[n] = bid
        n += 1
    if state.bid >= 0:
        out[n] = LIAR
        n += 1
    return n


def play(state, move):
    if move == LIAR:
        state.doubted = 1
    else:
        state.bid = move
    state.turn = 1 - state.turn


def is_true(state):
    """Whether there are as many dice of the face as the last bid says."""
    number, face = state.bid // FACES + 1, state.bid % FACES + 1
    count = 0
    for player in range(2):
        for i in range(DICE):
            if state.dice[player, i] == face:
                count += 1
    return count >= number


def returns(state, out):
    bidder = state.turn  # it bid, the other one doubted, and the turn came back
    winner = bidder if is_true(state) else 1 - bidder
    out[winner] = 1.0
    out[1 - winner] = -1.0


def determinize(state, observer, rng):
    roll(state, 1 - observer, rng)  # the other's dice may be any: nothing but bids was seen of them


def bid_name(bid):
    return f"{bid // FACES + 1}x{bid % FACES + 1}"


def move_name(state, move):
    return "liar" if move == LIAR else bid_name(move)


def told(state, shown):
    hands = [" ".join(str(die) for die in state.dice[player]) if shown[player] else "? ?" for player in (0, 1)]
    bid = "no bid yet" if state.bid < 0 else f"last bid {bid_name(state.bid)}"
    return f"player 0: {hands[0]}\nplayer 1: {hands[1]}\n{bid}"


def render(state):
    return told(state, (True, True))


def view(state, observer):
    return told(state, (observer == 0 or state.doubted, observer == 1 or state.doubted))


liars_dice = anyspace.Game(
    name="liars_dice", state=STATE, players=2, max_moves=BIDS, max_length=BIDS + 1, actions=BIDS + 1,
    start=start, mover=mover, moves=moves, play=play, returns=returns, determinize=determinize,
    move_name=move_name, render=render, view=view,
)  # fmt: skip


def main():
    state = liars_dice.start(seed=4)
    search = anyspace.Search(liars_dice, "plain", seed=1)
    print(state)
    while not state.over:
        result = search.run(state, iterations=3_000)
        print(f"player {result.player} says {result.name}, and expects {result.value:+.2f}")
        state.play(result.move)
    print(f"player {state.returns().index(1.0)} wins")


if __name__ == "__main__":
    main()
