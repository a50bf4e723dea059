"""The groups of cards that Dou Di Zhu is played with: listing them, and choosing one at random.

A set of cards is one word of four rows, 16 bits apart. A rank's column is filled from the lowest row, so the rows
hold the ranks of which there is one card at least, two, three, four. The hand 33 4 6 8888 R:

    row 3, bits 48 to 62     . . . . . 1 . . . . . . . . .
    row 2, bits 32 to 46     . . . . . 1 . . . . . . . . .
    row 1, bits 16 to 30     1 . . . . 1 . . . . . . . . .
    row 0, bits  0 to 14     1 1 . 1 . 1 . . . . . . . . 1
    rank                     3 4 5 6 7 8 9 T J Q K A 2 b R     b, R: the black and the red joker

So every bit is a card, and also a way to lead: a solo, a pair, a trio or a bomb. What two sets have in common is
their bitwise "and".

A move is `kind << 16 | ranks`, with a bit for every rank of the group; 0 is a pass. A group with kickers is played
without them at first; then every kicker is a move of its own, from the highest rank down.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bits import nth_bit, popcount
from ..rng import below, bits

ROW = 16
RANKS = (1 << 15) - 1
RUNNABLE = (1 << 12) - 1  # 3 to A: runs have no twos and no jokers
JOKERS = 0b11 << 13
COLUMN = np.int64(1 << 48 | 1 << 32 | 1 << 16 | 1)
DECK = np.int64((1 << 13) - 1) * COLUMN | JOKERS

PASS = 0
# Kinds, the first four by their rows. They are NumPy's integers: for each of Python's, as an argument, Numba would
# compile the function once more.
KINDS: Any = np.arange(10, dtype=np.int64)
SOLO, PAIR, TRIO, BOMB, TRIO_1, TRIO_2, QUAD_1, QUAD_2, NUKE, KICKER = KINDS
COPIES = np.array([1, 2, 3, 4, 3, 3, 4, 4, 1], np.int64)  # [kind]: cards of each rank
KICKER_SIZE = np.array([0, 0, 0, 0, 1, 2, 1, 2, 0], np.int64)  # [kind]: 1 with single kickers, 2 with pairs
SHORTEST_RUN = np.array([5, 3, 2, 13, 2, 2, 13, 13, 13], np.int64)  # [kind]: 13 is longer than any: no runs
SINGLE: Any = np.int64(1)
THE_NUKE = NUKE << ROW | JOKERS


# ---- sets of cards -----------------------------------------------------------------------------------------------


def count(cards: Any) -> Any:
    return np.int64(popcount(np.uint64(cards)))


def pick(cards: Any, k: Any) -> Any:
    """The k-th lowest bit."""
    return np.int64(nth_bit(np.uint64(cards), np.uint64(k)))


def without(cards: Any, ranks: Any, copies: int) -> Any:
    """So many fewer of each of `ranks`, or none: their columns sink."""
    columns = ranks * COLUMN
    return cards & ~columns | cards >> ROW * (copies - 1) >> ROW & columns


def rows(cards: Any) -> tuple[Any, Any, Any, Any]:
    """The ranks of which there is a card, a pair, a trio, a quad."""
    return cards & RANKS, cards >> ROW & RANKS, cards >> 2 * ROW & RANKS, cards >> 3 * ROW


def stacked(cards: Any) -> Any:
    """Bits anywhere in their columns, sunk to the bottom: a sorting network over the rows."""
    a, b, c, d = rows(cards)
    a, b = a | b, a & b
    c, d = c | d, c & d
    a, c = a | c, a & c
    b, d = b | d, b & d
    b, c = b | c, b & c
    return a | b << ROW | c << 2 * ROW | d << 3 * ROW


def upside_down(cards: Any) -> Any:
    """Columns hanging from the top: they meet no columns of cards that are held besides these."""
    a, b, c, d = rows(cards)
    return d | c << ROW | b << 2 * ROW | a << 3 * ROW


def draw(cards: Any, n: int, rng: Any) -> Any:
    """`n` bits of `cards`: a coin for each, then some more or some fewer at random. All choices are equally likely,
    because they are so among those of any one size, with every step."""
    drawn = cards & np.int64(bits(rng) >> np.uint64(1))
    size = count(drawn)
    while size > n:
        drawn ^= pick(drawn, below(rng, size))
        size -= 1
    while size < n:
        left = cards & ~drawn
        drawn |= pick(left, below(rng, count(left)))
        size += 1
    return drawn


# ---- runs and kickers --------------------------------------------------------------------------------------------


def run_starts(ranks: Any, length: int) -> Any:
    """The lowest ranks of all runs of a length; a run of one is any rank."""
    if length > 1:
        ranks = ranks & RUNNABLE
    for _ in range(length - 1):
        ranks = ranks & ranks >> 1
    return ranks


def run_from(start: Any, length: int) -> Any:
    return (start << length) - start


def holding(hand: Any, kind: int) -> Any:
    """The ranks of which a hand has as many cards as a kind of group takes."""
    return hand >> ROW * (COPIES[kind] - 1) & RANKS


def above(ranks: Any) -> Any:
    """All ranks higher than the lowest of these."""
    return -((ranks & -ranks) << 1)


def takes_kickers(kind: int) -> Any:
    return TRIO_1 <= kind <= QUAD_2


def kickers_needed(kind: int, ranks: Any) -> Any:
    """One for each trio, two for a quadplex."""
    return 2 if COPIES[kind] == 4 else count(ranks)


def kickers_allowed(kind: int, ranks: Any) -> Any:
    """How many of each rank may kick, as a set of cards: none of the group's own ranks; of single kickers to trios up
    to three alike (four would be a bomb), of others one."""
    most = RANKS * (COLUMN >> ROW) if kind == TRIO_1 else np.int64(RANKS)
    return most & ~(ranks * COLUMN)


def kickers_after(allowed: Any, rank: Any) -> Any:
    """What may kick after a kicker of `rank`: nothing higher, one fewer of the rank, and not the other joker."""
    if rank & JOKERS:
        return allowed & ~(JOKERS * COLUMN)
    return without(allowed, rank, 1) & ((rank << 1) - 1) * COLUMN


def kickers_in(hand: Any, allowed: Any, kind: int) -> Any:
    """The kickers in a hand, a bit for each: of pairs, one in row 0 stands for both cards."""
    return hand >> ROW * (KICKER_SIZE[kind] - 1) & allowed


def room(kickers: Any) -> Any:
    """How many kickers can be played together: the jokers cannot."""
    return count(kickers) - (kickers & JOKERS == JOKERS)


def next_kickers(kickers: Any, due: int) -> Any:
    """The ranks that may kick next: those that leave enough kickers, no higher ones, for all that are due."""
    ranks = kickers & RANKS
    while True:
        lowest = ranks & -ranks
        if room(kickers & ((lowest << 1) - 1) * COLUMN) >= due:
            return ranks
        ranks ^= lowest


def has_kickers(hand: Any, kind: int, ranks: Any) -> Any:
    """Whether a hand has the kickers that the group needs, if it takes any."""
    if not takes_kickers(kind):
        return True
    return room(kickers_in(hand, kickers_allowed(kind, ranks), kind)) >= kickers_needed(kind, ranks)


# ---- listing -----------------------------------------------------------------------------------------------------


def list_groups(hand: Any, kind: int, starts: Any, length: int, out: Any, n: int) -> int:
    """Append the groups of one kind and length that begin at `starts`; the new number of moves."""
    while starts:
        ranks = run_from(starts & -starts, length)
        starts &= starts - 1
        if has_kickers(hand, kind, ranks):
            out[n] = kind << ROW | ranks
            n += 1
    return n


def list_leads(hand: Any, kinds: int, out: Any) -> int:
    """All groups of the first so many kinds, and the nuke."""
    n = 0
    for kind in range(kinds):
        ranks = holding(hand, kind)
        starts, length = ranks, SINGLE
        while starts:
            n = list_groups(hand, kind, starts, length, out, n)
            length = SHORTEST_RUN[kind] if length == 1 else length + 1
            starts = run_starts(ranks, length)
    if hand & JOKERS == JOKERS:
        out[n] = THE_NUKE
        n += 1
    return n


def answers(hand: Any, kind: int, ranks: Any) -> tuple[Any, Any]:
    """What beats a group, and its length: in row 0 the starts of groups of its kind, kickers or not; in row 1 the
    bombs; in row 2 a bit for the nuke."""
    length = count(ranks)
    if kind == NUKE:
        return np.int64(0), length
    found = run_starts(holding(hand, kind) & above(ranks), length)
    if kind != BOMB:
        found |= holding(hand, BOMB) << ROW
    return found | np.int64(hand & JOKERS == JOKERS) << 2 * ROW, length


def list_answers(hand: Any, to_beat: int, out: Any) -> int:
    """A pass, and all that beats a group."""
    kind, ranks = to_beat >> ROW, to_beat & RANKS
    found, length = answers(hand, kind, ranks)
    out[0] = PASS
    n = 1
    n = list_groups(hand, kind, found & RANKS, length, out, n)
    n = list_groups(hand, BOMB, found >> ROW & RANKS, SINGLE, out, n)
    if found >> 2 * ROW:
        out[n] = THE_NUKE
        n += 1
    return n


def list_kickers(kickers: Any, due: int, out: Any) -> int:
    ranks = next_kickers(kickers, due)
    n = 0
    while ranks:
        out[n] = KICKER << ROW | ranks & -ranks
        ranks &= ranks - 1
        n += 1
    return n


# ---- choosing at random ------------------------------------------------------------------------------------------


def count_runs() -> Any:
    """A table: [kind, ranks] is the number of runs of all lengths in a row of solos, pairs or trios."""
    sizes = np.array([ranks.bit_count() for ranks in range(RUNNABLE + 1)], np.int8)
    table = np.zeros((3, RUNNABLE + 1), np.int8)
    for kind in (SOLO, PAIR, TRIO):
        starts = run_starts(np.arange(RUNNABLE + 1), SHORTEST_RUN[kind])
        while starts.any():
            table[kind] += sizes[starts]
            starts = starts & starts >> 1
    return table


RUN_COUNT = count_runs()


def nth_run(ranks: Any, kind: int, k: Any) -> Any:
    """The k-th run in a row of solos, pairs or trios."""
    length = SHORTEST_RUN[kind]
    starts = run_starts(ranks, length)
    while k >= count(starts):
        k -= count(starts)
        starts &= starts >> 1
        length += 1
    return run_from(pick(starts, k), length)


def random_lead(hand: Any, kinds: int, rng: Any) -> Any:
    """One of `list_leads`, all equally likely: drawn as if no kickers were ever missing, until none are."""
    solos, pairs, trios, quads = rows(hand)
    kicked = trios | trios << ROW  # a row for each kind with kickers
    if kinds > QUAD_1:
        kicked |= quads << 2 * ROW | quads << 3 * ROW
    alone, with_kickers = count(hand), count(kicked)
    solo_runs, pair_runs = RUN_COUNT[SOLO, solos & RUNNABLE], RUN_COUNT[PAIR, pairs & RUNNABLE]
    trio_runs = 3 * RUN_COUNT[TRIO, trios & RUNNABLE]  # each alone, with single kickers, with pairs
    nuke = hand & JOKERS == JOKERS
    while True:
        k = below(rng, alone + with_kickers + solo_runs + pair_runs + trio_runs + nuke)
        if k < alone:
            return one_rank(pick(hand, k), SOLO)
        k -= alone
        if k < with_kickers:
            move = one_rank(pick(kicked, k), TRIO_1)
        elif k < with_kickers + solo_runs:
            return SOLO << ROW | nth_run(solos, SOLO, k - with_kickers)
        elif k < with_kickers + solo_runs + pair_runs:
            return PAIR << ROW | nth_run(pairs, PAIR, k - with_kickers - solo_runs)
        else:
            k -= with_kickers + solo_runs + pair_runs
            if k == trio_runs:
                return THE_NUKE
            kind = TRIO if k % 3 == 0 else TRIO_1 if k % 3 == 1 else TRIO_2
            move = kind << ROW | nth_run(trios, TRIO, k // 3)
        if has_kickers(hand, move >> ROW, move & RANKS):
            return move


def one_rank(bit: Any, kind: int) -> Any:
    """The group that a bit stands for in a word whose rows are the kinds from `kind` on."""
    up = count(bit - 1) // ROW
    return kind + up << ROW | bit >> ROW * up


def random_answer(hand: Any, to_beat: int, rng: Any) -> Any:
    """One of `list_answers`, all equally likely."""
    kind, ranks = to_beat >> ROW, to_beat & RANKS
    found, length = answers(hand, kind, ranks)
    n = count(found)
    while True:
        k = below(rng, n + 1)
        if k == n:
            return PASS
        answer = pick(found, k)
        if answer >> ROW == 0:
            ranks = run_from(answer, length)
            if has_kickers(hand, kind, ranks):
                return kind << ROW | ranks
        else:
            return THE_NUKE if answer >> 2 * ROW else BOMB << ROW | answer >> ROW


def random_kicker(kickers: Any, due: int, rng: Any) -> Any:
    """One of `list_kickers`, all equally likely."""
    ranks = next_kickers(kickers, due)
    return KICKER << ROW | pick(ranks, below(rng, count(ranks)))
