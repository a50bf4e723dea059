"""The memory of similar positions where a network's inner layer says what they are like."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from further import further
from neural.strip import RNG, linear, onnx_file, strip
from uncompiled import plain_search, uncompiled

from anyspace import OptionError, Search, load
from anyspace.core.check import check
from anyspace.parts.leaf.network import WAITING, Network
from anyspace.parts.similar.comparable import projected
from anyspace.parts.similar.learned import Learned, read, write
from anyspace.parts.similar.nearest import STEPS
from anyspace.parts.similar.pictures import hashed_picture
from anyspace.parts.similar.reading import remembered

FINE = 0.51 / STEPS
"""To within the rounding of what is kept."""

INNER = RNG.normal(size=(18, 40)).astype(np.float32)


def telling(planes: Any) -> dict[str, Any]:
    """With two inner layers, one of them the trunk."""
    policy, value = linear(planes)
    flat = planes.reshape(len(planes), -1)
    return {"policy": policy, "value": value, "trunk": np.maximum(flat @ INNER, 0), "other": flat}


def nodes_of(search: Search, game: Any) -> list[tuple[int, Any]]:
    """Every node but the root that somebody moves from, with its position."""
    found = []

    def walk(node: int, state: Any) -> None:
        child = int(search.tree.nodes[node].child)
        while child:
            after = state.copy().play(int(search.tree.nodes[child].move))
            if not after.over and search.tree.nodes[child].visits > 0:
                found.append((child, after))
            walk(child, after)
            child = int(search.tree.nodes[child].sibling)

    walk(int(search.tree.roots[0]), game.start())
    return found


@pytest.mark.parametrize(("layer", "batch", "nodes"), [("trunk", 1, 5), ("trunk", 4, None), ("other", 3, 0)])
def test_every_node_that_is_added_is_in_the_memory(layer: str, batch: int, nodes: int | None) -> None:
    """Whatever the priors do: the network's odds are for so many nodes, its layer for all."""
    game = uncompiled(strip())
    network = Network(telling, batch=batch, mix=0.0, nodes=nodes)
    search = plain_search(
        game, network, "prior_seeding", f"similar:phi=network,layer={layer},size=40,centre=false", seed=2
    )
    search.run(game.start(), iterations=60)
    check(search.tree)
    vectors = remembered(search).vectors
    of_entries: Counter[int] = Counter()
    for node, state in nodes_of(search, game):
        entry = int(search.tree.extras[node].similar)
        layer_of = telling(state.planes()[None])[layer][0]
        made = np.zeros(40)
        made[: len(layer_of)] = layer_of / np.linalg.norm(layer_of)
        np.testing.assert_allclose(vectors[entry - 1], made, atol=FINE)
        of_entries[entry] += int(search.tree.nodes[node].visits)
    held = remembered(search)
    assert len(held.visits) == len(of_entries) > 20
    assert dict(enumerate(held.visits.tolist(), 1)) == of_entries
    heard = sum(float(search.tree.extras[node].best_odds) > 0 for node, _ in nodes_of(search, game))
    assert heard == (len(nodes_of(search, game)) if nodes is None else nodes)


def test_each_leaf_of_a_batch_is_told_what_was_said_of_it() -> None:
    """Of what the memory says of a leaf that was visited once nothing is changed by other leaves of its batch."""
    game = uncompiled(strip())
    search = plain_search(game, Network(telling, batch=4), "similar:phi=predicates,neighbours=3", seed=3)
    said: dict[int, Any] = {}
    for iterations in range(4, 41, 4):
        search.run(game.start() if iterations == 4 else None, iterations=4)
        for node, _ in nodes_of(search, game):
            extra = search.tree.extras[node]
            if search.tree.nodes[node].visits == 1 and float(extra.recalls) > 0:
                said.setdefault(node, float(extra.recalled))
                assert 0.0 <= said[node] <= 1.0
    assert len({round(value, 9) for value in said.values()}) > len(said) // 3  # leaves differ in it


