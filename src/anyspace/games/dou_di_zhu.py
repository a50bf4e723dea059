"""Dou Di Zhu: the landlord, with 20 cards, against two peasants with 17 each; the first to have no cards left wins.

Whoever leads plays any group of cards; the others in turn beat it or pass. After two passes in a row the last one to
play leads again. Suits do not matter. From the lowest rank: 3 4 5 6 7 8 9 T J Q K A 2, black joker, red joker.

    group       of each rank            as a run of       with kickers
    solo        one card                5 ranks or more
    pair        two                     3 or more
    trio        three                   2 or more         none; or for each trio one card; or for each trio one pair
    quadplex    four                                      two cards of two ranks; or two pairs of two ranks
    bomb        four
    nuke        both jokers

A group is beaten by a higher one of the same kind, length and kickers, whatever the kickers are; by any bomb, if it
is none itself; by the nuke. Nothing beats the nuke. There are no twos and no jokers in runs. Kickers are of other
ranks than their group; single kickers of a run of trios may be alike, up to three of them; the jokers do not kick
together. There is no bidding: player 0 is the landlord.

How cards and moves are written as numbers stands in `dou_di_zhu_moves`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError
from ..rules.codes import TOO_LONG
from ..rules.game import OVER, Game, declare
from .dou_di_zhu_moves import (
    COLUMN,
    COPIES,
    DECK,
    KICKER,
    KICKER_SIZE,
    NUKE,
    PASS,
    QUAD_1,
    RANKS,
    ROW,
    count,
    draw,
    kickers_after,
    kickers_allowed,
    kickers_in,
    kickers_needed,
    list_answers,
    list_kickers,
    list_leads,
    random_answer,
    random_kicker,
    random_lead,
    room,
    stacked,
    takes_kickers,
    upside_down,
    without,
)

LANDLORD = 0
BOTTOM, EACH = 3, 17
MAX_MOVES = 172  # the most groups of every kind that 20 cards can hold, added up
MOST_LAID = 52  # moves that play cards: two cards are left at the end at least
MAX_LENGTH = 154  # 52 moves that play cards, two passes between them
PLAYER = 24  # where the bits of the player are in the log
RANK_NAMES = "3456789TJQKA2bR"
NAMES = "landlord", "peasant 1", "peasant 2"

STATE = np.dtype(
    [
        ("hands", np.int64, 3),  # a set of cards a player
        ("shown", np.int64),  # the cards that everybody knows to be in the landlord's hand
        ("may_kick", np.int64),  # how many of each rank may still kick, as a set of cards; 0 if no kickers are due
        ("to_beat", np.int32),  # the last group played, as a move; PASS: the mover leads
        ("turn", np.int8),
        ("passes", np.int8),  # in a row: 0 or 1
        ("due", np.int8),  # kickers that the mover still has to play to its group
        ("bottom", np.int64),  # the cards that everybody saw the landlord get
        ("laid", np.int16),  # moves so far that were no passes
        ("log", np.int32, MOST_LAID),  # these moves, each with its player above, then 0
    ]
)


def mover(state: Any) -> int:
    over = state.hands[0] == 0 or state.hands[1] == 0 or state.hands[2] == 0
    return OVER if over else state.turn


def clear_table(state: Any) -> None:
    """Cards are dealt, the landlord leads."""
    state.shown = state.bottom
    state.may_kick = 0
    state.to_beat = PASS
    state.turn = LANDLORD
    state.passes = 0
    state.due = 0
    state.laid = 0
    state.log[:] = 0


def play(state: Any, move: int) -> None:
    if move != PASS:
        if state.laid < MOST_LAID:
            state.log[state.laid] = move | wide(state.turn) << PLAYER
        state.laid += 1
        lay(state, state.turn, move)
        state.passes = 0
    elif state.passes == 0:
        state.passes = 1
    else:
        state.passes = 0
        state.to_beat = PASS
    if state.due == 0:
        state.turn = next_player(state.turn)


def lay(state: Any, player: int, move: int) -> Any:
    """Take a group, or a kicker to the last group, from a player's hand; what is left of it."""
    kind, ranks = move >> ROW, move & RANKS
    if kind == KICKER:
        copies = KICKER_SIZE[state.to_beat >> ROW]
        state.due -= 1
        state.may_kick = kickers_after(state.may_kick, ranks) if state.due else 0
    else:
        copies = COPIES[kind]
        state.to_beat = move
        if takes_kickers(kind):
            state.due = kickers_needed(kind, ranks)
            state.may_kick = kickers_allowed(kind, ranks)
    if player == LANDLORD:
        state.shown = without(state.shown, ranks, copies)
    left = without(state.hands[player], ranks, copies)
    state.hands[player] = left
    return left


