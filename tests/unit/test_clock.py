"""A game's time over its moves: never more than there is, most of it, and none where nothing is to decide."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from patience import in_one_of_some_tries
from toys import gamble, nim
from uncompiled import plain_search

import anyspace
from anyspace import Clock, Search
from anyspace.search.budget import Budget, Stopwatch
from anyspace.search.clock import behind, undecided
from anyspace.search.reading import RootMove


class IterationTimer:
    """Time goes by with the iterations of a search, and in no other way."""

    def __init__(self, search: Search, cost: float) -> None:
        self.search, self.cost = search, cost
        self._total = self._last = 0

    def __call__(self) -> float:
        now = self.search.workspaces[0].iterations if self.search.workspaces else 0
        self._total += now - self._last if now >= self._last else now
        self._last = now
        return self._total * self.cost


def played(game: Any, main: float, increment: float, cost: float, *parts: str) -> list[tuple[Clock, list[float]]]:
    """A game of two searches with a clock each: the clocks, and what every move took. No move overruns."""
    searches = [Search(game, *(parts or ("plain",)), seed=seed) for seed in range(2)]
    sides = [(Clock(main, increment, timer=IterationTimer(search, cost)), []) for search in searches]
    state = game.start()
    while not state.over:
        clock, took = sides[state.mover]
        left = clock.left
        result = searches[state.mover].run(state, clock=clock)
        took.append(left + increment - clock.left)
        assert took[-1] < left, "the time is up"
        state.play(result.move)
        for search in searches:
            if search.forest:
                search.advance(result.move)
    return sides  # type: ignore[return-value]


@pytest.mark.parametrize(("main", "increment", "cost"), [(300, 2, 0.003), (60, 0, 0.001), (2, 0, 0.0001)])
def test_games_use_most_of_their_time(main: float, increment: float, cost: float) -> None:
    for game in (anyspace.load("connect_four"), nim(60)):
        for clock, took in played(game, main, increment, cost):
            assert len(took) >= 8 and clock.moves == len(took)
            there_was = main + increment * (len(took) - 1)
            assert 0.6 * there_was <= sum(took) <= there_was
            assert clock.left == pytest.approx(main + increment * len(took) - sum(took))
            assert max(took) < 0.35 * main


@pytest.mark.parametrize("length", [10, 20, 40, 80])
@pytest.mark.parametrize("clock", ["300+2", "60", "1", "10+5", "5+0.1"])
def test_games_of_any_length(clock: str, length: int) -> None:
    """Whatever the playouts say of what is to come, half of it or twice as much."""
    for seed in range(20):
        for says in (0.5, 1.0, 2.0, None):
            draw, mine, spent = random.Random(seed), Clock.from_text(clock), 0.0
            for i in range(length):
                moves_left = None if says is None else says * (length - i) * draw.uniform(0.8, 1.2)
                seconds = mine.share(moves_left, draw.random(), float(draw.random() < 0.3))
                seconds *= draw.choice([1.0, draw.uniform(0.5, 1.0)])  # some end early
                assert seconds <= max(mine.left, 2e-6)
                mine.spend(seconds)
                spent += seconds
            there_was = mine.main + mine.increment * (length - 1)
            assert 0.6 * there_was <= spent <= there_was + 1e-3


def test_more_time_where_it_is_needed() -> None:
    clock = Clock(60)
    usual = clock.share(20)
    assert usual < clock.share(20, behind=0.5) < clock.share(20, behind=1)
    assert usual < clock.share(20, undecided=1) < clock.share(20, behind=1, undecided=1) <= clock.most
    assert clock.share(5) > usual > clock.share(50)
    assert Clock(60, 5).share(20) > usual
    late = Clock(60)
    late.spend(61)
    assert late.left < 0 and late.share(20) == late.most == pytest.approx(1e-6)

    def rows(*found: tuple[int, float]) -> list[RootMove]:
        return [RootMove(i, visits, mean * visits) for i, (visits, mean) in enumerate(found)]

    assert behind(rows((100, 0.5))) == 0 < behind(rows((100, 0.35))) < behind(rows((100, 0.1))) == 1
    assert undecided(rows((100, 0.5), (20, 0.4))) == 0
    assert undecided(rows((100, 0.5), (90, 0.4))) == undecided(rows((100, 0.5), (20, 0.6))) == 1


def test_it_stops_when_nobody_can_catch_up() -> None:
    game = nim(3)  # who takes all wins at once
    search = Search(game, "plain", seed=1)
    clock = Clock(100, timer=IterationTimer(search, 0.001))
    full = clock.share(0.5)
    result = search.run(game.start(), clock=clock)
    took = 100 - clock.left
    assert 0.4 * full < took < 0.7 * full
    assert result.table[0].visits - result.table[1].visits > 0.9 * (full - took) / 0.001

    by_value = Search(game, "plain", final="max", seed=1)  # visits do not decide there
    patient = Clock(100, timer=IterationTimer(by_value, 0.001))
    by_value.run(game.start(), clock=patient)
    assert patient.left < clock.left


def test_it_answers_at_once_where_nothing_is_to_decide() -> None:
    forced = nim(1)
    search = Search(forced, "plain", seed=1)
    clock = Clock(100, timer=IterationTimer(search, 0.001))
    assert search.run(forced.start(), clock=clock).forced and clock.left == pytest.approx(99.999)

    game = anyspace.load("tic_tac_toe")
    search = Search(game, "solver", seed=1)
    state = game.start()
    clock = Clock(1000, timer=IterationTimer(search, 0.001))
    result = search.run(state, clock=clock)
    while not result.proven:
        result = search.run(clock=clock)
    before = clock.left
    search.advance(result.move)
    assert search.run(clock=clock).proven and before - clock.left < 0.1


@pytest.mark.parametrize("options", [{"parallel": "tree:threads=2"}, {"final": "max-robust"}])
def test_real_seconds(options: dict[str, str]) -> None:
    game = anyspace.load("connect_four")
    search = Search(game, "plain", seed=1, **options)  # type: ignore[arg-type]
    search.run(game.start(), iterations=100)

    def four_moves() -> None:
        clock = Clock(1.0)
        for _ in range(3):
            most, left, started = clock.most, clock.left, time.perf_counter()
            result = search.run(game.start(), clock=clock)
            took = time.perf_counter() - started
            assert result.stats.seconds < most + 0.05
            assert left - clock.left == pytest.approx(took, abs=0.05)
        with search.start(game.start(), clock=clock) as handle:
            assert handle.wait(10)
        assert clock.moves == 4 and clock.left > 0

    in_one_of_some_tries(four_moves)


def test_guesses_and_chance_have_a_clock_too() -> None:
    game = anyspace.load("kuhn_poker")
    state = game.start(seed=1)
    while state.mover < 0:
        state.play(state.moves()[0])
    clock = Clock(0.5)
    Search(game, "plain", information="determinized", seed=1).run(state, clock=clock)
    lone = gamble()
    assert Search(lone, "plain", seed=1).run(lone.start(), clock=clock).move in (0, 1)
    assert clock.moves == 2 and clock.left > 0


def test_clocks_that_make_no_sense() -> None:
    assert (Clock.from_text("300+2").main, Clock.from_text("300+2").increment) == (300, 2)
    assert (Clock.from_text("0.5").main, Clock.from_text("0.5").increment) == (0.5, 0)
    for wrong in ("", "+", "300+", "a+b", "1+2+3"):
        with pytest.raises(anyspace.BudgetError, match="300\\+2"):
            Clock.from_text(wrong)
    for main, increment in ((0, 0), (-1, 0), (float("nan"), 0), (float("inf"), 1), (True, 0), ("5", 0), (5, -1)):
        with pytest.raises(anyspace.BudgetError, match="must be a number of seconds"):
            Clock(main, increment)  # type: ignore[arg-type]
    game = nim(5)
    search = Search(game, "plain")
    with pytest.raises(anyspace.BudgetError, match="seconds or a clock"):
        search.run(game.start(), seconds=1, clock=Clock(5))
    with pytest.raises(anyspace.BudgetError, match="clock must be a clock"):
        search.run(game.start(), clock=300)  # type: ignore[arg-type]
    clock = Clock(100)
    assert search.run(game.start(), iterations=50, clock=clock).stats.iterations == 50  # whichever ends first
    assert "100+0" in repr(clock)


@pytest.mark.parametrize("timer", [time.perf_counter, time.thread_time])
def test_kernels_look_at_the_clock_within_a_slice(timer: Callable[[], float], monkeypatch: pytest.MonkeyPatch) -> None:
    slices: list[int] = []

    def far_too_long(watch: Stopwatch) -> int:  # as if iterations had become slower all of a sudden
        slices.append(640_000 if not slices else 0)
        return slices[-1]

    game = anyspace.load("connect_four")
    search = Search(game, "plain", seed=1)
    search.run(game.start(), iterations=10)
    monkeypatch.setattr(Stopwatch, "next_slice", far_too_long)
    result = search.run(game.start(), seconds=0.01, timer=timer)
    assert 10_000 <= result.stats.iterations < 320_000


@pytest.mark.parametrize("seconds", [1e11, 1e99, 1.7e308])
def test_more_seconds_than_kernels_can_count(seconds: float) -> None:
    which, until = Stopwatch(Budget(seconds=seconds), 1_000).deadline()
    assert which == until == 0 or time.monotonic_ns() < until < 2**63
    game = nim(5)
    result = plain_search(game, seed=1).run(game.start(), iterations=20, seconds=seconds)
    assert result.stats.iterations == 20
