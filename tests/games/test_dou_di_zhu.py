"""Dou Di Zhu: against pyspiel and an obvious generator of plays, tricky positions, guesses of hidden hands, playouts."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from hidden import check_determinizations
from oracle import perft

from anyspace import rng as random_numbers
from anyspace.core.native import prototype
from anyspace.errors import IllegalMove, OptionError
from anyspace.game import Game, State
from anyspace.games import dou_di_zhu
from anyspace.games.dou_di_zhu_moves import THE_NUKE
from anyspace.rules.codes import TOO_LONG

RANKS = "3456789TJQKA2bR"
DECK = "3456789TJQKA2" * 4 + "bR"

loaded = cache(dou_di_zhu.game)  # every variant is built once in this file


def word(cards: str) -> int:
    """A set of cards as the rules keep it, from names in any order."""
    held = Counter(cards.replace(" ", ""))
    return sum(1 << RANKS.index(name) + 16 * row for name, n in held.items() for row in range(n))


def names(cards: int) -> str:
    """The cards of a word, in order."""
    return "".join(name * sum(int(cards) >> rank + 16 * row & 1 for row in range(4)) for rank, name in enumerate(RANKS))


def in_order(cards: Any) -> str:
    return "".join(sorted(cards, key=RANKS.index))


def position(*hands: str, turn: int = 0, shown: str = "", game: Game | None = None) -> State:
    """A position in which `turn` leads."""
    game = game or loaded()
    state = game.start(seed=0)
    record = game.backend.record(state._block)
    record.hands[:] = [word(hand) for hand in hands]
    record.shown, record.turn = word(shown), turn
    return state


def played(state: State, line: str) -> State:
    for name in line.split():
        state.play(state.parse(name))
    return state


def legal(state: State) -> set[str]:
    return {state.name(move) for move in state.moves()}


GROUP_NAMES: dict[int, str] = {}


def group_name(state: State, move: int) -> str:
    """The name of a move that is not a kicker: the same in all positions."""
    if move not in GROUP_NAMES:
        GROUP_NAMES[move] = state.name(move)
    return GROUP_NAMES[move]


def full_plays(state: State) -> dict[tuple[str, str], list[int]]:
    """Every play of the mover: its group and its kickers in order, and the moves that make it."""

    def kicked(state: State, name: str, due: int, kickers: str, moves: list[int]) -> None:
        for move in state.moves():
            chosen = kickers + state.name(move)
            if due > 1:
                kicked(state.copy().play(move), name, due - 1, chosen, [*moves, move])
            else:
                assert (name, in_order(chosen)) not in plays, "one play can be made in one way only"
                plays[name, in_order(chosen)] = [*moves, move]

    plays: dict[tuple[str, str], list[int]] = {}
    for move in state.moves():
        name = group_name(state, move)
        if "+" in name:
            due = 2 if name[0] == name[3] else len(name) // 3  # a quadplex, or trios
            kicked(state.copy().play(move), name, due, "", [move])
        else:
            plays[name, ""] = [move]
    return plays


# ---- the obvious generator ----------------------------------------------------------------------------------------


def runs(held: Counter[str], copies: int, shortest: int) -> Iterator[str]:
    """The ranks of all single groups and runs with so many cards of each rank."""
    for name in RANKS:
        if held[name] >= copies:
            yield name
    for first in range(12):
        for last in range(first + shortest - 1, 12):
            ranks = RANKS[first : last + 1]
            if all(held[name] >= copies for name in ranks):
                yield ranks


def kicker_choices(held: Counter[str], group: str, size: int, n: int, alike: int) -> set[str]:
    """All choices of `n` kickers of so many cards each, at most `alike` of them of one rank, never both jokers."""
    others = [name for name in RANKS if name not in group for _ in range(min(held[name] // size, alike))]
    chosen = {in_order(choice) for choice in itertools.combinations(others, n)}
    return {"".join(name * size for name in choice) for choice in chosen if not {"b", "R"} <= set(choice)}


def every_play(hand: str, quadplex: bool = True) -> set[tuple[str, str]]:
    """All that can be led from a hand."""
    held = Counter(hand)
    plays = {("bR", "")} if held["b"] and held["R"] else set()
    for copies, shortest in ((1, 5), (2, 3), (3, 2), (4, 99)):
        for ranks in runs(held, copies, shortest):
            group = "".join(name * copies for name in ranks)
            plays.add((group, ""))
            for size in (1, 2):
                if copies == 3:
                    choices = kicker_choices(held, ranks, size, len(ranks), 3 if size == 1 else 1)
                elif copies == 4 and quadplex:
                    choices = kicker_choices(held, ranks, size, 2, 1)
                else:
                    choices = set()
                plays |= {(f"{group}+{size}", choice) for choice in choices}
    return plays


def beats(play: str, other: str) -> bool:
    """Whether a group beats another, by their names."""

    def is_bomb(name: str) -> bool:
        return len(name) == 4 and len(set(name)) == 1

    if other == "bR" or play == "bR":
        return other != "bR"
    if is_bomb(play) and not is_bomb(other):
        return True
    shapes = [(len(name), len(set(name) - set("+")), name[-2:] if "+" in name else "") for name in (play, other)]
    return shapes[0] == shapes[1] and is_bomb(play) == is_bomb(other) and RANKS.index(play[0]) > RANKS.index(other[0])


def random_hand(source: random.Random, size: int) -> str:
    """A hand from a deck of a few ranks or of all: fewer ranks make more trios, bombs and runs of them."""
    ranks = sorted(source.sample(range(15), source.choice([7, 9, 15, 15])))
    if source.random() < 0.5:
        ranks = list(range(source.randrange(6), 15))[: len(ranks)]
    return in_order(source.sample([name for name in DECK if RANKS.index(name) in ranks], size))


@pytest.mark.parametrize("quadplex", [True, False])
def test_leads_are_those_of_the_obvious_generator(quadplex: bool) -> None:
    source = random.Random(1)
    for round_ in range(200):
        hand = random_hand(source, source.choice([1, 2, 3, 5, 8, 12, 17, 20]))
        state = position(hand, "3", "3", game=loaded(quadplex=quadplex))
        assert set(full_plays(state)) == every_play(hand, quadplex), f"round {round_}: {hand}"


def test_answers_are_those_of_the_obvious_generator() -> None:
    source = random.Random(2)
    answered = 0
    for round_ in range(200):
        lead, hand = random_hand(source, 20), random_hand(source, 17)
        state = position(lead, hand, "3")
        groups = {name: moves for (name, _), moves in full_plays(state).items()}
        name = source.choice(sorted(groups))
        for move in groups[name]:
            state.play(move)
        if state.over:
            continue
        expected = {play for play in every_play(hand) if beats(play[0], name)}
        assert set(full_plays(state)) == expected | {("pass", "")}, f"round {round_}: {name} against {hand}"
        answered += len(expected) > 0
    assert answered > 70


def test_bounds_of_the_longest_lists() -> None:
    game = loaded()
    for hand in ("34567899TTTTJJJJQQKA", "889999TTTTJJJJQQQQKK", "88999TTTJJJQQQKKKAAA", "345678999TTTJJJQQQKA"):
        assert 50 < len(position(hand, "3", "3").moves()) <= game.max_moves


# ---- pyspiel ------------------------------------------------------------------------------------------------------


def their_name(text: str) -> str:
    return text.replace("(BWJ)", "b").replace("(CJ)", "R").replace("Pass", "pass")


def our_name(group: str, kickers: str) -> str:
    """A play as pyspiel writes it: in order, but runs of trios apart from their kickers."""
    cards = group.split("+")[0]
    if not kickers:
        return group
    return f"{cards}-{kickers}" if len(cards) > 3 else in_order(cards + kickers)


def headed_by_four(state: State, name: str) -> bool:
    """pyspiel offers no run without kickers that begins with a rank held four times."""
    hand = names(state.game.backend.record(state._block).hands[state.mover])
    return len(set(name)) > 1 and "-" not in name and name != "bR" and hand.count(name[0]) == 4


def bomb_on_nuke(state: State, name: str) -> bool:
    """pyspiel lets bombs follow the jokers."""
    return state.game.backend.record(state._block).to_beat == THE_NUKE and len(name) == 4 and len(set(name)) == 1


def cross_check_deals(games: int, seed: int) -> int:
    """Random games of equal deals, without bidding: every full play is compared in every position."""
    pyspiel = pytest.importorskip("pyspiel")
    game, their_game, source = loaded(quadplex=False), pyspiel.load_game("dou_dizhu"), random.Random(seed)
    compared = 0
    for _ in range(games):
        theirs = their_game.new_initial_state()
        deal = source.sample(range(54), 54)  # card: 13 ranks in each of 4 suits, then the jokers
        theirs.apply_action(0)  # the first card lies open: player 0 bids first
        for card in deal[:51]:
            theirs.apply_action(51 + card)
        theirs.apply_action(3)  # and bids the most
        hands = ["".join(DECK[card] for card in deal[player:51:3]) for player in range(3)]
        ours = position(hands[0] + "".join(DECK[card] for card in deal[51:]), *hands[1:], game=game)
        while not ours.over:
            compared += 1
            assert ours.mover == theirs.current_player()
            plays = {our_name(*play): moves for play, moves in full_plays(ours).items()}
            actions = {their_name(theirs.action_to_string(action)): action for action in theirs.legal_actions()}
            missing, extra = set(plays) - set(actions), set(actions) - set(plays)
            assert all(headed_by_four(ours, name) for name in missing), f"{missing}\n{ours}\n{theirs}"
            assert all(bomb_on_nuke(ours, name) for name in extra), f"{extra}\n{ours}\n{theirs}"
            name = source.choice(sorted(set(plays) & set(actions)))
            theirs.apply_action(actions[name])
            for move in plays[name]:
                ours.play(move)
        assert theirs.is_terminal()
        assert np.sign(theirs.returns()).tolist() == np.sign(ours.returns()).tolist()
    return compared


def test_agrees_with_pyspiel() -> None:
    assert cross_check_deals(1000, seed=3) > 50_000


# ---- positions made by hand ---------------------------------------------------------------------------------------


def test_who_leads_plays_and_who_cannot_beat_passes() -> None:
    state = position("3 4", "5 5", "3 3")
    assert legal(state) == {"3", "4"}  # a leader may not pass
    assert legal(played(state, "4")) == {"pass", "5"}
    assert legal(played(state, "5")) == {"pass"}  # nothing above a 5


def test_two_passes_give_the_lead_to_the_last_to_play() -> None:
    state = played(position("3 7", "5 6 6", "3 4 8"), "3 5 pass")
    assert legal(state) == {"pass", "7"}
    assert legal(played(state, "pass")) == {"6", "66"}
    assert state.mover == 1


def test_perft_of_a_small_ending() -> None:
    # 3 or 5 is led; 4 ends the game, passes do not; then 6 or a pass; after 6 all pass and 3 ends the game
    state = position("3 5", "4", "3 6")
    assert [perft(state, depth) for depth in range(1, 8)] == [2, 3, 4, 4, 2, 2, 0]


def test_runs_have_neither_twos_nor_jokers() -> None:
    hand = "TJQKA2bR"
    assert "TJQKA" in legal(position(hand, "3", "3"))
    assert not {"JQKA2", "TJQKA2"} & legal(position(hand, "3", "3"))
    assert "KKKAAA" in legal(position("KKKAAA222", "3", "3"))
    assert "AAA222" not in legal(position("KKKAAA222", "3", "3"))


def test_shortest_runs() -> None:
    assert "3456" not in legal(position("3456", "3", "3"))
    assert "3344" not in legal(position("3344", "3", "3"))
    assert {"334455", "333444"} <= legal(position("333444556", "3", "3"))


def test_only_runs_of_the_same_length_beat_a_run() -> None:
    state = played(position("34567 9", "456789", "3"), "34567")
    assert legal(state) == {"pass", "45678", "56789"}


def test_kickers_do_not_count_but_their_number_and_size_do() -> None:
    state = played(position("333 2 9", "444 5 66", "3"), "333+1 2")
    assert legal(state) == {"pass", "444+1"}  # not the bare trio, not with a pair
    assert legal(played(state, "444+1")) == {"5", "6"}


def test_kickers_are_of_other_ranks() -> None:
    assert legal(position("3333", "3", "3")) == {"3", "33", "333", "3333"}


def test_pairs_may_be_split_to_kick() -> None:
    assert set(full_plays(position("333444 55", "3", "3"))) >= {("333444+1", "55"), ("333+1", "5"), ("333+2", "55")}


def test_jokers_do_not_kick_together() -> None:
    assert not any(name.startswith("333444+") for name in legal(position("333444bR", "3", "3")))
    state = played(position("333444 5 bR", "3", "3"), "333444+1")
    assert legal(state) == {"b", "R"}  # from the highest down: a 5 alone cannot be followed
    assert legal(played(state, "R")) == {"5"}
    assert "3333+1" not in legal(position("3333bR", "3", "3"))


def test_a_bomb_does_not_kick() -> None:
    assert "333444555666+1" not in legal(position("333444555666 7777", "3", "3"))
    assert ("333444555666+1", "7778") in full_plays(position("333444555666 7777 8", "3", "3"))


def test_quadplexes() -> None:
    plays = full_plays(position("3333 5 66 77", "3", "3"))
    assert {play for play in plays if play[0][:4] == "3333"} == {
        ("3333", ""),
        *(("3333+1", kickers) for kickers in ("56", "57", "67")),  # two kickers alike do not count as two
        ("3333+2", "6677"),
    }
    quads = {"3333+1", "3333+2"}
    assert not quads & legal(position("3333 5 66 77", "3", "3", game=loaded(quadplex=False)))


def test_a_quadplex_is_no_bomb() -> None:
    state = played(position("3 K", "4444 5 6", "3333 8"), "3")
    assert legal(state) == {"pass", "4", "5", "6", "4444"}
    state = played(position("4444 5 6 K", "5555 7 8", "3333 9"), "4444+1 6 5")
    assert legal(state) == {"pass", "5555", "5555+1"}
    assert legal(played(state, "pass")) == {"pass", "3333"}  # any bomb beats any quadplex


def test_bombs_and_the_nuke() -> None:
    state = played(position("4444 K", "5555 bR", "3333 9"), "4444")
    assert legal(state) == {"pass", "5555", "bR"}
    assert legal(played(state.copy(), "pass")) == {"pass"}  # a lower bomb does not do
    assert legal(played(state, "bR")) == {"pass"}
    assert legal(played(state, "pass pass")) == {"5", "55", "555", "5555"}


def test_the_first_without_cards_wins_for_the_side() -> None:
    assert played(position("3", "4", "5"), "3").returns() == [2.0, -1.0, -1.0]
    assert played(position("3 3", "4", "5 5"), "3 4").returns() == [-2.0, 1.0, 1.0]
    assert played(position("3 3", "4 4", "5"), "3 pass 5").returns() == [-2.0, 1.0, 1.0]
    state = played(position("333 4", "4", "5"), "333+1")
    assert not state.over
    assert state.returns() == [0.0, 0.0, 0.0]
    assert played(state, "4").over
    with pytest.raises(IllegalMove, match="over"):
        state.play(0)


def test_one_position_however_it_was_reached() -> None:
    state = played(position("333 4 4 6", "77", "88"), "333+1 4 pass pass")
    assert state == position("46", "77", "88")


# ---- deals and guesses --------------------------------------------------------------------------------------------


def test_deals() -> None:
    held: Counter[str] = Counter()
    n = 2000
    for seed in range(n):
        record = loaded().backend.record(loaded().start(seed=seed)._block)
        hands = [names(hand) for hand in record.hands]
        assert [len(hand) for hand in hands] == [20, 17, 17]
        assert in_order("".join(hands)) == in_order(DECK)
        assert len(names(record.shown)) == 3
        assert not Counter(names(record.shown)) - Counter(hands[0])
        held += Counter(hands[0])
    for name in RANKS:
        mean = n * DECK.count(name) * 20 / 54
        assert abs(held[name] - mean) < 4 * mean**0.5, name


@pytest.mark.parametrize("options", [{}, {"show_bottom": False}, {"quadplex": False}])
def test_guesses_cannot_be_told_from_the_truth(options: dict[str, bool]) -> None:
    assert check_determinizations(loaded(**options), games=6, per_state=3, seed=1) > 500


Deal = tuple[str, str, str]


def guesses(state: State, observer: int, n: int) -> Counter[Deal]:
    game = state.game
    found: Counter[Deal] = Counter()
    for seed in range(n):
        record = game.backend.record(state.determinize(observer, seed=seed)._block)
        found[tuple(names(hand) for hand in record.hands)] += 1
    return found


def deals(own: str, observer: int, cards: str, size: int, kept: str = "") -> Counter[Deal]:
    """All deals of `cards` to the two others, weighted by how many ways there are to deal them: `size` of them, and
    `kept` besides, to the landlord, or to player 1 if the landlord observes."""
    found: Counter[Deal] = Counter()
    for chosen in itertools.combinations(range(len(cards)), size):
        first = in_order([cards[i] for i in chosen] + list(kept))
        second = in_order(card for i, card in enumerate(cards) if i not in chosen)
        hands = [first, second]
        hands.insert(observer, in_order(own))
        found[tuple(hands)] += 1
    return found


def assert_distributed(found: Counter[Deal], expected: Counter[Deal]) -> None:
    """All and only the expected deals, as often as their weights say (chi-square, six standard deviations)."""
    assert set(found) == set(expected)
    n, total = sum(found.values()), sum(expected.values())
    square = sum((found[deal] - n * weight / total) ** 2 * total / (n * weight) for deal, weight in expected.items())
    free = len(expected) - 1
    assert square < free + 6 * (2 * free) ** 0.5


def test_the_landlord_guesses_all_deals_of_the_unseen_cards() -> None:
    state = position("3 9", "4 4 5", "4 5 5 R")
    assert_distributed(guesses(state, 0, 4000), deals("39", 0, "444555R", 3))


def test_four_of_a_rank_are_dealt_by_card() -> None:
    state = position("3", "6666", "7788")
    assert_distributed(guesses(state, 0, 4000), deals("3", 0, "66667788", 4))


@pytest.mark.parametrize("observer", [1, 2])
def test_a_peasant_knows_the_bottom_cards(observer: int) -> None:
    hands = ["3 4 4 b", "5 5 6", "4 6 7"]
    own, other = hands[observer], hands[3 - observer]
    cards = "34" + other.replace(" ", "")
    expected = deals(own.replace(" ", ""), observer, cards, 2, kept="4b")
    assert_distributed(guesses(position(*hands, shown="4 b"), observer, 4000), expected)


def test_bottom_cards_are_not_known_if_they_are_not_shown() -> None:
    game = loaded(show_bottom=False)
    assert all(game.backend.record(game.start(seed=seed)._block).shown == 0 for seed in range(20))
    state = position("3 4", "5", "6 7", game=game)
    assert_distributed(guesses(state, 1, 2000), deals("5", 1, "3467", 2))


def test_played_bottom_cards_are_no_longer_known() -> None:
    state = position("33 4 9", "5 5", "6 6", shown="33 4")
    assert known(played(state, "33")) == "4"
    state = position("33 4 9", "5 5", "6 6", shown="3 4")
    assert known(played(state, "3")) == "4"  # cards of a rank are alike: a known one is thought to go first
    state = position("333 4 4 9", "5 5", "6 6", shown="4 4 9")
    assert known(played(state, "333+1 4")) == "49"  # kickers too
    assert known(played(state, "pass pass 4")) == "9"


def known(state: State) -> str:
    return names(state.game.backend.record(state._block).shown)


def test_who_is_about_to_kick_can() -> None:
    state = played(position("3 3", "666 4 8 8", "4 5 7 7", turn=1), "666+2")
    expected = deals("33", 0, "4884577", 3)
    able = Counter({deal: weight for deal, weight in expected.items() if any(deal[1].count(c) >= 2 for c in "478")})
    assert len(able) < len(expected)
    assert_distributed(guesses(state, 0, 4000), able)


def test_who_is_about_to_kick_a_second_time_can() -> None:
    state = played(position("9 9", "666777 4 4 R", "5 5 b 2", turn=1), "666777+1 R")
    expected = deals("99", 0, "4455b2", 2)
    able = Counter({deal: weight for deal, weight in expected.items() if set(deal[1]) - {"b"}})  # not the other joker
    assert_distributed(guesses(state, 0, 4000), able)


# ---- the playout --------------------------------------------------------------------------------------------------


class Playouts:
    """A game's C playout, from one position again and again."""

    def __init__(self, state: State, seed: int) -> None:
        self.game, self.state = state.game, state
        self.block, self.rng = state.game.backend.new(), random_numbers.new(seed)
        self.out = np.zeros(3)
        self.buffers = np.zeros(self.game.max_moves, np.int32), np.zeros(self.game.max_moves)
        self.addresses = [array.ctypes.data for array in (self.block, self.rng, self.out, *self.buffers)]
        self.run = prototype(6)(self.game.backend.table.playout)

    def __call__(self, limit: int | None = None, again: bool = True) -> int:
        if again:
            self.block[:] = self.state._block
        return int(self.run(*self.addresses, self.game.max_length if limit is None else limit))