def wide(number: Any) -> Any:
    return np.int64(number)


def next_player(player: int) -> int:
    return player + 1 if player < 2 else 0


def kickers_of(state: Any, player: int) -> Any:
    """What a player has to kick with."""
    return kickers_in(state.hands[player], state.may_kick, state.to_beat >> ROW)


def returns(state: Any, out: Any) -> None:
    """Each loser pays one: two for or from the landlord."""
    if state.hands[LANDLORD] == 0:
        out[0], out[1], out[2] = 2.0, -1.0, -1.0
    elif state.hands[1] == 0 or state.hands[2] == 0:
        out[0], out[1], out[2] = -2.0, 1.0, 1.0
    else:
        out[0], out[1], out[2] = 0.0, 0.0, 0.0


def determinize(state: Any, observer: int, rng: Any) -> None:
    """Deal the other two hands anew, all deals of the cards being equally likely. Where one of the two is about to
    kick, it must be able to: then it may take a few deals."""
    first, second = next_player(observer), next_player(next_player(observer))
    if second == LANDLORD:
        first, second = second, first
    kept = state.shown if first == LANDLORD else np.int64(0)
    free = state.hands[first] & ~kept
    pool = free | upside_down(state.hands[second])
    while True:
        drawn = draw(pool, count(free), rng)
        state.hands[first] = stacked(kept | drawn)
        state.hands[second] = stacked(pool & ~drawn)
        if state.due == 0 or state.turn == observer or room(kickers_of(state, state.turn)) >= state.due:
            return


# ---- what was played ---------------------------------------------------------------------------------------------


def rewind(state: Any) -> list[int] | None:
    made: list[int] = []
    turn, due, group = LANDLORD, 0, PASS
    hands = [int(hand) for hand in state.hands]
    for entry in state.log[: state.laid]:
        player, move = divmod(int(entry), 1 << PLAYER)
        made += [PASS] * ((player - turn) % 3)
        made.append(move)
        kind, ranks = move >> ROW, move & RANKS
        if kind == KICKER:
            copies, due = KICKER_SIZE[group >> ROW], due - 1
        else:
            copies, group = COPIES[kind], move
            due = int(kickers_needed(kind, ranks)) if takes_kickers(kind) else 0
        hands[player] = with_more(hands[player], ranks, int(copies))
        turn = player if due else next_player(player)
    sizes = [size(hand) for hand in hands]
    if made[:1] == [PASS] or sizes != [EACH + BOTTOM, EACH, EACH] or (not made and state.turn != LANDLORD):
        return None  # a position that was made, not played
    made += [PASS] * ((state.turn - turn) % 3)
    state.hands[:] = hands
    clear_table(state)
    return made


def with_more(cards: int, ranks: int, copies: int) -> int:
    """So many more of each of `ranks`, which takes back `without`: their columns rise."""
    columns, below_them = ranks * int(COLUMN), sum(ranks << ROW * row for row in range(copies))
    return cards & ~columns | (cards << ROW * copies & columns) | below_them


# ---- for people --------------------------------------------------------------------------------------------------


def size(cards: Any) -> int:
    """How many cards: `count`, if it is not compiled, would warn of overflows."""
    return int(cards).bit_count()


def card_names(cards: Any) -> str:
    """The cards, those of a rank together: `33 4 6 8888 R`."""
    columns = [RANK_NAMES[rank] * sum(cards >> rank + ROW * k & 1 for k in range(4)) for rank in range(15)]
    return " ".join(filter(None, columns)) or "none"


