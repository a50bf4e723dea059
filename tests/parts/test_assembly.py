"""From options to parts: what fits together, and what is said of what does not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import everything
import numpy as np
import pytest
from toys import nim
from uncompiled import plain_search, uncompiled

import anyspace
from anyspace import UCB1, Grave, OptionError, Part, Rave, Recycle, Robust, Search, Solver, register
from anyspace.core.check import check
from anyspace.parts import registry
from anyspace.parts.registry import as_parts, find, from_text
from anyspace.search.assembly import Assembly

GAME = uncompiled(everything.game())
BARE = uncompiled(nim())


def assemble(*parts: Any, game: Any = GAME, **named: Any) -> Assembly:
    return Assembly(game, parts, **{"information": "cheating" if game is GAME else None, **named})


# ---- what fits -------------------------------------------------------------------------------------------------------


def test_parts_are_bound_in_the_order_of_their_kinds() -> None:
    """Whoever was named first: a proof has the last word."""
    one, other = assemble("solver", "grave", "fpu"), assemble("fpu", "solver", "grave")
    assert [part.name for part in one.parts] == [part.name for part in other.parts]
    assert [part.kind for part in one.parts] == ["information", "memory", "select", "urgency", "value", "playout",
                                                 "prove", "final"]  # fmt: skip
    assert one.loop.structure == other.loop.structure


def test_objects_and_text_are_the_same() -> None:
    texts = assemble("grave:ref=30", "solver", select="ucb1:c=0.4", memory="recycle:nodes=50", final="robust")
    objects = assemble(Grave(ref=30), [Solver()], select=UCB1(0.4), memory=Recycle(nodes=50), final=Robust())
    named_as_parts = assemble("grave:ref=30", "solver", "ucb1:c=0.4", "recycle:nodes=50", "robust")
    assert texts.parts == objects.parts == named_as_parts.parts
    assert texts.loop.numbers == objects.loop.numbers


def test_a_part_may_suggest_another_and_options_overrule_it() -> None:
    assert assemble("rave").select == UCB1(c=0)
    assert assemble("rave", select="ucb1:c=0.3").select == UCB1(0.3)
    assert assemble("rave", "ucb1_tuned").select.name == "ucb1_tuned"
    assert assemble("solver").select == UCB1()


def test_a_part_of_ones_own_is_known_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_own", {})

    @register
    @dataclass(frozen=True)
    class NoteWorthy(Part):
        """Does nothing."""

        strength: float = 1.0
        kind = "bias"
        reference = "yours"

    assert NoteWorthy.name == "note_worthy" and find("note_worthy") is NoteWorthy
    assert assemble("note_worthy:strength=2").parts[-3] == NoteWorthy(2)
    with pytest.raises(OptionError, match="there is a part named 'grave' already"):
        register(type("Grave", (Part,), {"kind": "value"}))


# ---- what does not ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OfNoKind(Part):
    kind = "mood"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: assemble("ucb1", "ucb1_tuned"), "a search has one part of kind select, not ucb1 and ucb1_tuned"),
        (lambda: assemble("ucb1:c=2", select="ucb1"), "a search has one part of kind select, not ucb1:c=2 and ucb1"),
        (lambda: assemble("max", final="secure"), "a search has one part of kind final, not max and secure"),
        (lambda: assemble("solver", "solver:threshold=5"), "solver is there twice"),
        (lambda: assemble(Grave(), Grave(ref=2)), "grave is there twice"),
        (lambda: assemble("grave", "rave"), "(grave|rave) cannot be combined with (grave|rave)"),
        (lambda: assemble("solver", "score_bounded"), "score_bounded cannot be combined with solver"),
        (lambda: assemble("puct", "fpu"), "puct cannot be combined with fpu"),  # whose moves would have no odds
        (lambda: assemble("puct", "rave"), "puct cannot be combined with rave"),
        (lambda: assemble("exp3", "random_ties"), "random_ties cannot be combined with exp3"),
        (lambda: assemble("exp3", "random_moves"), "random_moves cannot be combined with exp3"),
        (lambda: assemble("grave", game=BARE), "grave asks nim for how many different moves there are; declare"),
        (lambda: assemble("progressive_bias", game=BARE), "progressive_bias asks nim for a rule 'prior', which it"),
        (lambda: assemble("transpositions", game=BARE), "transpositions asks nim for a rule 'key'"),
        (lambda: assemble("groups", game=BARE), "groups asks nim for a rule 'group'"),
        (lambda: assemble("solver", information="single"), "solver: what holds in one guess"),
        (lambda: assemble(game=BARE, information="multi"), "nim has no rule 'determinize'"),
        (lambda: assemble("grove"), "must be one of .*, not 'grove'; did you mean 'grave'"),
        (lambda: assemble(final="robbust"), "final must be one of robust, .*, not 'robbust'; did you mean 'robust'"),
        (lambda: assemble(final="grave"), "final must be one of robust, max"),
        (lambda: assemble("grave:rf=3"), "value grave does not take 'rf=3'; it takes ref, bias"),
        (lambda: assemble("grave:ref"), "value grave does not take 'ref'; it takes ref, bias"),
        (lambda: assemble("grave:ref=many"), "value grave: expected option=number, not 'ref=many'"),
        (lambda: assemble("robust:a=1"), "final robust does not take 'a=1'; it takes no options"),
        (lambda: assemble("recycle:nodes=1.5"), "memory recycle: expected option=number, not 'nodes=1.5'"),
        (lambda: assemble(""), "must be one of .*, not ''"),
        (lambda: assemble("???"), r"must be one of .*, not '\?\?\?'"),
        (lambda: assemble(3), "expected a part, its text such as 'recycle:nodes=1000', or a list of these, not 3"),
        (lambda: assemble(None), "expected a part"),
        (lambda: assemble(OfNoKind()), "is of no known kind: 'mood' is not one of combination, information"),
        (lambda: assemble(select=Rave()), "select must be a formula such as .*, not Rave"),
        (lambda: assemble(select=0.7), "select must be a formula such as anyspace.UCB1"),
        (lambda: assemble(memory=1000), "memory must be a memory bound such as anyspace.Recycle"),
    ],
)
def test_one_clear_error(make: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message) as raised:
        make()
    assert "\n" not in str(raised.value)


def test_two_parts_that_keep_a_field_of_one_name() -> None:
    def keeping(called: str) -> Any:
        def bind(self: Any, loop: Any) -> None:
            loop.field("worth", np.float32)

        return dataclass(frozen=True)(type(called, (Part,), {"kind": "value", "bind": bind}))()

    with pytest.raises(OptionError, match="second: two parts keep a field 'worth'"):
        assemble(keeping("First"), keeping("Second"))


def test_a_hook_that_does_not_exist() -> None:
    @dataclass(frozen=True)
    class Mistaken(Part):
        kind = "value"

        def bind(self, loop: Any) -> None:
            loop.values  # noqa: B018

    with pytest.raises(AttributeError, match="the loop has no hook 'values'; it has make_room"):
        assemble(Mistaken())


def test_lists_of_parts() -> None:
    assert as_parts(["grave", ["solver", UCB1()]]) == [Grave(), Solver(), UCB1()]
    assert from_text(" recycle : nodes = 50 , keep_refutations = true ") == Recycle(nodes=50, keep_refutations=True)


# ---- what does not compile -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Uncompilable(Part):
    """Reads a field that nobody keeps."""

    kind = "value"

    def bind(self, loop: Any) -> None:
        def value(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any) -> float:
            return float(tree.extras[child].no_such_field)

        loop.value = value


@dataclass(frozen=True)
class Recursive(Part):
    """Calls itself."""

    kind = "value"

    def bind(self, loop: Any) -> None:
        def value(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any) -> float:
            return value(tree, policy, scratch, node, child, reward, visits)

        loop.value = value


def test_what_does_not_compile_is_one_error_and_all_else_works() -> None:
    game = anyspace.load("tic_tac_toe")
    search = Search(game, Uncompilable(), seed=1)
    for _ in range(2):
        with pytest.raises(OptionError, match=r"the search does not compile with uncompilable:\n.*no_such_field"):
            search.run(game.start(), iterations=10)
    with pytest.raises(OptionError, match=r"does not compile with recursive:\n.*'value' calls itself; write a loop"):
        Search(game, Recursive(), seed=1).run(game.start(), iterations=10)
    second = Search(game, "plain", seed=1)
    assert second.run(game.start(), iterations=100).stats.iterations == 100
    check(second.tree)


def test_an_error_in_a_part_leaves_the_game_as_it_is() -> None:
    with pytest.raises(OptionError):
        plain_search(GAME, "grove")
    assert plain_search(GAME, information="cheating", seed=1).run(GAME.start(), iterations=20).stats.iterations == 20