def without_own_playout(game: Game) -> Game:
    rules = {rule: function for rule, function in game.rules.items() if rule != "playout"}
    facts: dict[str, Any] = {"max_moves": game.max_moves, "max_length": game.max_length, "payoffs": game.payoffs}
    return Game(name="dou_di_zhu_generic", state=game.state, players=3, trusted=True, **facts, **rules)


TRICKY = [
    ("", ""),
    ("333444555666 7777 bR 8 9", "333444+1"),  # kickers are due, with a choice to make
    ("3456789TJ 333 444 bR 99", "3456789"),  # runs, quadplexes and the nuke
    ("333 444 555 3 4 88 99 TT", ""),
]


@pytest.mark.parametrize("quadplex", [True, False])
@pytest.mark.parametrize(("hand", "line"), TRICKY)
def test_playout_agrees_with_the_generic_one(hand: str, line: str, quadplex: bool) -> None:
    game = loaded(quadplex=quadplex)
    n = 20_000
    state = game.start(seed=5)
    if hand:
        rest = in_order((Counter(DECK) - Counter(hand.replace(" ", ""))).elements())
        random.Random(1).shuffle(shuffled := list(rest))
        state = played(position(hand, "".join(shuffled[:17]), "".join(shuffled[17:34]), game=game), line)
    samples = []
    for played_game in (game, generic(quadplex)):
        playouts = Playouts(State(played_game, state._block), seed=7)
        samples.append(np.array([(playouts(), playouts.out[0]) for _ in range(n)]))
    error = np.sqrt((samples[0].var(axis=0) + samples[1].var(axis=0)) / n)
    assert (np.abs(samples[0].mean(axis=0) - samples[1].mean(axis=0)) <= 4 * error).all()


