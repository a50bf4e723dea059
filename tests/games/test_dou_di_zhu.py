"""Dou Di Zhu: every play against an obvious generator and against pyspiel; tricky positions; names and pictures."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from dou_di_zhu_helpers import DECK, RANKS, full_plays, in_order, legal, loaded, names, played, position
from oracle import perft

from anyspace.errors import IllegalMove, OptionError
from anyspace.games import dou_di_zhu
from anyspace.games.dou_di_zhu_moves import THE_NUKE
from anyspace.rules.game import State

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
    """But for what the record says of the way there."""
    state, other = played(position("333 4 4 6", "77", "88"), "333+1 4 pass pass"), position("46", "77", "88")
    for field in set(state.game.state.names) - {"log", "laid"}:
        assert np.array_equal(state[field], other[field])


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
    common += "4 5 6 7 8 9 T J Q K A 2 b R"
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
