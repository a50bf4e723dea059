"""Confrontation: what the players see, what they know, and that guesses are uniform over all that may be."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from confrontation_helpers import FAR, Watcher, names, play, position, possible, record, the_game, where, worlds_kept
from hidden import check_determinizations

from anyspace import rng as random_numbers
from anyspace.games.confrontation_board import (
    BEARER,
    CHARACTERS,
    DARK,
    GUESSES,
    LIGHT,
    NAMES,
    OUT,
    REGION_NAMES,
    SECRET_CARD,
    UNSEEN,
)
from anyspace.games.confrontation_sight import reveal
from anyspace.machine.native import prototype
from anyspace.rules.game import CHANCE, State


@pytest.mark.parametrize("options", [{}, {"setup": "fixed"}, {"home_need": 4, "recycle_cards": False}])
def test_no_guess_can_be_told_from_the_truth(options: dict[str, object]) -> None:
    assert check_determinizations(the_game(**options), games=8, per_state=3, seed=1) > 300


# ---- what is seen -------------------------------------------------------------------------------------------------


def test_a_move_is_seen_without_its_mover() -> None:
    state = position("giant:d4 hound:d4", "bearer:d3 sage:d3 scout:c3", LIGHT)
    tokens = {state.name(move): state.observe(move, DARK) for move in state.moves()}
    assert tokens["scout:c3-c4"] == UNSEEN + 16 * REGION_NAMES.index("c3") + REGION_NAMES.index("c4")
    assert tokens["sage:d3-d4"] != tokens["bearer:d3-d4"] < UNSEEN  # one attacks, the other wins: both are seen
    walk = position("giant:a3", "bearer:b1 sage:b1", LIGHT)
    assert len({walk.observe(move, DARK) for move in walk.moves()}) == 2  # c1 or b2, whoever it is
    assert len({walk.observe(move, LIGHT) for move in walk.moves()}) == 4


def test_who_is_in_the_tunnel_is_not_seen() -> None:
    state = position("giant:b3 hound:c3", "bearer:b2 sage:b2", LIGHT)
    tokens = {state.observe(state.parse(f"{name}:b2-c3"), DARK) for name in ("bearer", "sage")}
    assert len(tokens) == 1 and tokens.pop() >= UNSEEN
    play(state, "sage:b2-c3")
    assert "sage" in state.view(LIGHT).split("seen by")[0] and "sage" not in state.view(DARK).split("not seen")[0]
    movers = Counter(int(record(state.determinize(DARK, seed=seed)).fighter[LIGHT]) for seed in range(200))
    assert set(movers) == {BEARER, NAMES[1].index("sage")} and min(movers.values()) > 60


def test_darks_card_lies_face_down() -> None:
    state = play(position("giant:c3 hound:d4", f"captain:c2 {FAR}", LIGHT), "captain:c2-c3 captain-meets-giant")
    assert {state.observe(card, LIGHT) for card in state.moves()} == {SECRET_CARD}
    one, other = play(state.copy(), "1"), play(state.copy(), "6")
    assert one.view(LIGHT) == other.view(LIGHT) and one.view(DARK) != other.view(DARK)
    drawn = Counter(int(record(one.determinize(LIGHT, seed=seed)).table[DARK]) for seed in range(900))
    assert len(drawn) == 9 and min(drawn.values()) > 60
    assert {int(record(one.determinize(DARK, seed=seed)).table[DARK]) for seed in range(9)} == {0}
    play(one, "2")
    assert one.mover == CHANCE and names(one) == ["shows-1"]
    assert "Light's card 2" in one.view(DARK) and "Dark's card ?" in one.view(LIGHT)


def test_fighters_are_known_until_they_mix() -> None:
    state = position("giant:c4 hound:d3 rider:d4", "squire:b3 bearer:a1 sage:a2", LIGHT)
    play(state, "squire:b3-c3 giant:c4-c3 giant-meets-squire 1 1 shows-1")
    assert "giant:c3" in state.view(LIGHT) and "c3 gia" in state.view(LIGHT)
    play(state, "sage:a2-a3 hound:d3-c3")
    assert "c3 gia ?" in state.view(LIGHT)
    play(state, "sage:a3-a4 hound:c3-c2")  # which of the two was it?
    assert "giant:c3 | giant:c2" in state.view(LIGHT) and "c2 ?" in state.view(LIGHT)
    assert {where(state.determinize(LIGHT, seed=seed), "giant") for seed in range(50)} == {"c2", "c3"}


def test_a_piece_in_darks_home_is_not_the_bearer() -> None:
    state = play(position("giant:a4", "bearer:c4 sage:c4 scout:a1", LIGHT), "sage:c4-d4")
    found = Counter(where(state.determinize(DARK, seed=seed), "bearer") for seed in range(400))
    assert set(found) == {"c4", "a1"} and min(found.values()) > 150


def test_a_side_that_is_stuck_but_for_a_power_gives_it_away() -> None:
    """Dark's home is full, nobody can go on: Light would have lost, did not the captain stand where it can attack."""
    state = position("hound:c4", "sage:d4 scout:d4 archer:d4 axeman:d4 bearer:d3 captain:d3", DARK)
    assert {where(state.determinize(DARK, seed=seed), "captain") for seed in range(40)} == {"d3", "d4"}
    play(state, "hound:c4-c3")
    assert names(state) == ["captain:d3-c3"]
    assert {where(state.determinize(DARK, seed=seed), "captain") for seed in range(40)} == {"d3"}


