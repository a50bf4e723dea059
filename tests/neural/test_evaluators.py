"""Networks of every kind have one face, and what does not fit is said in one line."""

from __future__ import annotations

import json
import sys
import threading
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from neural.strip import linear, onnx_file, strip
from uncompiled import plain_search, uncompiled

from anyspace import MissingDependency, Network, NetworkError, OptionError, load
from anyspace.core.batches import HAS_VALUE, hear
from anyspace.neural.evaluator import Answers, Evaluator, open_evaluator
from anyspace.neural.home import check_home
from anyspace.rules.codes import BAD_ANSWER, OK
from anyspace.search.station import new_batch

PLANES = np.random.default_rng(3).random((5, 3, 2, 3), np.float32)


def said(answers: Answers) -> tuple[Any, Any]:
    return answers.policy, answers.value


def test_an_onnx_file_says_what_the_function_says(tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    file = onnx_file(tmp_path / "net.onnx", anyspace_game="strip")
    network = open_evaluator(str(file), strip())
    for found, expected in zip(said(network.evaluate(PLANES)), linear(PLANES), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
    assert network.features == 18 and network.has_policy and network.has_value
    again = network.another()
    assert again.inner is not network.inner  # a session of its own
    np.testing.assert_array_equal(again.evaluate(PLANES).policy, network.evaluate(PLANES).policy)


def test_a_file_with_a_fixed_batch_size(tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    network = open_evaluator(onnx_file(tmp_path / "net.onnx", batch=2), strip())
    for found, expected in zip(said(network.evaluate(PLANES)), linear(PLANES), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)


def test_a_torch_module_says_the_same_and_goes_on_learning() -> None:
    torch = pytest.importorskip("torch")

    class Net(torch.nn.Module):  # type: ignore[name-defined,misc]
        def __init__(self) -> None:
            super().__init__()
            from neural.strip import WEIGHTS

            self.all = torch.nn.Linear(18, 7, bias=False)
            self.all.weight.data = torch.from_numpy(WEIGHTS.T.copy())

        def forward(self, planes: Any) -> Any:
            found = self.all(planes.flatten(1))
            return {"policy": found[:, :6], "value": torch.tanh(0.3 * found[:, 6:])}

    net = Net()
    net.train()
    network = open_evaluator(net, strip())
    for found, expected in zip(said(network.evaluate(PLANES)), linear(PLANES), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)
    assert net.training


def test_threads_that_ask_a_torch_module_do_not_find_it_learning() -> None:
    torch = pytest.importorskip("torch")
    found: list[bool] = []

    class Net(torch.nn.Module):  # type: ignore[name-defined,misc]
        def forward(self, planes: Any) -> Any:
            time.sleep(0.002 + 0.002 * len(planes))
            found.append(self.training)
            return torch.zeros(len(planes), 6), torch.zeros(len(planes), 1)

    network = open_evaluator(Net().train(), strip())
    asked = [threading.Thread(target=network.another().evaluate, args=(PLANES[: i + 1],)) for i in range(5)]
    for each in asked:
        each.start()
    for each in asked:
        each.join()
    assert found == [False] * 6


def test_what_is_there_for_some_positions_only() -> None:
    def network(planes: Any) -> Any:
        policy, value = linear(planes)
        return policy, value if len(planes) == 2 else None

    with pytest.raises(NetworkError, match="network: it gives a value for some positions only"):
        open_evaluator(network, strip()).evaluate(PLANES)


def heard(network: Any, value: Any, movers: list[int]) -> Any:
    """The rewards that kernels make of values."""
    game = uncompiled(strip())
    batch = new_batch(game, network, len(movers))
    batch.value[:], batch.movers[:] = value, movers
    facts = batch.facts[0]
    facts[HAS_VALUE] = 1
    answers = [hear(game.backend.table, batch._replace(facts=facts), desk) for desk in range(len(movers))]
    return batch.rewards if answers == [OK] * len(movers) else answers


def test_values_become_rewards_of_every_player() -> None:
    network = open_evaluator(linear, strip())
    np.testing.assert_allclose(heard(network, [[0.5], [-1.0005]], [1, 0]), [[0.25, 0.75], [0.0, 1.0]])
    both = open_evaluator(lambda planes: (None, np.zeros((len(planes), 2))), strip())
    np.testing.assert_allclose(heard(both, [[0.5, -1.0]], [1]), [[0.75, 0.0]])
    assert not both.has_policy
    assert heard(network, [[np.nan], [0.0], [1.1]], [0, 1, 0]) == [BAD_ANSWER, OK, BAD_ANSWER]


def wrong(policy: Any = None, value: Any = None) -> Any:
    def network(planes: Any) -> Any:
        n = len(planes)
        return (None if policy is None else np.full((n, *policy[0]), policy[1]),
                None if value is None else np.full((n, *value[0]), value[1]))  # fmt: skip

    return network


@pytest.mark.parametrize(
    ("source", "error", "said"),
    [
        (wrong(policy=((5,), 0.0)), OptionError, r"policy has shape \[2, 5\].*strip has 6 different moves"),
        (wrong(value=((3,), 0.0)), OptionError, r"value has shape \[2, 3\].*strip has 2 players: \[2, 1\] or \[2, 2\]"),
        (wrong(policy=((6,), np.nan)), NetworkError, "policy has nan among its numbers"),
        (wrong(value=((1,), np.inf)), NetworkError, "value has inf"),
        (wrong(value=((1,), 1.5)), NetworkError, "a value of 1.5; values lie within -1 and 1"),
        (wrong(), OptionError, "neither a policy nor a value"),
        (lambda planes: 7, NetworkError, r"must answer \(policy, value\)"),
        (lambda planes: ("text", None), NetworkError, "policy must be numbers"),
        (lambda planes: (np.zeros((1, 6)), None), OptionError, r"an answer of shape \[1, 6\] for 2 positions"),
        (7, OptionError, "a network is the path of an ONNX file, a torch module or a function, not 7"),
        ("nowhere.onnx", OptionError, "there is no network nowhere.onnx"),
    ],
)
def test_what_does_not_fit(source: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        open_evaluator(source, strip())


def test_files_that_do_not_fit(tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    with pytest.raises(OptionError, match=r"net.onnx: policy has shape \[2, 5\]"):
        open_evaluator(onnx_file(tmp_path / "net.onnx", outputs=5), strip())
    with pytest.raises(OptionError, match=r"net.onnx was made for hex, not for strip"):
        open_evaluator(onnx_file(tmp_path / "net.onnx", anyspace_game="hex"), strip())
    with pytest.raises(OptionError, match=r"net.onnx looks at planes of 3 x 2 x 3; the game's are 3 x 3 x 2"):
        open_evaluator(onnx_file(tmp_path / "net.onnx"), strip(plane_shape=(3, 3, 2)))
    (tmp_path / "bad.onnx").write_bytes(b"nonsense")
    with pytest.raises(OptionError, match="is not an ONNX file that can be run"):
        open_evaluator(tmp_path / "bad.onnx", strip())


def test_a_file_for_the_same_game_with_other_options() -> None:
    """It looks at the game all the same, and says so; not where its options are the same, or nobody knows them."""
    game, meant = load("mnk", columns=3, rows=3, k=2), {"columns": 3, "rows": 3, "k": 3}

    def check(options: str, home: Any = game) -> None:
        check_home("net", {"anyspace.game": home.name, "anyspace.options": options}, home)

    with pytest.warns(UserWarning, match=r"net was made for mnk\(columns=3,rows=3,k=3\); it looks at mnk\(.*k=2\) all"):
        check(json.dumps(meant))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for known in (json.dumps({**meant, "k": 2}), "{}", "nonsense", "[1]"):
            check(known)
        check(json.dumps(meant), strip())


def share(state: Any, out: Any) -> None:
    """Both may win."""
    out[0] = out[1] = 1.0 if state.cell[0] == state.cell[5] else -1.0


def test_one_value_where_two_do_not_share() -> None:
    with pytest.raises(OptionError, match=r"in strip two players do not share .*a value for each: \[n, 2\]"):
        open_evaluator(linear, uncompiled(strip(returns=share)))
    for network in (lambda planes: (linear(planes)[0], None), lambda planes: (None, np.zeros((len(planes), 2)))):
        open_evaluator(network, uncompiled(strip(returns=share)))


@pytest.mark.parametrize("fill", [-np.inf, 0.5])
def test_moves_that_are_ruled_out(fill: float) -> None:
    """-inf among logits is an answer like any other; NaN and inf beside it are none."""

    def network(worst: float) -> Any:
        def look(planes: Any) -> Any:
            policy = np.full((len(planes), 6), fill)
            policy[:, 2], policy[:, 4] = -np.inf, worst
            return policy, None

        return look

    game = uncompiled(strip())
    for worst in (np.nan, np.inf):
        with pytest.raises(NetworkError, match=f"policy has {worst} among its numbers"):
            open_evaluator(network(worst), game)
    result = plain_search(game, Network(network(1.0), batch=2), seed=1).run(game.start(), iterations=60)
    visits = {candidate.move: candidate.visits for candidate in result.table}
    assert visits.get(2, 0) == 0 and (fill == 0.5 or set(visits) == {4}), "only what was not ruled out"


def test_games_that_do_not_fit() -> None:
    with pytest.raises(OptionError, match="asks strip for a rule 'planes'"):
        open_evaluator(linear, strip(planes=None, plane_shape=None))
    with pytest.raises(OptionError, match="declare actions="):
        open_evaluator(linear, strip(actions=None))


def test_without_onnxruntime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(MissingDependency, match=r"pip install 'anyspace\[neural\]'"):
        open_evaluator(str(tmp_path / "net.onnx"), strip())


def test_an_evaluator_of_ones_own() -> None:
    class Own(Evaluator):
        name = "own"

        def evaluate(self, planes: Any) -> Answers:
            return Answers(*linear(planes))

    network = open_evaluator(Own(), strip())
    assert network.name == "own" and open_evaluator(network, network.game) is network


def test_answers_are_written_where_they_are_read(tmp_path: Path) -> None:
    """Of the planes as they are now, by a session that is bound to that memory or by who cannot be."""
    pytest.importorskip("onnxruntime")
    pytest.importorskip("onnx")
    network = open_evaluator(onnx_file(tmp_path / "net.onnx"), strip())
    memory, source = np.zeros((4, 3, 2, 3), np.float32), np.random.default_rng(3)
    said = Answers(*(np.zeros_like(each) for each in network.evaluate(memory)))
    parts = {n: (memory[:n], Answers(*(each[:n] for each in said))) for n in (2, 3, 4)}
    looks = {n: network.looking_at(planes, into) for n, (planes, into) in parts.items()}
    for n in (4, 2, 4, 3, 2):
        memory[:] = source.normal(size=memory.shape)
        looks[n]()
        for one, other in zip(said, network.evaluate(parts[n][0]), strict=True):
            np.testing.assert_allclose(one[:n], other, rtol=1e-6)
    turned = memory[:, :, :, ::-1]
    assert network.inner.looking_at(turned, said) is None
    network.looking_at(turned, said)()
    np.testing.assert_allclose(said.policy, network.evaluate(turned).policy, rtol=1e-6)
    assert network.inner.looking_at(memory, Answers(*(each[:, :-1] for each in said))) is None
    memory[1] = np.nan
    looks[4]()
    with pytest.raises(NetworkError, match="nan among its numbers"):
        network.complain(said, 4)
