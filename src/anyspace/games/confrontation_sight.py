"""What a player knows of the enemy's characters in `confrontation`, and how the rest is drawn.

A player sees how many enemies stand in each region, and who is defeated. A character is *seen* when it fights or
shows itself; its enemy then follows it, until it stands beside others and one of them leaves. So the state keeps a
list of guesses for each side, and the truth is always among them: each says in which region every seen character
may be, in four bits a character. All other characters are alike to the enemy: they may be wherever there is room
left, except that the bearer is not in Dark's home, where it would have won.

The list is exact, and a draw is uniform over all worlds consistent with what was seen, as long as the list fits.
Where it would grow past `GUESSES`, a seen character is forgotten: it is treated as if it had not been seen.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rng import below
from .confrontation_board import BEARER, CHARACTERS, DARK_HOME, GUESSES, LIGHT, NOBODY, OUT
from .confrontation_pieces import ONE, count

IMPOSSIBLE = -1  # stands for a guess to be dropped


def place_in(guess: Any, character: Any) -> Any:
    """Where a guess puts a seen character."""
    return guess >> 4 * character & 15


def has_seen(state: Any, side: int, character: Any) -> Any:
    return state.seen[side] >> character & 1


def room(state: Any, side: int, guess: Any) -> Any:
    """How many unseen characters stand in each region by this guess, four bits a region."""
    free, seen = state.crowd[side], state.seen[side]
    while seen:
        if seen & 1:
            free -= ONE << 4 * (guess & 15)
        seen >>= 1
        guess >>= 4
    return free


def bearer_places(state: Any, side: int, free: Any) -> Any:
    """How many of the places in `free` the bearer may be in, if it is unseen; else 1."""
    if side != LIGHT or has_seen(state, side, BEARER):
        return 1
    n, free = 0, free & ~(np.int64(15) << 4 * DARK_HOME)
    while free:
        n += free & 15
        free >>= 4
    return n


# ---- keeping the list ---------------------------------------------------------------------------------------------


def reveal(state: Any, side: int, character: Any) -> None:
    """The enemy sees a character where it stands: guesses that cannot be are dropped."""
    region = np.int64(state.where[side, character])
    for i in range(state.guesses[side]):
        guess = state.guess[side, i]
        if has_seen(state, side, character):
            fits = place_in(guess, character) == region
        else:
            fits = place_in(room(state, side, guess), region) > 0
            guess |= region << 4 * character
        state.guess[side, i] = guess if fits else IMPOSSIBLE
    state.seen[side] |= ONE << character
    tidy(state, side)


def follow(state: Any, side: int, character: Any, origin: Any, to: Any) -> None:
    """A character that the enemy sees has gone from `origin` to `to`; if defeated, it is OUT of all guesses."""
    step = (0 if to == OUT else to) - origin
    if to == OUT:
        state.seen[side] &= ~(ONE << character)
    for i in range(state.guesses[side]):
        state.guess[side, i] += step << 4 * character


def lose_track(state: Any, side: int, origin: Any, to: Any) -> None:
    """Some character has gone from `origin` to `to`, the enemy did not see which: it may be any that was there."""
    others = count(state, side, origin)  # those who stayed
    fits = False
    while not fits:
        growth, last = 0, NOBODY
        for i in range(state.guesses[side]):
            there = 0
            for character in range(CHARACTERS):
                if has_seen(state, side, character) and place_in(state.guess[side, i], character) == origin:
                    there += 1
                    if character > last:
                        last = character
            growth += there - (there > others)
        if last == NOBODY and to != DARK_HOME:
            return
        fits = state.guesses[side] + growth <= GUESSES
        if fits:
            branch(state, side, origin, to)
        else:
            forget(state, side, last)
        tidy(state, side)


def branch(state: Any, side: int, origin: Any, to: Any) -> None:
    """To each guess add those in which a character that it has seen at `origin` is the one that went. The guess itself
    remains only if somebody unseen was there."""
    end = state.guesses[side]
    for i in range(state.guesses[side]):
        guess = state.guess[side, i]
        before = room(state, side, guess) + (ONE << 4 * origin)
        replaces = place_in(before, origin) == 0
        if replaces:
            state.guess[side, i] = IMPOSSIBLE
        for character in range(CHARACTERS):
            wins = side == LIGHT and character == BEARER and to == DARK_HOME
            if has_seen(state, side, character) and place_in(guess, character) == origin and not wins:
                state.guess[side, i if replaces else end] = guess + ((to - origin) << 4 * character)
                end += not replaces
                replaces = False
    state.guesses[side] = end


def forget(state: Any, side: int, character: Any) -> None:
    state.seen[side] &= ~(ONE << character)
    for i in range(state.guesses[side]):
        state.guess[side, i] &= ~(np.int64(15) << 4 * character)


def tidy(state: Any, side: int) -> None:
    """Drop guesses that are impossible or doubled. What is not in use is zero."""
    n = 0
    for i in range(state.guesses[side]):
        guess = state.guess[side, i]
        state.guess[side, i] = 0
        keep = guess != IMPOSSIBLE
        if keep and count(state, LIGHT, DARK_HOME) > 0:
            keep = bearer_places(state, side, room(state, side, guess)) > 0
        for k in range(n):
            keep = keep and state.guess[side, k] != guess
        if keep:
            state.guess[side, n] = guess
            n += 1
    state.guesses[side] = n


# ---- drawing from it ----------------------------------------------------------------------------------------------


def worlds(state: Any, side: int, guess: Any) -> Any:
    """In how many ways a guess can come true, up to a factor that all guesses share: seen characters choose a place
    in their region one after the other, then the bearer does if it is unseen."""
    free, seen, ways = state.crowd[side], state.seen[side], ONE
    while seen:
        if seen & 1:
            ways *= place_in(free, guess & 15)
            free -= ONE << 4 * (guess & 15)
        seen >>= 1
        guess >>= 4
    return ways * bearer_places(state, side, free)


def draw_guess(state: Any, side: int, rng: Any) -> Any:
    """One of the guesses, in proportion to the worlds that it stands for."""
    chosen = state.guess[side, 0]
    if state.guesses[side] > 1:
        total = 0
        for i in range(state.guesses[side]):
            ways = worlds(state, side, state.guess[side, i])
            total += ways
            if below(rng, total) < ways:
                chosen = state.guess[side, i]
    return chosen


def draw_places(state: Any, side: int, rng: Any) -> None:
    """Put this side's characters where, for all that its enemy knows, they may be: every such world is as likely."""
    guess = draw_guess(state, side, rng)
    free = room(state, side, guess)
    away = bearer_places(state, side, free)
    places, n, region = np.int64(0), 0, ONE - 1  # the places of unseen characters, in ascending order; four bits each
    while free:
        if free & 15:
            places |= region << 4 * n
            n += 1
            free -= 1
        else:
            free >>= 4
            region += 1
    for character in range(CHARACTERS):  # the bearer first: the places in Dark's home still are the last ones
        if state.where[side, character] == OUT:
            continue
        if has_seen(state, side, character):
            state.where[side, character] = place_in(guess, character)
        else:
            k = below(rng, away if side == LIGHT and character == BEARER else n)
            n -= 1
            taken = place_in(places, k)
            places += (place_in(places, n) - taken) << 4 * k
            state.where[side, character] = taken
