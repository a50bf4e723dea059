"""Skirmish once more, slow and obvious, from its rule sheet: lists, dictionaries and names, and nothing of the compiled
game but the cards. A square is (file 1 .. 7, rank 1 .. 6); player 0 sits below and looks up, player 1 sits above."""

from __future__ import annotations

from typing import NamedTuple

from anyspace.games.skirmish_deck import BERSERKER, CAPTAIN, DECK, GENERAL, SUPPORT, Card

Square = tuple[int, int]
CARDS = {card.name: card for card in DECK}
COMMAND = {card.name for card in DECK if card.rank in (GENERAL, CAPTAIN)}
STARTS: list[Square] = [(3, 3), (5, 4)]
STEPS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
SQUARES = [(file, rank) for rank in range(1, 7) for file in range(1, 8)]
FULL_HAND = 6
TURN_LIMIT = 200


class Piece(NamedTuple):
    player: int
    card: Card


def name_of(square: Square) -> str:
    return "abcdefg"[square[0] - 1] + str(square[1])


def square_of(name: str) -> Square:
    return "abcdefg".index(name[0]) + 1, int(name[1])


def seen_from(player: int, square: Square, right: int, ahead: int) -> Square:
    """The square so far to the right of and ahead of a player's card; the other player's cards are turned around."""
    way = 1 if player == 0 else -1
    return square[0] + way * right, square[1] + way * ahead


def adjacent(one: Square, other: Square) -> bool:
    return one != other and abs(one[0] - other[0]) <= 1 and abs(one[1] - other[1]) <= 1