# ---- what is known, exactly ---------------------------------------------------------------------------------------


def small_start(source: random.Random, pieces: int) -> State:
    """Some characters of each side, anywhere in its half."""
    lines = []
    for side, half in ((0, "d4 c4 d3 b4 c3 d2 a4 b3"), (1, "a1 b1 a2 c1 b2 a3 c2 d1")):
        others = [c for c in range(CHARACTERS) if (side, c) != (1, BEARER)]
        chosen = source.sample(others, pieces - side) + [BEARER] * side
        regions = source.sample(
            [region for region in half.split() for _ in range(1 if region in "a4b3c2d1" else 2)], pieces
        )
        lines.append(" ".join(f"{NAMES[side][c]}:{region}" for c, region in zip(chosen, regions, strict=True)))
    return position(lines[0], lines[1], DARK)


def test_knowledge_is_exact() -> None:
    """Against a twin that keeps all possible worlds as a set, through random games with five characters a side."""
    source = random.Random(4)
    compared = ambiguous = 0
    for _ in range(150):
        state = small_start(source, 5)
        watchers = [Watcher(state, side) for side in range(2)]
        while not state.over:
            move = source.choice(state.moves())
            before = state.copy()
            state.play(move)
            if state.over:
                break
            for watcher in watchers:
                watcher.watch(before, move, state)
                kept = worlds_kept(state, watcher.side)
                assert possible(state, watcher.side, kept) == watcher.worlds, f"{before.name(move)}\n{state}"
                truth = tuple(record(state).where[watcher.side].tolist())
                assert truth in kept
                compared += 1
                ambiguous += record(state).guesses[watcher.side] > 1
    assert compared > 5000 and ambiguous > 200


def test_a_full_list_forgets_but_never_the_truth() -> None:
    """Of four pairs, all seen, one each goes on: sixteen possibilities, too many for the list."""
    pairs = "giant:c4 hound:c4 rider:d3 horde:d3 tyrant:c3 lurker:c3 warden:d4 schemer:d4"
    state = position(pairs, "bearer:a1 sage:a1 scout:a1", DARK)
    for name in NAMES[0]:
        if where(state, name) != "out":
            reveal(record(state), 0, NAMES[0].index(name))
    play(state, "giant:c4-b4 sage:a1-a2 rider:d3-d2 scout:a1-b1 tyrant:c3-b3 sage:a2-a3")
    assert record(state).guesses[0] == 8 and record(state).seen[0].bit_count() == 8
    play(state, "warden:d4-c4")
    assert record(state).guesses[0] == 8 and record(state).seen[0].bit_count() == 6  # neither of the last pair
    worlds = worlds_kept(state, 0)
    assert len(worlds) == 16 and tuple(record(state).where[0].tolist()) in worlds


def test_the_list_is_well_formed() -> None:
    source, most = random.Random(9), 0
    for seed in range(200):
        state = the_game().start(seed=seed)
        while not state.over:
            state.play(source.choice(state.moves()))
            inside = record(state)
            for side in range(2):
                n = int(inside.guesses[side])
                most = max(most, n)
                assert 1 <= n <= GUESSES and len(set(inside.guess[side][:n].tolist())) == n
                assert not inside.guess[side][n:].any()
    assert most > 4


def ambiguous_state() -> State:
    """The giant was seen; the hound came to it, one of the two went on, and the rider came to the other."""
    state = position("giant:c4 hound:d3 rider:d4 horde:d4 lurker:b4", "squire:b3 bearer:a1 sage:a2", LIGHT)
    play(state, "squire:b3-c3 giant:c4-c3 giant-meets-squire 1 1 shows-1 sage:a2-a3")
    return play(state, "hound:d3-c3 sage:a3-a4 hound:c3-c2 bearer:a1-a2 rider:d4-c4 bearer:a2-b2 rider:c4-c3")


@pytest.mark.parametrize("make", ["ambiguous", "home", "start"])
def test_draws_are_uniform(make: str) -> None:
    """Every world that may be occurs, and equally often: chi-square within five standard deviations of its mean."""
    if make == "ambiguous":
        state, side, observer = ambiguous_state(), 0, LIGHT
    elif make == "home":
        state, side, observer = position("giant:a4", "bearer:c4 sage:c4 scout:a1 archer:d4 axeman:d4", DARK), 1, DARK
    else:
        state, side, observer = position("giant:d4 hound:d4 rider:c4 horde:d3", "bearer:a1", LIGHT), 0, LIGHT
    worlds = possible(state, side, worlds_kept(state, side))
    n = 300 * len(worlds)
    draw, rng = prototype(3)(state.game.backend.table.determinize), random_numbers.new(11)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(n):
        guess = state.copy()
        draw(guess._block.ctypes.data, int(observer), rng.ctypes.data)
        found[tuple(record(guess).where[side].tolist())] += 1
    assert set(found) == worlds and len(worlds) > 10
    chi_square = sum((count - 300) ** 2 / 300 for count in found.values())
    assert abs(chi_square - len(worlds)) < 5 * (2 * len(worlds)) ** 0.5


def test_own_characters_are_never_touched() -> None:
    state = the_game().start(seed=8)
    for seed in range(20):
        for observer in range(2):
            guess = state.determinize(observer, seed=seed)
            assert (record(guess).where[observer] == record(state).where[observer]).all()
            assert OUT not in record(guess).where
