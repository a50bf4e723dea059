"""Files with features that were learnt: what they say of how these were made is held to; which network that was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from neural.strip import linear, onnx_file, strip

from anyspace import OptionError, load
from anyspace.neural.evaluator import open_evaluator
from anyspace.neural.symmetry import Averaged, symmetries_of
from anyspace.parts.similar.identity import identity_of
from anyspace.parts.similar.learned import Learned, check_fit, made_by, read
from anyspace.parts.value.similar import Similar

PLANES = {"game": "strip", "phi": "planes", "size": 16, "first": 0, "blur": 2, "shape": [3, 2, 3]}


def learned(**about: Any) -> Learned:
    return Learned(np.eye(16, 8, dtype=np.float32), np.zeros(16), about)


def test_all_that_decides_the_features() -> None:
    assert made_by(Similar(phi="planes", size=16), strip()) == PLANES
    assert made_by(Similar(phi="predicates", size=16, blur=7), strip()) == {
        "game": "strip", "phi": "predicates", "size": 16,
    }  # fmt: skip
    of_network = {"game": "go", "phi": "network", "size": 256, "layer": "neck"}
    assert made_by(Similar(phi="network", layer="neck"), load("go", size=9)) == of_network
    assert made_by(Similar(phi="network", layer="neck"), load("go", size=9), "x") == {**of_network, "network": "x"}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"first": 2}, "f was learnt for first=0, not first=2$"),
        ({"first": 2, "blur": 3}, "f was learnt for first=0, blur=2, not first=2, blur=3$"),
        ({"shape": [3, 9, 9]}, r"f was learnt for shape=\[3, 2, 3\], not shape=\[3, 9, 9\]$"),
        ({"phi": "network", "layer": "trunk"}, "f was learnt for phi=planes, not phi=network$"),
    ],
)
def test_what_differs_is_said_in_a_line(changed: dict[str, Any], message: str) -> None:
    check_fit(learned(**PLANES), "f", PLANES)
    with pytest.raises(OptionError, match=message):
        check_fit(learned(**PLANES), "f", {**PLANES, **changed})


@pytest.mark.parametrize("name", PLANES)
def test_what_a_file_does_not_say_may_be_anything(name: str) -> None:
    about = {other: value for other, value in PLANES.items() if other != name}
    with pytest.raises(OptionError, match=f"f does not say for which {name} it was learnt"):
        check_fit(learned(**about), "f", PLANES)


def test_a_matrix_has_a_row_a_feature() -> None:
    with pytest.raises(OptionError, match="has a matrix for 16 features, not for 24"):
        check_fit(learned(**{**PLANES, "size": 24}), "f", {**PLANES, "size": 24})


def telling(planes: Any) -> dict[str, Any]:
    policy, value = linear(planes)
    return {"policy": policy, "value": value, "trunk": planes.reshape(len(planes), -1), "less": planes[:, 0, 0]}


def test_functions_go_by_name_and_by_what_they_answer() -> None:
    assert identity_of(open_evaluator(telling, strip())) == "telling (policy 6, trunk 18, value 1)"
    assert identity_of(open_evaluator(telling, strip(), "less")) == "telling (policy 6, trunk 3, value 1)"
    assert identity_of(open_evaluator(linear, strip())) == "linear (policy 6, value 1)"


def test_files_go_by_their_bytes(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    pytest.importorskip("onnx")
    game, file = strip(), onnx_file(tmp_path / "a.onnx")
    (tmp_path / "b.onnx").write_bytes(file.read_bytes())
    one, same, other = (
        identity_of(open_evaluator(str(path), game))
        for path in (file, tmp_path / "b.onnx", onnx_file(tmp_path / "c.onnx", anyspace_game="strip"))
    )
    assert one == same != other
    assert one.startswith("file ") and one.endswith(" (policy 6, trunk 18, value 1)")


def test_modules_go_by_their_weights() -> None:
    torch = pytest.importorskip("torch")

    class Module(torch.nn.Module):  # type: ignore[misc]
        def __init__(self, seed: int) -> None:
            super().__init__()
            torch.manual_seed(seed)
            self.policy = torch.nn.Linear(18, 6)

        def forward(self, planes: Any) -> Any:
            flat = planes.flatten(1)
            return {"policy": self.policy(flat), "trunk": flat}

    one, same, other = (identity_of(open_evaluator(Module(seed), strip())) for seed in (1, 1, 2))
    assert one == same != other and one.startswith("weights ")


def test_a_network_that_looks_from_all_sides_is_the_same() -> None:
    game = load("tic_tac_toe")

    def seeing(planes: Any) -> Any:
        return np.zeros((len(planes), 9), np.float32), None, planes.reshape(len(planes), -1)

    plain = open_evaluator(seeing, game)
    assert identity_of(open_evaluator(Averaged(plain, symmetries_of(game)), game)) == identity_of(plain)


def test_what_ships_is_for_the_network_that_ships() -> None:
    pytest.importorskip("onnxruntime")
    game = load("go", size=9)
    whose = identity_of(open_evaluator("shipped", game))
    found = read("shipped", "go")
    check_fit(found, "shipped", made_by(Similar(phi="network"), game, whose))
    parts = found.about["parts"]
    assert parts.index("prior_seeding") == 1 + next(i for i, part in enumerate(parts) if part.startswith("similar"))
