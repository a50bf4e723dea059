"""Klondike once more, slow and obvious: cards are words, the deck is turned by hand, every position is remembered."""

from __future__ import annotations

from typing import Any

from anyspace.games.klondike_table import name_of

RANKS = "A23456789TJQK"


class Patience:
    def __init__(self, stacks: list[tuple[int, tuple[str, ...]]], deck: tuple[str, ...], waste: int) -> None:
        self.stacks = stacks
        """How many cards lie face down in each, and which face up."""
        self.stock, self.waste = list(deck[waste:]), list(deck[:waste])
        self.homes = dict.fromkeys("CDHS", 0)
        self.unseen: set[str] = set()
        self.turning: int | None = None
        self.turn, self.ranks = 3, 13
        self.past: set[Any] = set()

    @classmethod
    def like(cls, state: Any, turn: int, ranks: int) -> Patience:
        """A deal as ours."""
        stacks = []
        for down, height, cards in zip(state["down"], state["height"], state["open"], strict=True):
            if down >= 0:
                stacks.append((int(down), tuple(name_of(int(card)) for card in cards[: int(height)])))
        deck = tuple(name_of(int(card)) for card in state["deck"][: int(state["deck_size"])])
        twin = cls(stacks, deck, int(state["waste"]))
        twin.turn, twin.ranks = turn, ranks
        every = {rank + suit for rank in RANKS[:ranks] for suit in "CDHS"}
        twin.unseen = every - set(deck) - {card for _, cards in stacks for card in cards}
        twin.past = {twin.position}
        return twin

    def copy(self) -> Patience:
        """Without its past."""
        twin = Patience(list(self.stacks), (), 0)
        twin.stock, twin.waste, twin.homes = list(self.stock), list(self.waste), dict(self.homes)
        twin.unseen, twin.turning = set(self.unseen), self.turning
        twin.turn, twin.ranks = self.turn, self.ranks
        return twin

    @property
    def position(self) -> Any:
        return tuple(self.stacks), tuple(self.waste), tuple(self.stock), tuple(self.homes.values())

    @property
    def is_won(self) -> bool:
        return sum(self.homes.values()) == 4 * self.ranks

    def reached(self) -> set[str]:
        """Every card that comes to lie on the waste, from here to the end and then all over again."""
        stock, waste, seen = list(self.stock), list(self.waste), set(self.waste[-1:])
        for _ in range(2):
            while stock:
                waste += stock[: self.turn]
                del stock[: self.turn]
                seen.add(waste[-1])
            stock, waste = waste, []
        return seen

    def sources(self) -> list[str]:
        homes = [RANKS[count - 1] + suit for suit, count in self.homes.items() if count]
        return [*self.reached(), *homes, *(card for _, cards in self.stacks for card in cards)]

    def fits(self, card: str, target: int) -> bool:
        down, cards = self.stacks[target]
        if not cards:
            return not down and card[0] == RANKS[self.ranks - 1]
        under = cards[-1]
        return RANKS.index(under[0]) == RANKS.index(card[0]) + 1 and (under[1] in "DH") != (card[1] in "DH")

    def moves(self) -> list[str]:
        return [move for move in self.fitting() if not self.leads_back(move)]

    def fitting(self) -> list[str]:
        """Those that lead back, too."""
        found = []
        empty = [i for i, (down, cards) in enumerate(self.stacks) if not down and not cards]
        for card in self.sources():
            stack = next((i for i, (_, cards) in enumerate(self.stacks) if card in cards), None)
            is_top = stack is None or self.stacks[stack][1][-1] == card
            is_home = RANKS.index(card[0]) < self.homes[card[1]]
            if is_top and not is_home and self.homes[card[1]] == RANKS.index(card[0]):
                found.append(f"{card}-home")
            for target in range(len(self.stacks)):
                if target == stack or not self.fits(card, target) or target in empty[1:]:
                    continue
                if target in empty and stack is not None and self.stacks[stack] == (0, self.stacks[stack][1]):
                    stays = self.stacks[stack][1][0] == card  # from an empty stack to another
                    found += [] if stays else [f"{card}-{target + 1}"]
                    continue
                found.append(f"{card}-{target + 1}")
        return found

    def leads_back(self, move: str) -> bool:
        after = self.copy()
        after.play(move)
        return after.turning is None and after.position in self.past

    def play(self, move: str) -> None:
        card, _, target = move.partition("-")
        moved: tuple[str, ...] = (card,)
        deck = self.waste + self.stock
        if card in deck:
            at = deck.index(card)
            self.waste, self.stock = deck[:at], deck[at + 1 :]
        elif RANKS.index(card[0]) < self.homes[card[1]]:
            self.homes[card[1]] -= 1
        else:
            stack = next(i for i, (_, cards) in enumerate(self.stacks) if card in cards)
            down, cards = self.stacks[stack]
            at = cards.index(card)
            moved = cards[at:]
            self.stacks[stack] = (down, cards[:at])
            self.turning = stack if at == 0 and down else None
        if target == "home":
            self.homes[card[1]] += 1
        else:
            down, cards = self.stacks[int(target) - 1]
            self.stacks[int(target) - 1] = (down, cards + moved)
        self.past.add(self.position)

    def turn_up(self, card: str) -> None:
        assert self.turning is not None
        down, _ = self.stacks[self.turning]
        self.stacks[self.turning] = (down - 1, (card,))
        self.unseen.remove(card)
        self.turning = None
        self.past.add(self.position)


def solved(twin: Patience) -> float:
    """How likely a win is for who plays best: every way of playing, every way unseen cards can lie. What was there
    before matters only as it keeps one from going round in circles, so each set of positions that can be had without a
    card being turned up is looked through once."""
    known: dict[Any, float] = {}

    def worth(start: Patience) -> float:
        key = (start.position, frozenset(start.unseen))
        if key in known:
            return known[key]
        best, seen, waiting = 0.0, {start.position}, [start]
        while waiting and best < 1.0:
            here = waiting.pop()
            if here.is_won:
                best = 1.0
            for move in here.fitting():
                after = here.copy()
                after.play(move)
                if after.turning is not None:
                    best = max(best, sum(worth(turned(after, card)) for card in after.unseen) / len(after.unseen))
                elif after.position not in seen:
                    seen.add(after.position)
                    waiting.append(after)
        known[key] = best
        return best

    return worth(twin)


def turned(twin: Patience, card: str) -> Patience:
    after = twin.copy()
    after.turn_up(card)
    return after
