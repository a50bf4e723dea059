"""`anyspace lab model`: a player's decisions, counted from the games that were kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from anyspace.cli import main
from anyspace.games import load
from anyspace.parts.opponents.models import Counts


def test_a_model_of_a_player_from_its_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database, file = str(tmp_path / "games.sqlite"), tmp_path / "weak.json"
    match = ["lab", "match", "kuhn_poker", "iterations=1", "iterations=20", "--deals", "6", "--database", database]
    assert main([*match, "--processes", "1"]) == 0
    capsys.readouterr()
    assert main(["lab", "model", "iterations=1", "--out", str(file), "--database", database]) == 0
    said = capsys.readouterr().out
    game = load("kuhn_poker")
    counts = Counts.load(game, file)
    assert 12 <= counts.decisions <= 24 and f"{counts.decisions} decisions in kuhn_poker" in said
    assert sum(sum(row.values()) for row in counts.made.values()) == counts.decisions
    for words, complaint in (
        (["lab", "model", "nobody", "--out", str(file), "--database", database], "no games of 'nobody'"),
        (["lab", "model", "iterations=1", "--out", "x.txt", "--database", database], "must be FILE.json"),
        (["lab", "model", "iterations=1", "--out", str(file), "--game", "hex", "--database", database], "no games of"),
    ):
        assert main(words) != 0
        assert complaint in capsys.readouterr().err