def move_name(state: Any, move: int) -> str:
    """`pass`, the cards of a group, `+1` or `+2` if kickers are to follow; the cards of a kicker."""
    if move == PASS:
        return "pass"
    kind = move >> ROW
    copies = KICKER_SIZE[state.to_beat >> ROW] if kind == KICKER else COPIES[kind]
    cards = "".join(RANK_NAMES[rank] * copies for rank in range(15) if move >> rank & 1)
    return f"{cards}+{KICKER_SIZE[kind]}" if takes_kickers(kind) else cards


def situation(state: Any) -> str:
    """What everybody knows about the trick."""
    if mover(state) == OVER:
        return "the landlord has won" if state.hands[LANDLORD] == 0 else "the peasants have won"
    name = NAMES[state.turn]
    if state.to_beat == PASS:
        return f"{name} leads"
    group = move_name(state, state.to_beat)
    if state.due:
        return f"{name} plays {group}, kickers to come: {state.due}, of {card_names(state.may_kick & RANKS)}"
    return f"{name} is to beat {group} of {NAMES[(state.turn - 1 - state.passes) % 3]}"


def render(state: Any) -> str:
    hands = [f"{name:9}  {size(hand):2}: {card_names(hand)}" for name, hand in zip(NAMES, state.hands, strict=True)]
    return "\n".join([*hands, f"landlord's cards that all know: {card_names(state.shown)}", situation(state)])


def view(state: Any, observer: int) -> str:
    first, second = next_player(observer), next_player(next_player(observer))
    unseen = stacked(state.hands[first] | upside_down(state.hands[second]))
    lines = [f"you are {NAMES[observer]}: {card_names(state.hands[observer])}"]
    lines += [f"{NAMES[player]} has {size(state.hands[player])} cards" for player in (first, second)]
    lines += [f"unseen: {card_names(unseen)}", f"landlord's cards that all know: {card_names(state.shown)}"]
    return "\n".join([*lines, situation(state)])


def game(quadplex: bool = True, show_bottom: bool = True) -> Game:
    for option, value in (("quadplex", quadplex), ("show_bottom", show_bottom)):
        if not isinstance(value, bool):
            raise OptionError(f"dou_di_zhu: {option} must be True or False, not {value!r}")
    kinds = NUKE if quadplex else QUAD_1

    def start(state: Any, rng: Any) -> None:
        bottom = draw(DECK, BOTTOM, rng)
        landlord = bottom | draw(DECK & ~bottom, EACH, rng)
        peasant = draw(DECK & ~landlord, EACH, rng)
        state.hands[0] = stacked(landlord)
        state.hands[1] = stacked(peasant)
        state.hands[2] = stacked(DECK & ~landlord & ~peasant)
        state.bottom = stacked(bottom) if show_bottom else 0
        clear_table(state)

    def moves(state: Any, out: Any) -> int:
        hand = state.hands[state.turn]
        if state.to_beat == PASS:
            return list_leads(hand, kinds, out)
        if state.due:
            return list_kickers(kickers_of(state, state.turn), state.due, out)
        return list_answers(hand, state.to_beat, out)

    def playout(state: Any, rng: Any, out: Any, limit: int) -> int:
        """Uniformly random moves. What every move reads is kept in variables: memory would be waited for."""
        turn, passes, to_beat = wide(state.turn), wide(state.passes), wide(state.to_beat)
        for length in range(1, limit + 1):
            hand = state.hands[turn]
            if to_beat == PASS:
                move = random_lead(hand, kinds, rng)
            elif state.due:
                move = random_kicker(kickers_of(state, turn), state.due, rng)
            else:
                move = random_answer(hand, to_beat, rng)
            if move == PASS:
                passes += 1
                if passes == 2:
                    passes, to_beat = 0, PASS
            else:
                if lay(state, turn, move) == 0:
                    returns(state, out)
                    return length
                passes, to_beat = 0, wide(state.to_beat)
                if state.due:
                    continue
            turn = next_player(turn)
        state.turn, state.passes, state.to_beat = turn, passes, to_beat
        return TOO_LONG

    return declare(
        globals(),
        locals(),
        name="dou_di_zhu",
        state=STATE,
        players=3,
        payoffs=(-2.0, 2.0),
        max_moves=MAX_MOVES,
        max_length=MAX_LENGTH,
        trusted=True,
    )
