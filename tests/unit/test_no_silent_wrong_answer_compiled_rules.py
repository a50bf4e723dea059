"""Rules that are compiled and answer what they should not: one line with the rule, its line and the cure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from toys import nim

from anyspace import OVER, Game, GameError, Search
from anyspace.machine.jit import compile_c
from anyspace.rules.interpreted import InterpretedBackend

HERE = Path(__file__).name


def whole_as_float(state: Any) -> Any:
    return OVER if state.left == 0 else state.turn / 1


def half_a_player(state: Any) -> Any:
    return OVER if state.left == 0 else 0.5


def none_at_the_end(state: Any) -> Any:
    return None if state.left == 0 else state.turn


def falls_off(state: Any) -> Any:
    if state.left > 0:
        return state.turn


def a_list(state: Any, out: Any) -> Any:
    return [1, 2, 3]


def no_answer(state: Any, out: Any) -> Any:
    out[0] = 1


def payoffs_as_list(state: Any, out: Any) -> Any:
    return [1.0, -1.0]


def payoffs_as_dictionary(state: Any, out: Any) -> Any:
    return {0: 1.0, 1: -1.0}


TAKES = [1, 2, 3]


def reads_a_list(state: Any, out: Any) -> int:
    out[0] = TAKES[0]
    return 1


def has_a_generator(state: Any, out: Any) -> int:
    n = 0
    for take in (i + 1 for i in range(min(3, state.left))):
        out[n] = take
        n += 1
    return n


def knows_no_such_name(state: Any, out: Any) -> int:
    return no_such_name  # type: ignore[name-defined]  # noqa: F821


def knows_no_such_field(state: Any, out: Any) -> int:
    return state.stones


def text_for_a_number(state: Any, rng: Any) -> None:
    state.left = "ten"


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"mover": whole_as_float}, r"'mover'.*it returns a float; it must return a whole number: int\(\.\.\.\)"),
        ({"mover": half_a_player}, "'mover'.*it returns a float"),
        ({"mover": none_at_the_end}, r"'mover'.*it returns nothing \(or None\) on some paths; it must return a whole"),
        ({"mover": falls_off}, "'mover'.*on some paths"),
        ({"moves": a_list}, "'moves'.*it returns a list; it must return a whole number"),
        ({"moves": no_answer}, "'moves'.*it returns nothing; it must return a whole number on every path"),
        ({"returns": payoffs_as_list}, "'returns'.*it returns a list, which nobody reads; write to what it is given"),
        ({"returns": payoffs_as_dictionary}, "'returns'.*it returns a dictionary, which nobody reads"),
        ({"moves": reads_a_list}, "'TAKES' is a list.*: make it a tuple or a NumPy array"),
        ({"moves": has_a_generator}, "generator expressions are not compiled: write a loop"),
        ({"moves": knows_no_such_name}, "name 'no_such_name' is not defined"),
        ({"moves": knows_no_such_field}, "the state has no field 'stones'"),
        ({"start": text_for_a_number}, "Cannot cast .*ten.* to int32"),
    ],
)  # fmt: skip
def test_what_does_not_compile_is_said_in_one_line(rules: dict[str, Any], message: str) -> None:
    ((name, rule),) = rules.items()
    with pytest.raises(GameError, match=message) as caught:
        nim(**rules).start()
    said = str(caught.value)
    assert said.startswith(f"nim: rule {name!r} does not compile: ") and len(said.splitlines()) == 1
    first, last = rule.__code__.co_firstlineno, max(line for *_, line in rule.__code__.co_lines() if line)
    assert any(said.endswith(f"({HERE}, line {line})") for line in range(first, last + 1))
    assert caught.value.__cause__ is not None  # the compiler's own words, all of them


def test_comparisons_are_players_too() -> None:
    def second_moves(state: Any) -> Any:
        if state.left == 0:
            return OVER
        return state.turn == 1

    game = nim(mover=second_moves)
    assert game.start().mover == 0
    assert Search(game, "plain", seed=1).run(game.start(), iterations=2000).move == 2


def the_same_twice(state: Any, out: Any) -> int:
    for i in range(min(2, state.left)):
        out[i] = 1
    return min(2, state.left)


def negative(state: Any, out: Any) -> int:
    out[0] = -1
    return 1


def adds(state: Any, move: int) -> None:
    state.left += move
    state.turn = 1 - state.turn


def payoffs_into_nothing(state: Any, out: Any) -> None:
    out = np.zeros(2)
    out[0] = 1.0


def one_payoff(state: Any, out: Any) -> None:
    out[0] = 1.0


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"moves": the_same_twice}, "'moves' gave the move 1 twice in one position"),
        ({"moves": negative, "play": adds}, r"'moves' gave the move -1; moves are 0 to 2\*\*31 - 1"),
        ({"returns": payoffs_into_nothing}, r"'returns' gave nan to player 0, or wrote no out\[0\]"),
        ({"returns": one_payoff}, r"'returns' gave nan to player 1, or wrote no out\[1\]"),
    ],
)
def test_what_compiles_and_makes_no_sense(rules: dict[str, Any], message: str) -> None:
    game = nim(**rules)
    with pytest.raises(GameError, match=message):
        Search(game, "plain").run(game.start(), iterations=100)
    backend = InterpretedBackend(game)  # the same where nothing is compiled
    block = backend.new()
    backend.start(block, 1)
    with pytest.raises(GameError, match=message):
        (backend.moves if "moves" in rules else backend.returns)(block)


@pytest.mark.parametrize(
    ("rule", "function", "message"),
    [
        ("mover", half_a_player, r"'mover' gave 0\.5; expected a player"),
        ("mover", none_at_the_end, "'mover' gave None"),
        ("moves", a_list, r"'moves' gave \[1, 2, 3\]; expected the number of moves"),
        ("returns", payoffs_as_list, "'returns' returns .*, which nobody reads"),
    ],
)
def test_uncompiled_rules_say_it_too(rule: str, function: Any, message: str) -> None:
    backend = InterpretedBackend(nim(0 if function is none_at_the_end else 5, max_length=5, **{rule: function}))
    block = backend.new()
    backend.start(block, 1)
    with pytest.raises(GameError, match=message):
        getattr(backend, rule)(block)


# ---- what a declaration can already tell


def takes_too_little(state: Any) -> int:
    return 1


def yields(state: Any, out: Any) -> Any:
    yield 1


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ({"moves": takes_too_little}, rf"rule 'moves' takes \(state\), but it is given \(state, out\) \({HERE}, line"),
        ({"mover": a_list}, r"rule 'mover' takes \(state, out\), but it is given \(state\)"),
        ({"moves": yields}, "rule 'moves' is a generator"),
        ({"moves": {}.get}, "rule 'moves' must be a function written with def"),
        ({"players": 2.0}, r"players must be a whole number from 1 to 127, not 2\.0"),
        ({"max_moves": None}, "max_moves must be a whole number"),
        ({"max_length": 2.5}, "max_length must be a whole number"),
        ({"payoffs": None}, r"payoffs must be \(least, greatest\)"),
        ({"payoffs": {0: -1, 1: 1}}, r"payoffs must be \(least, greatest\)"),
        ({"name": None}, "name must be text"),
        ({"state": np.dtype([("left", object)])}, "no Python objects"),
        ({"state": [("left",)]}, "structured dtype"),
    ],
)
def test_declarations_that_make_no_sense(declared: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        nim(**declared)


@pytest.mark.parametrize("field", ["sum", "size", "dtype", "item", "round", "data", "copy", "T"])
def test_a_field_that_records_have_already(field: str) -> None:
    with pytest.raises(GameError, match=f"cannot be called '{field}'.*call it '{field}_'"):
        nim(state=np.dtype([("left", np.int32), ("turn", np.int8), (field, np.int8)]))
    inner = np.dtype([(field, np.int8)])
    with pytest.raises(GameError, match=f"cannot be called '{field}'"):
        nim(state=np.dtype([("left", np.int32), ("turn", np.int8), ("cards", inner, 4)]))


def test_numbers_of_numpy_are_numbers() -> None:
    game = nim(players=np.int64(2), max_moves=np.int32(3), max_length=np.int16(10), payoffs=np.array([-1.0, 1.0]))
    assert (game.players, game.max_moves, game.max_length, game.payoffs) == (2, 3, 10, (-1.0, 1.0))
    assert type(game.players) is int


# ---- which rule it was


def deep_error(state: Any, out: Any) -> None:
    if state.turn == 1:
        raise ValueError("the odd end")
    out[0], out[1] = -1.0, 1.0


def own_playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
    if state.left < 8:
        raise ValueError("lost the thread")
    out[0] = out[1] = 0.0
    return 0


def bad_prior(state: Any, moves: Any, n: int, out: Any) -> None:
    if n < 3:
        raise ValueError("too few to compare")
    for i in range(n):
        out[i] = 1.0


@pytest.mark.parametrize(
    ("rules", "parts", "message"),
    [
        ({"returns": deep_error}, [], "rule 'returns' raised: ValueError: the odd end"),
        ({"playout": own_playout}, ["plain"], "rule 'playout' raised: ValueError: lost the thread"),
        ({"prior": bad_prior}, ["heavy"], "rule 'prior' raised: ValueError: too few to compare"),
    ],
)
def test_errors_of_a_search_name_the_rule(rules: dict[str, Any], parts: list[str], message: str) -> None:
    game: Game = nim(4, **rules) if "playout" not in rules else nim(**rules)
    with pytest.raises(GameError, match=rf"nim: {message} \({HERE}, line \d+\)") as caught:
        Search(game, *parts, seed=1).run(game.start(), iterations=500)
    assert isinstance(caught.value.__cause__, ValueError)


def test_compiling_says_who_wrote_it() -> None:
    from numba import types

    def inner() -> int:
        return int(TAKES[0])

    with pytest.raises(GameError, match=f"a function does not compile: 'TAKES' is a list.*{HERE}"):
        compile_c(inner, types.int64(), "a function", author=inner)  # type: ignore[arg-type]
