"""Hand-made positions of confrontation, and slow obvious twins of what its players know."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations
from typing import Any

from anyspace.games.confrontation import begin, enter, game
from anyspace.games.confrontation_board import (
    BEARER,
    CARD_NAMES,
    CHARACTERS,
    DARK_HOME,
    LIGHT,
    MOVE,
    NAMES,
    OUT,
    REGION_NAMES,
    UNSEEN,
)
from anyspace.games.confrontation_pieces import can_move, count
from anyspace.games.confrontation_text import guesses
from anyspace.rules.game import Game, State

FAR = "bearer:a1"  # Light's character that takes no part
IDLE = "giant:d4"  # Dark's


@cache
def the_game(**options: Any) -> Game:
    return game(**options)


def record(state: State) -> Any:
    return state.game.backend.record(state._block)


def position(
    dark: str, light: str, to_move: int, dark_cards: str = "", light_cards: str = "", rules: Game | None = None
) -> State:
    """Characters as `name:region`; cards still in hand, all nine if none are named."""
    state = (rules or the_game()).start(seed=0)
    inside = record(state)
    begin(inside, int(inside.home_need), int(inside.recycle_cards))
    inside.turn = to_move
    for side, characters, cards in ((0, dark, dark_cards), (1, light, light_cards)):
        for item in characters.split():
            name, region = item.split(":")
            enter(inside, side, NAMES[side].index(name), REGION_NAMES.index(region))
        if cards:
            inside.hand[side] = sum(1 << CARD_NAMES[side].index(card) for card in cards.split())
    return state


def play(state: State, line: str) -> State:
    """Play moves by name."""
    for name in line.split():
        state.play(state.parse(name))
    return state


def names(state: State) -> list[str]:
    return sorted(state.name(move) for move in state.moves())


def moves_of(state: State, character: str) -> set[str]:
    """Where a character can go."""
    return {name.split("-")[1] for name in names(state) if name.startswith(character + ":")}


def where(state: State, name: str) -> str:
    """Where a character is; `out` if it is defeated."""
    side = 0 if name in NAMES[0] else 1
    region = int(record(state).where[side, NAMES[side].index(name)])
    return "out" if region == OUT else REGION_NAMES[region]


# ---- what a player knows ------------------------------------------------------------------------------------------

World = tuple[int, ...]
"""Where each of a side's characters is."""


def worlds_kept(state: State, side: int) -> set[World]:
    """All worlds that the guesses in the state stand for, spelled out."""
    inside = record(state)
    worlds = set()
    for guess in guesses(inside, side):
        places = Counter({region: int(count(inside, side, region)) for region in range(16)})
        places.subtract(guess.values())
        unseen = [c for c in range(CHARACTERS) if inside.where[side, c] != OUT and c not in guess]
        for order in set(permutations(places.elements(), len(unseen))):
            world = [OUT] * CHARACTERS
            for character, region in [*guess.items(), *zip(unseen, order, strict=True)]:
                world[character] = region
            if side == LIGHT and world[BEARER] == DARK_HOME:
                continue
            worlds.add(tuple(world))
    return worlds


def possible(state: State, side: int, worlds: set[World]) -> set[World]:
    """Those in which a side that is to move can."""
    inside = record(state)
    if inside.phase != MOVE or inside.turn != side:
        return worlds
    twin = state.copy()
    inside = record(twin)
    kept = set()
    for world in worlds:
        inside.where[side] = world
        if can_move(inside, side):
            kept.add(world)
    return kept


class Watcher:
    """All worlds that an enemy of `side` must reckon with, as a plain set: every event filters it or spreads it."""

    def __init__(self, state: State, side: int) -> None:
        self.side = side
        inside = record(state)
        alive = [c for c in range(CHARACTERS) if inside.where[side, c] != OUT]
        self.worlds: set[World] = set()
        for order in set(permutations([int(inside.where[side, c]) for c in alive])):
            world = [OUT] * CHARACTERS
            for character, region in zip(alive, order, strict=True):
                world[character] = region
            self.worlds.add(tuple(world))
        self.shown: set[int] = set()
        """Characters of this side that stand open on the board, in this battle."""

    def show(self, before: Any, character: int) -> None:
        region = int(before.where[self.side, character])
        self.worlds = {world for world in self.worlds if world[character] == region}
        self.shown.add(character)

    def slip(self, origin: int, to: int) -> None:
        spread = set()
        for world in self.worlds:
            for character in range(CHARACTERS):
                wins = self.side == LIGHT and character == BEARER and to == DARK_HOME
                if world[character] == origin and not wins:
                    spread.add((*world[:character], to, *world[character + 1 :]))
        self.worlds = spread

    def watch(self, before: State, move: int, after: State) -> None:
        """Follow a move by its name and by what the enemy is told of it."""
        old, new, name = record(before), record(after), before.name(move)
        token = before.observe(move, 1 - self.side)
        mine = old.turn == self.side
        if "-meets-" in name:
            for fighter in name.split("-meets-"):
                if fighter in NAMES[self.side]:
                    self.show(old, NAMES[self.side].index(fighter))
        elif ":" in name and mine:
            if token >= UNSEEN:
                if new.phase != 1:  # else it is in the tunnel, and nobody has seen it leave yet
                    self.slip(*divmod(token - UNSEEN, 16))
            else:
                self.show(old, move // 16)
        elif name == "let-pass" and mine:
            if count(old, 1 - self.side, 10):
                self.show(old, int(old.fighter[LIGHT]))
            else:
                self.slip(5, 10)
        elif name == "strike":
            self.show(old, int(old.fighter[LIGHT]) if mine else NAMES[0].index("warden"))
        elif name in ("attack-bearer", "support") and self.side == LIGHT:
            self.show(old, BEARER)
        elif name == "step-in" and self.side == LIGHT:
            self.show(old, NAMES[1].index("guardian"))
        for character in self.shown:  # whatever happens to them, everybody sees it
            to = int(new.where[self.side, character])
            self.worlds = {(*world[:character], to, *world[character + 1 :]) for world in self.worlds}
        if new.phase == MOVE:
            self.shown.clear()
        self.worlds = possible(after, self.side, self.worlds)
