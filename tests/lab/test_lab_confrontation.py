"""Confrontation among the papers' experiments: its numbers of games, and what the page says of its small pools."""

from __future__ import annotations

from pathlib import Path

from paper_games import fill

from anyspace.lab.reproduce import experiments, memory_bounded
from anyspace.lab.reproduce.experiments import GAMES_A_POINT
from anyspace.lab.store import Store


def test_confrontation_has_fewer_games_but_where_the_first_claim_looks() -> None:
    this = experiments.experiment("confrontation")
    wanted = {" ".join(map(str, point.values.values())): this.deals(point) for point in this.points}
    assert wanted.pop("recycle 1000") == wanted.pop("unbounded") == GAMES_A_POINT
    assert set(wanted.values()) == {400} and len(wanted) == 6 * 8 - 1
    assert {this.deals(point, 10) for point in this.points} == {5}, "who asks for a number of games gets it everywhere"


def test_what_is_said_of_small_pools_is_what_was_played(tmp_path: Path) -> None:
    def said(**confrontation: int) -> str:
        with Store(None) as store:
            fill(store, "spades")
            fill(store, "confrontation", **confrontation)
            (page, *_), _ = memory_bounded.reproduce(store, tmp_path)
            return " ".join(page.read_text(encoding="utf-8").split())

    assert "in a smaller pool not every move has a node" in said() and "The smallest that was played" not in said()
    text = said(unplayed=20)
    assert "Confrontation was not played with 20 nodes yet: its pools begin at 50 here." in text
    assert "The smallest that was played there has 50 nodes, in the card games 20." in text
