"""DeepMind's mctx (JAX) beside our searches: the same network, Gumbel at the root, one game and many at once.

mctx has no rules of games: what a move does is a function of arrays. Here a move puts a stone onto an empty point and
the planes change sides, without captures, which costs next to nothing; our side plays Go by its rules. Both have one
thread, and times are of the processor, all threads of the process together, in turns. Both networks compute in 32 bits,
of the same weights; further rows are our search with the file as it comes with the package, in eight bits, which JAX
does not have on a processor, and one game whose leaves are looked at in batches, as by default. The networks alone, by
ONNX Runtime and by JAX (within one compiled loop, so that Python adds nothing), are rows of their own, to tell the
network from the search.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..neural.evaluator import Fitted, open_evaluator
from ..neural.shipped import SHIPPED, shipped_network
from ..parts.leaf.network import Network
from ..search.lockstep import Lockstep
from ..search.search import Search
from .float_twin import in_float, in_jax, wanted
from .timing import Row, alternate

SECTION = "mctx (JAX), go 9x9, the 4x32 network in 32 bits, by processor time"
SIMULATIONS, MANY = 64, 64
A_LEAF_AT_A_TIME, IN_BATCHES = ("", 1), (", leaves in batches", None)
"""What a row says of it, and how many are looked at together; None for as many as by default."""

CLOSE = 1e-3
"""How far apart the two networks' answers may be: they are the same function."""

ONE_THREAD = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"


def measure(rounds: int, evaluator: Fitted) -> Iterator[Row]:
    """One game, and many; the searches, and the networks alone. `evaluator` is ours in 32 bits."""
    jax, mctx = libraries()
    game = evaluator.game
    planes = game.start().planes()[None]
    model = in_float(shipped_network(game))
    shipped = open_evaluator(SHIPPED, game, None)
    networks = [in_jax(model, jax, channels_last) for channels_last in (False, True)]
    for network in networks:
        check(network(planes), evaluator.evaluate(planes))
    for count in (1, MANY):
        shown = np.repeat(planes, count, axis=0)
        looking = [alone(jax, network, shown) for network in networks]
        quicker = quickest(looking)
        peer = mctx_search(jax, mctx, networks[quicker], shown)
        who, bar = ("one game", "at least 3") if count == 1 else (f"{count} games", "at least 1")
        mine = repeated(evaluator.looking_at(shown, evaluator.evaluate(shown)))
        yield compared(f"evaluations/s, the network alone, {who}", mine, looking[quicker], count, rounds, "")
        for how, batch in (A_LEAF_AT_A_TIME, IN_BATCHES)[: 2 if count == 1 else 1]:
            what = f"simulations/s, gumbel, {who}{how}"
            yield compared(what, ours(game, evaluator, count, batch), peer, count, rounds, bar)
            yield compared(f"{what}, ours in eight bits", ours(game, shipped, count, batch), peer, count, rounds, bar)


def libraries() -> tuple[Any, Any]:
    """JAX with one thread, which it is told before it is imported first, and mctx."""
    os.environ.setdefault("XLA_FLAGS", ONE_THREAD)
    return wanted("jax"), wanted("mctx")


def check(theirs: Any, ours: Any) -> None:
    """Two networks that differ are not compared."""
    off = max(float(np.abs(np.asarray(one) - other).max()) for one, other in zip(theirs, ours, strict=False))
    if off > CLOSE:
        raise AssertionError(f"the network in JAX is another one: its answers differ by {off:.3g}")


def compared(
    what: str, mine: Callable[[], object], theirs: Callable[[], object], count: int, rounds: int, bar: str
) -> Row:
    """Both compiled before the clock runs."""
    mine(), theirs()
    ours, peer, ratio = alternate(mine, theirs, rounds, time.process_time)
    done = count * SIMULATIONS
    return Row(SECTION, what, done / ours, done / peer, ratio, what.split(",")[0], bar, "")


def quickest(works: list[Callable[[], object]]) -> int:
    """Which of them: whichever way boards lie in memory that JAX is quicker with."""
    for work in works:
        work()
    first, second, _ = alternate(works[0], works[1], 3, time.process_time)
    return 0 if first <= second else 1


def repeated(look: Callable[[], object]) -> Callable[[], object]:
    """As often as a search looks."""
    return lambda: [look() for _ in range(SIMULATIONS)]


def alone(jax: Any, network: Any, shown: Any) -> Callable[[], object]:
    """JAX's network as often as a search looks, one look after the other."""

    def next_look(_: Any, before: Any) -> Any:
        logits, value = network(shown + 1e-30 * before)
        return logits.sum() + value.sum()

    run = jax.jit(lambda begin: jax.lax.fori_loop(0, SIMULATIONS, next_look, begin))
    return lambda: run(0.0).block_until_ready()


def ours(game: Any, evaluator: Fitted, count: int, batch: int | None) -> Callable[[], object]:
    """A search, or many in step, each with so many leaves at a time (None: as many as by default)."""
    network = Network(evaluator, batch=batch, cache=0)
    searches = [Search(game, network, "gumbel", seed=i) for i in range(count)]
    states, together = [game.start() for _ in searches], Lockstep(searches)
    if count == 1:
        return lambda: searches[0].run(states[0], iterations=SIMULATIONS)
    return lambda: together.run(states, iterations=SIMULATIONS)


def mctx_search(jax: Any, mctx: Any, network: Any, shown: Any) -> Callable[[], object]:
    """mctx's search of these positions."""
    jnp = jax.numpy
    points = shown.shape[2] * shown.shape[3]

    def recurrent(parameters: Any, key: Any, action: Any, planes: Any) -> Any:
        del parameters, key
        flat = planes.reshape(planes.shape[0], planes.shape[1], -1)
        stone = jax.nn.one_hot(action, points)  # a pass puts none
        flat = jnp.concatenate([flat[:, 1:2], flat[:, :1] + stone[:, None], flat[:, 2:]], axis=1)
        after = flat.reshape(planes.shape)
        logits, value = network(after)
        nothing = jnp.zeros(planes.shape[0])
        output = mctx.RecurrentFnOutput(reward=nothing, discount=nothing - 1, prior_logits=logits, value=value[:, 0])
        return output, after

    def searched(planes: Any, key: Any) -> Any:
        logits, value = network(planes)
        root = mctx.RootFnOutput(prior_logits=logits, value=value[:, 0], embedding=planes)
        found = mctx.gumbel_muzero_policy((), key, root, recurrent, SIMULATIONS)
        return found.action

    run, planes, key = jax.jit(searched), jnp.asarray(shown), jax.random.PRNGKey(1)
    return lambda: run(planes, key).block_until_ready()