@cache
def generic(quadplex: bool) -> Game:
    return without_own_playout(loaded(quadplex=quadplex))


def test_playout_draws_every_lead_equally_often() -> None:
    for hand in ("333444 5 66 7777 bR", "34567889TJQ 99", "3333 4444 5 6"):
        state = position(hand, "3", "3")
        moves, n = state.moves(), 20_000
        playouts = Playouts(state, seed=1)
        found: Counter[int] = Counter()
        for _ in range(n):
            assert playouts(limit=1) == TOO_LONG
            found[int(loaded().backend.record(playouts.block).to_beat)] += 1
        assert set(found) == set(moves)
        square = sum((seen - n / len(moves)) ** 2 for seen in found.values()) / (n / len(moves))
        assert square < len(moves) + 6 * (2 * len(moves)) ** 0.5


def test_playout_respects_its_limit_and_can_go_on() -> None:
    for seed in range(200):
        state = loaded().start(seed=seed)
        whole, parts = Playouts(state, seed), Playouts(state, seed)
        length, cut = whole(), random.Random(seed).randrange(1, 30)
        assert 0 < length <= loaded().max_length
        assert whole(limit=0) == TOO_LONG
        done, again = 0, True
        while (last := parts(limit=min(cut, length - done), again=again)) == TOO_LONG:
            done, again = done + cut, False
        assert done + last == length
        whole.rng[:] = random_numbers.new(seed)
        whole()
        assert whole.out.tolist() == parts.out.tolist()


