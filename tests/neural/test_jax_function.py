"""JAX functions: they compile anew for every size, so batches are padded to powers of two."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from neural.puct_twin import visits_in
from neural.strip import WEIGHTS, linear, strip
from uncompiled import plain_search, uncompiled

from anyspace import Network
from anyspace.neural.evaluator import open_evaluator

PLANES = np.random.default_rng(3).random((5, 3, 2, 3), np.float32)


class Jitted:
    """What `jax.jit` gives, as far as anybody can see: its type is of `jaxlib`."""

    __module__ = "jaxlib._jax"

    def __init__(self, function: Any) -> None:
        self.function, self.__name__ = function, function.__name__
        self.shown: list[Any] = []

    def __call__(self, planes: Any) -> Any:
        self.shown.append(planes.copy())
        return self.function(planes)

    @property
    def sizes(self) -> list[int]:
        return [len(planes) for planes in self.shown]


def test_five_positions_are_padded_to_eight() -> None:
    jitted = Jitted(linear)
    network = open_evaluator(jitted, strip())
    jitted.shown.clear()
    for n in range(1, 6):
        answers = network.evaluate(PLANES[:n])
        for found, expected in zip(answers[:2], linear(PLANES[:n]), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
        assert answers.trunk is None and network.name == "linear"
    assert jitted.sizes == [1, 2, 4, 4, 8]
    np.testing.assert_array_equal(jitted.shown[-1][:5], PLANES)
    assert not jitted.shown[-1][5:].any() and jitted.shown[-1].dtype == np.float32


def test_layers_and_what_is_not_said() -> None:
    jitted = Jitted(lambda planes: {"value": planes[:, 0, 0, :1], "neck": planes.reshape(len(planes), -1)})
    answers = open_evaluator(jitted, strip(), "neck").evaluate(PLANES)
    assert answers.policy is None and answers.value.shape == (5, 1)
    np.testing.assert_array_equal(answers.trunk, PLANES.reshape(5, -1))


def test_a_function_that_is_not_compiled_sees_what_there_is() -> None:
    sizes: list[int] = []

    def network(planes: Any) -> Any:
        sizes.append(len(planes))
        return linear(planes)

    open_evaluator(network, strip()).evaluate(PLANES)
    assert sizes == [2, 5]


def test_a_search_with_it_is_the_search_without_padding() -> None:
    """What is said of a position is worked out position by position, for matrices are rounded by how large they are."""

    def alone(planes: Any) -> Any:
        return tuple(np.concatenate(each) for each in zip(*(linear(one[None]) for one in planes), strict=True))

    game, jitted = uncompiled(strip()), Jitted(alone)
    searches = [plain_search(game, Network(each, batch=5, cache=0), seed=4) for each in (alone, jitted)]
    for search in searches:
        search.run(game.start(), iterations=80)
    assert visits_in(searches[0].root) == visits_in(searches[1].root)
    assert set(jitted.sizes) <= {1, 2, 4, 8} and 8 in jitted.sizes


def test_the_real_thing() -> None:
    jax = pytest.importorskip("jax")
    compiled: list[int] = []

    @jax.jit
    def network(planes: Any) -> Any:
        compiled.append(len(planes))  # when it is traced
        found = planes.reshape(len(planes), -1) @ WEIGHTS
        return found[:, :6], jax.numpy.tanh(0.3 * found[:, 6:])

    evaluator = open_evaluator(network, strip())
    for n in (5, 3, 1, 5, 4):
        for found, expected in zip(evaluator.evaluate(PLANES[:n])[:2], linear(PLANES[:n]), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)
    assert sorted(compiled) == [1, 2, 4, 8]
    game = uncompiled(strip())
    result = plain_search(game, Network(network, batch=3), seed=1).run(game.start(), iterations=40)
    assert result.stats.iterations == 40 and sorted(compiled) == [1, 2, 4, 8]