@pytest.mark.parametrize("made", [plain_search, *further(Search)])
@pytest.mark.parametrize(("waiting", "when"), [("loss", "leaf"), ("visits", "leaf"), ("loss", "visit")])
def test_where_two_threads_share_a_tree(waiting: str, when: str, made: Any) -> None:
    """Whoever looks at what: every iteration is counted once in the tree and in the memory, and every entry is that of
    its position. Which moves are visited is left to chance."""
    game = uncompiled(strip()) if made is plain_search else strip()
    network = Network(telling, batch=3, threads=2, waiting=waiting, mix=0.0, nodes=30)
    search = made(game, network, f"similar:phi=network,size=40,centre=false,when={when}", "prior_seeding", seed=2)
    state = game.start()
    for iterations in (81, 30):
        result = search.run(state if iterations == 81 else None, iterations=iterations)
        assert result.stats.threads == 2 and result.stats.iterations == iterations
    assert search.root.visits == 111 == sum(row.visits for row in result.table)
    check(search.tree)
    extras, of_entries = search.tree.extras, Counter[int]()
    assert not (extras["looked_at"] == WAITING).any()
    assert waiting == "loss" or not extras["under_way"].any()
    held = remembered(search)
    for node, position in nodes_of(search, game):
        layer, entry = telling(position.planes()[None])["trunk"][0], int(extras[node].similar)
        np.testing.assert_allclose(held.vectors[entry - 1], layer / np.linalg.norm(layer), atol=FINE)
        of_entries[entry] += int(search.tree.nodes[node].visits)
        assert 0.0 <= float(extras[node].recalled) <= 1.0 and float(extras[node].recalls) >= 0.0
    assert dict(enumerate(held.visits.tolist(), 1)) == of_entries
    np.testing.assert_allclose(held.sums.sum(axis=1), held.visits)
    heard = [node for node in range(len(extras)) if float(extras[node].best_odds) > 0]
    assert len(heard) == 30 + 1  # the root was looked at besides


def test_long_layers_are_hashed_and_keep_their_cosine() -> None:
    game = uncompiled(strip())
    search = plain_search(game, Network(telling, batch=1), "similar:phi=network,size=32,centre=false", seed=1)
    search.run(game.start(), iterations=30)
    for node, state in nodes_of(search, game)[:10]:
        made = np.zeros(32)
        with np.errstate(over="ignore"):
            hashed_picture(telling(state.planes()[None])["trunk"][0], made)
        vector = remembered(search).vectors[int(search.tree.extras[node].similar) - 1]
        np.testing.assert_allclose(vector, made / np.linalg.norm(made), atol=FINE)


OF_TELLING = "telling (policy 6, trunk 40, value 1)"


def a_file(path: Path, **about: Any) -> Path:
    told = {"game": "strip", "phi": "network", "layer": "trunk", "network": OF_TELLING, "size": 40, **about}
    write(path, Learned(np.eye(40, 16, dtype=np.float32), np.full(40, 0.125), told))
    return path


def test_through_a_matrix_that_was_learnt(tmp_path: Path) -> None:
    """The first sixteen features less 1/8, of length 1 before and after."""
    game = uncompiled(strip())
    file = a_file(tmp_path / "learnt.npz")
    search = plain_search(game, Network(telling, batch=1), f"similar:phi=network,size=40,learned={file}", seed=1)
    search.run(game.start(), iterations=25)
    assert remembered(search).vectors.shape[1] == 16
    for node, state in nodes_of(search, game):
        features = telling(state.planes()[None])["trunk"][0].astype(np.float64)
        made = (features / np.linalg.norm(features) - 0.125)[:16]
        vector = remembered(search).vectors[int(search.tree.extras[node].similar) - 1]
        np.testing.assert_allclose(vector, made / np.linalg.norm(made), atol=FINE)


def test_what_was_learnt_is_of_hashed_features_as_they_are_compared(tmp_path: Path) -> None:
    """Hashing changes how long a vector is: it is of length 1 when the middle is taken off, as it was when it was
    learnt from."""
    game, middle = uncompiled(strip()), np.linspace(-0.1, 0.2, 32)
    matrix = np.random.default_rng(2).normal(size=(32, 16)).astype(np.float16).astype(np.float32)
    told = {"game": "strip", "phi": "network", "layer": "trunk", "network": OF_TELLING, "size": 32}
    write(tmp_path / "learnt.npz", Learned(matrix, middle, told))
    vectors = []
    for more in ("centre=false", f"learned={tmp_path / 'learnt.npz'}"):
        search = plain_search(game, Network(telling, batch=1), f"similar:phi=network,size=32,{more}", seed=1)
        search.run(game.start(), iterations=25)
        places = {
            state.planes().tobytes(): int(search.tree.extras[node].similar) - 1
            for node, state in nodes_of(search, game)
        }
        vectors.append({key: remembered(search).vectors[place] for key, place in places.items()})
    plain, learned = vectors
    shared = plain.keys() & learned.keys()
    assert len(shared) > 5
    for key in shared:
        made = (plain[key] / np.linalg.norm(plain[key]) - middle) @ matrix
        np.testing.assert_allclose(learned[key], made / np.linalg.norm(made), atol=2 * FINE)