def test_uncompiled_rules_are_the_same() -> None:
    game, source = loaded(), random.Random(4)
    for seed in range(6):
        state = game.start(seed=seed)
        record, out = game.backend.record(state.copy()._block), np.zeros(game.max_moves, np.int32)
        with np.errstate(over="ignore"):
            game.rules["start"](record, random_numbers.new(seed))
            assert record.tobytes() == state._block.tobytes()
            while not state.over:
                n = game.rules["moves"](record, out)
                assert out[:n].tolist() == state.moves()
                if source.random() < 0.05:
                    guess, observer = game.backend.record(state.copy()._block), source.randrange(3)
                    game.rules["determinize"](guess, observer, random_numbers.new(seed))
                    assert guess.tobytes() == state.determinize(observer, seed=seed)._block.tobytes()
                if source.random() < 0.02:
                    playouts, payoffs = Playouts(state, seed), np.zeros(3)
                    twin = game.backend.record(state.copy()._block)
                    length = game.rules["playout"](twin, random_numbers.new(seed), payoffs, game.max_length)
                    assert playouts() == length
                    assert playouts.out.tolist() == payoffs.tolist()
                move = source.choice(state.moves())
                state.play(move)
                game.rules["play"](record, move)
                assert record.tobytes() == state._block.tobytes()


