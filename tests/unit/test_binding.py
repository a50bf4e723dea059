"""Parts in the loop: functions take each other's place by identity, and what parts keep is there for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
import pytest
from toys import nim
from uncompiled import plain_search

from anyspace import UCB1, OptionError, Search
from anyspace.core import loop as core_loop
from anyspace.core.binding import Loop, Setup
from anyspace.core.check import check
from anyspace.core.layout import new_tree
from anyspace.core.tree import FREE
from anyspace.machine.jit import compile_kernel
from anyspace.machine.specialize import specialize, twin_of
from anyspace.parts.part import Part

# ---- functions in place of others ----------------------------------------------------------------------------------


def asked(x: int) -> int:
    return x + 1


def between(x: int) -> int:
    return 10 * asked(x)


def asking(x: int) -> int:
    return between(x) + asked(x)


def closed_over() -> Callable[[int], int]:
    inner = between

    def asking_too(x: int) -> int:
        return inner(x) + 1

    return asking_too


def other(x: int) -> int:
    return x + 5


def both_ways(function: Any, replacements: dict[Any, Any], x: int) -> int:
    """What the function gives with others in place of some, uncompiled and compiled."""
    copy = specialize(function, replacements)
    found = copy(x)
    assert compile_kernel(copy, "a test")(x) == found
    return found


def test_functions_are_replaced_wherever_they_are_called() -> None:
    assert both_ways(asking, {}, 1) == asking(1) == 22
    assert both_ways(asking, {asked: other}, 1) == 66  # through globals, and the globals of what is called
    assert both_ways(closed_over(), {asked: other}, 1) == 61  # through closures
    assert both_ways(closed_over(), {between: other}, 1) == 7  # in a closure
    assert (asking(1), closed_over()(1)) == (22, 21)  # the originals are as they were


def test_what_counts_is_the_function_and_not_its_name() -> None:
    impostor = twin_of(asked)
    assert impostor.__name__ == asked.__name__
    assert both_ways(asking, {impostor: other}, 1) == 22


def test_what_replaces_is_specialized_as_well() -> None:
    def twice(x: int) -> int:
        return 2 * asked(x)

    assert both_ways(asking, {between: twice, asked: other}, 1) == 12 + 6


def test_a_wrapper_calls_what_it_found() -> None:
    inner = twin_of(asked)

    def louder(x: int) -> int:
        return 100 * inner(x)

    assert both_ways(asking, {asked: louder}, 1) == 11 * 200

    def still_louder(x: int) -> int:
        return 1000 + louder(x)

    assert both_ways(asking, {asked: still_louder}, 1) == 11 * 1200


def test_compiled_functions_are_seen_through() -> None:
    jitted = numba.njit(asked)

    def asks_compiled(x: int) -> int:
        return jitted(x) + 1

    assert both_ways(asks_compiled, {asked: other}, 1) == 7


def test_functions_that_call_each_other_are_copied_once() -> None:
    def even(n: int) -> bool:
        return n == 0 or odd(n - 1)

    def odd(n: int) -> bool:
        return n != 0 and even(n - 1)

    copy = specialize(even, {})  # kernels may not call themselves; to copy them must end all the same
    assert [copy(n) for n in range(4)] == [True, False, True, False]
    assert copy is not even


# ---- parts ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Counting(Part):
    """Counts every visit once more, in every kind of memory that a part can have."""

    step: float = 0.5
    kind = "backup"

    def bind(self, loop: Loop) -> None:
        credit, players = loop.credit, loop.setup.game.players
        step = loop.number(self.step)
        loop.field("flag", np.int8)
        loop.field("count", np.int64)
        rewards, steps = loop.row(np.float64, players), loop.row(np.int32, 1)
        depths, seen = loop.table(np.int64, (4, 2)), loop.note(np.float64, (3,))

        def count(tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any) -> None:
            credit(tree, policy, scratch, which, i, node, payoffs)
            tree.extras[node].flag = 1
            tree.extras[node].count += 1
            for player in range(players):
                tree.rows[rewards][node, player] += payoffs[player]
            tree.rows[steps][node, 0] += 1
            tree.tables[depths][min(i, 3), 1] += 1
            scratch.notes[seen][2] += policy.numbers[step]

        loop.credit = count


@dataclass(frozen=True)
class Doubting(Part):
    """Another part with a field of the same name."""

    kind = "value"

    def bind(self, loop: Loop) -> None:
        loop.field("count", np.int32)


@dataclass(frozen=True)
class Halving(Part):
    """Wraps what a child is worth."""

    kind = "value"

    def bind(self, loop: Loop) -> None:
        value = loop.value

        def half(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any) -> float:
            return 0.5 * value(tree, policy, scratch, node, child, reward, visits)

        loop.value = half


def nodes_of(tree: Any) -> Iterator[int]:
    return (node for node in range(1, tree.pool[0].next) if tree.nodes[node].mover != FREE)


@pytest.mark.parametrize("memory", [None, "unbounded:reserve=8", "recycle:nodes=24", "collect:nodes=24"])
def test_what_parts_keep_is_there(memory: str | None) -> None:
    """Fields and rows are empty when a node is born, in a record that was used before too, and stay when a pool grows;
    tables are for the whole search, notes for a thread."""
    game = nim(20)
    search = plain_search(game, Counting(0.5), memory=memory, seed=1)
    result = search.run(game.start(), iterations=600)
    tree = search.tree
    check(tree)
    assert tree.extras.dtype.names == ("flag", "count")
    assert [row.shape for row in tree.rows] == [(len(tree.nodes), 2), (len(tree.nodes), 1)]
    if memory is not None and "nodes" in memory:
        assert result.stats.recycled > 100
    for node in nodes_of(tree):
        record, visits = tree.nodes[node], int(tree.nodes[node].visits)
        assert tree.extras[node].count == tree.rows[1][node, 0] == visits
        assert tree.extras[node].flag == (visits > 0)
        assert tree.rows[0][node, record.player] == pytest.approx(float(record.reward))
        assert tree.rows[0][node].sum() == pytest.approx(visits)
    assert tree.tables[0][:, 0].tolist() == [0, 0, 0, 0]
    assert tree.tables[0][:2, 1].tolist() == [600, 600]
    credited = tree.tables[0].sum()
    assert credited == search.workspaces[0].counts["nodes_on_paths"]
    assert search.workspaces[0].scratch.notes[0].tolist() == [0.0, 0.0, 0.5 * credited]


def test_what_parts_keep_counts_as_memory() -> None:
    plain, counting = (Search(nim(), *parts).layout for parts in (["plain"], [Counting()]))
    assert plain.node_sizes == [32]
    assert counting.node_sizes == [32, 16, 2 * 8, 4]  # a byte and eight are sixteen, aligned
    assert counting.fixed_bytes - plain.fixed_bytes == 4 * 2 * 8
    tree = new_tree(10, counting)
    assert [column.nbytes for column in (tree.nodes, tree.extras, *tree.rows)] == [
        11 * size for size in counting.node_sizes
    ]


@pytest.mark.parametrize("options", [{}, {"memory": "recycle:nodes=24,keep_refutations=1"}], ids=["plain", "recycling"])
def test_compiled_or_not_the_search_is_the_same(options: dict[str, Any]) -> None:
    game = nim(12)
    compiled, plain = (Search(game, Counting(), Halving(), seed=3, **options) for _ in range(2))
    plain.loop.kernel = lambda function: np.errstate(all="ignore")(plain.loop.plain(function))  # type: ignore
    tables = [search.run(game.start(), iterations=200).table for search in (compiled, plain)]
    assert tables[0] == tables[1]
    for name in ("nodes", "queue", "folds", "extras"):
        assert (getattr(compiled.tree, name) == getattr(plain.tree, name)).all(), name
    for one, two in zip(compiled.tree.rows + compiled.tree.tables, plain.tree.rows + plain.tree.tables, strict=True):
        assert (one == two).all()


def test_parts_wrap_each_other_in_the_order_of_their_questions() -> None:
    def wrapping(kind_: str, mark: int) -> Part:
        class Marking(Part):
            """Notes when it was asked."""

            kind = kind_
            name = f"marking_{kind_}"

            def bind(self, loop: Loop) -> None:
                inner, notes = loop.end, trail

                def end(tree: Any, status: int) -> int:
                    notes.append(mark)
                    return inner(tree, status)

                loop.end = end

        return Marking()

    trail: list[int] = []
    search = Search(nim(), wrapping("prove", 1), wrapping("value", 2), wrapping("expand", 3))
    assert [part.kind for part in search.parts if part.name.startswith("marking")] == ["value", "expand", "prove"]

    def asks(tree: Any, status: int) -> int:
        return core_end(tree, status)

    core_end = core_loop.end
    assert search.loop.plain(asks)(None, 7) == 7
    assert trail == [1, 3, 2]  # the last to be bound is the first to be asked


def test_a_fused_formula_is_used_until_somebody_wraps_a_step_of_it() -> None:
    fused, halved = Loop(Setup(nim())), Loop(Setup(nim()))
    for loop in (fused, halved):
        UCB1(1.4).bind(loop)
    whole = fused.fused
    Halving().bind(halved)
    for loop in (fused, halved):
        loop.finish()
    assert fused.score is whole
    assert halved.score is not whole
    arguments = (None, None, None, 1, 2, 3.0, 4, 0.8)
    assert fused.score(*arguments) == pytest.approx(0.75 + 0.8 / 2)
    assert halved.score(*arguments) == pytest.approx(0.375 + 0.8 / 2)


def test_kernels_are_shared_by_searches_that_differ_in_numbers_alone() -> None:
    game = nim()
    kernels = [
        Search(game, *parts, select=UCB1(c)).loop.kernel(core_loop.run)
        for c, parts in ((0.5, []), (2.0, []), (0.5, [Halving()]))
    ]
    assert kernels[0] is kernels[1]
    assert kernels[0] is not kernels[2]


def test_two_parts_cannot_keep_a_field_of_one_name() -> None:
    with pytest.raises(OptionError, match=r"counting: two parts keep a field 'count'"):
        Search(nim(), Counting(), Doubting())


def test_hooks_are_known_by_name() -> None:
    loop = Loop(Setup(nim()))
    with pytest.raises(AttributeError, match=r"no hook 'crediting'; it has make_room, deal, list_moves, begin"):
        _ = loop.crediting
    assert not loop.replacements
    loop.credit = asked
    assert loop.replacements == {core_loop.credit: asked}
