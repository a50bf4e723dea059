from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hidden import check_determinizations
from oracle import perft

from anyspace import Search
from anyspace.core.native import prototype
from anyspace.errors import IllegalMove, OptionError
from anyspace.game import CHANCE, Game, State
from anyspace.games import hearts
from anyspace.games.cards import DECK, RANKS, SUITS, hand_of
from anyspace.games.hearts_round import ALL_POINTS, HOLD, LEFT, OPENING, STATE, UNSEEN
from anyspace.rng import new as new_rng
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.interpreted import InterpretedBackend

ROUND = hearts.game()
GAMES = {
    "left": ROUND,
    "right": hearts.game(passing="right"),
    "across": hearts.game(passing="across"),
    "hold": hearts.game(passing="hold"),
    "match": hearts.game(target=100),
}


def record(state: State) -> Any:
    return state._block.view(STATE)[0]


def bits(text: str) -> int:
    return int(hand_of(text))


def number(name: str) -> int:
    return 13 * SUITS.index(name[1]) + RANKS.index(name[0])


def names(state: State) -> str:
    return " ".join(state.name(move) for move in state.moves())


def deal(game: Game, hands: list[int], direction: int = HOLD) -> State:
    """A round that begins with these hands."""
    state = game.start(seed=0)
    now = record(state)
    now["hands"] = hands
    now["direction"] = direction
    now["chosen"] = 12 if direction == HOLD else 0
    return state


def ending(game: Game, hands: list[str], leader: int, broken: bool = True, played: list[int] | None = None) -> State:
    """The last tricks: `hands` are left, and all other cards have been played by somebody."""
    state = deal(game, [bits(hand) for hand in hands])
    now = record(state)
    now["cards"] = 52 - sum(int(hand).bit_count() for hand in now["hands"])
    now["leader"], now["broken"] = leader, broken
    gone = [card for card in range(52) if not int(np.bitwise_or.reduce(now["hands"])) >> card & 1]
    share = len(gone) // 4
    for seat in range(4):
        now["played"][seat] = sum(1 << card for card in gone[seat * share : (seat + 1) * share])
    return state


def play(state: State, text: str) -> State:
    for name in text.split():
        state.play(state.parse(name))
    return state


def uncompiled_returns(game: Game, state: State) -> list[float]:
    """The payoffs by the rules of a game that is not worth compiling."""
    out = np.zeros(4)
    game.rules["returns"](ROUND.backend.record(state._block), out)
    return out.tolist()


def random_game(state: State, source: random.Random, until: int = 0) -> list[int]:
    """Play on at random until so many cards are left to be played; the moves."""
    made = []
    while not state.over and (record(state)["chosen"] < 12 or record(state)["cards"] < 52 - until):
        made.append(source.choice(state.moves()))
        state.play(made[-1])
    return made


# ---- the rules -----------------------------------------------------------------------------------------------------