# ---- for people ---------------------------------------------------------------------------------------------------


def test_names_and_parsing_round_trip() -> None:
    for line in ("", "333444+1", "3", "bR"):
        state = played(position("333444 5 66 7777 bR", "34567 88", "99"), line)
        for move in state.moves():
            name = state.name(move)
            assert " " not in name
            assert state.parse(name) == state.parse(name.upper()) == state.parse(name.lower()) == move


def test_pictures() -> None:
    state = played(position("333 4 R", "5 77", "6 888", shown="4 R"), "333+1")
    common = "landlord's cards that all know: 4 R\nlandlord plays 333+1, kickers to come: 1, of "
    common += "444 555 666 777 888 999 TTT JJJ QQQ KKK AAA 222 bbb RRR"
    assert str(state) == f"landlord    2: 4 R\npeasant 1   3: 5 77\npeasant 2   4: 6 888\n{common}"
    assert state.view(1) == (
        f"you are peasant 1: 5 77\npeasant 2 has 4 cards\nlandlord has 2 cards\nunseen: 4 6 888 R\n{common}"
    )
    assert str(played(state, "4 pass")).endswith("peasant 2 is to beat 333+1 of landlord")
    assert str(played(state, "pass")).endswith("landlord leads")
    assert str(played(state, "R")).endswith("the landlord has won")
    assert str(played(position("33", "4", "5"), "3 4")).endswith("the peasants have won")


@pytest.mark.parametrize("option", ["quadplex", "show_bottom"])
@pytest.mark.parametrize("value", [1, "yes", None])
def test_bad_options(option: str, value: Any) -> None:
    with pytest.raises(OptionError, match=f"{option} must be True or False, not"):
        dou_di_zhu.game(**{option: value})