class Twin:
    """A game from the deal: hands, and decks in the order in which they are drawn."""

    def __init__(self, hands: list[set[str]], decks: list[list[str]], to_win: int = 20, commanders: int = 4) -> None:
        self.hands, self.decks = [set(hand) for hand in hands], [list(deck) for deck in decks]
        self.board: dict[Square, Piece] = {}
        self.eliminated: list[list[str]] = [[], []]  # of each player
        self.to_win, self.commanders_to_win = to_win, commanders
        self.player = self.turns = 0
        self.phase = "deploy"
        self.placed: Square | None = None
        self.waiting: list[Square] = []  # archers that have not been asked yet, the one who is asked first
        self.aimed: list[tuple[Square, Square]] = []  # archer, target
        self.fought: set[Square] = set()
        self.winner: int | None = None
        """None while it is going on, and in a draw."""

    # ---- looking

    def own(self, player: int) -> list[Square]:
        """From rank 1 upwards, each rank from file a on."""
        squares = [square for square, piece in self.board.items() if piece.player == player]
        return sorted(squares, key=lambda square: (square[1], square[0]))

    def arrow(self, attacker: Square, target: Square, card: Card, player: int) -> int:
        """The value of the arrow that such a card at `attacker` has for `target`."""
        way = 1 if player == 0 else -1
        step = (way * (target[0] - attacker[0]), way * (target[1] - attacker[1]))
        return card.arrows[STEPS.index(step)] if step in STEPS else 0

    def attackers(self, target: Square) -> dict[Square, int]:
        """Whose arrows point at the card on a square, and with what value."""
        enemies = self.own(1 - self.board[target].player)
        points = {enemy: self.arrow(enemy, target, *reversed(self.board[enemy])) for enemy in enemies}
        return {enemy: value for enemy, value in points.items() if value > 0}

    def missiles(self, target: Square) -> dict[Square, int]:
        return {archer: self.board[archer].card.missile for archer, aim in self.aimed if aim == target}

    def doomed(self, target: Square, more: int = 0) -> bool:
        total = sum(self.attackers(target).values()) + sum(self.missiles(target).values()) + more
        return total > self.board[target].card.defence

    def engaged(self, square: Square) -> bool:
        return any(adjacent(square, enemy) for enemy in self.own(1 - self.board[square].player))

    def in_range(self, archer: Square) -> list[Square]:
        piece = self.board[archer]
        cells = [seen_from(piece.player, archer, right, ahead) for right, ahead in piece.card.grid]
        return [square for square in self.own(1 - piece.player) if square in cells]

    # ---- moves

    def places(self, card: Card) -> list[Square]:
        """Where a card may be deployed."""
        free = [square for square in SQUARES if square not in self.board]
        if self.turns < 2 or not self.board:  # everybody's first card, or a new beginning
            return [square for square in free if square == STARTS[self.player] and card.kind != BERSERKER]
        friends, enemies = self.own(self.player), set(self.own(1 - self.player))
        arrows = [step for step, value in zip(STEPS, card.arrows, strict=True) if value > 0]
        found = []
        for square in free:
            in_combat = any(seen_from(self.player, square, *step) in enemies for step in arrows)
            supports = card.kind in SUPPORT and any(adjacent(square, friend) for friend in friends)
            if in_combat or supports:
                found.append(square)
        return found

    def targets(self, archer: Square, later: list[Square]) -> list[Square]:
        """Whom it makes sense to fire at: not yet eliminated, but so if those asked later join in."""
        found = []
        for target in self.in_range(archer):
            help_ = sum(self.board[other].card.missile for other in later if target in self.in_range(other))
            if not self.doomed(target) and self.doomed(target, self.board[archer].card.missile + help_):
                found.append(target)
        return found

    def may_recall(self) -> list[Square]:
        if len(self.hands[self.player]) == FULL_HAND:
            return []
        return [
            square
            for square in self.own(self.player)
            if not self.engaged(square) and square not in self.fought and square != self.placed
        ]

    def may_draw(self) -> bool:
        return len(self.hands[self.player]) < FULL_HAND and bool(self.decks[self.player])

    def moves(self) -> list[str]:
        if self.phase == "deploy":
            hand = self.hands[self.player]
            return [f"{name}@{name_of(s)}" for name in hand for s in self.places(CARDS[name])] or ["pass"]
        if self.phase == "fire":
            aims = self.targets(self.waiting[0], self.waiting[1:])
            return [f"fire-{name_of(target)}" for target in aims] + ["hold"]
        if self.phase == "end":
            return ["draw"] * self.may_draw() + [f"recall-{name_of(square)}" for square in self.may_recall()]
        return []

    # ---- playing

    def play(self, move: str) -> None:
        if self.phase == "deploy":
            if move != "pass":
                name, square = move.split("@")
                self.placed = square_of(square)
                self.hands[self.player].remove(name)
                self.board[self.placed] = Piece(self.player, CARDS[name])
            idle = [square for square in self.own(self.player) if not self.engaged(square)]
            self.waiting = [square for square in idle if self.board[square].card.missile > 0]
            self.ask_archers()
        elif self.phase == "fire":
            archer = self.waiting.pop(0)
            if move != "hold":
                self.aimed.append((archer, square_of(move.removeprefix("fire-"))))
            self.ask_archers()
        else:
            self.finish_turn(move)

    def ask_archers(self) -> None:
        while self.waiting and not self.targets(self.waiting[0], self.waiting[1:]):
            self.waiting.pop(0)
        if self.waiting:
            self.phase = "fire"
        else:
            self.eliminate()

    def eliminate(self) -> None:
        """Everybody at the same time, on both sides."""
        doomed = [square for square in self.board if self.doomed(square)]
        for square in doomed:
            self.fought |= {*self.attackers(square), *self.missiles(square)}
        for square in doomed:
            piece = self.board.pop(square)
            self.eliminated[piece.player].append(piece.card.name)
        self.aimed = []
        lost = [self.has_lost(player) for player in range(2)]
        if any(lost):
            self.winner = None if all(lost) else lost.index(False)
            self.phase = "over"
            return
        self.phase = "end"
        choices = self.moves()
        if len(choices) < 2:
            self.finish_turn(*choices)

    def has_lost(self, player: int) -> bool:
        cards = self.eliminated[player]
        return len(cards) >= self.to_win or len(COMMAND & set(cards)) >= self.commanders_to_win

    def finish_turn(self, move: str = "") -> None:
        if move == "draw":
            self.hands[self.player].add(self.decks[self.player].pop(0))
        elif move:
            self.hands[self.player].add(self.board.pop(square_of(move.removeprefix("recall-"))).card.name)
        self.placed, self.fought, self.phase = None, set(), "deploy"
        self.player, self.turns = 1 - self.player, self.turns + 1
        if not self.hands[self.player]:
            self.winner, self.phase = 1 - self.player, "over"
        elif self.turns == TURN_LIMIT:
            self.phase = "over"
