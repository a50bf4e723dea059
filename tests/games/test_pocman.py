"""Pocman: an independent twin, the exact belief of the smallest maze, a search that eats more than it would by luck."""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest
from uncompiled import plain_search, slowed, uncompiled

import anyspace
from anyspace.errors import OptionError
from anyspace.games import pocman
from anyspace.games.pocman_mazes import LEVELS
from anyspace.rules.game import CHANCE

Place = tuple[int, int]
WAYS: list[Place] = [(0, 1), (1, 0), (0, -1), (-1, 0)]


def made(**options: Any) -> Any:
    return uncompiled(pocman.game(**options))


class Twin:
    """The game as a Python object, written anew with places as pairs. It cannot guess: it is searched by particles."""

    players, max_moves, max_length, payoffs, maze = 1, 9, 4000, None, "ring"

    def __init__(self, food: frozenset[Place], ghosts: tuple[tuple[Place, int | None], ...], at: Place) -> None:
        self.food, self.ghosts, self.at = food, ghosts, at
        self.visited = frozenset([at])
        self.power = self.turn = 0
        self.ended, self.met, self.factor, self.total = False, None, 1.0, 0.0  # type: ignore[var-annotated]
        self.score = 0.0
        self.heard: tuple[int, ...] = ()

    @classmethod
    def start(cls, source: random.Random) -> Twin:
        level = LEVELS[cls.maze]
        seeds = {place: mark for place, mark in cls.places().items() if mark in ".o" and place != level.home}
        food = {place for place, mark in seeds.items() if mark == "o" or source.random() < 0.5}
        beside = [place for _, place in cls.steps(level.home) if place in seeds]
        return cls(frozenset(food or {source.choice(beside)}), cls.dens(), level.home)

    @classmethod
    def dens(cls) -> tuple[tuple[Place, int | None], ...]:
        level = LEVELS[cls.maze]
        return tuple(((level.den[0] + g % 2, level.den[1] + g // 2), None) for g in range(level.ghosts))

    @classmethod
    def places(cls) -> dict[Place, str]:
        rows = LEVELS[cls.maze].rows
        return {(x, len(rows) - 1 - y): mark for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != "#"}

    @classmethod
    def steps(cls, place: Place) -> list[tuple[int, Place]]:
        level, open_places = LEVELS[cls.maze], cls.places()
        found = []
        for way, (dx, dy) in enumerate(WAYS):
            x, y = place[0] + dx, place[1] + dy
            if y == level.passage and dy == 0:
                x %= len(level.rows[0])
            if (x, y) in open_places:
                found.append((way, (x, y)))
        return found

    def copy(self) -> Twin:
        twin = object.__new__(type(self))
        twin.__dict__ |= self.__dict__
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Twin) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def mover(self) -> int | None:
        return None if self.ended else 0 if self.turn == 0 else CHANCE

    def outcomes(self) -> dict[int, Fraction]:
        """What may become of it next, and how likely: of chance's moves."""
        if self.turn > len(self.ghosts):
            return {self.perceived(): Fraction(1)}
        place, heading = self.ghosts[self.turn - 1]
        ways = [(way, there) for way, there in self.steps(place) if heading is None or way != (heading + 2) % 4]
        odds: dict[int, Fraction] = defaultdict(Fraction)
        gap = (self.at[0] - place[0], self.at[1] - place[1])
        wanders = Fraction(1)
        if abs(gap[0]) + abs(gap[1]) < LEVELS[self.maze].reach:
            sign = -1 if self.power else 1
            gains = [(sign * (gap[0] * WAYS[way][0] + gap[1] * WAYS[way][1]), way) for way, _ in ways]
            if self.power:
                gains = [gain for gain in gains if gain[0] >= 0]
            hurries = 4 + max(gains)[1] if gains else 8
            wanders = Fraction(0) if self.power else Fraction(1, 4)
            slips = Fraction(1, 4) if self.power and heading is not None else Fraction(0)
            odds[8] += slips
            odds[hurries] += 1 - wanders - slips
        for way, _ in ways:
            odds[way] += wanders / len(ways)
        return {move: odd for move, odd in sorted(odds.items()) if odd}

    def perceived(self) -> int:
        bits = 0
        for way, (dx, dy) in enumerate(WAYS):
            x, y = self.at[0] + dx, self.at[1] + dy
            while (x, y) in self.places():
                bits |= any(ghost == (x, y) for ghost, _ in self.ghosts) << way
                x, y = x + dx, y + dy
        bits |= sum(16 << way for way, _ in self.steps(self.at))
        bits |= any(abs(x - self.at[0]) <= 1 and abs(y - self.at[1]) <= 1 for x, y in self.food) << 8
        return bits | any(abs(x - self.at[0]) + abs(y - self.at[1]) <= 2 for (x, y), _ in self.ghosts) << 9

    def moves(self) -> list[int]:
        return [way for way, _ in self.steps(self.at)] if self.turn == 0 else [*self.outcomes()]

    def weights(self) -> list[float]:
        return [float(odd) for odd in self.outcomes().values()]

    def earn(self, reward: float) -> None:
        self.score += reward
        self.total += self.factor * reward

    def play(self, move: int) -> None:
        if self.turn == 0:
            self.at, self.met = dict(self.steps(self.at))[move], None
            self.power = max(0, self.power - 1)
            self.earn(-1)
        elif self.turn <= len(self.ghosts):
            self._ghost(self.turn - 1, move)
        else:
            self.heard = (*self.heard, move)
            self._eat()
        self.turn = 0 if self.turn > len(self.ghosts) else self.turn + 1

    def _ghost(self, g: int, move: int) -> None:
        place, _ = self.ghosts[g]
        there = place if move == 8 else dict(self.steps(place))[move % 4]
        if self.at in (place, there):
            self.met = g
        self._put(g, there, move if move < 4 else None)
        if g == len(self.ghosts) - 1 and self.met is not None:
            if self.power:
                self.earn(25)
                self._put(self.met, LEVELS[self.maze].den, None)
            else:
                self.earn(-100)
                self.ended = True

    def _put(self, g: int, place: Place, heading: int | None) -> None:
        self.ghosts = tuple((place, heading) if i == g else each for i, each in enumerate(self.ghosts))

    def _eat(self) -> None:
        self.visited |= {self.at}
        if self.at in self.food:
            self.food -= {self.at}
            self.ended = not self.food
            self.earn(10 if self.food else 1000)
            if self.food and self.places()[self.at] == "o":
                self.power = 15
        self.factor *= 0.95

    def observe(self, move: int, observer: int) -> int | None:
        return move if self.turn > len(self.ghosts) else None

    def returns(self) -> list[float]:
        return [self.total]

    def view(self, observer: int) -> str:
        return f"{self.at} {self.heard} {self.score} {self.turn} {self.perceived() if not self.heard else ''}"


def twin_of(state: Any, maze: str) -> Any:
    """The twin of a position at the start."""
    kind = type("Other", (Twin,), {"maze": maze})
    width = len(LEVELS[maze].rows[0])
    food = frozenset((cell % width, cell // width) for cell, there in enumerate(state["food"]) if there)
    return kind(food, kind.dens(), LEVELS[maze].home)


def cross_check(maze: str, games: int, longest: int = 150) -> int:
    """Random games beside the twin: movers, moves, odds, rewards. Returns the moves compared."""
    source, compared = random.Random(7), 0
    width = len(LEVELS[maze].rows[0])
    for seed in range(games):
        state = made(maze=maze).start(seed=seed)
        twin = twin_of(state, maze)
        for _ in range(longest):
            assert (None if state.over else state.mover) == twin.mover()
            assert state.returns() == pytest.approx(twin.returns()) and state["score"] == twin.score
            if state.over:
                break
            assert sorted(state.moves()) == sorted(twin.moves())
            assert [int(cell) for cell in state["ghost"]] == [x + width * y for (x, y), _ in twin.ghosts]
            if state.mover == CHANCE:
                odds = dict(zip(twin.moves(), twin.weights(), strict=True))
                assert state.weights() == pytest.approx([odds[move] for move in state.moves()])
                move = source.choices(state.moves(), state.weights())[0]
            else:
                move = source.choice(state.moves())
            state.play(move)
            twin.play(move)
            compared += 1
    return compared


@pytest.mark.parametrize(("maze", "games"), [("ring", 6), ("micro", 4), ("mini", 3), ("full", 3)])
def test_agrees_with_a_twin_written_anew(maze: str, games: int) -> None:
    assert cross_check(maze, games) > 40


def beliefs(state: Any, walk: list[tuple[int, int, float]]) -> dict[tuple[Any, ...], Fraction]:
    """Bayes' rule by hand, in the ring: after each move, what was perceived and what had been earned by then."""
    ring = [place for place in Twin.places() if place != LEVELS["ring"].home]
    odds: dict[Any, tuple[Twin, Fraction]] = {}
    for number in range(1, 2 ** len(ring)):
        food = frozenset(place for i, place in enumerate(ring) if number >> i & 1)
        lone = food <= {(0, 0), (2, 0)} and len(food) == 1  # the start puts one there if there is none
        odds[number] = Twin(food, Twin.dens(), LEVELS["ring"].home), Fraction(3 if lone else 2, 2 ** (len(ring) + 1))
    odds = {key: each for key, each in odds.items() if each[0].perceived() == int(state["perceived"])}
    for move, seen, score in walk:
        later: dict[Any, tuple[Twin, Fraction]] = {}
        for twin, odd in odds.values():
            first = twin.copy()
            first.play(move)
            for outcome, chance in first.outcomes().items():
                second = first.copy()
                second.play(outcome)
                if second.ended or second.perceived() != seen:
                    continue
                second.play(seen)
                if not second.ended and second.score == score:
                    key = (second.food, second.ghosts)
                    before = later[key][1] if key in later else Fraction(0)
                    later[key] = second, before + odd * chance
        odds = later
    whole = sum(odd for _, odd in odds.values())
    found: dict[tuple[Any, ...], Fraction] = defaultdict(Fraction)
    for twin, odd in odds.values():
        found[twin.ghosts[0][0], len(twin.food)] += odd / whole
    return found


@pytest.mark.parametrize("seed", [3])
def test_the_bag_of_the_smallest_maze_is_the_exact_belief(seed: int) -> None:
    game, source = made(maze="ring"), random.Random(seed)
    search = plain_search(game, "particles:count=150,share=0,tries=60", seed=1)
    state, walk = game.start(seed=seed), []
    while len(walk) < 2:
        search.run(state, iterations=2)
        move = 3 if 3 in state.moves() else 0  # away, round the corner
        for outcome in (move, None, None):
            outcome = source.choices(state.moves(), state.weights())[0] if outcome is None else outcome
            state.play(outcome)
            search.advance(outcome)
            assert not state.over
        walk.append((move, outcome, float(state["score"])))
    search.run(state, iterations=2)
    exact = beliefs(game.start(seed=seed), walk)
    counts: dict[tuple[Any, ...], int] = defaultdict(int)
    for each in search.particles:
        assert each.view(0) == state.view(0)
        counts[(int(each["ghost"][0]) % 3, int(each["ghost"][0]) // 3), int(each["left"])] += 1
    assert len(search.particles) == 150 and counts.keys() <= exact.keys()
    for what, odd in exact.items():
        assert counts[what] / 150 == pytest.approx(float(odd), abs=4 * (float(odd) / 60) ** 0.5 + 0.01)


def test_what_is_changed_a_little_could_have_been() -> None:
    game, source, kept = made(maze="mini"), random.Random(1), 0
    state = game.start(seed=1)
    for step in range(120):
        if state.over:
            break
        if state.mover == 0:
            changed = state.copy()
            if game.backend.perturb(changed._block, 0, step):
                kept += 1
                assert changed.view(0) == state.view(0) and changed.moves() == state.moves()
                assert int(changed["left"]) == int(changed["food"].sum()) > 0
        state.play(source.choices(state.moves(), state.weights() if state.mover == CHANCE else None)[0])
    assert kept > 3


def test_the_twin_is_searched_by_particles() -> None:
    game = anyspace.PythonGame(Twin)
    search = slowed(anyspace.Search(game, "particles:count=20", playout="random:limit=12", seed=1))
    state = game.start(seed=1)
    result = search.run(state, iterations=15)
    assert search.information.name == "multi" and result.move in state.moves() and len(search.particles) == 20


@pytest.mark.slow
def test_a_search_eats_more_than_its_playouts() -> None:
    game, scores = anyspace.load("pocman(maze=mini,horizon=60)"), {1: 0.0, 400: 0.0}
    for iterations in scores:
        for seed in range(30):
            source, search = random.Random(seed), anyspace.Search(game, "ucb1:c=0.3", seed=seed)
            state = game.start(seed=seed)
            while not state.over:
                if state.mover == CHANCE:
                    move = source.choices(state.moves(), state.weights())[0]
                else:
                    move = search.run(state, iterations=iterations, even_if_forced=True).move
                search.advance(move)
                state.play(move)
            scores[iterations] += float(state["score"]) / 30
    assert scores[400] > scores[1] + 20


@pytest.mark.parametrize("options", [{"maze": "huge"}, {"discount": 0}, {"horizon": 0}, {"horizon": True}])
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="pocman"):
        pocman.game(**options)
