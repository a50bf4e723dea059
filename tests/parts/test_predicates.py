"""What is true of a position, and the playouts that learn from it: PAST and FAST."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import everything
import numpy as np
import pytest
from further import further
from toys import PythonNim
from twin import tree_of
from uncompiled import plain_search

from anyspace import Fast, GameError, OptionError, Past, PythonGame, Search, declare, load
from anyspace.core.check import check
from anyspace.parts.playout import fast, past
from anyspace.parts.playout.grams import context_of, slot_of, tag_of
from anyspace.parts.playout.truths import draw_some
from anyspace.rng import new
from anyspace.rules.predicates import MOST_PREDICATES, elements_of, read_predicates

# ---- what is true of a state's record


def told(record: Any) -> list[int]:
    out = np.zeros(MOST_PREDICATES, np.int32)
    n = read_predicates(record.view(np.uint8), elements_of(record.dtype), out)
    return out[:n].tolist()


def test_cells_and_sets() -> None:
    kind = np.dtype([("cells", np.int8, (2, 2)), ("men", np.uint64), ("score", np.int32), ("odds", np.float64)])
    record = np.zeros(1, kind)
    record["cells"][0] = [[0, 3], [-1, 0]]
    record["men"] = (1 << 63) + 5
    record["score"] = -2
    men, score = 4 * 256, 4 * 256 + 64
    assert told(record) == [0, 256 + 3, 512 + 255, 768, men, men + 2, men + 63, score + 0xFFFE]


def test_records_in_records() -> None:
    inner = np.dtype([("kind", np.int8), ("cell", np.int16)], align=True)
    record = np.zeros(1, np.dtype([("turn", np.bool_), ("men", inner, 2)]))
    record["turn"], record["men"]["cell"][0] = True, [7, 300]
    assert told(record) == [1, 256, 512 + 7, 512 + (1 << 16), 768 + (1 << 16) + 300]


def test_no_more_than_there_is_room_for() -> None:
    assert len(told(np.zeros(1, np.dtype([("cells", np.int8, 1000)])))) == MOST_PREDICATES
    full = np.full(1, -1, np.dtype([("men", np.int64, 10)])).view(np.dtype([("men", np.uint64, 10)]))
    assert told(full) == list(range(MOST_PREDICATES))
    assert told(np.zeros(1, np.dtype([("odds", np.float64)]))) == []


@pytest.mark.parametrize("name", ["tic_tac_toe", "breakthrough(rows=6,columns=6)"])
def test_compiled_and_uncompiled_games_say_the_same(name: str) -> None:
    compiled, plain = load(name), plain_search(load(name)).game
    states = compiled.start(seed=1), plain.start(seed=1)
    while not states[0].over:
        found = states[0].predicates()
        assert found == states[1].predicates() and len(set(found)) == len(found)
        for state in states:
            state.play(state.moves()[-1])


def only_heaps(state: Any, out: Any) -> int:
    for heap in range(2):
        out[heap] = heap * 100 + state.heaps[heap]
    return 2


def with_rule(rule: Any) -> Any:
    names = "start", "mover", "moves", "play", "returns"
    rules = {"predicates": rule, **{name: getattr(everything, name) for name in names}}
    return declare(rules, name="heaps", state=everything.STATE, players=2, max_moves=6, max_length=7, actions=6)


class KnowingNim(PythonNim):
    """With numbers of its own."""

    players, max_moves, max_length, actions = 2, 3, 10, 3
    given = (1,)

    def predicates(self) -> list[int]:
        return [self.left % 4, *self.given]


def plain_python_search(game: PythonGame, part: str) -> Search:
    """Kernels uncompiled, of a game that never is."""
    search = Search(game, part, seed=3)
    plain = search.loop.plain
    search.loop.kernel = lambda function: np.errstate(all="ignore")(plain(function))  # type: ignore[method-assign]
    return search


def test_a_rule_of_the_game_counts_for_more() -> None:
    game = with_rule(only_heaps)
    assert game.start(seed=1).predicates() == plain_search(game).game.start(seed=1).predicates() == [4, 103]
    assert PythonGame(KnowingNim).start().predicates() == [2, 1]


def negative(state: Any, out: Any) -> int:
    out[0] = -5
    return 1


def too_many(state: Any, out: Any) -> int:
    return 4000


@pytest.mark.parametrize("rule", [negative, too_many], ids=["negative", "too many"])
@pytest.mark.parametrize("part", ["past", "fast"])
def test_bad_numbers_are_told(part: str, rule: Any) -> None:
    search = plain_search(with_rule(rule), part)
    with pytest.raises(GameError, match="rule 'predicates' gave"):
        search.run(search.game.start(seed=1), iterations=10)


def test_what_a_rule_raises_reaches_the_caller() -> None:
    class Failing(KnowingNim):
        def predicates(self) -> list[int]:
            raise ZeroDivisionError("of mine")

    search = plain_python_search(PythonGame(Failing), "past")
    with pytest.raises(ZeroDivisionError, match="of mine"):
        search.run(search.game.start(), iterations=10)


def test_some_are_drawn_each_as_often() -> None:
    rng, drawn, seen = new(3), np.zeros(2, np.int32), Counter[int]()
    for _ in range(3000):
        with np.errstate(over="ignore"):
            assert draw_some(rng, np.arange(5, dtype=np.int32), 5, drawn) == 2
        assert drawn[0] != drawn[1]
        seen.update(drawn.tolist())
    assert all(abs(seen[i] - 1200) < 120 for i in range(5))
    assert draw_some(rng, np.array([7, 9], np.int32), 1, drawn) == 1 and drawn[0] == 7


# ---- PAST


def pair_tables(size: int = 64) -> tuple[Any, Any, Any]:
    return np.zeros(size, np.uint32), np.zeros((size, 2), np.float32), np.zeros(size, np.float32)


def test_the_best_thing_that_is_true_decides() -> None:
    tags, sums, means = pair_tables(1 << 12)
    with np.errstate(over="ignore"):
        for reward in (1.0, 0.0, 1.0, 1.0):
            past.learn_pair(tags, sums, means, context_of(6, 30), reward, 2)
        for reward in (0.0, 1.0):
            past.learn_pair(tags, sums, means, context_of(6, 31), reward, 2)
        past.learn_pair(tags, sums, means, context_of(6, 32), 1.0, 2)  # seen once
        past.learn_pair(tags, sums, means, context_of(7, 33), 1.0, 1)  # of another move

        def value(*truths: int) -> float:
            return past.value_of(np.float32(-0.875), tags, means, np.array(truths, np.int32), len(truths), 6)

        assert value(31, 30) == value(30, 31, 32) == 0.75
        assert value(31, 33) == 0.5
        assert value(32, 33) == value() == 0.125, "its own mean"


def test_the_newer_of_two_pairs_has_the_place() -> None:
    tags, sums, means = pair_tables(1)
    with np.errstate(over="ignore"):
        for predicate in (1, 1, 2):
            past.learn_pair(tags, sums, means, context_of(0, predicate), 1.0, 1)
        assert sums.tolist() == [[1.0, 1.0]] and tags[0] == tag_of(context_of(0, 2))


def test_pairs_against_a_slow_twin() -> None:
    """All that is true is looked at, so nothing is drawn: what the tables have is what a dictionary has, which reads
    the moves of each playout and plays them again."""
    game = everything.game(False)
    search = plain_search(game, Past(sample=3, least=1, epsilon=0.5), seed=4)
    play_out, twin = search.loop.play_out, dict[tuple[int, int], list[float]]()

    def replayed(tree: Any, table: Any, policy: Any, scratch: Any) -> int:
        before = search.game.start(seed=1)
        for code in scratch.trace[: scratch.told[0]]:
            before.play(int(code) % game.actions)
        length = play_out(tree, table, policy, scratch)
        for code in scratch.trace[scratch.told[0] : scratch.told[1]].tolist():
            for predicate in before.predicates():
                twin.setdefault((code, predicate), []).append(float(scratch.payoffs[code // game.actions]))
            before.play(code % game.actions)
        return length

    search.loop.play_out = replayed
    search.run(search.game.start(seed=1), iterations=60)
    tags, sums, means = search.tree.tables[2:5]
    assert len(twin) > 50 and np.count_nonzero(tags) == len(twin)
    for pair, rewards in twin.items():
        with np.errstate(over="ignore"):
            slot = slot_of(context_of(*pair), len(tags))
        assert sums[slot].tolist() == [sum(rewards), len(rewards)]
        assert means[slot] == pytest.approx(1.0 + sum(rewards) / len(rewards))


def test_where_no_pair_is_known_it_is_mast() -> None:
    """Visit for visit: nothing is drawn where all that is true is looked at."""
    tables = []
    for part in ("past:least=1000000,sample=64", "mast"):
        search = plain_search(load("tic_tac_toe"), part, seed=5)
        tables.append(search.run(search.game.start(), iterations=150).table)
    assert tables[0] == tables[1]


# ---- FAST


def test_steps_by_hand() -> None:
    """Two positions, of which 0 and 1, then 1 and 2 are true."""
    weights = np.array([0.1, 0.0, -0.2, 9.0], np.float32)
    places, counts = np.array([[0, 1], [1, 2]], np.int32), np.array([2, 2], np.int32)
    fast.learn_positions(weights, places, counts, 2, 1.0, 0.5, 0.75)
    last = 0.5 * (1.0 - 0.3) / 2  # V was 0.5 + 0 - 0.2
    target = 0.25 * 0.3 + 0.75 * 1.0
    first = 0.5 * (target - (0.6 + last)) / 2
    assert weights == pytest.approx([0.1 + first, last + first, -0.2 + last, 9.0])


@pytest.mark.parametrize("lam", [0.0, 0.5, 1.0])
def test_it_learns_what_is_to_be_expected(lam: float) -> None:
    """One thing is true of the first position and another of the second; half of the playouts are won."""
    weights, places, counts = np.zeros(2, np.float32), np.array([[0], [1]], np.int32), np.ones(2, np.int32)
    for reward in [0.2, 1.0] * 500:
        fast.learn_positions(weights, places, counts, 2, reward, 0.02, lam)
    assert weights + 0.5 == pytest.approx([0.6, 0.6], abs=0.03)


def test_only_the_last_positions_of_a_long_playout() -> None:
    weights, places, counts = np.zeros(5, np.float32), np.array([[3], [4], [2]], np.int32), np.ones(3, np.int32)
    fast.learn_positions(weights, places, counts, 5, 1.0, 0.5, 1.0)  # the third, fourth and fifth, round again
    assert weights.tolist() == [0.0, 0.0, 0.25, 0.25, 0.25]
    fast.learn_positions(weights, places, counts, 0, 1.0, 0.5, 1.0)
    assert weights.sum() == 0.75


class Choices:
    """What FAST plays in a position of a playout, where the weights are as they are set."""

    def __init__(self, part: Fast, *moves: int) -> None:
        self.search = plain_search(everything.game(False), part, seed=2)
        self.state = self.search.game.start(seed=1)
        self.search.run(self.state, iterations=1)
        for move in moves:
            self.state.play(move)
        self.scratch, (self.weights,) = self.search.workspaces[0].scratch, self.search.tree.tables
        backend: Any = self.search.game.backend
        backend.objects[self.scratch.state] = backend.twin(backend.thing(self.state._block))
        self.weights.fill(0)

    def set_weight(self, player: int, predicate: int, weight: float) -> None:
        with np.errstate(over="ignore"):
            self.weights[player, fast.place_of(predicate, self.weights.shape[1])] = weight

    def draw(self, count: int) -> Counter[int]:
        search, legal = self.search, self.state.moves()
        self.scratch.moves[: len(legal)] = legal
        with np.errstate(over="ignore"):
            arguments = search.tree, search.table, search.policy, self.scratch, self.state.mover, len(legal), 0
            return Counter(legal[search.loop.choose(*arguments)] for _ in range(count))


def test_a_move_is_worth_where_it_leads() -> None:
    """One stone in each heap: to take either leaves the other."""
    choices = Choices(Fast(temperature=0.5, sample=0), 2, 4)
    assert choices.state.moves() == [0, 3] and choices.state.mover == 0
    choices.set_weight(0, choices.state.copy().play(0).predicates()[0], 0.25)  # the first heap is empty
    choices.set_weight(1, choices.state.copy().play(3).predicates()[1], 0.25)  # the other player's are not asked
    drawn, expected = choices.draw(2000), 2000 / (1 + math.exp(-0.25 / 0.5))
    assert drawn.total() == 2000 and abs(drawn[0] - expected) < 4 * math.sqrt(expected)


def test_a_move_that_ends_the_game_is_worth_what_is_paid() -> None:
    """Two stones, in the first heap."""
    choices = Choices(Fast(temperature=0.05), 1, 5)
    assert choices.state.moves() == [0, 1]
    assert choices.draw(100) == {1: 100}


def test_few_moves_are_tried() -> None:
    """Of two moves one, any: the better is chosen as often as the other."""
    assert abs(Choices(Fast(temperature=0.05, sample=1), 1, 5).draw(400)[1] - 200) < 60


# ---- both


@pytest.mark.parametrize(
    ("part", "options"),
    [
        *((Past, bad) for bad in ({"method": "best"}, {"epsilon": 2}, {"sample": 0}, {"least": 0}, {"entries": 3})),
        *((Fast, bad) for bad in ({"rate": 2}, {"lam": -1}, {"temperature": 0}, {"sample": -1}, {"kept": 2})),
    ],
)
def test_bad_options(part: Any, options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        part(**options)


@pytest.mark.parametrize(
    ("part", "options", "hides"),
    [
        ("past:least=2,sample=2,method=gibbs", {"information": "multi", "memory": "recycle:nodes=60"}, True),
        *further(("fast:sample=3", {}, False)),
    ],
    ids=["past", "fast"],
)
def test_compiled_and_uncompiled_agree(part: str, options: dict[str, Any], hides: bool) -> None:
    found = []
    for made in (Search, plain_search):
        game = everything.game(hides)
        search = made(game, part, seed=11, **options)
        result = search.run(game.start(seed=1), iterations=150)
        check(search.tree)
        found.append((result.table, tree_of(search)))
    assert found[0] == found[1]


@pytest.mark.slow
@pytest.mark.parametrize("part", ["past:least=2", "fast"])
def test_with_two_threads(part: str) -> None:
    game = everything.game(False)
    search = Search(game, part, parallel="leaf:threads=2")
    result = search.run(game.start(seed=1), iterations=3_000)
    check(search.tree)
    assert result.stats.iterations >= 3_000


def test_a_game_that_lives_in_python() -> None:
    for part in ("past", "fast"):
        search = plain_python_search(PythonGame(KnowingNim), part)
        result = search.run(search.game.start(), iterations=200)
        check(search.tree)
        assert result.move in ("one", "two", "three")
