"""Goofspiel (the Game of Pure Strategy): bid a card for every prize, all at the same time; the highest takes it.

Every player has the bids 1 to `cards`, and there are prizes of 1 to `cards` points. Prize by prize everybody bids one
card at the same time, and the cards are gone; the highest bid takes the prize, unless two have bid it: then nobody
does.
The last prize goes by the last cards, without a choice. Most points win.

The order of prizes is random (each a chance move, drawn when it is turned up), ascending or descending. Bids are shown
when all are made; in the closed game (`hidden`, for two) only who took the prize is.

Bids and prizes are numbered by their points less one: move 0 bids 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError, PositionError
from ..rng import below
from ..rules.codes import NOTHING_SEEN
from ..rules.game import CHANCE, OVER, Game, declare
from .board_key import scramble
from .notation import whole, words_in

NONE = -1
ORDERS = ("random", "ascending", "descending")
PAYOFFS = ("win", "points")
FEWEST, MOST = 2, 30
MOST_PLAYERS = 5
MOST_TRIES = 1_000_000


def bit(card: Any) -> int:
    """The set of one card."""
    return 1 << int(card)


def checked(cards: Any, players: Any, order: Any, payoffs: Any, hidden: Any) -> None:
    """Raises `OptionError` where an option makes no sense."""
    for name, given, least, most in (("cards", cards, FEWEST, MOST), ("players", players, 2, MOST_PLAYERS)):
        if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
            raise OptionError(f"goofspiel: {name} must be a whole number from {least} to {most}, not {given!r}")
    for name, given, known in (
        ("order", order, ORDERS),
        ("payoffs", payoffs, PAYOFFS),
        ("hidden", hidden, (False, True)),
    ):
        if given not in known:
            raise OptionError(f"goofspiel: {name} must be one of {', '.join(map(str, known))}, not {given!r}")
    if hidden and players != 2:
        raise OptionError(f"goofspiel: bids are hidden between two players, not {players}")


def game(
    cards: int = 13, players: int = 2, order: str = "descending", payoffs: str = "win", hidden: bool = False
) -> Game:
    checked(cards, players, order, payoffs, hidden)
    total = cards * (cards + 1) // 2
    full = (1 << cards) - 1
    is_random, counts_points = order == "random", payoffs == "points"
    announces = is_random or hidden  # by a chance move

    state_type = np.dtype(
        [
            ("hands", np.int32, players),  # sets of cards
            ("prizes", np.int32),  # the set of those to come
            ("prize", np.int8),  # the one to bid for, or NONE
            ("bids", np.int8, players),  # of this turn, or NONE
            ("points", np.int16, players),
            ("turn", np.int8),
            ("log", np.int8, (cards if hidden else 1, players)),  # the closed game: all bids
            ("taken", np.int8, cards if hidden else 1),  # and who took each prize
            ("shown", np.int8, cards if hidden else 1),  # and which it was
        ]
    )

    def start(state: Any, rng: Any) -> None:
        state.hands[:] = full
        state.prizes = full
        state.prize = NONE
        state.bids[:] = NONE
        state.points[:] = 0
        state.turn = 0
        state.log[:] = NONE
        state.taken[:] = NONE
        state.shown[:] = NONE
        if not is_random:
            turn_up(state, next_prize(state))

    def next_prize(state: Any) -> int:
        """Where they come in order."""
        return state.turn if order == "ascending" else cards - 1 - state.turn

    def turn_up(state: Any, prize: int) -> None:
        state.prize = prize
        state.prizes = state.prizes & ~bit(prize)

    def chooser(state: Any) -> int:
        """How many have bid, which is who is to bid next."""
        made = 0
        while made < players and state.bids[made] != NONE:
            made += 1
        return made

    def mover(state: Any) -> int:
        if state.turn == cards:
            return OVER
        return CHANCE if state.prize == NONE else chooser(state)

    def together(state: Any) -> int:
        return players - 1 - chooser(state)

    def withdraw(state: Any) -> None:
        state.bids[:] = NONE

    def moves(state: Any, out: Any) -> int:
        if state.prize == NONE and not is_random:
            out[0] = next_prize(state)
            return 1
        left = state.prizes if state.prize == NONE else state.hands[chooser(state)]
        n = 0
        for card in range(cards):
            if left >> card & 1:
                out[n] = card
                n += 1
        return n

    def play(state: Any, move: int) -> None:
        if state.prize == NONE:
            turn_up(state, move)
            return
        state.bids[chooser(state)] = move
        if chooser(state) < players:
            return
        settle(state)
        if state.turn == cards - 1:  # no choice is left
            turn_up(state, lowest(state.prizes))
            for player in range(players):
                state.bids[player] = lowest(state.hands[player])
            settle(state)
        elif not announces:
            turn_up(state, next_prize(state))

    def lowest(left: Any) -> int:
        """The lowest card of a set that is not empty."""
        card = 0
        while card < cards - 1 and not left >> card & 1:
            card += 1
        return card

    def settle(state: Any) -> None:
        """All have bid: who takes the prize."""
        winner, best = NONE, NONE
        for player in range(players):
            bid = state.bids[player]
            if bid == best:
                winner = NONE
            elif bid > best:
                winner, best = player, bid
            state.hands[player] = state.hands[player] & ~bit(bid)
            if hidden:
                state.log[state.turn, player] = bid
        if winner != NONE:
            state.points[winner] += state.prize + 1
        if hidden:
            state.taken[state.turn] = winner
            state.shown[state.turn] = state.prize
        state.bids[:] = NONE
        state.prize = NONE
        state.turn += 1

    def returns(state: Any, out: Any) -> None:
        """An unfinished game goes by the points so far."""
        if counts_points:
            mean = 0.0
            for player in range(players):
                mean += state.points[player] / players
            for player in range(players):
                out[player] = state.points[player] - mean
            return
        most, winners = -1, 0
        for player in range(players):
            if state.points[player] > most:
                most, winners = state.points[player], 0
            winners += state.points[player] == most
        for player in range(players):
            if winners == players:
                out[player] = 0.0
            else:
                out[player] = 1.0 / winners if state.points[player] == most else -1.0 / (players - winners)

    def observe(state: Any, move: int, observer: int) -> int:
        """The closed game: nothing of a bid; with the next prize, who took the last one."""
        if state.prize != NONE:
            return NOTHING_SEEN
        last = int(state.taken[state.turn - 1]) if state.turn > 0 else NONE
        return (last + 1) * cards + int(move)

    def determinize(state: Any, observer: int, rng: Any) -> None:
        """The closed game: the other's bids are any that would have had the same outcome. Those above the observer's
        are drawn by themselves, and those below: each way to do so is as likely, for of two sets of cards that bids may
        come from one contains the other. If they have a card in common, once more."""
        if state.turn == cards:
            return
        other = 1 - observer
        ties = 0
        for turn in range(state.turn):
            if state.taken[turn] == NONE:
                ties |= bit(state.log[turn, observer])
        above, below_ = 0, 0
        for _ in range(MOST_TRIES):
            above = draw_bids(state, observer, other, ties, rng)
            below_ = draw_bids(state, observer, observer, ties, rng)
            if above & below_ == 0:
                break
        state.hands[other] = full & ~(above | below_ | ties)
        if state.bids[other] != NONE:
            state.bids[other] = nth_card(state.hands[other], below(rng, count(state.hands[other])))

    def draw_bids(state: Any, observer: int, winner: int, ties: int, rng: Any) -> int:
        """Bids of the other for all prizes that `winner` took, into the log; the set of them."""
        used = 0
        other = 1 - observer
        for step in range(cards):
            bid = step if winner == observer else cards - 1 - step  # the fewest possibilities first
            for turn in range(state.turn):
                if state.log[turn, observer] == bid and state.taken[turn] == winner:
                    reach = bit(bid) - 1 if winner == observer else full & ~(bit(bid + 1) - 1)
                    free = reach & ~ties & ~used
                    if free != 0:
                        card = nth_card(free, below(rng, count(free)))
                        state.log[turn, other] = card
                        used |= bit(card)
        return used

    def count(left: Any) -> int:
        n = 0
        for card in range(cards):
            n += left >> card & 1
        return n

    def nth_card(left: Any, n: int) -> int:
        """The card of a set that has `n` below it."""
        for card in range(cards):
            if left >> card & 1:
                if n == 0:
                    return card
                n -= 1
        return 0

    def information_key(state: Any, observer: int) -> Any:
        word = scramble(np.uint64(int(state.prize) + 2 + 64 * (int(state.turn) + 1)))
        if hidden:
            for turn in range(state.turn):
                said = 1024 * int(state.taken[turn] + 1) + 32 * int(state.shown[turn]) + int(state.log[turn, observer])
                word = scramble(word + np.uint64(said))
            return word
        for player in range(players):
            word = scramble(word + np.uint64(state.hands[player]))
            word = scramble(word + np.uint64(state.points[player]))
        return scramble(word + np.uint64(state.prizes))

    def rewind(state: Any) -> list[int] | None:
        """The closed game: bids and prizes turn by turn. Of the last turn nothing was anybody's choice."""
        made: list[int] = []
        for turn in range(min(int(state.turn), cards - 1)):
            made += [int(state.shown[turn]), *map(int, state.log[turn])]
        if state.turn < cards and state.prize != NONE:
            made += [int(state.prize), *(int(bid) for bid in state.bids if bid != NONE)]
        if NONE in made:
            return None  # a position that was made, not played
        start(state, None)  # which draws nothing
        return made if is_random else made[1:]  # in order the first prize is there from the start

    def move_name(state: Any, move: int) -> str:
        return str(move + 1)

    def listed(left: Any) -> str:
        return ",".join(str(card + 1) for card in range(cards) if int(left) >> card & 1) or "-"

    def table(state: Any, shown: list[bool]) -> str:
        prize = "" if state.prize == NONE else f"prize {state.prize + 1}, "
        lines = [f"{prize}to come {listed(state.prizes)}"]
        for player in range(players):
            bid = "" if state.bids[player] == NONE else f", bids {state.bids[player] + 1 if shown[player] else '?'}"
            hand = f"{listed(state.hands[player])}{bid}" if shown[player] or not hidden else f"hand hidden{bid}"
            lines.append(f"player {player}: {state.points[player]} points, {hand}")
        if hidden:
            for turn in range(state.turn):
                who = "nobody" if state.taken[turn] == NONE else f"player {state.taken[turn]}"
                bids = " ".join(str(bid + 1) if seen else "?" for bid, seen in zip(state.log[turn], shown, strict=True))
                lines.append(f"prize {state.shown[turn] + 1} to {who}: {bids}")
        return "\n".join(lines)

    def render(state: Any) -> str:
        return table(state, [True] * players)

    def view(state: Any, observer: int) -> str:
        return table(state, [player == observer or mover(state) == OVER for player in range(players)])

    def notation(state: Any) -> str:
        """Hands, the prize, those to come, points and the bids made in this turn."""
        prize = "-" if state.prize == NONE else str(state.prize + 1)
        bids = "/".join("-" if bid == NONE else str(bid + 1) for bid in state.bids)
        hands = "/".join(listed(hand) for hand in state.hands)
        return f"{hands} {prize} {listed(state.prizes)} {'/'.join(map(str, state.points))} {bids}"

    def read_set(text: str, what: str) -> int:
        found = [whole(word, what, 1, cards) for word in text.split(",")] if text != "-" else []
        if len(set(found)) != len(found):
            raise PositionError(f"{what} is there twice: {text}")
        return sum(1 << card - 1 for card in found)

    def one_each(text: str, what: str) -> list[str]:
        found = text.split("/")
        if len(found) != players:
            raise PositionError(f"{what}: one for each of {players} players, with slashes between them, not {text!r}")
        return found

    def from_notation(state: Any, text: str) -> None:
        hands, prize, prizes, points, bids = words_in(text, "hands prize to-come points", "bids")
        held = [read_set(hand, "a card") for hand in one_each(hands, "hands")]
        left = read_set(prizes, "a prize")
        now = NONE if prize == "-" else whole(prize, "the prize", 1, cards) - 1
        if len({bin(hand).count("1") for hand in held}) != 1:
            raise PositionError("all players have as many cards")
        rest = bin(held[0]).count("1")
        if bin(left).count("1") + (now != NONE) != rest or (now != NONE and left >> now & 1):
            raise PositionError(f"{rest} cards a player are for {rest} different prizes, the one to bid for included")
        if rest == 1 or (rest > 0 and now == NONE and not announces):
            raise PositionError("no such position is ever to be decided: the last prize goes by the last cards")
        state.turn = cards - rest
        if not is_random and rest and (now if now != NONE else next_prize(state)) != next_prize(state):
            raise PositionError(f"prizes come in {order} order: the next is {next_prize(state) + 1}")
        state.hands[:], state.prizes, state.prize = held, left, now
        score = [whole(word, "points", 0, total) for word in one_each(points, "points")]
        if sum(score) > total - sum(card + 1 for card in range(cards) if left >> card & 1 or card == now):
            raise PositionError("there are more points than prizes that were taken")
        state.points[:] = score
        made = one_each(bids, "bids") if bids else ["-"] * players
        chosen = [NONE if bid == "-" else whole(bid, "a bid", 1, cards) - 1 for bid in made]
        if any(bid != NONE and not hand >> bid & 1 for bid, hand in zip(chosen, held, strict=True)):
            raise PositionError("a bid is a card that its player has")
        waiting = chosen.index(NONE) if NONE in chosen else players
        if waiting == players or any(bid != NONE for bid in chosen[waiting:]) or (waiting and now == NONE):
            raise PositionError("players bid for a prize in order, and not all have")
        state.bids[:] = chosen

    closed = {"notation": None, "from_notation": None}
    opened = {"observe": None, "determinize": None, "rewind": None}
    return declare(
        globals(),
        locals(),
        name="goofspiel",
        state=state_type,
        players=players,
        payoffs=(-float(total), float(total)) if counts_points else (-1.0, 1.0),
        max_moves=cards,
        actions=cards,
        max_length=cards * (players + 1),
        **(closed if hidden else opened),
    )