def test_projected_is_a_product() -> None:
    source = np.random.default_rng(5)
    matrix, vector, out = source.normal(size=(24, 8)), source.normal(size=24), np.zeros(8)
    projected(matrix, vector, out)
    np.testing.assert_allclose(out, vector @ matrix)


def test_files_come_back_as_they_were_written(tmp_path: Path) -> None:
    found = read(str(a_file(tmp_path / "learnt.npz", games=3)), "strip")
    assert found.matrix.shape == (40, 16) and found.matrix[3, 3] == 1 and found.about["games"] == 3


def test_the_features_that_come_with_the_package() -> None:
    found = read("shipped", "go")
    assert found.matrix.shape == (256, 64) and {"phi": "network", "layer": "trunk"}.items() <= found.about.items()


@pytest.mark.slow  # the memory compiled: parts/test_similar.py; a network's search compiled: test_lockstep.py
def test_compiled_and_uncompiled_agree(tmp_path: Path) -> None:
    file, found = a_file(tmp_path / "learnt.npz"), []
    parts = f"similar:phi=network,size=40,learned={file}"
    for made in (Search, plain_search):
        game = strip()
        search = made(game, Network(telling, batch=4, mix=0.0, nodes=10), "prior_seeding", parts, seed=7)
        found.append(search.run(game.start(), iterations=80).table)
        check(search.tree)
    assert found[0] == found[1]


def test_an_onnx_file_gives_its_layers_by_name_and_only_when_asked(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    pytest.importorskip("onnx")
    game = uncompiled(strip())
    file = str(onnx_file(tmp_path / "net.onnx"))
    plain = Search(game, Network(file))
    assert plain.loop.evaluator.features == 0  # nobody asks
    asked = Search(game, Network(file), "similar:phi=network,size=24")
    assert asked.loop.evaluator.features == 18
    planes = game.start().planes()[None]
    np.testing.assert_allclose(asked.loop.evaluator.evaluate(planes).trunk, planes.reshape(1, -1))
    assert asked.loop.evaluator.another().features == 18
    with pytest.raises(OptionError, match=r"net\.onnx has no output 'tronk'"):
        Search(game, Network(file), "similar:phi=network,layer=tronk")


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({"game": "go"}, "was learnt for game=go, not game=strip"),
        ({"phi": "planes"}, "was learnt for phi=planes, not phi=network"),
        ({"layer": "neck"}, "was learnt for layer=neck, not layer=trunk"),
        ({"size": 64}, "was learnt for size=64, not size=40"),
        (
            {"network": "file 0123456789abcdef (trunk 77)"},
            r"network=file 0123456789abcdef \(trunk 77\), not network=tell",
        ),
    ],
)
def test_features_that_were_learnt_for_something_else(tmp_path: Path, about: dict[str, Any], message: str) -> None:
    file = a_file(tmp_path / "learnt.npz", **about)
    with pytest.raises(OptionError, match=message):
        Search(strip(), Network(telling), f"similar:phi=network,size=40,learned={file}")


def test_a_strangers_network_is_refused_what_was_learnt_for_the_one_that_ships() -> None:
    def stranger(planes: Any) -> dict[str, Any]:
        return {
            "policy": np.zeros((len(planes), 82)),
            "value": np.zeros((len(planes), 1)),
            "trunk": np.ones((len(planes), 77)),
        }

    with pytest.raises(OptionError, match=r"shipped was learnt for network=file .*, not network=stranger \(.*trunk 77"):
        Search(load("go", size=9), Network(stranger), "similar:phi=network,learned=shipped")


def test_what_is_refused(tmp_path: Path) -> None:
    game = strip()
    with pytest.raises(OptionError, match="asks for a network in the search"):
        Search(game, "similar:phi=network")
    with pytest.raises(OptionError, match="there is no file"):
        Search(game, Network(telling), f"similar:phi=network,learned={tmp_path / 'no.npz'}")
    with pytest.raises(OptionError, match="no learnt features for strip come with anyspace"):
        Search(game, Network(telling), "similar:phi=network,learned=shipped")
    (tmp_path / "bad.npz").write_text(json.dumps({}))
    with pytest.raises(OptionError, match="has no features that were learnt"):
        Search(game, Network(telling), f"similar:phi=network,learned={tmp_path / 'bad.npz'}")
    with pytest.raises(OptionError, match="turned"):
        Search(game, Network(telling, symmetry="drawn"), "similar:phi=network")