def cross_check_rounds(game: Game, their_game: Any, games: int, seed: int) -> tuple[int, int]:
    """Random rounds in both, from the deal on: their chance moves deal, ours leads the two of clubs.
    Returns the number of positions compared, and of moons."""
    source = random.Random(seed)
    ours_of = [card % 4 * 13 + card // 4 for card in range(52)]  # their card is rank * 4 + suit
    theirs_of = [ours_of.index(card) for card in range(52)]
    compared = moons = 0
    for _ in range(games):
        theirs = their_game.new_initial_state()
        while theirs.is_chance_node():
            theirs.apply_action(source.choice(theirs.legal_actions()))
        direction, *dealt = theirs.history()
        hands = [sum(1 << ours_of[card] for card in dealt[seat::4]) for seat in range(4)]
        ours = deal(game, hands, direction)
        while not theirs.is_terminal():
            compared += 1
            moves = ours.moves()
            if ours.mover == CHANCE:
                assert moves == [OPENING + theirs.current_player()]
                assert theirs.legal_actions() == [0]
                ours.play(moves[0])
                theirs.apply_action(0)
                continue
            assert ours.mover == theirs.current_player()
            assert sorted(theirs_of[move] for move in moves) == sorted(theirs.legal_actions()), f"{ours}\n{theirs}"
            move = source.choice(moves)
            ours.play(move)
            theirs.apply_action(theirs_of[move])
        assert ours.over
        assert ours.returns() == theirs.returns()
        moons += sum(ours.returns()) == ALL_POINTS
    return compared, moons


@pytest.mark.parametrize("queen_breaks", [True, False])
def test_agrees_with_open_spiel(queen_breaks: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = hearts.game(queen_breaks_hearts=queen_breaks)
    theirs = pyspiel.load_game("hearts", {"qs_breaks_hearts": queen_breaks})
    compared, moons = cross_check_rounds(game, theirs, games=700, seed=1)
    assert compared > 52 * 700
    assert moons > 0


def test_perft() -> None:
    state = ROUND.start(seed=0)
    assert [perft(state, depth) for depth in (1, 2, 3, 4)] == [13, 13 * 12, 13 * 12 * 11, 13 * 12 * 11 * 13]


@pytest.mark.parametrize(("passing", "receiver"), [("left", 1), ("across", 2), ("right", 3)])
def test_cards_change_hands_together(passing: str, receiver: int) -> None:
    state = GAMES[passing].start(seed=5)
    before = [int(hand) for hand in record(state)["hands"]]
    source = random.Random(1)
    for chooser in range(4):
        for _ in range(3):
            assert state.mover == chooser
            assert [int(hand) for hand in record(state)["hands"]] == before, "nothing arrives before all have chosen"
            state.play(source.choice(state.moves()))
    passed = [int(cards) for cards in record(state)["passed"]]
    for seat in range(4):
        taker = (seat + receiver) % 4
        assert passed[seat].bit_count() == 3 and passed[seat] & before[seat] == passed[seat]
        assert int(record(state)["hands"][taker]) == before[taker] & ~passed[taker] | passed[seat]


def test_the_two_of_clubs_is_led_by_chance() -> None:
    # nobody chooses, and until then nobody knows who has it
    state = GAMES["hold"].start(seed=3)
    assert state.mover == CHANCE
    holder = next(seat for seat in range(4) if int(record(state)["hands"][seat]) & 1)
    assert names(state) == f"{holder}:2C"
    assert state.weights() == [1.0]
    others = {names(state.determinize((holder + 1) % 4, seed=i)) for i in range(50)}
    assert others == {f"{seat}:2C" for seat in range(4) if seat != (holder + 1) % 4}
    state.play(state.moves()[0])
    assert state.mover == (holder + 1) % 4
    assert "trick 1: " + f"{holder}:2C" in str(state)


def test_no_points_in_the_first_trick() -> None:
    hearts_only = bits(" ".join(rank + "H" for rank in RANKS))
    clubs, diamonds, spades = (bits(" ".join(rank + suit for rank in RANKS)) for suit in "CDS")
    state = deal(ROUND, [clubs, diamonds, spades, hearts_only])
    play(state, "0:2C 3D")
    assert "QS" not in names(state).split() and len(state.moves()) == 12  # the queen waits
    state.play(state.parse("2S"))
    assert len(state.moves()) == 13  # nothing but points: anything goes, and hearts are broken
    play(state, "2H")
    assert record(state)["broken"] == 1
    assert record(state)["points"].tolist() == [1, 0, 0, 0]
    assert state.mover == 0


def test_follow_suit_and_take_with_the_highest_of_it() -> None:
    state = ending(ROUND, ["9D 2S", "KD AH", "3D JD", "AS QS"], leader=0)
    play(state, "9D")
    assert names(state) == "KD"
    play(state, "KD JD")
    assert names(state) == "QS AS"  # no diamond: anything, the queen too once the first trick is over
    play(state, "QS")
    assert record(state)["points"].tolist() == [0, 13, 0, 0]
    assert state.mover == 1
    play(state, "AH 3D AS 2S")  # nobody follows: the ace of hearts takes its own trick
    assert state.over and state.returns() == [26, 12, 26, 26]


def test_hearts_are_led_when_broken_or_when_nothing_else_is_left() -> None:
    hands = ["2H QS", "3H 3D", "4H 4D", "5H 5D"]
    state = ending(ROUND, hands, leader=0, broken=False)
    assert names(state) == "QS"
    assert names(ending(ROUND, hands, leader=0, broken=True)) == "2H QS"
    assert names(ending(ROUND, ["2H AH", *hands[1:3], "QS 5D"], leader=0, broken=False)) == "2H AH"
    # the queen leads, nobody has a heart to spare: only with the option does she break hearts
    hands = ["2H QS", "3H 3S", "4H 4S", "5H 5S"]
    for queen_breaks, led in ((False, 0), (True, 1)):
        state = ending(hearts.game(queen_breaks_hearts=queen_breaks), hands, leader=0, broken=False)
        assert record(play(state, "QS 3S 4S 5S"))["broken"] == led


@pytest.mark.parametrize(
    ("moon", "payoffs"), [("others", [26, 0, 0, 0]), ("shooter", [52, 26, 26, 26]), ("off", [0, 26, 26, 26])]
)
def test_shooting_the_moon(moon: str, payoffs: list[float]) -> None:
    state = ending(ROUND, ["AH", "2D", "3D", "4D"], leader=0)
    for points, expected in (([25, 0, 0, 0], payoffs), ([24, 1, 0, 0], [1, 25, 26, 26])):  # the second is a heart short
        final = state.copy()
        record(final)["points"] = points
        play(final, "AH 2D 3D 4D")
        assert final.over and uncompiled_returns(hearts.game(moon=moon), final) == expected


# ---- matches -------------------------------------------------------------------------------------------------------


def test_a_match_goes_on_to_the_target() -> None:
    source = random.Random(2)
    directions, games = Counter(), 0
    for seed in range(20):
        state = GAMES["match"].start(seed=seed)
        scores = np.zeros(4, int)
        for round_ in range(16):
            assert record(state)["rounds"] == round_
            assert record(state)["direction"] == (1, 3, 2, 0)[round_ % 4]
            directions[int(record(state)["direction"])] += 1
            single = deal(ROUND, record(state)["hands"].tolist(), int(record(state)["direction"]))
            while not single.over:
                move = source.choice(state.moves())
                single.play(move)
                state.play(move)
            scores += ALL_POINTS - np.array(single.returns(), int)
            assert state.over == (scores.max() >= 100)
            if state.over:
                break
            assert record(state)["scores"].tolist() == scores.tolist()
            assert np.bitwise_or.reduce(record(state)["hands"]) == DECK
        lowest = scores == scores.min()
        assert state.over and state.returns() == (lowest / lowest.sum()).tolist()
        games += 1
    assert games == 20 and len(directions) == 4


def test_chances_of_a_match() -> None:
    def chances(scores: list[int], game: Game = GAMES["match"]) -> list[float]:
        state = ROUND.start(seed=1)
        record(state)["scores"] = scores
        return uncompiled_returns(game, state)

    assert chances([0, 0, 0, 0]) == [0.25] * 4
    early, late = chances([10, 0, 0, 0]), chances([95, 85, 85, 85])
    assert sum(early) == pytest.approx(1) and early[0] < early[1] == early[2]
    assert late[0] < early[0]  # a lead counts more when there is less time to lose it
    assert chances([120, -40, 0, 0], hearts.game(target=100, moon="shooter"))[1] > 0.99


def test_playouts_of_a_match_end_with_the_round() -> None:
    state = GAMES["match"].start(seed=4)
    record(state)["scores"] = [40, 50, 60, 70]
    payoffs, lengths = playouts(GAMES["match"], state, 2000)
    assert set(lengths) == {64}
    assert payoffs.sum(axis=1) == pytest.approx(np.ones(2000))
    assert payoffs.mean(axis=0).tolist() == sorted(payoffs.mean(axis=0), reverse=True)


# ---- what is hidden ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_guesses_look_the_same_to_the_observer(name: str) -> None:
    games, share = (1, 0.03) if name == "match" else (2, 0.3)
    assert check_determinizations(GAMES[name], games=games, per_state=3, seed=1, share=share) > 100


def history_allows(game: Game, hands: list[int], moves: list[int]) -> bool:
    """Whether the cards could have been played as they were, had these been the hands after the passing."""
    state = deal(game, hands)
    for move in moves:
        if move not in state.moves():
            return False
        state.play(move)
    return True


def deals(cards: list[int], sizes: list[int]) -> Iterator[list[int]]:
    """All ways to deal `cards` to hands of these sizes."""
    if not sizes:
        yield []
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        for others in deals(rest, sizes[1:]):
            yield [sum(1 << card for card in hand), *others]


def consistent_hands(game: Game, state: State, moves: list[int], observer: int) -> set[tuple[int, ...]]:
    """By trying all: the hands that the play so far and what `observer` passed allow."""
    now = record(state)
    hands, played = [int(hand) for hand in now["hands"]], [int(cards) for cards in now["played"]]
    others = [seat for seat in range(4) if seat != observer]
    hidden = [card for card in range(52) if any(hands[seat] >> card & 1 for seat in others)]
    mine, receiver = int(now["passed"][observer]), (observer + int(now["direction"])) % 4
    worlds = set()
    for dealt in deals(hidden, [hands[seat].bit_count() for seat in others]):
        guess = dict(zip(others, dealt, strict=True)) | {observer: hands[observer]}
        whole = [guess[seat] | played[seat] for seat in range(4)]
        if mine & ~whole[receiver] == 0 and history_allows(game, whole, moves):
            worlds.add(tuple(guess[seat] for seat in range(4)))
    return worlds


def assert_uniform(seen: Counter[Any], worlds: set[Any]) -> None:
    """Every world occurs, no other does, and a chi-square statistic lies within five deviations of its mean."""
    assert set(seen) == worlds
    expected = sum(seen.values()) / len(worlds)
    statistic = sum((count - expected) ** 2 / expected for count in seen.values())
    freedom = len(worlds) - 1
    assert statistic < freedom + 5 * (2 * freedom) ** 0.5 + 5


@pytest.mark.parametrize(("name", "left"), [("left", 8), ("right", 7), ("across", 9), ("hold", 8), ("left", 11)])
def test_guesses_are_all_and_only_the_worlds_that_fit(name: str, left: int) -> None:
    game, source = GAMES[name], random.Random(left)
    constrained = 0
    for seed in range(3):
        state = game.start(seed=100 + seed)
        moves = random_game(state, source, until=left)
        moves = moves[12:] if len(moves) > 52 - left else moves  # the cards played, without those passed
        observer = source.randrange(4)
        worlds = consistent_hands(game, state, moves, observer)
        now = record(state)
        assert tuple(now["hands"].tolist()) in worlds
        seen = Counter(
            tuple(record(state.determinize(observer, seed=i))["hands"].tolist()) for i in range(30 * len(worlds))
        )
        assert_uniform(seen, worlds)
        constrained += bool(now["lacks"].any())
    assert constrained > 0


def test_guesses_fit_the_history_at_any_time() -> None:
    source = random.Random(3)
    for seed in range(60):
        game = GAMES[source.choice(["left", "right", "across", "hold"])]
        state = game.start(seed=seed)
        moves = random_game(state, source, until=source.randrange(1, 52))
        moves = moves[0 if record(state)["direction"] == HOLD else 12 :]
        for observer in range(4):
            guess = record(state.determinize(observer, seed=seed))
            assert history_allows(game, (guess["hands"] | guess["played"]).tolist(), moves)


def test_what_others_passed_is_guessed_too() -> None:
    # player 0 passed to 1 and got its cards from 3; of what 1 gave to 2 and 2 to 3 it knows nothing
    state = ROUND.start(seed=8)
    random_game(state, random.Random(5), until=14)
    now = record(state)
    between: dict[int, Counter[int]] = {1: Counter(), 2: Counter()}
    for i in range(20 * 286):
        guess = record(state.determinize(0, seed=i))
        assert guess["passed"][0] == now["passed"][0] and guess["passed"][3] == now["passed"][3]
        for giver in (1, 2):
            had = int(guess["hands"][giver + 1] | guess["played"][giver + 1])
            passed = int(guess["passed"][giver])
            assert passed.bit_count() == 3 and passed & ~had == 0
            ranks = [card for card in range(52) if had >> card & 1]
            between[giver][sum(1 << ranks.index(card) for card in range(52) if passed >> card & 1)] += 1
    threes = {sum(1 << card for card in three) for three in combinations(range(13), 3)}
    for seen in between.values():
        assert_uniform(seen, threes)


def test_guesses_while_cards_are_chosen() -> None:
    # two cards each, to keep it small; 0 has chosen one of its two, 1 is choosing
    hands = [bits(text) for text in ("2C 3D", "4H 5S", "6C 7D", "8H 9S")]
    state = play(deal(ROUND, hands, LEFT), "2C")
    record(state)["chosen"] = 3
    worlds = {
        (*dealt, 1 << card)
        for dealt in deals([number(name) for name in ["2C", "3D", "6C", "7D", "8H", "9S"]], [2, 2, 2])
        for card in range(52)
        if dealt[0] >> card & 1
    }
    assert len(worlds) == 90 * 2
    seen: Counter[Any] = Counter()
    for i in range(40 * len(worlds)):
        guess = record(state.determinize(1, seed=i))
        assert guess["hands"][1] == hands[1]
        seen[(*(int(guess["hands"][seat]) for seat in (0, 2, 3)), int(guess["passed"][0]))] += 1
    assert_uniform(seen, worlds)
    assert record(state.determinize(0, seed=1))["passed"][0] == bits("2C")  # its own choice it knows


@pytest.mark.parametrize(
    ("cards", "seat", "lacking"),
    [
        ("9D KS", 1, "D"),  # did not follow diamonds
        ("3H", 0, "C D S"),  # led a heart before hearts were broken
        ("9D KD", 1, ""),  # followed
    ],
)
def test_what_a_card_gives_away(cards: str, seat: int, lacking: str) -> None:
    first = "3H 4H" if cards == "3H" else "9D 4H"
    state = ending(ROUND, [first, "KD KS" if "KD" in cards else "2S KS", "3D 3C", "4D 4C"], leader=0, broken=False)
    play(state, cards)
    suits = "".join(suit + " " for suit in "CDHS" if int(record(state)["lacks"][seat]) & bits(f"2{suit}")).strip()
    assert suits == lacking
    assert (f"has no {lacking}" in state.view(2)) == bool(lacking)


def test_points_in_the_first_trick_give_all_away() -> None:
    # twelve hearts and the queen of spades: whoever plays a heart there holds nothing else
    ranks = {suit: [rank + suit for rank in RANKS] for suit in SUITS}
    points = [*ranks["H"][:12], "QS"]
    rest = [name for suit in "CDS" for name in ranks[suit] if name != "QS"] + ["AH"]
    hands = [bits(" ".join(part)) for part in (rest[:13], points, rest[13:26], rest[26:])]
    state = play(deal(ROUND, hands), "0:2C 2H")
    for observer in (0, 2, 3):
        for i in range(50):
            guess = record(state.determinize(observer, seed=i))
            assert int(guess["hands"][1]) & ~bits(" ".join([*ranks["H"], "QS"])) == 0
    assert "has no C D 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS" in state.view(2)


def test_the_deals_to_come_are_hidden() -> None:
    state = GAMES["match"].start(seed=1)
    random_game(state, random.Random(1), until=4)
    after = set()
    for i in range(20):
        guess = state.determinize(0, seed=i)
        while record(guess)["rounds"] == 0:
            guess.play(guess.moves()[0])
        after.add(tuple(record(guess)["hands"].tolist()))
    assert len(after) == 20


def test_passed_cards_are_not_seen() -> None:
    state = ROUND.start(seed=1)
    for _ in range(12):
        for observer in range(4):
            seen = {state.observe(move, observer) for move in state.moves()}
            assert seen == (set(state.moves()) if observer == state.mover else {UNSEEN})
        state.play(state.moves()[-1])
    while not state.over:
        for observer in range(4):
            assert [state.observe(move, observer) for move in state.moves()] == state.moves()
        state.play(state.moves()[0])
    assert "observe" not in GAMES["hold"].rules  # nothing is passed: every move is public


def test_view_shows_what_the_player_knows_and_no_more() -> None:
    state = play(ROUND.start(seed=11), "")
    mine = names(state).split()
    play(state, f"{mine[0]} {mine[4]} {mine[12]}")
    assert f"you passed {mine[0]} {mine[4]} {mine[12]} to 1" in state.view(0)
    assert mine[12] not in state.view(2) and "received" not in state.view(1)
    while state.mover != CHANCE:
        state.play(state.moves()[0])
    assert f"you received {mine[0]} {mine[4]} {mine[12]} from 0" in state.view(1)
    assert "received" not in str(state) and "passed" in str(state)


# ---- playouts, names, options --------------------------------------------------------------------------------------


def playouts(game: Game, state: State, count: int, seed: int = 1, limit: int = 64) -> tuple[Any, Any]:
    """Payoffs and lengths of so many compiled playouts."""
    run = prototype(6)(game.backend.table.playout)
    rng, out = new_rng(seed), np.zeros(4)
    moves, weights = np.zeros(game.max_moves + 64, np.int32), np.zeros(game.max_moves + 64)
    addresses = [array.ctypes.data for array in (rng, out, moves, weights)]
    payoffs, lengths = np.zeros((count, 4)), np.zeros(count, int)
    for i in range(count):
        work = state._block.copy()
        lengths[i] = run(work.ctypes.data, *addresses, limit)
        payoffs[i] = out
    return payoffs, lengths


@pytest.mark.parametrize(("cards", "length"), [(None, 64), (0, 52), (2, 50), (7, 45), (24, 28)])
def test_own_playout_is_the_random_playout(cards: int | None, length: int) -> None:
    rules = {name: rule for name, rule in ROUND.rules.items() if name != "playout"}
    plain = Game(name="hearts", state=STATE, players=4, max_moves=13, payoffs=(0, 26), trusted=True, **rules)
    state = ROUND.start(seed=6)
    if cards is not None:
        random_game(state, random.Random(1), until=52 - cards)
    own, own_lengths = playouts(ROUND, state, 20_000, seed=1)
    random_, random_lengths = playouts(plain, state, 20_000, seed=2)
    assert set(own_lengths) == set(random_lengths) == {length}
    error = np.sqrt((own.var(axis=0) + random_.var(axis=0)) / 20_000)
    assert (abs(own.mean(axis=0) - random_.mean(axis=0)) < 4 * error).all()
    assert (abs((own**2).mean(axis=0) - (random_**2).mean(axis=0)) < 4 * 40 * error).all()


@pytest.mark.parametrize("limit", [0, 1, 12, 13, 30, 63])
def test_a_playout_that_is_cut_leaves_its_position(limit: int) -> None:
    run = prototype(6)(ROUND.backend.table.playout)
    state = ROUND.start(seed=6)
    rng, out, moves = new_rng(3), np.zeros(4), np.zeros(99, np.int32)
    assert run(state._block.ctypes.data, rng.ctypes.data, out.ctypes.data, moves.ctypes.data, 0, limit) == TOO_LONG
    assert record(state)["chosen"] + record(state)["cards"] == limit
    assert all(0 <= payoff <= 26 for payoff in state.returns())
    random_game(state, random.Random(1))
    assert sum(state.returns()) in (26, 78)


@pytest.mark.parametrize("name", GAMES)
def test_rules_run_without_a_compiler(name: str) -> None:
    game, source = GAMES[name], random.Random(4)
    plain = InterpretedBackend(game)
    state = game.start(seed=9)
    block = plain.new()
    plain.start(block, 9)
    for _ in range(70 if name == "match" else 64):
        if state.over:
            break
        assert plain.mover(block) == state.mover and plain.moves(block) == state.moves()
        assert plain.objects[block.ctypes.data].tobytes() == state._block.tobytes()
        move = source.choice(state.moves())
        plain.play(block, move)
        state.play(move)
    assert plain.returns(block) == state.returns()


def test_names_and_pictures() -> None:
    state = ROUND.start(seed=2)
    source = random.Random(1)
    while not state.over:
        assert [state.parse(state.name(move)) for move in state.moves()] == state.moves()
        assert len(str(state).splitlines()) < 12 and all(len(line) < 100 for line in str(state).splitlines())
        state.play(source.choice(state.moves()))
    assert "the game is over" in str(state)
    state = ending(ROUND, ["9D 2S", "KD AH", "3D JD", "AS QS"], leader=0)
    assert state.parse("9d") == number("9D") == 20
    with pytest.raises(IllegalMove):
        state.parse("QS")
    play(state, "9D KD")
    assert str(state).splitlines() == [
        "round 1, no passing",
        "trick 12: 0:9D 1:KD",
        "hearts are broken",
        "player points  hand",
        "   0       0   C:- D:- H:- S:2",
        "   1       0   C:- D:- H:A S:-",
        "   2       0   C:- D:J3 H:- S:-",
        "   3       0   C:- D:- H:- S:AQ",
    ]


def test_random_passing_draws_all_directions() -> None:
    game = hearts.game(passing="random")
    drawn = Counter(int(record(game.start(seed=seed))["direction"]) for seed in range(4000))
    assert_uniform(drawn, {0, 1, 2, 3})


def test_search_finds_the_safe_discard() -> None:
    # the queen goes on a diamond that another takes; kept, she would take the next trick, which is spades
    state = ending(ROUND, ["9D 2C", "KD 3S", "3D JD", "QS 2S"], leader=0)
    play(state, "9D KD JD")
    assert state.name(Search(ROUND, seed=1).run(state, iterations=500).move) == "QS"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"passing": "up"}, "passing must be one of left, right, across, hold, cycle, random, not 'up'"),
        ({"target": -1}, "target must be a whole number from 0 to 400, not -1"),
        ({"target": 401}, "not 401"),
        ({"target": True}, "not True"),
        ({"target": 50.0}, "not 50.0"),
        ({"passing": "random", "target": 100}, "single round"),
        ({"queen_breaks_hearts": 1}, "queen_breaks_hearts must be true or false, not 1"),
        ({"moon": "sun"}, "moon must be one of others, shooter, off, not 'sun'"),
    ],
)
def test_bad_options(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(OptionError, match="hearts: ") as caught:
        hearts.game(**options)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)
