"""FUSE: the two features of an XOR that say nothing alone, its judge, its pieces, the selector."""

from __future__ import annotations

import numpy as np
import pytest

from anyspace.errors import OptionError
from anyspace.problems.fuse import STOP, Fuse, auc, checked, selector, xor_problem


@pytest.mark.parametrize("seed", [0, 1])
def test_the_features_of_an_xor_are_found(seed: int) -> None:
    """No feature tells the classes apart alone, and 18 of 20 say nothing at all."""
    x, y = xor_problem(seed=seed)
    alone = [abs(np.corrcoef(x[:, feature], y)[0, 1]) for feature in range(20)]
    assert max(alone[0], alone[1]) < 0.2
    found = Fuse(x, y, seed=seed).run(1500)
    assert {*found.ranking[:2]} == {0, 1}
    assert {0, 1} <= {*found.features} and len(found.features) <= 4
    assert found.playouts == 1500


def test_the_area_under_the_curve() -> None:
    classes = np.array([0, 0, 1, 1])
    assert auc(np.array([0.1, 0.2, 0.3, 0.4]), classes) == 1.0
    assert auc(np.array([0.4, 0.3, 0.2, 0.1]), classes) == 0.0
    assert auc(np.array([0.1, 0.3, 0.3, 0.4]), classes) == (3 + 0.5) / 4
    assert auc(np.array([0.5, 0.5]), np.array([1, 1])) == 0.5


def test_the_judge() -> None:
    x, y = xor_problem(seed=3)
    search = Fuse(x, y, sample=300)
    assert search.judge([]) == 0.5
    assert search.judge([0, 1]) > 0.9
    assert 0.3 < search.judge([5, 6]) < 0.7


def test_a_node_knows_more_moves_the_more_it_is_visited() -> None:
    x, y = xor_problem(examples=60, features=30, seed=4)
    search = Fuse(x, y, seed=1, sample=10)
    for visits in (1, 4, 9, 25, 100):
        search.run(visits - search.playouts)
        root = search.nodes[frozenset()]
        assert root.visits == visits
        assert len(root.arms) <= visits**0.5 + 1
        assert STOP not in root.arms, "an empty set is no answer"
        assert sum(arm.visits for arm in root.arms.values()) == visits


def test_more_playouts_go_on_where_it_was_left() -> None:
    x, y = xor_problem(seed=5)
    once, twice = Fuse(x, y, seed=7), Fuse(x, y, seed=7)
    twice.run(100)
    one, two = once.run(200), twice.run(100)
    assert one.features == two.features and one.ranking == two.ranking


def test_a_selector_of_scikit_learn() -> None:
    pytest.importorskip("sklearn")
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.pipeline import make_pipeline

    x, y = xor_problem(seed=0)
    chosen = selector(playouts=1000, keep=2)
    model = make_pipeline(chosen, KNeighborsClassifier()).fit(x, y)
    assert chosen.get_support(indices=True).tolist() == [0, 1]
    test_x, test_y = xor_problem(seed=9)
    assert model.score(test_x, test_y) > 0.85 > KNeighborsClassifier().fit(x, y).score(test_x, test_y)


def test_bad_input() -> None:
    x, y = xor_problem(examples=10, features=3)
    for bad_x, bad_y, complaint in [
        (x[0], y, "examples in rows"),
        (x, y[:5], "examples in rows"),
        (x * np.nan, y, "not finite"),
        (x, y * 0, "two classes, not 1"),
        ([["a"]], y, "fuse: x must be examples in rows, all of them numbers"),
        ([[1.0], [1.0, 2.0]], y, "fuse: x must be examples in rows, all of them numbers"),
        (x, [[1], [1, 2]], "fuse: y must be a class for each example"),
    ]:
        with pytest.raises(OptionError, match=complaint):
            checked(bad_x, bad_y)
    for options in ({"q": 2.0}, {"neighbours": 10}, {"sample": 1}, {"widening": 0.0}):
        with pytest.raises(OptionError, match=f"fuse: {next(iter(options))} must be"):
            Fuse(x, y, **options)  # type: ignore[arg-type]
